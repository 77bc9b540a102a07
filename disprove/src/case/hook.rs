//! The panic hook: panics of cases are kept instead of printed. All others, those of other threads
//! included, go where they always went.

use super::{Cause, watcher::overhear};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::{
        Once,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Relaxed, SeqCst},
        },
    },
};

/// What a panic said, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) message: String,
    pub(crate) location: Option<String>,
    /// Which panic of the process it was.
    pub(super) number: u64,
}

impl Said {
    /// What was said elsewhere, by nobody of this process.
    pub(crate) fn elsewhere(message: String, location: Option<String>) -> Said {
        Said { message, location, number: u64::MAX }
    }
}

/// Panics are kept and printed: should they end the process, they are the only ones to say why.
static LOUD: AtomicBool = AtomicBool::new(false);

/// From now on panics of cases are printed as well.
pub(crate) fn print_panics() {
    LOUD.store(true, Relaxed);
}

/// How many panics there were.
static PANICS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// A case is running on this thread.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<Said>> = const { RefCell::new(None) };
}

/// While this lives, panics of this thread are kept instead of printed.
#[derive(Debug)]
pub(crate) struct Quiet {
    before: bool,
    /// What the case around this one said last: a destructor that runs in its panic can check something, too.
    said: Option<Said>,
    panicking: bool,
}

impl Quiet {
    pub(crate) fn start() -> Quiet {
        static INSTALL: Once = Once::new();
        INSTALL.call_once(|| {
            #[cfg(feature = "shuttle")]
            let_shuttle_install_its_hook();
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if QUIET.get() {
                    keep(info);
                    if LOUD.load(Relaxed) {
                        shout(info);
                    }
                } else {
                    overhear(|| said(info));
                    before(info);
                }
            }));
        });
        Quiet {
            before: QUIET.replace(true),
            said: SAID.take(),
            panicking: std::thread::panicking(),
        }
    }
}

/// It prints what every panic says, unless it is behind ours.
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
        let last = SAID.replace(self.said.take());
        // A panic that passes here is no case's, and must be seen: it was kept instead of printed.
        if std::thread::panicking()
            && !self.panicking
            && let Some(Said { message, location, .. }) = last
        {
            let place = location.unwrap_or_default();
            eprintln!(
                "a panic outside of the property, in its listener or in disprove itself, at \
                 {place}: {message}"
            );
        }
    }
}

/// Runs something of the user's that is no case, such as printing a value. An error is what its panic said.
pub(crate) fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let quiet = Quiet::start();
    let done = panic::catch_unwind(AssertUnwindSafe(run));
    let done = done.map_err(|payload| last_words(payload.as_ref()).message);
    drop(quiet);
    done
}

/// The same, with the place of the panic.
pub(crate) fn attempt(run: &mut dyn FnMut() -> bool) -> Result<bool, Cause> {
    let quiet = Quiet::start();
    let done = panic::catch_unwind(AssertUnwindSafe(run));
    let done = done.map_err(|payload| {
        let Said { message, location, .. } = last_words(payload.as_ref());
        Cause { message, location }
    });
    drop(quiet);
    done
}

/// Not by the hook of the standard library: for a panic that ends the process it looks up the whole backtrace, which takes
/// longer than anything else in a process for one case. Nor is there a number of the thread, another one each time.
fn shout(info: &PanicHookInfo<'_>) {
    let message = text_of(info.payload());
    match info.location() {
        // What the standard library says about the end of the process is at no place of the user's.
        Some(place) if !place.file().contains("/library/") => {
            eprintln!("the case panicked at {place}:\n{message}");
        }
        _ => eprintln!("{message}"),
    }
}

fn keep(info: &PanicHookInfo<'_>) {
    SAID.set(Some(said(info)));
}

fn said(info: &PanicHookInfo<'_>) -> Said {
    let message = text_of(info.payload()).to_owned();
    let location = info.location().map(ToString::to_string);
    Said { message, location, number: PANICS.fetch_add(1, SeqCst) }
}

fn text_of(payload: &dyn Any) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "a panic whose payload is not a text",
    }
}

/// Panics with what a panic of another thread said.
pub(crate) fn repeat(said: Said) -> ! {
    let payload = Box::new(said.message.clone());
    SAID.set(Some(said));
    panic::resume_unwind(payload)
}

/// What the panic that was just caught said. Only what its payload says is known if the hook did not see
/// it: something else has replaced the hook, or the property resumed a panic of another thread. What the
/// hook saw last is then the panic of another case, or one the property has caught itself.
pub(super) fn last_words(payload: &(dyn Any + Send)) -> Said {
    let message = text_of(payload);
    let kept = SAID.take().filter(|said| said.message == message);
    kept.unwrap_or_else(|| Said { message: message.to_owned(), location: None, number: u64::MAX })
}
