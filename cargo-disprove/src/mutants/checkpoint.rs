//! Checkpoints: results so far, saved so that a killed run resumes.

use super::{
    baseline::Baseline,
    driver::own_folder,
    lock::Lock,
    study::{MAX_BYTES, MutantResult, write},
};
use crate::{
    error::{CommandError, usage},
    terminal::diagnostic,
};
use disprove::__private::DataFolder;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// The checkpoint folder of a study.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    folder: PathBuf,
    _lock: Lock,
}

impl Checkpoint {
    /// Opens the folder, and discards results of another study.
    pub(crate) fn open(
        folder: PathBuf,
        identity: &str,
        fresh: bool,
    ) -> Result<Checkpoint, CommandError> {
        let lock = Lock::take(&folder.join("lock"))?;
        let checkpoint = Checkpoint { folder, _lock: lock };
        let path = checkpoint.folder.join("identity");
        // Verdicts mean nothing without the baseline.
        let is_same = !fresh && checkpoint.read(&path).is_some_and(|saved| saved == identity);
        let baseline = checkpoint.folder.join("baseline.json");
        if is_same && checkpoint.baseline().is_none() && fs::symlink_metadata(&baseline).is_ok() {
            diagnostic(&format!("{} is damaged: the run starts over", baseline.display()));
        }
        let is_same = is_same && checkpoint.baseline().is_some();
        let prepared = || -> io::Result<()> {
            if !is_same {
                let _ = fs::remove_dir_all(checkpoint.folder.join("done"));
                for name in ["baseline.json", "reached"] {
                    let _ = fs::remove_file(checkpoint.folder.join(name));
                }
                write(&path, identity)?;
            }
            fs::create_dir_all(checkpoint.folder.join("done"))
        };
        prepared().map_err(|why| checkpoint.cannot(&why))?;
        Ok(checkpoint)
    }

    fn cannot(&self, why: &io::Error) -> CommandError {
        usage(format!("cannot write to {}: {why}", self.folder.display()))
    }

    /// A folder for the driver.
    pub(crate) fn driver_folder(&self) -> PathBuf {
        own_folder(&self.folder, "driver")
    }

    /// A folder for what the drivers build.
    pub(crate) fn build_folder(&self) -> PathBuf {
        own_folder(&self.folder, "build")
    }

    pub(crate) fn baseline(&self) -> Option<Baseline> {
        Baseline::read(&self.value(&self.folder.join("baseline.json"))?)
    }

    pub(crate) fn save_baseline(&self, baseline: &Baseline) -> Result<(), CommandError> {
        let text = baseline.to_json().to_string();
        write(&self.folder.join("baseline.json"), &text).map_err(|why| self.cannot(&why))
    }

    fn read(&self, path: &Path) -> Option<String> {
        DataFolder::chosen(&self.folder).read_text(path, MAX_BYTES).ok()
    }

    fn value(&self, path: &Path) -> Option<Value> {
        serde_json::from_str(&self.read(path)?).ok()
    }

    fn path(&self, id: u64) -> PathBuf {
        self.folder.join("done").join(format!("{id}.json"))
    }

    /// The result of a mutant, if it was tested.
    pub(crate) fn result(&self, id: u64) -> Option<MutantResult> {
        MutantResult::of(&self.value(&self.path(id))?)
    }

    /// The file of a result that exists and is damaged.
    pub(crate) fn damaged(&self, id: u64) -> Option<PathBuf> {
        let path = self.path(id);
        (self.result(id).is_none() && fs::symlink_metadata(&path).is_ok()).then_some(path)
    }

    /// Saves the result of a mutant.
    pub(crate) fn save(&self, result: &MutantResult) -> Result<(), CommandError> {
        let text = result.to_json().to_string();
        write(&self.path(result.id), &text).map_err(|why| self.cannot(&why))
    }

    /// The survivors for which reaching tests were searched.
    pub(crate) fn reach_searched(&self) -> BTreeSet<u64> {
        let text = self.read(&self.folder.join("reached")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    pub(crate) fn save_reach_searched(
        &self,
        before: &BTreeSet<u64>,
        survivors: &[MutantResult],
    ) -> Result<(), CommandError> {
        let mut all = before.clone();
        all.extend(survivors.iter().map(|survivor| survivor.id));
        let all: Vec<String> = all.iter().map(u64::to_string).collect();
        let text = all.join("\n");
        write(&self.folder.join("reached"), &text).map_err(|why| self.cannot(&why))
    }
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Checkpoint, fs};
    use crate::mutants::study::tests::example;
    use std::env;

    #[test]
    fn results_survive_a_kill_and_are_discarded_for_other_code() {
        let folder = env::temp_dir().join(format!("disprove-checkpoint-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let open = |identity| Checkpoint::open(folder.clone(), identity, false).expect("opened");
        let mutant = &example().mutants[0];
        let checkpoint = open("one");
        assert_eq!(checkpoint.result(1), None);
        checkpoint.save_baseline(&Baseline::default()).expect("saved");
        checkpoint.save(mutant).expect("saved");
        let error = Checkpoint::open(folder.clone(), "one", false).expect_err("locked").0;
        assert!(error.contains("is testing mutants in"), "{error}");
        // The process was killed.
        drop(checkpoint);
        let checkpoint = open("one");
        assert_eq!(checkpoint.result(1).as_ref(), Some(mutant));
        assert_eq!(checkpoint.baseline(), Some(Baseline::default()));
        fs::write(folder.join("done").join("1.json"), "{\"id\": 1").expect("written");
        assert_eq!(checkpoint.result(1), None, "a truncated file is ignored");
        assert_eq!(checkpoint.damaged(1), Some(folder.join("done").join("1.json")));
        assert_eq!(checkpoint.damaged(2), None, "it was not tested");
        checkpoint.save(mutant).expect("saved");
        assert_eq!(checkpoint.damaged(1), None);
        drop(checkpoint);
        let checkpoint = open("two");
        assert_eq!((checkpoint.result(1), checkpoint.baseline()), (None, None));
        checkpoint.save_baseline(&Baseline::default()).expect("saved");
        checkpoint.save(mutant).expect("saved");
        drop(checkpoint);
        fs::write(folder.join("baseline.json"), "{").expect("written");
        let checkpoint = open("two");
        assert_eq!(checkpoint.result(1), None, "verdicts without a baseline are ignored");
        checkpoint.save_baseline(&Baseline::default()).expect("saved");
        checkpoint.save(mutant).expect("saved");
        drop(checkpoint);
        let fresh = Checkpoint::open(folder.clone(), "two", true).expect("opened");
        assert_eq!((fresh.result(1), fresh.baseline()), (None, None), "the user starts over");
        drop(fresh);
        fs::remove_dir_all(folder).expect("removed");
    }
}
