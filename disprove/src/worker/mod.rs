//! Worker processes: a property runs in a process that `cargo disprove` or the test itself started.
//!
//! [`protocol`] defines the jobs and replies of a worker. The file `journal` in its folder identifies the case under way.
//! Standard output and error belong to the property. Other properties of the same process run as usual.

mod child;
mod corpus;
mod coverage;
mod crash;
#[cfg(any(test, feature = "conformance"))]
mod decoders;
mod isolation;
mod job;
mod journal;
mod line;
mod localize;
mod output;
mod parent;
mod processes;
pub mod protocol;
mod reply;
mod session;
mod single_case;
mod supervisor;
mod temporary;

use corpus::Corpus;
pub use crash::{AbnormalExit, crash_message, why_unreported};
#[cfg(any(test, feature = "conformance"))]
pub(crate) use decoders::{
    decodes_job, decodes_journal, decodes_reply, encoded_job, encoded_journal, encoded_reply,
};
use isolation::Isolation;
pub use job::{failure_name, is_same_failure};
pub(crate) use job::{is_worker, job};
use localize::locate;
pub use output::OutputTail;
pub use processes::{kill_processes_of, resident_memory};
pub(crate) use protocol::{Job, Task};
use reply::ReplyChannel;
pub(crate) use session::{Session, announce, finish, send_statistics, skip, warn};
pub use supervisor::hang_limit;
pub(crate) use supervisor::{ISOLATED_LIMIT, Supervised, Supervisor};
pub use temporary::TempFolder;

use std::path::Path;

/// The number of the case under way and its input, if that is known, from the journal of a worker.
pub fn under_way(journal: &Path) -> Option<(u64, Option<String>)> {
    let last = journal::last(journal).ok()?;
    Some((last.case, last.input.map(|input| input.to_text())))
}
