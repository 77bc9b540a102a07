//! Feature `jiff`: dates, times, time zones, spans and durations.

use super::calendar::{self, LAST_NANOSECOND};
use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use jiff::{
    Error, SignedDuration, Span, Timestamp, Zoned,
    civil::{Date, DateTime, Time, Weekday},
    tz::{Offset, TimeZone},
};
use std::any::type_name;

const EPOCH: Date = Date::constant(1970, 1, 1);

const SECONDS_PER_DAY: i64 = 86_400;

fn number(date: Date) -> i64 {
    date.duration_since(EPOCH).as_secs() / SECONDS_PER_DAY
}

/// The simplest is 1970-01-01. Leap days, the ends of months and years, and the first and last date occur.
impl Arbitrary for Date {
    fn arbitrary(src: &mut Source) -> Date {
        src.span(type_name::<Date>(), |src| {
            let day = calendar::day(src, number(Date::MIN), number(Date::MAX));
            EPOCH.checked_add(SignedDuration::from_secs(day * SECONDS_PER_DAY)).expect("in range")
        })
    }

    fn encode(value: &Date, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Date>(), 0, |encoder| {
            let (first, last) = (number(Date::MIN), number(Date::MAX));
            calendar::encode_day(number(*value), first, last, encoder)
        })
    }
}

/// The simplest is midnight.
impl Arbitrary for Time {
    fn arbitrary(src: &mut Source) -> Time {
        src.span(type_name::<Time>(), |src| {
            let (second, nanosecond) = calendar::time(src);
            let (hour, minute) = (second / 3_600, second / 60 % 60);
            Time::new(hour as i8, minute as i8, (second % 60) as i8, nanosecond as i32)
                .expect("a second of the day")
        })
    }

    fn encode(value: &Time, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Time>(), 0, |encoder| {
            let minutes = i32::from(value.hour()) * 60 + i32::from(value.minute());
            let second = minutes * 60 + i32::from(value.second());
            calendar::encode_time(second as u32, value.subsec_nanosecond() as u32, encoder)
        })
    }
}

/// The simplest is 1970-01-01 00:00.
impl Arbitrary for DateTime {
    fn arbitrary(src: &mut Source) -> DateTime {
        src.span(type_name::<DateTime>(), |src| {
            DateTime::from_parts(Date::arbitrary(src), Time::arbitrary(src))
        })
    }

    fn encode(value: &DateTime, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<DateTime>(), 0, |encoder| {
            Date::encode(&value.date(), encoder) && Time::encode(&value.time(), encoder)
        })
    }
}

/// The simplest is the Unix epoch. Draws beyond the first or last timestamp are clamped.
impl Arbitrary for Timestamp {
    fn arbitrary(src: &mut Source) -> Timestamp {
        src.span(type_name::<Timestamp>(), |src| {
            let day = calendar::day(src, number(Date::MIN), number(Date::MAX));
            let (second, nanosecond) = calendar::time(src);
            let end = if day < 0 { Timestamp::MIN } else { Timestamp::MAX };
            Timestamp::new(day * SECONDS_PER_DAY + i64::from(second), nanosecond as i32)
                .unwrap_or(end)
        })
    }

    fn encode(value: &Timestamp, encoder: &mut Encoder) -> bool {
        // Both parts have the sign of the timestamp, but drawn seconds count up from midnight.
        let (second, nanosecond) = (value.as_second(), value.subsec_nanosecond());
        let (second, nanosecond) = match nanosecond {
            0.. => (second, nanosecond),
            _ => (second - 1, nanosecond + 1_000_000_000),
        };
        encoder.span(type_name::<Timestamp>(), 0, |encoder| {
            let (first, last) = (number(Date::MIN), number(Date::MAX));
            let day = second.div_euclid(SECONDS_PER_DAY);
            let second = second.rem_euclid(SECONDS_PER_DAY) as u32;
            calendar::encode_day(day, first, last, encoder)
                && calendar::encode_time(second, nanosecond as u32, encoder)
        })
    }
}

/// The largest ordinary offset, in quarters of an hour: 14 hours, the largest in use. Half of all offsets are ordinary.
const QUARTERS: i32 = 56;
const QUARTER: i32 = 900;

/// The simplest is 0.
impl Arbitrary for Offset {
    fn arbitrary(src: &mut Source) -> Offset {
        src.span(type_name::<Offset>(), |src| {
            let seconds = if src.branch(2, 0) == 0 {
                QUARTER * i32::between(src, -QUARTERS, QUARTERS)
            } else {
                i32::between(src, Offset::MIN.seconds(), Offset::MAX.seconds())
            };
            Offset::from_seconds(seconds).expect("in range")
        })
    }

    fn encode(value: &Offset, encoder: &mut Encoder) -> bool {
        let (seconds, quarters) = (value.seconds(), value.seconds() / QUARTER);
        encoder.span(type_name::<Offset>(), 0, |encoder| {
            if seconds % QUARTER == 0 && quarters.abs() <= QUARTERS {
                encoder.branch(2, 0, 0) && quarters.encode_between(-QUARTERS, QUARTERS, encoder)
            } else {
                let (first, last) = (Offset::MIN.seconds(), Offset::MAX.seconds());
                encoder.branch(2, 0, 1) && seconds.encode_between(first, last, encoder)
            }
        })
    }
}

