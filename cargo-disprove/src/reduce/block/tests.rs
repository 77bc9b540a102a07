//! Tests of `block.rs`.

use super::{Block, blocks, bodies, deletions, filler, pairs, stubs, unwrappings};
use crate::reduce::edit::EditSet;
use disprove::prelude::*;

/// A text with lines at many depths.
const AWKWARD: &str = "( {0,3}[a-c{}()#:'\"]{0,4}\n){0,12}";

fn all(level: &EditSet, text: &str) -> String {
    let made = level.apply(text.as_bytes(), &vec![false; level.edits.len()]);
    String::from_utf8(made).expect("characters stay whole")
}

fn only(level: &EditSet, text: &str, number: usize) -> String {
    let mut kept = vec![true; level.edits.len()];
    kept[number] = false;
    String::from_utf8(level.apply(text.as_bytes(), &kept)).expect("characters stay whole")
}

fn covered(blocks: &[Block], at: &mut usize) {
    for block in blocks {
        assert_eq!(block.range.start, *at);
        let mut lines = block.lines.iter().peekable();
        let mut children = block.children.iter().peekable();
        loop {
            if let Some(line) = lines.next_if(|line| line.range.start == *at) {
                *at = line.range.end;
            } else if let Some(child) = children.next_if(|child| child.range.start == *at) {
                covered(std::slice::from_ref(child), at);
            } else {
                break;
            }
        }
        assert_eq!((block.range.end, lines.next(), children.next()), (*at, None, None));
    }
}

#[test]
fn blocks_have_no_gaps() {
    let report = check(one_of![AWKWARD, text()]).run(|text: String| {
        let mut at = 0;
        covered(&blocks(text.as_bytes()), &mut at);
        assert_eq!(at, text.len());
    });
    assert!(report.failures().is_empty(), "{report}");
}

#[test]
fn every_edit_makes_the_text_shorter_and_none_leaves_it() {
    let report =
        check((AWKWARD, 0..3usize, vec(any::<bool>()).len(64))).run(|(text, depth, kept)| {
            let text = text.as_bytes();
            for level in [
                deletions(text, depth, None),
                stubs(text, depth, Some(b"c")),
                unwrappings(text, depth),
                pairs(text),
                bodies(text),
            ] {
                let count = level.edits.len();
                assert_eq!(level.apply(text, &vec![true; count]), text);
                let kept: Vec<bool> = (0..count).map(|at| kept[at % 64]).collect();
                let shorter = level.apply(text, &kept).len() < text.len();
                assert_eq!(shorter, kept.contains(&false));
            }
        });
    assert!(report.failures().is_empty(), "{report}");
}

const PROGRAM: &str = "\
def f(x):
    if x:
        return 1
    else:
        return 2

def g():
    pass
";

#[test]
fn the_filler_replaces_the_last_line_of_a_block() {
    let short = filler(PROGRAM.as_bytes(), false);
    assert_eq!(short.as_deref(), Some(&b"pass"[..]));
    let level = deletions(PROGRAM.as_bytes(), 1, short.as_deref());
    assert_eq!(all(&level, PROGRAM), "def f(x):\n    pass\ndef g():\n    pass\n");
    let level = stubs(PROGRAM.as_bytes(), 0, short.as_deref());
    assert_eq!(all(&level, PROGRAM), "def f(x):\n    pass\ndef g():\n    pass\n");
    let statements = b"if x:\n    longer = 1\n    w(\n    y.z()\n";
    assert_eq!(filler(statements, false).as_deref(), Some(&b"w"[..]));
    assert_eq!(filler(statements, true).as_deref(), Some(&b"y.z()"[..]), "a whole line");
    assert_eq!(filler(PROGRAM.as_bytes(), true), short);
    assert_eq!(filler(b"x\n", false), None);
}

#[test]
fn a_block_is_unwrapped_with_or_without_its_continuation() {
    let level = unwrappings(PROGRAM.as_bytes(), 1);
    let ends = "\ndef g():\n    pass\n";
    assert_eq!(
        only(&level, PROGRAM, 0),
        format!("def f(x):\n    return 1\n{ends}").replace("\n\n", "\n")
    );
    let second = "def f(x):\n    return 1\n    else:\n        return 2\n";
    assert_eq!(only(&level, PROGRAM, 1), format!("{second}{ends}"));
}

#[test]
fn blocks_that_belong_together_are_removed_together() {
    let level = pairs(PROGRAM.as_bytes());
    assert_eq!(all(&level, PROGRAM), "def f(x):\ndef g():\n    pass\n");
}

#[test]
fn a_closing_bracket_continues_its_block() {
    let text = "if (x) {\n    y;\n} else {\n    z;\n}\nw;\n";
    let found = blocks(text.as_bytes());
    assert_eq!((found.len(), found[0].lines.len(), found[0].children.len()), (2, 3, 2));
    assert_eq!(all(&unwrappings(text.as_bytes(), 0), text), "y;\nz;\nw;\n");
}

#[test]
fn a_multiline_string_is_one_line() {
    let text = "x = '''\na\n  b\n'''\ny\n";
    assert_eq!(blocks(text.as_bytes()).len(), 2);
}
