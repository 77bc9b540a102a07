//! What is done already, kept so that a run that was killed goes on.

use super::{
    baseline::Baseline,
    driver::own_folder,
    lock::Lock,
    study::{Judged, write},
};
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// The folder of a study under way.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    _lock: Lock,
}

impl Journal {
    /// Opens the folder. What belongs to other code or another question is thrown away.
    pub(super) fn open(
        folder: PathBuf,
        identity: &str,
        fresh: bool,
    ) -> Result<Journal, CommandError> {
        let lock = Lock::take(&folder.join("lock"))?;
        let journal = Journal { folder, _lock: lock };
        let path = journal.folder.join("identity");
        // Verdicts are about the tests of the code as it is, and mean nothing without them.
        let is_same = !fresh
            && fs::read_to_string(&path).is_ok_and(|kept| kept == identity)
            && journal.baseline().is_some();
        let prepared = || -> io::Result<()> {
            if !is_same {
                let _ = fs::remove_dir_all(journal.folder.join("done"));
                for name in ["baseline.json", "reached"] {
                    let _ = fs::remove_file(journal.folder.join(name));
                }
                write(&path, identity)?;
            }
            fs::create_dir_all(journal.folder.join("done"))
        };
        prepared().map_err(|why| journal.cannot(&why))?;
        Ok(journal)
    }

    fn cannot(&self, why: &io::Error) -> CommandError {
        usage(format!("{} cannot be written: {why}", self.folder.display()))
    }

    /// For the driver.
    pub(super) fn session(&self) -> PathBuf {
        own_folder(&self.folder, "session")
    }

    pub(super) fn baseline(&self) -> Option<Baseline> {
        Baseline::read(&value(&self.folder.join("baseline.json"))?)
    }

    pub(super) fn keep_baseline(&self, baseline: &Baseline) -> Result<(), CommandError> {
        let text = baseline.to_json().to_string();
        write(&self.folder.join("baseline.json"), &text).map_err(|why| self.cannot(&why))
    }

    fn path(&self, id: u64) -> PathBuf {
        self.folder.join("done").join(format!("{id}.json"))
    }

    /// What became of a mutant, if it was tested.
    pub(super) fn judged(&self, id: u64) -> Option<Judged> {
        Judged::of(&value(&self.path(id))?)
    }

    /// Keeps what became of a mutant. It is in the file when this returns.
    pub(super) fn keep(&self, judged: &Judged) -> Result<(), CommandError> {
        let text = judged.to_json().to_string();
        write(&self.path(judged.id), &text).map_err(|why| self.cannot(&why))
    }

    /// The survivors of which it was asked who comes to them.
    pub(super) fn tried(&self) -> BTreeSet<u64> {
        let text = fs::read_to_string(self.folder.join("reached")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    pub(super) fn keep_tried(
        &self,
        before: &BTreeSet<u64>,
        survivors: &[Judged],
    ) -> Result<(), CommandError> {
        let mut all = before.clone();
        all.extend(survivors.iter().map(|survivor| survivor.id));
        let all: Vec<String> = all.iter().map(u64::to_string).collect();
        let text = all.join("\n");
        write(&self.folder.join("reached"), &text).map_err(|why| self.cannot(&why))
    }
}

fn value(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Journal, fs};
    use crate::mutants::study::tests::example;
    use std::env;

    #[test]
    fn what_is_done_is_there_after_a_kill_and_thrown_away_for_other_code() {
        let folder = env::temp_dir().join(format!("disprove-journal-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let open = |identity| Journal::open(folder.clone(), identity, false).expect("opened");
        let mutant = &example().mutants[0];
        let journal = open("one");
        assert_eq!(journal.judged(1), None);
        journal.keep_baseline(&Baseline::default()).expect("kept");
        journal.keep(mutant).expect("kept");
        let said = Journal::open(folder.clone(), "one", false).expect_err("refused").0;
        assert!(said.contains("tests mutants in"), "{said}");
        // It was killed.
        drop(journal);
        let journal = open("one");
        assert_eq!(journal.judged(1).as_ref(), Some(mutant));
        assert_eq!(journal.baseline(), Some(Baseline::default()));
        fs::write(folder.join("done").join("1.json"), "{\"id\": 1").expect("written");
        assert_eq!(journal.judged(1), None, "a part of a file is no answer");
        journal.keep(mutant).expect("kept");
        drop(journal);
        let journal = open("two");
        assert_eq!((journal.judged(1), journal.baseline()), (None, None));
        journal.keep_baseline(&Baseline::default()).expect("kept");
        journal.keep(mutant).expect("kept");
        drop(journal);
        fs::write(folder.join("baseline.json"), "{").expect("written");
        assert_eq!(open("two").judged(1), None, "of which tests these are verdicts is not known");
        fs::remove_dir_all(folder).expect("removed");
    }
}
