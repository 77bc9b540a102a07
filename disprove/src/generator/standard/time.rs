//! Durations and system times.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use std::{
    any::type_name,
    iter::successors,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The longest short duration, in nanoseconds: what programs wait for. Half of all durations are short, drawn as one
/// choice, so that reduction finds exact limits.
const DAY: u64 = 24 * 60 * 60 * 1_000_000_000;

const LAST_NANOSECOND: u32 = 999_999_999;

impl Arbitrary for Duration {
    #[inline]
    fn arbitrary(src: &mut Source) -> Duration {
        src.span(type_name::<Duration>(), |src| {
            if src.branch(2, 0) == 0 {
                Duration::from_nanos(u64::between(src, 0, DAY))
            } else {
                let seconds = u64::arbitrary(src);
                Duration::new(seconds, u32::between(src, 0, LAST_NANOSECOND))
            }
        })
    }

    #[inline]
    fn encode(value: &Duration, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Duration>(), 0, |encoder| match u64::try_from(value.as_nanos()) {
            Ok(short) if short <= DAY => {
                encoder.branch(2, 0, 0) && short.encode_between(0, DAY, encoder)
            }
            _ => {
                encoder.branch(2, 0, 1)
                    && u64::encode(&value.as_secs(), encoder)
                    && value.subsec_nanos().encode_between(0, LAST_NANOSECOND, encoder)
            }
        })
    }
}

/// The greatest distance of ordinary times from the Unix epoch, in seconds: 136 years, which includes today and the limits
/// of 32-bit clocks. Half of all times are ordinary.
const LIFETIME: i64 = u32::MAX as i64;

impl Arbitrary for SystemTime {
    #[inline]
    fn arbitrary(src: &mut Source) -> SystemTime {
        src.span(type_name::<SystemTime>(), |src| {
            let seconds = if src.branch(2, 0) == 0 {
                i64::between(src, -LIFETIME, LIFETIME)
            } else {
                i64::arbitrary(src)
            };
            let nanoseconds = u32::between(src, 0, LAST_NANOSECOND);
            // Platforms differ in the range of their clocks: halve the distance until the time is in range.
            successors(Some(seconds), |seconds| Some(seconds / 2))
                .find_map(|seconds| time(seconds, nanoseconds))
                .expect("the first second after the epoch exists on every platform")
        })
    }

    #[inline]
    fn encode(value: &SystemTime, encoder: &mut Encoder) -> bool {
        let Some((seconds, nanoseconds)) = parts(*value) else { return false };
        encoder.span(type_name::<SystemTime>(), 0, |encoder| {
            let placed = if (-LIFETIME..=LIFETIME).contains(&seconds) {
                encoder.branch(2, 0, 0) && seconds.encode_between(-LIFETIME, LIFETIME, encoder)
            } else {
                encoder.branch(2, 0, 1) && i64::encode(&seconds, encoder)
            };
            placed && nanoseconds.encode_between(0, LAST_NANOSECOND, encoder)
        })
    }
}

/// The time at a number of seconds after (or before) the epoch, plus nanoseconds.
#[inline]
fn time(seconds: i64, nanoseconds: u32) -> Option<SystemTime> {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    let time = if seconds < 0 {
        UNIX_EPOCH.checked_sub(distance)
    } else {
        UNIX_EPOCH.checked_add(distance)
    };
    time?.checked_add(Duration::from_nanos(nanoseconds.into()))
}

/// The inverse of [`time`].
#[inline]
fn parts(time: SystemTime) -> Option<(i64, u32)> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => Some((after.as_secs().try_into().ok()?, after.subsec_nanos())),
        Err(error) => {
            let before = error.duration();
            let seconds = 0i64.checked_sub_unsigned(before.as_secs())?;
            match before.subsec_nanos() {
                0 => Some((seconds, 0)),
                nanoseconds => Some((seconds.checked_sub(1)?, 1_000_000_000 - nanoseconds)),
            }
        }
    }
}
