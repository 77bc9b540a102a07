//! The result of a sweep, stored in `sweep.json`.

use super::first_failure::{FirstFailure, Phase};
use crate::{
    error::{CommandError, usage},
    mutants::{
        log::Verdict,
        study::{MAX_BYTES, write},
    },
    terminal::diagnostic,
};
use disprove::__private::DataFolder;
use serde_json::{Value, json};
use std::{collections::BTreeSet, path::Path};

/// Version of the file format. New keys do not change it.
const FORMAT: u64 = 1;

/// The name of the file.
pub(crate) const FILE: &str = "sweep.json";

/// Properties, mutants, and the first failing input of each pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sweep {
    /// Must be the same to resume.
    pub(crate) identity: String,
    pub(crate) cases: u64,
    pub(crate) seeds: Vec<u64>,
    pub(crate) properties: Vec<Property>,
    /// Properties that fail with some seed on the unchanged code, or whose inputs cannot be counted.
    pub(crate) left_out: Vec<String>,
    /// The mutants to test: their indexes in the study, and their names.
    pub(crate) mutants: Vec<(u64, String)>,
    /// The mutants that were tested.
    pub(crate) ended: BTreeSet<u64>,
    pub(crate) runs: Vec<Run>,
    /// Runs that found the mutant with an unknown input, and runs without a verdict.
    pub(crate) uncounted: Vec<RunKey>,
    pub(crate) not_run: Vec<RunKey>,
    /// Seconds of a round on the unchanged code.
    pub(crate) seconds: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) framework: String,
    pub(crate) counted_by: String,
}

/// A property on a mutant with a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunKey {
    pub(crate) mutant: u64,
    pub(crate) seed: u64,
    /// Its index among the properties.
    pub(crate) property: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) key: RunKey,
    /// `None` if the mutant was not found.
    pub(crate) first: Option<FirstFailure>,
}

impl Sweep {
    pub(crate) fn is_complete(&self) -> bool {
        self.ended.len() == self.mutants.len()
    }

    /// Adds a run of a property. Its first failing input counts only if it failed.
    pub(super) fn add(
        &mut self,
        key: RunKey,
        verdict: Option<Verdict>,
        first: Option<FirstFailure>,
    ) {
        match (verdict, first) {
            (None, _) => self.not_run.push(key),
            (Some(Verdict::Passed), _) => self.runs.push(Run { key, first: None }),
            (Some(Verdict::Failed), Some(_)) => self.runs.push(Run { key, first }),
            (Some(Verdict::Failed), None) => self.uncounted.push(key),
        }
    }

    /// Runs are sorted, so that the order in which they ended does not matter.
    pub(crate) fn to_json(&self) -> Value {
        let mut runs = self.runs.clone();
        runs.sort_by_key(|run| run.key);
        let sorted = |places: &[RunKey]| {
            let mut places = places.to_vec();
            places.sort();
            places
        };
        let key = |key: &RunKey| json!({ "property": key.property, "mutant": key.mutant, "seed": key.seed });
        let property = |it: &Property| json!({ "name": it.name, "framework": it.framework, "counted_by": it.counted_by });
        json!({
            "format": FORMAT,
            "tool": env!("CARGO_PKG_VERSION"),
            "identity": self.identity,
            "complete": self.is_complete(),
            "cases": self.cases,
            "seeds": self.seeds,
            "seconds": self.seconds,
            "properties": self.properties.iter().map(property).collect::<Value>(),
            "left_out": self.left_out,
            "mutants": self.mutants.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect::<Value>(),
            "ended": self.ended,
            "runs": runs.into_iter().map(Run::to_json).collect::<Value>(),
            "uncounted": sorted(&self.uncounted).iter().map(key).collect::<Value>(),
            "not_run": sorted(&self.not_run).iter().map(key).collect::<Value>(),
        })
    }

