//! Inserts call counters into the properties of a copy of the project, before each build: cargo-mutants rewrites files.

use crate::project::is_target_dir;
use disprove_analysis::counter::counted;
use std::{fs, io, path::Path};

/// The variable with the folder for the counts.
pub(crate) const COUNTS: &str = "CARGO_DISPROVE_COUNTS";

/// Inserts counters into all properties below a folder that have none.
pub(super) fn insert(project: &Path) -> io::Result<()> {
    let mut open = vec![project.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)?.flatten() {
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                // These folders have many files and no properties.
                if entry.file_name() != ".git" && !is_target_dir(&path) {
                    open.push(path);
                }
            } else if kind.is_file()
                && path.extension().is_some_and(|extension| extension == "rs")
                // The compiler reports files that are not valid UTF-8.
                && let Ok(text) = fs::read_to_string(&path)
                && let Some(text) = counted(&text, COUNTS)
            {
                fs::write(path, text)?;
            }
        }
    }
    Ok(())
}
