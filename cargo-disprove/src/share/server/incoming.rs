//! What comes from the server: entries of other hubs. They are decoded, limited, and never trusted.

use super::{
    schema::SharedEntry,
    shared_property::{Flags, SharedProperty},
};
use crate::share::{
    entries::{Kind, is_entry},
    message::ShareEvent,
};
use disprove::{
    __private::{DataFolder, corpus_in, deaths_in},
    Database,
};

/// Corpus entries of one property that are saved at most, and their bytes: a server must not fill the disk. A hunt that
/// runs for a day keeps fewer.
const MOST_CORPUS: u64 = 5_000;
const MOST_CORPUS_BYTES: usize = 32 << 20;
/// Failures of one property that are tried at most.
const MOST_FAILURES: usize = 200;

/// Entries that were left out, and the reason for the first.
#[derive(Default)]
pub(super) struct LeftOut {
    pub(super) count: u64,
    first: String,
    reported: u64,
}

impl LeftOut {
    pub(super) fn add(&mut self, key: &str, name: &str, why: &str) {
        self.count += 1;
        if self.first.is_empty() {
            // The name is part of the server's data.
            let name: String = name.chars().take(40).collect();
            self.first = format!("{key} {name}: {why}");
        }
    }

    /// The message for the hunt, if there are more than at the last time.
    pub(super) fn news(&mut self) -> Option<ShareEvent> {
        let is_new = self.count > self.reported;
        self.reported = self.count;
        is_new.then(|| ShareEvent::LeftOut { count: self.count, first: self.first.clone() })
    }
}

/// Takes an entry of the server. Returns a message for the hunt, if it is a failure to try.
pub(super) fn take(
    number: usize,
    property: &mut SharedProperty,
    (kind, name, value): (Kind, &str, &[u8]),
    root: &DataFolder,
    left_out: &mut LeftOut,
) -> Option<ShareEvent> {
    if !is_entry(name) {
        left_out.add(&property.key, name, "this is not the name of an entry");
        return None;
    }
    let here = if kind == Kind::Corpus { &property.corpus } else { &property.failures };
    let is_here = here.contains(name);
    if kind == Kind::Corpus {
        property.sent_corpus.insert(name.to_owned());
        if is_here {
            return None;
        }
    }
    let (entry, tree) = match SharedEntry::decode(name, value) {
        Ok(decoded) => decoded,
        Err(why) => {
            // Ours replaces it.
            property.sent_failures.remove(name);
            property.sent_corpus.remove(name);
            left_out.add(&property.key, name, &why);
            return None;
        }
    };
    if kind == Kind::Corpus {
        let (count, bytes) = &mut property.pulled;
        if *count >= MOST_CORPUS || *bytes + value.len() > MOST_CORPUS_BYTES {
            left_out.add(&property.key, name, "the server has too many corpus entries");
        } else if corpus_in(root).save(&property.key, &tree).is_ok() {
            *count += 1;
            *bytes += value.len();
        }
        return None;
    }
    let flags = Flags { is_reduced: entry.is_reduced, is_death: entry.is_death };
    let known = property.sent_failures.entry(name.to_owned()).or_default();
    *known = known.or(flags);
    if is_here {
        if flags.is_death && !property.deaths.contains(name) {
            // Without it, the tests of this machine die instead of failing.
            let _ = deaths_in(root).save(&property.key, &tree);
        }
        return None;
    }
    let offered = property.offered.get(name).copied();
    let is_old = offered.is_some_and(|offered| offered.or(flags) == offered);
    if is_old || property.fixed.contains(name) {
        return None;
    }
    if offered.is_none() && property.offered.len() >= MOST_FAILURES {
        left_out.add(&property.key, name, "the server has too many failures");
        return None;
    }
    property.offered.insert(name.to_owned(), flags);
    let SharedEntry { token, is_reduced, is_death } = entry;
    Some(ShareEvent::Failure { property: number, token, is_reduced, is_death })
}
