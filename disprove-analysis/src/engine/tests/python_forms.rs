//! The forms of assertions in Python, one by one: the body, and its labels in `paper` and in `refined` mode.

use super::*;

fn check(cases: &[(&str, &str, &str)]) {
    for (body, paper, refined) in cases {
        let mut lines = vec!["@given(x=things(), y=things())".to_owned()];
        lines.push("def test(x, y):".to_owned());
        lines.extend(body.lines().map(|line| format!("    {line}")));
        let text = lines.join("\n") + "\n";
        assert_eq!(python(&text, Mode::Paper).join(", "), *paper, "paper: {body}");
        assert_eq!(python(&text, Mode::Refined).join(", "), *refined, "refined: {body}");
    }
}

#[test]
fn truthiness_has_no_category_in_the_paper() {
    check(&[
        ("assert f(x)", "uncategorised", "constant_equality"),
        ("assert not f(x)", "uncategorised", "constant_equality"),
        ("assert f(x) is None", "constant_equality", "constant_equality"),
        ("assert np.allclose(f(x), x)", "roundtrip", "roundtrip"),
        ("assert f(x) == pytest.approx(x)", "roundtrip", "roundtrip"),
        ("assert all(z < 3 for z in f(x))", "constant_bounds", "constant_bounds"),
        ("assert any(z == y for z in f(x))", "inclusion", "inclusion"),
        ("assert 0 <= f(x) < 9", "constant_bounds", "constant_bounds"),
        ("assert f(x) in range(3)", "inclusion", "constant_bounds"),
        ("assert type(f(x)) == int", "type_checking", "type_checking"),
        ("assert f(x).startswith('a')", "constant_inclusion", "constant_inclusion"),
    ]);
}

#[test]
fn refusals_other_than_assert_raises_are_not_detected_in_the_paper() {
    check(&[
        ("with pytest.raises(ValueError):\n    f(x)", "not_detected", "exception_raising"),
        ("with pytest.raises(ValueError):\n    f(1)", "not_property", "not_property"),
    ]);
    let text = "@given(things())\ndef test(x):\n    try:\n        f(x)\n        pytest.fail()\n    except ValueError:\n        pass\n";
    assert_eq!(python(text, Mode::Refined), ["exception_raising"]);
}

#[test]
fn statements_that_only_call_change_what_they_are_called_on() {
    check(&[
        ("xs = []\nxs.append(x)\nassert xs == [1]", "constant_equality", "constant_equality"),
        ("xs = f(x)\nxs.sort()\nassert xs == g(x)", "partial_roundtrip", "commutative_paths"),
        ("print(x)\nassert f(x) == x", "roundtrip", "roundtrip"),
    ]);
}
