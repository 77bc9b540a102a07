//! Running a property for somebody else: a tool, or the test itself, has started this test binary to hunt, to run one
//! case, or to reduce what a process died of.
//!
//! The variable `DISPROVE_WORKER` names a folder. Its file `order` says what is to be done for which property, `said`
//! is where the answers go, a line each, and `journal` tells the case under way. Standard output and standard error
//! belong to the property. Other properties of the same process run as they always do.

mod child;
mod corpus;
mod death;
mod desk;
mod isolated;
mod isolation;
mod journal;
mod line;
mod order;
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
pub(crate) use order::{Order, Task, is_worker, order};
pub(crate) use sweep::locate;
use telling::Telling;

use std::path::Path;

/// The variable that names the folder of a worker.
pub const WORKER: &str = "DISPROVE_WORKER";

/// What the journal of a worker says: the number of the case under way, and its input, if it is known.
pub fn under_way(journal: &Path) -> Option<(u64, Option<String>)> {
    let last = journal::last(journal).ok()?;
    Some((last.case, last.input.map(|input| input.to_text())))
}

/// A line of fields, as orders and answers have them.
pub fn write_line(fields: &[&str]) -> String {
    line::write(fields)
}

/// The fields of a line.
pub fn read_line(text: &str) -> Vec<String> {
    line::read(text)
}
