//! What a sweep found, as it is kept in `sweep.json`.

use super::first::{First, Phase};
use crate::{
    error::{CommandError, usage},
    mutants::study::write,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

/// The number of the form that is written here. Keys may be added to it.
const FORMAT: u64 = 1;

/// The name of the file.
pub(crate) const FILE: &str = "sweep.json";

/// Properties, mutants, and with which input which was first found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sweep {
    /// What must be the same, to go on.
    pub(crate) identity: String,
    pub(crate) cases: u64,
    pub(crate) seeds: Vec<u64>,
    pub(crate) properties: Vec<Property>,
    /// Those that fail with some seed without a change, and those that cannot be counted.
    pub(crate) left_out: Vec<String>,
    /// All that are to be tested: their places in the study, and their names.
    pub(crate) mutants: Vec<(u64, String)>,
    /// The mutants that were tested.
    pub(crate) ended: BTreeSet<u64>,
    pub(crate) runs: Vec<Run>,
    /// Runs that found the mutant, where it is not known with which input; and those without a verdict.
    pub(crate) uncounted: Vec<Place>,
    pub(crate) not_run: Vec<Place>,
    /// The seconds of the code as it is, for one seed.
    pub(crate) seconds: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) framework: String,
    pub(crate) counted_by: String,
}

/// A property on a mutant, with a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) mutant: u64,
    pub(crate) seed: u64,
    /// Its place among the properties.
    pub(crate) property: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) place: Place,
    /// None, if it was not found.
    pub(crate) first: Option<First>,
}

impl Sweep {
    pub(crate) fn is_complete(&self) -> bool {
        self.ended.len() == self.mutants.len()
    }

    /// In an order that does not tell in which they ended.
    pub(crate) fn to_json(&self) -> Value {
        let mut runs = self.runs.clone();
        runs.sort_by_key(|run| run.place);
        let sorted = |places: &[Place]| {
            let mut places = places.to_vec();
            places.sort();
            places
        };
        let place = |place: &Place| json!({ "property": place.property, "mutant": place.mutant, "seed": place.seed });
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
            "uncounted": sorted(&self.uncounted).iter().map(place).collect::<Value>(),
            "not_run": sorted(&self.not_run).iter().map(place).collect::<Value>(),
        })
    }

    /// What the file says, if it is one that was written here.
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
            uncounted: list(&value["uncounted"], Place::of)?,
            not_run: list(&value["not_run"], Place::of)?,
            seconds: value["seconds"].as_f64()?,
        })
    }

    /// What an earlier run of the same identity has left.
    pub(crate) fn left(folder: &Path, identity: &str) -> Option<Sweep> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        Sweep::of(&serde_json::from_str(&text).ok()?).filter(|sweep| sweep.identity == identity)
    }

    /// Whoever reads the file meanwhile sees the old one or the new one.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        let path = folder.join(FILE);
        write(&path, &self.to_json().to_string()).map_err(|why| {
            usage(format!(
                "{} cannot be written: {why}; name another folder with `--output`",
                path.display()
            ))
        })
    }
}

impl Place {
    fn of(value: &Value) -> Option<Place> {
        Some(Place {
            property: value["property"].as_u64()? as usize,
            mutant: value["mutant"].as_u64()?,
            seed: value["seed"].as_u64()?,
        })
    }
}

impl Run {
    fn to_json(self) -> Value {
        let Place { property, mutant, seed } = self.place;
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
        let place = Place::of(value)?;
        let phase = Phase::ALL.into_iter().find(|phase| value["phase"] == phase.name())?;
        let discarded = value["discarded"].as_u64()?;
        let first = match &value["first"] {
            Value::Null => None,
            number => Some(First { number: number.as_u64()?, phase, discarded }),
        };
        Some(Run { place, first })
    }
}

fn list<T>(value: &Value, of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{First, Phase, Place, Property, Run, Sweep};

    #[test]
    fn a_sweep_is_read_as_it_was_written() {
        let place = Place { property: 0, mutant: 7, seed: 2 };
        let first = First { number: 3, phase: Phase::Example, discarded: 1 };
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
            runs: vec![Run { place, first: Some(first) }, Run { place, first: None }],
            uncounted: vec![place],
            not_run: vec![place],
            seconds: 0.5,
        };
        assert_eq!(Sweep::of(&sweep.to_json()), Some(sweep.clone()));
        let mut other = sweep.to_json();
        other["format"] = 2.into();
        assert_eq!(Sweep::of(&other), None);
    }
}
