//! Feature `chrono`: dates, times, offsets and durations.

use super::calendar::{self, LAST_NANOSECOND};
use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use chrono::{
    DateTime, Datelike, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    TimeZone, Timelike, Utc, Weekday,
};
use std::any::type_name;

/// The number that chrono gives to 1970-01-01.
const EPOCH: i64 = 719_163;

fn number(date: NaiveDate) -> i64 {
    i64::from(date.num_days_from_ce()) - EPOCH
}

fn first_and_last() -> (i64, i64) {
    (number(NaiveDate::MIN), number(NaiveDate::MAX))
}

/// The simplest is 1970-01-01. Leap days, the ends of months and years, and the first and last date occur.
impl Arbitrary for NaiveDate {
    fn arbitrary(src: &mut Source) -> NaiveDate {
        let (first, last) = first_and_last();
        src.span(type_name::<NaiveDate>(), |src| {
            let day = calendar::day(src, first, last);
            NaiveDate::from_num_days_from_ce_opt((day + EPOCH) as i32).expect("between the ends")
        })
    }

    fn encode(value: &NaiveDate, encoder: &mut Encoder) -> bool {
        let (first, last) = first_and_last();
        encoder.span(type_name::<NaiveDate>(), 0, |encoder| {
            calendar::encode_day(number(*value), first, last, encoder)
        })
    }
}

/// The probability of a leap second: 1/16, as a share of `2^64`.
const LEAP: u64 = u64::MAX / 16;

/// In a leap second, chrono counts nanoseconds from here on.
const LEAP_SECOND: u32 = 1_000_000_000;

/// The simplest is midnight. Leap seconds occur, at the end of any minute.
impl Arbitrary for NaiveTime {
    fn arbitrary(src: &mut Source) -> NaiveTime {
        src.span(type_name::<NaiveTime>(), |src| {
            let leap = src.boolean(LEAP);
            let (second, nanosecond) = calendar::time(src);
            let (second, nanosecond) = if leap {
                (second - second % 60 + 59, LEAP_SECOND + nanosecond)
            } else {
                (second, nanosecond)
            };
            NaiveTime::from_num_seconds_from_midnight_opt(second, nanosecond)
                .expect("a second of the day, a leap second only after the last of a minute")
        })
    }

    fn encode(value: &NaiveTime, encoder: &mut Encoder) -> bool {
        let (second, nanosecond) = (value.num_seconds_from_midnight(), value.nanosecond());
        let leap = nanosecond >= LEAP_SECOND;
        let nanosecond = nanosecond - if leap { LEAP_SECOND } else { 0 };
        // Some constructors of chrono allow a leap second after any second, which is never generated here.
        (!leap || second % 60 == 59)
            && encoder.span(type_name::<NaiveTime>(), 0, |encoder| {
                encoder.boolean(LEAP, leap) && calendar::encode_time(second, nanosecond, encoder)
            })
    }
}

/// The simplest is 1970-01-01 00:00.
impl Arbitrary for NaiveDateTime {
    fn arbitrary(src: &mut Source) -> NaiveDateTime {
        src.span(type_name::<NaiveDateTime>(), |src| {
            NaiveDate::arbitrary(src).and_time(NaiveTime::arbitrary(src))
        })
    }

    fn encode(value: &NaiveDateTime, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<NaiveDateTime>(), 0, |encoder| {
            NaiveDate::encode(&value.date(), encoder) && NaiveTime::encode(&value.time(), encoder)
        })
    }
}

/// The simplest is 1970-01-01 00:00.
impl Arbitrary for DateTime<Utc> {
    fn arbitrary(src: &mut Source) -> DateTime<Utc> {
        NaiveDateTime::arbitrary(src).and_utc()
    }

    fn encode(value: &DateTime<Utc>, encoder: &mut Encoder) -> bool {
        NaiveDateTime::encode(&value.naive_utc(), encoder)
    }
}

/// The largest offset of chrono: a second less than a day.
const OFFSET: i32 = 86_399;

/// The largest ordinary offset, in quarters of an hour: 14 hours, the largest in use. Half of all offsets are ordinary.
const QUARTERS: i32 = 56;
const QUARTER: i32 = 900;

/// The simplest is 0.
impl Arbitrary for FixedOffset {
    fn arbitrary(src: &mut Source) -> FixedOffset {
        src.span(type_name::<FixedOffset>(), |src| {
            let seconds = if src.branch(2, 0) == 0 {
                QUARTER * i32::between(src, -QUARTERS, QUARTERS)
            } else {
                i32::between(src, -OFFSET, OFFSET)
            };
            FixedOffset::east_opt(seconds).expect("less than a day")
        })
    }

