//! The package to suggest properties for, as cargo knows it.

use super::{Arguments, cfg::Conditions};
use crate::{
    error::{CommandError, usage},
    project::{cargo, metadata, packages, rustc},
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    process::Stdio,
};

/// A package with a library.
pub(super) struct Package {
    pub(super) name: String,
    /// Its name in code.
    pub(super) krate: String,
    pub(super) folder: PathBuf,
    /// The root file of the library.
    pub(super) root: PathBuf,
    pub(super) workspace: PathBuf,
    pub(super) target: PathBuf,
    pub(super) conditions: Conditions,
    /// The value of a dependency on the property testing library.
    pub(super) library: String,
    /// Whether it depends on that library already.
    pub(super) has_library: bool,
}

impl Package {
    /// The package that the arguments select.
    pub(super) fn find(arguments: &Arguments) -> Result<Package, CommandError> {
        let flags = ["--no-deps".into()].into_iter().chain(arguments.for_metadata());
        let metadata = metadata(cargo().stderr(Stdio::inherit()), flags)?;
        let package = select(&metadata, arguments)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let name = text(&package["name"]);
        let library = list(&package["targets"]).iter().find(|target| {
            list(&target["kind"]).iter().any(|kind| kind == "lib" || kind == "rlib")
        });
        let Some(library) = library else {
            return Err(usage(format!(
                "{name} has no library, and properties in other packages cannot call a program: \
                 move its functions to src/lib.rs"
            )));
        };
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = folder.parent().unwrap_or(Path::new(".")).to_owned();
        let features = features(package, arguments);
        let (dependency, has_library) = dependency(package, &folder);
        Ok(Package {
            krate: text(&library["name"]).replace('-', "_"),
            root: text(&library["src_path"]).into(),
            workspace: text(&metadata["workspace_root"]).into(),
            target: text(&metadata["target_directory"]).into(),
            conditions: Conditions { features, target: target_conditions() },
            library: chosen_library(arguments, dependency),
            has_library,
            folder,
            name,
        })
    }

    /// The folder with stored results.
    pub(super) fn judge(&self, arguments: &Arguments) -> PathBuf {
        let standard = || self.target.join("disprove").join("judge");
        arguments.output.clone().unwrap_or_else(standard)
    }

    /// The folder for everything this command writes.
    pub(super) fn scratch(&self) -> PathBuf {
        self.target.join("disprove").join("suggest").join(&self.name)
    }
}

fn select<'m>(metadata: &'m Value, arguments: &Arguments) -> Result<&'m Value, CommandError> {
    let all = packages(metadata);
    let names = || {
        let names: Vec<&str> = all.iter().filter_map(|it| it["name"].as_str()).collect();
        names.join(", ")
    };
    if let Some(name) = &arguments.package {
        return all.iter().find(|it| it["name"] == **name).ok_or_else(|| {
            usage(format!("no package is called `{name}`: this workspace has {}", names()))
        });
    }
    if let [only] = all {
        return Ok(only);
    }
    let manifest = match &arguments.manifest_path {
        Some(path) => path.canonicalize().ok(),
        None => env::current_dir().ok().and_then(|here| {
            let found = here.ancestors().map(|it| it.join("Cargo.toml")).find(|it| it.is_file());
            found.and_then(|it| it.canonicalize().ok())
        }),
    };
    let is_here = |it: &&Value| {
        let path = it["manifest_path"].as_str().map(Path::new);
        path.and_then(|path| path.canonicalize().ok()) == manifest
    };
    all.iter().find(is_here).ok_or_else(|| {
        usage(format!("this workspace has several packages: choose one of {} with `-p`", names()))
    })
}

/// The enabled features, with those that they enable.
fn features(package: &Value, arguments: &Arguments) -> BTreeSet<String> {
    let table = package["features"].as_object();
    let mut open: Vec<String> = Vec::new();
    if arguments.all_features {
        open.extend(table.into_iter().flat_map(|table| table.keys().cloned()));
    }
    if !arguments.no_default_features {
        open.push("default".to_owned());
    }
    open.extend(arguments.feature_names());
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(inner) = table.and_then(|table| table.get(&name)) else { continue };
        if found.insert(name) {
            open.extend(list(inner).iter().filter_map(|it| it.as_str().map(str::to_owned)));
        }
    }
    found
}

