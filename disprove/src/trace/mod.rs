//! Execution traces: branches in order, and the operands of comparisons.
//!
//! Code under [`#[trace]`](macro@crate::trace) has probes. They write a trace while a recording is active, and
//! otherwise read one thread-local variable. [`record()`] records a trace; searches do so by themselves.
//!
//! ```
//! use disprove::trace;
//!
//! #[trace]
//! fn is_large(n: u32) -> bool {
//!     if n > 1_000 { true } else { false }
//! }
//!
//! let (large, trace) = trace::record(|| is_large(7));
//! assert!(!large);
//! // The function, and its branch.
//! assert_eq!(trace.events().len(), 2);
//! // The operands of the comparison.
//! assert_eq!(trace.operands()[0].to_string(), "7 and 1000");
//! ```
//!
//! A recording covers one thread. Further threads join it with [`adopt`].

mod adopt;
mod buffer;
mod children;
mod coverage;
mod decision;
mod execution;
#[doc(hidden)]
pub mod expanded;
mod flip;
mod numbering;
mod operand;
mod operands;
mod pairs;
mod path;
#[cfg(feature = "research")]
mod paths;
mod probe;
mod recorder;
mod recording;
mod times;
mod view;

pub use adopt::{Handle, Joined, adopt};
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use coverage::{end_fuzz_case, is_new_to_libfuzzer};
pub(crate) use coverage::{pause, resume};
pub use execution::{Edge, Trace};
pub(crate) use numbering::Numbering;
pub use operand::{Operand, Seen};
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use pairs::Comparisons;
#[cfg(feature = "research")]
#[doc(hidden)]
pub use paths::{Paths, Reached};
pub use recording::record;
pub(crate) use recording::watch;
