//! Support for other crates: their types implement [`Arbitrary`](trait@crate::generator::Arbitrary), and their generators
//! become generators of this crate. Each is behind the feature of its name. The page of
//! [`Arbitrary`](trait@crate::generator::Arbitrary) lists the types, and so does the page
//! [Features](https://github.com/disprove-rs/disprove/blob/main/book/src/reference/features.md) of the book.
//!
//! ```
//! # #[cfg(feature = "chrono")] {
//! // With the feature `chrono`:
//! use disprove::prelude::*;
//!
//! let report = check(any::<chrono::NaiveDate>()).seed(1).run(|date| chrono::Datelike::year(&date) < 2_000);
//! assert_eq!(report.failures()[0].value().to_string(), "2000-01-01");
//! # }
//! ```

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "arrayvec")]
mod arrayvec;
#[cfg(feature = "bstr")]
mod bstr;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod calendar;
#[cfg(feature = "camino")]
mod camino;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "either")]
mod either;
#[cfg(feature = "half")]
mod half;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "ipnet")]
mod ipnet;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "num-bigint")]
mod num_bigint;
#[cfg(feature = "num-complex")]
mod num_complex;
#[cfg(feature = "num-rational")]
mod num_rational;
#[cfg(feature = "ordered-float")]
mod ordered_float;
#[cfg(any(feature = "proptest", feature = "quickcheck"))]
mod path;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
#[cfg(feature = "rand")]
mod rand;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "semver")]
mod semver;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "smallvec")]
mod smallvec;
#[cfg(feature = "smol_str")]
mod smol_str;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "turmoil")]
mod turmoil;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "arbitrary")]
pub use arbitrary::{FromArbitrary, from_arbitrary};
#[cfg(feature = "proptest")]
pub use proptest::{FromProptest, from_proptest};
#[cfg(feature = "quickcheck")]
pub use quickcheck::{FromQuickcheck, from_quickcheck};
#[cfg(feature = "rand")]
pub use rand::{FromRng, SourceRng, from_rng};
#[cfg(feature = "tokio")]
#[doc(hidden)]
pub use tokio::{block_on_tokio, cases_on_tokio};
#[cfg(feature = "turmoil")]
pub use turmoil::Network;
