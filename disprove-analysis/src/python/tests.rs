//! Tests of the Python front end.

use super::read;
use crate::ir::{File, Form, Framework, Kind, Pattern, Relation, Stmt, Test};

fn file(text: &str) -> File {
    read(text).expect("it is Python")
}

fn only(text: &str) -> Test {
    let mut file = file(text);
    assert_eq!(file.tests.len(), 1, "{:?}", file.tests);
    file.tests.remove(0)
}

/// The forms of all assertions of the only test, on the top level.
fn forms(body: &str) -> Vec<Form> {
    let indented = body.replace('\n', "\n    ");
    let test = only(&format!("@given(st.integers())\ndef test_it(x):\n    {indented}"));
    let mut forms = Vec::new();
    for statement in test.body {
        if let Stmt::Assert(assertion) = statement {
            forms.push(assertion.form);
        }
    }
    forms
}

#[test]
fn strategies_are_bound_from_the_right() {
    let test = only("@given(a(), b())\ndef test_it(self, fixture, x, y): pass");
    assert_eq!(test.framework, Framework::Hypothesis);
    assert_eq!(test.generated, ["x", "y"]);
    assert_eq!(test.other, ["self", "fixture"]);
}

#[test]
fn strategies_are_bound_by_keywords() {
    let test = only(
        "@example(1)\n@hypothesis.given(x=a(), data=st.data())\ndef test_it(x, tmp, *, data): pass",
    );
    assert_eq!(test.generated, ["x", "data"]);
    assert_eq!(test.handle.as_deref(), Some("data"));
    assert_eq!(test.other, ["tmp"]);
    assert_eq!(test.line, 3);
}

#[test]
fn an_ellipsis_generates_all() {
    let test = only("class T:\n    @given(...)\n    def test_it(self, x: int, y: int): pass");
    assert_eq!((&*test.name, test.generated.len()), ("T.test_it", 2));
    assert_eq!(test.other, ["self"]);
}

#[test]
fn decorators_beside_it_change_nothing() {
    for text in [
        "@settings(max_examples=5)\n@given(a())\n@example(1)\ndef test_it(x): pass",
        "@given(a())\n@settings(deadline=None)\n@pytest.mark.slow\nasync def test_it(x): pass",
        "from hypothesis import given as examples_of\n@examples_of(a())\ndef test_it(x): pass",
        "given_a = given(a())\n@given_a\ndef test_it(x): pass",
        "for n in range(3):\n    @given(a())\n    def test_it(x): pass",
    ] {
        let test = only(text);
        assert_eq!((&*test.name, test.framework), ("test_it", Framework::Hypothesis), "{text}");
        assert_eq!(test.generated, ["x"], "{text}");
    }
}

#[test]
fn functions_that_given_is_called_with_are_properties() {
    let names = |text: &str| -> Vec<String> {
        let tests = file(text).tests.into_iter();
        tests
            .filter(|test| test.framework == Framework::Hypothesis)
            .map(|test| format!("{} {}", test.name, test.generated.join(" ")))
            .collect()
    };
    let check = "def check(x, y): assert x == y\n";
    assert_eq!(names(&format!("{check}test_it = given(a(), b())(check)")), ["test_it x y"]);
    assert_eq!(names(&format!("{check}check = given(y=b())(check)")), ["check y"]);
    assert_eq!(
        names(&format!("{check}test_it = settings(n=1)(given(b())(example(1)(check)))")),
        ["test_it y"]
    );
    assert_eq!(names("test_it = given(a())(lambda x: check(x))"), ["test_it x"]);
    assert_eq!(
        names("def test_it():\n    def inner(x): assert x\n    given(a())(inner)()"),
        ["test_it.inner x"]
    );
    assert_eq!(
        names("class T:\n    def check(self, x): assert x\n    test_it = given(a())(check)"),
        ["T.test_it x"]
    );
    let tests = file("def test_it(x): assert x\ntest_it = given(a())(test_it)").tests;
    assert_eq!(tests.len(), 1, "it is not a unit test too: {tests:?}");
}