    /// Parses the file, if it has this format.
    pub(crate) fn of(value: &Value) -> Option<Sweep> {
        if value["format"] != FORMAT {
            return None;
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let property = |it: &Value| {
            Some(Property {
                name: text(&it["name"])?,
                framework: text(&it["framework"])?,
                counted_by: text(&it["counted_by"])?,
            })
        };
        let mutant = |it: &Value| it["id"].as_u64().zip(text(&it["name"]));
        Some(Sweep {
            identity: text(&value["identity"])?,
            cases: value["cases"].as_u64()?,
            seeds: list(&value["seeds"], Value::as_u64)?,
            properties: list(&value["properties"], property)?,
            left_out: list(&value["left_out"], text)?,
            mutants: list(&value["mutants"], mutant)?,
            ended: list(&value["ended"], Value::as_u64)?.into_iter().collect(),
            runs: list(&value["runs"], Run::of)?,
            uncounted: list(&value["uncounted"], RunKey::of)?,
            not_run: list(&value["not_run"], RunKey::of)?,
            seconds: value["seconds"].as_f64()?,
        })
    }

    /// The result of an earlier run with the same identity, unless the user starts over.
    pub(crate) fn earlier(folder: &Path, identity: &str, fresh: bool) -> Option<Sweep> {
        let path = folder.join(FILE);
        let text = DataFolder::chosen(folder).read_text(&path, MAX_BYTES).ok()?;
        let sweep = serde_json::from_str(&text).ok().and_then(|value| Sweep::of(&value));
        if sweep.is_none() {
            diagnostic(&format!(
                "{} is damaged or of another version: the sweep starts over",
                path.display()
            ));
        }
        sweep.filter(|sweep| sweep.identity == identity && !fresh)
    }

    /// Writes the file atomically.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        let path = folder.join(FILE);
        write(&path, &self.to_json().to_string()).map_err(|why| {
            usage(format!(
                "cannot write {}: {why}; select another folder with `--output`",
                path.display()
            ))
        })
    }
}

impl RunKey {
    fn of(value: &Value) -> Option<RunKey> {
        Some(RunKey {
            property: value["property"].as_u64()? as usize,
            mutant: value["mutant"].as_u64()?,
            seed: value["seed"].as_u64()?,
        })
    }
}

impl Run {
    fn to_json(self) -> Value {
        let RunKey { property, mutant, seed } = self.key;
        let (number, phase, discarded) = match self.first {
            Some(first) => (Some(first.number), first.phase, first.discarded),
            None => (None, Phase::Generate, 0),
        };
        json!({
            "property": property,
            "mutant": mutant,
            "seed": seed,
            "first": number,
            "phase": phase.name(),
            "discarded": discarded,
        })
    }

    fn of(value: &Value) -> Option<Run> {
        let key = RunKey::of(value)?;
        let phase = Phase::ALL.into_iter().find(|phase| value["phase"] == phase.name())?;
        let discarded = value["discarded"].as_u64()?;
        let first = match &value["first"] {
            Value::Null => None,
            number => Some(FirstFailure { number: number.as_u64()?, phase, discarded }),
        };
        Some(Run { key, first })
    }
}

fn list<T>(value: &Value, of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{FirstFailure, Phase, Property, Run, RunKey, Sweep, Verdict};
    use disprove::__private::TempFolder;

    #[test]
    fn a_fresh_sweep_discards_the_earlier_one() {
        let folder = TempFolder::new("test").expect("a folder");
        let sweep = Sweep { identity: "x".to_owned(), ..Sweep::default() };
        assert!(sweep.write(folder.path()).is_ok());
        let earlier = |identity, fresh| Sweep::earlier(folder.path(), identity, fresh);
        assert_eq!(earlier("x", false), Some(sweep));
        assert_eq!((earlier("x", true), earlier("y", false)), (None, None));
    }

    #[test]
    fn a_failure_without_an_input_is_found_with_an_unknown_one() {
        let key = |seed| RunKey { property: 0, mutant: 7, seed };
        let first = Some(FirstFailure { number: 3, phase: Phase::Generate, discarded: 0 });
        let mut sweep = Sweep::default();
        sweep.add(key(1), Some(Verdict::Failed), None);
        sweep.add(key(2), Some(Verdict::Failed), first);
        sweep.add(key(3), Some(Verdict::Passed), first);
        sweep.add(key(4), None, first);
        assert_eq!((sweep.uncounted, sweep.not_run), (vec![key(1)], vec![key(4)]));
        assert_eq!(sweep.runs, [Run { key: key(2), first }, Run { key: key(3), first: None }]);
    }

    #[test]
    fn a_sweep_round_trips_through_json() {
        let key = RunKey { property: 0, mutant: 7, seed: 2 };
        let first = FirstFailure { number: 3, phase: Phase::Example, discarded: 1 };
        let sweep = Sweep {
            identity: "x".to_owned(),
            cases: 500,
            seeds: vec![1, 2],
            properties: vec![Property {
                name: "a::b".to_owned(),
                framework: "proptest".to_owned(),
                counted_by: "output".to_owned(),
            }],
            left_out: vec!["c".to_owned()],
            mutants: vec![(7, "m".to_owned())],
            ended: [7].into(),
            runs: vec![Run { key, first: Some(first) }, Run { key, first: None }],
            uncounted: vec![key],
            not_run: vec![key],
            seconds: 0.5,
        };
        assert_eq!(Sweep::of(&sweep.to_json()), Some(sweep.clone()));
        let mut other = sweep.to_json();
        other["format"] = 2.into();
        assert_eq!(Sweep::of(&other), None);
    }
}
