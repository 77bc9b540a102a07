//! Arbitrary tests are judged in both modes without a panic.

use super::*;
use crate::ir::{
    Argument, Arm, Assertion, Callee, Enumeration, Expr, Form, Function, Junction, Kind, Language,
    Loop, Pattern, Place, Quantifier, Relation, Scopes, Span, Stmt, Test, Update, Verdict,
};
use disprove::prelude::*;

const TEXT: &str = "assert x == f(y) .. é \"{z:?}\" true false [1] (a)\nnext line\n";
const NAMES: [&str; 7] = ["x", "y", "z", "f", "self", "check", "data"];
const METHODS: [&str; 12] = [
    "is_ok",
    "is_none",
    "contains",
    "push",
    "unwrap",
    "unwrap_err",
    "find",
    "cmp",
    "all",
    "clone",
    "eq",
    "is_leaf",
];

fn span(src: &mut Source) -> Span {
    let start = src.draw(0..TEXT.len() as u32 + 3);
    Span { start, end: start + src.draw(0..9) }
}

fn name(src: &mut Source) -> String {
    NAMES[src.draw(0..NAMES.len())].to_owned()
}

fn relation(src: &mut Source) -> Relation {
    use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
    [Eq, Ne, Lt, Le, Gt, Ge][src.draw(0..6)]
}

fn pattern(src: &mut Source, depth: u32) -> Pattern {
    let kinds = if depth == 0 { 3 } else { 7 };
    let inner = |src: &mut Source| {
        (0..src.draw(0..3)).map(|_| pattern(src, depth.saturating_sub(1))).collect::<Vec<_>>()
    };
    match src.draw(0..kinds) {
        0 => Pattern::Wild,
        1 => Pattern::Name { name: name(src), mutable: src.draw(any()) },
        2 => Pattern::Constant(["1", "A::B", "0..=9"][src.draw(0..3)].to_owned()),
        3 => {
            let variant = [None, Some("Ok"), Some("Err"), Some("Token::Word")][src.draw(0..4)];
            Pattern::Parts(variant.map(str::to_owned), inner(src))
        }
        4 => Pattern::Either(inner(src)),
        5 => Pattern::Rest(Box::new(pattern(src, depth - 1))),
        _ => Pattern::At(name(src), Box::new(pattern(src, depth - 1))),
    }
}

fn several(src: &mut Source, depth: u32) -> Vec<Expr> {
    (0..src.draw(0..3)).map(|_| expression(src, depth)).collect()
}

fn boxed(src: &mut Source, depth: u32) -> Box<Expr> {
    Box::new(expression(src, depth))
}

fn expression(src: &mut Source, depth: u32) -> Expr {
    let span = span(src);
    if depth == 0 {
        let kind = match src.draw(0..4) {
            0 => Kind::Literal,
            1 => Kind::Path("Ordering::Less".to_owned()),
            _ => Kind::Name(name(src)),
        };
        return Expr::new(kind, span);
    }
    let down = depth - 1;
    let kind = match src.draw(0..28) {
        0 => Kind::Name(name(src)),
        1 => Kind::Field(boxed(src, down), ["0", "1", "width"][src.draw(0..3)].to_owned()),
        2 => Kind::Index(boxed(src, down), boxed(src, down)),
        3 => Kind::Same(boxed(src, down)),
        4 => Kind::Wrap(["Some", "Ok", "Err"][src.draw(0..3)].to_owned(), boxed(src, down)),
        5 => Kind::Group(several(src, down)),
        6 => Kind::Conv(boxed(src, down)),
        7..=10 => Kind::Call { callee: callee(src, down), arguments: arguments(src, down) },
        11 => Kind::Draw(several(src, down)),
        12 => Kind::Operation(["+", "!", "&"][src.draw(0..3)], several(src, down)),
        13 | 14 => Kind::Compare(relation(src), boxed(src, down), boxed(src, down)),
        15 => Kind::Junction([Junction::And, Junction::Or][src.draw(0..2)], several(src, down)),
        16 => Kind::Not(boxed(src, down)),
        17 => Kind::In(boxed(src, down), boxed(src, down)),
        18 => Kind::If(boxed(src, down), boxed(src, down), boxed(src, down)),
        19 => {
            let mut arms = Vec::new();
            for _ in 0..src.draw(0..3) {
                arms.push((pattern(src, 2), None, expression(src, down)));
            }
            Kind::Match(boxed(src, down), arms)
        }
        20 => Kind::Quantified {
            quantifier: [Quantifier::All, Quantifier::Any][src.draw(0..2)],
            pattern: pattern(src, 1),
            source: boxed(src, down),
            body: boxed(src, down),
        },
        21 => Kind::Comprehension {
            pattern: pattern(src, 1),
            source: boxed(src, down),
            condition: Some(boxed(src, down)),
            element: boxed(src, down),
        },
        22 => Kind::Lambda {
            parameters: vec![pattern(src, 1)],
            body: statements(src, down),
            value: Some(boxed(src, down)),
        },
        23 => Kind::Block(statements(src, down), boxed(src, down)),
        24 => Kind::Text("{} a".to_owned(), several(src, down)),
        25 => Kind::Matches {
            value: boxed(src, down),
            pattern: pattern(src, 2),
            guard: Some(boxed(src, down)),
            binds: src.draw(any()),
        },
        26 => Kind::Borrow(boxed(src, down)),
        _ => Kind::Assertion(Box::new(assertion(src, down))),
    };
    Expr::new(kind, span)
}