#[test]
fn a_machine_inside_of_a_function_is_found() {
    let text = "def test_it():\n    class M(RuleBasedStateMachine):\n        @precondition(lambda self: True)\n        @rule(k=a())\n        \
                def put(self, k): assert k\n        @initialize()\n        def start(self): pass\n    run(M)";
    let tests = file(text).tests;
    let found: Vec<_> = tests.iter().map(|test| (&*test.name, test.stateful)).collect();
    assert_eq!(found, [("test_it", false), ("test_it.M.put", true), ("test_it.M.start", true)]);
}

#[test]
fn a_step_of_a_story_is_not_a_property() {
    assert!(file("@given('a number')\ndef number(): return 1").tests.is_empty());
}

#[test]
fn a_property_inside_of_a_test_is_found() {
    let file = file(
        "def test_outer():\n    @given(a())\n    def inner(x):\n        assert x\n    inner()",
    );
    let found: Vec<_> = file.tests.iter().map(|test| (&*test.name, test.framework)).collect();
    assert_eq!(
        found,
        [("test_outer", Framework::Unit), ("test_outer.inner", Framework::Hypothesis)]
    );
}

#[test]
fn rules_and_invariants_are_stateful() {
    let file = file(
        "class M(RuleBasedStateMachine):\n    keys = Bundle('keys')\n    @rule(target=keys, k=st.binary(), v=keys)\n    \
         def put(self, k, v): assert k\n    @invariant()\n    def sane(self): assert self.x",
    );
    let [put, sane] = &*file.tests else { panic!("{:?}", file.tests) };
    assert!(put.stateful && sane.stateful);
    assert_eq!(put.generated, ["self", "k", "v"]);
    assert_eq!(sane.generated, ["self"], "rules led to it");
}

#[test]
fn draws_come_from_the_handle() {
    let test = only(
        "@given(d=st.data())\ndef test_it(d):\n    x = d.draw(st.integers(0, 9))\n    assert x",
    );
    let Stmt::Bind { value, .. } = &test.body[0] else { panic!("{:?}", test.body) };
    assert!(matches!(&value.kind, Kind::Draw(parts) if parts.len() == 1), "{value:?}");
}

#[test]
fn comparisons_of_unittest_and_others_are_comparisons() {
    for (call, relation) in [
        ("self.assertEqual(f(x), 1, 'why')", Relation::Eq),
        ("self.assertListEqual(first=f(x), second=1, msg='why')", Relation::Eq),
        ("np.testing.assert_allclose(f(x), x, rtol=1)", Relation::Eq),
        ("pd.testing.assert_frame_equal(f(x), x)", Relation::Eq),
        ("self.assertIsNot(x, None)", Relation::Ne),
        ("self.assertIsNotNone(x)", Relation::Ne),
        ("self.assertLessEqual(x, 1)", Relation::Le),
        ("assert_things_equal(x, f(x))", Relation::Eq),
        ("mock.assert_called_once_with(x)", Relation::Eq),
    ] {
        let forms = forms(call);
        assert!(
            matches!(&*forms, [Form::Compare(found, ..)] if *found == relation),
            "{call}: {forms:?}"
        );
    }
}

#[test]
fn other_assertions_keep_their_forms() {
    assert!(matches!(&*forms("self.assertIn(x, y)"), [Form::In(..)]));
    assert!(matches!(&*forms("self.assertIsInstance(x, int)"), [Form::IsType(_, Some(_))]));
    assert!(matches!(&*forms("assert isinstance(x, int)"), [Form::IsType(_, Some(_))]));
    assert!(matches!(&*forms("assert type(x) is type(f(x))"), [Form::IsType(_, Some(_))]));
    assert!(matches!(&*forms("self.assertTrue(callable(x))"), [Form::IsType(_, None)]));
    assert!(matches!(&*forms("self.assertRegex(x, 'a+')"), [Form::Contains { .. }]));
    assert!(
        matches!(&*forms("check_sanity(x)"), [Form::Helper { name, .. }] if name == "check_sanity")
    );
    assert!(forms("x.check()\nnote(x)\nassume(x)\nself.skipTest('no')").is_empty());
}

