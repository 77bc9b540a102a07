//! Counters in the properties of a copy of the project. cargo-mutants writes files anew when it changes them, so they are put
//! in before each build.

use crate::project::is_target_dir;
use disprove_analysis::counter::counted;
use std::{fs, io, path::Path};

/// The variable that names the folder for what was counted.
pub(crate) const COUNTS: &str = "CARGO_DISPROVE_COUNTS";

/// Puts counters into all properties below a folder that have none.
pub(super) fn put_in(project: &Path) -> io::Result<()> {
    let mut open = vec![project.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)?.flatten() {
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                // Where there are no properties, but many files.
                if entry.file_name() != ".git" && !is_target_dir(&path) {
                    open.push(path);
                }
            } else if kind.is_file()
                && path.extension().is_some_and(|extension| extension == "rs")
                // What is no text is no Rust, and the compiler says so.
                && let Ok(text) = fs::read_to_string(&path)
                && let Some(text) = counted(&text, COUNTS)
            {
                fs::write(path, text)?;
            }
        }
    }
    Ok(())
}
