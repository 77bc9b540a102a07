//! Tests of `overrides.rs`.

use super::Overrides;
use std::time::Duration;

#[test]
fn a_time_replaces_the_number_of_cases_of_a_lower_source() {
    let overrides = |cases, seconds: Option<u64>| Overrides {
        cases,
        time: seconds.map(Duration::from_secs),
        ..Overrides::NONE
    };
    let most = Some(u64::MAX);
    for (upper, lower, expected) in [
        (overrides(None, Some(9)), overrides(Some(5), None), overrides(most, Some(9))),
        (overrides(None, Some(9)), overrides(Some(5), Some(1)), overrides(most, Some(9))),
        (overrides(None, Some(9)), overrides(None, None), overrides(most, Some(9))),
        (overrides(Some(7), Some(9)), overrides(Some(5), None), overrides(Some(7), Some(9))),
        (overrides(Some(7), None), overrides(None, Some(9)), overrides(Some(7), Some(9))),
        (overrides(Some(7), None), overrides(Some(5), Some(9)), overrides(Some(7), Some(9))),
        (overrides(None, None), overrides(Some(5), Some(9)), overrides(Some(5), Some(9))),
    ] {
        assert_eq!(upper.clone().over(&lower), expected, "{upper:?} over {lower:?}");
    }
}
