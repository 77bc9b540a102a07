//! Explanations agree with the runs they are based on.

use super::report;
use crate::{
    explain::{
        ExplanationItem,
        debug_node::DebugNode,
        difference::{ParsedInput, PartPath, difference, distance, name, node_at},
    },
    generator::{any, vec},
    property::check,
    random::{Random, uniform},
    runner::Failure,
    source::Source,
};
use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
};

type Value = (u8, bool, Vec<u8>);

const NAMES: [&str; 3] = ["n", "flag", "xs"];

/// A random property that fails where all of its conditions hold.
#[derive(Clone, Copy)]
struct Conditions {
    least: u8,
    most: u8,
    remainder: Option<u8>,
    flag: Option<bool>,
    length: usize,
    pair: bool,
    longer_than_number: bool,
}

impl Conditions {
    fn random(number: u64) -> Conditions {
        let mut random = Random::for_case(number, 77);
        let mut below = |end: u64| uniform(random.word(), end - 1) as u8;
        Conditions {
            least: if below(2) == 0 { 0 } else { below(30) },
            most: if below(3) == 0 { 30 + below(30) } else { u8::MAX },
            remainder: (below(4) == 0).then(|| below(3)),
            flag: (below(2) == 0).then(|| below(2) == 1),
            length: if below(2) == 0 { 0 } else { below(4).into() },
            pair: below(3) == 0,
            longer_than_number: below(6) == 0,
        }
    }

    fn hold(&self, (n, flag, xs): &Value) -> bool {
        (self.least..=self.most).contains(n)
            && self.remainder.is_none_or(|remainder| n % 3 == remainder)
            && self.flag.is_none_or(|wanted| *flag == wanted)
            && xs.len() >= self.length
            && (!self.pair || xs.windows(2).any(|two| two[0] == two[1]))
            && (!self.longer_than_number || xs.len() > usize::from(*n))
    }
}

fn parsed(value: &Value) -> ParsedInput {
    let all = DebugNode::parse(&format!("{value:?}"));
    NAMES.iter().zip(all.parts).map(|(name, (_, node))| ((*name).to_owned(), node)).collect()
}

/// The runs that explained a failure.
struct Runs {
    input: ParsedInput,
    /// Each input, the parts that differ, and whether it passed.
    others: Vec<(ParsedInput, Vec<PartPath>, bool)>,
}

impl Runs {
    /// Whether a part is one of these, or inside one.
    fn is_in(&self, path: &PartPath, parts: &[String]) -> bool {
        (1..=path.len()).any(|length| parts.contains(&name(&self.input, &path[..length])))
    }

