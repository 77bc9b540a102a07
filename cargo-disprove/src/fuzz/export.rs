//! `cargo disprove export`: writes the corpus of a hunt as inputs of fuzz targets.

use super::target_name::target_name;
use crate::{
    error::{CommandError, exit, usage},
    hunt::find,
    plural::plural,
    project::{TestFlags, database},
    terminal::print,
};
use clap::Args;
use disprove::{
    __private::{corpus_in, entry_name},
    Database,
};
use std::{fs, path::PathBuf, process::ExitCode};

/// Writes the corpus in .disprove as inputs of fuzz targets.
///
/// Each target gets a folder of its name, as `cargo disprove fuzz run` and cargo-fuzz expect it.
///
/// Exits with 0, or with 2 if the tests do not build or the folder cannot be written.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    /// The folder to write to, such as `fuzz/corpus`, which `cargo disprove fuzz run` reads.
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,

    #[command(flatten)]
    flags: TestFlags,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(export(arguments))
}

fn export(arguments: &Arguments) -> Result<u8, CommandError> {
    let mut count = 0;
    for property in find(&arguments.flags, &arguments.filters, false)? {
        let entries = corpus_in(&database(&property)).load(&property.key).entries;
        let folder = arguments.corpus.join(target_name(&property));
        for tree in entries {
            let file = folder.join(entry_name(&tree.to_token()));
            let written =
                fs::create_dir_all(&folder).and_then(|()| fs::write(&file, tree.to_bytes()));
            written.map_err(|why| usage(format!("cannot write {}: {why}", file.display())))?;
            count += 1;
        }
    }
    print(&format!(
        "wrote {} to {}",
        plural(count, "corpus entry", "corpus entries"),
        arguments.corpus.display()
    ));
    Ok(0)
}
