//! Signals at random moments of every phase of a hunt, and of a test that uses `isolate`.

use super::{
    Attack,
    events::{Events, judge_saved},
    process::{ProcessEnd, wait_for},
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use rustix::process::Signal;
use std::{os::unix::process::ExitStatusExt, thread, time::Duration};

/// Failing properties whose reductions take a while: in the process, with a process for each candidate, and with a time
/// limit that most candidates reach.
const FAILING: [&str; 3] = ["panics", "aborts", "hangs"];
const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn panics(list: Vec<u16>) {
    std::thread::sleep(std::time::Duration::from_millis(2));
    assert!(list.iter().map(|n| u64::from(*n)).sum::<u64>() < 50_000, "too much");
}

#[property]
fn aborts(list: Vec<u16>) {
    if list.iter().map(|n| u64::from(*n)).sum::<u64>() >= 50_000 { std::process::abort() }
}

#[property]
fn hangs(list: Vec<u8>) {
    if list.len() >= 2 && list[0] > 100 { loop { std::hint::spin_loop() } }
}

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a) }
"#;

/// When the signal is sent.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// After the start of the tool: it builds and lists.
    Start,
    /// After the start of the search.
    Search,
    /// After the first failure, while it is reduced.
    Reduction,
    /// When the time of the hunt is up.
    End,
}

impl Phase {
    const ALL: [Phase; 4] = [Phase::Start, Phase::Search, Phase::Reduction, Phase::End];

    /// The short form sends its signal during a reduction, where most can be lost.
    fn of(round: u32, is_short: bool) -> Phase {
        if is_short { Phase::Reduction } else { Phase::ALL[round as usize % 4] }
    }

    /// The span of random delays after the phase has begun, in milliseconds.
    fn delays(self) -> std::ops::Range<u64> {
        match self {
            Phase::Start => 0..400,
            Phase::Search => 0..1_500,
            Phase::Reduction => 0..1_500,
            Phase::End => HUNT_SECONDS * 1_000 - 100..HUNT_SECONDS * 1_000 + 1_000,
        }
    }
}

/// Duration of a hunt: longer than it takes to find each failure.
const HUNT_SECONDS: u64 = 4;
/// Time until a phase begins, and until a hunt with a signal ends.
const DEADLINE: Duration = Duration::from_secs(120);

pub fn kill(attack: &Attack) -> Result<Tally, String> {
    hunts(attack, Signal::KILL, Tally::new("SIGKILL"))
}

pub fn terminate(attack: &Attack) -> Result<Tally, String> {
    hunts(attack, Signal::TERM, Tally::new("SIGTERM"))
}

pub fn interrupt(attack: &Attack) -> Result<Tally, String> {
    hunts(attack, Signal::INT, Tally::new("SIGINT"))
}

/// Starts a hunt in each round, and sends it the signal.
fn hunts(attack: &Attack, signal: Signal, tally: Tally) -> Result<Tally, String> {
    let sandbox = Sandbox::new(&attack.tool, "signals", &[("props", PROPERTIES)])?;
    let mut tally = tally.by("random moments");
    let mut random = attack.random(&format!("{signal:?}"));
    for round in 0..attack.rounds {
        let phase = Phase::of(round, attack.is_short);
        let property = FAILING[random.usize(..FAILING.len())];
        let delay = Duration::from_millis(random.u64(phase.delays()));
        let what = format!("round {round}, {property}, {phase:?} + {delay:?}");
        sandbox.reset();
        tally.attempt();
        let (name, time) = (format!("::{property}"), format!("{HUNT_SECONDS}s"));
        let arguments =
            ["hunt", &name, "::holds", "--time", &time, "--case-time", "1s", "-j", "2", "--json"];
        let mut hunt = sandbox.start(&mut sandbox.tool(&arguments), "hunt")?;
        wait_for(DEADLINE, &mut || {
            let events = Events::read(&hunt.output());
            let begun = match phase {
                Phase::Start => true,
                Phase::Search | Phase::End => events.started,
                Phase::Reduction => events.know(property) || sandbox.has_saved(property),
            };
            begun || hunt.has_ended()
        });
        thread::sleep(delay);
        let was_known = Events::read(&hunt.output()).know(property) || sandbox.has_saved(property);
        hunt.signal(signal);
        let ended = hunt.finish(DEADLINE);
        if was_known {
            judge_known(&mut tally, &what, &sandbox, property, &ended);
        }
        let events = Events::read(&ended.output);
        if events.know("holds") {
            tally.harm(Harm::False, format!("{what}: `holds` is reported: {}", ended.summary()));
        }
        judge_saved(&mut tally, &what, &sandbox, &[], &["holds"]);
        if signal == Signal::KILL {
            // Nobody can remove the folder of a killed process at once; the next hunt must.
            sandbox.run(&mut sandbox.tool(&["hunt", "::holds", "--time", "100ms"]), DEADLINE)?;
        }
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}

/// Judges a failure that was known when the signal came.
fn judge_known(
    tally: &mut Tally,
    what: &str,
    sandbox: &Sandbox,
    property: &str,
    ended: &ProcessEnd,
) {
    let missing = missing(sandbox.has_saved(property), property, ended);
    if missing.is_empty() {
        tally.found(1);
    } else {
        let missing = missing.join(", not ");
        tally.harm(Harm::Lost, format!("{what}: not {missing}: {}", ended.summary()));
    }
}

/// A known failure is saved. If the tool could end in order, it is also reported and in the exit code.
fn missing(is_saved: bool, property: &str, ended: &ProcessEnd) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if !is_saved {
        missing.push("saved");
    }
    // A process that `SIGKILL` ended reports nothing, and has no exit code. Other signals are no excuse.
    let ended_by = ended.status.and_then(|status| status.signal());
    if ended_by != Some(Signal::KILL.as_raw()) {
        if !Events::read(&ended.output).findings.iter().any(|found| found == property) {
            missing.push("reported");
        }
        if ended.code() != Some(1) {
            missing.push("in the exit code");
        }
    }
    missing
}

