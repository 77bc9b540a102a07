//! The keys and values on the server. Whoever can write them is not trusted.
//!
//! ```text
//! d:<project>:failures:<property>       hash: name of an entry -> entry
//! d:<project>:corpus:<property>         the same
//! d:<project>:fixed:<property>          hash: name of a failure -> commit at which it first passed
//! d:<project>:news                      stream: kind, property, name, hub, and the entry if it is short
//! d:<project>:lease:<property>:<fault>  the hub that reduces a failure; expires
//! d:<project>:turns                     hash: seconds and discoveries of each property
//! d:<project>:workers                   sorted set: hub -> time of its last heartbeat
//! d:<project>:epoch                     random; another value means that the server was wiped
//! ```
//!
//! An entry is a token, a line of flags (`reduced`, `death`), and the hub that wrote it. Its name is a hash of the token.

use crate::share::entries::{Kind, check_token};
use disprove::Tree;

/// Size limit of an entry that is shared. The budget of a case allows more, but few tests need it.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// Size limit of an entry in the news. Longer ones are fetched.
pub(super) const MOST_IN_NEWS: usize = 2 << 10;

/// The keys of a project.
pub(super) struct Keys {
    prefix: String,
}

impl Keys {
    pub(super) fn of(project: &str) -> Keys {
        Keys { prefix: format!("d:{project}") }
    }

    /// The entries of a property.
    pub(super) fn entries(&self, kind: Kind, property: &str) -> String {
        format!("{}:{}:{property}", self.prefix, kind.name())
    }

    pub(super) fn lease(&self, property: &str, fault: &str) -> String {
        format!("{}:lease:{property}:{fault}", self.prefix)
    }

    pub(super) fn news(&self) -> String {
        format!("{}:news", self.prefix)
    }

    pub(super) fn turns(&self) -> String {
        format!("{}:turns", self.prefix)
    }

    pub(super) fn workers(&self) -> String {
        format!("{}:workers", self.prefix)
    }

    pub(super) fn epoch(&self) -> String {
        format!("{}:epoch", self.prefix)
    }
}

/// An entry of the server.
#[derive(Clone, Debug)]
pub(super) struct SharedEntry {
    pub(super) token: String,
    pub(super) is_reduced: bool,
    pub(super) is_death: bool,
}

impl SharedEntry {
    pub(super) fn encode(&self, hub: &str) -> String {
        let mut flags = Vec::new();
        if self.is_reduced {
            flags.push("reduced");
        }
        if self.is_death {
            flags.push("death");
        }
        format!("{}\n{}\n{hub}", self.token, flags.join(" "))
    }

    /// Reads an entry with this name. The error says what is wrong with it.
    pub(super) fn decode(name: &str, value: &[u8]) -> Result<(SharedEntry, Tree), String> {
        if value.len() > MOST_BYTES {
            return Err("it is too large".to_owned());
        }
        let text = str::from_utf8(value).map_err(|_| "it is not UTF-8".to_owned())?;
        let mut lines = text.split('\n');
        let token = lines.next().unwrap_or_default();
        let tree = check_token(name, token)?;
        let flags: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let (is_reduced, is_death) = (flags.contains(&"reduced"), flags.contains(&"death"));
        Ok((SharedEntry { token: token.to_owned(), is_reduced, is_death }, tree))
    }
}

#[cfg(test)]
mod tests {
    use super::SharedEntry;
    use disprove::{__private::entry_name, prelude::*};

    #[test]
    fn an_entry_survives_and_damage_does_not_pass() {
        let token = any::<u64>().encode(&77).expect("a number").to_token();
        let name = entry_name(&token);
        for (is_reduced, is_death) in [(false, false), (true, false), (false, true), (true, true)] {
            let entry = SharedEntry { token: token.clone(), is_reduced, is_death };
            let text = entry.encode("hub");
            let (read, _) = SharedEntry::decode(&name, text.as_bytes()).expect("an entry");
            assert_eq!(
                (read.token, read.is_reduced, read.is_death),
                (token.clone(), is_reduced, is_death)
            );
        }
        let text = format!("{token}\n\nhub");
        for at in 0..token.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(SharedEntry::decode(&name, &bytes).is_err(), "{at}");
        }
        for bad in [&b""[..], b"\xff", b"d1:", &vec![b'x'; 2 << 20]] {
            assert!(SharedEntry::decode(&name, bad).is_err());
        }
        let large = SharedEntry::decode(&name, &vec![b'x'; super::MOST_BYTES + 1]);
        assert_eq!(large.err().as_deref(), Some("it is too large"));
    }

    #[property]
    fn no_bytes_panic(bytes: Vec<u8>) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = SharedEntry::decode(&entry_name(text.split('\n').next().unwrap_or("")), &bytes);
    }
}