/// What holds for the target, of `rustc --print cfg`. Debug builds have assertions.
fn target_conditions() -> BTreeSet<String> {
    let output = rustc().args(["--print", "cfg"]).stdin(Stdio::null()).output();
    let text =
        output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The dependency that the package has, or one on the version of this tool.
fn dependency(package: &Value, folder: &Path) -> (String, bool) {
    for known in list(&package["dependencies"]) {
        if known["name"] != "disprove" {
            continue;
        }
        if let Some(path) = known["path"].as_str() {
            return (path_value(&folder.join(path)), true);
        }
        if known["source"].as_str().is_some_and(|it| it.starts_with("registry")) {
            let version = known["req"].as_str().unwrap_or("*");
            return (format!("{{ version = \"{version}\" }}"), true);
        }
    }
    // A tool that was built from a checkout uses the library beside it.
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../disprove");
    if let Ok(beside) = beside.canonicalize() {
        return (path_value(&beside), false);
    }
    (format!("{{ version = \"={}\" }}", env!("CARGO_PKG_VERSION")), false)
}

/// The library that the command line names, or this one.
fn chosen_library(arguments: &Arguments, dependency: String) -> String {
    arguments.library.as_ref().map_or(dependency, |path| path_value(path))
}

/// A dependency on a folder.
fn path_value(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    format!("{{ path = '{}' }}", path.display())
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
impl Package {
    /// A package for tests.
    pub(super) fn example() -> Package {
        Package {
            name: "a".to_owned(),
            krate: "a".to_owned(),
            folder: PathBuf::new(),
            root: PathBuf::new(),
            workspace: PathBuf::new(),
            target: "target".into(),
            conditions: Conditions::default(),
            library: String::new(),
            has_library: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Package, Path, chosen_library, dependency, features, select};
    use crate::parsed::parsed;
    use serde_json::json;

    #[test]
    fn the_library_is_the_named_one_or_that_of_the_package() {
        let package = json!({
            "dependencies": [{ "name": "disprove", "source": "registry+a", "req": "^0.1" }],
        });
        let (usual, has_library) = dependency(&package, Path::new("a"));
        assert_eq!((&*usual, has_library), ("{ version = \"^0.1\" }", true));
        let (own, is_known) = dependency(&json!({}), Path::new("a"));
        assert!(!is_known && own.ends_with("/disprove' }"), "{own}");
        let of = |line: &str| chosen_library(&parsed::<Arguments>(line), usual.clone());
        assert_eq!(of("suggest"), usual);
        assert_eq!(of("suggest --library /x"), "{ path = '/x' }");
    }

    #[test]
    fn the_named_package_is_selected() {
        let metadata = json!({ "packages": [{ "name": "one" }, { "name": "two" }] });
        for name in ["one", "two"] {
            let line = format!("suggest -p {name}");
            let found = select(&metadata, &parsed::<Arguments>(&line)).expect("it is there");
            assert_eq!(found["name"], name);
        }
    }

    #[test]
    fn features_of_the_command_line_enable_others() {
        let table = json!({ "default": ["one"], "one": [], "two": ["three"], "three": [] });
        let package = json!({ "features": table });
        for (line, expected) in [
            ("suggest", "default one"),
            ("suggest -F two", "default one three two"),
            ("suggest --no-default-features", ""),
            ("suggest --no-default-features -F one", "one"),
            ("suggest --all-features", "default one three two"),
        ] {
            let found = features(&package, &parsed::<Arguments>(line));
            assert_eq!(found.into_iter().collect::<Vec<_>>().join(" "), expected, "{line}");
        }
    }

    #[test]
    fn results_are_stored_beside_those_of_mutants() {
        let package = Package::example();
        let folder = |line: &str| package.judge(&parsed::<Arguments>(line));
        assert_eq!(folder("suggest"), Path::new("target/disprove/judge"));
        assert_eq!(folder("suggest --output x"), Path::new("x"));
    }
}
