//! The module that each crate gets: which alternative is selected, and which were reached.

use crate::mutants::compiled::VARIABLE;

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
    format!(
        "crate::disprove_mutants::is({{ let _ = option_env!(\"{VARIABLE}{number}\"); {number} }})"
    )
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
        sync::atomic::{{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed}},
    }};

    const UNKNOWN: u32 = u32::MAX;
    const RECORDED: u32 = UNKNOWN - 1;
    static SELECTED: AtomicU32 = AtomicU32::new(UNKNOWN);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static MOST: AtomicU64 = AtomicU64::new(u64::MAX);
    static SEEN: [AtomicBool; {last} + 1] = [const {{ AtomicBool::new(false) }}; {last} + 1];

    #[inline]
    pub(crate) fn is(number: u32) -> bool {{
        let count = COUNT.load(Relaxed) + 1;
        COUNT.store(count, Relaxed);
        if count > MOST.load(Relaxed) {{
            process::exit({HANGS});
        }}
        match SELECTED.load(Relaxed) {{
            UNKNOWN => {{
                read();
                is(number)
            }}
            RECORDED => {{
                if !SEEN[number as usize].swap(true, Relaxed) {{
                    record(self::std::format!("{{number}}\n"));
                }}
                if count.is_power_of_two() {{
                    record(self::std::format!("{COUNT}{{count}}\n"));
                }}
                false
            }}
            selected => selected == number,
        }}
    }}

    #[cold]
    fn read() {{
        let number = env::var("{SELECTED}").ok().and_then(|text| text.parse().ok());
        let usual = if env::var_os("{REACHED}").is_some() {{ RECORDED }} else {{ 0 }};
        SELECTED.store(number.unwrap_or(usual), Relaxed);
        let most = env::var("{MOST}").ok().and_then(|text| text.parse().ok());
        MOST.store(most.unwrap_or(u64::MAX), Relaxed);
    }}

    #[cold]
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
