//! The same experiment with many seeds.

use crate::Options;
use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

/// Runs an experiment `count` times, on as many threads as there are jobs. The results are in the order of the seeds.
pub fn trials<T: Send>(options: &Options, count: u64, run: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = run(options.seed + number);
                    done.lock().expect("no trial panics").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no trial panics");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
