//! What failing tests printed, in the log of `cargo test`.

use crate::mutants::log::{qualified, running};
use std::collections::HashMap;

/// The texts between "---- name stdout ----" and the next such line, by the binary and the test. In front of each stand the
/// statistics of properties of this library that have the name of its function, in the same binary: they are not among
/// what the test harness keeps apart.
pub(super) fn printed(log: &str) -> HashMap<String, String> {
    let mut reader = Reader::default();
    for line in log.lines() {
        reader.line(line);
    }
    reader.close();
    let Reader { mut all, statistics, .. } = reader;
    for ((binary, function), text) in statistics {
        for (test, said) in &mut all {
            let path = test.strip_prefix(&*binary).and_then(|rest| rest.strip_prefix("::"));
            if path.is_some_and(|path| path.rsplit("::").next() == Some(&function)) {
                said.insert_str(0, &text);
            }
        }
    }
    all
}

#[derive(Default)]
struct Reader {
    all: HashMap<String, String>,
    statistics: HashMap<(String, String), String>,
    binary: String,
    /// That of the binary, which may be started again for a test that another took along.
    path: String,
    counts: HashMap<String, usize>,
    /// The test that printed what follows, and what it printed.
    test: Option<(String, String)>,
    /// The function whose statistics these are.
    function: Option<String>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if let Some((_, path)) = running(line) {
            self.close();
            if self.path == path {
                return;
            }
            path.clone_into(&mut self.path);
            let name = qualified(path);
            // As the reader of verdicts numbers binaries of the same name.
            let count = self.counts.entry(name.clone()).or_default();
            *count += 1;
            self.binary = if *count == 1 { name } else { format!("{name}#{count}") };
            return;
        }
        let heading = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
        if heading.is_some() || line == "failures:" {
            self.close();
            self.test = heading.map(|name| (format!("{}::{name}", self.binary), String::new()));
        } else if let Some((_, text)) = &mut self.test {
            text.push_str(line);
            text.push('\n');
        } else {
            self.statistics(line);
        }
    }

    /// Lines between tests: "sorts: failed, 1 different failure", and those below it that are indented.
    fn statistics(&mut self, line: &str) {
        if let Some((function, _)) = line.split_once(": failed, ") {
            self.function = Some(function.to_owned());
        } else if !line.starts_with("  ") {
            self.function = None;
        }
        if let Some(function) = &self.function {
            let key = (self.binary.clone(), function.clone());
            let text = self.statistics.entry(key).or_default();
            text.push_str(line);
            text.push('\n');
        }
    }

    fn close(&mut self) {
        self.function = None;
        if let Some((name, text)) = self.test.take() {
            self.all.insert(name, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn texts_belong_to_the_test_that_printed_them() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/rle-1190)\n\nrunning 3 tests\n\
                   test tests::a ... FAILED\ntest tests::b ... ok\n\nfailures:\n\n\
                   ---- tests::a stdout ----\none\n\ntwo\n---- tests::c stdout ----\nthree\n\n\
                   failures:\n    tests::a\n\ntest result: FAILED.\n\
                   \u{20}    Running tests/p.rs (target/debug/deps/p-5a0f)\nfailures:\n\n---- a stdout ----\nfour\n";
        let found = printed(log);
        assert_eq!(found["rle::tests::a"], "one\n\ntwo\n");
        assert_eq!(found["rle::tests::c"], "three\n\n");
        assert_eq!(found["p::a"], "four\n");
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn statistics_belong_to_tests_by_the_name_of_their_function() {
        let log = "     Running tests/a.rs (target/debug/deps/a-1190)\n\nrunning 3 tests\n\
                   f: failed, 1 different failure\n  3 cases, 3 distinct, in 2 ms\n\ntest m::f ... FAILED\n\
                   test g ... FAILED\n\nfailures:\n\n---- m::f stdout ----\none\n\n---- g stdout ----\ntwo\n\
                   failures:\n    m::f\n    g\n\
                   \u{20}    Running tests/b.rs (target/debug/deps/b-5a0f)\nfailures:\n\n---- f stdout ----\nfour\n";
        let found = printed(log);
        let statistics = "f: failed, 1 different failure\n  3 cases, 3 distinct, in 2 ms\n";
        assert_eq!(found["a::m::f"], format!("{statistics}one\n\n"));
        assert_eq!((&*found["a::g"], &*found["b::f"]), ("two\n", "four\n"));
    }
}
