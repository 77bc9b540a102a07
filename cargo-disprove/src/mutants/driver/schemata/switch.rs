//! The module that each crate gets: which alternative is selected, and which were reached.

use crate::mutants::compiled::VARIABLE;
use std::fmt::Write as _;

/// The variable with the number of the selected alternative.
pub(super) const SELECTED: &str = "DISPROVE_MUTANT";

/// The variable with the file for the numbers of alternatives that are reached.
pub(super) const REACHED: &str = "DISPROVE_REACHED";

/// The variable with the largest number of calls. A process with more hangs, and ends.
pub(super) const MOST: &str = "DISPROVE_MUTANT_CALLS";

/// The exit code of a process that hangs.
pub(super) const HANGS: i32 = 97;

/// What precedes a number of calls in the file of [`REACHED`]. It is written at powers of two.
pub(super) const COUNT: char = '#';

/// Whether an alternative is selected, as an expression. It has a mark, which the compiler lists if it compiles the code.
pub(super) fn is_selected(number: u32) -> String {
    format!("({} == {number})", selected(&[number]))
}

/// The number of the selected alternative, as an expression; any other number if it is none of these. It has their marks.
pub(super) fn selected(numbers: &[u32]) -> String {
    let mut marks = String::new();
    for number in numbers {
        let _ = write!(marks, "let _ = option_env!(\"{VARIABLE}{number}\"); ");
    }
    format!("crate::disprove_mutants::selected({{ {marks}&{numbers:?} }})")
}

/// The module, for alternatives with numbers up to `last`. The variables are read once per process. Its count of calls
/// may miss some of other threads.
pub(super) fn module(last: u32) -> String {
    format!(
        r#"
mod disprove_mutants {{
    extern crate std;
    use self::std::{{
        env, fs, io::Write, process,
        option::Option::Some,
        result::Result::Ok,
        sync::atomic::{{AtomicBool, AtomicU32, AtomicU64, Ordering::{{Acquire, Relaxed, Release}}}},
    }};

    const UNKNOWN: u32 = u32::MAX;
    const RECORDED: u32 = UNKNOWN - 1;
    static SELECTED: AtomicU32 = AtomicU32::new(UNKNOWN);
    // Calls that are left; none before the variables are read, and while calls are recorded.
    static LEFT: AtomicU64 = AtomicU64::new(0);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static SEEN: [AtomicBool; {last} + 1] = [const {{ AtomicBool::new(false) }}; {last} + 1];

    // Without optimization each access of an atomic is a call, so there are few.
    #[inline]
    pub(crate) fn selected(numbers: &[u32]) -> u32 {{
        let left = LEFT.load(Relaxed);
        if left == 0 {{
            return rare(numbers);
        }}
        LEFT.store(left - 1, Relaxed);
        match SELECTED.load(Relaxed) {{
            // Another thread is reading the variables.
            UNKNOWN => rare(numbers),
            number => number,
        }}
    }}

    #[cold]
    fn rare(numbers: &[u32]) -> u32 {{
        match SELECTED.load(Acquire) {{
            UNKNOWN => {{
                read();
                selected(numbers)
            }}
            RECORDED => {{
                for number in numbers {{
                    if !SEEN[*number as usize].swap(true, Relaxed) {{
                        record(self::std::format!("{{number}}\n"));
                    }}
                }}
                let count = COUNT.fetch_add(1, Relaxed) + 1;
                if count.is_power_of_two() {{
                    record(self::std::format!("{COUNT}{{count}}\n"));
                }}
                0
            }}
            // Another thread may have read the variables meanwhile.
            _ if LEFT.load(Relaxed) > 0 => selected(numbers),
            _ => process::exit({HANGS}),
        }}
    }}

    fn read() {{
        let number = env::var("{SELECTED}").ok().and_then(|text| text.parse().ok());
        let usual = if env::var_os("{REACHED}").is_some() {{ RECORDED }} else {{ 0 }};
        let number = number.unwrap_or(usual);
        if number != RECORDED {{
            let most = env::var("{MOST}").ok().and_then(|text| text.parse().ok());
            LEFT.store(most.unwrap_or(u64::MAX), Relaxed);
        }}
        SELECTED.store(number, Release);
    }}

    fn record(line: self::std::string::String) {{
        if let Some(path) = env::var_os("{REACHED}") {{
            if let Ok(mut file) = fs::OpenOptions::new().append(true).create(true).open(path) {{
                let _ = file.write_all(line.as_bytes());
            }}
        }}
    }}
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::{HANGS, MOST, SELECTED, module};
    use std::{env, fs, process::Command};

    /// Two threads ask at nearly the same moment, before the variables are read, again and again.
    const MAIN: &str = "
use std::{hint::spin_loop, sync::atomic::{AtomicU32, Ordering::SeqCst}};

static ROUND: AtomicU32 = AtomicU32::new(0);
static DONE: AtomicU32 = AtomicU32::new(0);

fn ask(count: u32) {
    for _ in 0..count {
        // A panic would leave the other thread waiting.
        if disprove_mutants::selected(&[1, 2]) != 2 {
            std::process::exit(1);
        }
    }
}

fn main() {
    let count: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 1..=20_000 {
                while ROUND.load(SeqCst) < round {
                    spin_loop();
                }
                for _ in 0..round % 200 {
                    spin_loop();
                }
                ask(count);
                DONE.store(round, SeqCst);
            }
        });
        for round in 1..=20_000 {
            disprove_mutants::LEFT.store(0, SeqCst);
            disprove_mutants::SELECTED.store(disprove_mutants::UNKNOWN, SeqCst);
            ROUND.store(round, SeqCst);
            ask(count);
            while DONE.load(SeqCst) < round {
                spin_loop();
            }
        }
    });
}
";

    #[test]
    fn threads_that_start_together_do_not_hang_and_those_that_ask_too_often_do() {
        let folder = env::temp_dir().join(format!("disprove-switch-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (source, program) = (folder.join("main.rs"), folder.join("program"));
        let module = module(2)
            .replace("    static ", "    pub static ")
            .replace("    const ", "    pub const ");
        fs::write(&source, MAIN.to_owned() + &module).expect("written");
        let compiled = Command::new("rustc")
            .args(["--edition=2024", "-Awarnings", "-o"])
            .args([&program, &source])
            .status();
        assert!(compiled.expect("rustc is installed").success());
        let code = |count: &str| {
            let mut command = Command::new(&program);
            command.arg(count).env(SELECTED, "2").env(MOST, "1000");
            command.status().expect("it starts").code()
        };
        assert_eq!(code("2"), Some(0));
        assert_eq!(code("100000"), Some(HANGS));
        fs::remove_dir_all(folder).expect("removed");
    }
}
