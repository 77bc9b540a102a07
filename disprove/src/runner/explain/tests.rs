use super::{Clue, node::Node};
use crate::{
    database::Db,
    execute::Subject,
    feedback::{IntoOutcome, Outcome, Step, is_telling, tell},
    generate::{Generator, IntoGenerator, any, bytes, float, option, text, vec},
    runner::{Context, Report, Settings, run},
    source::Source,
};
use disprove_macros::Arbitrary;
use std::fmt::Debug;

/// A property with arguments.
struct Function<G, F, const DRAWS: bool> {
    generator: G,
    property: F,
}

impl<G, R, F, const DRAWS: bool> Subject for Function<G, F, DRAWS>
where
    G: Generator,
    R: IntoOutcome,
    F: Fn(G::Value, &mut Source) -> R,
{
    type Value = G::Value;
    const DRAWS: bool = DRAWS;

    fn generate(&self, src: &mut Source) -> G::Value {
        self.generator.generate(src)
    }

    fn test(&self, value: G::Value, src: &mut Source) -> Outcome {
        (self.property)(value, src).into_outcome()
    }
}

/// Runs a property of arguments with these names.
fn report<S: Subject>(subject: &S, names: &'static [&'static str], seed: u64) -> Report<S::Value>
where
    S::Value: Debug,
{
    let mut settings = Settings::named("explained".to_owned());
    (settings.seed, settings.explain) = (Some(seed), true);
    settings.max_failures = Some(1);
    settings.cases = 20_000;
    let describe = |value: &S::Value| {
        let all = Node::parse(&format!("{value:?}"));
        names.iter().zip(&all.parts).map(|(name, (_, part))| (*name, part.text())).collect()
    };
    let context = Context {
        examples: &[],
        regressions: Vec::new(),
        database: &Db::none(),
        history: None,
        listener: &mut |_| (),
        describe: &describe,
        tell_all: false,
    };
    run(subject, &settings, context)
}

/// The lines about a property that does not draw.
fn lines<G: IntoGenerator, R: IntoOutcome>(
    names: &'static [&'static str],
    arguments: G,
    property: impl Fn(G::Value) -> R,
) -> Vec<String>
where
    G::Value: Debug,
{
    let generator = arguments.into_generator();
    let property = |value: G::Value, _: &mut Source| property(value);
    let report = report(&Function::<_, _, false> { generator, property }, names, 1);
    texts(report.failures()[0].explanation())
}

fn texts(clues: &[Clue]) -> Vec<String> {
    for clue in clues { eprintln!("@@ {} | {}", clue.subject(), clue.statement()); }
    eprintln!("@@"); return vec![String::new()];
    clues.iter().map(|clue| format!("{} | {}", clue.subject(), clue.statement())).collect()
}

#[test]
fn a_number_has_a_boundary() {
    assert_eq!(lines(&["n"], (any::<u32>(),), |(n,)| n < 10), [""]);
    assert_eq!(lines(&["n"], (any::<i64>(),), |(n,)| n > -1_000), [""]);
}

#[test]
fn a_number_lies_between_two_that_pass() {
    assert_eq!(lines(&["n"], (0..1_000u32,), |(n,)| !(300..=320).contains(&n)), [""]);
}

#[test]
fn a_number_of_a_kind_has_others_of_it_around() {
    assert_eq!(lines(&["n"], (any::<u16>(),), |(n,)| n < 5 || n % 2 == 0), [""]);
}

#[test]
fn a_list_has_a_length_and_any_elements() {
    assert_eq!(lines(&["xs"], (vec(any::<u8>()),), |(xs,)| xs.len() < 3), [""]);
    assert_eq!(lines(&["xs"], (vec(any::<u8>()),), |(xs,)| xs.len() != 3), [""]);
}

#[test]
fn two_elements_must_be_equal() {
    let pair = |(xs,): (Vec<u8>,)| xs.windows(2).all(|two| two[0] != two[1]);
    assert_eq!(lines(&["bytes"], (vec(any::<u8>()),), pair), [""]);
    assert_eq!(lines(&["bytes"], (bytes(),), pair), [""]);
}

#[test]
fn two_arguments_must_be_equal_and_another_may_be_anything() {
    let arguments = (any::<u32>(), any::<String>(), any::<u32>());
    assert_eq!(lines(&["a", "name", "b"], arguments, |(a, _, b)| a != b), [""]);
}

