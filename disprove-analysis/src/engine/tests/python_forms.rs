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

#[test]
fn a_refusal_under_a_condition_is_one() {
    check(&[
        (
            "with pytest.raises(E) if x else nullcontext():\n    f(x)",
            "not_detected",
            "exception_raising",
        ),
        (
            "with does_not_raise() if good(x) else self.assertRaises(E):\n    f(y)",
            "not_detected",
            "exception_raising",
        ),
        (
            "with raises(E) if x else nullcontext():\n    assert f(x) == x",
            "roundtrip",
            "roundtrip exception_raising",
        ),
    ]);
}

#[test]
fn an_assertion_beside_its_message_is_one() {
    check(&[
        ("np.testing.assert_array_equal(f(x), x), 'message'", "roundtrip", "roundtrip"),
        ("self.assertIn(x, f(y)), f'message {x}'", "inclusion", "inclusion"),
    ]);
}

#[test]
fn matchers_compare_as_operators_do() {
    check(&[
        ("self.assertThat(f(x), Equals(x))", "roundtrip", "roundtrip"),
        ("self.assertThat(f(x), Equals(3))", "constant_equality", "constant_equality"),
        (
            "self.assertThat(f(x), matchers.Not(Equals(y)))",
            "generated_nonequality",
            "generated_nonequality",
        ),
        ("self.assertThat(f(x), Is(None), 'message')", "constant_equality", "constant_equality"),
        ("self.assertThat(f(x), LessThan(9))", "constant_bounds", "constant_bounds"),
        ("self.assertThat(f(x), Contains(x))", "inclusion", "inclusion"),
        ("self.assertThat(f(x), StartsWith('a'))", "constant_inclusion", "constant_inclusion"),
        ("self.assertThat(f(x), IsInstance(int))", "type_checking", "type_checking"),
        ("self.assertThat(f(x), HasLength(3))", "constant_equality", "constant_equality"),
        (
            "self.assertThat(lambda: f(x), Raises(MatchesException(E)))",
            "not_detected",
            "exception_raising",
        ),
        ("self.assertThat(lambda: f(x), raises(E))", "not_detected", "exception_raising"),
        (
            "self.assertThat(f(x), MatchesAll(GreaterThan(1), Contains(y)))",
            "constant_bounds inclusion",
            "constant_bounds inclusion",
        ),
        ("self.assertThat(f(x), MatchesStructure.byEquality(a=x))", "roundtrip", "roundtrip"),
        ("self.assertThat(x, AfterPreprocessing(f, Equals(x)))", "roundtrip", "roundtrip"),
        ("assert_that(f(x), is_(equal_to(x)))", "roundtrip", "roundtrip"),
        ("assert_that(f(x), has_length(greater_than(3)))", "constant_bounds", "constant_bounds"),
        ("self.assertThat(f(x), MatchesOurFormat(x))", "not_detected", "not_detected"),
    ]);
}
