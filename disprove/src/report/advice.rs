//! The text of each piece of advice.

use super::value::short_name;
use crate::{
    humanize::{count, plural},
    runner::Advice,
    source::FixedSize,
};
use std::fmt;

impl fmt::Display for Advice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::MostlyRejected { executions, cases, unreached, places } => {
                mostly_rejected(out, *executions, *cases, *unreached, places)
            }
            Advice::DoesNotFit(FixedSize { name, length, is_on_stack }) => {
                let name = short_name(name);
                match (is_on_stack, name.starts_with('[')) {
                    (true, _) => write!(
                        out,
                        "`{name}` does not fit on the stack of this thread: make the array itself an \
                         argument of a `#[property]`, which then runs with a larger stack, or use a `Vec`"
                    ),
                    (false, true) => write!(
                        out,
                        "`{name}` exceeded the size budget of a case: use a shorter array, or smaller elements"
                    ),
                    (false, false) => write!(
                        out,
                        "a `{name}` of at least {} exceeded the size budget of a case: set a smaller length \
                         with `.len(..)`, or generate smaller elements",
                        plural(*length as u64, "element")
                    ),
                }
            }
            Advice::TooLarge { executions, unreached } => write!(
                out,
                "{} of {} inputs exceeded the size budget of a case: limit lengths with `.len(..)`, and \
                 give recursive generators a base case",
                count(*unreached),
                count(*executions)
            ),
            Advice::TooSlow { per_case } => {
                write!(out, "a case takes {per_case:?}: generate smaller inputs, or lower `cases`")
            }
            Advice::FewDistinct { cases, distinct } => write!(
                out,
                "only {} of {} cases were distinct: widen the generator, or lower `cases`",
                count(*distinct),
                count(*cases)
            ),
            Advice::RejectedStep { place, broke: false, times } => write!(
                out,
                "the `neighbor` function at {place} returned a value that its generator cannot produce, \
                 {}: keep it in range, and map values with `map_with` instead of `map`",
                plural(*times, "time")
            ),
            Advice::RejectedStep { place, broke: true, times } => write!(
                out,
                "the `neighbor` function at {place} panicked or rejected the value, {}: return a value \
                 for every value of its generator",
                plural(*times, "time")
            ),
            Advice::UnusedSeeds { unencoded, misplaced } => {
                out.write_str("`seed!` could not use ")?;
                if *unencoded > 0 {
                    write!(
                        out,
                        "{} that the generator cannot produce{}",
                        plural(*unencoded, "value"),
                        if *misplaced > 0 { ", and " } else { "" }
                    )?;
                }
                if *misplaced > 0 {
                    let values = plural(*misplaced, "value");
                    write!(out, "{values} without a place in the arguments")?;
                }
                out.write_str(": pass a value that an argument could have, and its generator if that is not `any`")
            }
            Advice::Nonsense { name, times, cases } => {
                let name = if name.is_empty() { String::new() } else { format!(" `{name}`") };
                write!(
                    out,
                    "the score{name} of `target!` or `minimize!` was not a number in {} of {}: the search \
                     ignores it there; pass a number, or skip the call",
                    count(*times),
                    plural(*cases, "case")
                )
            }
        }
    }
}

fn mostly_rejected(
    out: &mut fmt::Formatter<'_>,
    executions: u64,
    cases: u64,
    unreached: u64,
    places: &[(String, u64)],
) -> fmt::Result {
    let only = if cases == 0 { "none".to_owned() } else { format!("only {}", count(cases)) };
    let tried = count(executions);
    let unmet: u64 = places.iter().map(|(_, times)| times).sum();
    // The generator may contain `assume!`, too.
    if unreached * 2 > executions && unmet * 2 < unreached {
        return write!(
            out,
            "{only} of {tried} inputs passed the filters of the generator: construct valid \
             values with `map` or `then` instead of filtering"
        );
    }
    let were = if cases == 1 { "was" } else { "were" };
    match cases {
        // The others were rejected without `assume!`, or in another process, which does not say where.
        0 if unmet * 2 < executions => out.write_str(
            "no input was accepted: the property rejected all of them, or no rule of a state machine could \
             be called; generate inputs that meet the condition, or add a rule that can be called first",
        ),
        0 => write!(
            out,
            "no input was accepted: `assume!` {}; generate inputs that meet the condition",
            rejections(places)
        ),
        _ if unmet * 2 < executions - cases => write!(
            out,
            "{only} of {tried} inputs {were} accepted by the property: generate inputs that meet its condition"
        ),
        _ => write!(
            out,
            "{only} of {tried} inputs {were} accepted by `assume!` ({}): generate inputs that meet the condition",
            rejections(places)
        ),
    }
}

/// Places of `assume!` to name: the first ones reject most.
const MOST_PLACES: usize = 3;

