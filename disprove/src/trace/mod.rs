//! The course of a run: which branches were taken, in which order, and what was compared on the way.
//!
//! Code under [`#[trace]`](macro@crate::trace) tells it, while somebody records; it costs next to nothing while nobody
//! does. [`record()`] is the way to look at it. Searches look at it by themselves.
//!
//! ```
//! use disprove::trace;
//!
//! #[trace]
//! fn is_large(n: u32) -> bool {
//!     if n > 1_000 { true } else { false }
//! }
//!
//! let (large, course) = trace::record(|| is_large(7));
//! assert!(!large);
//! // The function, and the branch it took.
//! assert_eq!(course.events().len(), 2);
//! // What was compared with what.
//! assert_eq!(course.operands()[0].to_string(), "7 and 1000");
//! ```
//!
//! A recording belongs to a thread. Those that are started on the way are asked to take part with [`adopt`].

mod adopt;
mod buffer;
mod course;
mod coverage;
#[doc(hidden)]
pub mod expanded;
mod numbering;
mod operand;
mod operands;
mod pairs;
mod path;
mod paths;
mod probe;
mod recorder;
mod times;
mod view;

pub use adopt::{Handle, Joined, adopt};
pub use course::{Edge, Trace};
pub(crate) use coverage::{pause, resume};
pub(crate) use numbering::Numbering;
pub use operand::{Operand, Seen};
pub use paths::{Paths, Reached};
pub use recorder::record;
pub(crate) use recorder::watch;
