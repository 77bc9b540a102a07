//! `Db`: the database of a run.

use super::{
    directory::Directory,
    memory::Memory,
    problem::Problem,
    store::{Database, Loaded},
    workspace,
};
use crate::{choice::Tree, untrusted::DataFolder};
use std::{collections::HashSet, path::PathBuf, sync::Arc};

/// The folder of the standard database, beside the `Cargo.lock` of the workspace.
const FOLDER: &str = ".disprove";

/// The database that keeps failing inputs between runs.
///
/// A run saves a failing input once it is reduced, tries saved inputs first, and removes those that no longer fail.
/// Clones share the same database.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u8>()).database(Db::none()).run(|_| ());
/// assert!(report.failures().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Db(Store);

#[derive(Clone, Debug)]
enum Store {
    None,
    Directory(Directory),
    Other(Arc<dyn Database>, Access),
    Layered(Arc<Vec<Db>>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    ReadWrite,
    ReadOnly,
}

impl Db {
    /// No database: keeps nothing.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).database(Db::none()).run(|_| true);
    /// assert!(report.failures().is_empty());
    /// ```
    pub fn none() -> Db {
        Db(Store::None)
    }

    /// The default database: the folder `.disprove` beside the `Cargo.lock` of the workspace. Outside of any
    /// workspace it keeps nothing.
    ///
    /// Its `.gitignore` excludes everything but `.disprove/regressions/`.
    ///
    /// ```
    /// use disprove::{Database, Db};
    ///
    /// assert!(Db::standard().load("a property without failures").entries.is_empty());
    /// ```
    pub fn standard() -> Db {
        workspace::workspace()
            .map_or_else(Db::none, |root| Db::in_folder(DataFolder::in_workspace(&root, FOLDER)))
    }

    /// A database in a folder, which the first save creates. Many processes may use it at once.
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let path = std::env::temp_dir().join(format!("disprove-at-{}", std::process::id()));
    /// let tree = any::<u8>().encode(&7).expect("a number");
    /// Db::at(&path).save("my_property", &tree)?;
    /// assert_eq!(Db::at(&path).load("my_property").entries.len(), 1);
    /// # std::fs::remove_dir_all(&path).expect("it was made just now");
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    pub fn at(path: impl Into<PathBuf>) -> Db {
        Db::in_folder(DataFolder::chosen(path))
    }

    /// A directory, with the folder that its links must not lead out of.
    pub(crate) fn in_folder(folder: DataFolder) -> Db {
        Db(Store::Directory(Directory::new(folder)))
    }

    /// The corpus in a directory: interesting cases instead of failures.
    pub(crate) fn corpus(folder: &DataFolder) -> Db {
        Db(Store::Directory(Directory::corpus(folder.clone())))
    }

    /// The crashes in a directory: failures that killed their process.
    pub(crate) fn deaths(folder: &DataFolder) -> Db {
        Db(Store::Directory(Directory::deaths(folder.clone())))
    }

    /// A database in memory, which lasts as long as the process.
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let db = Db::memory();
    /// db.clone().save("my_property", &any::<u8>().encode(&7).expect("a number"))?;
    /// assert_eq!(db.load("my_property").entries.len(), 1);
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    pub fn memory() -> Db {
        Db::custom(Memory::default())
    }

    /// A read-only view of a database: saving and removing do nothing.
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let db = Db::memory();
    /// let tree = any::<u8>().encode(&7).expect("a number");
    /// Db::read_only(db.clone()).save("my_property", &tree)?;
    /// assert!(db.load("my_property").entries.is_empty());
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    pub fn read_only(db: Db) -> Db {
        Db(match db.0 {
            Store::None => Store::None,
            Store::Directory(directory) => Store::Directory(directory.read_only()),
            Store::Other(other, _) => Store::Other(other, Access::ReadOnly),
            Store::Layered(layers) => {
                let mut all = Vec::new();
                for layer in layers.iter() {
                    all.push(Db::read_only(layer.clone()));
                }
                Store::Layered(Arc::new(all))
            }
        })
    }

