//! Examples of `book/src/guides/generators.md`, `book/src/guides/foreign-types.md`, `book/src/guides/models.md` and
//! `book/src/guides/crashes.md` that run.

use disprove::prelude::*;

mod builders {
    use disprove::prelude::*;
    use servers::Server;

    mod servers {
        #[derive(Debug)]
        pub struct Server {
            port: u16,
        }

        pub struct Builder(u16);

        impl Server {
            pub fn builder() -> Builder {
                Builder(0)
            }

            pub fn port(&self) -> u16 {
                self.port
            }
        }

        impl Builder {
            pub fn port(mut self, port: u16) -> Builder {
                self.0 = port;
                self
            }

            pub fn build(self) -> Result<Server, &'static str> {
                if self.0 < 1024 { Err("reserved") } else { Ok(Server { port: self.0 }) }
            }
        }
    }

    /// `build` refuses the ports below 1024.
    fn server(src: &mut Source) -> Server {
        let port = src.draw(1024..);
        Server::builder().port(port).build().expect("an allowed port")
    }

    #[property]
    fn a_server_has_the_port_of_its_builder(#[draw(server)] server: Server) {
        assert!(server.port() >= 1024);
    }
}

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
    use std::collections::BTreeMap;

    #[expect(dead_code, reason = "only the depth of a value matters here")]
    #[derive(Debug)]
    enum Json {
        Null,
        Bool(bool),
        Number(i64),
        Text(String),
        List(Vec<Json>),
        Object(BTreeMap<String, Json>),
    }

    /// JSON with at most `levels` levels. A leaf is one level.
    fn json(levels: u32) -> impl Generator<Value = Json> {
        move |src: &mut Source| match src.draw(if levels == 1 { 0..=3 } else { 0..=5 }) {
            0 => Json::Null,
            1 => Json::Bool(src.draw(any())),
            2 => Json::Number(src.draw(any())),
            3 => Json::Text(src.draw(any())),
            4 => Json::List(src.draw(vec(json(levels - 1)).len(..=4))),
            _ => Json::Object(src.draw(map(any::<String>(), json(levels - 1)).len(..=4))),
        }
    }

    fn depth(json: &Json) -> u32 {
        let parts: Vec<&Json> = match json {
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => Vec::new(),
            Json::List(parts) => parts.iter().collect(),
            Json::Object(parts) => parts.values().collect(),
        };
        1 + parts.into_iter().map(depth).max().unwrap_or(0)
    }

    #[property]
    fn values_have_a_limit(#[draw(json(4))] json: Json) {
        assert!(depth(&json) <= 4);
    }

    #[test]
    fn every_depth_is_drawn_and_reduced() {
        for wanted in 1..=4 {
            let report = check(json(4)).seed(1).database(Db::none()).run(|it| depth(&it) < wanted);
            assert_eq!(depth(report.failures()[0].value()), wanted);
        }
    }
}

mod equal_lengths {
    use disprove::prelude::*;

    fn dot(xs: &[i16], ys: &[i16]) -> i64 {
        xs.iter().zip(ys).map(|(x, y)| i64::from(*x) * i64::from(*y)).sum()
    }

    #[property]
    fn the_order_of_factors_does_not_matter(
        xs: Vec<i16>,
        #[draw(vec(any()).len(xs.len()))] ys: Vec<i16>,
    ) {
        assert_eq!(xs.len(), ys.len());
        assert_eq!(dot(&xs, &ys), dot(&ys, &xs));
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
    use std::cmp::Ordering::{Equal, Greater, Less};

    /// The greatest common divisor.
    fn gcd(a: u32, b: u32) -> u32 {
        match a.cmp(&b) {
            Less => gcd(a, b - a),
            Equal => a,
            Greater => gcd(a - b, b),
        }
    }

    #[property(isolate = "2s")]
    #[ignore = "run by the test below"]
    fn the_divisor_is_not_larger(a: u32, b: u32) {
        assert!(gcd(a, b) <= a.max(b));
    }

    #[test]
    fn a_crash_is_reported_as_the_page_says() {
        let page = include_str!("../../../book/src/guides/crashes.md");
        let variables =
            [("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", "1"), ("RUST_BACKTRACE", "0")];
        let (passed, output) = child::run("crashes::the_divisor_is_not_larger", &variables);
        assert!(!passed);
        let [shown, _] = &blocks(page, "text")[..] else { panic!("a crash and a hang") };
        for line in shown.lines() {
            assert!(output.contains(line.trim()), "{line}:\n{output}");
        }
    }
}