#[test]
fn a_function_inside_of_the_test_is_called_and_not_only_named() {
    let test =
        only("@given(a())\ndef test_it(x):\n    def assert_sane(y): assert y\n    assert_sane(x)");
    assert!(matches!(&*test.body, [Stmt::Define(..), Stmt::Effect(_)]), "{:?}", test.body);
}

#[test]
fn refusals_are_found_in_every_form() {
    for text in [
        "self.assertRaises(ValueError, f, x)",
        "with pytest.raises(ValueError) as e:\n    f(x)",
        "with open(x) as y, self.assertRaisesRegex(E, 'a'):\n    f(y)",
        "e = pytest.raises(ValueError, f, x)",
        "self.assertRaisesRegex(E, 'text', f, x)",
    ] {
        let forms = forms(text);
        assert!(matches!(&*forms, [Form::Raises { .. }]), "{text}: {forms:?}");
    }
}

#[test]
fn only_the_call_of_assert_raises_is_seen_by_the_paper() {
    let seen = |body: &str| {
        let test = only(&format!("@given(a())\ndef test_it(self, x):\n    {body}"));
        let Some(Stmt::Assert(found)) = test.body.first() else { panic!("{:?}", test.body) };
        !found.unseen_by_paper
    };
    assert!(seen("self.assertRaises(E, f, x)"));
    assert!(!seen("pytest.raises(E, f, x)"));
    assert!(!seen("with self.assertRaises(E): f(x)"));
}

#[test]
fn chained_comparisons_are_all_asserted() {
    let forms = forms("assert 0 <= f(x) < 10");
    let [Form::Holds(condition)] = &*forms else { panic!("{forms:?}") };
    assert!(matches!(&condition.kind, Kind::Junction(_, parts) if parts.len() == 2));
}

#[test]
fn quantifiers_of_comprehensions_are_quantified() {
    for text in ["all(y > 0 for y in f(x))", "any([y == x for y in f(x) if y])"] {
        let forms = forms(&format!("assert {text}"));
        let [Form::Holds(condition)] = &*forms else { panic!("{forms:?}") };
        assert!(matches!(condition.kind, Kind::Quantified { .. }), "{condition:?}");
    }
}

#[test]
fn comparisons_by_other_names_are_comparisons() {
    for text in
        ["np.allclose(f(x), x)", "math.isclose(x, 1.0)", "f(x).equals(x)", "(f(x) == x).all()"]
    {
        let forms = forms(&format!("assert {text}"));
        let [Form::Holds(condition)] = &*forms else { panic!("{forms:?}") };
        let compares = |kind: &Kind| matches!(kind, Kind::Compare(Relation::Eq, ..));
        let found = match &condition.kind {
            Kind::Same(inner) => compares(&inner.kind),
            kind => compares(kind),
        };
        assert!(found, "{text}: {condition:?}");
    }
}

#[test]
fn names_bound_inside_an_expression_are_bound_before_it() {
    let test = only("@given(a())\ndef test_it(x):\n    assert (y := f(x)) == x\n    assert y");
    assert!(matches!(test.body[0], Stmt::Bind { .. }), "{:?}", test.body);
    assert!(matches!(test.body[1], Stmt::Assert(_)));
}

#[test]
fn a_helper_of_the_file_is_called_by_its_full_name() {
    let file = file(
        "class T(Base):\n    def check(self, a, b=1): self.assertEqual(a, b)\n    def outer(self, a): self.check(a)\n    \
         @given(st.text())\n    def test_it(self, x): self.outer(a=x)\n    def idle(self): pass",
    );
    let names: Vec<_> = file.helpers.iter().map(|helper| &*helper.name).collect();
    assert_eq!(names, ["T.check", "T.outer"]);
    let parameters: Vec<_> = file.helpers[0].parameters.iter().flat_map(Pattern::names).collect();
    assert_eq!(parameters, ["a", "b"]);
    let Stmt::Assert(found) = &file.tests[0].body[0] else { panic!("{:?}", file.tests[0].body) };
    assert!(
        matches!(&found.form, Form::Helper { name, arguments } if name == "T.outer" && arguments.len() == 1)
    );
}

