//! Examples of `book/src/guides/generators.md` and what the page says about them: recursive values, references between values,
//! conversions with an inverse.

use disprove::prelude::*;
use std::{cell::RefCell, fmt::Debug};

const PAGE: &str = include_str!("../../../book/src/guides/generators.md");

#[track_caller]
fn assert_said(said: &str) {
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(said), "the page does not say: {said}");
}

/// What a function returns for the values of 10,000 random cases, sorted.
fn measured<G: IntoGenerator>(generator: G, cases: u64, size: fn(&G::Value) -> usize) -> Vec<usize>
where
    G::Value: Clone + Debug + 'static,
{
    let all = RefCell::new(Vec::new());
    let report = check(generator).cases(cases).seed(1).database(Db::none()).run(|value| {
        all.borrow_mut().push(size(&value));
    });
    assert_eq!((report.cases(), report.rejected()), (cases, 0));
    let mut all = all.into_inner();
    all.sort_unstable();
    all
}

mod leaves {
    use super::{assert_said, measured};
    use disprove::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Debug, Clone, Arbitrary)]
    enum Json {
        Null,
        Bool(bool),
        Number(i64),
        Text(String),
        #[weight(4)]
        List(Vec<Json>),
        #[weight(4)]
        Object(BTreeMap<String, Json>),
    }

    fn levels(json: &Json) -> usize {
        let parts: Vec<&Json> = match json {
            Json::List(parts) => parts.iter().collect(),
            Json::Object(parts) => parts.values().collect(),
            _ => Vec::new(),
        };
        1 + parts.into_iter().map(levels).max().unwrap_or(0)
    }

    fn is_leaf(json: &Json) -> usize {
        match json {
            Json::List(_) | Json::Object(_) => 0,
            Json::Null => 1,
            Json::Bool(value) => usize::from(u8::from(*value) < 2),
            Json::Number(value) => usize::from(value.checked_add(0).is_some()),
            Json::Text(value) => usize::from(value.len() < usize::MAX),
        }
    }

    mod unweighted {
        use disprove::prelude::*;
        use std::collections::BTreeMap;

        #[derive(Debug, Clone, Arbitrary)]
        pub enum Json {
            Null,
            Bool(bool),
            Number(i64),
            Text(String),
            List(Vec<Json>),
            Object(BTreeMap<String, Json>),
        }

        pub fn is_leaf(json: &Json) -> usize {
            usize::from(!matches!(json, Json::List(_) | Json::Object(_)))
        }
    }

    #[test]
    fn weights_make_leaves_as_rare_as_the_page_says() {
        let percent = |leaves: Vec<usize>| {
            let share = leaves.iter().sum::<usize>() * 100;
            (share + leaves.len() / 2) / leaves.len()
        };
        let plain = percent(measured(any::<unweighted::Json>(), 10_000, unweighted::is_leaf));
        let weighted = percent(measured(any::<Json>(), 10_000, is_leaf));
        let deepest = measured(any::<Json>(), 10_000, levels)[9_999];
        assert_said(&format!("Without the weights, {plain} % of the values would be leaves"));
        assert_said(&format!("with them, {weighted} % are"));
        // That of `Expr`, whose recursive variants are boxes, has 15.
        assert_said(&format!("The deepest of 10,000 values has {deepest} levels"));
    }

    #[derive(Debug, Clone, Arbitrary)]
    enum Unlimited {
        Leaf,
        Call(#[draw(vec(any()).len(..=3))] Vec<Unlimited>),
    }

    fn calls(call: &Unlimited) -> usize {
        match call {
            Unlimited::Leaf => 0,
            Unlimited::Call(parts) => 1 + parts.iter().map(calls).max().unwrap_or(0),
        }
    }

    #[derive(Debug, Clone, Arbitrary)]
    enum Limited {
        Leaf,
        Call(Vec<Limited>),
    }

    fn limited_calls(call: &Limited) -> usize {
        match call {
            Limited::Leaf => 0,
            Limited::Call(parts) => 1 + parts.iter().map(limited_calls).max().unwrap_or(0),
        }
    }

    #[test]
    fn a_generator_on_a_recursive_field_hides_the_recursion() {
        let hidden = measured(any::<Unlimited>(), 2_000, calls);
        let deepest = hidden[1_999];
        assert!(hidden.iter().filter(|depth| **depth == deepest).count() > 20, "{hidden:?}");
        assert_said("values are up to 63 levels deep");
        assert_eq!(deepest, 63);
        let limited = measured(any::<Limited>(), 2_000, limited_calls);
        assert!(limited[1_999] < 15, "{}", limited[1_999]);
    }

    fn chain(src: &mut Source) -> usize {
        match src.draw(0..4) {
            0 => {
                src.draw(any::<u32>());
                0
            }
            _ => 1 + src.draw(chain),
        }
    }

    #[test]
    fn recursion_by_hand_ends_at_64_levels() {
        let depths = measured(chain, 500, |depth| *depth);
        assert!(depths[499] <= 64, "{}", depths[499]);
        let endless = |src: &mut Source| -> usize {
            fn next(src: &mut Source) -> usize {
                match src.draw(0..1_000) {
                    0 => 0,
                    _ => 1 + src.draw(next),
                }
            }
            src.draw(any::<u64>());
            src.draw(next)
        };
        let depths = measured(endless, 500, |depth| *depth);
        assert_said("From 64 nested calls of `src.draw(..)` on, every draw is the simplest one");
        assert!((62..=64).contains(&depths[499]), "{}", depths[499]);
    }
}

