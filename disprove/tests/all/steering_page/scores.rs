//! Scores that steer.

use disprove::prelude::*;

/// How deep the brackets are nested.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for c in text.chars() {
        open = if c == '(' { open + 1 } else { open.saturating_sub(1) };
        deepest = deepest.max(open);
    }
    deepest
}

#[property(cases = 5_000)]
#[ignore = "run in a process of its own"]
fn brackets_fit_on_the_stack(#[draw("[()]{0,60}")] text: String) {
    let depth = depth(&text);
    target!(depth);
    assert!(depth < 30, "the stack overflows");
}

#[property]
#[ignore = "run in a process of its own"]
fn queues_stay_short(#[draw(vec(0..=3u8).len(0..=40))] arrivals: Vec<u8>) {
    let (mut waiting, mut longest, mut idle) = (0_u32, 0, 0_u32);
    for arrived in &arrivals {
        waiting += u32::from(*arrived);
        idle += u32::from(waiting == 0);
        waiting = waiting.saturating_sub(2);
        longest = longest.max(waiting);
    }
    target!("longest queue", longest);
    minimize!("idle", idle);
    assert!(longest <= 40);
}

#[property]
fn heavy_loads_balance(#[draw(vec(0..100u32).len(2..=10))] loads: Vec<u32>) {
    let (left, right) = loads.split_at(loads.len() / 2);
    let (left, right) = (left.iter().sum::<u32>(), right.iter().sum::<u32>());
    target!("weight", left + right);
    assume!(left == right);
    assert_eq!((left + right) % 2, 0);
}

#[test]
fn without_a_score_the_brackets_pass() {
    for seed in 1..=3 {
        let check = check("[()]{0,60}").cases(5_000).seed(seed).database(Db::none());
        assert!(check.run(|text| depth(&text) < 30).failures().is_empty(), "seed {seed}");
    }
}