    /// The runs in which only these parts differ.
    fn within<'a>(
        &'a self,
        parts: &'a [String],
    ) -> impl Iterator<Item = &'a (ParsedInput, Vec<PartPath>, bool)> {
        self.others.iter().filter(|(_, paths, _)| {
            !paths.is_empty() && paths.iter().all(|path| self.is_in(path, parts))
        })
    }

    /// Whether there is a run with this result in which only this part differs, and has such a value.
    fn has(&self, part: &str, passed: bool, is_value: &dyn Fn(&DebugNode) -> bool) -> bool {
        self.others.iter().any(|(input, paths, ended)| {
            let [path] = &paths[..] else { return false };
            let node = node_at(input, path);
            name(&self.input, path) == *part && *ended == passed && node.is_some_and(is_value)
        })
    }

    /// Whether no run that passed had an input more similar than this one.
    fn is_nearest(&self, value: &Value) -> bool {
        let of = |other| distance(&self.input, other, &difference(&self.input, other));
        let passed = self.others.iter().filter(|(.., passed)| *passed);
        passed.map(|(other, ..)| of(other)).min() == Some(of(&parsed(value)))
    }

    /// Whether the runs support an item.
    fn support(&self, item: &ExplanationItem) -> bool {
        match item {
            ExplanationItem::AnyInput { tried } => {
                self.others.iter().all(|(.., passed)| !passed) && *tried >= 10
            }
            ExplanationItem::Equal { parts, fails } => {
                let alone_passes = |part: &String| {
                    self.within(std::slice::from_ref(part)).all(|(.., passed)| *passed)
                };
                let is_equal = |(input, paths, _): &&(ParsedInput, Vec<PartPath>, bool)| {
                    let names: Vec<String> =
                        paths.iter().map(|path| name(&self.input, path)).collect();
                    let first = paths.first().and_then(|path| node_at(input, path));
                    names == *parts && paths.iter().all(|path| node_at(input, path) == first)
                };
                let equal: Vec<_> = self.others.iter().filter(is_equal).collect();
                let was_tried = |text: &String| {
                    equal.iter().any(|(input, paths, _)| {
                        let node = node_at(input, &paths[0]);
                        node.and_then(DebugNode::short).as_ref() == Some(text)
                    })
                };
                fails.len() >= 3
                    && parts.iter().all(alone_passes)
                    && equal.iter().all(|(.., passed)| !passed)
                    && fails.iter().all(was_tried)
            }
            ExplanationItem::Length { part, length, passes, fails } => {
                let has = |other: &usize, passed| {
                    *other != *length && self.has(part, passed, &|node| node.parts.len() == *other)
                };
                passes.iter().all(|other| has(other, true))
                    && fails.iter().all(|other| has(other, false))
                    && !passes.is_empty()
            }
            ExplanationItem::Value { part, passes, fails, .. } => {
                let has = |text: &String, passed| {
                    self.has(part, passed, &|node| node.short().as_deref() == Some(text))
                };
                passes.iter().all(|text| has(text, true))
                    && fails.iter().all(|text| has(text, false))
                    && !passes.is_empty()
            }
            ExplanationItem::Free { parts, tried, exhausted, together } => {
                let few = |part: &&String| {
                    let runs: Vec<_> = self.within(std::slice::from_ref(*part)).collect();
                    assert!(runs.iter().all(|(.., passed)| !passed), "{part} is not free");
                    (runs.len() as u64) < *tried
                };
                let mut runs = self.within(parts);
                let always = runs.all(|(.., passed)| !passed);
                let joint_result_agrees = together.is_none_or(|together| together == always);
                // Of a flag there is one other value, and of an element there are four.
                let all_values = |part: &String| {
                    let runs = self.within(std::slice::from_ref(part));
                    let values: HashSet<String> = runs
                        .map(|(input, paths, _)| format!("{:?}", node_at(input, &paths[0])))
                        .collect();
                    values.len() == if part == "flag" { 1 } else { 4 }
                };
                let are_enough = match *tried {
                    0 => *exhausted == parts.len() && parts.iter().all(all_values),
                    tried => tried >= 10,
                };
                are_enough && parts.iter().filter(few).count() <= *exhausted && joint_result_agrees
            }
            ExplanationItem::Elements { part, relevant, tried, length } => {
                let matters = |element: &usize| {
                    let part = format!("{part}[{element}]");
                    self.has(&part, true, &|_| true)
                };
                let found = (0..*length).filter(matters).count();
                *relevant > 0 && *relevant <= found && relevant <= tried && tried <= length
            }
            ExplanationItem::Order { .. } => false,
            ExplanationItem::Passing { .. } => true,
        }
    }
}

/// The input of a replay token.
fn replayed(token: &str) -> Value {
    let arguments = (any::<u8>(), any::<bool>(), vec(0..5u8));
    let input = RefCell::default();
    let check =
        check(arguments).replay(token).max_executions(1).database(crate::database::Db::none());
    assert_eq!(check.run(|value| *input.borrow_mut() = Some(value)).executions(), 1);
    input.take().expect("the input runs")
}

