//! The command `attack`: harms the tool in every way that users and machines do, and counts what it loses, invents and
//! leaves behind.

mod clock;
mod disk;
mod events;
mod faults;
mod hostile;
mod matrix;
pub mod process;
mod replaced;
pub mod sandbox;
mod signals;
mod tally;
mod together;

use sandbox::Tool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tally::Tally;

/// What the command line selects.
#[derive(Default)]
pub struct Options {
    /// Seed of the random moments and files (default: a fresh one).
    pub seed: Option<u64>,
    /// Attempts of each attack that is repeated (default 50; 1 in the short form).
    pub rounds: Option<u32>,
    /// Only attacks whose names contain one of these parts, separated by commas.
    pub only: Option<String>,
    /// The form for CI: a part of the fault matrix, a signal of each kind during a reduction, and some hostile files. The
    /// tests of the tool cover the rest.
    pub short: bool,
}

/// What each attack needs.
pub struct Attack {
    tool: Tool,
    seed: u64,
    rounds: u32,
    is_short: bool,
}

impl Attack {
    /// The random numbers of one attack: the same for the same seed, whichever other attacks run.
    fn random(&self, name: &str) -> fastrand::Rng {
        let salt = name.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31) ^ u64::from(byte));
        fastrand::Rng::with_seed(self.seed ^ salt)
    }
}

/// An attack, its name, and whether the short form has it.
type Row = (&'static str, fn(&Attack) -> Result<Tally, String>, bool);

/// All attacks, in the order of the table.
const ATTACKS: [Row; 15] = [
    ("faults under hunt", matrix::hunted, true),
    ("faults under isolate", matrix::isolated, true),
    ("SIGKILL", signals::kill, true),
    ("SIGTERM", signals::terminate, true),
    ("SIGINT", signals::interrupt, true),
    ("SIGKILL under isolate", signals::kill_test, false),
    ("disk full", disk::run, false),
    ("clock backwards", clock::run, false),
    ("binary replaced", replaced::run, false),
    ("two hunts at once", together::two_hunts, false),
    ("hunt beside cargo test", together::cargo_test, false),
    ("hostile tokens", hostile::tokens, false),
    ("hostile entries", hostile::entries, false),
    ("hostile regressions", hostile::regressions, true),
    ("hostile settings", hostile::settings, false),
];

/// Rounds of the attacks that are repeated.
const ROUNDS: u32 = 50;

/// Runs the selected attacks; fails if any did harm.
pub fn run(options: &Options) -> Result<(), String> {
    let fresh = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let attack = Attack {
        tool: Tool::build()?,
        seed: options.seed.unwrap_or_else(fresh),
        rounds: options.rounds.unwrap_or(if options.short { 1 } else { ROUNDS }),
        is_short: options.short,
    };
    let wanted = options.only.as_deref().unwrap_or_default();
    let mut rows = Vec::new();
    println!("seed {}, {} rounds", attack.seed, attack.rounds);
    let is_wanted = |name: &str| wanted.split(',').any(|part| name.contains(part));
    for (name, make, is_short) in ATTACKS {
        if !is_wanted(name) || attack.is_short && !is_short {
            continue;
        }
        let start = Instant::now();
        rows.push(
            make(&attack).map_err(|why| format!("the attack `{name}` cannot be made: {why}"))?,
        );
        eprintln!("{name}: {:.0} s", start.elapsed().as_secs_f64());
    }
    if rows.is_empty() {
        let names = ATTACKS.map(|(name, ..)| name).join("`, `");
        return Err(format!("no attack has `{wanted}` in its name; known: `{names}`"));
    }
    println!("\n{}{}", tally::table(&rows), tally::details(&rows, attack.seed));
    if rows.iter().all(Tally::is_harmless) {
        println!("Nothing was lost or left behind, and no finding was false.");
        Ok(())
    } else {
        Err("The attack did harm; see above.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, run};

    #[test]
    fn a_short_attack_does_no_harm() {
        run(&Options { short: true, seed: Some(1), ..Options::default() }).expect("no harm");
    }
}
