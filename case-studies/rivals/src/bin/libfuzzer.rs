//! libFuzzer, with its own command line; the target is in the variable `FUZZ_TARGET`. The variable `FUZZ_LOG` names a file
//! for all inputs, each of at most 255 bytes with its length before it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rivals::{FuzzTarget, fails, target};
use std::{
    fs::File,
    io::{BufWriter, Write},
    sync::{LazyLock, Mutex},
};

static TARGET: LazyLock<FuzzTarget> = LazyLock::new(|| {
    // Panics inside of a target that do not count are nobody's business; the hook of the library would abort.
    std::panic::set_hook(Box::new(|_| {}));
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        eprintln!("There is no target `{name}`; the variable FUZZ_TARGET names one.");
        std::process::exit(2)
    })
});

static LOG: LazyLock<Option<Mutex<BufWriter<File>>>> = LazyLock::new(|| {
    let path = std::env::var_os("FUZZ_LOG")?;
    Some(Mutex::new(BufWriter::with_capacity(256, File::create(path).expect("a writable file"))))
});

fn log(input: &[u8]) {
    if let Some(log) = &*LOG {
        let mut log = log.lock().expect("one thread");
        let record = [&[u8::try_from(input.len()).expect("a short input")][..], input].concat();
        log.write_all(&record).and_then(|()| log.flush()).expect("a writable file");
    }
}

fuzz_target!(|input: &[u8]| {
    log(input);
    if fails(*TARGET, input) {
        eprintln!("answer: it fails");
        std::process::abort();
    }
});
