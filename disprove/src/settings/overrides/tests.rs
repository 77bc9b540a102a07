//! Tests of `overrides.rs`.

use super::{KEYS, Observations, Overrides, Place};
use crate::{search::Search, settings::raw::RawValue};
use std::{path::Path, time::Duration};

/// Every wish set by its key; numbers tell the keys apart.
fn full(offset: u64) -> Overrides {
    let mut overrides = Overrides::NONE;
    for (number, key) in (offset..).zip(KEYS) {
        let number_text = number.to_string();
        let time = format!("{number}s");
        let flag = if offset == 1 { "1" } else { "0" };
        let text = match key {
            "explain" | "reduce" | "stats" => flag,
            "search" if offset == 1 => "pool",
            "search" => "climb",
            "reduction_time" | "time" => &time,
            "database" | "read_database" if offset == 1 => "none",
            "observe" if offset == 1 => "off.jsonl",
            "database" | "read_database" | "observe" => "there",
            _ => &number_text,
        };
        let set = overrides.set(key, &RawValue::Loose(text), Path::new("/folder"));
        set.unwrap_or_else(|wanted| panic!("{key} = {text}: {wanted}"));
    }
    overrides
}

#[test]
fn every_key_sets_its_own_wish() {
    let expected = Overrides {
        cases: Some(1),
        database: Some(Place::None),
        explain: Some(true),
        max_executions: Some(4),
        max_failures: Some(5),
        observe: Some(Observations::At("/folder/off.jsonl".into())),
        read_database: Some(Place::None),
        reduce: Some(true),
        reduction_runs: Some(9),
        reduction_time: Some(Duration::from_secs(10)),
        search: Some(Search::Pool),
        temperature: None,
        seed: Some(12),
        stats: Some(true),
        steps: Some(14),
        time: Some(Duration::from_secs(15)),
    };
    assert_eq!(full(1), expected);
}

#[test]
fn every_wish_beats_the_lower_one_and_falls_back_on_it() {
    let (upper, lower) = (full(1), full(101));
    assert_ne!(upper, lower);
    assert_eq!(upper.clone().over(&lower), upper);
    assert_eq!(Overrides::NONE.over(&lower), lower);
    assert_eq!(lower.clone().over(&Overrides::NONE), lower);
}

#[test]
fn a_time_above_the_number_of_cases_takes_its_place() {
    let overrides = |cases, seconds: Option<u64>| Overrides {
        cases,
        time: seconds.map(Duration::from_secs),
        ..Overrides::NONE
    };
    let most = Some(u64::MAX);
    for (upper, lower, expected) in [
        (overrides(None, Some(9)), overrides(Some(5), None), overrides(most, Some(9))),
        (overrides(None, Some(9)), overrides(Some(5), Some(1)), overrides(most, Some(9))),
        (overrides(None, Some(9)), overrides(None, None), overrides(most, Some(9))),
        (overrides(Some(7), Some(9)), overrides(Some(5), None), overrides(Some(7), Some(9))),
        (overrides(Some(7), None), overrides(None, Some(9)), overrides(Some(7), Some(9))),
        (overrides(Some(7), None), overrides(Some(5), Some(9)), overrides(Some(7), Some(9))),
        (overrides(None, None), overrides(Some(5), Some(9)), overrides(Some(5), Some(9))),
    ] {
        assert_eq!(upper.clone().over(&lower), expected, "{upper:?} over {lower:?}");
    }
}
