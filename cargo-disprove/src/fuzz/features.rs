//! The features of a package of fuzz targets: those of the package under test, by the same names, because the tests that it
//! includes ask for them.

use crate::project::Features;
use serde_json::Value;
use std::{collections::BTreeSet, fmt::Write as _};

/// What is enabled in a package.
#[derive(Debug, Default)]
pub(super) struct Enabled {
    features: BTreeSet<String>,
    /// Optional dependencies, by the names that the package has for them.
    dependencies: BTreeSet<String>,
}

impl Enabled {
    /// What these features of a package enable, and all that follows from it.
    pub(super) fn of(package: &Value, asked: &Features) -> Enabled {
        let own = package["name"].as_str().unwrap_or_default();
        let mut open: Vec<String> = names(package).map(str::to_owned).collect();
        if !asked.all {
            open.clone_from(&asked.names);
            open.extend((!asked.no_default).then(|| "default".to_owned()));
        }
        let mut enabled = Enabled::default();
        while let Some(name) = open.pop() {
            let name = name.strip_prefix(&format!("{own}/")).unwrap_or(&name);
            if let Some(dependency) = name.strip_prefix("dep:") {
                enabled.dependencies.insert(dependency.to_owned());
            } else if let Some((dependency, _)) = name.split_once('/') {
                // With a question mark, only the feature of a dependency that is enabled elsewhere.
                if !dependency.ends_with('?') {
                    enabled.dependencies.insert(dependency.to_owned());
                }
            } else if enabled.features.insert(name.to_owned()) {
                let others = package["features"][name].as_array().into_iter().flatten();
                open.extend(others.filter_map(Value::as_str).map(str::to_owned));
            }
        }
        enabled
    }

    /// Whether an optional dependency is enabled.
    pub(super) fn has_dependency(&self, name: &str) -> bool {
        self.dependencies.contains(name)
    }

    /// The table `[features]`, empty if the package has none.
    pub(super) fn table(&self, package: &Value, has_library: bool) -> String {
        let own = package["name"].as_str().unwrap_or_default();
        let mut all: Vec<&str> = names(package).filter(|name| *name != "default").collect();
        all.sort_unstable();
        if all.is_empty() {
            return String::new();
        }
        let is_on = |name: &&&str| self.features.contains(**name);
        let on: Vec<String> = all.iter().filter(is_on).map(|name| format!("{name:?}")).collect();
        let mut table = format!(
            "\n# Those of the package, because the tests ask for them.\n[features]\ndefault = [{}]\n",
            on.join(", ")
        );
        for name in all {
            let other = if has_library { format!("\"{own}/{name}\"") } else { String::new() };
            let _ = writeln!(table, "{name} = [{other}]");
        }
        table
    }
}

fn names(package: &Value) -> impl Iterator<Item = &str> {
    package["features"].as_object().into_iter().flatten().map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::{Enabled, Features};
    use serde_json::json;

    #[test]
    fn features_enable_others_and_optional_dependencies() {
        let package = json!({
            "name": "small",
            "features": {
                "default": ["std"], "std": [], "extra": ["more", "dep:a", "b/x", "c?/y"],
                "more": [], "other": [],
            },
        });
        let asked = |names: &[&str], all: bool, no_default: bool| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Enabled::of(&package, &Features { names, all, no_default })
        };
        let extra = asked(&["small/extra"], false, true);
        let table = extra.table(&package, true);
        assert!(table.contains("default = [\"extra\", \"more\"]\n"), "{table}");
        assert!(table.contains("other = [\"small/other\"]\n"), "{table}");
        let found = ["a", "b", "c", "d"].map(|name| extra.has_dependency(name));
        assert_eq!(found, [true, true, false, false]);
        let table = asked(&[], false, false).table(&package, false);
        assert!(table.contains("default = [\"std\"]\nextra = []\n"), "{table}");
        let table = asked(&[], true, false).table(&package, false);
        assert!(table.contains("[\"extra\", \"more\", \"other\", \"std\"]"), "{table}");
        assert_eq!(Enabled::default().table(&json!({ "name": "small", "features": {} }), true), "");
    }
}
