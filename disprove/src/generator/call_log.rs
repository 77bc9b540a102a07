//! The calls of generated functions in the run that a report shows.

use std::cell::{Cell, RefCell};

thread_local! {
    /// Whether calls are logged.
    static IS_LOGGING: Cell<bool> = const { Cell::new(false) };
    /// The functions of this case so far.
    static FUNCTIONS: Cell<u32> = const { Cell::new(0) };
    static LOG: RefCell<Vec<CallTable>> = const { RefCell::new(Vec::new()) };
}

/// The calls of one function, each argument once.
struct CallTable {
    /// The number of the function.
    function: u32,
    calls: Vec<(String, String)>,
}

/// Starts logging.
pub(crate) fn start_call_log() {
    IS_LOGGING.set(true);
    FUNCTIONS.set(0);
    LOG.take();
}

/// Stops logging, and returns a table for each function that was called, in the order in which they were generated.
pub(crate) fn take_call_log() -> Vec<String> {
    IS_LOGGING.set(false);
    let mut log = LOG.take();
    log.sort_by_key(|table| table.function);
    log.iter().map(CallTable::text).collect()
}

/// The number of a new function.
pub(super) fn function_number() -> u32 {
    FUNCTIONS.replace(FUNCTIONS.get().wrapping_add(1))
}

#[inline]
pub(super) fn is_logging() -> bool {
    IS_LOGGING.get()
}

/// Logs a call.
#[cold]
pub(super) fn log_call(function: u32, argument: String, result: String) {
    LOG.with_borrow_mut(|log| {
        let known = log.iter().position(|table| table.function == function);
        let known = known.unwrap_or_else(|| {
            log.push(CallTable { function, calls: Vec::new() });
            log.len() - 1
        });
        let calls = &mut log[known].calls;
        if calls.iter().all(|(known, _)| *known != argument) {
            calls.push((argument, result));
        }
    });
}

/// The longest table on one line.
const LINE: usize = 80;

impl CallTable {
    /// As the arms of a `match`. The result of most arguments comes last, if there are several of them.
    fn text(&self) -> String {
        let count = |result: &String| self.calls.iter().filter(|call| call.1 == *result).count();
        let results = self.calls.iter().map(|(_, result)| result);
        let usual = results.max_by_key(|result| count(result)).filter(|usual| count(usual) > 1);
        let special = self.calls.iter().filter(|(_, result)| Some(result) != usual);
        let arms = special.map(|(argument, result)| format!("{argument} => {result}"));
        let usual = usual.map(|usual| format!("_ => {usual}"));
        let arms: Vec<String> = arms.chain(usual).collect();
        let line = format!("{{{}}}", arms.join(", "));
        if line.chars().count() <= LINE {
            return line;
        }
        let lines: Vec<String> = arms.iter().map(|arm| format!("    {arm},\n")).collect();
        format!("{{\n{}}}", lines.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(function: u32, argument: u32, result: bool) {
        log_call(function, argument.to_string(), result.to_string());
    }

    #[test]
    fn each_function_has_a_table_of_its_arguments() {
        start_call_log();
        assert!(is_logging());
        log(1, 7, false);
        for (argument, result) in [(3, true), (5, false), (3, true), (6, false)] {
            log(0, argument, result);
        }
        log(2, 4, true);
        log(2, 5, false);
        let expected = ["{3 => true, _ => false}", "{7 => false}", "{4 => true, 5 => false}"];
        assert_eq!(take_call_log(), expected);
        assert!(!is_logging() && take_call_log().is_empty());
    }

    #[test]
    fn a_long_table_has_a_line_for_each_call() {
        start_call_log();
        let call = |n: u32| log_call(0, format!("\"argument {n}\""), n.to_string());
        (0..6).for_each(call);
        let [table] = &take_call_log()[..] else { panic!("one function was called") };
        assert_eq!(table.lines().count(), 8, "{table}");
        assert!(table.starts_with("{\n    \"argument 0\" => 0,\n"), "{table}");
    }
}
