//! Reports of failures.

use super::{page, same, styled, subjects::run_all};
use crate::{
    feedback::{Step, is_transcribing, record_step},
    humanize::count,
    prelude::*,
    report::{Notation, Page, RegressionFile, Shown, Style, statistics, value_text},
    runner::testing::TestProperty,
};
use std::{
    cell::Cell,
    fmt::{self, Debug},
};

fn pair() -> Report<Vec<u8>> {
    check(vec(any::<u8>())).name("never_holds_a_pair").seed(1).database(Db::none()).run(|bytes| {
        assert!(bytes.windows(2).all(|two| two[0] != two[1]), "found a pair");
    })
}

#[test]
fn a_property_without_arguments() {
    let report = check(()).name("nothing").seed(1).database(Db::none()).run(|()| panic!("always"));
    let report =
        report.printed(&|()| Shown { arguments: Vec::new(), literal: Some(String::new()) });
    let page = Page {
        function: "nothing",
        regressions: None,
        notation: Notation::Attribute,
        style: Style::PLAIN,
    };
    same("no_arguments", &page.text(&report));
}

#[test]
fn a_property_with_one_argument() {
    same("one_argument", &page(&pair()));
    same("one_argument_saved", &page(&pair().saved()));
    same("one_argument_kept", &page(&pair().kept()));
    same("one_argument_without_name", &pair().to_string());
}

#[test]
fn an_explanation_follows_the_failure() {
    let report = check((vec(any::<u8>()), any::<bool>(), any::<u16>()))
        .name("explained")
        .seed(1)
        .database(Db::none())
        .explain(true)
        .run(|(bytes, flag, _)| assert!(bytes.len() < 2 || !flag, "too many"));
    let describe = |(bytes, flag, number): &(Vec<u8>, bool, u16)| {
        let text = |value: &dyn Debug| value_text(value, "Argument");
        vec![("bytes", text(bytes)), ("flag", text(flag)), ("number", text(number))]
    };
    same("explained_without_names", &report.to_string());
    same("explained_colored", &styled(&report, &describe, Style::COLORED));
}

#[test]
fn a_failure_without_reduction_does_not_mention_it() {
    let check = check(vec(0..300u32)).name("as_found").seed(1).database(Db::none()).reduce(false);
    same("not_reduced", &page(&check.run(|xs| xs.len() < 30)));
}

#[test]
fn a_failure_in_the_regression_file_names_the_file() {
    let bytes = |bytes: &Vec<u8>| vec![("bytes", value_text(bytes, "Vec<u8>"))];
    let report = pair().printed(&|value| Shown { arguments: bytes(value), literal: None });
    let text = |tokens: &[&str]| {
        let kept = RegressionFile {
            file: ".disprove/regressions/never_holds_a_pair.txt".into(),
            tokens: tokens.iter().map(|token| (*token).to_owned()).collect(),
        };
        let page = Page {
            function: "never_holds_a_pair",
            regressions: Some(&kept),
            notation: Notation::Attribute,
            style: Style::PLAIN,
        };
        page.text(&report)
    };
    same("regression_file", &text(&["d1:AA", report.failures()[0].replay_token()]));
    assert!(text(&["d1:AA"]).contains("to run it again"), "another failure is in the file");
}

#[test]
fn several_arguments() {
    let report = check((vec(any::<u8>()), any::<bool>(), any::<f64>()))
        .name("several")
        .seed(1)
        .database(Db::none())
        .run(|(bytes, flag, ratio)| assert!(bytes.len() < 2 || !flag || ratio < 0.5, "too much"));
    let describe = |(bytes, flag, ratio): &(Vec<u8>, bool, f64)| {
        let text = |value: &dyn Debug| value_text(value, "Argument");
        vec![("bytes", text(bytes)), ("flag", text(flag)), ("ratio", text(ratio))]
    };
    same("several_arguments", &styled(&report, &describe, Style::PLAIN));
    same("several_arguments_colored", &styled(&report, &describe, Style::COLORED));
}

#[test]
fn colors_change_nothing_else() {
    let report = pair();
    let describe = |bytes: &Vec<u8>| vec![("bytes", value_text(bytes, "Vec<u8>"))];
    let plain = styled(&report, &describe, Style::PLAIN);
    let colored = styled(&report, &describe, Style::COLORED);
    let codes = regex::Regex::new("\u{1b}\\[\\d*m").expect("a pattern");
    assert_ne!(colored, plain);
    assert_eq!(codes.replace_all(&colored, ""), plain);
    assert!(colored.contains("found a pair") && colored.contains("never_holds_a_pair("));
}

