//! Feature `tokio`: async properties with `#[property(runtime = "tokio")]`.

use tokio::runtime::Builder;

/// Runs a future on tokio. Every case has its own runtime, on its thread, so that tasks end with their case.
///
/// # Panics
/// If the operating system cannot start a runtime.
pub fn block_on_tokio<F: Future>(future: F) -> F::Output {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|why| panic!("cannot start a tokio runtime: {why}"));
    runtime.block_on(future)
}
