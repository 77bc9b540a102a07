//! Repeats an experiment with many seeds.

use crate::Options;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

/// Runs an experiment `count` times, on as many threads as there are jobs. The results are in the order of the seeds.
pub fn trials<T: Send>(options: &Options, count: u64, run: impl Fn(u64) -> T + Sync) -> Vec<T> {
    named_trials(options, "", count, run)
}

/// As [`trials`], with a name beside the progress bar, or a line for each name if standard error is not a terminal.
pub fn named_trials<T: Send>(
    options: &Options,
    name: &str,
    count: u64,
    run: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let bar = bar(name, count);
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
                    bar.inc(1);
                    done.lock().expect("no trial panics").push((number, result));
                }
            });
        }
    });
    if bar.is_hidden() && !name.is_empty() && !options.smoke {
        // A study of hours tells a log how far it is.
        eprintln!("{name}: {count} runs");
    }
    bar.finish_and_clear();
    let mut done = done.into_inner().expect("no trial panics");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A bar on standard error, which shows nothing if that is not a terminal.
fn bar(name: &str, count: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left")
        .expect("the template is well-formed");
    ProgressBar::new(count).with_style(style).with_message(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::trials;
    use crate::Options;

    #[test]
    fn results_are_in_the_order_of_the_seeds_for_any_number_of_jobs() {
        for jobs in [1, 3] {
            let options = Options { jobs, seed: 5, smoke: true, ..Options::default() };
            assert_eq!(trials(&options, 4, |seed| seed * 10), [50, 60, 70, 80]);
        }
    }
}
