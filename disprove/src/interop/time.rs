//! Feature `time`: dates, times, offsets and durations.

use super::calendar::{self, LAST_NANOSECOND};
use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use std::any::type_name;
use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset, Weekday};

/// The Julian day of 1970-01-01.
const EPOCH: i64 = 2_440_588;

fn number(date: Date) -> i64 {
    i64::from(date.to_julian_day()) - EPOCH
}

fn date(day: i64) -> Date {
    Date::from_julian_day((day + EPOCH) as i32).expect("between the ends")
}

fn first_and_last() -> (i64, i64) {
    (number(Date::MIN), number(Date::MAX))
}

/// The simplest is 1970-01-01. Leap days, the ends of months and years, and the first and last date occur.
impl Arbitrary for Date {
    fn arbitrary(src: &mut Source) -> Date {
        let (first, last) = first_and_last();
        src.span(type_name::<Date>(), |src| date(calendar::day(src, first, last)))
    }

    fn encode(value: &Date, encoder: &mut Encoder) -> bool {
        let (first, last) = first_and_last();
        encoder.span(type_name::<Date>(), 0, |encoder| {
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
            Time::from_hms_nano(hour as u8, minute as u8, (second % 60) as u8, nanosecond)
                .expect("a second of the day")
        })
    }

    fn encode(value: &Time, encoder: &mut Encoder) -> bool {
        let minutes = u32::from(value.hour()) * 60 + u32::from(value.minute());
        let second = minutes * 60 + u32::from(value.second());
        encoder.span(type_name::<Time>(), 0, |encoder| {
            calendar::encode_time(second, value.nanosecond(), encoder)
        })
    }
}

/// The simplest is 1970-01-01 00:00.
impl Arbitrary for PrimitiveDateTime {
    fn arbitrary(src: &mut Source) -> PrimitiveDateTime {
        src.span(type_name::<PrimitiveDateTime>(), |src| {
            PrimitiveDateTime::new(Date::arbitrary(src), Time::arbitrary(src))
        })
    }

    fn encode(value: &PrimitiveDateTime, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<PrimitiveDateTime>(), 0, |encoder| {
            Date::encode(&value.date(), encoder) && Time::encode(&value.time(), encoder)
        })
    }
}

/// The largest offset: a second less than a day. Some versions of the crate allow an hour or two more.
const OFFSET: i32 = 86_399;

/// The largest ordinary offset, in quarters of an hour: 14 hours, the largest in use. Half of all offsets are ordinary.
const QUARTERS: i32 = 56;
const QUARTER: i32 = 900;

/// The simplest is 0.
impl Arbitrary for UtcOffset {
    fn arbitrary(src: &mut Source) -> UtcOffset {
        src.span(type_name::<UtcOffset>(), |src| {
            let seconds = if src.branch(2, 0) == 0 {
                QUARTER * i32::between(src, -QUARTERS, QUARTERS)
            } else {
                i32::between(src, -OFFSET, OFFSET)
            };
            UtcOffset::from_whole_seconds(seconds).expect("less than a day")
        })
    }

    fn encode(value: &UtcOffset, encoder: &mut Encoder) -> bool {
        let seconds = value.whole_seconds();
        let quarters = seconds / QUARTER;
        encoder.span(type_name::<UtcOffset>(), 0, |encoder| {
            if seconds % QUARTER == 0 && quarters.abs() <= QUARTERS {
                encoder.branch(2, 0, 0) && quarters.encode_between(-QUARTERS, QUARTERS, encoder)
            } else {
                encoder.branch(2, 0, 1) && seconds.encode_between(-OFFSET, OFFSET, encoder)
            }
        })
    }
}

/// Days at both ends of the range that have no moment in some time zone, where conversions panic.
const MARGIN: i64 = 2;

/// The simplest is 1970-01-01 00:00 at offset 0. The first and last two days do not occur: at another offset they may be out
/// of range.
impl Arbitrary for OffsetDateTime {
    fn arbitrary(src: &mut Source) -> OffsetDateTime {
        let (first, last) = first_and_last();
        src.span(type_name::<OffsetDateTime>(), |src| {
            let offset = UtcOffset::arbitrary(src);
            let day = calendar::day(src, first + MARGIN, last - MARGIN);
            PrimitiveDateTime::new(date(day), Time::arbitrary(src)).assume_offset(offset)
        })
    }

    fn encode(value: &OffsetDateTime, encoder: &mut Encoder) -> bool {
        let (first, last) = first_and_last();
        let (first, last) = (first + MARGIN, last - MARGIN);
        let day = number(value.date());
        (first..=last).contains(&day)
            && encoder.span(type_name::<OffsetDateTime>(), 0, |encoder| {
                UtcOffset::encode(&value.offset(), encoder)
                    && calendar::encode_day(day, first, last, encoder)
                    && Time::encode(&value.time(), encoder)
            })
    }
}

/// The longest short duration, in nanoseconds. Half of all durations are short, drawn as one choice.
const DAY: i64 = 86_400 * 1_000_000_000;

/// The simplest is zero. The longest ones occur.
impl Arbitrary for Duration {
    fn arbitrary(src: &mut Source) -> Duration {
        src.span(type_name::<Duration>(), |src| {
            if src.branch(2, 0) == 0 {
                return Duration::nanoseconds(i64::between(src, -DAY, DAY));
            }
            let seconds = i64::arbitrary(src);
            let nanoseconds = u32::between(src, 0, LAST_NANOSECOND) as i32;
            Duration::new(seconds, if seconds < 0 { -nanoseconds } else { nanoseconds })
        })
    }

    fn encode(value: &Duration, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Duration>(), 0, |encoder| {
            match i64::try_from(value.whole_nanoseconds()) {
                Ok(short) if (-DAY..=DAY).contains(&short) => {
                    encoder.branch(2, 0, 0) && short.encode_between(-DAY, DAY, encoder)
                }
                // Both parts have the same sign.
                _ => {
                    let nanoseconds = value.subsec_nanoseconds().unsigned_abs();
                    encoder.branch(2, 0, 1)
                        && i64::encode(&value.whole_seconds(), encoder)
                        && nanoseconds.encode_between(0, LAST_NANOSECOND, encoder)
                }
            }
        })
    }
}

/// The simplest is Monday.
impl Arbitrary for Weekday {
    fn arbitrary(src: &mut Source) -> Weekday {
        const DAYS: [Weekday; 7] = [
            Weekday::Monday,
            Weekday::Tuesday,
            Weekday::Wednesday,
            Weekday::Thursday,
            Weekday::Friday,
            Weekday::Saturday,
            Weekday::Sunday,
        ];
        DAYS[src.branch(7, 0) as usize]
    }

    fn encode(value: &Weekday, encoder: &mut Encoder) -> bool {
        encoder.branch(7, 0, u32::from(value.number_days_from_monday()))
    }
}

/// The simplest is January.
impl Arbitrary for Month {
    fn arbitrary(src: &mut Source) -> Month {
        Month::try_from(src.branch(12, 0) as u8 + 1).expect("a year has twelve months")
    }

    fn encode(value: &Month, encoder: &mut Encoder) -> bool {
        encoder.branch(12, 0, u32::from(u8::from(*value)) - 1)
    }
}