mod graphs {
    use disprove::prelude::*;
    use std::panic::catch_unwind;

    /// The smallest node that each node is connected to.
    fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
        let mut component: Vec<usize> = (0..nodes).collect();
        for (a, b) in edges {
            let (a, b) = (component[*a], component[*b]);
            for node in &mut component {
                if *node == a.max(b) {
                    *node = a.min(b);
                }
            }
        }
        component
    }

    #[property]
    fn edges_connect_their_ends(
        #[draw(1..=20)] nodes: usize,
        #[draw(vec((0..nodes, 0..nodes)))] edges: Vec<(usize, usize)>,
    ) {
        let component = components(nodes, &edges);
        assert!(edges.iter().all(|(a, b)| component[*a] == component[*b]));
    }

    #[derive(Debug, Clone)]
    struct Graph {
        nodes: Vec<String>,
        edges: Vec<(usize, usize)>,
    }

    impl Arbitrary for Graph {
        fn arbitrary(src: &mut Source) -> Self {
            let nodes = src.draw(vec("[a-z]{1,4}").len(1..=20).unique());
            let edges = src.draw(vec((index(&nodes), index(&nodes))));
            Graph { nodes, edges }
        }
    }

    #[property]
    fn edges_join_existing_nodes(graph: Graph) {
        assert!(graph.edges.iter().all(|(a, b)| a.max(b) < &graph.nodes.len()));
    }

    /// Edges without cycles: each leads from a node to one with a larger number.
    fn acyclic(nodes: usize) -> impl Generator<Value = Vec<(usize, usize)>> {
        vec(move |src: &mut Source| {
            let target = src.draw(1..nodes);
            let source = src.draw(0..target);
            (source, target)
        })
    }

    #[property]
    fn some_node_is_no_target(
        #[draw(2..=20)] nodes: usize,
        #[draw(acyclic(nodes))] edges: Vec<(usize, usize)>,
    ) {
        assert!((0..nodes).any(|node| edges.iter().all(|(_, target)| *target != node)));
    }

    #[test]
    fn edges_to_larger_numbers_stay_so_and_an_empty_range_panics() {
        let graphs = int(2..=20usize).then(|nodes| (just(nodes), acyclic(nodes)));
        let report = check(graphs).seed(1).database(Db::none()).run(|(nodes, edges)| {
            assert!(edges.iter().all(|(source, target)| source < target && *target < nodes));
            edges.iter().filter(|(source, _)| *source > 0).count() < 2
        });
        assert_eq!(report.failures()[0].value(), &(3, vec![(1, 2), (1, 2)]));
        let single = catch_unwind(|| {
            check(int(1..=1usize).then(acyclic)).seed(1).database(Db::none()).run(|_| true)
        });
        let panic = single.expect_err("there is no target");
        let message = panic.downcast_ref::<String>().expect("a text");
        super::assert_said("`the range 1..1 is empty`");
        assert!(message.contains("the range 1..1 is empty"), "{message}");
    }

    #[test]
    fn references_stay_valid_while_a_graph_is_reduced() {
        for seed in 1..=5 {
            let is_loose = |graph: Graph| {
                let far = graph.edges.iter().filter(|(a, b)| a.abs_diff(*b) > 1).count();
                assert!(graph.edges.iter().all(|(a, b)| a.max(b) < &graph.nodes.len()));
                far < 2
            };
            let report = check(any::<Graph>()).seed(seed).database(Db::none()).run(is_loose);
            let graph = report.failures()[0].value();
            assert_eq!((graph.nodes.len(), graph.edges.len()), (3, 2), "{graph:?}");
        }
    }
}

mod loops {
    use super::assert_said;
    use disprove::prelude::*;
    use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

    /// The weights of boxes that hold 10, filled in order.
    fn boxes(weights: &[u32]) -> Vec<u32> {
        let mut boxes = vec![0];
        for weight in weights {
            match boxes.last_mut() {
                Some(last) if *last + weight <= 10 => *last += weight,
                _ => boxes.push(*weight),
            }
        }
        boxes
    }

