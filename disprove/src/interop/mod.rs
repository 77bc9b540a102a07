//! Support for other crates: their types implement [`Arbitrary`](trait@crate::generator::Arbitrary), and their generators
//! become generators of this crate. Each is behind the feature of its name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(any(feature = "chrono", feature = "jiff"))]
mod calendar;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "num-bigint")]
mod num_bigint;
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
#[cfg(feature = "serde_json")]
mod serde_json;
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
