//! Tests of the known failures of YAML readers.

use super::*;
use std::panic;

fn fails(run: fn(&[u8]), input: &str) -> bool {
    panic::catch_unwind(|| run(input.as_bytes())).is_err()
}

#[test]
fn the_inputs_of_the_reports_fail_and_others_do_not() {
    for (run, known) in
        [(readers::tag as fn(&[u8]), "[!,"), (readers::end, "a: ''|\n 0"), (readers::lines, "0x1F")]
    {
        assert!(fails(run, known), "{known:?}");
        for fine in ["", "a: b", "[a, b]", "- 1\n- 2\n", "'", "\"\\"] {
            assert!(!fails(run, fine), "{fine:?}");
        }
    }
    // Each is a failure of its own.
    assert!(!fails(readers::tag, "a: ''|\n 0") && !fails(readers::end, "[!,"));
    assert!(fails(readers::lines, "fine\n0xFF"));
}

#[test]
fn only_utf8_is_written() {
    let written = |input: &[u8]| readers::write_lines(input).map(|(_, text)| text);
    assert_eq!(written(&[0xFF, 0xFE]), None);
    assert_eq!(written(b"a\nb").as_deref(), Some("---\n- a\n- b"));
}
