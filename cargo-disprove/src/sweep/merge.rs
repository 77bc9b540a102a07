//! Merges the shards of a sweep that were tested on several machines.

use super::record::{FILE, Property, Run, RunKey, Sweep};
use crate::{
    error::{CommandError, usage},
    mutants::study::MAX_BYTES,
};
use disprove::__private::DataFolder;
use std::path::{Path, PathBuf};

/// The sweep of these shards.
pub(super) fn merged(paths: &[PathBuf]) -> Result<Sweep, CommandError> {
    let mut parts = Vec::new();
    for path in paths {
        let part = read(path)?;
        if let Some((first, known)) = parts.first() {
            let known: &Sweep = known;
            if known.identity != part.identity || part.identity.is_empty() {
                let first: &&PathBuf = first;
                return Err(usage(format!(
                    "{} and {} are not shards of one sweep: the code, mutants.json, the seeds or other settings differ",
                    first.display(),
                    path.display()
                )));
            }
        }
        parts.push((path, part));
    }
    if parts.is_empty() {
        return Err(usage("write the folders of the shards after `--merge`"));
    }
    let parts: Vec<&Sweep> = parts.iter().map(|(_, part)| part).collect();
    Ok(merge(&parts))
}

/// Reads a file, or the one in a folder.
fn read(path: &Path) -> Result<Sweep, CommandError> {
    let file = if path.is_dir() { path.join(FILE) } else { path.to_owned() };
    let folder = file.parent().unwrap_or(Path::new(""));
    let text = DataFolder::chosen(folder)
        .read_text(&file, MAX_BYTES)
        .map_err(|why| usage(format!("cannot read {}: {why}", file.display())))?;
    let sweep = serde_json::from_str(&text).ok().and_then(|value| Sweep::of(&value));
    sweep.ok_or_else(|| {
        usage(format!(
            "{} is not a result of `cargo disprove sweep`: name the folders that it wrote",
            file.display()
        ))
    })
}

/// Merges shards, with the properties that are reliable on all machines.
fn merge(parts: &[&Sweep]) -> Sweep {
    let mut sweep = parts[0].clone();
    let has = |part: &Sweep, property: &Property| part.properties.contains(property);
    sweep.properties.retain(|property| parts.iter().all(|part| has(part, property)));
    (sweep.runs, sweep.uncounted, sweep.not_run) = (Vec::new(), Vec::new(), Vec::new());
    sweep.ended.clear();
    for part in parts {
        let new: Vec<u64> = part.ended.difference(&sweep.ended).copied().collect();
        // Numbers of properties differ between the shards.
        let moved = |key: &RunKey| {
            let property = part.properties.get(key.property)?;
            let property = sweep.properties.iter().position(|known| known == property)?;
            new.contains(&key.mutant).then_some(RunKey { property, ..*key })
        };
        for run in &part.runs {
            sweep.runs.extend(moved(&run.key).map(|key| Run { key, ..*run }));
        }
        sweep.uncounted.extend(part.uncounted.iter().filter_map(moved));
        sweep.not_run.extend(part.not_run.iter().filter_map(moved));
        for name in &part.left_out {
            if !sweep.left_out.contains(name) {
                sweep.left_out.push(name.clone());
            }
        }
        sweep.seconds = sweep.seconds.max(part.seconds);
        sweep.ended.extend(new);
    }
    sweep.runs.sort_by_key(|run| run.key);
    sweep
}

#[cfg(test)]
mod tests {
    use super::{Property, Run, RunKey, Sweep, merge};

    fn property(name: &str) -> Property {
        Property { name: name.to_owned(), ..Property::default() }
    }

    fn run(mutant: u64, property: usize) -> Run {
        Run { key: RunKey { mutant, seed: 1, property }, first: None }
    }

    #[test]
    fn merged_shards_equal_the_whole_sweep() {
        let whole = Sweep {
            properties: vec![property("a"), property("b")],
            mutants: vec![(1, "x".to_owned()), (2, "y".to_owned())],
            ended: [1, 2].into(),
            runs: vec![run(1, 0), run(1, 1), run(2, 0), run(2, 1)],
            ..Sweep::default()
        };
        let part = |id: u64| {
            let mut part = whole.clone();
            part.ended = [id].into();
            part.runs.retain(|run| run.key.mutant == id);
            part
        };
        assert_eq!(merge(&[&part(2), &part(1)]), whole);
        assert_eq!(merge(&[&part(1), &whole]), whole, "a mutant that two shards have counts once");
        assert!(!merge(&[&part(1)]).is_complete());
    }

    #[test]
    fn properties_that_fail_on_one_machine_are_left_out() {
        let mutants = vec![(1, "x".to_owned()), (2, "y".to_owned())];
        let one = Sweep {
            properties: vec![property("a"), property("b")],
            mutants: mutants.clone(),
            ended: [1].into(),
            runs: vec![run(1, 0), run(1, 1)],
            ..Sweep::default()
        };
        let two = Sweep {
            properties: vec![property("b")],
            left_out: vec!["a".to_owned()],
            mutants,
            ended: [2].into(),
            runs: vec![run(2, 0)],
            ..Sweep::default()
        };
        let whole = merge(&[&one, &two]);
        assert_eq!((whole.properties.len(), whole.left_out.len()), (1, 1));
        assert_eq!(whole.runs, [run(1, 0), run(2, 0)]);
        assert!(whole.is_complete());
    }
}