    /// Several databases as one: loads from all of them in order, and saves to and removes from all writable ones. For
    /// example, a shared folder that CI fills, and a local one:
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let (shared, local) = (Db::memory(), Db::memory());
    /// let [old, new] = [7, 8].map(|n| any::<u8>().encode(&n).expect("a number"));
    /// shared.save("my_property", &old)?;
    ///
    /// let both = Db::layered([Db::read_only(shared.clone()), local.clone()]);
    /// both.save("my_property", &new)?;
    /// assert_eq!(both.load("my_property").entries.len(), 2);
    /// assert_eq!(shared.load("my_property").entries.len(), 1);
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    pub fn layered(layers: impl IntoIterator<Item = Db>) -> Db {
        Db(Store::Layered(Arc::new(layers.into_iter().collect())))
    }

    /// A custom implementation of [`Database`].
    ///
    /// ```
    /// use disprove::{Database, Db, Loaded, Problem, Tree};
    ///
    /// #[derive(Debug)]
    /// struct Forgetful;
    ///
    /// impl Database for Forgetful {
    ///     fn load(&self, _: &str) -> Loaded {
    ///         Loaded::default()
    ///     }
    ///     fn save(&self, _: &str, _: &Tree) -> Result<(), Problem> {
    ///         Err(Problem::new("This database keeps nothing; use another one."))
    ///     }
    ///     fn remove(&self, _: &str, _: &Tree) -> Result<(), Problem> {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// assert!(Db::custom(Forgetful).load("my_property").problems.is_empty());
    /// ```
    pub fn custom(database: impl Database + 'static) -> Db {
        Db(Store::Other(Arc::new(database), Access::ReadWrite))
    }

    /// The folder of the first writable database, which stores the regressions.
    pub(crate) fn directory(&self) -> Option<&DataFolder> {
        match &self.0 {
            Store::Directory(directory) if directory.writable() => Some(directory.root()),
            Store::Layered(layers) => layers.iter().find_map(Db::directory),
            _ => None,
        }
    }

