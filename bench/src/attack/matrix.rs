//! The fault matrix under `hunt` and under `#[property(isolate)]`.

use super::{
    Attack,
    events::{Events, judge, judge_saved},
    faults::{Expected, FAULTS, FaultyProperty, HEAD},
    process::ProcessEnd,
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use std::time::Duration;

/// Duration of a hunt for a failure, which ends at the first one.
const SEARCH_TIME: &str = "30s";
/// Duration of a hunt of a property that holds.
const HOLD_TIME: &str = "2s";
/// Memory limit in MiB: the property that leaks reaches it soon.
const MEMORY: &str = "1024";
/// Much longer than a hunt takes with its last reduction.
const DEADLINE: Duration = Duration::from_secs(180);

fn selected(attack: &Attack) -> Vec<FaultyProperty> {
    FAULTS.into_iter().filter(|fault| fault.is_short || !attack.is_short).collect()
}

fn code(faults: &[FaultyProperty], attribute: &str) -> String {
    let properties: String = faults.iter().map(|fault| fault.code(attribute)).collect();
    format!("{HEAD}{properties}")
}

/// A property without a fault runs beside each fault: no fault may harm it.
const NEIGHBOR: &str = "#[property]\nfn innocent(n: u64) { assert_eq!(n ^ n, 0) }\n";

/// One hunt for each fault.
pub fn hunted(attack: &Attack) -> Result<Tally, String> {
    let faults = selected(attack);
    let text = code(&faults, "#[property]") + NEIGHBOR;
    let sandbox = Sandbox::new(&attack.tool, "hunted", &[("faults", &text)])?;
    let mut tally = Tally::new("faults under hunt");
    for fault in &faults {
        let (fails, holds): (&[&str], &[&str]) = match fault.hunted {
            Expected::Found => (&[fault.name], &["innocent"]),
            Expected::Holds => (&[], &[fault.name, "innocent"]),
        };
        let limits = ["--case-time", "1s", "--memory", MEMORY, "--json"];
        let end: &[&str] = match fault.hunted {
            Expected::Found => &["--time", SEARCH_TIME, "--findings", "1"],
            Expected::Holds => &["--time", HOLD_TIME],
        };
        let name = format!("::{}", fault.test());
        let arguments = [&["hunt", &name, "::innocent"], &limits[..], end].concat();
        sandbox.reset();
        tally.attempt();
        let hunt = sandbox.run(&mut sandbox.tool(&arguments), DEADLINE)?;
        let Events { started, properties, .. } = Events::read(&hunt.output);
        if started && properties != 2 {
            return Err(format!("{properties} properties are hunted: {}", hunt.summary()));
        }
        judge(&mut tally, fault.name, &hunt, fails, holds);
        judge_saved(&mut tally, fault.name, &sandbox, &[], holds);
        tally.left_behind(sandbox.left_behind(), fault.name);
        judge_output(&mut tally, fault.name, &hunt);
    }
    Ok(tally)
}

/// One test run for each fault.
pub fn isolated(attack: &Attack) -> Result<Tally, String> {
    let faults: Vec<FaultyProperty> =
        selected(attack).into_iter().filter(|fault| fault.isolated.is_some()).collect();
    let source = code(&faults, "#[property(isolate = \"1s\")]");
    let sandbox = Sandbox::new(&attack.tool, "isolated", &[("faults", &source)])?;
    let binary = sandbox.binary("faults")?;
    let mut tally = Tally::new("faults under isolate");
    for fault in &faults {
        sandbox.reset();
        tally.attempt();
        let mut test = sandbox.test(&binary, &fault.test());
        // A slow property needs no 500 cases to hold.
        if fault.isolated == Some(Expected::Holds) {
            test.env("DISPROVE_TIME", HOLD_TIME);
        }
        let ended = sandbox.run(&mut test, DEADLINE)?;
        let has_run = ended.output.contains("running 1 test");
        match (fault.isolated, ended.code()) {
            (Some(Expected::Found), Some(101)) if has_run => tally.found(1),
            (Some(Expected::Holds), Some(0)) if has_run => {}
            (Some(Expected::Found), _) => {
                tally.harm(Harm::Lost, format!("`{}` passes: {}", fault.name, ended.summary()));
            }
            _ => tally.harm(Harm::False, format!("`{}` fails: {}", fault.name, ended.summary())),
        }
        if fault.isolated == Some(Expected::Holds) {
            judge_saved(&mut tally, fault.name, &sandbox, &[], &[fault.name]);
        }
        tally.left_behind(sandbox.left_behind(), fault.name);
        judge_output(&mut tally, fault.name, &ended);
    }
    Ok(tally)
}

/// Text of a property must not command the terminal of its user.
fn judge_output(tally: &mut Tally, what: &str, ended: &ProcessEnd) {
    if [&ended.output, &ended.errors].iter().any(|text| text.contains('\x1b')) {
        tally.harm(Harm::False, format!("{what}: a terminal sequence reaches the output"));
    }
}
