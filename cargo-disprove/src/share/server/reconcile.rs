//! Compares the server with the local database, after a connection was made or the server was wiped.

use super::{
    connection::{Connection, bytes, list, number, text},
    incoming::{LeftOut, take},
    schema::{Keys, MOST_BYTES},
    shared_property::SharedProperty,
};
use crate::share::{
    entries::{Kind, is_commit, is_entry},
    git::Repository,
    message::ShareEvent,
};
use disprove::__private::DataFolder;
use redis::{Pipeline, Value};

/// Entries of one kind of a property that are read at most.
const MOST_NAMES: i64 = 20_000;
/// Entries that are fetched in one message.
const CHUNK: usize = 100;

/// An entry to fetch: the number of its property, its kind and its name.
pub(super) type Wanted = (usize, Kind, String);

/// What a comparison uses.
pub(super) struct Comparison<'a> {
    pub(super) connection: &'a mut Connection,
    pub(super) keys: &'a Keys,
    pub(super) root: &'a DataFolder,
    pub(super) repository: &'a mut Repository,
    pub(super) left_out: &'a mut LeftOut,
}

impl Comparison<'_> {
    /// Learns which entries the server has, and takes those that are missing here.
    pub(super) fn reconcile(
        &mut self,
        properties: &mut [SharedProperty],
        tell: &mut dyn FnMut(ShareEvent),
    ) -> Result<(), String> {
        let mut wanted = Vec::new();
        for number in 0..properties.len() {
            properties[number].forget();
            for kind in [Kind::Failures, Kind::Corpus] {
                let key = self.keys.entries(kind, &properties[number].key);
                for name in self.names(&key, &properties[number].key)? {
                    let property = &mut properties[number];
                    if kind == Kind::Corpus && property.corpus.contains(&name) {
                        property.sent_corpus.insert(name);
                    } else {
                        // Failures that are here too: their flags may be news.
                        wanted.push((number, kind, name));
                    }
                }
            }
            self.read_fixed(number, properties, &wanted)?;
        }
        self.fetch(properties, &wanted, tell)
    }

    /// The names of the entries under a key.
    fn names(&mut self, key: &str, property: &str) -> Result<Vec<String>, String> {
        let mut commands = Pipeline::new();
        commands.cmd("HLEN").arg(key);
        let count = self.connection.send(&commands)?.first().and_then(number).unwrap_or(0);
        if count == 0 {
            return Ok(Vec::new());
        }
        if count > MOST_NAMES {
            self.left_out.add(property, "", &format!("the server has {count} entries"));
            return Ok(Vec::new());
        }
        let mut commands = Pipeline::new();
        commands.cmd("HKEYS").arg(key);
        let replies = self.connection.send(&commands)?;
        let mut names = Vec::new();
        for name in list(replies.first().unwrap_or(&Value::Nil)) {
            match text(name).filter(|name| is_entry(name)) {
                Some(name) => names.push(name.to_owned()),
                None => self.left_out.add(property, "?", "this is not the name of an entry"),
            }
        }
        Ok(names)
    }

    /// Learns which failures of a property are fixed here.
    fn read_fixed(
        &mut self,
        number: usize,
        properties: &mut [SharedProperty],
        wanted: &[Wanted],
    ) -> Result<(), String> {
        let property = &mut properties[number];
        let is_failure = |it: &&Wanted| it.0 == number && it.1 == Kind::Failures;
        let names: Vec<&String> = wanted.iter().filter(is_failure).map(|it| &it.2).collect();
        let key = self.keys.entries(Kind::Fixed, &property.key);
        for names in names.chunks(CHUNK) {
            let mut commands = Pipeline::new();
            for name in names {
                commands.cmd("HSTRLEN").arg(&key).arg(name.as_str());
            }
            let lengths = self.connection.send(&commands)?;
            let mut commands = Pipeline::new();
            let mut read = Vec::new();
            for (name, length) in names.iter().zip(&lengths) {
                // The longest commit has 64 digits.
                if super::connection::number(length)
                    .is_some_and(|length| (1..=64).contains(&length))
                {
                    commands.cmd("HGET").arg(&key).arg(name.as_str());
                    read.push(*name);
                }
            }
            for (name, commit) in read.iter().zip(self.connection.send(&commands)?) {
                let commit = text(&commit).filter(|commit| is_commit(commit));
                if commit.is_some_and(|commit| self.repository.contains(commit)) {
                    property.fixed.insert((*name).clone());
                }
            }
        }
        Ok(())
    }

    /// Fetches entries that are not too large.
    pub(super) fn fetch(
        &mut self,
        properties: &mut [SharedProperty],
        wanted: &[Wanted],
        tell: &mut dyn FnMut(ShareEvent),
    ) -> Result<(), String> {
        for wanted in wanted.chunks(CHUNK) {
            let mut commands = Pipeline::new();
            for (number, kind, name) in wanted {
                let key = self.keys.entries(*kind, &properties[*number].key);
                commands.cmd("HSTRLEN").arg(key).arg(name);
            }
            let lengths = self.connection.send(&commands)?;
            let mut commands = Pipeline::new();
            let mut read = Vec::new();
            for ((owner, kind, name), length) in wanted.iter().zip(&lengths) {
                let length = number(length).unwrap_or(0);
                if length > MOST_BYTES as i64 {
                    self.left_out.add(&properties[*owner].key, name, "it is too large");
                } else if length > 0 {
                    commands
                        .cmd("HGET")
                        .arg(self.keys.entries(*kind, &properties[*owner].key))
                        .arg(name);
                    read.push((*owner, *kind, name));
                }
            }
            for ((owner, kind, name), value) in
                read.into_iter().zip(self.connection.send(&commands)?)
            {
                let Some(value) = bytes(&value) else { continue };
                let entry = (kind, name.as_str(), value);
                let news = take(owner, &mut properties[owner], entry, self.root, self.left_out);
                news.into_iter().for_each(&mut *tell);
            }
        }
        Ok(())
    }
}
