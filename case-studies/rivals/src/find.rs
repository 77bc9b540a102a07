//! The command line and the output of the programs, except libFuzzer, which has its own.

use crate::FuzzTarget;
use std::panic;

/// What a target is given.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// Any bytes, up to so many.
    Bytes(usize),
    /// Letters, digits, signs and ends of lines, up to so many.
    Text(usize),
}

impl Inputs {
    /// The length of the longest input.
    pub fn longest(self) -> usize {
        match self {
            Inputs::Bytes(longest) | Inputs::Text(longest) => longest,
        }
    }

    /// Any byte, made one that can be in an input.
    pub fn element(self, byte: u8) -> u8 {
        match self {
            Inputs::Bytes(_) => byte,
            // A blank to a tilde are 95 signs, and the end of a line is one more.
            Inputs::Text(_) => match byte % 96 {
                95 => b'\n',
                sign => b' ' + sign,
            },
        }
    }

    /// The smallest byte that an element is made of.
    pub fn byte(self, element: u8) -> u8 {
        match self {
            Inputs::Bytes(_) => element,
            Inputs::Text(_) if element == b'\n' => 95,
            Inputs::Text(_) => element - b' ',
        }
    }
}

/// What is to be looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// The tool, if a program has several.
    pub tool: String,
    /// Where to look.
    pub target: FuzzTarget,
    /// The seed.
    pub seed: u64,
    /// The most executions.
    pub limit: u64,
}

/// The number of the first execution that failed.
pub type Found = Option<u64>;

/// Reads `tool target seed limit`.
pub fn asked(words: impl Iterator<Item = String>) -> Option<Search> {
    let words: Vec<String> = words.collect();
    let [tool, target, seed, limit] = &words[..] else { return None };
    let target = crate::target(target)?;
    let (seed, limit) = (seed.parse().ok()?, limit.parse().ok()?);
    Some(Search { tool: tool.clone(), target, seed, limit })
}

/// The answer, in a line that is told from what a tool prints by itself.
pub fn told(found: Found) -> String {
    found.map_or_else(|| "answer: nothing".to_owned(), |at| format!("answer: {at}"))
}

/// Whether a target fails on an input.
pub fn fails(target: FuzzTarget, input: &[u8]) -> bool {
    panic::catch_unwind(|| (target.run)(input)).is_err()
}

#[cfg(test)]
mod tests {
    use super::{Inputs, asked, fails, told};
    use crate::{TARGETS, target};

    #[test]
    fn every_element_has_a_byte_that_makes_it() {
        for inputs in [Inputs::Bytes(9), Inputs::Text(9)] {
            for byte in 0..=255 {
                let element = inputs.element(byte);
                assert_eq!(inputs.element(inputs.byte(element)), element);
            }
        }
        assert_eq!([0, 94, 95, 96].map(|it| Inputs::Text(9).element(it)), *b" ~\n ");
    }

    #[test]
    fn a_command_line_is_a_tool_a_subject_a_seed_and_a_limit() {
        let read = |line: &str| asked(line.split('/').map(str::to_owned));
        let search = read("proptest/FUZZ/7/100").expect("a search");
        assert_eq!((search.target.name, search.seed, search.limit), ("FUZZ", 7, 100));
        assert!(read("proptest/NOTHING/7/100").is_none() && read("proptest/FUZZ/7").is_none());
        assert_eq!([told(Some(3)), told(None)], ["answer: 3", "answer: nothing"]);
    }

    #[test]
    fn targets_fail_where_they_should_and_nowhere_else() {
        let failing = [
            "bug",
            "abcdef",
            "abcdef",
            "\u{EF}",
            "FUZZ",
            "m((s(1,2,3,4)))",
            "[!,",
            "a: ''|\n 0",
            "0x1F",
        ];
        for (target, input) in TARGETS.into_iter().zip(failing) {
            let magic: &[u8] = &[0xEF, 0xBE, 0xAD, 0xDE];
            let input = if input == "\u{EF}" { magic } else { input.as_bytes() };
            assert!(fails(target, input), "{}", target.name);
            assert!(!fails(target, b"") && !fails(target, b"[a, b]"), "{}", target.name);
        }
        assert!(target("bug").is_some() && target("rug").is_none());
    }
}
