//! Examples of `book/src/guides/generators.md`, `book/src/guides/models.md` and `book/src/guides/crashes.md` that run.

use disprove::prelude::*;

mod constructors {
    use disprove::prelude::*;
    use ports::Port;

    mod ports {
        #[derive(Debug)]
        pub struct Port(u16);

        #[derive(Debug)]
        pub struct Reserved;

        impl Port {
            pub fn new(number: u16) -> Result<Port, Reserved> {
                if number < 1024 { Err(Reserved) } else { Ok(Port(number)) }
            }

            pub fn number(&self) -> u16 {
                self.0
            }
        }
    }

    impl Arbitrary for Port {
        fn arbitrary(src: &mut Source) -> Self {
            Port::new(src.draw(1024..)).expect("not reserved")
        }
    }

    #[property]
    fn no_port_is_reserved(ports: Vec<Port>) {
        assert!(ports.iter().all(|port| port.number() >= 1024));
    }

    #[property]
    #[should_panic(expected = "port: Port(1024)")]
    fn reduced_values_come_from_the_constructor(port: Port) {
        // Holds for no port: only the constructor keeps them from getting smaller.
        assert_eq!(port.number(), 0);
    }

    #[property]
    #[should_panic(expected = "port: Port(1024)")]
    fn reduced_values_come_from_a_constructor_in_a_filter(
        #[draw(any::<u16>().map(Port::new).filter(Result::is_ok).map(Result::unwrap))] port: Port,
    ) {
        // Holds for no port: only the constructor keeps them from getting smaller.
        assert_eq!(port.number(), 0);
    }
}

mod parameters {
    use disprove::prelude::*;
    use std::marker::PhantomData;

    #[derive(Debug, Clone, Arbitrary)]
    struct Tree<T, Order> {
        value: T,
        children: Vec<Tree<T, Order>>,
        #[draw(just(None))]
        height: Option<usize>,
        order: PhantomData<Order>,
    }

    #[property]
    fn no_height_is_cached_at_first(tree: Tree<u8, ()>) {
        assert!(tree.height.is_none());
        assert!(tree.children.iter().all(|child| child.height.is_none()));
    }

    /// Implements neither `Clone` nor `PartialEq`.
    #[derive(Debug, Default)]
    struct Cache(Vec<u8>);

    fn empty(_: &mut Source) -> Cache {
        Cache::default()
    }

    #[derive(Debug, Arbitrary)]
    struct Parser {
        input: String,
        #[draw(empty)]
        cache: Cache,
    }

    #[property]
    fn a_function_gives_a_field_its_default(parser: Parser) {
        assert!(parser.cache.0.is_empty(), "{}", parser.input);
    }
}

mod levels {
    use super::*;

    #[derive(Debug)]
    enum Expr {
        Num(i8),
        Neg(Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
    }

    /// Expressions with at most `levels` levels below the first.
    fn expr(levels: u32) -> impl Generator<Value = Expr> {
        move |src: &mut Source| {
            let part = |src: &mut Source| Box::new(src.draw(expr(levels - 1)));
            match src.draw(if levels == 0 { 0..=0 } else { 0..=2 }) {
                0 => Expr::Num(src.draw(-2..=2)),
                1 => Expr::Neg(part(src)),
                _ => Expr::Mul(part(src), part(src)),
            }
        }
    }

    fn depth(expr: &Expr) -> u32 {
        match expr {
            Expr::Num(_) => 0,
            Expr::Neg(part) => 1 + depth(part),
            Expr::Mul(left, right) => 1 + depth(left).max(depth(right)),
        }
    }

    fn value(expr: &Expr) -> i64 {
        match expr {
            Expr::Num(number) => i64::from(*number),
            Expr::Neg(part) => -value(part),
            Expr::Mul(left, right) => value(left) * value(right),
        }
    }

    #[property]
    fn values_have_a_limit(#[draw(expr(4))] expr: Expr) {
        assert!(value(&expr).abs() <= 1 << 16);
    }

    #[test]
    fn every_depth_is_drawn_and_reduced() {
        for wanted in 0..=4 {
            let report = check(expr(4)).seed(1).database(Db::none()).run(|e| depth(&e) < wanted);
            assert_eq!(depth(report.failures()[0].value()), wanted);
        }
    }
}

mod handles {
    use super::*;
    use std::collections::BTreeMap;

    /// Texts by handle. A handle is free again when its text is removed.
    #[derive(Default)]
    struct Store {
        slots: Vec<Option<String>>,
    }

    impl Store {
        fn open(&mut self, text: &str) -> usize {
            let free = self.slots.iter().position(Option::is_none);
            let handle = free.unwrap_or(self.slots.len());
            self.slots.resize(self.slots.len().max(handle + 1), None);
            self.slots[handle] = Some(text.to_owned());
            handle
        }

        fn read(&self, handle: usize) -> Option<&str> {
            self.slots.get(handle)?.as_deref()
        }

        fn close(&mut self, handle: usize) {
            self.slots[handle] = None;
        }
    }

    #[derive(Default)]
    struct StoreVsModel {
        store: Store,
        model: BTreeMap<usize, String>,
    }

    #[property]
    impl StoreVsModel {
        #[rule(bundle = handles)]
        fn open(&mut self, text: String) -> usize {
            let handle = self.store.open(&text);
            assert_eq!(self.model.insert(handle, text), None, "the handle is in use");
            handle
        }

        #[rule]
        fn read(&mut self, #[from(handles)] handle: usize) {
            assert_eq!(self.store.read(handle), self.model.get(&handle).map(String::as_str));
        }

        #[rule]
        fn close(&mut self, #[consumes(handles)] handle: usize) {
            self.store.close(handle);
            self.model.remove(&handle);
        }
    }
}

#[cfg(unix)]
mod crashes {
    use super::*;
    use crate::{child, page::blocks};

    /// For callers in C. A panic in such a function aborts the process.
    extern "C" fn percent(part: u32, whole: u32) -> u64 {
        u64::from(part) * 100 / u64::from(whole)
    }

    #[property(isolate = "2s")]
    #[ignore = "run by the test below"]
    fn every_share_has_a_percentage(part: u32, whole: u32) {
        percent(part, whole);
    }

    #[test]
    fn a_crash_is_reported_as_the_page_says() {
        let page = include_str!("../../../book/src/guides/crashes.md");
        let variables =
            [("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", "1"), ("RUST_BACKTRACE", "0")];
        let (passed, output) = child::run("crashes::every_share_has_a_percentage", &variables);
        assert!(!passed);
        let [shown, _] = &blocks(page, "text")[..] else { panic!("a crash and a hang") };
        for line in shown.lines() {
            assert!(output.contains(line.trim()), "{line}:\n{output}");
        }
    }
}
