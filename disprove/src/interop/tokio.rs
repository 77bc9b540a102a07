//! Async properties on tokio: `#[property(runtime = "tokio")]`.

use tokio::runtime::Builder;

/// The output of a future that needs tokio. Every case has a runtime of its own, on its thread, so that what a
/// case leaves behind ends with it.
///
/// # Panics
/// If the operating system has no room for a runtime.
pub fn block_on_tokio<F: Future>(future: F) -> F::Output {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|why| panic!("tokio cannot be started: {why}"));
    runtime.block_on(future)
}