/// The simplest is the Unix epoch in UTC. Half are in UTC, the others at a fixed offset. Named time zones differ between
/// machines and are not generated.
impl Arbitrary for Zoned {
    fn arbitrary(src: &mut Source) -> Zoned {
        src.span(type_name::<Zoned>(), |src| {
            let zone = if src.branch(2, 0) == 0 {
                TimeZone::UTC
            } else {
                TimeZone::fixed(Offset::arbitrary(src))
            };
            Timestamp::arbitrary(src).to_zoned(zone)
        })
    }

    fn encode(value: &Zoned, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Zoned>(), 0, |encoder| {
            let zoned = if *value.time_zone() == TimeZone::UTC {
                encoder.branch(2, 0, 0)
            } else {
                let offset = value.time_zone().to_fixed_offset();
                encoder.branch(2, 0, 1)
                    && offset.is_ok_and(|offset| Offset::encode(&offset, encoder))
            };
            zoned && Timestamp::encode(&value.timestamp(), encoder)
        })
    }
}

/// The longest short duration, in nanoseconds. Half of all durations are short, drawn as one choice.
const DAY: i64 = SECONDS_PER_DAY * 1_000_000_000;

/// The simplest is zero.
impl Arbitrary for SignedDuration {
    fn arbitrary(src: &mut Source) -> SignedDuration {
        src.span(type_name::<SignedDuration>(), |src| {
            if src.branch(2, 0) == 0 {
                return SignedDuration::from_nanos(i64::between(src, -DAY, DAY));
            }
            let seconds = i64::arbitrary(src);
            let nanoseconds = u32::between(src, 0, LAST_NANOSECOND) as i32;
            SignedDuration::new(seconds, if seconds < 0 { -nanoseconds } else { nanoseconds })
        })
    }

    fn encode(value: &SignedDuration, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<SignedDuration>(), 0, |encoder| {
            match i64::try_from(value.as_nanos()) {
                Ok(short) if (-DAY..=DAY).contains(&short) => {
                    encoder.branch(2, 0, 0) && short.encode_between(-DAY, DAY, encoder)
                }
                _ => {
                    let nanoseconds = value.subsec_nanos().unsigned_abs();
                    encoder.branch(2, 0, 1)
                        && i64::encode(&value.as_secs(), encoder)
                        && nanoseconds.encode_between(0, LAST_NANOSECOND, encoder)
                }
            }
        })
    }
}

/// A unit of a span, from years to nanoseconds.
struct Unit {
    max: i64,
    get: fn(&Span) -> i64,
    set: fn(Span, i64) -> Result<Span, Error>,
}

/// The limits of jiff: each unit covers its whole range of time, as far as 64 bits suffice.
const UNITS: [Unit; 10] = [
    Unit { max: 19_998, get: |s| s.get_years().into(), set: |s, n| s.try_years(n) },
    Unit { max: 239_976, get: |s| s.get_months().into(), set: |s, n| s.try_months(n) },
    Unit { max: 1_043_497, get: |s| s.get_weeks().into(), set: |s, n| s.try_weeks(n) },
    Unit { max: 7_304_484, get: |s| s.get_days().into(), set: |s, n| s.try_days(n) },
    Unit { max: 175_307_616, get: |s| s.get_hours().into(), set: |s, n| s.try_hours(n) },
    Unit { max: 10_518_456_960, get: Span::get_minutes, set: |s, n| s.try_minutes(n) },
    Unit { max: 631_107_417_600, get: Span::get_seconds, set: |s, n| s.try_seconds(n) },
    Unit {
        max: 631_107_417_600_000,
        get: Span::get_milliseconds,
        set: |s, n| s.try_milliseconds(n),
    },
    Unit {
        max: 631_107_417_600_000_000,
        get: Span::get_microseconds,
        set: |s, n| s.try_microseconds(n),
    },
    Unit { max: i64::MAX, get: Span::get_nanoseconds, set: |s, n| s.try_nanoseconds(n) },
];

/// The probability of each unit: 1/4, as a share of `2^64`. So a span has two or three of ten units on average.
const PRESENT: u64 = 1 << 62;

/// The simplest is empty. Each unit is optional, and all have the same sign.
impl Arbitrary for Span {
    fn arbitrary(src: &mut Source) -> Span {
        src.span(type_name::<Span>(), |src| {
            let negative = bool::arbitrary(src);
            let span = UNITS.iter().fold(Span::new(), |span, unit| {
                if src.boolean(PRESENT) {
                    (unit.set)(span, i64::between(src, 1, unit.max)).expect("within its limit")
                } else {
                    span
                }
            });
            if negative { span.negate() } else { span }
        })
    }

    fn encode(value: &Span, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Span>(), 0, |encoder| {
            bool::encode(&value.is_negative(), encoder)
                && UNITS.iter().all(|unit| {
                    // Only `i64::MIN` nanoseconds have no absolute value.
                    let Some(amount) = (unit.get)(value).checked_abs() else { return false };
                    encoder.boolean(PRESENT, amount > 0)
                        && (amount == 0 || amount.encode_between(1, unit.max, encoder))
                })
        })
    }
}

/// The simplest is Monday.
impl Arbitrary for Weekday {
    fn arbitrary(src: &mut Source) -> Weekday {
        let offset = src.branch(7, 0) as i8;
        Weekday::from_monday_zero_offset(offset).expect("a week has seven days")
    }

    fn encode(value: &Weekday, encoder: &mut Encoder) -> bool {
        encoder.branch(7, 0, value.to_monday_zero_offset() as u32)
    }
}
