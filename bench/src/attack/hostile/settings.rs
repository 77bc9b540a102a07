//! Damaged settings: tables and values of `disprove.toml`, valid ones among wrong ones.

use super::{edit::damaged, file::HostileFile};
use disprove::prelude::*;
use std::fmt::Write as _;

const KEYS: [&str; 20] = [
    "cases",
    "time",
    "max_executions",
    "seed",
    "search",
    "temperature",
    "max_failures",
    "reduce",
    "reduction_runs",
    "reduction_time",
    "explain",
    "steps",
    "database",
    "read_database",
    "stats",
    "observe",
    "isolate",
    "case",
    "",
    "a.b",
];

const VALUES: [&str; 32] = [
    "1",
    "500",
    "0",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "0.1",
    "nan",
    "inf",
    "true",
    "false",
    "\"random\"",
    "\"pool\"",
    "\"10ms\"",
    "\"0s\"",
    "\"99999999999h\"",
    "\"none\"",
    "\"standard\"",
    "\"kept\"",
    "\"../outside\"",
    "\"/dev/null\"",
    "\"/proc/self/fd\"",
    "\"\"",
    "\"\\u0000\"",
    "\"\x1b[2J\"",
    "[1, 2]",
    "{ a = 1 }",
    "1979-05-27",
    "\"unclosed",
    "'x'",
    "",
];

pub fn settings(src: &mut Source) -> HostileFile {
    let mut text = String::new();
    for _ in 0..src.draw(0..6_u8) {
        match src.draw(0..6_u8) {
            0 => {
                let names = ["default", "ci", "hunt", "", "default", "\"x\"", "a.b", "[default]"];
                let _ = write!(text, "[{}]", src.draw(sample(names)));
            }
            1 => drop(write!(text, "# {}", src.draw(disprove::prelude::text()))),
            _ => {
                let (key, value) = (src.draw(sample(KEYS)), src.draw(sample(VALUES)));
                let equals = src.draw(sample([" = ", "=", " ", " = = "]));
                let _ = write!(text, "{key}{equals}{value}");
            }
        }
        text += src.draw(sample(["\n", "\n", "\n", "\r\n", " "]));
    }
    let content =
        if src.draw(0..4_u8) == 3 { damaged(src, text.into_bytes()) } else { text.into_bytes() };
    HostileFile::of(src, content)
}
