//! Merges the shards of a study that were tested on several machines.

use super::record::StudyRecord;
use crate::error::{CommandError, usage};
use std::path::PathBuf;

/// The study of these shards.
pub(super) fn merged(paths: &[PathBuf]) -> Result<StudyRecord, CommandError> {
    let mut parts: Vec<(&PathBuf, StudyRecord)> = Vec::new();
    for path in paths {
        let part = StudyRecord::read(path)?;
        if let Some((first, known)) = parts.first()
            && known.identity != part.identity
        {
            return Err(usage(format!(
                "{} and {} are not shards of one study: the projects, the seed, the sample or other settings differ",
                first.display(),
                path.display()
            )));
        }
        parts.push((path, part));
    }
    let parts: Vec<StudyRecord> = parts.into_iter().map(|(_, part)| part).collect();
    merge(parts).ok_or_else(|| usage("write the folders of the shards after `--merge`"))
}

/// All results, in the order of the projects. A project that two shards have counts once.
fn merge(parts: Vec<StudyRecord>) -> Option<StudyRecord> {
    let mut parts = parts.into_iter();
    let mut study = parts.next()?;
    for part in parts {
        for result in part.results {
            if !study.results.iter().any(|known| known.name == result.name) {
                study.results.push(result);
            }
        }
    }
    let order = study.projects.clone();
    study.results.sort_by_key(|it| order.iter().position(|name| *name == it.name));
    Some(study)
}

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::study::record::tests::example;

    #[test]
    fn merged_shards_equal_the_whole_study() {
        let part = |place: usize| {
            let mut part = example();
            part.results = vec![part.results[place].clone()];
            part
        };
        assert_eq!(merge(vec![part(1), part(0)]), Some(example()));
        assert_eq!(merge(vec![part(0), example()]), Some(example()), "a project counts once");
        assert!(!merge(vec![part(1)]).is_some_and(|it| it.is_complete()));
        assert_eq!(merge(Vec::new()), None);
    }
}