#[test]
fn unreachable_code_fails() {
    let test = only(
        "@given(a())\ndef test_it(x):\n    try:\n        f(x)\n        assert False\n    except ValueError as e:\n        pass",
    );
    let Stmt::Try { body, handlers, .. } = &test.body[0] else { panic!("{:?}", test.body) };
    assert!(matches!(body[1], Stmt::Fail(_)));
    assert_eq!(handlers.len(), 1);
}

#[test]
fn places_are_lines_and_columns() {
    let test = only("@given(a())\ndef test_it(x):\n    if x:\n        assert f(x)");
    let Stmt::If { then, .. } = &test.body[0] else { panic!("{:?}", test.body) };
    let Stmt::Assert(found) = &then[0] else { panic!("{then:?}") };
    assert_eq!((found.line, found.column), (4, 9));
}

#[test]
fn what_is_no_python_3_is_refused_with_its_place() {
    let why = read("def f():\n    print 'old'\n").expect_err("Python 2");
    assert_eq!(why.line, 2);
    assert!(why.message.ends_with("(it looks like Python 2)"), "{}", why.message);
    let why = read("def f(:\n    pass").expect_err("broken");
    assert_eq!(why.line, 1);
    assert!(!why.message.contains("Python 2"), "{}", why.message);
}

#[test]
fn rejects_code_that_is_nested_too_deep() {
    for text in [
        format!("x = {}1{}", "(".repeat(5000), ")".repeat(5000)),
        format!("x = {}1", "-".repeat(5000)),
        format!("x = 1{}", " + 1".repeat(5000)),
        format!("if 1: pass\n{}", "elif 2: pass\n".repeat(5000)),
        format!("x = a{}", ".b".repeat(5000)),
        format!("x = {}1{}", "(".repeat(150), " + 1 + 1 + 1 + 1 + 1 + 1 + 1)".repeat(150)),
    ] {
        let why = read(&text).expect_err("too deep");
        assert!(why.message.contains("nested"), "{}", why.message);
    }
    let flat = format!("x = [{}]\n{}", "-1, ".repeat(20_000), "x = (1 + 2)\n".repeat(20_000));
    assert!(read(&flat).is_ok());
}

#[test]
fn reads_the_newest_grammar() {
    let text = "type A[T = int] = list[T]\ndef f[T](x):\n    match x:\n        case {'a': [1, *r], **k} | C(y=z) as w if z: pass\n    \
                try: pass\n    except* E: pass\n    return t'{x}' + f'{f\"{x!r:>{z}}\"}'\n";
    assert!(read(text).is_ok());
}

#[test]
fn definitions_have_the_exceptions_that_they_raise() {
    let text = "from .codec import encode as enc\nimport numpy.linalg\nclass Queue:\n    def put(self, x):\n        def inner(): raise KeyError(x)\n    def pop(self):\n        if not self.all:\n            raise errors.Empty\n    def _own(self): pass\ndef fine(x): raise NotImplementedError()\n";
    let found = crate::python::definitions(text).expect("Python");
    let all: Vec<_> =
        found.functions.iter().map(|it| (&*it.signature, it.refusal.as_deref())).collect();
    assert_eq!(
        all,
        [
            ("def put(self, x)", None),
            ("def pop(self)", Some("raises `errors.Empty` in line 8")),
            ("def fine(x)", None),
        ]
    );
    assert_eq!(
        (&*found.imports["enc"], &*found.imports["numpy"]),
        (".codec.encode", "numpy.linalg")
    );
    assert!(found.private.contains("_own"));
}
