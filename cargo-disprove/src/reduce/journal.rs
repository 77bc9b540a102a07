//! The answers of the command, kept so that nothing is asked twice: not in one reduction, and not when it is
//! started again.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

/// The first word of a journal. Another version of the format has another number.
const FORMAT: &str = "disprove-reduce-1";

/// Answers by the hash of the candidate.
#[derive(Debug)]
pub(super) struct Journal {
    answers: HashMap<u128, bool>,
    file: File,
    /// How many answers came from an earlier reduction.
    pub(super) known: usize,
}

impl Journal {
    /// Reads the answers of an earlier reduction of the same file by the same command; those of any other are
    /// no use, and are thrown away.
    pub(super) fn open(
        path: &Path,
        seed: &[u8],
        command: &[OsString],
        fresh: bool,
    ) -> io::Result<Journal> {
        let mut subject = Hash::new();
        subject.add(seed);
        for word in command {
            subject.add(word.as_encoded_bytes());
        }
        let title = format!("{FORMAT} {:032x}", subject.0);
        let kept = if fresh { String::new() } else { fs::read_to_string(path).unwrap_or_default() };
        let mut lines = kept.split_inclusive('\n');
        let same = lines.next().is_some_and(|first| first.trim_end() == title);
        let mut answers = HashMap::new();
        // What does not read as an answer was cut off when the process was killed.
        for line in lines.filter(|line| same && line.ends_with('\n')) {
            if let Some((hash, answer)) = line.trim_end().split_once(' ')
                && let Ok(hash) = u128::from_str_radix(hash, 16)
            {
                answers.insert(hash, answer == "interesting");
            }
        }
        let mut file = if same && kept.ends_with('\n') {
            File::options().append(true).open(path)?
        } else {
            let mut file = File::create(path)?;
            writeln!(file, "{title}")?;
            for (hash, answer) in &answers {
                writeln!(file, "{}", line(*hash, *answer))?;
            }
            file
        };
        file.flush()?;
        Ok(Journal { known: answers.len(), answers, file })
    }

    pub(super) fn answer(&self, candidate: &[u8]) -> Option<bool> {
        self.answers.get(&hash(candidate)).copied()
    }

    /// Keeps an answer. It is in the file when this returns, whatever happens to the process then.
    pub(super) fn keep(&mut self, candidate: &[u8], answer: bool) -> io::Result<()> {
        let hash = hash(candidate);
        self.answers.insert(hash, answer);
        self.file.write_all(format!("{}\n", line(hash, answer)).as_bytes())
    }
}

fn line(hash: u128, answer: bool) -> String {
    format!("{hash:032x} {}", if answer { "interesting" } else { "not" })
}

fn hash(candidate: &[u8]) -> u128 {
    let mut hash = Hash::new();
    hash.add(candidate);
    hash.0
}

/// Fowler, Noll and Vo's hash 1a of 128 bits: the same on every machine and with every version of Rust.
struct Hash(u128);

impl Hash {
    fn new() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// With the length, so that two parts are not the same as other two parts.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Journal;
    use std::{
        ffi::OsString,
        fs,
        io::Write,
        path::{Path, PathBuf},
    };

    fn place(name: &str) -> PathBuf {
        let name = format!("disprove-journal-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        path
    }

    fn open(path: &Path, seed: &str, command: &str, fresh: bool) -> Journal {
        Journal::open(path, seed.as_bytes(), &[OsString::from(command)], fresh).expect("opened")
    }

    #[test]
    fn answers_are_there_again_even_if_the_last_was_cut_off() {
        let path = place("again");
        let mut journal = open(&path, "seed", "command", false);
        journal.keep(b"yes", true).expect("kept");
        journal.keep(b"no", false).expect("kept");
        journal.file.write_all(b"0123 inter").expect("written");
        drop(journal);
        for _ in 0..2 {
            let journal = open(&path, "seed", "command", false);
            let answers = ["yes", "no", "other"].map(|text| journal.answer(text.as_bytes()));
            assert_eq!((answers, journal.known), ([Some(true), Some(false), None], 2));
        }
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn answers_about_anything_else_are_forgotten() {
        for (seed, command, fresh) in
            [("other", "command", false), ("seed", "other", false), ("seed", "command", true)]
        {
            let path = place("else");
            open(&path, "seed", "command", false).keep(b"yes", true).expect("kept");
            assert_eq!(open(&path, seed, command, fresh).known, 0);
            assert_eq!(open(&path, seed, command, false).known, 0);
            fs::remove_file(path).expect("removed");
        }
    }
}
