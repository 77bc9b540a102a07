//! Held-out conditions on strings, bytes and records.

use super::precondition::{Precondition, Row, UNPUBLISHED};
use disprove::prelude::*;
use std::collections::BTreeMap;

pub fn rows() -> Vec<Row> {
    vec![identifier(), checksum(), request(), required_key(), same_tail(), bookings()]
}

fn identifier() -> Row {
    Precondition {
        id: "H prefix",
        text: "a text that starts with \"id:\", of even length from 6 on",
        example: "id:abc".to_owned(),
        generator: || text().len(0..=12).alphabet("[a-z:]"),
        assume: |name| {
            assume!(name.starts_with("id:"));
            assume!(name.len() >= 6 && name.len() % 2 == 0);
        },
        holds: |name| {
            name.strip_prefix("id:").is_some_and(|rest| rest.len() > 2 && rest.len() % 2 == 1)
        },
        fields: |name, fields| {
            let rest = name.get(3..).unwrap_or_default();
            fields.text(rest, (3, 9), ('a', 'z'));
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

/// The bytes of a frame before its last, added up.
fn sum_of(frame: &[u8]) -> u8 {
    frame[..frame.len() - 1].iter().fold(0, |sum, byte| u8::wrapping_add(sum, *byte))
}

fn checksum() -> Row {
    Precondition {
        id: "H checksum",
        text: "4 to 16 bytes: the first is 0x7e, the last is the sum of the others",
        example: vec![0x7e, 1, 2, 0x81],
        generator: || bytes().len(4..=16),
        assume: |frame| {
            assume!(frame[0] == 0x7e);
            assume!(frame[frame.len() - 1] == sum_of(frame));
        },
        holds: |frame| {
            let sum: u32 = frame.iter().map(|byte| u32::from(*byte)).sum();
            let last = u32::from(frame[frame.len() - 1]);
            frame.starts_with(&[0x7e]) && (sum - last) % 256 == last
        },
        fields: |frame, fields| fields.list(&frame[1..], (3, 15), (0, 255)),
        space: None,
    }
    .row(UNPUBLISHED)
}

#[derive(Clone, Debug, Arbitrary)]
enum Method {
    Get,
    Head,
    Delete,
    Post { kind: u8 },
    Put { kind: u8 },
}

#[derive(Clone, Debug, Arbitrary)]
struct Request {
    method: Method,
    body: Option<Vec<u8>>,
    retries: Option<u8>,
}

fn request() -> Row {
    Precondition {
        id: "H request",
        text: "posts or puts of kind 1 to 9, a body of 8 bytes or more, at most 5 retries if any",
        example: Request { method: Method::Put { kind: 9 }, body: Some(vec![0; 8]), retries: None },
        generator: any::<Request>,
        assume: |request| {
            assume!(matches!(
                request.method,
                Method::Post { kind: 1..=9 } | Method::Put { kind: 1..=9 }
            ));
            assume!(request.body.as_ref().is_some_and(|body| body.len() >= 8));
            assume!(request.retries.is_none_or(|retries| retries <= 5));
        },
        holds: |request| {
            let kind = match request.method {
                Method::Post { kind } | Method::Put { kind } => kind,
                _ => 0,
            };
            (1..10).contains(&kind)
                && request.body.iter().any(|body| body.len() > 7)
                && request.retries.unwrap_or(0) < 6
        },
        fields: |request, fields| {
            match request.method {
                Method::Post { kind } | Method::Put { kind } => fields.number(kind, 1, 9),
                _ => fields.absent(),
            }
            fields.choice(usize::from(matches!(request.method, Method::Put { .. })));
            fields.list(request.body.as_deref().unwrap_or_default(), (8, 64), (0, 255));
            fields.choice(request.retries.map_or(0, |retries| 1 + usize::from(retries)));
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

fn required_key() -> Row {
    const KEY: u8 = 217;
    Precondition {
        id: "H key",
        text: "a map of bytes to numbers up to 1000 with more than 900 under 217",
        example: BTreeMap::from([(3, 0), (KEY, 901)]),
        generator: || map(any::<u8>(), 0..=1_000u32).len(0..=10),
        assume: |settings| {
            assume!(settings.contains_key(&KEY));
            assume!(settings[&KEY] > 900);
        },
        holds: |settings| settings.get(&KEY).is_some_and(|value| *value >= 901),
        fields: |settings, fields| {
            fields.number(settings.len(), 1, 10);
            fields.number(settings.get(&KEY).copied().unwrap_or_default(), 901, 1_000);
            let others = settings.iter().filter(|(key, _)| **key != KEY);
            match others.map(|(key, _)| *key).next() {
                Some(key) => fields.number(key, 0, 255),
                None => fields.absent(),
            }
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

fn same_tail() -> Row {
    Precondition {
        id: "H tail",
        text: "two texts of 2 to 8 letters that differ in the first one only",
        example: ("cat".to_owned(), "hat".to_owned()),
        generator: || (text().len(2..=8).alphabet("[a-z]"), text().len(2..=8).alphabet("[a-z]")),
        assume: |(one, two)| {
            assume!(one[1..] == two[1..]);
            assume!(one != two);
        },
        holds: |(one, two)| {
            one.len() == two.len()
                && one.chars().zip(two.chars()).enumerate().all(|(i, (a, b))| (a != b) == (i == 0))
        },
        fields: |(one, two), fields| {
            fields.text(one, (2, 8), ('a', 'z'));
            fields.text(&two[..1], (1, 1), ('a', 'z'));
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

/// A room is taken from an hour on, for some hours.
#[derive(Clone, Copy, Debug, Arbitrary)]
struct Booking {
    #[draw(0..168)]
    from: i32,
    #[draw(1..=8)]
    hours: i32,
}

fn bookings() -> Row {
    Precondition {
        id: "H bookings",
        text: "4 to 8 bookings of a week, one after the other, the last ends in time",
        example: vec![
            Booking { from: 0, hours: 1 },
            Booking { from: 1, hours: 8 },
            Booking { from: 100, hours: 8 },
            Booking { from: 160, hours: 8 },
        ],
        generator: || vec(any::<Booking>()).len(4..=8),
        assume: |bookings| {
            assume!(bookings.windows(2).all(|pair| pair[0].from + pair[0].hours <= pair[1].from));
            assume!(bookings.last().is_some_and(|last| last.from + last.hours <= 168));
        },
        holds: |bookings| {
            let mut free = 0;
            for booking in bookings {
                if booking.from < free {
                    return false;
                }
                free = booking.from + booking.hours;
            }
            free <= 168
        },
        fields: |bookings, fields| {
            let starts: Vec<i32> = bookings.iter().map(|booking| booking.from).collect();
            fields.list(&starts, (4, 8), (0, 167));
            fields.number(bookings[0].hours, 1, 8);
        },
        space: None,
    }
    .row(UNPUBLISHED)
}
