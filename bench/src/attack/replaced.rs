//! The test binary is replaced while a hunt runs it: rebuilt, truncated as by a linker, or missing for a moment.

use super::{
    Attack,
    events::{Events, judge, judge_saved},
    process::{marked, wait_for},
    sandbox::Sandbox,
    tally::Tally,
};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn late(n: u64) {
    std::thread::sleep(std::time::Duration::from_micros(200));
    assert!(n < u64::MAX / 200 * 199, "too large");
}

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a) }
"#;

const DEADLINE: Duration = Duration::from_secs(180);

/// A way to replace the binary.
#[derive(Clone, Copy, Debug)]
enum Way {
    Rebuilt,
    Truncated,
    Missing,
}

impl Way {
    fn of(round: u32) -> Way {
        [Way::Rebuilt, Way::Truncated, Way::Missing][round as usize % 3]
    }
}

pub fn run(attack: &Attack) -> Result<Tally, String> {
    let sandbox = Sandbox::new(&attack.tool, "replaced", &[("props", PROPERTIES)])?;
    let mut tally = Tally::new("binary replaced").by("rebuilt, truncated, missing");
    let mut random = attack.random("replaced");
    for round in 0..attack.rounds.div_ceil(5) {
        let way = Way::of(round);
        let delay = Duration::from_millis(random.u64(0..1_500));
        let what = format!("round {round}, {way:?} after {delay:?}");
        sandbox.reset();
        tally.attempt();
        let mut hunt =
            sandbox.start(&mut sandbox.tool(&["hunt", "--json", "--time", "8s"]), "hunt")?;
        let mut binary = None;
        wait_for(DEADLINE, &mut || {
            binary =
                Events::read(&hunt.output()).started.then(|| worker_binary(&sandbox)).flatten();
            binary.is_some() || hunt.has_ended()
        });
        let binary = binary.ok_or("the hunt started no worker")?;
        thread::sleep(delay);
        match way {
            Way::Rebuilt => {
                let edited = format!(
                    "{PROPERTIES}\n// Edit {round} of {}.\n#[test] fn new_{round}() {{}}\n",
                    attack.seed
                );
                sandbox.write("tests/props.rs", edited)?;
                let built =
                    sandbox.start(&mut sandbox.tool(&["hunt", "--list"]), "list")?.finish(DEADLINE);
                if built.code() != Some(0) {
                    return Err(format!("cannot build again: {}", built.summary()));
                }
            }
            Way::Truncated | Way::Missing => {
                let time = Duration::from_millis(random.u64(50..800));
                briefly(&binary, way, || thread::sleep(time))?;
            }
        }
        let ended = hunt.finish(DEADLINE);
        judge(&mut tally, &what, &ended, &["late"], &["holds"]);
        judge_saved(&mut tally, &what, &sandbox, &["late"], &["holds"]);
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}

/// The program of a worker.
fn worker_binary(sandbox: &Sandbox) -> Option<PathBuf> {
    marked(sandbox.root()).into_iter().find_map(|pid| {
        let path = fs::read_link(format!("/proc/{pid}/exe")).ok()?;
        let is_test = path.file_name()?.to_str()?.starts_with("props-");
        (is_test && path.is_file()).then_some(path)
    })
}

/// Replaces the binary until a pause ends. Running processes keep the old one.
fn briefly(binary: &Path, way: Way, pause: impl FnOnce()) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("cannot replace {}: {why}", binary.display());
    let aside = binary.with_extension("aside");
    fs::rename(binary, &aside).map_err(failed)?;
    let replaced = match way {
        Way::Truncated => {
            let bytes = fs::read(&aside).map_err(failed)?;
            fs::write(binary, &bytes[..bytes.len() / 3])
                .and_then(|()| fs::set_permissions(binary, fs::metadata(&aside)?.permissions()))
        }
        _ => Ok(()),
    };
    pause();
    fs::rename(&aside, binary).map_err(failed)?;
    replaced.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::{Way, briefly};
    use std::fs;

    #[test]
    fn a_binary_is_rebuilt_truncated_or_missing() {
        let ways = [0, 1, 2].map(|round| format!("{:?}", Way::of(round)));
        assert_eq!(ways, ["Rebuilt", "Truncated", "Missing"]);
        let name = format!("disprove-replaced-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, "a program").expect("written");
        let length = || fs::metadata(&path).ok().map(|file| file.len());
        for (way, expected) in [(Way::Truncated, Some(3)), (Way::Missing, None)] {
            let mut meanwhile = length();
            briefly(&path, way, || meanwhile = length()).expect("replaced");
            assert_eq!((meanwhile, length()), (expected, Some(9)), "{way:?}");
        }
        fs::remove_file(path).expect("removed");
    }
}