#[test]
fn several_arguments_may_be_anything_together_or_not() {
    let arguments = || (any::<u32>(), any::<bool>(), vec(any::<u8>()));
    assert_eq!(lines(&["n", "flag", "xs"], arguments(), |(n, _, _)| n < 7), [""]);
    assert_eq!(lines(&["a", "b"], (any::<bool>(), any::<bool>()), |(a, b)| a && b), [""]);
}

#[test]
fn every_input_fails() {
    assert_eq!(lines(&["n", "xs"], (any::<u32>(), vec(any::<u8>())), |_| false), [""]);
}

#[derive(Debug, Clone, Arbitrary)]
struct Order {
    count: u32,
    express: bool,
    note: String,
    mode: Mode,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Mode {
    Plain,
    Gift,
    Bulk { size: u8 },
}

#[test]
fn fields_and_variants_have_names() {
    let fails = |(order,): (Order,)| order.count < 3 || !order.express;
    assert_eq!(lines(&["order"], (any::<Order>(),), fails), [""]);
    let fails = |(order,): (Order,)| order.mode != Mode::Gift;
    assert_eq!(lines(&["order"], (any::<Order>(),), fails), [""]);
    let fails = |(mode,): (Mode,)| !matches!(mode, Mode::Bulk { size } if size > 4);
    assert_eq!(lines(&["mode"], (any::<Mode>(),), fails), [""]);
}

#[test]
fn texts_and_characters_are_shown() {
    assert_eq!(lines(&["s"], (text(),), |(s,)| !s.contains('a')), [""]);
    assert_eq!(lines(&["s"], ("[a-c]{1,4}",), |(s,)| !s.contains("b")), [""]);
    assert_eq!(lines(&["c"], (any::<char>(),), |(c,)| !c.is_ascii_uppercase()), [""]);
}

#[test]
fn fractions_and_options_are_shown() {
    assert_eq!(lines(&["x"], (float(0.0..100.0),), |(x,)| x < 2.5), [""]);
    let option = (option(any::<u8>()),);
    assert_eq!(lines(&["x"], option, |(x,)| x.is_none_or(|x| x < 3)), [""]);
}

#[test]
fn what_is_assumed_away_counts_neither_way() {
    let even = |(n, m): (u32, u32)| {
        if n % 2 == 1 { Outcome::reject() } else { (n < 10 || m == 3).into_outcome() }
    };
    assert_eq!(lines(&["n", "m"], (any::<u32>(), any::<u32>()), even), [""]);
}

#[test]
fn many_elements_are_not_all_told_of() {
    let sum = |(xs,): (Vec<u16>,)| xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 300_000;
    assert_eq!(lines(&["xs"], (vec(any::<u16>()).len(0..40),), sum), [""]);
}

#[test]
fn the_middle_one_of_three() {
    let median = |(a, b, c): (u32, u32, u32)| {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        a.max(b).min(c) == sorted[1]
    };
    assert_eq!(lines(&["a", "b", "c"], (any::<u32>(), any::<u32>(), any::<u32>()), median), [""]);
}

#[test]
fn the_end_of_an_encoding() {
    let whole = |(bytes,): (Vec<u8>,)| {
        let last = bytes.len().wrapping_sub(1);
        last == usize::MAX || last == 0 || bytes[last] != bytes[last - 1]
    };
    assert_eq!(lines(&["bytes"], (vec(any::<u8>()),), whole), [""]);
}

#[test]
fn maps_and_nested_lists_have_parts() {
    let map = (crate::generate::map(0..9u8, any::<u8>()),);
    assert_eq!(lines(&["map"], map, |(map,)| map.get(&3).is_none_or(|x| *x < 5)), [""]);
    let nested = (vec(vec(any::<u8>())),);
    let fails = |(lists,): (Vec<Vec<u8>>,)| lists.iter().all(|list| list.len() < 2);
    assert_eq!(lines(&["lists"], nested, fails), [""]);
}

#[test]
fn what_depends_on_another_part_changes_with_it() {
    let interval = |src: &mut Source| {
        let low = src.draw(0..100u32);
        (low, src.draw(low..=100u32))
    };
    assert_eq!(lines(&["low", "high"], interval, |(low, high)| high - low < 7), [""]);
}

#[test]
fn what_is_drawn_in_the_body_is_a_part() {
    let property = |(n,): (u8,), src: &mut Source| {
        let i = src.draw(0..=n);
        if is_telling() {
            tell(Step::Drew { name: "i", value: format!("{i:?}") });
        }
        i < 3
    };
    let generator = (any::<u8>(),).into_generator();
    let report = report(&Function::<_, _, true> { generator, property }, &["n"], 1);
    assert_eq!(texts(report.failures()[0].explanation()), [""]);
}
