//! The date of an entry, as `YYYY-MM-DD`.

use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Seconds of a day.
const SECONDS: u64 = 24 * 60 * 60;
/// The period of the Gregorian calendar.
const DAYS_OF_400_YEARS: i64 = 146_097;
/// Days from March 1 of the year 0, where a period begins, to 1970.
const DAYS_BEFORE_1970: i64 = 719_468;

/// A day of the calendar, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    pub(crate) fn of(time: SystemTime) -> Date {
        let days = |duration: Duration| (duration.as_secs() / SECONDS) as i64;
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Date::after_1970(days(after)),
            Err(before) => Date::after_1970(
                -1 - days(before.duration().saturating_sub(Duration::from_nanos(1))),
            ),
        }
    }

    /// Years begin in March here, so that the leap day is the last day of a year.
    fn after_1970(days: i64) -> Date {
        let days = days + DAYS_BEFORE_1970;
        let (era, day) = (days.div_euclid(DAYS_OF_400_YEARS), days.rem_euclid(DAYS_OF_400_YEARS));
        // Days 1,460, 36,524 and 146,096 are leap days, and must not begin a new year.
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // March to July have 153 days, and so have August to December.
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let is_next_year = month >= 10;
        Date {
            year: 400 * era + year + i64::from(is_next_year),
            month: if is_next_year { month - 9 } else { month + 3 },
            day,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::{Date, SECONDS};
    use std::time::{Duration, UNIX_EPOCH};

    fn at(days: i64) -> String {
        Date::after_1970(days).to_string()
    }

    #[test]
    fn known_days_have_their_dates() {
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(-1), "1969-12-31");
        assert_eq!(at(11_016), "2000-02-29");
        assert_eq!(at(11_017), "2000-03-01");
        assert_eq!(at(20_454), "2026-01-01");
        assert_eq!(at(-719_468), "0000-03-01");
    }

    #[test]
    fn days_follow_each_other_for_900_years() {
        let mut days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut number = 0;
        for year in 1970..2870_i64 {
            let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            days[1] = if leaps { 29 } else { 28 };
            for (month, length) in (1..).zip(days) {
                for day in 1..=length {
                    assert_eq!(Date::after_1970(number), Date { year, month, day });
                    number += 1;
                }
            }
        }
    }

    #[test]
    fn a_day_begins_at_midnight_on_both_sides_of_1970() {
        let day = Duration::from_secs(SECONDS);
        let moment = Duration::from_nanos(1);
        assert_eq!(Date::of(UNIX_EPOCH).to_string(), "1970-01-01");
        assert_eq!(Date::of(UNIX_EPOCH + day - moment).to_string(), "1970-01-01");
        assert_eq!(Date::of(UNIX_EPOCH + day).to_string(), "1970-01-02");
        assert_eq!(Date::of(UNIX_EPOCH - moment).to_string(), "1969-12-31");
        assert_eq!(Date::of(UNIX_EPOCH - day).to_string(), "1969-12-31");
        assert_eq!(Date::of(UNIX_EPOCH - day - moment).to_string(), "1969-12-30");
    }
}
