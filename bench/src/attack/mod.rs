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
    /// The form for CI: a part of the fault matrix, a signal of each kind during a reduction, and some hostile files.
    pub short: bool,
}

impl Options {
    fn rounds(&self) -> u32 {
        self.rounds.unwrap_or(if self.short { 1 } else { ROUNDS })
    }
}

/// What each attack needs.
pub struct Attack {
    tool: Tool,
    seed: u64,
    rounds: u32,
    is_short: bool,
}

impl Attack {
    fn new(tool: Tool, options: &Options) -> Attack {
        let fresh = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        Attack {
            tool,
            seed: options.seed.unwrap_or_else(fresh),
            rounds: options.rounds(),
            is_short: options.short,
        }
    }

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

/// The attacks that the command line selects.
fn selected(options: &Options) -> Vec<Row> {
    let wanted = options.only.as_deref().unwrap_or_default();
    let is_wanted = |name: &str| wanted.split(',').any(|part| name.contains(part));
    let all = ATTACKS.into_iter().filter(|(.., is_short)| *is_short || !options.short);
    all.filter(|(name, ..)| is_wanted(name)).collect()
}

/// Runs the selected attacks; fails if any did harm.
pub fn run(options: &Options) -> Result<(), String> {
    let attack = Attack::new(Tool::build()?, options);
    let mut rows = Vec::new();
    println!("seed {}, {} rounds", attack.seed, attack.rounds);
    for (name, make, _) in selected(options) {
        let start = Instant::now();
        rows.push(
            make(&attack).map_err(|why| format!("the attack `{name}` cannot be made: {why}"))?,
        );
        eprintln!("{name}: {:.0} s", start.elapsed().as_secs_f64());
    }
    if rows.is_empty() {
        let names = ATTACKS.map(|(name, ..)| name).join("`, `");
        let wanted = options.only.as_deref().unwrap_or_default();
        return Err(format!("no attack has `{wanted}` in its name; known: `{names}`"));
    }
    let details = tally::details(&rows, attack.seed, attack.rounds, attack.is_short);
    println!("\n{}{details}", tally::table(&rows));
    println!("{}", tally::verdict(&rows)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ATTACKS, Attack, Options, ROUNDS, Tool, run, selected};
    use crate::attack::hostile::ADDRESS_SPACE;

    #[test]
    fn attacks_are_selected_by_parts_of_their_names() {
        let names = |only: Option<&str>, short: bool| -> Vec<&str> {
            let only = only.map(str::to_owned);
            let rows = selected(&Options { only, short, ..Options::default() });
            rows.into_iter().map(|(name, ..)| name).collect()
        };
        assert_eq!(names(Some("SIGTERM,disk"), false), ["SIGTERM", "disk full"]);
        assert_eq!(names(Some("SIGTERM,disk"), true), ["SIGTERM"]);
        assert_eq!(names(None, false).len(), ATTACKS.len());
        // The page describes these as well.
        let beside = ["SIGKILL under isolate", "clock backwards", "binary replaced"];
        for name in beside {
            assert_eq!(names(Some(name), false), [name]);
        }
        let files =
            ["hostile tokens", "hostile entries", "hostile regressions", "hostile settings"];
        assert_eq!(names(Some("hostile"), false), files);
        let faults = ["faults under hunt", "faults under isolate"];
        let others = ["SIGKILL", "SIGTERM", "SIGINT", "hostile regressions"];
        assert_eq!(names(None, true), [&faults[..], &others].concat());
        assert_eq!(names(None, true).len(), 6);
        let count = ATTACKS.len();
        let overview = include_str!("../../../book/src/evidence/overview.md");
        assert!(overview.contains(&format!("attacks the tool in {count} ways")));
        let page = include_str!("../../../book/src/evidence/reliability.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&format!("CI runs six of its {count} attacks")));
        assert_eq!(names(Some("two hunts at once,hunt beside cargo test"), false).len(), 2);
        assert!(page.contains("**Two hunts at once**, and **a hunt beside `cargo test`**"));
    }

    #[test]
    fn a_seed_repeats_the_random_moments_of_each_attack() {
        let numbers = |seed, name| {
            let options = Options { seed: Some(seed), ..Options::default() };
            let mut random = Attack::new(Tool::default(), &options).random(name);
            [(); 3].map(|()| random.u64(..))
        };
        assert_eq!(numbers(7, "disk"), numbers(7, "disk"));
        assert_ne!(numbers(7, "disk"), numbers(8, "disk"));
    }

    #[test]
    fn the_page_states_rounds_and_address_space() {
        let rounds = |rounds, short| {
            let options = Options { rounds, short, ..Options::default() };
            Attack::new(Tool::default(), &options).rounds
        };
        assert_eq!((rounds(None, false), rounds(None, true)), (ROUNDS, 1));
        assert_eq!((rounds(Some(7), false), rounds(Some(7), true)), (7, 7));
        let page = include_str!("../../../book/src/evidence/reliability.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let space = format!("with {} MiB of address space", ADDRESS_SPACE >> 10);
        for part in [format!("(default {ROUNDS})"), space] {
            assert!(page.contains(&part), "{part}");
        }
    }

    #[test]
    fn a_short_attack_does_no_harm() {
        run(&Options { short: true, seed: Some(1), ..Options::default() }).expect("no harm");
    }
}
