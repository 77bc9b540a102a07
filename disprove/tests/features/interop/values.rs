//! Numbers, strings, bytes and trees of other crates.

use super::{is_encoded, reduces_to, round_trips, sees, values};
use bytes::{Bytes, BytesMut};
use disprove::prelude::*;
use num_bigint::{BigInt, BigUint};
use rust_decimal::Decimal;
use serde_json::{Map, Number, Value, json};
use url::{Host, Url};
use uuid::{Uuid, Version};

#[test]
fn identifiers_round_trip_and_have_common_versions() {
    round_trips::<Uuid>("00000000-0000-0000-0000-000000000000");
    sees::<Uuid>(Uuid::is_nil);
    sees::<Uuid>(Uuid::is_max);
    sees::<Uuid>(|id| id.get_version() == Some(Version::Random));
    sees::<Uuid>(|id| id.get_version() == Some(Version::SortRand));
    reduces_to(&any::<Uuid>(), "00000000-0000-0000-0000-0000000003e9", |id| id.as_u128() <= 1_000);
}

#[test]
fn byte_buffers_round_trip_and_reduce_to_short_ones() {
    round_trips::<Bytes>("b\"\"");
    round_trips::<BytesMut>("b\"\"");
    sees::<Bytes>(|bytes| bytes.len() > 32);
    reduces_to(&any::<Bytes>(), "b\"\\0\\0\"", |bytes| bytes.len() < 2);
    reduces_to(&any::<BytesMut>(), "b\"a\"", |bytes| !bytes.contains(&b'a'));
}

#[test]
fn urls_round_trip_and_have_edge_cases() {
    let natural = reduced_url(|_| false);
    assert_eq!(natural, "http://a/");
    for url in values(&any::<Url>(), 500) {
        assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url));
        is_encoded(&url);
    }
    for url in ["data:text/plain,x", "mailto:a@b.c", "file:///c:/x", "http://u:p@[::1]:1/?a#b"] {
        is_encoded(&Url::parse(url).unwrap());
    }
    sees::<Url>(|url| url.scheme() == "file");
    sees::<Url>(|url| url.scheme() == "https" && url.port().is_some());
    sees::<Url>(|url| url.port() == Some(0));
    sees::<Url>(|url| url.password().is_some());
    sees::<Url>(|url| matches!(url.host(), Some(Host::Ipv4(_))));
    sees::<Url>(|url| matches!(url.host(), Some(Host::Ipv6(_))));
    sees::<Url>(|url| url.host_str().is_some_and(|host| host.contains("xn--")));
    sees::<Url>(|url| url.path().contains("%00"));
    sees::<Url>(|url| url.path().contains("%C3%A9"));
    sees::<Url>(|url| url.query() == Some("") && url.fragment().is_none());
    sees::<Url>(|url| url.query().is_some() && url.fragment().is_some());
}

#[test]
fn urls_reduce_to_short_ones() {
    assert_eq!(reduced_url(|url| url.query().is_none()), "http://a/?");
    assert_eq!(reduced_url(|url| url.scheme() != "https"), "https://a/");
    assert_eq!(reduced_url(|url| url.fragment().is_none()), "http://a/#");
    assert_eq!(reduced_url(|url| !matches!(url.host(), Some(Host::Ipv6(_)))), "http://[::]/");
}

/// The reduced URL, which is the same for every seed.
fn reduced_url(holds: impl Fn(&Url) -> bool) -> String {
    let mut all: Vec<String> = super::SEEDS
        .map(|seed| {
            let report = check(any::<Url>()).seed(seed).cases(2_000).run(|url| holds(&url));
            report.failures()[0].value().to_string()
        })
        .collect();
    all.dedup();
    all.join(" ")
}

#[test]
fn json_round_trips() {
    round_trips::<Value>("Null");
    round_trips::<Number>("Number(0)");
    round_trips::<Map<String, Value>>("{}");
    is_encoded(&json!({"a": [1, -2.5, null, {"b": "c"}], "": u64::MAX, "x": [[], {}, false]}));
}

#[test]
fn json_has_edge_cases_and_is_bounded() {
    fn depth(value: &Value) -> usize {
        match value {
            Value::Array(all) => 1 + all.iter().map(depth).max().unwrap_or(0),
            Value::Object(all) => 1 + all.values().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }
    sees::<Value>(|value| depth(value) > 3);
    sees::<Value>(|value| value.as_object().is_some_and(|map| map.len() > 3));
    sees::<Value>(|value| value.as_object().is_some_and(|map| map.contains_key("")));
    sees::<Number>(|number| number.as_i64() == Some(i64::MIN));
    sees::<Number>(|number| number.as_u64() == Some(u64::MAX));
    sees::<Number>(|number| number.is_f64() && number.as_f64() == Some(0.0));
    sees::<Number>(|number| number.as_f64().is_some_and(|float| float.abs() > 1e300));
    assert!(values(&any::<Value>(), 2_000).iter().all(|value| depth(value) < 30));
    for seed in super::SEEDS {
        let report = check(any::<Value>()).seed(seed).run(|value| depth(&value) < 2);
        let value = report.failures()[0].value();
        // An array or object inside another.
        assert!(value.to_string().len() <= r#"{"":{}}"#.len(), "{value}");
    }
    reduces_to(&any::<Value>(), "Number(1001)", |value| value.as_i64().is_none_or(|n| n <= 1_000));
    reduces_to(&any::<Value>(), "Object {\"\": Null}", |value| {
        value.as_object().is_none_or(Map::is_empty)
    });
}

#[test]
fn big_integers_round_trip_and_reach_their_digits() {
    round_trips::<BigUint>("0");
    round_trips::<BigInt>("0");
    sees::<BigUint>(|n| n.bits() > 1_000);
    sees::<BigUint>(|n| n.bits() > 64 && n.count_ones() == 1);
    sees::<BigUint>(|n| n.bits() > 128 && n.count_ones() == n.bits());
    sees::<BigInt>(|n| n.magnitude().bits() > 200 && n < &BigInt::ZERO);
    sees::<BigInt>(|n| n < &BigInt::ZERO && n.magnitude().count_ones() == 1);
    let large: BigUint = BigUint::from(1u8) << 200u32;
    let above = (large.clone() + 1u8).to_string();
    reduces_to(&any::<BigUint>(), &above, |n| *n <= large);
    reduces_to(&any::<BigUint>(), "1001", |n| *n <= BigUint::from(1_000u32));
    reduces_to(&any::<BigInt>(), "-7", |n| *n > BigInt::from(-7));
}

#[test]
fn decimals_round_trip_and_have_all_scales() {
    round_trips::<Decimal>("0");
    sees::<Decimal>(|d| *d == Decimal::MAX);
    sees::<Decimal>(|d| *d == Decimal::MIN);
    sees::<Decimal>(|d| d.is_zero() && d.is_sign_negative());
    sees::<Decimal>(|d| d.is_zero() && d.scale() > 0);
    sees::<Decimal>(|d| d.scale() == 28);
    let limit = Decimal::new(1_005, 1);
    reduces_to(&any::<Decimal>(), "101", |d| *d <= limit);
    reduces_to(&any::<Decimal>(), "100.6", |d| *d <= limit || d.is_integer());
    reduces_to(&any::<Decimal>(), "-1", |d| *d >= Decimal::ZERO);
    reduces_to(&any::<Decimal>(), "0.1", |d| *d <= Decimal::ZERO || *d >= Decimal::new(5, 1));
}
