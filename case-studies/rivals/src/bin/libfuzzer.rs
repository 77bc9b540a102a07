//! libFuzzer, with its own command line; the subject is in the variable `SUBJECT`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rivals::{Subject, fails, subject};
use std::sync::LazyLock;

static SUBJECT: LazyLock<Subject> = LazyLock::new(|| {
    // Panics inside of a subject that do not count are nobody's business; the hook of the library would abort.
    std::panic::set_hook(Box::new(|_| {}));
    let name = std::env::var("SUBJECT").unwrap_or_default();
    subject(&name).unwrap_or_else(|| {
        eprintln!("There is no subject `{name}`; the variable SUBJECT names one.");
        std::process::exit(2)
    })
});

fuzz_target!(|input: &[u8]| {
    if fails(*SUBJECT, input) {
        eprintln!("answer: it fails");
        std::process::abort();
    }
});
