//! Where proptest keeps failures. Runs keep theirs where disprove does.

use disprove::__private::diagnostic;
use std::{
    any::Any,
    collections::{BTreeSet, HashMap},
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Once,
};

/// A seed of proptest, which no other engine can replay. In disprove: a replay token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PersistedSeed(String);

impl fmt::Display for PersistedSeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl FromStr for PersistedSeed {
    type Err = ();

    fn from_str(text: &str) -> Result<PersistedSeed, ()> {
        Ok(PersistedSeed(text.to_owned()))
    }
}

/// Where failures are kept. Runs call none of its methods: they use the database of disprove.
///
/// In disprove: `Database`.
pub trait FailurePersistence: Send + Sync + fmt::Debug {
    /// The seeds of earlier failures.
    fn load_persisted_failures2(&self, source_file: Option<&'static str>) -> Vec<PersistedSeed> {
        let _ = source_file;
        Vec::new()
    }

    /// Keeps the seed of a failure.
    fn save_persisted_failure2(
        &mut self,
        source_file: Option<&'static str>,
        seed: PersistedSeed,
        shrunken_value: &dyn fmt::Debug,
    ) {
        let _ = (source_file, seed, shrunken_value);
    }

    /// A copy.
    fn box_clone(&self) -> Box<dyn FailurePersistence>;

    /// Whether both are the same.
    fn eq(&self, other: &dyn FailurePersistence) -> bool;

    /// For `eq`.
    fn as_any(&self) -> &dyn Any;
}

impl PartialEq for dyn FailurePersistence + '_ {
    fn eq(&self, other: &(dyn FailurePersistence + '_)) -> bool {
        self.as_any().type_id() == other.as_any().type_id()
    }
}

impl Clone for Box<dyn FailurePersistence> {
    fn clone(&self) -> Box<dyn FailurePersistence> {
        self.box_clone()
    }
}

/// The files in which proptest keeps failures. Runs use the database of disprove instead.
///
/// In disprove: the setting `database`.
///
/// ```
/// use proptest::{prelude::*, test_runner::FileFailurePersistence};
///
/// let config = ProptestConfig::with_failure_persistence(FileFailurePersistence::Off);
/// proptest!(config, |(bit: bool)| prop_assert!(bit || !bit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FileFailurePersistence {
    /// Failures are not kept. In disprove: `database = "none"`.
    Off,
    /// A folder beside the sources, with this name.
    SourceParallel(&'static str),
    /// Beside the source, with this extension.
    WithSource(&'static str),
    /// This file.
    Direct(&'static str),
}

impl Default for FileFailurePersistence {
    fn default() -> FileFailurePersistence {
        FileFailurePersistence::SourceParallel("proptest-regressions")
    }
}

impl FailurePersistence for FileFailurePersistence {
    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(*self)
    }

    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().downcast_ref::<FileFailurePersistence>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Failures in memory. Runs do not use it. In disprove: `Db::memory()`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapFailurePersistence {
    /// The seeds, by source file.
    pub map: HashMap<&'static str, BTreeSet<PersistedSeed>>,
}

impl FailurePersistence for MapFailurePersistence {
    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(self.clone())
    }

    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().downcast_ref::<MapFailurePersistence>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Says once that the seeds in a file of proptest cannot be replayed, if there is such a file for this source.
pub(crate) fn announce_regressions(
    persistence: &dyn FailurePersistence,
    source_file: &str,
    package: Option<&str>,
) {
    static ONCE: Once = Once::new();

    let Some(kind) = persistence.as_any().downcast_ref::<FileFailurePersistence>() else { return };
    let Some(file) = regression_file(*kind, source_file, package) else { return };
    ONCE.call_once(|| {
        diagnostic(&format!(
            "proptest: the seeds in {} are those of another engine and cannot be replayed; failures of these runs are \
             kept in `.disprove/` beside the Cargo.lock of the workspace, and run first from then on",
            file.display()
        ));
    });
}

/// The file in which proptest has failures of this source, if it exists.
fn regression_file(
    kind: FileFailurePersistence,
    source_file: &str,
    package: Option<&str>,
) -> Option<PathBuf> {
    // Cargo runs tests in the folder of the package, and names sources from that of the workspace.
    let package = PathBuf::from(package?);
    let source = package
        .ancestors()
        .map(|folder| folder.join(source_file))
        .find(|source| source.is_file())?;
    let file = match kind {
        FileFailurePersistence::Off => return None,
        FileFailurePersistence::Direct(file) => PathBuf::from(file),
        FileFailurePersistence::WithSource(extension) => source.with_extension(extension),
        FileFailurePersistence::SourceParallel(name) => {
            let has_root = |folder: &&Path| {
                ["lib.rs", "main.rs"].iter().any(|root| folder.join(root).is_file())
            };
            match source.ancestors().skip(1).find(has_root) {
                Some(root) => {
                    let below = source.strip_prefix(root).ok()?;
                    root.parent()?.join(name).join(below).with_extension("txt")
                }
                None => source.with_extension(name),
            }
        }
    };
    file.is_file().then_some(file)
}

#[cfg(test)]
mod tests {
    use super::{FileFailurePersistence, regression_file};
    use std::{env, fs, process};

    #[test]
    fn a_source_has_the_file_that_proptest_writes() {
        let package = env::temp_dir().join(format!("disprove-persistence-{}", process::id()));
        let write = |name: &str| {
            let path = package.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be written");
            fs::write(&path, "").expect("it can be written");
            path
        };
        write("src/lib.rs");
        write("src/deep/part.rs");
        let kind = FileFailurePersistence::default();
        let found = |source: &str| regression_file(kind, source, package.to_str());
        let before = found("src/deep/part.rs");
        let file = write("proptest-regressions/deep/part.txt");
        let (of_part, of_root) = (found("src/deep/part.rs"), found("src/lib.rs"));
        let _ = fs::remove_dir_all(&package);
        assert_eq!((before, of_part, of_root), (None, Some(file), None));
    }
}
