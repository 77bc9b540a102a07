//! Several tools on one workspace: two hunts, and a hunt beside `cargo test`.

use super::{
    Attack,
    events::{Events, judge, judge_saved},
    process::wait_for,
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use std::time::Duration;

const FAILING: [&str; 2] = ["panics", "aborts"];
const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn panics(list: Vec<u8>) { assert!(list.len() < 6, "too long") }

#[property]
fn aborts(list: Vec<u8>) { if list.len() > 3 && list[2] > 200 { std::process::abort() } }

#[property]
fn climbs(list: Vec<u8>) { target!(list.iter().filter(|n| **n == 7).count()) }

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a) }
"#;
const HOLDING: [&str; 2] = ["climbs", "holds"];

/// A hunt that ends when it has found both failures.
const UNTIL_FOUND: [&str; 6] = ["hunt", "--json", "--time", "60s", "--findings", "2"];
/// A hunt that lasts longer than the tests.
const STEADY: [&str; 4] = ["hunt", "--json", "--time", "10s"];
const DEADLINE: Duration = Duration::from_secs(180);

/// Rounds of attacks that take several seconds each: a tenth.
fn rounds(attack: &Attack) -> u32 {
    attack.rounds.div_ceil(10)
}

pub fn two_hunts(attack: &Attack) -> Result<Tally, String> {
    let sandbox = Sandbox::new(&attack.tool, "hunts", &[("props", PROPERTIES)])?;
    let mut tally = Tally::new("two hunts at once").by("one database");
    for round in 0..rounds(attack) {
        sandbox.reset();
        tally.attempt();
        let one = sandbox.start(&mut sandbox.tool(&UNTIL_FOUND), "one")?;
        let other = sandbox.start(&mut sandbox.tool(&UNTIL_FOUND), "other")?;
        for (name, hunt) in [("one", one), ("other", other)] {
            let what = format!("round {round}, {name}");
            judge(&mut tally, &what, &hunt.finish(DEADLINE), &FAILING, &HOLDING);
        }
        judge_saved(&mut tally, &format!("round {round}"), &sandbox, &FAILING, &HOLDING);
        tally.left_behind(sandbox.left_behind(), &format!("round {round}"));
    }
    Ok(tally)
}

pub fn cargo_test(attack: &Attack) -> Result<Tally, String> {
    let properties =
        PROPERTIES.replace("#[property]\nfn aborts", "#[property(isolate)]\nfn aborts");
    let sandbox = Sandbox::new(&attack.tool, "beside", &[("props", &properties)])?;
    let mut tally = Tally::new("hunt beside cargo test").by("one database");
    for round in 0..rounds(attack) {
        let what = format!("round {round}");
        sandbox.reset();
        tally.attempt();
        let mut hunt = sandbox.start(&mut sandbox.tool(&STEADY), "hunt")?;
        wait_for(DEADLINE, &mut || Events::read(&hunt.output()).started || hunt.has_ended());
        let test = sandbox.start(&mut sandbox.cargo(&["test", "--test", "props"]), "test")?;
        let test = test.finish(DEADLINE);
        for property in FAILING {
            if test.output.contains(&format!("test {property} ... FAILED")) {
                tally.found(1);
            } else {
                let summary = test.summary();
                tally.harm(
                    Harm::Lost,
                    format!("{what}: `{property}` passes `cargo test`: {summary}"),
                );
            }
        }
        for property in HOLDING {
            if !test.output.contains(&format!("test {property} ... ok")) {
                let summary = test.summary();
                tally.harm(
                    Harm::False,
                    format!("{what}: `{property}` fails `cargo test`: {summary}"),
                );
            }
        }
        judge(&mut tally, &what, &hunt.finish(DEADLINE), &FAILING, &HOLDING);
        judge_saved(&mut tally, &what, &sandbox, &FAILING, &HOLDING);
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}
