//! Dates and times of `chrono`, `jiff` and `time`.

use super::{is_encoded, reduces_to, round_trips, sees, values};
use chrono::{
    DateTime, Datelike, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    Timelike, Utc, Weekday,
};
use disprove::prelude::*;
use jiff::{SignedDuration, Span, Timestamp, Zoned, civil, tz::Offset};

#[test]
fn chrono_round_trips() {
    round_trips::<NaiveDate>("1970-01-01");
    round_trips::<NaiveTime>("00:00:00");
    round_trips::<NaiveDateTime>("1970-01-01T00:00:00");
    round_trips::<DateTime<Utc>>("1970-01-01T00:00:00Z");
    round_trips::<FixedOffset>("+00:00");
    round_trips::<DateTime<FixedOffset>>("1970-01-01T00:00:00+00:00");
    round_trips::<TimeDelta>("TimeDelta { secs: 0, nanos: 0 }");
    round_trips::<Weekday>("Mon");
    round_trips::<Month>("January");
    for delta in [TimeDelta::MIN, TimeDelta::MAX, TimeDelta::nanoseconds(-1), TimeDelta::days(-2)] {
        is_encoded(&delta);
    }
}

#[test]
fn chrono_has_edge_cases() {
    sees::<NaiveDate>(|date| *date == NaiveDate::MIN);
    sees::<NaiveDate>(|date| *date == NaiveDate::MAX);
    sees::<NaiveDate>(|date| (date.month(), date.day()) == (2, 29));
    sees::<NaiveDate>(|date| (date.month(), date.day()) == (12, 31));
    sees::<NaiveDate>(|date| date.year() < 0);
    sees::<NaiveTime>(|time| time.nanosecond() >= 1_000_000_000);
    sees::<NaiveTime>(|time| time.num_seconds_from_midnight() == 86_399);
    sees::<NaiveTime>(|time| time.nanosecond() == 999_999_999);
    sees::<DateTime<Utc>>(|time| time.timestamp() < 0 && time.nanosecond() > 0);
    sees::<FixedOffset>(|offset| offset.local_minus_utc() % 3_600 == 2_700);
    sees::<FixedOffset>(|offset| offset.local_minus_utc() % 60 != 0);
    sees::<TimeDelta>(|delta| *delta == TimeDelta::MAX);
    sees::<TimeDelta>(|delta| *delta == TimeDelta::MIN);
    let usual = values(&any::<NaiveDate>(), 1_000);
    let usual = usual.iter().filter(|date| (1_833..=2_107).contains(&date.year())).count();
    assert!(usual > 500, "{usual} of 1000");
    for time in values(&any::<DateTime<FixedOffset>>(), 2_000) {
        let difference = (time.naive_local() - time.naive_utc()).num_seconds();
        // A leap second adds one second.
        assert!(difference.abs_diff(time.offset().local_minus_utc().into()) <= 1, "{time:?}");
    }
}

#[test]
fn chrono_reduces_to_the_boundary() {
    let limit = NaiveDate::from_ymd_opt(2020, 1, 1).unwrap();
    reduces_to(&any::<NaiveDate>(), "2020-01-02", |date| *date <= limit);
    reduces_to(&any::<NaiveDate>(), "1969-12-31", |date| date.year() >= 1_970);
    let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap();
    reduces_to(&any::<NaiveTime>(), "12:00:01", |time| *time <= noon);
    reduces_to(&any::<NaiveTime>(), "00:00:60", |time| time.nanosecond() < 1_000_000_000);
    reduces_to(&any::<NaiveDateTime>(), "2020-01-02T00:00:00", |time| time.date() <= limit);
    reduces_to(&any::<DateTime<FixedOffset>>(), "1970-01-01T00:15:00+00:15", |time| {
        time.offset().local_minus_utc() == 0
    });
    reduces_to(&any::<TimeDelta>(), "TimeDelta { secs: 60, nanos: 1 }", |delta| {
        *delta <= TimeDelta::minutes(1)
    });
}

#[test]
fn jiff_round_trips() {
    round_trips::<civil::Date>("1970-01-01");
    round_trips::<civil::Time>("00:00:00");
    round_trips::<civil::DateTime>("1970-01-01T00:00:00");
    round_trips::<civil::Weekday>("Monday");
    round_trips::<Timestamp>("1970-01-01T00:00:00Z");
    round_trips::<Offset>("00:00:00");
    round_trips::<Zoned>("1970-01-01T00:00:00+00:00[UTC]");
    round_trips::<SignedDuration>("0s");
    round_trips::<Span>("0s");
    for time in [Timestamp::MIN, Timestamp::MAX, Timestamp::new(-1, -1).unwrap()] {
        is_encoded(&time);
    }
    for duration in [SignedDuration::MIN, SignedDuration::MAX, SignedDuration::from_millis(-1)] {
        is_encoded(&duration);
    }
}

