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

pub(crate) struct Loaded {
    pub(crate) entries: Vec<crate::choice::Tree>,
    pub(crate) problems: Vec<String>,
}
impl Db {
    pub(crate) fn load(&self, _key: &str) -> Loaded {
        Loaded { entries: Vec::new(), problems: Vec::new() }
    }
    pub(crate) fn save(&self, _key: &str, _e: &crate::choice::Tree) -> Result<bool, String> {
        Ok(false)
    }
    pub(crate) fn remove(&self, _key: &str, _e: &crate::choice::Tree) -> Result<(), String> {
        Ok(())
    }
}
