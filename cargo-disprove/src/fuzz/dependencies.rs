//! The dependencies of a package of fuzz targets: those of the tests that it includes.

use super::features::Enabled;
use crate::project::{Features, cargo, metadata, packages};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write as _,
    path::{Component, Path, PathBuf},
};

/// A package, as far as its fuzz targets need it.
pub(super) struct Package {
    pub(super) edition: String,
    /// Lines of its `[dependencies]`, and tables of those for some targets.
    pub(super) dependencies: String,
    /// The table `[features]`.
    pub(super) features: String,
}

impl Package {
    /// Reads the package in a folder, for fuzz targets in the folder `fuzz`.
    pub(super) fn read(
        folder: &Path,
        flags: &[OsString],
        features: &Features,
    ) -> Result<Package, String> {
        let manifest = folder.join("Cargo.toml").display().to_string();
        let mut arguments =
            ["--no-deps", "--manifest-path", &manifest].map(OsString::from).to_vec();
        arguments.extend_from_slice(flags);
        let metadata = metadata(&mut cargo(), arguments).map_err(|why| why.0)?;
        let package = packages(&metadata).iter().find(|it| it["manifest_path"] == *manifest);
        let package =
            package.ok_or_else(|| format!("`cargo metadata` does not list {manifest}"))?;
        let edition = package["edition"].as_str().unwrap_or("2024").to_owned();
        let enabled = Enabled::of(package, features);
        let dependencies =
            dependencies(package, &folder.join("fuzz"), &enabled, !features.no_default);
        let features = enabled.table(package, has_library(package));
        Ok(Package { edition, dependencies, features })
    }
}

/// What is known about one dependency.
#[derive(Default)]
struct Dependency {
    fields: Vec<String>,
    features: Vec<String>,
    default_features: bool,
}

/// Whether a package has a library, which fuzz targets can depend on.
fn has_library(package: &Value) -> bool {
    let mut targets = package["targets"].as_array().into_iter().flatten();
    targets.any(|target| {
        let kinds = target["kind"].as_array().into_iter().flatten();
        kinds.filter_map(Value::as_str).any(|kind| kind == "lib" || kind == "rlib")
    })
}

fn dependencies(package: &Value, fuzz: &Path, enabled: &Enabled, has_default: bool) -> String {
    let is_library = has_library(package);
    let name = package["name"].as_str().unwrap_or_default();
    let mut plain: BTreeMap<String, Dependency> = BTreeMap::new();
    let mut by_target: BTreeMap<String, BTreeMap<String, Dependency>> = BTreeMap::new();
    let mut library = None;
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let text = |key: &str| dependency[key].as_str();
        let package = text("name").unwrap_or_default();
        let is_off = dependency["optional"] == true
            && !enabled.has_dependency(text("rename").unwrap_or(package));
        if dependency["kind"] == "build" || is_off {
            continue;
        }
        if package == "disprove" {
            library = text("path").map(PathBuf::from);
        }
        let key = text("rename").unwrap_or(package).to_owned();
        let table = match text("target") {
            Some(target) => by_target.entry(target.to_owned()).or_default(),
            None => &mut plain,
        };
        let known = table.entry(key).or_default();
        if known.fields.is_empty() {
            known.fields = fields(dependency, fuzz);
        }
        known.default_features |= dependency["uses_default_features"] != false;
        for feature in dependency["features"].as_array().into_iter().flatten() {
            known.features.extend(feature.as_str().map(quoted));
        }
    }
    if is_library {
        let field = "path = \"..\"".to_owned();
        let own = Dependency {
            fields: vec![field],
            default_features: has_default,
            ..Dependency::default()
        };
        plain.insert(name.to_owned(), own);
    }
    for (name, version) in
        [("libfuzzer-sys", "0.4"), ("disprove-libfuzzer", env!("CARGO_PKG_VERSION"))]
    {
        let beside = library.as_ref().map(|library| library.with_file_name(name));
        let field = match beside.filter(|folder| folder.is_dir()) {
            Some(folder) => path_field(&folder, fuzz),
            None => format!("version = {}", quoted(version)),
        };
        let known =
            Dependency { fields: vec![field], default_features: true, ..Dependency::default() };
        plain.insert(name.to_owned(), known);
    }
    let mut lines = lines(&plain);
    for (target, table) in by_target {
        let _ = write!(lines, "\n[target.'{target}'.dependencies]\n{}", self::lines(&table));
    }
    lines
}

