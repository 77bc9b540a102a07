//! Runs a program a given number of times, in this process or in measured child processes.

use super::program::{plain, traced};
use disprove::{prelude::*, trace};
use std::hint::black_box;

/// Runs a program in this process; the measured child processes call it.
pub fn one(program: &str, place: &str, way: &str, cases: u64) -> Result<(), String> {
    match (program, way) {
        ("tree", "plain") => trees(place, cases, plain::tree),
        ("tree", "traced") => trees(place, cases, traced::tree),
        ("tree", "recorded") => trees(place, cases, |keys| recorded(|| traced::tree(keys))),
        ("parser", "plain") => texts(place, cases, plain::parsed),
        ("parser", "traced") => texts(place, cases, traced::parsed),
        ("parser", "recorded") => texts(place, cases, |text| recorded(|| traced::parsed(text))),
        ("matcher", "plain") => lines(place, cases, plain::matched),
        ("matcher", "traced") => lines(place, cases, traced::matched),
        ("matcher", "recorded") => lines(place, cases, |text| recorded(|| traced::matched(text))),
        // With compiler probes, if the build has them.
        ("tree", "covered") => trees(place, cases, |keys| recorded(|| plain::tree(keys))),
        ("parser", "covered") => texts(place, cases, |text| recorded(|| plain::parsed(text))),
        ("matcher", "covered") => lines(place, cases, |text| recorded(|| plain::matched(text))),
        _ => return Err(format!("There is no program `{program}` in the way `{way}`.")),
    }
    Ok(())
}

fn recorded<R>(body: impl FnOnce() -> R) -> R {
    let (value, recording) = trace::record(body);
    assert!(!recording.events().is_empty());
    value
}

/// Inserts keys and looks them up.
#[inline(never)]
fn trees(place: &str, cases: u64, run: impl Fn(&[u32]) -> usize) {
    if place == "alone" {
        let keys: Vec<u32> = (0..200_u32).map(|n| n.wrapping_mul(2_654_435_761) >> 16).collect();
        (0..cases).for_each(|_| assert!(run(black_box(&keys)) > 0));
        return;
    }
    let keys =
        check(vec(any::<u32>())).seed(7).cases(cases).database(Db::none()).search(Search::Random);
    let report = keys.run(|keys: Vec<u32>| run(black_box(&keys)) >= keys.len());
    assert_eq!(report.cases(), cases, "the run ended early");
}

/// Parses a sum of products.
#[inline(never)]
fn texts(place: &str, cases: u64, run: impl Fn(&[u8]) -> Option<u64>) {
    if place == "alone" {
        let text = ["12*(3+4)+5*67+(8+(9*10)+1)*2+345"; 8].join("+");
        (0..cases).for_each(|_| assert!(run(black_box(text.as_bytes())).is_some()));
        return;
    }
    let texts = check("[0-9]([0-9]|[+*][0-9(]|\\))*")
        .seed(7)
        .cases(cases)
        .database(Db::none())
        .search(Search::Random);
    let report = texts.run(|text: String| run(black_box(text.as_bytes())) != Some(u64::MAX));
    assert_eq!(report.cases(), cases, "the run ended early");
}

/// Searches a text for a pattern.
#[inline(never)]
fn lines(place: &str, cases: u64, run: impl Fn(&[u8]) -> usize) {
    if place == "alone" {
        let text = ["so a1b2, xaab9 and ab0."; 8].join(" ");
        (0..cases).for_each(|_| assert!(run(black_box(text.as_bytes())) > 0));
        return;
    }
    let lines = check("[ab0-9 .]*").seed(7).cases(cases).database(Db::none());
    let report = lines
        .search(Search::Random)
        .run(|text: String| run(black_box(text.as_bytes())) <= text.len());
    assert_eq!(report.cases(), cases, "the run ended early");
}
