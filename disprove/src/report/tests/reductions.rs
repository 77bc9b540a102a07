//! Reports of reductions that stopped early, slipped, or were not deterministic.

use super::{page, same};
use crate::prelude::*;
use std::{cell::Cell, time::Duration};

#[test]
fn reports_a_reduction_that_a_budget_stopped() {
    let lists = || check(vec(any::<u64>())).name("stays_short").seed(1).database(Db::none());
    let short = |list: Vec<u64>| assert!(list.len() < 7, "seven are too many");
    let report = lists().reduction_runs(5).run(short);
    same("stopped_by_runs", &page(&report));
    same("stopped_by_runs_saved", &page(&report.saved()));
    let report = lists().reduction_time(Duration::from_nanos(1)).run(short);
    same("stopped_by_time", &page(&report));
}

#[test]
fn reports_a_failure_found_while_reducing_another() {
    let token = any::<u32>().encode(&1_000_000).expect("a number").to_token();
    let check = check(any::<u32>()).name("slips").seed(1).cases(1).database(Db::none());
    let report = check.replay(token).run(|n| {
        assert!(n < 1_000, "too large");
        assert!(n == 0, "not zero");
    });
    same("slipped", &page(&report));
}

#[test]
fn reports_a_generator_that_is_not_deterministic() {
    let calls = Cell::new(0_u32);
    let uneven = |src: &mut Source| {
        calls.set(calls.get() + 1);
        src.draw(vec(any::<u8>()).len(calls.get() as usize % 3))
    };
    let report = check(uneven).name("uneven").seed(1).database(Db::none()).run(|_| false);
    assert!(report.to_string().contains("the generator is not deterministic"));
    same("generator_differs", &page(&report));
}
