//! Laws of reduction, for the generators of other crates: it ends, the result still fails and is no larger, and reducing it
//! again changes nothing.

use super::debug;
use disprove::{
    ReductionEnd, from_arbitrary, from_proptest, from_quickcheck, from_rng, interop::FromArbitrary,
    prelude::*,
};
use std::fmt::Debug;

/// Two predicates over the debug output of a value: a hash, and its length.
fn holds(shown: &str, predicate: u64) -> bool {
    let sum = shown.bytes().fold(predicate, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    if predicate == 0 { sum % 3 != 0 } else { shown.len() as u64 <= predicate }
}

#[track_caller]
fn obeys_the_laws<G: Generator<Value: Debug + 'static>>(generator: &G) {
    let shown = check(generator.by_ref()).seed(1).cases(1).run(|_| false);
    let length = debug(shown.failures()[0].original()).len() as u64;
    for predicate in [0, length] {
        for seed in 0..3 {
            let run = |token: Option<&str>| {
                let check =
                    check(generator.by_ref()).seed(seed).max_failures(1).database(Db::none());
                let check = match token {
                    Some(token) => check.replay(token),
                    None => check,
                };
                check.run(|value| holds(&debug(&value), predicate))
            };
            let report = run(None);
            let Some(failure) = report.failures().first() else {
                assert!(predicate > 0, "a third of all values fail");
                continue;
            };
            let value = debug(failure.value());
            assert_eq!(failure.reduction_ended(), ReductionEnd::Complete, "{value}");
            assert!(!holds(&value, predicate) && !failure.is_flaky(), "{value}");
            assert!(failure.choices().1 <= failure.choices().0, "{value}");
            let again = run(Some(failure.replay_token()));
            assert_eq!(debug(again.failures()[0].value()), value);
        }
    }
}

#[test]
fn values_of_other_crates_obey_the_laws() {
    obeys_the_laws(&any::<bytes::Bytes>());
    obeys_the_laws(&any::<bytes::BytesMut>());
    obeys_the_laws(&any::<num_bigint::BigInt>());
    obeys_the_laws(&any::<num_bigint::BigUint>());
    obeys_the_laws(&any::<rust_decimal::Decimal>());
    obeys_the_laws(&any::<serde_json::Value>());
    obeys_the_laws(&any::<url::Url>());
    obeys_the_laws(&any::<semver::Version>());
    obeys_the_laws(&any::<ipnet::IpNet>());
    obeys_the_laws(&any::<http::HeaderMap>());
    obeys_the_laws(&any::<http::Uri>());
    obeys_the_laws(&any::<half::f16>());
    obeys_the_laws(&any::<num_rational::Ratio<i64>>());
    obeys_the_laws(&any::<indexmap::IndexMap<u8, String>>());
    obeys_the_laws(&any::<arrayvec::ArrayString<8>>());
    obeys_the_laws(&any::<camino::Utf8PathBuf>());
    obeys_the_laws(&any::<uuid::Uuid>());
}

#[test]
fn days_and_times_obey_the_laws() {
    obeys_the_laws(&any::<chrono::NaiveDate>());
    obeys_the_laws(&any::<chrono::NaiveTime>());
    obeys_the_laws(&any::<chrono::NaiveDateTime>());
    obeys_the_laws(&any::<chrono::TimeDelta>());
    obeys_the_laws(&any::<jiff::civil::Date>());
    obeys_the_laws(&any::<jiff::civil::Time>());
    obeys_the_laws(&any::<jiff::Timestamp>());
    obeys_the_laws(&any::<jiff::SignedDuration>());
    obeys_the_laws(&any::<jiff::Span>());
    obeys_the_laws(&any::<jiff::Zoned>());
    obeys_the_laws(&any::<time::OffsetDateTime>());
    obeys_the_laws(&any::<time::Duration>());
}

#[test]
fn generators_of_other_crates_obey_the_laws() {
    let pairs: FromArbitrary<(u16, Vec<bool>)> = from_arbitrary();
    obeys_the_laws(&pairs);
    obeys_the_laws(&from_quickcheck::<Vec<u16>>());
    obeys_the_laws(&from_proptest(proptest::collection::vec(0..1_000u32, 0..9)));
    obeys_the_laws(&from_rng(|rng| rand::RngExt::random::<u32>(rng)));
}