fn lines(table: &BTreeMap<String, Dependency>) -> String {
    let mut lines = String::new();
    for (name, dependency) in table {
        let mut fields = dependency.fields.clone();
        if !dependency.features.is_empty() {
            fields.push(format!("features = [{}]", dependency.features.join(", ")));
        }
        if !dependency.default_features {
            fields.push("default-features = false".to_owned());
        }
        let _ = writeln!(lines, "{name} = {{ {} }}", fields.join(", "));
    }
    lines
}

/// Where a dependency comes from.
fn fields(dependency: &Value, fuzz: &Path) -> Vec<String> {
    let text = |key: &str| dependency[key].as_str();
    let mut fields = Vec::new();
    if text("rename").is_some() {
        fields.extend(text("name").map(|name| format!("package = {}", quoted(name))));
    }
    if let Some(path) = text("path") {
        fields.push(path_field(Path::new(path), fuzz));
    } else if let Some(git) = text("source").and_then(|source| source.strip_prefix("git+")) {
        let git = git.split('#').next().unwrap_or(git);
        let (url, query) = git.split_once('?').unwrap_or((git, ""));
        fields.push(format!("git = {}", quoted(url)));
        if let Some((key, value)) = query.split_once('=') {
            fields.push(format!("{key} = {}", quoted(value)));
        }
    } else {
        fields.extend(text("req").map(|version| format!("version = {}", quoted(version))));
        fields.extend(text("registry").map(|url| format!("registry-index = {}", quoted(url))));
    }
    fields
}

fn path_field(path: &Path, fuzz: &Path) -> String {
    format!("path = {}", quoted(&relative(path, fuzz).display().to_string()))
}

/// A path relative to a folder, or the path itself if they have nothing in common.
pub(super) fn relative(path: &Path, folder: &Path) -> PathBuf {
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    if common <= 1 {
        return path.to_owned();
    }
    let mut relative = PathBuf::new();
    for _ in folder.components().skip(common) {
        relative.push(Component::ParentDir);
    }
    relative.extend(path.components().skip(common));
    relative
}

/// A TOML string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::{Enabled, Features, Path, dependencies, relative};
    use serde_json::json;

    #[test]
    fn test_dependencies_become_dependencies() {
        let package = json!({
            "name": "small",
            "targets": [{ "kind": ["lib"] }, { "kind": ["test"] }],
            "dependencies": [
                { "name": "a", "req": "^1", "kind": null, "features": [], "uses_default_features": false },
                { "name": "a", "req": "^1", "kind": "dev", "features": ["x"], "uses_default_features": false },
                { "name": "disprove", "req": "*", "kind": "dev", "path": "/w/none/disprove", "rename": "pbt" },
                { "name": "c", "req": "^1", "kind": "build" },
                { "name": "d", "req": "^1", "kind": null, "optional": true },
                { "name": "g", "req": "^1", "kind": null, "optional": true },
                { "name": "e", "req": "^2", "kind": "dev", "target": "cfg(unix)" },
                { "name": "f", "req": "*", "kind": "dev", "source": "git+https://h/f?rev=12#34" },
            ],
        });
        let asked = Features { names: vec!["dep:g".to_owned()], ..Features::default() };
        let enabled = Enabled::of(&package, &asked);
        let lines = dependencies(&package, Path::new("/w/small/fuzz"), &enabled, true);
        let without = dependencies(&package, Path::new("/w/small/fuzz"), &enabled, false);
        assert!(without.contains("small = { path = \"..\", default-features = false }"));
        for line in [
            "a = { version = \"^1\", features = [\"x\"], default-features = false }",
            "pbt = { package = \"disprove\", path = \"../../none/disprove\" }",
            "small = { path = \"..\" }",
            "g = { version = \"^1\" }",
            "libfuzzer-sys = { version = \"0.4\" }",
            "f = { git = \"https://h/f\", rev = \"12\" }",
            "[target.'cfg(unix)'.dependencies]\ne = { version = \"^2\" }",
        ] {
            assert!(lines.contains(line), "{line}: {lines}");
        }
        assert!(!lines.contains("\nc =") && !lines.contains("\nd ="), "{lines}");
    }

    #[test]
    fn paths_are_relative_where_they_can_be() {
        let to = |path: &str, folder: &str| {
            relative(Path::new(path), Path::new(folder)).display().to_string()
        };
        assert_eq!(to("/w/a/b", "/w/a/fuzz"), "../b");
        assert_eq!(to("/w/a/tests/all/x.rs", "/w/a/fuzz/fuzz_targets"), "../../tests/all/x.rs");
        assert_eq!(to("/other/b", "/w/a/fuzz"), "/other/b");
    }
}
