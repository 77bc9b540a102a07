//! Running a property for somebody else: a tool, or the test itself, has started this test binary to hunt, to run one
//! case, or to reduce what a process died of.
//!
//! [`protocol`] defines the jobs and replies of a worker. The file `journal` in its folder names the case under way.
//! Standard output and standard error belong to the property. Other properties of the same process run normally.

mod child;
mod corpus;
mod death;
mod desk;
mod isolated;
mod isolation;
mod journal;
mod line;
mod order;
pub mod protocol;
mod single;
mod sweep;
mod telling;
mod ways;

pub use child::printed;
pub(crate) use corpus::{Corpus, News, Told};
pub use death::{Death, death};
pub(crate) use desk::{Desk, Progress, finish, skip, warn};
pub(crate) use isolated::Isolated;
use isolation::Isolation;
pub(crate) use journal::Input;
pub(crate) use order::{is_worker, order};
pub(crate) use protocol::{Job as Order, Task};
pub(crate) use sweep::locate;
use telling::Telling;

use std::path::Path;

/// What the journal of a worker says: the number of the case under way, and its input, if it is known.
pub fn under_way(journal: &Path) -> Option<(u64, Option<String>)> {
    let last = journal::last(journal).ok()?;
    Some((last.case, last.input.map(|input| input.to_text())))
}
