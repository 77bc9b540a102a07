//! The panic hook: keeps the panics of cases instead of printing them. All other panics go to the previous hook.

use super::{
    Cause,
    abort::{ABORTS, last_words},
    panic::PanicMessage,
    watcher::keep_thread_panic,
};
use crate::humanize::printable;
use std::{
    any::Any,
    backtrace::Backtrace,
    cell::{Cell, RefCell},
    io::Write as _,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::{
        Once,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Relaxed, SeqCst},
        },
    },
};

/// Whether panics of cases are printed too: if one ends the process, its message is the only explanation.
static PRINTS: AtomicBool = AtomicBool::new(false);

/// Prints the panics of cases from now on.
pub(crate) fn print_panics() {
    PRINTS.store(true, Relaxed);
}

/// Panics so far.
static PANICS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// A case is running on this thread.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<PanicMessage>> = const { RefCell::new(None) };
    /// Panics of cases keep a backtrace.
    pub(super) static BACKTRACES: Cell<bool> = const { Cell::new(false) };
    static LAST_BACKTRACE: RefCell<Option<Backtrace>> = const { RefCell::new(None) };
    /// The next panic of this thread is a report, which has a backtrace of its own.
    static IS_REPORT: Cell<bool> = const { Cell::new(false) };
}

/// While this lives, panics of this thread are kept instead of printed.
pub(crate) struct Quiet {
    before: bool,
    /// The last panic of an outer case, whose destructors may run checks of their own.
    outer: Option<PanicMessage>,
    panicking: bool,
}

impl Quiet {
    pub(crate) fn start() -> Quiet {
        static INSTALL: Once = Once::new();
        let panicking = std::thread::panicking();
        // A panicking thread cannot change the hook: in a destructor or a panic hook, the panics of cases are printed,
        // unless an earlier run has installed ours.
        if !panicking {
            INSTALL.call_once(install);
        }
        Quiet { before: QUIET.replace(true), outer: LAST.take(), panicking }
    }
}

fn install() {
    #[cfg(feature = "shuttle")]
    let_shuttle_install_its_hook();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if IS_REPORT.take() {
            print_report(info);
        } else if QUIET.get() {
            keep(info);
            if PRINTS.load(Relaxed) {
                print(info);
            } else if ABORTS {
                // Past the capture of the test harness, which has no chance to show it.
                let text = format!("{}\n{}\n", shown(info), last_words());
                let _ = std::io::stderr().write_all(text.as_bytes());
            }
        } else {
            keep_thread_panic(|| message(info));
            before(info);
        }
    }));
}

/// Its hook prints every panic unless it is installed before ours.
#[cfg(feature = "shuttle")]
fn let_shuttle_install_its_hook() {
    let mut config = shuttle::Config::new();
    config.failure_persistence = shuttle::FailurePersistence::None;
    let nothing = shuttle::scheduler::RoundRobinScheduler::new(1);
    shuttle::Runner::new(nothing, config).run(|| ());
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(self.before);
        let last = LAST.replace(self.outer.take());
        // A panic that passes here belongs to no case, and was kept instead of printed.
        if std::thread::panicking() && !self.panicking {
            if let Some(PanicMessage { message, location, .. }) = last {
                let place = location.unwrap_or_default();
                eprintln!(
                    "a panic outside of the property, in its listener or in disprove itself, at \
                 {place}: {}",
                    printable(&message)
                );
            }
        }
    }
}

/// Runs code of the user outside of a case, such as `Debug`. An error is the message of its panic.
pub(crate) fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let quiet = Quiet::start();
    let done = panic::catch_unwind(AssertUnwindSafe(run));
    let done = done.map_err(|payload| caught_panic(payload.as_ref()).message);
    drop(quiet);
    done
}

/// The same, with the location of the panic.
pub(crate) fn attempt(run: &mut dyn FnMut() -> bool) -> Result<bool, Cause> {
    let quiet = Quiet::start();
    let done = panic::catch_unwind(AssertUnwindSafe(run));
    let done = done.map_err(|payload| {
        let PanicMessage { message, location, .. } = caught_panic(payload.as_ref());
        Cause { message, location }
    });
    drop(quiet);
    done
}

/// Prints a panic. The hook of the standard library would look up a whole backtrace, which takes longer than anything
/// else in a process for one case, and would print a thread number that differs from run to run.
fn print(info: &PanicHookInfo<'_>) {
    eprintln!("{}", shown(info));
}

fn shown(info: &PanicHookInfo<'_>) -> String {
    let message = printable(text_of(info.payload()));
    match info.location() {
        // The standard library has no location of the user's when it aborts the process.
        Some(place) if !["/library/", "\\library\\"].iter().any(|it| place.file().contains(it)) => {
            format!("the case panicked at {place}:\n{message}")
        }
        _ => message,
    }
}

fn keep(info: &PanicHookInfo<'_>) {
    LAST.set(Some(message(info)));
    if BACKTRACES.get() {
        LAST_BACKTRACE.set(Some(Backtrace::force_capture()));
    }
}

/// The backtrace of the last panic of a case. Later panics keep none.
pub(crate) fn take_backtrace() -> Option<Backtrace> {
    BACKTRACES.set(false);
    LAST_BACKTRACE.take()
}

/// Panics with a report that contains a backtrace of the failing case. The hook does not print the backtrace of this
/// panic, which would consist of frames of the library.
#[track_caller]
pub(crate) fn panic_with_report(report: &str) -> ! {
    IS_REPORT.set(true);
    panic!("{report}")
}

/// Prints a report like the hook of the standard library.
fn print_report(info: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("<unnamed>");
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    eprintln!("\nthread '{name}' panicked at {place}:\n{}", text_of(info.payload()));
}

fn message(info: &PanicHookInfo<'_>) -> PanicMessage {
    let message = text_of(info.payload()).to_owned();
    let location = info.location().map(ToString::to_string);
    PanicMessage { message, location, number: PANICS.fetch_add(1, SeqCst) }
}

fn text_of(payload: &dyn Any) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "a panic whose payload is not a string",
    }
}

/// Panics again with a panic of another thread or process.
pub(crate) fn repeat(panic: PanicMessage) -> ! {
    let payload = Box::new(panic.message.clone());
    LAST.set(Some(panic));
    LAST_BACKTRACE.take();
    panic::resume_unwind(payload)
}

/// The panic that was just caught. If the hook did not see it, only its payload is known: something replaced the hook,
/// or the property resumed a panic of another thread. The hook's last panic then belongs to another case.
pub(super) fn caught_panic(payload: &(dyn Any + Send)) -> PanicMessage {
    let message = text_of(payload);
    let kept = LAST.take().filter(|panic| panic.message == message);
    kept.unwrap_or_else(|| PanicMessage {
        message: message.to_owned(),
        location: None,
        number: u64::MAX,
    })
}
