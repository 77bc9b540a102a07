//! Keeping failures between runs.

/// Where failures are kept between runs.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u8>()).database(Db::none()).run(|_| ());
/// assert!(report.failures().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Db(());

impl Db {
    /// Nothing is kept.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).database(Db::none()).run(|_| true);
    /// assert!(report.failures().is_empty());
    /// ```
    pub fn none() -> Db {
        Db(())
    }
}
