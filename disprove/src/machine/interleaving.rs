//! The report of calls on several threads: a column for each thread, time runs down.

use super::threads::CompletedCall;
use crate::argsort::argsort;
use std::fmt::Write;

/// One line for the start of each call, and one for its end.
#[inline]
pub(super) fn lines(calls: &[CompletedCall]) -> Vec<String> {
    let mut times = Vec::new();
    let mut events: Vec<(usize, String)> = Vec::new();
    for call in calls {
        times.push(call.interval.began);
        events.push((call.thread, call.line.clone()));
        let response = match &call.response {
            Ok(response) => format!("-> {response:?}"),
            Err(_) => "-> panicked".to_owned(),
        };
        times.push(call.interval.ended);
        events.push((call.thread, response));
    }
    let mut in_order = Vec::new();
    for number in argsort(events.len(), &|a, b| times[a].cmp(&times[b])) {
        in_order.push(std::mem::take(&mut events[number]));
    }
    columns(&in_order)
}

/// Each text in the column of its thread, as comments.
#[inline]
fn columns(events: &[(usize, String)]) -> Vec<String> {
    let (mut threads, mut width) = (0, 0);
    for (thread, text) in events {
        threads = threads.max(thread + 1);
        width = width.max(text.chars().count());
    }
    width = 3 + width.max(format!("thread {threads}").len());
    let mut heading = "//".to_owned();
    for number in 1..=threads {
        let title = format!("thread {number}");
        let _ = if number < threads {
            write!(heading, " {title:below$}", below = width - 1)
        } else {
            write!(heading, " {title}")
        };
    }
    let mut lines = vec![heading];
    for (thread, text) in events {
        lines.push(format!("// {:indent$}{text}", "", indent = thread * width));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_has_a_column() {
        let events = [(0, "machine.get()"), (1, "machine.add(1)"), (1, "-> ()"), (0, "-> 3")];
        let events = events.map(|(thread, text)| (thread, text.to_owned()));
        let expected = [
            "// thread 1         thread 2",
            "// machine.get()",
            "//                  machine.add(1)",
            "//                  -> ()",
            "// -> 3",
        ];
        assert_eq!(columns(&events), expected);
    }
}
