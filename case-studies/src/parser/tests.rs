use super::*;
use std::collections::BTreeMap;

fn value(input: &str) -> Option<i64> {
    let variables = BTreeMap::from([("x".to_owned(), 7)]);
    let parsed = Parser::new(input.as_bytes()).parse();
    parsed.unwrap_or_else(|at| panic!("{input} stops at {at}")).value(&variables)
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
        ("x*x", Some(49)),
        ("y", None),
        ("max(1,x,3)+min(5,2)", Some(9)),
        ("sum(1,2,sum(3))", Some(6)),
        ("other(1)", None),
        ("let y=2;let x=y+1;x*y", Some(6)),
        ("letter", None),
        ("max((let y=5;y),4)", Some(5)),
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
        ("f(", 2),
        ("f(1,", 4),
        ("f(1;2)", 3),
        ("let =1;2", 4),
        ("let x1;2", 5),
        ("let x=1", 7),
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

#[test]
fn what_is_written_is_read_again() {
    let report = check(any::<Expression>()).seed(1).cases(2_000).database(Db::none()).run(|all| {
        let written = all.to_string();
        match Parser::new(written.as_bytes()).parse() {
            Ok(read) => assert_eq!(read, all),
            Err(_) => assume!(false),
        }
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
    for input in ["f((g(1,2,3)))", "f(1,1+(h(1,2,3,4)*2))", "f((1+g(1,2,3)", "f((g(1,2,3)"] {
        let message = fails(input);
        assert!(message.is_some_and(|message| message.contains(PLANTED)), "{input}");
    }
    for input in ["f(g(1,2,3))", "(g(1,2,3))", "f((g(1,2)))", "f(((g(1,2,3))))", "f((g(1,2,3", "f"]
    {
        assert_eq!(fails(input), None, "{input}");
    }
    assert!(value("sum((sum(1,2,3)))").is_some());
}

fn failures(inputs: impl Generator<Value = Vec<u8>>) -> usize {
    let report = check(inputs).seed(1).cases(2_000).search(Search::Random).database(Db::none());
    report.run(|input| parses(&input)).failures().len()
}

#[test]
fn random_inputs_do_not_get_to_the_bug() {
    assert_eq!(failures(pieces()), 0);
    assert_eq!(failures(lists()), 0);
    assert_eq!(failures(texts().map(String::into_bytes)), 0);
}

#[test]
fn written_expressions_get_to_the_bug_sooner_than_libfuzzer() {
    let (runs, median, most) = LIBFUZZER;
    assert!(runs == 20 && median < most);
    let report = check(any::<Expression>()).seed(1).cases(5_000).database(Db::none());
    let report = report.max_failures(1).run(|written| parses(written.to_string().as_bytes()));
    let failure = report.failures().first().expect("such a combination");
    assert!(failure.found_at() < u64::from(median));
}
