//! Regular files, with a limit of their size.

use crate::humanize;
use std::{
    fs::{self, File, Metadata},
    io::{self, ErrorKind, Read},
    path::Path,
};

/// Reads a file that must be regular and have at most `limit` bytes.
pub(super) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe blocks, and opening a device may have effects. So look before opening.
    check(&fs::symlink_metadata(path)?)?;
    let file = File::open(path)?;
    // It may have been replaced since.
    let found = file.metadata()?;
    check(&found)?;
    let too_large = || {
        let limit = humanize::size(usize::try_from(limit).unwrap_or(usize::MAX));
        io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {limit}"))
    };
    if found.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // It may grow while it is read.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// Refuses everything that is not a regular file.
pub(super) fn check(found: &Metadata) -> io::Result<()> {
    let kind = found.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let what = if kind.is_dir() { "a folder" } else { "a link, a pipe or a device" };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {what}, not a regular file")))
}
