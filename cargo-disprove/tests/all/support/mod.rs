//! Helpers of the integration tests.

pub mod axe;
pub mod browser;
pub mod fixture;
pub mod fuzzed;
#[cfg(feature = "share")]
pub mod hub;
#[cfg(feature = "python")]
pub mod python;
pub mod rare;
#[cfg(feature = "share")]
pub mod redis;
pub mod reduce;
pub mod schema;
pub mod study;
pub mod yaml;

/// The rest of a page after a text, from the next line with this start to the end of the code block.
pub fn quoted<'a>(page: &'a str, after: &str, start: &str) -> &'a str {
    let rest = page.split_once(after).expect(after).1;
    let rest = rest.split_once(start).expect(start).1;
    rest.split_once("```").expect("the end of the block").0
}
