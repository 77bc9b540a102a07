//! What the link knows of one property: its entries here and on the server, and its time.

use super::local::LocalEntries;
use crate::share::entries::Kind;
use disprove::__private::{DataFolder, folder_name};
use std::collections::{HashMap, HashSet};

/// What is known of a failure besides its input.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Flags {
    pub(super) is_reduced: bool,
    pub(super) is_death: bool,
}

impl Flags {
    pub(super) fn or(self, other: Flags) -> Flags {
        Flags {
            is_reduced: self.is_reduced || other.is_reduced,
            is_death: self.is_death || other.is_death,
        }
    }
}

/// Time and discoveries of a property.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Turns {
    pub(super) seconds: f64,
    pub(super) discoveries: i64,
}

/// A property that is shared.
pub(super) struct SharedProperty {
    pub(super) key: String,
    pub(super) folder: String,
    pub(super) failures: LocalEntries,
    pub(super) deaths: LocalEntries,
    pub(super) corpus: LocalEntries,
    /// Failures on the server.
    pub(super) sent_failures: HashMap<String, Flags>,
    /// Corpus entries on the server.
    pub(super) sent_corpus: HashSet<String>,
    /// Entries that this link has sent.
    pub(super) own: HashSet<(Kind, String)>,
    /// Entries that cannot be sent: damaged, or too large.
    pub(super) unsendable: HashSet<(Kind, String)>,
    /// Failures that the hunt has reduced.
    pub(super) reduced: HashSet<String>,
    /// Failures of the server that the hunt was told of.
    pub(super) offered: HashMap<String, Flags>,
    /// Failures of the server that are fixed here.
    pub(super) fixed: HashSet<String>,
    /// Corpus entries that were saved here, and their bytes.
    pub(super) pulled: (u64, usize),
    /// Not sent yet.
    pub(super) turns: Turns,
    /// Sent by this link, and the last sum of other hubs.
    pub(super) own_turns: Turns,
    pub(super) other_turns: Turns,
}

impl SharedProperty {
    pub(super) fn new(key: &str) -> SharedProperty {
        SharedProperty {
            key: key.to_owned(),
            folder: folder_name(key),
            failures: LocalEntries::default(),
            deaths: LocalEntries::default(),
            corpus: LocalEntries::default(),
            sent_failures: HashMap::new(),
            sent_corpus: HashSet::new(),
            own: HashSet::new(),
            unsendable: HashSet::new(),
            reduced: HashSet::new(),
            offered: HashMap::new(),
            fixed: HashSet::new(),
            pulled: (0, 0),
            turns: Turns::default(),
            own_turns: Turns::default(),
            other_turns: Turns::default(),
        }
    }

    /// Reads the names of the entries here.
    pub(super) fn scan(&mut self, root: &DataFolder) {
        self.failures.read(root, Kind::Failures, &self.folder);
        self.deaths.read(root, Kind::Deaths, &self.folder);
        self.corpus.read(root, Kind::Corpus, &self.folder);
    }

    /// Forgets what is on the server.
    pub(super) fn forget(&mut self) {
        self.sent_failures.clear();
        self.sent_corpus.clear();
        self.own_turns = Turns::default();
        self.other_turns = Turns::default();
    }
}
