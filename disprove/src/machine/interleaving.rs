//! Calls on several threads, as they are reported: a column for each thread, time runs down.

use super::threads::Done;

/// Where a call begins and where it ends are lines of their own.
pub(super) fn lines(done: &[Done]) -> Vec<String> {
    let mut events: Vec<(u64, usize, String)> = Vec::new();
    for done in done {
        events.push((done.when.began, done.thread, done.line.clone()));
        let answer = match &done.answer {
            Ok(answer) => format!("-> {answer:?}"),
            Err(_) => "-> panicked".to_owned(),
        };
        events.push((done.when.ended, done.thread, answer));
    }
    events.sort_by_key(|(time, ..)| *time);
    let events: Vec<(usize, String)> =
        events.into_iter().map(|(_, thread, text)| (thread, text)).collect();
    columns(&events)
}

/// Texts in the columns of their threads, as comments.
fn columns(events: &[(usize, String)]) -> Vec<String> {
    let threads = events.iter().map(|(thread, _)| thread + 1).max().unwrap_or(0);
    let titles: Vec<String> = (1..=threads).map(|number| format!("thread {number}")).collect();
    let longest = events.iter().map(|(_, text)| text).chain(&titles);
    let width = longest.map(|text| text.chars().count()).max().unwrap_or(0) + 3;
    let mut heading = "//".to_owned();
    for (thread, title) in titles.iter().enumerate() {
        let gap = if thread == 0 { 1 } else { width - titles[thread - 1].len() };
        heading.push_str(&" ".repeat(gap));
        heading.push_str(title);
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
