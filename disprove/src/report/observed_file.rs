//! Files of observations, one per property.

use crate::untrusted::DataFolder;
use std::{error::Error, fmt, io, path::PathBuf};

/// A failure to write observations.
#[derive(Debug)]
pub(crate) struct Unwritten {
    path: PathBuf,
    why: io::Error,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "cannot write the observations to {}: {}; set a writable directory",
            self.path.display(),
            self.why
        )
    }
}

impl Error for Unwritten {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.why)
    }
}

/// Replaces the observations of a property. Concurrent readers see the old lines or the new ones.
pub(crate) fn write(
    folder: &DataFolder,
    property: &str,
    lines: &str,
) -> Result<PathBuf, Unwritten> {
    let path = folder.join(format!("{}.jsonl", slug(property)));
    match folder.write(&path, lines.as_bytes()) {
        Ok(()) => Ok(path),
        Err(why) => Err(Unwritten { path, why }),
    }
}

/// Length limit of a file name: common file systems allow 255 bytes, some encrypted ones only 143.
const MOST: usize = 100;

/// A file name, different for different properties: a name that has to be changed gets a hash.
fn slug(property: &str) -> String {
    let path = property.replace("::", ".");
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let plain: String = path.chars().map(|c| if fits(c) { c } else { '-' }).take(MOST).collect();
    let hidden = plain.trim_start_matches('.');
    if hidden == path && !hidden.is_empty() && !property.contains('.') {
        return path;
    }
    // FNV-1a: stable across versions.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = property.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{hidden}-{:08x}", hash as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::HashSet, fs, process};

    #[test]
    fn different_properties_have_different_files() {
        assert_eq!(slug("my_crate::tests::holds"), "my_crate.tests.holds");
        let long = "x".repeat(300);
        let longer = "x".repeat(301);
        let names = ["a::b", "a.b", "a/b", "a\\b", "../b", "", ".", "a b", "é", &long, &longer];
        let slugs: HashSet<String> = names.into_iter().map(slug).collect();
        assert_eq!(slugs.len(), names.len());
        for slug in slugs {
            assert!(!slug.starts_with('.') && !slug.contains(['/', '\\']), "{slug}");
            assert!(slug.len() < 120 && !slug.is_empty(), "{slug}");
        }
    }

    #[test]
    fn replaces_the_whole_file() {
        let folder = std::env::temp_dir().join(format!("disprove-observed-{}", process::id()));
        let inner = DataFolder::chosen(folder.join("inner"));
        let path = write(&inner, "a::b", "one\n").expect("a folder that can be written to");
        assert_eq!(write(&inner, "a::b", "two\n").expect("again"), path);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "two\n");
        assert_eq!(fs::read_dir(inner.path()).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("it can be removed");
    }

    #[test]
    fn reports_a_failure_to_write_in_one_line() {
        let file = std::env::temp_dir().join(format!("disprove-no-folder-{}", process::id()));
        fs::write(&file, "").expect("a file");
        let text = write(&DataFolder::chosen(&file), "a::b", "")
            .expect_err("it is not a folder")
            .to_string();
        assert!(text.starts_with("cannot write the observations to "), "{text}");
        assert!(text.contains("a.b.jsonl: ") && !text.contains('\n'), "{text}");
        fs::remove_file(&file).expect("it can be removed");
    }
}
