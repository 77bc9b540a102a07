//! Days and times of day as numbers, for the types of `chrono` and `jiff`.
//!
//! The simplest day is 1970-01-01, like the simplest `SystemTime` and a timestamp of 0.

use crate::{
    generator::{Encoder, Int},
    source::{Source, sample::Weights},
};
use std::sync::LazyLock;

/// The greatest distance of ordinary days from the epoch: 136 years, the range of 32-bit clocks. Half of all days are
/// ordinary.
const LIFETIME: i64 = u32::MAX as i64 / 86_400;

/// The weights of edge cases. Three in four days stay as drawn; the others move to a leap day, to the first or last day of
/// the year, or to the last day of the month.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::new(&[12, 1, 1, 1, 1], &[false; 5]));

/// The probability of a fraction of a second: one half, as a share of `2^64`.
const FRACTION: u64 = 1 << 63;

pub(super) const LAST_SECOND: u32 = 86_399;
pub(super) const LAST_NANOSECOND: u32 = 999_999_999;

/// Draws a day between two others, counted from 1970-01-01.
pub(super) fn day(src: &mut Source, first: i64, last: i64) -> i64 {
    // Drawn before the number, which does not depend on it: so reduction can drop the move first.
    let edge_case = src.weighted_branch(&WEIGHTS, 0, 0);
    let day = if src.branch(2, 0) == 0 {
        i64::between(src, -LIFETIME, LIFETIME)
    } else {
        i64::between(src, first, last)
    };
    moved(day, edge_case).clamp(first, last)
}

/// The inverse of [`day`].
pub(super) fn encode_day(day: i64, first: i64, last: i64, encoder: &mut Encoder) -> bool {
    encoder.branch(WEIGHTS.len(), 0, 0)
        && if (-LIFETIME..=LIFETIME).contains(&day) {
            encoder.branch(2, 0, 0) && day.encode_between(-LIFETIME, LIFETIME, encoder)
        } else {
            encoder.branch(2, 0, 1) && day.encode_between(first, last, encoder)
        }
}

/// Draws a second of the day and a nanosecond of that second.
pub(super) fn time(src: &mut Source) -> (u32, u32) {
    let fraction = src.boolean(FRACTION);
    let second = u32::between(src, 0, LAST_SECOND);
    (second, if fraction { u32::between(src, 0, LAST_NANOSECOND) } else { 0 })
}

/// The inverse of [`time`].
pub(super) fn encode_time(second: u32, nanosecond: u32, encoder: &mut Encoder) -> bool {
    encoder.boolean(FRACTION, nanosecond > 0)
        && second.encode_between(0, LAST_SECOND, encoder)
        && (nanosecond == 0 || nanosecond.encode_between(0, LAST_NANOSECOND, encoder))
}

/// The nearby edge case of this kind, or the day itself.
fn moved(day: i64, which: u32) -> i64 {
    let (year, month) = year_and_month(day);
    match which {
        0 => day,
        1 => leap_day(year),
        2 => first_of_month(year, 1),
        3 => first_of_month(year + 1, 1) - 1,
        _ => first_of_month(year + month / 12, month % 12 + 1) - 1,
    }
}

/// The first 29 February from this year on.
fn leap_day(year: i64) -> i64 {
    let is_leap = |year: &i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let year = (year..year + 8).find(is_leap).expect("leap years are at most eight years apart");
    first_of_month(year, 3) - 1
}

/// Days in 400 years.
const CYCLE: i64 = 146_097;

/// Months are counted from March on, so that the leap day is the last of its year.
fn first_of_month(year: i64, month: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
    // From March on, every five months have 153 days.
    let before = year * 365 + year / 4 - year / 100 + (153 * month + 2) / 5;
    cycle * CYCLE + before - MARCH_OF_YEAR_0
}

/// Days from 0000-03-01 to 1970-01-01.
const MARCH_OF_YEAR_0: i64 = 719_468;

/// The year and the month (from 1) of a day.
fn year_and_month(day: i64) -> (i64, i64) {
    // An estimate that is at most one month off.
    let months = (day * 4_800).div_euclid(CYCLE) + 1_970 * 12;
    let split = |months: i64| (months.div_euclid(12), months.rem_euclid(12) + 1);
    let fits = |months: &i64| {
        let (year, month) = split(*months);
        let (next_year, next_month) = split(months + 1);
        first_of_month(year, month) <= day && day < first_of_month(next_year, next_month)
    };
    split((months - 2..=months + 2).find(fits).expect("near the estimate"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_start_at_known_days() {
        assert_eq!(first_of_month(1970, 1), 0);
        assert_eq!(first_of_month(2000, 3), 11_017);
        assert_eq!(first_of_month(1969, 12), -31);
        assert_eq!(first_of_month(0, 3), -MARCH_OF_YEAR_0);
    }

    #[test]
    fn every_day_is_in_its_month() {
        // Two cycles around the epoch, and the years at both ends of the range of calendars.
        let far = 262_143 * 366;
        for day in (-CYCLE..=CYCLE).chain(far - 800..far).chain(-far..800 - far) {
            let (year, month) = year_and_month(day);
            assert!((1..=12).contains(&month), "{day}");
            let (next_year, next_month) = (year + month / 12, month % 12 + 1);
            assert!(first_of_month(year, month) <= day, "{day}");
            assert!(day < first_of_month(next_year, next_month), "{day}");
        }
    }

    #[test]
    fn edge_cases_are_near_the_day() {
        assert_eq!(moved(400, 0), 400);
        assert_eq!(moved(0, 1), first_of_month(1972, 3) - 1);
        assert_eq!(moved(400, 2), 365);
        assert_eq!(moved(0, 3), 364);
        assert_eq!(moved(0, 4), 30);
        assert_eq!(moved(364, 4), 364);
    }
}