    #[property]
    fn no_box_is_too_heavy(src: &mut Source) {
        let mut weights = Vec::new();
        while weights.iter().sum::<u32>() < 100 {
            weights.push(src.draw(1..=9));
        }
        assert!(boxes(&weights).iter().all(|weight| *weight <= 10));
    }

    /// Of each case: draws until they are the simplest for good, and all draws.
    fn draws(length: usize) -> Vec<(usize, usize)> {
        let all = Rc::new(RefCell::new(Vec::new()));
        let counts = Rc::clone(&all);
        let endless = move |src: &mut Source| -> u8 {
            src.draw(vec(any::<bool>()).len(length));
            counts.borrow_mut().push((0, 0));
            loop {
                let n = src.draw(any::<u64>());
                let mut counts = counts.borrow_mut();
                let last = counts.last_mut().expect("this case");
                last.1 += 1;
                if n > 0 {
                    last.0 = last.1;
                }
            }
        };
        let report = check(endless).seed(1).cases(1).max_executions(20).database(Db::none());
        assert_eq!(report.run(|_| true).verdict(), Verdict::GaveUp);
        all.take()
    }

    #[test]
    fn a_case_has_as_many_draws_as_the_page_says() {
        for (free, most) in draws(0) {
            assert!((32_000..33_000).contains(&free), "{free}");
            assert!((65_000..66_000).contains(&most), "{most}");
        }
        assert_said("After about 32,000 draws");
        assert_said("after about 65,000 draws");
        // A length that is set adds to it.
        assert!(draws(10_000).iter().all(|(free, most)| *free > 60_000 && *most > 90_000));
        assert!(draws(64).iter().all(|(free, _)| *free < 33_000));
    }

    #[property]
    #[should_panic(expected = "inputs exceeded the size budget of a case")]
    fn a_loop_that_never_ends_gives_up(src: &mut Source) {
        while src.draw(0..=9) < 10 {}
    }

    thread_local! {
        static BESIDE_AN_EXAMPLE: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
    }

    macro_rules! draws_beside_an_example {
        ($name:ident, $seed:literal) => {
            #[property(test = false, cases = 1, seed = $seed)]
            #[example(7)]
            fn $name(#[draw(7..=7)] n: u8, src: &mut Source) {
                let drawn: u64 = src.draw(any());
                assert_eq!(n, 7);
                BESIDE_AN_EXAMPLE.with_borrow_mut(|all| all.insert(drawn));
            }
        };
    }

    draws_beside_an_example!(with_the_first_seed, 1);
    draws_beside_an_example!(with_the_second_seed, 2);

    #[test]
    fn the_draws_beside_an_example_depend_on_the_seed() {
        let drawn = |run: fn()| {
            run();
            BESIDE_AN_EXAMPLE.take()
        };
        let [first, again, second] =
            [with_the_first_seed, with_the_first_seed, with_the_second_seed].map(drawn);
        assert!(first == again && first != second, "{first:?} {second:?}");
    }
}

mod inverses {
    use disprove::prelude::*;

    /// Degrees Celsius that exist, drawn in kelvin.
    fn celsius() -> impl Generator<Value = i32> {
        int(0..400).map_with(|kelvin| kelvin - 273, |celsius: &i32| Some(celsius + 273))
    }

    /// Rounded to whole degrees.
    fn fahrenheit(celsius: i32) -> i32 {
        (celsius * 9 + 2) / 5 + 32
    }

    #[property]
    #[example(-40)]
    fn fahrenheit_is_never_below_absolute_zero(#[draw(celsius())] celsius: i32) {
        assert!(fahrenheit(celsius) >= -460);
    }

    #[test]
    fn an_example_is_reduced_if_the_conversion_has_an_inverse() {
        let run = |generator: Boxed<'static, i32>| {
            let check = check(generator).cases(1).seed(1).database(Db::none());
            check.example(|| 90).run(|celsius| celsius < 20)
        };
        let report = run(celsius().boxed());
        assert_eq!(report.failures()[0].value(), &20);
        let report = run(int(0..400).map(|kelvin| kelvin - 273).boxed());
        assert_eq!(report.failures()[0].value(), &90);
        let said =
            "Not reduced: its generator cannot encode this value; use `map_with` instead of `map`";
        assert!(report.to_string().contains(said), "{report}");
    }
}

mod lengths {
    use disprove::prelude::*;

    #[property]
    fn names_are_short(
        #[draw("[A-Za-z]{0,20}")] name: String,
        #[draw(text().alphabet("[a-z0-9]").len(..=20))] id: String,
    ) {
        assert!(name.len() <= 20 && id.len() <= 20);
        assert!(name.chars().all(|c| c.is_ascii_alphabetic()));
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    }
}
