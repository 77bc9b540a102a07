//! Caches the answers of the command in a file, so that it never runs twice for a candidate, even in a resumed reduction.

use super::arguments::Granularity;
use disprove::__private::DataFolder;
use std::{
    collections::HashMap,
    ffi::OsString,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

/// The first word of the file, with the version of its format.
const FORMAT: &str = "disprove-reduce-1";

/// Size limit of the file: five million answers.
const MAX_BYTES: u64 = 256 << 20;

/// Answers by the hash of the candidate.
#[derive(Debug)]
pub(super) struct AnswerCache {
    answers: HashMap<u128, bool>,
    file: File,
    /// Number of answers from an earlier reduction.
    pub(super) known: usize,
    /// Whether the earlier reduction removed the same kind of parts.
    pub(super) is_resumed: bool,
}

impl AnswerCache {
    /// Reads the answers of an earlier reduction of the same file with the same command. Answers of others are discarded.
    /// The first line names these and the parts.
    pub(super) fn open(
        path: &Path,
        seed: &[u8],
        command: &[OsString],
        parts: Granularity,
        fresh: bool,
    ) -> io::Result<AnswerCache> {
        let mut subject = ContentHash::new();
        subject.add(seed);
        for word in command {
            subject.add(word.as_encoded_bytes());
        }
        let start = format!("{FORMAT} {:032x}", subject.0);
        let title = format!("{start} {parts:?}");
        // The file lies beside the file to reduce, which may belong to anybody.
        let folder = DataFolder::chosen(path.parent().unwrap_or(path));
        let text = if fresh { None } else { folder.read_text(path, MAX_BYTES).ok() };
        let text = text.unwrap_or_default();
        let mut lines = text.split_inclusive('\n');
        let first = lines.next().unwrap_or_default().trim_end();
        let (same, is_resumed) = (first.starts_with(&start), first == title);
        let mut answers = HashMap::new();
        // An unreadable line was truncated when the process was killed.
        for line in lines.filter(|line| same && line.ends_with('\n')) {
            if let Some((hash, answer)) = line.trim_end().split_once(' ')
                && let Ok(hash) = u128::from_str_radix(hash, 16)
            {
                answers.insert(hash, answer == "interesting");
            }
        }
        if !is_resumed || !text.ends_with('\n') {
            let mut text = title + "\n";
            for (hash, answer) in &answers {
                text.push_str(&line(*hash, *answer));
                text.push('\n');
            }
            // Replaces a link instead of following it.
            let _ = fs::remove_file(path);
            File::create_new(path)?.write_all(text.as_bytes())?;
        }
        let file = folder.append(path)?;
        Ok(AnswerCache { known: answers.len(), is_resumed, answers, file })
    }

    pub(super) fn answer(&self, candidate: &[u8]) -> Option<bool> {
        self.answers.get(&hash(candidate)).copied()
    }

    /// Stores an answer, in the file too.
    pub(super) fn insert(&mut self, candidate: &[u8], answer: bool) -> io::Result<()> {
        let hash = hash(candidate);
        self.answers.insert(hash, answer);
        self.file.write_all(format!("{}\n", line(hash, answer)).as_bytes())
    }
}

fn line(hash: u128, answer: bool) -> String {
    format!("{hash:032x} {}", if answer { "interesting" } else { "not" })
}

fn hash(candidate: &[u8]) -> u128 {
    let mut hash = ContentHash::new();
    hash.add(candidate);
    hash.0
}

/// FNV-1a with 128 bits: the same on every machine and with every version of Rust.
struct ContentHash(u128);

impl ContentHash {
    fn new() -> ContentHash {
        ContentHash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds the length too, so that adjacent parts cannot exchange bytes.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerCache, Granularity};
    use std::{
        ffi::OsString,
        fs,
        io::Write,
        path::{Path, PathBuf},
    };

    fn place(name: &str) -> PathBuf {
        let name = format!("disprove-answers-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        path
    }

    fn open(path: &Path, seed: &str, command: &str, fresh: bool) -> AnswerCache {
        let (seed, command) = (seed.as_bytes(), [OsString::from(command)]);
        AnswerCache::open(path, seed, &command, Granularity::Lines, fresh).expect("opened")
    }

    #[test]
    fn answers_are_read_back_even_if_the_last_line_is_truncated() {
        let path = place("again");
        let mut cache = open(&path, "seed", "command", false);
        cache.insert(b"yes", true).expect("stored");
        cache.insert(b"no", false).expect("stored");
        cache.file.write_all(b"0123 inter").expect("written");
        drop(cache);
        for _ in 0..2 {
            let cache = open(&path, "seed", "command", false);
            let answers = ["yes", "no", "other"].map(|text| cache.answer(text.as_bytes()));
            assert_eq!((answers, cache.known), ([Some(true), Some(false), None], 2));
            assert!(cache.is_resumed);
        }
        fs::remove_file(path).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_file_is_replaced_and_not_followed() {
        let (path, other) = (place("link"), place("linked"));
        fs::write(&other, "precious").expect("written");
        std::os::unix::fs::symlink(&other, &path).expect("linked");
        open(&path, "seed", "command", true).insert(b"yes", true).expect("stored");
        assert_eq!(fs::read_to_string(&other).expect("there"), "precious");
        assert_eq!(open(&path, "seed", "command", false).known, 1);
        for path in [path, other] {
            fs::remove_file(path).expect("removed");
        }
    }

    #[test]
    fn answers_of_another_reduction_are_discarded() {
        for (seed, command, fresh) in
            [("other", "command", false), ("seed", "other", false), ("seed", "command", true)]
        {
            let path = place("else");
            open(&path, "seed", "command", false).insert(b"yes", true).expect("stored");
            assert_eq!(open(&path, seed, command, fresh).known, 0);
            assert_eq!(open(&path, seed, command, false).known, 0);
            fs::remove_file(path).expect("removed");
        }
    }
}
