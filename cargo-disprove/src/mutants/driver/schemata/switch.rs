//! The module that each crate gets: which alternative is selected, and which were reached.

/// The variable with the number of the selected alternative.
pub(super) const SELECTED: &str = "DISPROVE_MUTANT";

/// The variable with the file for the numbers of alternatives that are reached.
pub(super) const REACHED: &str = "DISPROVE_REACHED";

/// Whether an alternative is selected, as an expression.
pub(super) fn is_selected(number: u32) -> String {
    format!("crate::disprove_mutants::is({number})")
}

/// The module, for alternatives with numbers up to `last`. The variables are read once per process.
pub(super) fn module(last: u32) -> String {
    format!(
        r#"
mod disprove_mutants {{
    extern crate std;
    use self::std::{{
        env, fs, io::Write,
        option::Option::Some,
        result::Result::Ok,
        sync::atomic::{{AtomicBool, AtomicU32, Ordering::Relaxed}},
    }};

    const UNKNOWN: u32 = u32::MAX;
    const RECORDED: u32 = UNKNOWN - 1;
    static SELECTED: AtomicU32 = AtomicU32::new(UNKNOWN);
    static SEEN: [AtomicBool; {last} + 1] = [const {{ AtomicBool::new(false) }}; {last} + 1];

    #[inline]
    pub(crate) fn is(number: u32) -> bool {{
        match SELECTED.load(Relaxed) {{
            UNKNOWN => {{
                read();
                is(number)
            }}
            RECORDED => {{
                record(number);
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
    }}

    fn record(number: u32) {{
        if SEEN[number as usize].swap(true, Relaxed) {{
            return;
        }}
        if let Some(path) = env::var_os("{REACHED}") {{
            if let Ok(mut file) = fs::OpenOptions::new().append(true).create(true).open(path) {{
                let _ = file.write_all(self::std::format!("{{number}}\n").as_bytes());
            }}
        }}
    }}
}}
"#
    )
}
