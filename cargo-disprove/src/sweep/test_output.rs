//! The output of failing tests and the names of binaries, from the log of `cargo test`.

use crate::mutants::log::{qualified, running};
use std::collections::HashMap;

/// What a log of `cargo test` says besides the verdicts.
#[derive(Default)]
pub(super) struct TestOutput {
    /// Output of failing tests, by binary and test: the text between "---- name stdout ----" and the next such line.
    pub(super) texts: HashMap<String, String>,
    /// The prefix of the tests of each binary, by its file name.
    pub(super) binaries: HashMap<String, String>,
    binary: String,
    counts: HashMap<String, usize>,
    /// The test that printed the following lines, and its output so far.
    test: Option<(String, String)>,
}

impl TestOutput {
    pub(super) fn read(log: &str) -> TestOutput {
        let mut output = TestOutput::default();
        for line in log.lines() {
            output.line(line);
        }
        output.close();
        output
    }

    fn line(&mut self, line: &str) {
        if let Some((_, path)) = running(line) {
            self.close();
            self.start(path);
            return;
        }
        let heading = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
        if heading.is_some() || line == "failures:" {
            self.close();
            self.test = heading.map(|name| (format!("{}::{name}", self.binary), String::new()));
        } else if let Some((_, text)) = &mut self.test {
            text.push_str(line);
            text.push('\n');
        }
    }

    /// A binary starts, perhaps again for a test without a verdict.
    fn start(&mut self, path: &str) {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        if let Some(name) = self.binaries.get(file) {
            self.binary.clone_from(name);
            return;
        }
        // Numbered like the binaries of the same name in the test results.
        let name = qualified(path);
        let count = self.counts.entry(name.clone()).or_default();
        *count += 1;
        self.binary = if *count == 1 { name } else { format!("{name}#{count}") };
        self.binaries.insert(file.to_owned(), self.binary.clone());
    }

    fn close(&mut self) {
        self.texts.extend(self.test.take());
    }
}

#[cfg(test)]
mod tests {
    use super::TestOutput;

    #[test]
    fn texts_belong_to_the_test_that_printed_them() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/rle-1190)\n\nrunning 3 tests\n\
                   test tests::a ... FAILED\ntest tests::b ... ok\n\nfailures:\n\n\
                   ---- tests::a stdout ----\none\n\ntwo\n---- tests::c stdout ----\nthree\n\n\
                   failures:\n    tests::a\n\ntest result: FAILED.\n\
                   \u{20}    Running tests/p.rs (crates/b: target/debug/deps/p-5a0f)\nfailures:\n\n---- a stdout ----\nfour\n";
        let output = TestOutput::read(log);
        assert_eq!(output.texts["rle::tests::a"], "one\n\ntwo\n");
        assert_eq!(output.texts["rle::tests::c"], "three\n\n");
        assert_eq!(output.texts["crates-b-p::a"], "four\n");
        assert_eq!(output.texts.len(), 3);
        assert_eq!(output.binaries["p-5a0f"], "crates-b-p");
    }

    #[test]
    fn a_binary_that_starts_again_keeps_its_name() {
        let log = "     Running unittests src/lib.rs (target/a-1)\n     Running unittests src/main.rs (target/a-2)\n\
                   \u{20}    Running unittests src/lib.rs (target/a-1)\n---- t stdout ----\none\n";
        let output = TestOutput::read(log);
        assert_eq!((&*output.binaries["a-1"], &*output.binaries["a-2"]), ("a", "a#2"));
        assert_eq!(output.texts["a::t"], "one\n");
    }
}