    /// Calls `act` for every writable layer, even if it fails for others.
    fn each(&self, act: &dyn Fn(&dyn Database) -> Result<(), Problem>) -> Result<(), Problem> {
        match &self.0 {
            Store::None | Store::Other(_, Access::ReadOnly) => Ok(()),
            Store::Directory(directory) => act(directory),
            Store::Other(other, Access::ReadWrite) => act(&**other),
            Store::Layered(layers) => {
                let mut result = Ok(());
                for layer in layers.iter() {
                    result = match (result, act(layer)) {
                        (Err(one), Err(other)) => Err(one.and(&other)),
                        (result, Ok(())) | (Ok(()), result) => result,
                    };
                }
                result
            }
        }
    }
}

/// The database in a folder of the repository, for tools.
pub fn database_in(folder: DataFolder) -> Db {
    Db::in_folder(folder)
}

/// The corpus in a folder of the repository, for tools.
pub fn corpus_in(folder: &DataFolder) -> Db {
    Db::corpus(folder)
}

/// The crashes in a folder of the repository, for tools.
pub fn deaths_in(folder: &DataFolder) -> Db {
    Db::deaths(folder)
}

impl Default for Db {
    fn default() -> Db {
        Db::standard()
    }
}

impl Database for Db {
    fn load(&self, key: &str) -> Loaded {
        match &self.0 {
            Store::None => Loaded::default(),
            Store::Directory(directory) => directory.load(key),
            Store::Other(other, _) => other.load(key),
            Store::Layered(layers) => {
                let (mut all, mut seen) = (Loaded::default(), HashSet::new());
                for layer in layers.iter() {
                    let loaded = layer.load(key);
                    all.problems.extend(loaded.problems);
                    for entry in loaded.entries {
                        if seen.insert(entry.to_token()) {
                            all.entries.push(entry);
                        }
                    }
                }
                all
            }
        }
    }

    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        self.each(&|store| store.save(key, entry))
    }

    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        self.each(&|store| store.remove(key, entry))
    }

    fn writable(&self) -> bool {
        match &self.0 {
            Store::None => false,
            Store::Directory(directory) => directory.writable(),
            Store::Other(other, access) => *access == Access::ReadWrite && other.writable(),
            Store::Layered(layers) => layers.iter().any(Db::writable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Db;
    use crate::{
        choice::Tree,
        database::{
            Database, Loaded, Problem,
            scratch::{self, Scratch, tokens, tree},
        },
    };

    /// A store where nothing works.
    #[derive(Debug)]
    struct Broken(&'static str);

    impl Database for Broken {
        fn load(&self, _: &str) -> Loaded {
            Loaded { entries: Vec::new(), problems: vec![Problem::new(self.0)] }
        }
        fn save(&self, _: &str, _: &Tree) -> Result<(), Problem> {
            Err(Problem::new(self.0))
        }
        fn remove(&self, _: &str, _: &Tree) -> Result<(), Problem> {
            Err(Problem::new(self.0))
        }
    }

    #[test]
    fn layers_are_loaded_in_their_order_without_repeats() {
        let [first, second] = [Db::memory(), Db::memory()];
        first.save("key", &tree(1)).unwrap();
        second.save("key", &tree(1)).unwrap();
        second.save("key", &tree(2)).unwrap();
        let both = Db::layered([first, second]);
        assert_eq!(tokens(&both, "key"), [scratch::token(1), scratch::token(2)]);
    }

    #[test]
    fn layers_are_written_where_that_is_possible() {
        let [fixed, one, two] = [Db::memory(), Db::memory(), Db::memory()];
        fixed.save("key", &tree(1)).unwrap();
        let all = Db::layered([
            Db::read_only(fixed.clone()),
            one.clone(),
            Db::layered([two.clone()]),
            Db::none(),
        ]);
        all.save("key", &tree(2)).unwrap();
        all.remove("key", &tree(1)).unwrap();
        assert!(all.writable());
        assert_eq!(tokens(&fixed, "key"), [scratch::token(1)]);
        assert_eq!(tokens(&one, "key"), [scratch::token(2)]);
        assert_eq!(tokens(&two, "key"), [scratch::token(2)]);
    }

    #[test]
    fn a_broken_layer_does_not_affect_the_others() {
        let memory = Db::memory();
        let all = Db::layered([
            Db::custom(Broken("One is broken.")),
            memory.clone(),
            Db::custom(Broken("Two is broken.")),
        ]);
        let problem = all.save("key", &tree(1)).unwrap_err();
        assert_eq!(problem.to_string(), "One is broken. Two is broken.");
        let loaded = all.load("key");
        assert_eq!((loaded.entries.len(), loaded.problems.len()), (1, 2));
        assert!(all.remove("key", &tree(1)).is_err());
        assert!(memory.load("key").entries.is_empty());
    }

    #[test]
    fn a_read_only_database_is_not_changed_and_reports_no_problem() {
        let memory = Db::memory();
        memory.save("key", &tree(1)).unwrap();
        for db in [Db::read_only(memory.clone()), Db::read_only(Db::layered([memory.clone()]))] {
            db.save("key", &tree(2)).unwrap();
            db.remove("key", &tree(1)).unwrap();
            assert!(!db.writable());
            assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
        }
        let broken = Db::read_only(Db::custom(Broken("It is broken.")));
        assert_eq!(broken.save("key", &tree(1)), Ok(()));
    }

    #[test]
    fn regressions_belong_to_the_first_writable_directory() {
        let scratch = Scratch::new("db-directory");
        let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
        let layers = [Db::memory(), Db::read_only(Db::at(&one)), Db::at(&two)];
        assert_eq!(Db::layered(layers).directory().unwrap().path(), two);
        assert_eq!(Db::read_only(Db::at(&one)).directory(), None);
        assert_eq!(Db::none().directory(), None);
    }

    #[test]
    fn the_standard_database_is_beside_the_workspace() {
        let db = Db::standard();
        let root = db.directory().expect("tests run in a workspace").path();
        assert_eq!(root.file_name().unwrap(), ".disprove");
        assert!(root.with_file_name("Cargo.lock").exists());
    }
}
