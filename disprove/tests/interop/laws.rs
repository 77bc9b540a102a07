//! What holds of every reduction holds for these generators too: it ends, its result still fails, is no larger, and
//! reducing it again changes nothing.

use super::debug;
use disprove::{
    ReductionEnd, from_arbitrary, from_proptest, from_quickcheck, from_rng, interop::FromArbitrary,
    prelude::*,
};
use std::fmt::Debug;

/// Two questions about the text of a value: one that nothing can foresee, and its length.
fn holds(text: &str, question: u64) -> bool {
    let sum = text.bytes().fold(question, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    if question == 0 { !sum.is_multiple_of(3) } else { text.len() as u64 <= question }
}

#[track_caller]
fn obeys<G: Generator<Value: Debug + 'static>>(generator: &G) {
    let shown = check(generator.by_ref()).seed(1).cases(1).run(|_| false);
    let length = debug(shown.failures()[0].original()).len() as u64;
    for question in [0, length] {
        for seed in 0..3 {
            let run = |token: Option<&str>| {
                let check =
                    check(generator.by_ref()).seed(seed).max_failures(1).database(Db::none());
                let check = match token {
                    Some(token) => check.replay(token),
                    None => check,
                };
                check.run(|value| holds(&debug(&value), question))
            };
            let report = run(None);
            let Some(failure) = report.failures().first() else {
                assert!(question > 0, "a third of all values fails");
                continue;
            };
            let value = debug(failure.value());
            assert_eq!(failure.reduction_ended(), ReductionEnd::Complete, "{value}");
            assert!(!holds(&value, question) && !failure.is_flaky(), "{value}");
            assert!(failure.choices().1 <= failure.choices().0, "{value}");
            let again = run(Some(failure.replay_token()));
            assert_eq!(debug(again.failures()[0].value()), value);
        }
    }
}

#[test]
fn values_of_other_crates_obey() {
    obeys(&any::<bytes::Bytes>());
    obeys(&any::<bytes::BytesMut>());
    obeys(&any::<num_bigint::BigInt>());
    obeys(&any::<num_bigint::BigUint>());
    obeys(&any::<rust_decimal::Decimal>());
    obeys(&any::<serde_json::Value>());
    obeys(&any::<url::Url>());
    obeys(&any::<uuid::Uuid>());
}

#[test]
fn days_and_times_obey() {
    obeys(&any::<chrono::NaiveDate>());
    obeys(&any::<chrono::NaiveTime>());
    obeys(&any::<chrono::NaiveDateTime>());
    obeys(&any::<chrono::TimeDelta>());
    obeys(&any::<jiff::civil::Date>());
    obeys(&any::<jiff::civil::Time>());
    obeys(&any::<jiff::Timestamp>());
    obeys(&any::<jiff::SignedDuration>());
    obeys(&any::<jiff::Span>());
    obeys(&any::<jiff::Zoned>());
}

#[test]
fn generators_of_other_crates_obey() {
    let pairs: FromArbitrary<(u16, Vec<bool>)> = from_arbitrary();
    obeys(&pairs);
    obeys(&from_quickcheck::<Vec<u16>>());
    obeys(&from_proptest(proptest::collection::vec(0..1_000u32, 0..9)));
    obeys(&from_rng(|rng| rand::RngExt::random::<u32>(rng)));
}
