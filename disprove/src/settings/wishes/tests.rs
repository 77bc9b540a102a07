use super::{KEYS, Observations, Place, Wishes};
use crate::{search::Search, settings::written::Written};
use std::{path::Path, time::Duration};

/// Every wish set by its key; numbers tell the keys apart.
fn full(offset: u64) -> Wishes {
    let mut wishes = Wishes::default();
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
        let set = wishes.set(key, &Written::Loose(text), Path::new("/folder"));
        set.unwrap_or_else(|wanted| panic!("{key} = {text}: {wanted}"));
    }
    wishes
}

#[test]
fn every_key_sets_its_own_wish() {
    let expected = Wishes {
        cases: Some(1),
        database: Some(Place::None),
        explain: Some(true),
        max_executions: Some(4),
        max_failures: Some(5),
        observations: Some(Observations::At("/folder/off.jsonl".into())),
        read_database: Some(Place::None),
        reduce: Some(true),
        reduction_runs: Some(9),
        reduction_time: Some(Duration::from_secs(10)),
        search: Some(Search::Pool),
        temperature: None,
        seed: Some(12),
        statistics: Some(true),
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
    assert_eq!(Wishes::default().over(&lower), lower);
    assert_eq!(lower.clone().over(&Wishes::default()), lower);
}

#[test]
fn a_time_above_the_number_of_cases_takes_its_place() {
    let wishes = |cases, seconds: Option<u64>| Wishes {
        cases,
        time: seconds.map(Duration::from_secs),
        ..Wishes::default()
    };
    let most = Some(u64::MAX);
    for (upper, lower, expected) in [
        (wishes(None, Some(9)), wishes(Some(5), None), wishes(most, Some(9))),
        (wishes(None, Some(9)), wishes(Some(5), Some(1)), wishes(most, Some(9))),
        (wishes(None, Some(9)), wishes(None, None), wishes(most, Some(9))),
        (wishes(Some(7), Some(9)), wishes(Some(5), None), wishes(Some(7), Some(9))),
        (wishes(Some(7), None), wishes(None, Some(9)), wishes(Some(7), Some(9))),
        (wishes(Some(7), None), wishes(Some(5), Some(9)), wishes(Some(7), Some(9))),
        (wishes(None, None), wishes(Some(5), Some(9)), wishes(Some(5), Some(9))),
    ] {
        assert_eq!(upper.clone().over(&lower), expected, "{upper:?} over {lower:?}");
    }
}
