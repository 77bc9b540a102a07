//! Catches panics of the crate under test and identifies them by position.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns the result, or the file and line of the panic.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    IS_GUARDED.set(true);
    let returned = catch_unwind(AssertUnwindSafe(act));
    IS_GUARDED.set(false);
    returned.map_err(|_| PLACE.take())
}

/// A panic hook that records the position of guarded panics silently and forwards all others.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A hook installed later sees a panic first, so the library must install its hook before.
        let _ =
            disprove::check(disprove::any::<bool>()).database(disprove::Db::none()).run(|_| true);
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                return before(info);
            }
            let place = info.location().map_or_else(String::new, |at| {
                let file = at.file().replace('\\', "/");
                let file = file.rsplit_once("/src/").map_or(&*file, |(_, file)| file);
                format!("{file}:{}", at.line())
            });
            PLACE.set(place);
        }));
    });
}
