//! Decides what is ported: a test with everything it needs, and a helper only with everything that uses it.

use super::{
    translator::Need,
    unit::{PortedFile, Unit, UnitKind},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Refuses units until everything that is ported fits together.
pub(super) fn settle(files: &mut [PortedFile], elsewhere: &dyn Fn(&PortedFile, &str) -> bool) {
    loop {
        let mut refusals = Vec::new();
        for (number, file) in files.iter().enumerate() {
            for (unit, why) in refused(files, file, elsewhere) {
                refusals.push((number, unit, why));
            }
        }
        if refusals.is_empty() {
            return;
        }
        for (file, unit, why) in refusals {
            files[file].units[unit].result = Err(why);
        }
    }
}

/// The units of a file that can no longer be ported, and why.
fn refused(
    files: &[PortedFile],
    file: &PortedFile,
    elsewhere: &dyn Fn(&PortedFile, &str) -> bool,
) -> Vec<(usize, String)> {
    let types = types(files);
    let functions: HashMap<&str, &Unit> = file
        .units
        .iter()
        .filter(|unit| unit.kind == UnitKind::Function)
        .map(|unit| (last_part(&unit.name), unit))
        .collect();
    let old_types = old_types(files);
    let mut refusals = Vec::new();
    for (number, unit) in file.units.iter().enumerate() {
        let Ok(translation) = &unit.result else { continue };
        let mut needs = translation.needs.clone();
        for word in &file.words {
            if unit.region.contains(&word.at.start)
                && file.may_be_function(word)
                && functions.contains_key(word.text.as_str())
                && last_part(&unit.name) != word.text
            {
                needs.insert(Need::Function(word.text.clone()));
            }
        }
        let unmet = needs.iter().find_map(|need| {
            let (name, provider) = match need {
                Need::Function(name) => (name, functions.get(last_part(name)).copied()),
                Need::Type(name) => (name, types.get(name.as_str()).copied().flatten()),
            };
            match (need, provider.map(|provider| &provider.result)) {
                (_, Some(Ok(_))) | (Need::Function(_), None) => None,
                (_, Some(Err(why))) => Some(needed(name, why)),
                (Need::Type(_), None) => Some(format!("several types are named `{name}`")),
            }
        });
        if let Some(why) = unmet {
            refusals.push((number, why));
        } else if unit.kind == UnitKind::Function
            && let Some(why) = old_use(file, unit, elsewhere)
        {
            refusals.push((number, why));
        } else if unit.kind == UnitKind::Type
            && old_types.contains(unit.name.as_str())
            && is_derived(file, unit)
            && unit.beside.is_none()
        {
            refusals.push((
                number,
                "tests that are not ported need its derive with other attributes".to_owned(),
            ));
        }
    }
    refusals
}

fn needed(name: &str, why: &str) -> String {
    // The end of a chain is what has to be changed.
    if why.starts_with("it needs `") { why.to_owned() } else { format!("it needs `{name}`: {why}") }
}

/// The units that generate types, unless there are several of a name.
fn types(files: &[PortedFile]) -> HashMap<&str, Option<&Unit>> {
    let mut found: HashMap<&str, Option<&Unit>> = HashMap::new();
    for unit in files.iter().flat_map(|file| &file.units) {
        if unit.kind == UnitKind::Type {
            // Several impls of a generic type, such as `Large<Vec<T>>` and `Large<String>`, count as one.
            let entry = found.entry(unit.name.as_str()).or_insert(Some(unit));
            if let Some(first) = entry
                && first.is_ported()
                && !unit.is_ported()
            {
                *entry = Some(unit);
            }
        }
    }
    found
}

/// Types that code needs in their old form, because it is not ported.
pub(super) fn old_types(files: &[PortedFile]) -> HashSet<String> {
    let all: HashSet<&str> = files
        .iter()
        .flat_map(|file| &file.units)
        .filter(|unit| unit.kind == UnitKind::Type)
        .map(|unit| unit.name.as_str())
        .collect();
    let units = files.iter().flat_map(|file| &file.units);
    let elsewhere = units.filter(|unit| unit.kind == UnitKind::Type && unit.is_used_elsewhere);
    let mut old: HashSet<String> = elsewhere.map(|unit| unit.name.clone()).collect();
    loop {
        let before = old.len();
        for file in files {
            for unit in &file.units {
                let is_old_type = unit.kind == UnitKind::Type && old.contains(&unit.name);
                if unit.is_ported() && !is_old_type {
                    continue;
                }
                let mentioned = file.words.iter().filter(|word| {
                    unit.region.contains(&word.at.start) && all.contains(word.text.as_str())
                });
                old.extend(mentioned.map(|word| word.text.clone()));
            }
        }
        if old.len() == before {
            return old;
        }
    }
}

/// Whether the generator of a type is derived.
pub(super) fn is_derived(file: &PortedFile, unit: &Unit) -> bool {
    let text = &file.text[unit.region.clone()];
    // An impl begins with its attributes, which have no `derive`.
    text.contains("derive(")
}

/// Why a function must stay in its old form.
fn old_use(
    file: &PortedFile,
    unit: &Unit,
    elsewhere: &dyn Fn(&PortedFile, &str) -> bool,
) -> Option<String> {
    let name = last_part(&unit.name);
    let ported: BTreeSet<(usize, usize)> = file
        .units
        .iter()
        .filter(|other| other.is_ported())
        .map(|other| (other.region.start, other.region.end))
        .collect();
    let is_import = |at: usize| {
        file.scope
            .modules
            .iter()
            .flat_map(|module| &module.uses)
            .any(|item| super::translator::range(item).contains(&at))
    };
    for word in &file.words {
        let at = word.at.start;
        if word.text == name
            && file.may_be_function(word)
            && !ported.iter().any(|(start, end)| (*start..*end).contains(&at))
            && !is_import(at)
        {
            let line = file.line(at);
            return Some(format!("line {line}, which is not ported, uses `{name}`"));
        }
    }
    if unit.is_public && elsewhere(file, name) {
        return Some(format!("other files use `{name}`"));
    }
    None
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
