//! What a database is.

use super::problem::Problem;
use crate::choice::Tree;
use std::fmt::Debug;

/// A store of failing inputs, by the name of the property.
///
/// Failures are saved when they are reduced, loaded before the next run, and removed when they no longer
/// fail. Several runs may use a store at once. None of its methods may panic: what cannot be done is a
/// [`Problem`], which is told to the user.
///
/// With the feature `conformance`, the function `database_conformance` checks an own store.
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
///         self.0.lock().expect("nothing panics while it is locked")
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
///                     "The database on the shelf holds `{token}`, but {why}; take it out."
///                 ))),
///             }
///         }
///         loaded
///     }
///
///     fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
///         self.remove(key, entry)?;
///         self.rows().push((key.to_owned(), entry.to_token()));
///         Ok(())
///     }
///
///     fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
///         let gone = (key.to_owned(), entry.to_token());
///         self.rows().retain(|row| *row != gone);
///         Ok(())
///     }
/// }
///
/// # #[cfg(feature = "conformance")]
/// disprove::database_conformance(|| Db::custom(Shelf::default()));
/// ```
pub trait Database: Debug + Send + Sync {
    /// Everything that is kept for this property, each entry once. What cannot be read is a problem,
    /// and the rest is still there.
    ///
    /// ```
    /// use disprove::{Database, Db};
    ///
    /// assert!(Db::memory().load("my_crate::my_property").entries.is_empty());
    /// ```
    fn load(&self, key: &str) -> Loaded;

    /// Keeps an entry. One that is there already stays there once. A store that is not
    /// [writable](Database::writable) does nothing.
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
    /// If the entry is not kept.
    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem>;

    /// Forgets an entry. One that is not there is no problem.
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
    /// If the entry is still there.
    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem>;

    /// Whether what is saved is kept at all. If not, saving and removing do nothing, and are no problem.
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

/// What a [`Database`] holds for one property.
///
/// ```
/// use disprove::{Database, Db};
///
/// let loaded = Db::none().load("my_property");
/// assert!(loaded.entries.is_empty() && loaded.problems.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The inputs to try first, in this order.
    pub entries: Vec<Tree>,
    /// What could not be read, and what became of it.
    pub problems: Vec<Problem>,
}