    fn encode(value: &FixedOffset, encoder: &mut Encoder) -> bool {
        let seconds = value.local_minus_utc();
        let quarters = seconds / QUARTER;
        encoder.span(type_name::<FixedOffset>(), 0, |encoder| {
            if seconds % QUARTER == 0 && quarters.abs() <= QUARTERS {
                encoder.branch(2, 0, 0) && quarters.encode_between(-QUARTERS, QUARTERS, encoder)
            } else {
                encoder.branch(2, 0, 1) && seconds.encode_between(-OFFSET, OFFSET, encoder)
            }
        })
    }
}

/// The simplest is 1970-01-01 00:00 at offset 0. The first and the last day do not occur: their local time may be out of
/// range, and chrono panics.
impl Arbitrary for DateTime<FixedOffset> {
    fn arbitrary(src: &mut Source) -> DateTime<FixedOffset> {
        src.span(type_name::<DateTime<FixedOffset>>(), |src| {
            let offset = FixedOffset::arbitrary(src);
            let moment = NaiveDateTime::arbitrary(src);
            let date = moment.date();
            let inside = date.succ_opt().and(date.pred_opt()).map(|_| moment);
            let inside = inside.unwrap_or_else(|| {
                let near =
                    date.pred_opt().or(date.succ_opt()).expect("the range has more than one day");
                near.and_time(moment.time())
            });
            offset.from_utc_datetime(&inside)
        })
    }

    fn encode(value: &DateTime<FixedOffset>, encoder: &mut Encoder) -> bool {
        let moment = value.naive_utc();
        let inside = moment.date().succ_opt().is_some() && moment.date().pred_opt().is_some();
        inside
            && encoder.span(type_name::<DateTime<FixedOffset>>(), 0, |encoder| {
                FixedOffset::encode(value.offset(), encoder)
                    && NaiveDateTime::encode(&moment, encoder)
            })
    }
}

/// The longest short duration, in nanoseconds. Half of all durations are short, drawn as one choice.
const DAY: i64 = 86_400 * 1_000_000_000;

/// The range of seconds of other durations: chrono counts milliseconds with 64 bits. Drawn nanoseconds are positive, so the
/// minimum is one lower.
const LAST: i64 = i64::MAX / 1_000;
const FIRST: i64 = -LAST - 1;

/// The simplest is zero.
impl Arbitrary for TimeDelta {
    fn arbitrary(src: &mut Source) -> TimeDelta {
        src.span(type_name::<TimeDelta>(), |src| {
            if src.branch(2, 0) == 0 {
                return TimeDelta::nanoseconds(i64::between(src, -DAY, DAY));
            }
            let seconds = i64::between(src, FIRST, LAST);
            let nanoseconds = u32::between(src, 0, LAST_NANOSECOND);
            let end = if seconds < 0 { TimeDelta::MIN } else { TimeDelta::MAX };
            TimeDelta::new(seconds, nanoseconds).unwrap_or(end)
        })
    }

    fn encode(value: &TimeDelta, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<TimeDelta>(), 0, |encoder| match value.num_nanoseconds() {
            Some(short) if (-DAY..=DAY).contains(&short) => {
                encoder.branch(2, 0, 0) && short.encode_between(-DAY, DAY, encoder)
            }
            _ => {
                // Both parts have the sign of the duration, but drawn nanoseconds are never negative.
                let (seconds, nanoseconds) = (value.num_seconds(), value.subsec_nanos());
                let (seconds, nanoseconds) = if nanoseconds < 0 {
                    (seconds - 1, nanoseconds + 1_000_000_000)
                } else {
                    (seconds, nanoseconds)
                };
                encoder.branch(2, 0, 1)
                    && seconds.encode_between(FIRST, LAST, encoder)
                    && (nanoseconds as u32).encode_between(0, LAST_NANOSECOND, encoder)
            }
        })
    }
}

/// The simplest is Monday.
impl Arbitrary for Weekday {
    fn arbitrary(src: &mut Source) -> Weekday {
        Weekday::try_from(src.branch(7, 0) as u8).expect("a week has seven days")
    }

    fn encode(value: &Weekday, encoder: &mut Encoder) -> bool {
        encoder.branch(7, 0, value.num_days_from_monday())
    }
}

/// The simplest is January.
impl Arbitrary for Month {
    fn arbitrary(src: &mut Source) -> Month {
        Month::try_from(src.branch(12, 0) as u8 + 1).expect("a year has twelve months")
    }

    fn encode(value: &Month, encoder: &mut Encoder) -> bool {
        encoder.branch(12, 0, value.number_from_month() - 1)
    }
}
