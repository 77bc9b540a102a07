//! The content of an entry: a token, and a line break that marks it as complete.

use super::filename;
use crate::choice::Tree;

/// Size limit of a file with tokens: more than any token has, as the budget of a case is smaller.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// The version of tokens that [`Tree::from_token`] reads.
const VERSION: u32 = 1;

/// The result of reading a token or a file.
#[derive(Debug)]
pub(super) enum Entry {
    Good(Tree),
    /// Written by a newer version of the library.
    Newer,
    /// Damaged, with the reason as a clause.
    Damaged(String),
}

/// The content of the file of an entry.
pub(super) fn text(token: &str) -> String {
    format!("{token}\n")
}

/// Reads the file with this name. The name is a hash of the token, which detects more damage than the short checksum of
/// a token.
pub(super) fn read(name: &str, bytes: &[u8]) -> Entry {
    if bytes.is_empty() {
        return Entry::Damaged("it is empty".to_owned());
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Entry::Damaged("it is not UTF-8".to_owned());
    };
    let Some(token) = text.strip_suffix('\n') else {
        return Entry::Damaged("it is incomplete".to_owned());
    };
    match read_token(token) {
        Entry::Good(_) if filename::entry(token) != name => {
            Entry::Damaged("its name does not match its content".to_owned())
        }
        entry => entry,
    }
}

/// Whether bytes are an entry, in a file with the right name.
#[cfg(any(test, feature = "conformance"))]
pub(crate) fn decodes_entry(bytes: &[u8]) -> bool {
    let token = String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or(bytes));
    matches!(read(&filename::entry(&token), bytes), Entry::Good(_))
}

/// Reads a token without spaces around it.
pub(super) fn read_token(token: &str) -> Entry {
    if version(token).is_some_and(|version| version > VERSION) {
        return Entry::Newer;
    }
    match Tree::from_token(token) {
        // Each entry has exactly one text.
        Ok(tree) if token.trim() == token => Entry::Good(tree),
        Ok(_) => Entry::Damaged("there are spaces around it".to_owned()),
        Err(why) => Entry::Damaged(why.reason().to_owned()),
    }
}

/// The `2` of `d2:..`, if the rest can be a token of any version: printable, without spaces.
fn version(token: &str) -> Option<u32> {
    let (version, rest) = token.strip_prefix('d')?.split_once(':')?;
    let is_number = version.bytes().all(|byte| byte.is_ascii_digit()) && !version.starts_with('0');
    let is_token = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic());
    if is_number && is_token { version.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Entry, read, read_token, text, version};
    use crate::database::{filename, scratch::token};

    fn damage(entry: Entry) -> String {
        match entry {
            Entry::Damaged(why) => why,
            other => panic!("{other:?} is not damaged"),
        }
    }

    #[test]
    fn a_complete_entry_is_read_and_every_truncated_one_is_damaged() {
        let token = token(123_456_789);
        let (name, text) = (filename::entry(&token), text(&token));
        let Entry::Good(tree) = read(&name, text.as_bytes()) else { panic!("it is damaged") };
        assert_eq!(tree.to_token(), token);
        for length in 0..text.len() {
            damage(read(&name, &text.as_bytes()[..length]));
        }
    }

    #[test]
    fn every_change_of_one_byte_is_damage_or_a_newer_version() {
        let token = token(987_654_321);
        let (name, text) = (filename::entry(&token), text(&token));
        for at in 0..text.len() {
            for byte in 0..=255 {
                let mut bytes = text.clone().into_bytes();
                if bytes[at] != byte {
                    bytes[at] = byte;
                    assert!(!matches!(read(&name, &bytes), Entry::Good(_)), "{at} {byte}");
                }
            }
        }
    }

    #[test]
    fn damage_has_a_reason() {
        assert_eq!(damage(read("x", b"")), "it is empty");
        assert_eq!(damage(read("x", b"\xff\n")), "it is not UTF-8");
        assert_eq!(damage(read("x", b"d1:AA")), "it is incomplete");
        assert_eq!(damage(read("x", b"rubbish\n")), "it must start with `d1:`");
        assert_eq!(
            damage(read("x", text(&token(1)).as_bytes())),
            "its name does not match its content"
        );
        let padded = text(&format!("{} ", token(1)));
        assert_eq!(damage(read("x", padded.as_bytes())), "there are spaces around it");
    }

    #[test]
    fn tokens_of_later_versions_are_newer_and_others_are_not() {
        assert!(matches!(read_token("d2:AA+/.~"), Entry::Newer));
        assert!(matches!(read("any name", b"d13:AA\n"), Entry::Newer));
        damage(read("any name", b"d2:AA"));
        for rubbish in ["d2:", "d2:a b", "d2", "d:AA", "d02:AA", "dx:AA", "d0:AA", "d99999999999:A"]
        {
            damage(read_token(rubbish));
        }
        assert_eq!(version("d1:AAEB"), Some(1));
    }
}