fn drew(name: &'static str, value: &dyn Debug) {
    if is_transcribing() {
        record_step(Step::Drew { name, value: value_text(value, "Drawn") });
    }
}

#[test]
fn values_drawn_in_the_body_follow_the_call() {
    let drawing = TestProperty::drawing(any::<u8>(), |n: u8, src: &mut Source| {
        let xs = src.draw(vec(any::<u8>()).len(0..200));
        drew("xs", &xs);
        let words = src.draw(vec("[a-z]{40}").len(3));
        drew("words", &words);
        assert!(xs.len() < 3 || n < 2, "three are too many");
    });
    same("drawn", &page(&run_all("draws_for_itself", &drawing, 500, &mut |_| ())));
    let alone = TestProperty::drawing(().into_generator(), |(): (), src: &mut Source| {
        for _ in 0..70 {
            let n = src.draw(any::<u8>());
            drew("n", &n);
        }
        false
    });
    let report = run_all("draws_often", &alone, 500, &mut |_| ());
    same("drawn_often", &styled(&report, &|()| Vec::new(), Style::PLAIN));
}

#[test]
fn a_state_machine_is_a_script() {
    let called = |line: String| {
        if is_transcribing() {
            record_step(Step::Called { line });
        }
    };
    let machine = TestProperty::drawing(().into_generator(), |(): (), src: &mut Source| {
        let start: u8 = src.draw(0..3u8);
        drew("start", &start);
        called("let mut machine = RingVsModel::default();".to_owned());
        let mut length = 0;
        for x in src.draw(vec(any::<u8>())) {
            called(format!("machine.push({x});"));
            length += 1;
            drew("by", &src.draw(0..5u8));
            if length > 1 {
                drew("list", &src.draw(vec("[a-z]{30}").len(2)));
            }
            assert!(length < 3, "the third is forgotten");
        }
    });
    let report = run_all("RingVsModel", &machine, 500, &mut |_| ());
    same("state_machine", &styled(&report, &|()| Vec::new(), Style::PLAIN));
}

#[test]
fn notes_and_messages_of_several_lines() {
    let report = check(any::<u32>()).name("noted").seed(1).database(Db::none()).run(|n| {
        note!("in binary {n:b}");
        note!("first line\nsecond line");
        assert_eq!(n.min(7), n, "not the smaller one");
    });
    same("notes", &page(&report));
    let report = check(any::<u32>()).name("long_message").seed(1).database(Db::none()).run(|n| {
        let lines: Vec<String> = (0..100).map(|line| format!("line {line} of {n}")).collect();
        assert!(n < 7, "{}\n{}", "wide ".repeat(300), lines.join("\n"));
    });
    same("long_message", &page(&report));
}

#[test]
fn a_returned_error_has_no_location() {
    let report = check(any::<u32>())
        .name("returns")
        .seed(1)
        .database(Db::none())
        .run(|n| if n < 7 { Ok(()) } else { Err(format!("{n} is \"too\" much")) });
    same("returned_error", &page(&report));
}

#[test]
fn two_failures_have_a_report_each() {
    let report = check(any::<u32>()).name("has_two_bugs").seed(1).database(Db::none()).run(|x| {
        assert!(x < 1_000 || x % 2 == 0, "odd and big");
        assert!(x < 2_000 || x % 2 == 1, "even and bigger");
    });
    same("two_failures", &page(&report));
}

#[test]
fn a_flaky_failure_states_its_rate() {
    let calls = Cell::new(0u32);
    let report = check(any::<u64>()).name("fails_once").seed(1).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        assert!(calls.get() != 100, "the hundredth call");
    });
    same("flaky_once", &page(&report));
    let calls = Cell::new(0u32);
    let report = check(any::<u64>()).name("now_and_then").seed(1).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        assert!(calls.get().is_multiple_of(2), "every second call");
    });
    same("flaky_often", &page(&report));
}

#[test]
fn a_failing_example_is_numbered() {
    let body = |xs: Vec<u8>, _: &mut Source| assert!(xs.len() < 3, "three are too many");
    let mut below = TestProperty::drawing(vec(any::<u8>()).into_generator(), body);
    below.examples = vec![Box::new(|| vec![1]), Box::new(|| vec![7, 8, 9, 10])];
    same("example", &page(&run_all("short", &below, 500, &mut |_| ())));
    let body = |n: u8, _: &mut Source| assert!(n != 150, "it is the one");
    let mut mapped = TestProperty::drawing(int(0..100u8).map(|n| n + 100), body);
    mapped.examples = vec![Box::new(|| 150)];
    same("example_as_it_is", &page(&run_all("mapped", &mapped, 500, &mut |_| ())));
}

