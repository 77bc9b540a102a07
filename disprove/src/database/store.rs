//! The interface of a database.

use super::problem::Problem;
use crate::choice::Tree;
use std::fmt::Debug;

/// A database of failing inputs, by the name of the property.
///
/// A run saves failures once they are reduced, loads them before the next run, and removes them when they no longer
/// fail. Several runs may use a database at once. Its methods must not panic: they return a [`Problem`], which the run
/// reports.
///
/// The function `database_conformance`, behind the feature `conformance`, tests an implementation.
///
/// ```
/// use disprove::{Database, Db, Loaded, Problem, Tree};
/// use std::sync::Mutex;
///
/// #[derive(Debug, Default)]
/// struct Shelf(Mutex<Vec<(String, String)>>);
///
/// impl Shelf {
///     fn rows(&self) -> std::sync::MutexGuard<'_, Vec<(String, String)>> {
///         self.0.lock().expect("no thread panics with the lock")
///     }
/// }
///
/// impl Database for Shelf {
///     fn load(&self, key: &str) -> Loaded {
///         let mut loaded = Loaded::default();
///         for (_, token) in self.rows().iter().filter(|row| row.0 == key) {
///             match Tree::from_token(token) {
///                 Ok(tree) => loaded.entries.push(tree),
///                 Err(why) => loaded.problems.push(Problem::new(format!(
///                     "The database on the shelf has an invalid token `{token}`: {why}."
///                 ))),
///             }
///         }
///         loaded
///     }
///
///     fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
///         let (saved, mut rows) = ((key.to_owned(), entry.to_token()), self.rows());
///         if !rows.contains(&saved) {
///             rows.push(saved);
///         }
///         Ok(())
///     }
///
///     fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
///         let removed = (key.to_owned(), entry.to_token());
///         self.rows().retain(|row| *row != removed);
///         Ok(())
///     }
/// }
///
/// # #[cfg(feature = "conformance")]
/// disprove::database_conformance(|| Db::custom(Shelf::default()));
/// ```
pub trait Database: Debug + Send + Sync {
    /// Loads all entries of a property, each of them once. Reports unreadable entries as problems, and returns the
    /// rest.
    ///
    /// ```
    /// use disprove::{Database, Db};
    ///
    /// assert!(Db::memory().load("my_crate::my_property").entries.is_empty());
    /// ```
    fn load(&self, key: &str) -> Loaded;

    /// Saves an entry, unless the database has it. A database that is not [writable](Database::writable) does nothing.
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let db = Db::memory();
    /// let tree = any::<u8>().encode(&7).expect("a number");
    /// db.save("my_property", &tree)?;
    /// assert_eq!(db.load("my_property").entries[0].to_token(), tree.to_token());
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    ///
    /// # Errors
    /// If the entry could not be saved.
    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem>;

    /// Removes an entry, if the database has it.
    ///
    /// ```
    /// use disprove::{Database, Db, prelude::*};
    ///
    /// let db = Db::memory();
    /// let tree = any::<u8>().encode(&7).expect("a number");
    /// db.save("my_property", &tree)?;
    /// db.remove("my_property", &tree)?;
    /// assert!(db.load("my_property").entries.is_empty());
    /// # Ok::<(), disprove::Problem>(())
    /// ```
    ///
    /// # Errors
    /// If the entry could not be removed.
    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem>;

    /// Whether the database keeps saved entries (default true). If not, saving and removing do nothing and return `Ok`.
    ///
    /// ```
    /// use disprove::{Database, Db};
    ///
    /// assert!(Db::memory().writable());
    /// assert!(!Db::read_only(Db::memory()).writable());
    /// ```
    fn writable(&self) -> bool {
        true
    }
}

/// The entries of one property in a [`Database`].
///
/// ```
/// use disprove::{Database, Db};
///
/// let loaded = Db::none().load("my_property");
/// assert!(loaded.entries.is_empty() && loaded.problems.is_empty());
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The inputs, in the order in which to try them.
    pub entries: Vec<Tree>,
    /// The problems of unreadable entries. The databases of this library report one for each cause.
    pub problems: Vec<Problem>,
}

/// Entries without problems.
///
/// ```
/// use disprove::{Loaded, prelude::*};
///
/// let loaded = Loaded::from(vec![any::<u8>().encode(&7).expect("a number")]);
/// assert_eq!((loaded.entries.len(), loaded.problems.len()), (1, 0));
/// ```
impl From<Vec<Tree>> for Loaded {
    fn from(entries: Vec<Tree>) -> Loaded {
        Loaded { entries, problems: Vec::new() }
    }
}
