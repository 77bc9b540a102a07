//! proptest through its own runner, nothing written to disk.

use crate::reduce::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
    problems::{
        binheap::{self, Binheap, Heap, node},
        bound5::Bound5,
        calculator::{Calculator, Expr},
        equal,
        parser::{Exp, Function, MAX_BUDGET, Module, Operator, Parser, Program, Statement},
        reverse::Reverse,
        sum46::{self, Sum46},
    },
};
use ::proptest::collection::vec;
use ::proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use ::proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner,
};

/// Without a cap some reductions take minutes.
const STEPS: u32 = 100_000;

/// A problem whose inputs proptest has a strategy for.
pub trait InProptest: Problem {
    fn strategy() -> BoxedStrategy<Self::Value>;
}

/// The reduction of the first failure this seed leads to.
pub fn run<P: InProptest>(seed: u64) -> Option<Ending> {
    probe::start();
    let config = Config {
        cases: super::CASES as u32,
        failure_persistence: None,
        max_shrink_iters: STEPS,
        max_local_rejects: u32::MAX,
        max_global_rejects: u32::MAX,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let property = |value: P::Value| match probe::judge::<P>(&value) {
        Judgement::Holds => Ok(()),
        Judgement::Outside => Err(TestCaseError::reject("outside")),
        Judgement::Fails => Err(TestCaseError::fail("it fails")),
    };
    match TestRunner::new_with_rng(config, rng).run(&P::strategy(), property) {
        Err(TestError::Fail(_, value)) => Some(probe::end::<P>(&value)),
        _ => None,
    }
}

impl InProptest for Bound5 {
    fn strategy() -> BoxedStrategy<Self::Value> {
        any::<[Vec<i16>; 5]>().boxed()
    }
}

impl InProptest for Reverse {
    fn strategy() -> BoxedStrategy<Self::Value> {
        any::<Vec<i32>>().boxed()
    }
}

impl InProptest for Calculator {
    fn strategy() -> BoxedStrategy<Expr> {
        let pair = |(a, b)| (Box::new(a), Box::new(b));
        any::<i32>()
            .prop_map(Expr::Int)
            .prop_recursive(5, 32, 2, move |inner| {
                let pairs = (inner.clone(), inner).prop_map(pair);
                prop_oneof![
                    pairs.clone().prop_map(|(a, b)| Expr::Add(a, b)),
                    pairs.prop_map(|(a, b)| Expr::Div(a, b)),
                ]
            })
            .boxed()
    }
}

impl InProptest for Binheap {
    /// Keys are drawn as distances to those above: a strategy cannot depend on
    /// a key without losing most of its reduction.
    fn strategy() -> BoxedStrategy<Heap> {
        (0..=binheap::MAX_BUDGET).prop_flat_map(distances).prop_map(|heap| raised(heap, 0)).boxed()
    }
}

fn distances(budget: u32) -> BoxedStrategy<Heap> {
    if budget == 0 {
        return Just(None).boxed();
    }
    let child = distances(budget / 2);
    let node = (0..=binheap::MAX_KEY, child.clone(), child)
        .prop_map(|(key, left, right)| node(key, left, right));
    prop_oneof![1 => Just(None), 7 => node].boxed()
}

fn raised(heap: Heap, least: i32) -> Heap {
    let node_below = heap?;
    let key = least + node_below.key;
    node(key, raised(node_below.left, key), raised(node_below.right, key))
}

impl InProptest for Parser {
    fn strategy() -> BoxedStrategy<Program> {
        let names = || "[a-z]{1,3}";
        let lists = || vec(names(), 0..10);
        let modules = (lists(), lists()).prop_map(|(imports, exports)| Module { imports, exports });
        let exps = (0..=MAX_BUDGET).prop_flat_map(within).boxed();
        let statements = prop_oneof![
            exps.clone().prop_map(Statement::Return),
            (names(), exps.clone()).prop_map(|(name, exp)| Statement::Assign(name, exp)),
            (names(), exps.clone()).prop_map(|(name, exp)| Statement::Alloc(name, exp)),
        ];
        let functions = (names(), vec(exps, 0..10), vec(statements, 0..10))
            .prop_map(|(name, arguments, body)| Function { name, arguments, body });
        (vec(modules, 0..10), vec(functions, 0..10))
            .prop_map(|(modules, functions)| Program { modules, functions })
            .boxed()
    }
}

fn within(budget: u32) -> BoxedStrategy<Exp> {
    if budget == 0 {
        return prop_oneof![any::<i32>().prop_map(Exp::Int), any::<bool>().prop_map(Exp::Bool)]
            .boxed();
    }
    let half = within(budget / 2).prop_map(Box::new).boxed();
    let operators = ::proptest::sample::select(&Operator::ALL[..]);
    let binary = (operators, half.clone(), half.clone());
    prop_oneof![
        600 => binary.prop_map(|(operator, a, b)| Exp::Binary(operator, a, b)),
        10 => half.prop_map(Exp::Not),
    ]
    .boxed()
}

impl InProptest for Sum46 {
    fn strategy() -> BoxedStrategy<Vec<u16>> {
        vec(any::<u16>(), 0..=sum46::LONGEST).boxed()
    }
}

impl InProptest for equal::Bytes {
    fn strategy() -> BoxedStrategy<Vec<u8>> {
        any::<Vec<u8>>().boxed()
    }
}

impl InProptest for equal::Text {
    fn strategy() -> BoxedStrategy<(String, String)> {
        ("[a-z]*", "[a-z]*").boxed()
    }
}

impl InProptest for equal::List {
    fn strategy() -> BoxedStrategy<Vec<u32>> {
        vec(0..equal::NUMBERS, 0..=equal::LONGEST).boxed()
    }
}
