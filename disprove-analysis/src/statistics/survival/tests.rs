//! Tests of `survival.rs`.

use super::{Observation, Survival};
use disprove::prelude::*;

/// Recorded by `vectors/vectors.R` with `survfit(.., conf.type = "log-log")`: the share left and its interval.
#[test]
fn shares_and_bands_agree_with_r() {
    let times = [1, 1, 1, 2, 5, 5, 20, 20, 34, 90, 90, 120, 300, 500, 500, 500];
    let found = [1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0];
    let observations: Vec<_> = times
        .into_iter()
        .zip(found)
        .map(|(time, found)| Observation { time, is_found: found == 1 })
        .collect();
    let recorded = [
        (1, 16, 3, 0.812_5, 0.524_604_310_826_649, 0.935_352_257_965_829),
        (2, 13, 1, 0.75, 0.463_430_042_658_134, 0.897_979_909_715_789),
        (5, 12, 1, 0.687_5, 0.404_603_278_696_107, 0.856_279_177_922_122),
        (20, 10, 1, 0.618_75, 0.339_291_126_101_777, 0.807_991_068_646_02),
        (90, 7, 2, 0.441_964_285_714_286, 0.178_675_026_376_945, 0.679_000_874_070_357),
        (120, 5, 1, 0.353_571_428_571_429, 0.117_640_454_800_9, 0.603_462_873_110_959),
        (300, 4, 1, 0.265_178_571_428_571, 0.067_554_536_565_822, 0.520_067_790_766_997),
        (500, 3, 1, 0.176_785_714_285_714, 0.029_220_013_843_001, 0.427_452_639_087_601),
    ];
    let survival = Survival::new(&observations);
    assert_eq!(survival.steps().len(), recorded.len());
    for (step, (time, at_risk, found, left, low, high)) in survival.steps().iter().zip(recorded) {
        assert_eq!((step.time, step.at_risk, step.found), (time, at_risk, found));
        assert!((1.0 - step.share - left).abs() < 1e-9, "{step:?}");
        assert!((1.0 - step.interval.high - low).abs() < 1e-9, "{step:?}");
        assert!((1.0 - step.interval.low - high).abs() < 1e-9, "{step:?}");
    }
}

fn observations() -> impl Generator<Value = Vec<Observation>> {
    let observation =
        |src: &mut Source| Observation { time: src.draw(1..=500), is_found: src.draw(any()) };
    vec(observation).len(0..=40)
}

#[property]
fn shares_only_rise(#[draw(observations())] observations: Vec<Observation>) {
    let survival = Survival::new(&observations);
    let mut before = 0.0;
    for step in survival.steps() {
        assert!(before <= step.share && step.share <= 1.0 + 1e-12);
        assert!(
            step.interval.low <= step.share + 1e-12 && step.share <= step.interval.high + 1e-12
        );
        before = step.share;
    }
}

#[property]
fn without_any_given_up_the_share_is_that_of_those_found(
    #[draw(vec(1..=500_u64).len(1..=40))] times: Vec<u64>,
    #[draw(1..=500_u64)] time: u64,
) {
    let observations: Vec<_> =
        times.iter().map(|time| Observation { time: *time, is_found: true }).collect();
    let share = times.iter().filter(|it| **it <= time).count() as f64 / times.len() as f64;
    assert!((Survival::new(&observations).share(time) - share).abs() < 1e-9);
}
