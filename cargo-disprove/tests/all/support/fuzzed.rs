//! A package with fuzz targets. All tests of fuzz targets share it, because libFuzzer takes long to build.

use super::fixture::{Done, Fixture, done};
use std::{fs, process::Command};

/// A state machine, a recursive type, a property that ends its process, and one that needs a feature.
const PROPERTIES: &str = r#"
use fuzzed::Stack;

#[derive(Default)]
struct StackVsModel {
    stack: Stack,
    model: Vec<u8>,
}

#[property]
impl StackVsModel {
    #[rule]
    fn push(&mut self, x: u8) {
        self.stack.push(x);
        self.model.push(x);
    }

    #[rule(when = |s| !s.model.is_empty())]
    fn pop(&mut self) {
        assert_eq!(self.stack.pop(), self.model.pop(), "the stack lost a value");
    }
}

mod inner {
    use disprove::prelude::*;

    #[derive(Debug, Clone, Arbitrary)]
    enum Tree {
        Leaf(u32),
        Node(Box<Tree>, Box<Tree>),
    }

    fn depth(tree: &Tree) -> (u32, bool) {
        match tree {
            Tree::Leaf(value) => (0, *value == 0xdead_beef),
            Tree::Node(a, b) => {
                let (a, b) = (depth(a), depth(b));
                (a.0.max(b.0) + 1, a.1 || b.1)
            }
        }
    }

    #[property]
    fn trees_have_no_magic(tree: Tree, even: u8) {
        assume!(even % 2 == 0);
        let (depth, has_magic) = depth(&tree);
        assert!(depth < 3 || !has_magic, "magic below three nodes");
    }
}

#[property]
fn aborts(n: u16) {
    if n == 0x4a3b {
        std::process::abort();
    }
}

#[cfg(feature = "ladder")]
#[property]
fn climbs(list: Vec<u8>) {
    fuzzed::climb(&list);
}

#[test]
fn is_no_property() {
    assert_eq!(1 + 1, 2);
}
"#;

/// The code under test: it loses a value at the third push of a certain value.
const LIBRARY: &str = r#"
#[derive(Default)]
pub struct Stack(Vec<u8>, u8);

impl Stack {
    pub fn push(&mut self, x: u8) {
        if x == 0xA7 {
            self.1 += 1;
        }
        self.0.push(if self.1 < 3 { x } else { 0 });
    }

    pub fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }
}

#[cfg(feature = "ladder")]
pub fn climb(bytes: &[u8]) {
    if bytes.len() >= 4 {
        if bytes[0] == b'F' {
            if bytes[1] == b'U' {
                if bytes[2] == b'Z' {
                    if bytes[3] == b'Z' {
                        panic!("at the top");
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use disprove::prelude::*;

    #[property]
    fn in_a_unit_test(_n: u8) {}
}
"#;

/// The package.
pub fn fuzzed() -> Fixture {
    let fixture = Fixture::new("fuzzed", PROPERTIES);
    fixture.file("src/lib.rs", LIBRARY);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nladder = []\n"));
    fixture
}

/// Runs a fuzz target with arguments of libFuzzer.
pub fn fuzz(fixture: &Fixture, name: &str, arguments: &[&str]) -> Done {
    let mut command = fixture.command(&["fuzz", "run", name]);
    command.arg("--").args(arguments);
    done(quickly_built(&mut command))
}

/// Builds without most of the optimizations.
pub fn quickly_built(command: &mut Command) -> &mut Command {
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_DEBUG", "0")
}
