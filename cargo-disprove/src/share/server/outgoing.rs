//! What goes to the server: new entries, and what has become of them.

use super::{
    schema::{Keys, MOST_BYTES, MOST_IN_NEWS, SharedEntry},
    shared_property::{Flags, SharedProperty},
};
use crate::share::entries::{Kind, path, token};
use disprove::__private::DataFolder;
use redis::Pipeline;
use std::{fs, time::Duration};

/// Limits of one transaction: no hub keeps the server busy for long.
const MOST_ENTRIES: usize = 200;
const MOST_TOTAL_BYTES: usize = 512 << 10;
/// The age at which a failure that is not reduced is sent. Many are reduced sooner, and nobody else has to try.
const AGE: Duration = Duration::from_secs(1);
/// Items of the news that the server keeps. A hub that has missed some reads the hashes.
const NEWS: usize = 10_000;

/// Entries of a transaction, to be confirmed when it has succeeded.
#[derive(Default)]
pub(super) struct Outgoing {
    failures: Vec<(usize, String, Flags)>,
    corpus: Vec<(usize, String)>,
    removed: Vec<(usize, Kind, String)>,
    bytes: usize,
    /// Entries are left for the next transaction.
    pub(super) is_full: bool,
    /// The first entry that is too large.
    pub(super) too_large: u64,
}

/// Where entries come from and go to.
pub(super) struct Route<'a> {
    pub(super) root: &'a DataFolder,
    pub(super) keys: &'a Keys,
    pub(super) hub: &'a str,
    /// Everything is sent, however young it is.
    pub(super) is_last: bool,
}

impl Outgoing {
    /// Adds the commands for one property to a transaction.
    pub(super) fn add(
        &mut self,
        number: usize,
        property: &mut SharedProperty,
        route: &Route<'_>,
        commands: &mut Pipeline,
    ) {
        let mut names = Vec::new();
        for name in property.failures.iter() {
            let known = property.sent_failures.get(name);
            let flags = known.copied().unwrap_or_default().or(Flags {
                is_reduced: property.reduced.contains(name),
                is_death: property.deaths.contains(name),
            });
            let is_fresh = || {
                let data =
                    fs::symlink_metadata(path(route.root, Kind::Failures, &property.folder, name));
                let time = data.and_then(|data| data.modified());
                time.is_ok_and(|time| time.elapsed().is_ok_and(|age| age < AGE))
            };
            if known != Some(&flags) && (flags.is_reduced || route.is_last || !is_fresh()) {
                names.push((Kind::Failures, name.clone(), flags));
            }
        }
        for name in property.corpus.iter() {
            if !property.sent_corpus.contains(name) {
                names.push((Kind::Corpus, name.clone(), Flags::default()));
            }
        }
        for (kind, name, flags) in names {
            if self.failures.len() + self.corpus.len() >= MOST_ENTRIES
                || self.bytes >= MOST_TOTAL_BYTES
            {
                self.is_full = true;
                break;
            }
            if property.unsendable.contains(&(kind, name.clone())) {
                continue;
            }
            let found = token(route.root, kind, &property.folder, &name);
            let Some(token) = found.ok().filter(|token| token.len() <= MOST_BYTES / 2) else {
                // It was removed, or is damaged: then the worker reports it. Or it is too large.
                if fs::symlink_metadata(path(route.root, kind, &property.folder, &name)).is_ok() {
                    self.too_large += 1;
                    property.unsendable.insert((kind, name));
                }
                continue;
            };
            let entry =
                SharedEntry { token, is_reduced: flags.is_reduced, is_death: flags.is_death };
            let value = entry.encode(route.hub);
            self.bytes += value.len();
            commands
                .cmd("HSET")
                .arg(route.keys.entries(kind, &property.key))
                .arg(&name)
                .arg(&value);
            commands.cmd("XADD").arg(route.keys.news()).arg("MAXLEN").arg("~").arg(NEWS).arg("*");
            commands.arg("k").arg(kind.name()).arg("p").arg(&property.key);
            commands.arg("h").arg(&name).arg("o").arg(route.hub);
            if value.len() <= MOST_IN_NEWS {
                commands.arg("v").arg(&value);
            }
            match kind {
                Kind::Failures => self.failures.push((number, name, flags)),
                _ => self.corpus.push((number, name)),
            }
        }
        self.remove(number, property, route, commands);
    }

    /// Removes entries from the server that this link has sent and the hunt has replaced: a failure by a smaller one, a
    /// corpus entry by a better one. A folder that is empty may have been deleted, which replaces nothing.
    fn remove(
        &mut self,
        number: usize,
        property: &mut SharedProperty,
        route: &Route<'_>,
        commands: &mut Pipeline,
    ) {
        for (kind, name) in &property.own {
            let here = if *kind == Kind::Corpus { &property.corpus } else { &property.failures };
            let passed = path(route.root, Kind::Passed, &property.folder, name);
            if here.contains(name) || here.is_empty() || fs::symlink_metadata(passed).is_ok() {
                continue;
            }
            commands.cmd("HDEL").arg(route.keys.entries(*kind, &property.key)).arg(name);
            self.removed.push((number, *kind, name.clone()));
        }
    }

    /// Remembers what the server has now.
    pub(super) fn confirm(self, properties: &mut [SharedProperty]) {
        for (number, name, flags) in self.failures {
            properties[number].own.insert((Kind::Failures, name.clone()));
            properties[number].sent_failures.insert(name, flags);
        }
        for (number, name) in self.corpus {
            properties[number].own.insert((Kind::Corpus, name.clone()));
            properties[number].sent_corpus.insert(name);
        }
        for (number, kind, name) in self.removed {
            match kind {
                Kind::Corpus => drop(properties[number].sent_corpus.remove(&name)),
                _ => drop(properties[number].sent_failures.remove(&name)),
            }
            properties[number].own.remove(&(kind, name));
        }
    }
}
