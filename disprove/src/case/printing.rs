//! What the body of a `#[property]` prints: shown for the reported input, not for every run of a reduction.

use std::{cell::Cell, env, sync::OnceLock};

thread_local! {
    static IS_SHOWN: Cell<bool> = const { Cell::new(true) };
    static WAS_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// Whether `println!` and its relatives in the body print now. They ask before they evaluate their arguments.
pub fn is_printing() -> bool {
    let is_shown = IS_SHOWN.get();
    if !is_shown {
        WAS_HIDDEN.set(true);
    }
    is_shown
}

/// While this lives, a run decides what is printed.
pub(crate) struct Printing {
    before: (bool, bool),
}

impl Printing {
    pub(crate) fn start(is_shown: bool) -> Printing {
        Printing { before: (IS_SHOWN.replace(is_shown), WAS_HIDDEN.replace(false)) }
    }
}

impl Drop for Printing {
    fn drop(&mut self) {
        IS_SHOWN.set(self.before.0);
        WAS_HIDDEN.set(self.before.1);
    }
}

/// Shows or hides what the following cases print.
pub(crate) fn show_output(is_shown: bool) {
    IS_SHOWN.set(is_shown);
}

/// Whether the body prints on this thread now.
pub(super) fn is_shown() -> bool {
    IS_SHOWN.get()
}

/// Notes whether a case of another thread tried to print something that was hidden.
pub(super) fn add_hidden_output(was_hidden: bool) {
    WAS_HIDDEN.set(WAS_HIDDEN.get() | was_hidden);
}

/// Whether the body tried to print something that was hidden since the last call.
pub(super) fn take_hidden_output() -> bool {
    WAS_HIDDEN.take()
}

/// Whether the body tried to print something that was hidden.
pub(crate) fn has_hidden_output() -> bool {
    WAS_HIDDEN.get()
}

/// Whether the output of a passing test is discarded. The output of the search is then of no use.
pub(crate) fn is_captured() -> bool {
    static CAPTURED: OnceLock<bool> = OnceLock::new();
    *CAPTURED.get_or_init(|| {
        let is_set = |name| env::var_os(name).is_some_and(|value| value != "0");
        let shows = |argument: String| {
            ["--nocapture", "--no-capture", "--show-output"].contains(&argument.as_str())
        };
        // nextest passes `--nocapture`, and captures the output itself.
        is_set("NEXTEST")
            || !is_set("RUST_TEST_NOCAPTURE")
                && !env::args_os().any(|argument| argument.into_string().is_ok_and(shows))
    })
}

#[doc(hidden)]
#[macro_export]
macro_rules! __print {
    ($($arguments:tt)*) => {
        if $crate::__private::is_printing() {
            $crate::__private::std::print!($($arguments)*);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __println {
    ($($arguments:tt)*) => {
        if $crate::__private::is_printing() {
            $crate::__private::std::println!($($arguments)*);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __eprint {
    ($($arguments:tt)*) => {
        if $crate::__private::is_printing() {
            $crate::__private::std::eprint!($($arguments)*);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __eprintln {
    ($($arguments:tt)*) => {
        if $crate::__private::is_printing() {
            $crate::__private::std::eprintln!($($arguments)*);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __dbg {
    () => {
        if $crate::__private::is_printing() {
            $crate::__private::std::dbg!();
        }
    };
    ($value:expr $(,)?) => {
        if $crate::__private::is_printing() {
            $crate::__private::std::dbg!($value)
        } else {
            $value
        }
    };
    ($($value:expr),+ $(,)?) => {
        ($($crate::__dbg!($value)),+,)
    };
}