#[test]
fn the_runs_support_every_item() {
    let mut kinds = [0; 6];
    for number in 0..200 {
        let conditions = Conditions::random(number);
        let calls: RefCell<Vec<(Value, bool)>> = RefCell::default();
        let arguments = (any::<u8>(), any::<bool>(), vec(0..5u8));
        let property = |value: Value, _: &mut Source| {
            let passed = !conditions.hold(&value);
            calls.borrow_mut().push((value, passed));
            passed
        };
        let report = report::<false, _, _>(&NAMES, arguments, (number, 300), property);
        let [failure] = report.failures() else { continue };
        let mut calls = calls.take();
        let before = report.executions() + failure.reduction_runs();
        let explained = calls.split_off(before as usize);
        assert_eq!(explained.len() as u64, failure.explanation_runs());
        assert!(explained.len() <= 200 && failure.explanation().len() <= 6);
        let input = parsed(failure.value());
        let mut runs = Runs { input, others: Vec::new() };
        for (value, passed) in explained {
            let other = parsed(&value);
            let paths = difference(&runs.input, &other);
            runs.others.push((other, paths, passed));
        }
        for item in failure.explanation() {
            assert!(runs.support(item), "{number}: {:?}\n{item}\n{item:?}", failure.value());
            kinds[match item {
                ExplanationItem::AnyInput { .. } => 0,
                ExplanationItem::Equal { .. } => 1,
                ExplanationItem::Length { .. } => 2,
                ExplanationItem::Value { .. } | ExplanationItem::Elements { .. } => 3,
                ExplanationItem::Free { .. } => 4,
                ExplanationItem::Order { .. } => unreachable!("there are no calls"),
                ExplanationItem::Passing { replay_token, .. } => {
                    let value = replayed(replay_token);
                    assert!(!conditions.hold(&value), "{number}: {item}");
                    assert!(runs.is_nearest(&value), "{number}: {item}");
                    5
                }
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|count| *count > 5), "{kinds:?}");
}

fn explained(failure: &Failure<u32>) -> (usize, u64) {
    (failure.explanation().len(), failure.explanation_runs())
}

#[test]
fn runs_nothing_if_there_is_nothing_to_explain() {
    let none = (0, 0);
    let quiet = check(any::<u32>()).seed(1).run(|n| n < 10);
    assert_eq!(explained(&quiet.failures()[0]), none, "explain is off");
    let as_found = check(any::<u32>()).seed(1).explain(true).reduce(false).run(|n| n < 10);
    assert_eq!(explained(&as_found.failures()[0]), none, "the failure is not reduced");
    let calls = Cell::new(0);
    let flaky =
        check(any::<u32>()).seed(1).explain(true).run(|_| calls.replace(calls.get() + 1) != 5);
    assert_eq!(explained(&flaky.failures()[0]), none, "the failure is flaky");
}

#[test]
fn counts_the_run_of_a_failure_that_stops_failing() {
    let calls = Cell::new(0);
    let report = check(any::<u32>()).seed(1).explain(true).run(|n| {
        calls.set(calls.get() + 1);
        n < 10 || calls.get() > 60u64
    });
    let failure = &report.failures()[0];
    assert_eq!(
        calls.get(),
        report.executions() + failure.reduction_runs() + failure.explanation_runs()
    );
}

#[test]
fn the_same_seed_gives_the_same_explanation() {
    let explanation = || {
        let report =
            check((any::<i32>(), vec(any::<u8>()))).seed(5).explain(true).run(|(n, xs)| {
                assert!(n < 100 || xs.len() < 2, "both are large");
            });
        (report.failures()[0].explanation().to_vec(), report.failures()[0].explanation_runs())
    };
    assert_eq!(explanation(), explanation());
}

#[test]
fn does_not_explain_values_whose_debug_panics() {
    struct Odd(u32);

    impl std::fmt::Debug for Odd {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("never printed")
        }
    }

    let odd = crate::generator::Generator::map(any::<u32>(), Odd);
    let report = check(odd).seed(1).explain(true).run(|odd: Odd| odd.0 < 10);
    assert_eq!(report.failures()[0].explanation(), []);
}

#[test]
fn explains_large_inputs_within_the_budget() {
    let lists = vec(vec(any::<u8>()).len(1..)).len(0..200);
    let report = check(lists).seed(1).explain(true).max_failures(1).run(|lists| lists.len() < 120);
    let failure = &report.failures()[0];
    assert_eq!(failure.value().len(), 120);
    assert!((1..=200).contains(&failure.explanation_runs()), "{}", failure.explanation_runs());
    assert!(failure.explanation().len() <= 6);
}