/// Kills a test binary at random moments while its property runs in another process.
pub fn kill_test(attack: &Attack) -> Result<Tally, String> {
    let properties = PROPERTIES.replace("#[property]", "#[property(isolate = \"1s\")]");
    let sandbox = Sandbox::new(&attack.tool, "killed-tests", &[("props", &properties)])?;
    let binary = sandbox.binary("props")?;
    let mut tally = Tally::new("SIGKILL under isolate").by("random moments");
    let mut random = attack.random("isolate");
    for round in 0..attack.rounds {
        let property = FAILING[random.usize(..FAILING.len())];
        let delay = Duration::from_millis(random.u64(0..1_000));
        let what = format!("round {round}, {property}, {delay:?}");
        sandbox.reset();
        tally.attempt();
        let test = sandbox.start(&mut sandbox.test(&binary, property), "test")?;
        thread::sleep(delay);
        let was_saved = sandbox.has_saved(property);
        test.signal(Signal::KILL);
        let ended = test.finish(DEADLINE);
        match (was_saved, sandbox.has_saved(property)) {
            (true, true) => tally.found(1),
            (true, false) => {
                tally.harm(Harm::Lost, format!("{what}: not saved: {}", ended.summary()));
            }
            (false, _) => {}
        }
        judge_saved(&mut tally, &what, &sandbox, &[], &["holds"]);
        sandbox.run(&mut sandbox.test(&binary, "holds"), DEADLINE)?;
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::{Phase, missing};
    use crate::attack::process::ProcessEnd;
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    #[test]
    fn a_known_failure_must_be_saved_and_reported_unless_the_tool_is_killed() {
        let finding = "{\"event\":\"finding\",\"property\":\"a::f\"}\n";
        let missing = |is_saved, status, output: &str| {
            let status = Some(ExitStatus::from_raw(status));
            let ended = ProcessEnd { status, output: output.to_owned(), errors: String::new() };
            missing(is_saved, "f", &ended).join(", ")
        };
        let (failed, succeeded, killed, terminated) = (1 << 8, 0, 9, 15);
        assert_eq!(missing(true, failed, finding), "");
        assert_eq!(missing(false, failed, finding), "saved");
        assert_eq!(missing(true, failed, ""), "reported");
        assert_eq!(missing(true, succeeded, finding), "in the exit code");
        assert_eq!(missing(true, killed, ""), "");
        assert_eq!(missing(false, killed, ""), "saved");
        assert_eq!(missing(true, terminated, ""), "reported, in the exit code");
    }

    #[test]
    fn signals_are_sent_in_all_phases() {
        let phases =
            |is_short| format!("{:?}", [0, 1, 2, 3].map(|round| Phase::of(round, is_short)));
        assert_eq!(phases(false), "[Start, Search, Reduction, End]");
        assert_eq!(phases(true), "[Reduction, Reduction, Reduction, Reduction]");
    }
}
