//! Calls on several threads, as they are reported: a column for each thread, time runs down.

use super::threads::Done;
use crate::argsort::argsort;
use std::fmt::Write;

/// Where a call begins and where it ends are lines of their own.
#[inline]
pub(super) fn lines(done: &[Done]) -> Vec<String> {
    let mut times = Vec::new();
    let mut events: Vec<(usize, String)> = Vec::new();
    for done in done {
        times.push(done.when.began);
        events.push((done.thread, done.line.clone()));
        let answer = match &done.answer {
            Ok(answer) => format!("-> {answer:?}"),
            Err(_) => "-> panicked".to_owned(),
        };
        times.push(done.when.ended);
        events.push((done.thread, answer));
    }
    let mut in_order = Vec::new();
    for number in argsort(events.len(), &|a, b| times[a].cmp(&times[b])) {
        in_order.push(std::mem::take(&mut events[number]));
    }
    columns(&in_order)
}

/// Texts in the columns of their threads, as comments.
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
