//! Lines for whoever is there to read them. That nobody is any more must not end anything, as it would with `println!`:
//! what was found is kept, and the exit code says the rest.

use std::io::{self, Write};

/// Says what was asked for, on standard output.
pub(crate) fn say(text: &str) {
    print(&mut io::stdout(), text);
}

/// Says what there is to know besides, on standard error.
pub(crate) fn remark(text: &str) {
    print(&mut io::stderr(), text);
}

fn print(out: &mut dyn Write, text: &str) {
    let _ = out.write_all(format!("{text}\n").as_bytes());
    let _ = out.flush();
}
