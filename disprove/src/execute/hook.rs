//! The panic hook: panics of cases are kept instead of printed. All others, those of other threads
//! included, go where they always went.

use std::{
    cell::{Cell, RefCell},
    panic::{self, PanicHookInfo},
    sync::Once,
};

/// What a panic said, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) message: String,
    pub(super) location: Option<String>,
}

thread_local! {
    /// A case is running on this thread.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<Said>> = const { RefCell::new(None) };
}

/// While this lives, panics of this thread are kept instead of printed.
#[derive(Debug)]
pub(crate) struct Quiet {
    before: bool,
}

impl Quiet {
    pub(crate) fn start() -> Quiet {
        static INSTALL: Once = Once::new();
        INSTALL.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if QUIET.get() {
                    keep(info);
                } else {
                    before(info);
                }
            }));
        });
        Quiet { before: QUIET.replace(true) }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(self.before);
        // A panic that passes here is no case's: it is a mistake of this library, and must be seen.
        if std::thread::panicking()
            && let Some(Said { message, location }) = SAID.take()
        {
            let place = location.unwrap_or_default();
            eprintln!("disprove has a bug: it panicked at {place}: {message}");
        }
    }
}

fn keep(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "a panic whose payload is not a text".to_owned(),
    };
    let location = info.location().map(ToString::to_string);
    SAID.set(Some(Said { message, location }));
}

/// What the panic that was just caught said. Without the hook (something else has replaced it) only
/// what its payload says is known.
pub(super) fn last_words(payload: &(dyn std::any::Any + Send)) -> Said {
    SAID.take().unwrap_or_else(|| Said {
        message: payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "a panic whose payload is not a text".to_owned()),
        location: None,
    })
}