#[test]
fn jiff_has_edge_cases() {
    sees::<civil::Date>(|date| *date == civil::Date::MIN);
    sees::<civil::Date>(|date| *date == civil::Date::MAX);
    sees::<civil::Date>(|date| (date.month(), date.day()) == (2, 29));
    sees::<civil::Time>(|time| time.subsec_nanosecond() == 999_999_999);
    sees::<Timestamp>(|time| *time == Timestamp::MIN);
    sees::<Timestamp>(|time| *time == Timestamp::MAX);
    sees::<Timestamp>(|time| time.as_second() < 0 && time.subsec_nanosecond() < 0);
    sees::<Zoned>(|time| time.offset().seconds() % 3_600 != 0);
    sees::<SignedDuration>(|duration| duration.as_secs() == i64::MIN);
    sees::<SignedDuration>(SignedDuration::is_zero);
    sees::<Span>(|span| span.get_years() == 19_998);
    sees::<Span>(|span| span.get_nanoseconds() == i64::MAX);
    sees::<Span>(|span| span.get_months() > 0 && span.get_hours() > 0);
}

#[test]
fn jiff_reduces_to_the_boundary() {
    let limit = civil::date(2020, 1, 1);
    reduces_to(&any::<civil::Date>(), "2020-01-02", |date| *date <= limit);
    reduces_to(&any::<civil::Time>(), "12:00:01", |time| *time <= civil::time(12, 0, 0, 0));
    reduces_to(&any::<Timestamp>(), "1970-01-01T00:00:01Z", |time| time.as_second() <= 0);
    reduces_to(&any::<Zoned>(), "1970-01-01T00:15:00+00:15[+00:15]", |time| {
        time.offset() == Offset::UTC
    });
    reduces_to(&any::<Span>(), "3mo", |span| span.get_months() < 3);
    reduces_to(&any::<SignedDuration>(), "1m 1ns", |duration| {
        *duration <= SignedDuration::from_mins(1)
    });
}

#[test]
fn time_round_trips() {
    round_trips::<time::Date>("1970-01-01");
    round_trips::<time::Time>("0:00:00.0");
    round_trips::<time::PrimitiveDateTime>("1970-01-01 0:00:00.0");
    round_trips::<time::OffsetDateTime>("1970-01-01 0:00:00.0 +00:00:00");
    round_trips::<time::UtcOffset>("+00:00:00");
    round_trips::<time::Duration>("Duration { seconds: 0, nanoseconds: 0 }");
    round_trips::<time::Weekday>("Monday");
    round_trips::<time::Month>("January");
    for duration in [time::Duration::MIN, time::Duration::MAX, time::Duration::nanoseconds(-1)] {
        is_encoded(&duration);
    }
}

#[test]
fn time_has_edge_cases() {
    sees::<time::Date>(|date| *date == time::Date::MIN);
    sees::<time::Date>(|date| *date == time::Date::MAX);
    sees::<time::Date>(|date| (date.month(), date.day()) == (time::Month::February, 29));
    sees::<time::Date>(|date| date.year() < 0);
    sees::<time::Time>(|time| time.nanosecond() == 999_999_999);
    sees::<time::Time>(|time| time.as_hms() == (23, 59, 59));
    sees::<time::UtcOffset>(|offset| offset.minutes_past_hour() == 45);
    sees::<time::UtcOffset>(|offset| offset.seconds_past_minute() != 0);
    sees::<time::Duration>(|duration| *duration == time::Duration::MAX);
    sees::<time::Duration>(|duration| duration.is_negative() && duration.subsec_nanoseconds() != 0);
    for moment in values(&any::<time::OffsetDateTime>(), 2_000) {
        let moved = moment.to_offset(time::UtcOffset::from_hms(-23, -59, -59).unwrap());
        assert_eq!(moved.unix_timestamp_nanos(), moment.unix_timestamp_nanos());
    }
}

#[test]
fn time_reduces_to_the_boundary() {
    let limit = time::Date::from_calendar_date(2020, time::Month::January, 1).unwrap();
    reduces_to(&any::<time::Date>(), "2020-01-02", |date| *date <= limit);
    let noon = time::Time::from_hms(12, 0, 0).unwrap();
    reduces_to(&any::<time::Time>(), "12:00:01.0", |time| *time <= noon);
    reduces_to(&any::<time::OffsetDateTime>(), "1970-01-01 0:00:00.0 -00:15:00", |moment| {
        !moment.offset().is_negative()
    });
    reduces_to(
        &any::<time::Duration>(),
        "Duration { seconds: 3600, nanoseconds: 1 }",
        |duration| *duration <= time::Duration::HOUR,
    );
    reduces_to(&any::<time::Weekday>(), "Saturday", |day| {
        !matches!(day, time::Weekday::Saturday | time::Weekday::Sunday)
    });
}

/// A day of the twenties.
fn day(src: &mut Source) -> chrono::NaiveDate {
    let first = chrono::NaiveDate::from_ymd_opt(2020, 1, 1).expect("a date");
    first + chrono::Days::new(src.draw(0..=3_652))
}

#[property]
fn a_day_of_the_twenties_has_such_a_year(#[draw(day)] day: chrono::NaiveDate) {
    assert!((2020..=2029).contains(&chrono::Datelike::year(&day)));
}

#[property]
fn due_dates_come_later(invoiced: chrono::NaiveDate, #[draw(1..=90)] days: u64) {
    let due = invoiced.checked_add_days(chrono::Days::new(days));
    assert!(due.is_none_or(|due| due > invoiced));
}