fn callee(src: &mut Source, depth: u32) -> Callee {
    match src.draw(0..4) {
        0 => Callee::Function(name(src)),
        1 => Callee::Macro(name(src)),
        2 => Callee::Value(boxed(src, depth)),
        _ => Callee::Method(METHODS[src.draw(0..METHODS.len())].to_owned(), boxed(src, depth)),
    }
}

fn arguments(src: &mut Source, depth: u32) -> Vec<Argument> {
    let mut all = Vec::new();
    for value in several(src, depth) {
        let keyword = src.draw(any::<bool>()).then(|| name(src));
        all.push(Argument { value, keyword, mutable: src.draw(any()) });
    }
    all
}

fn assertion(src: &mut Source, depth: u32) -> Assertion {
    let form = match src.draw(0..8) {
        0 => Form::Holds(expression(src, depth)),
        1 => Form::Compare(relation(src), expression(src, depth), expression(src, depth)),
        2 => Form::In(expression(src, depth), expression(src, depth)),
        3 => Form::IsType(expression(src, depth), Some(expression(src, depth))),
        4 => Form::Raises {
            reads: several(src, depth),
            body: statements(src, depth),
            bound: Some(name(src)),
        },
        5 => Form::Matches { value: expression(src, depth), pattern: pattern(src, 2), guard: None },
        6 => Form::Contains { text: expression(src, depth), part: expression(src, depth) },
        _ => Form::Helper { name: name(src), arguments: arguments(src, depth) },
    };
    let (by_name, unseen_by_paper) = (src.draw(any()), src.draw(any()));
    Assertion { form, span: span(src), line: 1, column: 1, by_name, unseen_by_paper }
}

fn statements(src: &mut Source, depth: u32) -> Vec<Stmt> {
    (0..src.draw(0..4)).map(|_| statement(src, depth.saturating_sub(1))).collect()
}

fn arms(src: &mut Source, depth: u32) -> Vec<Arm> {
    let mut all = Vec::new();
    for _ in 0..src.draw(0..3) {
        let guard = src.draw(any::<bool>()).then(|| expression(src, depth));
        all.push(Arm { pattern: pattern(src, 2), guard, body: statements(src, depth) });
    }
    all
}

fn statement(src: &mut Source, depth: u32) -> Stmt {
    match src.draw(0..19) {
        0..=2 => Stmt::Bind {
            pattern: pattern(src, 2),
            value: expression(src, depth),
            fresh: src.draw(any()),
        },
        3 => Stmt::BindOrElse {
            pattern: pattern(src, 2),
            value: expression(src, depth),
            otherwise: statements(src, depth),
        },
        4 => {
            let place = Place { name: Some(name(src)), part: true, reads: several(src, depth) };
            let update = [Update::Store, Update::Change][src.draw(0..2)];
            Stmt::Update(place, update, expression(src, depth))
        }
        5 => Stmt::Effect(expression(src, depth)),
        6 => Stmt::If {
            condition: expression(src, depth),
            then: statements(src, depth),
            otherwise: statements(src, depth),
        },
        7 => Stmt::Match { scrutinee: expression(src, depth), arms: arms(src, depth) },
        8 => Stmt::Loop {
            kind: match src.draw(0..3) {
                0 => Loop::For(pattern(src, 1), expression(src, depth)),
                1 => Loop::While(expression(src, depth), Some(pattern(src, 1))),
                _ => Loop::Forever,
            },
            body: statements(src, depth),
        },
        9 => Stmt::Try {
            body: statements(src, depth),
            handlers: arms(src, depth),
            otherwise: statements(src, depth),
            finally: statements(src, depth),
        },
        10 => Stmt::Block(statements(src, depth)),
        11 => Stmt::Define(name(src), expression(src, depth)),
        12..=14 => Stmt::Assert(assertion(src, depth)),
        15 => Stmt::Return(Some(expression(src, depth))),
        16 => Stmt::Fail(span(src)),
        17 => Stmt::Discard,
        _ => [Stmt::Break, Stmt::Continue][src.draw(0..2)].clone(),
    }
}

