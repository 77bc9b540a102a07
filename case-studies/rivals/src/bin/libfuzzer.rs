//! libFuzzer, with its own command line; the target is in the variable `FUZZ_TARGET`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rivals::{FuzzTarget, fails, target};
use std::sync::LazyLock;

static TARGET: LazyLock<FuzzTarget> = LazyLock::new(|| {
    // Panics inside of a target that do not count are nobody's business; the hook of the library would abort.
    std::panic::set_hook(Box::new(|_| {}));
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        eprintln!("There is no target `{name}`; the variable FUZZ_TARGET names one.");
        std::process::exit(2)
    })
});

fuzz_target!(|input: &[u8]| {
    if fails(*TARGET, input) {
        eprintln!("answer: it fails");
        std::process::abort();
    }
});
