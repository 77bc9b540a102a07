//! Reports of passing properties.

use super::{page, same, subjects::run_all};
use crate::{
    humanize::count,
    prelude::*,
    report::{Literal, statistics, weakness},
    runner::testing::TestProperty,
};
use std::{cell::Cell, fmt::Debug};

#[test]
fn reports_inputs_rejected_by_filters() {
    let never = any::<u64>().filter(|n| *n == 4_711);
    let report = check(never).name("filtered").seed(1).database(Db::none()).cases(20).run(|_| true);
    same("gave_up_filter", &page(&report));
}

#[test]
fn reports_inputs_rejected_by_assumptions() {
    let report =
        check(any::<u64>()).name("assumed").seed(1).database(Db::none()).run(|_| Outcome::reject());
    same("gave_up_assume", &page(&report));
    let calls = Cell::new(0);
    let report = check(any::<u64>()).name("few").seed(1).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        if calls.get() <= 12 { Outcome::pass() } else { Outcome::reject() }
    });
    let inputs = count(report.executions());
    let title = format!("few gave up: of {inputs} inputs, 12 were accepted.\n\n  only 12 of ");
    assert!(page(&report).starts_with(&title), "{}", page(&report));
}

#[test]
fn reports_inputs_rejected_by_an_assumption_of_the_generator() {
    let rare = |src: &mut Source| {
        let n: u64 = src.draw(any::<u64>());
        assume!(n.is_power_of_two() && n % 7 == 3);
        n
    };
    let report = check(rare).name("drawn").seed(1).cases(20).database(Db::none()).run(|_| true);
    assert!(report.unreached() > 0 && report.unreached() == report.rejected());
    let text = page(&report);
    assert!(
        text.contains("no input was accepted: `assume!` at disprove/src/report/tests/passes.rs:"),
        "{text}"
    );
}

fn endless(src: &mut Source) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        all.push(src.draw(any::<u64>()));
    }
}

#[test]
fn reports_inputs_over_budget() {
    let report = check(endless).name("endless").seed(1).database(Db::none()).run(|_| true);
    same("gave_up_overrun", &page(&report));
}

#[test]
fn reports_shares_below_the_required_one() {
    let report = check(any::<u64>()).name("rare").seed(1).database(Db::none()).run(|n| {
        cover!("even", n % 2 == 0, 90.0);
        cover!("small", n < 10, 1.0);
    });
    same("gave_up_cover", &page(&report));
    same("gave_up_cover_statistics", &statistics(&report, "rare"));
}

/// The report, the warning and the statistics of a property that passes.
fn passed<T: Debug + Literal>(name: &str, report: &Report<T>) {
    let warning = weakness(report, report.name()).unwrap_or_else(|| "(no warning)".to_owned());
    let text =
        format!("{}\n---\n{warning}\n---\n{}", page(report), statistics(report, report.name()));
    same(name, &text);
}

#[test]
fn a_healthy_property_has_no_warning() {
    let report = check(any::<u64>()).name("healthy").seed(1).database(Db::none()).run(|_| true);
    passed("passed", &report);
    let report = check(any::<bool>()).name("both").seed(1).database(Db::none()).run(|_| true);
    passed("exhausted", &report);
}

#[test]
fn a_weak_property_has_a_warning() {
    let report = check(any::<u64>())
        .name("mostly_rejected")
        .seed(1)
        .database(Db::none())
        .cases(100)
        .run(|n| assume!(n % 50 == 7));
    passed("passed_rejected", &report);
    let few = TestProperty::drawing(any::<bool>(), |_: bool, _: &mut Source| ());
    let report = run_all("few_distinct", &few, 500, &mut |_| ());
    passed("passed_few_distinct", &report);
    let report = check(0..=255u8)
        .name("exhausted_but_rejected")
        .seed(1)
        .database(Db::none())
        .run(|n| assume!(n == 7));
    passed("exhausted_rejected", &report);
    // A list has no place in a number.
    let report =
        check(any::<u64>()).name("seeded").seed(1).database(Db::none()).run(|_| seed!(vec![1_u8]));
    let warning = weakness(&report, report.name()).expect("a warning");
    assert!(
        warning.starts_with("seeded passed 500 cases, but `seed!` could not use "),
        "{warning}"
    );
}

#[test]
fn each_assumption_has_a_line_in_the_statistics() {
    let report = check(0..=255u8).database(Db::none()).run(|n| {
        assume!(n != 0);
        assume!(n != 1);
        assume!(n != 2);
        assume!(n != 3);
        assume!(n != 4);
        assume!(n != 5);
        assume!(n != 6);
        assume!(n != 7);
        assume!(n != 8);
        assume!(n != 9);
        assume!(n != 10);
        assume!(n != 11);
        assume!(n < 200);
    });
    assert_eq!((report.rejected(), report.rejections().len()), (68, 13));
    let line = line!() - 3;
    assert_eq!(report.rejections()[0], (format!("{}:{line}:9", file!()), 56));
    let text = statistics(&report, "f");
    assert_eq!(text.matches("\n    1 by `assume!` at ").count(), 9, "{text}");
    assert!(text.contains("\n    3 by `assume!` at 3 other places\n"), "{text}");
}

#[test]
fn statistics_show_labels_shares_and_scores() {
    let report = check(vec(any::<u8>())).name("told").seed(1).database(Db::none()).run(|bytes| {
        label!("{} bytes", bytes.len() / 10 * 10);
        if bytes.is_empty() {
            label!("empty, which is rare\nand has a second line");
        }
        cover!("long", bytes.len() > 5, 20.0);
        cover!("has a zero", bytes.contains(&0));
        target!(bytes.len());
        target!(
            "mean",
            bytes.iter().map(|b| f64::from(*b)).sum::<f64>() / (bytes.len() + 1) as f64
        );
        minimize!("sum", bytes.iter().map(|b| u64::from(*b)).sum::<u64>());
    });
    same("statistics", &statistics(&report, "told"));
    let report = check(any::<u64>()).name("many").seed(1).database(Db::none()).run(|n| {
        label!("{}", n % 100);
    });
    same("statistics_many_labels", &statistics(&report, "many"));
    let report = check(any::<u64>()).name("fails").seed(1).database(Db::none()).run(|n| n < 5);
    same("statistics_falsified", &statistics(&report, "fails"));
}
