//! Feature `tokio`: async properties with `#[property(runtime = "tokio")]`.

use crate::{
    case::{Runtime, with_runtime},
    feedback::Outcome,
    source::Source,
};
use std::{pin::Pin, rc::Rc};
use tokio::runtime::{self, Builder};

/// Runs a future on tokio. Every case has its own runtime, on its thread, so that tasks end with their case.
///
/// # Panics
/// If the operating system cannot start a runtime.
pub fn block_on_tokio<F: Future>(is_paused: bool, future: F) -> F::Output {
    start(is_paused).block_on(future)
}

/// The function that runs one case of a machine, with a runtime for each case.
///
/// # Panics
/// If the operating system cannot start a runtime.
pub fn cases_on_tokio(
    is_paused: bool,
    case: impl Fn(&mut Source) -> Outcome,
) -> impl Fn(&mut Source) -> Outcome {
    move |src| {
        let runtime = Rc::new(Tokio(start(is_paused)));
        // Functions that are not async can use tokio too, as `Drop` does.
        let _entered = runtime.0.enter();
        with_runtime(runtime.clone(), || case(src))
    }
}

/// The runtime of one case.
struct Tokio(runtime::Runtime);

impl Runtime for Tokio {
    fn run(&self, future: Pin<&mut dyn Future<Output = ()>>) {
        self.0.block_on(future);
    }
}

/// A runtime on this thread. If it is paused, its clock jumps to the next timer when all tasks wait.
fn start(is_paused: bool) -> runtime::Runtime {
    let runtime = Builder::new_current_thread().enable_all().start_paused(is_paused).build();
    runtime.unwrap_or_else(|why| panic!("cannot start a tokio runtime: {why}"))
}