#[derive(Debug, Arbitrary)]
struct Order {
    customer: String,
    #[draw(vec(any::<u16>()).len(40))]
    amounts: Vec<u16>,
    #[draw(vec((0..9u8, any::<bool>())).len(3))]
    flags: Vec<(u8, bool)>,
    address: Option<Address>,
}

#[derive(Debug, Arbitrary)]
struct Address {
    #[draw("[A-Z][a-z]{12} [0-9]{2}")]
    street: String,
    town: Option<char>,
}

#[test]
fn a_large_value_is_laid_out() {
    let report = check(any::<Order>()).name("orders").seed(1).database(Db::none()).run(|order| {
        let Order { customer, amounts, flags, address } = &order;
        let Some(Address { street, town }) = address else { return };
        let length = customer.len() + amounts.len() + flags.len() + street.len();
        assert!(length < 10 && town.is_none(), "too long");
    });
    same("large_value", &page(&report));
}

#[test]
fn a_huge_value_is_shown_in_part() {
    let report =
        check(vec(0..5u32).len(1)).name("huge").seed(1).database(Db::none()).run(|_| false);
    let describe = |_: &Vec<u32>| vec![("rows", value_text(&vec![[0.5f64; 7]; 500], "Rows"))];
    same("huge_value", &styled(&report, &describe, Style::PLAIN));
}

struct Awkward;

impl Debug for Awkward {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("cannot be printed")
    }
}

#[test]
fn a_panicking_debug_changes_nothing_else() {
    let generator = any::<u8>().map(|_| Awkward);
    let report = check(generator).name("awkward").seed(1).database(Db::none()).run(|_| false);
    same("panicking_debug", &report.to_string());
}

#[test]
fn a_guided_search_is_named_with_its_executions() {
    let run = |search| {
        let check = check(any::<u64>()).name("secret").seed(1).database(Db::none());
        check.cases(5_000).max_failures(1).search(search).run(|n| {
            let wrong = (n ^ 0x0123_4567_89ab_cdef).count_ones();
            minimize!(wrong);
            assert!(wrong > 0, "the secret");
        })
    };
    let report = run(Search::Climb);
    let [(Search::Climb, climb), (Search::Random, random)] = report.searches() else {
        panic!("{:?}", report.searches())
    };
    assert_eq!(climb + random, report.executions());
    let [climb, random, total] = [*climb, *random, report.executions()].map(count);
    let line =
        format!("\n\n  found by climb; {total} executions: climb {climb}, random {random}\n\n");
    assert!(page(&report).contains(&line), "{}", page(&report));
    let figures = statistics(&report, "secret");
    assert!(
        figures.contains(&format!("  executions of each search: climb {climb}, random {random}\n")),
        "{figures}"
    );
    let report = run(Search::Random);
    assert_eq!(report.searches(), [(Search::Random, report.executions())]);
    assert!(!page(&report).contains("found by"));
    assert!(!statistics(&report, "secret").contains("each search"));
}

#[test]
fn several_failures_share_one_line_about_executions() {
    let report = check(any::<u64>()).name("mixed").seed(2).database(Db::none()).run(|n| {
        target!(n.count_ones());
        assert!(n % 16 != 1, "one more");
        assert!(n % 16 != 2, "two more");
    });
    assert_eq!(report.failures().len(), 2);
    let text = page(&report);
    let executions = format!("{} executions: ", count(report.executions()));
    assert_eq!(text.matches(&executions).count(), 1, "{text}");
    for failure in report.failures() {
        assert!(text.contains(&format!("\n\n  found by {}\n\n", failure.found_by())), "{text}");
    }
}

#[test]
fn the_report_of_a_failure_has_no_advice() {
    let report = check(any::<u64>()).name("mixed").seed(2).database(Db::none()).run(|n| {
        target!(f64::NAN);
        assert!(n % 16 != 1, "one more");
    });
    let advice = "the score of `target!` or `minimize!` was not a number in ";
    assert_eq!(report.failures().len(), 1);
    assert!(!page(&report).contains(advice), "{}", page(&report));
    assert!(statistics(&report, "mixed").contains(advice), "{}", statistics(&report, "mixed"));
}
