//! Tests of the parser study.

use super::*;
use crate::repetition::Repetition;
use grammar::PLANTED;
use std::collections::BTreeMap;

impl Expression {
    /// The value, if all variables and functions are known and nothing is divided by zero. Functions are the largest of
    /// their arguments, the smallest, and their sum.
    fn value(&self, variables: &BTreeMap<String, i64>) -> Option<i64> {
        match self {
            Expression::Number(number) => Some(i64::from(*number)),
            Expression::Variable(name) => variables.get(name).copied(),
            Expression::Binary(left, operator, right) => {
                let (left, right) = (left.value(variables)?, right.value(variables)?);
                match operator {
                    Operator::Add => Some(left.wrapping_add(right)),
                    Operator::Subtract => Some(left.wrapping_sub(right)),
                    Operator::Multiply => Some(left.wrapping_mul(right)),
                    Operator::Divide if right == 0 => None,
                    Operator::Divide => Some(left.wrapping_div(right)),
                }
            }
            Expression::Call(name, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(argument.value(variables)?);
                }
                match name.as_str() {
                    "m" => values.into_iter().max(),
                    "n" => values.into_iter().min(),
                    "s" => Some(values.into_iter().fold(0, i64::wrapping_add)),
                    _ => None,
                }
            }
            Expression::Let(name, value, body) => {
                let mut inner = variables.clone();
                inner.insert(name.clone(), value.value(variables)?);
                body.value(&inner)
            }
        }
    }
}

fn value(input: &str) -> Option<i64> {
    let parsed = Parser::new(input.as_bytes()).parse();
    parsed.unwrap_or_else(|at| panic!("{input} stops at {at}")).value(&BTreeMap::new())
}

#[test]
fn expressions_have_the_values_they_should() {
    for (input, expected) in [
        ("12", Some(12)),
        ("1+2*3", Some(7)),
        ("(1+2)*3", Some(9)),
        ("9-3-2", Some(4)),
        ("9/2/2", Some(2)),
        ("1/0", None),
        ("let x=7;x*x", Some(49)),
        ("let x=7;m(1,x,3)+n(5,2)", Some(9)),
        ("s(1,2,s(3))", Some(6)),
        ("let y=2;let x=y+1;x*y", Some(6)),
        ("let y=2;(let y=3;y)+y", Some(5)),
        ("let letter=2;letter", Some(2)),
        ("m((let y=5;y),4)", Some(5)),
        ("let m=5;m", Some(5)),
    ] {
        assert_eq!(value(input), expected, "{input}");
    }
}

#[test]
fn what_is_no_expression_stops_where_it_goes_wrong() {
    for (input, at) in [
        ("", 0),
        ("+", 0),
        ("1+", 2),
        ("1 ", 1),
        ("(1", 2),
        ("()", 1),
        ("m", 1),
        ("m(", 2),
        ("m(1,", 4),
        ("m(1;2)", 3),
        ("other(1)", 0),
        ("1+x", 2),
        ("(let y=1;y)+y", 12),
        ("let =1;2", 4),
        ("let x1;2", 5),
        ("let x=1", 7),
        ("let x=x;x", 6),
        ("4294967296", 9),
        ("\u{e4}", 0),
    ] {
        assert_eq!(Parser::new(input.as_bytes()).parse(), Err(at), "{input}");
    }
}

#[test]
fn deep_nesting_is_refused_and_not_a_stack_overflow() {
    let nested = |depth: usize| [vec![b'('; depth], vec![b'1'], vec![b')'; depth]].concat();
    assert!(Parser::new(&nested(63)).parse().is_ok());
    assert_eq!(Parser::new(&nested(64)).parse(), Err(64));
    let lets = "let a=".repeat(100_000);
    assert!(Parser::new(lets.as_bytes()).parse().is_err());
}

/// About how deep the parser has to go.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0, 0);
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest + text.matches("let ").count()
}

#[test]
fn what_is_written_is_read_again() {
    let report =
        check(any::<Expression>().map(with_variables)).seed(1).cases(2_000).database(Db::none());
    // Without optimisation, mutation of large expressions takes minutes, and it is not what is tested.
    let report = report.search(Search::Random).run(|expression| {
        let text = expression.to_string();
        assume!(nesting(&text) < 60);
        assert_eq!(Parser::new(text.as_bytes()).parse(), Ok(expression));
    });
    assert_eq!(report.verdict(), Verdict::Passed, "{report}");
}

#[test]
fn only_the_planted_combination_fails() {
    let fails = |input: &'static str| {
        let report = check(just(input)).seed(1).cases(1).database(Db::none());
        let report = report.run(|input: &str| parses(input.as_bytes()));
        report.failures().first().map(|failure| failure.message().to_owned())
    };
    for input in ["m((s(1,2,3,4)))", "n(1,1+(s(1,2,3,4,5)*2))", "m((1+n(1,2,3,4)"] {
        let message = fails(input);
        assert!(message.is_some_and(|message| message.contains(PLANTED)), "{input}");
    }
    for input in [
        "m(s(1,2,3,4))",
        "(s(1,2,3,4))",
        "m((s(1,2,3)))",
        "m(((s(1,2,3,4))))",
        "m((s(1,2,3,4",
        "m((x(1,2,3,4)))",
    ] {
        assert_eq!(fails(input), None, "{input}");
    }
    assert_eq!(value("s((s(1,2,3,4)))"), Some(10));
}

#[test]
fn random_bytes_do_not_get_to_the_bug_and_expressions_do() {
    let repetition = Repetition::new(Search::Random, 1, 2_000);
    assert!(repetition.run(pieces(), |input: Vec<u8>| parses(&input)).is_none());
    assert!(repetition.run(lists(), |input: Vec<u8>| parses(&input)).is_none());
    let repetition = Repetition::new(Search::Random, 1, 20_000);
    assert!(repetition.run(written(), |input: String| parses(input.as_bytes())).is_some());
}