fn file(src: &mut Source) -> File {
    let verdicts = [Verdict::None, Verdict::ReturnBool, Verdict::ReturnResult];
    let test = Test {
        language: [Language::Rust, Language::Python][src.draw(0..2)],
        name: "test".to_owned(),
        line: 1,
        span: span(src),
        framework: Framework::Proptest,
        generated: vec!["x".to_owned(), "data".to_owned()],
        mutable: Vec::new(),
        handle: src.draw(any::<bool>()).then(|| "data".to_owned()),
        other: vec!["self".to_owned()],
        body: statements(src, 4),
        verdict: verdicts[src.draw(0..3)],
        should_fail: src.draw(any()),
        stateful: src.draw(any()),
    };
    let helper = Function {
        name: "check".to_owned(),
        parameters: vec![pattern(src, 0), pattern(src, 2)],
        body: statements(src, 3),
        span: span(src),
    };
    let mut scopes = Scopes::default();
    scopes.add_function(helper.name.clone());
    let enumeration = Enumeration { name: "Tree".to_owned(), variants: vec!["Leaf".to_owned()] };
    File {
        tests: vec![test],
        helpers: vec![helper],
        scopes,
        enumerations: vec![enumeration],
        hidden: Vec::new(),
    }
}

#[property(cases = 500)]
fn every_test_is_judged(#[draw(file)] file: File) {
    for mode in [Mode::Paper, Mode::Refined] {
        let judged = judge(&file, TEXT, mode);
        assert_eq!(judged.len(), 1);
        for assertion in &judged[0].assertions {
            assert!(!assertion.atoms.is_empty());
            assert!(assertion.labels.is_sorted());
        }
        assert_eq!(judge(&file, TEXT, mode), judged, "judging twice says the same");
    }
}

#[property]
fn without_arguments_nothing_is_a_property(#[draw(file)] file: File) {
    let mut file = file;
    file.tests[0].generated.clear();
    file.tests[0].handle = None;
    file.tests[0].framework = Framework::Unit;
    let has_draws = format!("{file:?}").contains("Draw(");
    let judged = judge(&file, TEXT, Mode::Refined);
    for assertion in &judged[0].assertions {
        assert!(has_draws || assertion.labels.is_empty());
    }
}

#[test]
fn deep_nesting_is_cut_and_not_followed() {
    let mut deep = Expr::new(Kind::Name("x".to_owned()), Span::default());
    for _ in 0..500 {
        deep = Expr::new(Kind::Not(Box::new(deep)), Span::default());
    }
    let mut file = file_of(Stmt::Effect(deep.clone()));
    file.tests[0].body.push(Stmt::Return(Some(deep)));
    for mode in [Mode::Paper, Mode::Refined] {
        assert_eq!(judge(&file, "", mode).len(), 1);
    }
}

#[test]
fn helpers_that_call_each_other_twice_are_followed_in_bounded_time() {
    let call = |name: &str| {
        let callee = Callee::Function(name.to_owned());
        Stmt::Effect(Expr::new(Kind::Call { callee, arguments: Vec::new() }, Span::default()))
    };
    let mut file = file_of(call("h0"));
    for number in 0..60 {
        let next = format!("h{}", number + 1);
        let body = vec![call(&next); 10];
        let name = format!("h{number}");
        file.scopes.add_function(name.clone());
        file.helpers.push(Function { name, parameters: Vec::new(), body, span: Span::default() });
    }
    assert_eq!(judge(&file, "", Mode::Refined).len(), 1);
}

fn file_of(statement: Stmt) -> File {
    let test = Test {
        language: Language::Rust,
        name: "test".to_owned(),
        line: 1,
        span: Span::default(),
        framework: Framework::Disprove,
        generated: vec!["x".to_owned()],
        mutable: Vec::new(),
        handle: None,
        other: Vec::new(),
        body: vec![statement],
        verdict: Verdict::ReturnBool,
        should_fail: false,
        stateful: false,
    };
    File { tests: vec![test], ..File::default() }
}