/// Which `assume!` rejected how many inputs.
fn rejections(places: &[(String, u64)]) -> String {
    let (named, others) = places.split_at(places.len().min(MOST_PLACES));
    let named = named.iter().map(|(place, times)| format!("at {place} rejected {}", count(*times)));
    let mut all: Vec<String> = named.collect();
    if !others.is_empty() {
        let times = others.iter().map(|(_, times)| times).sum();
        let places = plural(others.len() as u64, "other place");
        all.push(format!("at {places} {}", count(times)));
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Advice, FixedSize};
    use crate::humanize::assert_said;
    use std::time::Duration;

    fn rejected(cases: u64, places: &[(&str, u64)]) -> Advice {
        let places = places.iter().map(|(place, times)| ((*place).to_owned(), *times)).collect();
        Advice::MostlyRejected { executions: 50_000, cases, unreached: 0, places }
    }

    fn filtered() -> Advice {
        Advice::MostlyRejected { executions: 600, cases: 1, unreached: 599, places: Vec::new() }
    }

    #[test]
    fn every_piece_of_advice_says_what_to_do() {
        let place = || "a.rs:1:2".to_owned();
        let sized = |name, is_on_stack| FixedSize { name, length: 3_000_000, is_on_stack };
        for (advice, expected) in [
            (
                rejected(12, &[("a.rs:7:5", 24_993)]),
                "only 12 of 50,000 inputs were accepted by the property: generate inputs that meet its condition",
            ),
            (
                rejected(12, &[("a.rs:7:5", 24_994)]),
                "only 12 of 50,000 inputs were accepted by `assume!` (at a.rs:7:5 rejected 24,994): generate inputs \
                 that meet the condition",
            ),
            (
                rejected(12, &[("a.rs:7:5", 49_000), ("a.rs:9:5", 988)]),
                "only 12 of 50,000 inputs were accepted by `assume!` (at a.rs:7:5 rejected 49,000, at a.rs:9:5 \
                 rejected 988): generate inputs that meet the condition",
            ),
            (
                rejected(0, &[("a", 40_000), ("b", 6_000), ("c", 2_000), ("d", 1_500), ("e", 500)]),
                "no input was accepted: `assume!` at a rejected 40,000, at b rejected 6,000, at c rejected 2,000, \
                 at 2 other places 2,000; generate inputs that meet the condition",
            ),
            (
                rejected(1, &[("a.rs:7:5", 49_999)]),
                "only 1 of 50,000 inputs was accepted by `assume!` (at a.rs:7:5 rejected 49,999): generate inputs \
                 that meet the condition",
            ),
            (
                filtered(),
                "only 1 of 600 inputs passed the filters of the generator: construct valid values with `map` or \
                 `then` instead of filtering",
            ),
            (
                rejected(0, &[("a.rs:7:5", 24_999)]),
                "no input was accepted: the property rejected all of them, or no rule of a state machine could be \
                 called; generate inputs that meet the condition, or add a rule that can be called first",
            ),
            (
                Advice::DoesNotFit(sized("[my::Row; 3000000]", false)),
                "`[Row; 3000000]` exceeded the size budget of a case: use a shorter array, or smaller elements",
            ),
            (
                Advice::DoesNotFit(sized("[u8; 3000000]", true)),
                "`[u8; 3000000]` does not fit on the stack of this thread: make the array itself an argument of a \
                 `#[property]`, which then runs with a larger stack, or use a `Vec`",
            ),
            (
                Advice::DoesNotFit(sized("alloc::vec::Vec<u64>", false)),
                "a `Vec<u64>` of at least 3,000,000 elements exceeded the size budget of a case: set a smaller \
                 length with `.len(..)`, or generate smaller elements",
            ),
            (
                Advice::TooLarge { executions: 500, unreached: 500 },
                "500 of 500 inputs exceeded the size budget of a case: limit lengths with `.len(..)`, and give \
                 recursive generators a base case",
            ),
            (
                Advice::TooSlow { per_case: Duration::from_millis(200) },
                "a case takes 200ms: generate smaller inputs, or lower `cases`",
            ),
            (
                Advice::FewDistinct { cases: 500, distinct: 7 },
                "only 7 of 500 cases were distinct: widen the generator, or lower `cases`",
            ),
            (
                Advice::RejectedStep { place: place(), broke: false, times: 2 },
                "the `neighbor` function at a.rs:1:2 returned a value that its generator cannot produce, 2 times: \
                 keep it in range, and map values with `map_with` instead of `map`",
            ),
            (
                Advice::RejectedStep { place: place(), broke: true, times: 1 },
                "the `neighbor` function at a.rs:1:2 panicked or rejected the value, 1 time: return a value for \
                 every value of its generator",
            ),
            (
                Advice::UnusedSeeds { unencoded: 1, misplaced: 2 },
                "`seed!` could not use 1 value that the generator cannot produce, and 2 values without a place in the \
                 arguments: pass a value that an argument could have, and its generator if that is not `any`",
            ),
            (
                Advice::UnusedSeeds { unencoded: 0, misplaced: 1 },
                "`seed!` could not use 1 value without a place in the arguments: pass a value that an argument could \
                 have, and its generator if that is not `any`",
            ),
            (
                Advice::Nonsense { name: "mean", times: 3, cases: 500 },
                "the score `mean` of `target!` or `minimize!` was not a number in 3 of 500 cases: the search \
                 ignores it there; pass a number, or skip the call",
            ),
        ] {
            assert_eq!(advice.to_string(), expected);
        }
    }

    #[test]
    fn the_book_quotes_the_advice() {
        let rejected = rejected(12, &[("a.rs:7:5", 49_988)]).to_string();
        let (rejected, _) = rejected.split_once(" (").expect("the places follow");
        let filtered = filtered().to_string();
        for page in ["faq.md", "guides/preconditions.md", "guides/steering.md"] {
            assert_said(page, rejected);
        }
        let part = "inputs passed the filters of the generator";
        assert!(filtered.contains(part), "{filtered}");
        assert_said("guides/preconditions.md", &format!("`.. {part}`"));
        assert_said("guides/steering.md", &format!("`.. {part}`"));
    }
}
