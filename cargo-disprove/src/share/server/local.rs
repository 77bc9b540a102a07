//! The names of the entries in the local database, read again when a folder has changed.

use crate::share::entries::{Kind, entries};
use disprove::__private::DataFolder;
use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, SystemTime},
};

/// Two changes within this time may leave a folder with one time of change.
const CLOCK_STEP: Duration = Duration::from_secs(2);

/// The entries of one kind of one property.
#[derive(Default)]
pub(super) struct LocalEntries {
    names: BTreeSet<String>,
    changed: Option<SystemTime>,
}

impl LocalEntries {
    pub(super) fn read(&mut self, root: &DataFolder, kind: Kind, folder: &str) {
        let path = root.join(kind.name()).join(folder);
        let changed = fs::symlink_metadata(path).and_then(|data| data.modified()).ok();
        let is_settled =
            |time: SystemTime| time.elapsed().is_ok_and(|elapsed| elapsed > CLOCK_STEP);
        if changed == self.changed && changed.is_none_or(is_settled) {
            return;
        }
        self.changed = changed;
        self.names = entries(root, kind, folder).into_iter().collect();
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.names.iter()
    }
}
