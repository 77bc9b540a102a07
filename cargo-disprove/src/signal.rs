//! Ctrl-C, and other polite ways to ask for the end.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// True once the user or the system asks for the end. Asked twice, the process ends at once.
pub(crate) fn stop_on_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Where signals cannot be handled they end the process, and what was found is kept all the same.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}
