//! The variables that cargo sets when it runs a test binary, read from its messages.

use super::rustc;
use serde_json::Value;
use std::{
    collections::HashMap,
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Stdio,
};

/// The variable with the folders of dynamic libraries.
const LIBRARY_PATH: &str = if cfg!(windows) {
    "PATH"
} else if cfg!(target_os = "macos") {
    "DYLD_FALLBACK_LIBRARY_PATH"
} else {
    "LD_LIBRARY_PATH"
};

/// Variables and their values.
pub(crate) type Variables = Vec<(OsString, OsString)>;

/// The variables of all packages of a build.
#[derive(Default)]
pub(crate) struct BuildVariables {
    /// Those of each package, by its id.
    packages: HashMap<String, Variables>,
    /// Folders in which build scripts let the linker search.
    linked: Vec<PathBuf>,
    /// The folder of the dynamic standard library, which tests of procedural macros need.
    standard: Option<PathBuf>,
}

impl BuildVariables {
    /// Those of these packages, as `cargo metadata` describes them, if this cargo runs their tests.
    pub(crate) fn new(packages: &[Value], cargo: &OsStr) -> BuildVariables {
        let of = |package: &Value| (text(&package["id"]).to_owned(), about(package, cargo));
        BuildVariables {
            packages: packages.iter().map(of).collect(),
            standard: standard_library(),
            ..BuildVariables::default()
        }
    }

    /// Reads a message of the build: only those about build scripts matter.
    pub(crate) fn read(&mut self, message: &Value) {
        if message["reason"] != "build-script-executed" {
            return;
        }
        for path in message["linked_paths"].as_array().into_iter().flatten() {
            let path = text(path);
            let kinds = ["native", "crate", "dependency", "framework", "all"];
            let without_kind = path.split_once('=').filter(|(kind, _)| kinds.contains(kind));
            self.linked.push(without_kind.map_or(path, |(_, path)| path).into());
        }
        let Some(own) = self.packages.get_mut(text(&message["package_id"])) else { return };
        own.push(("OUT_DIR".into(), text(&message["out_dir"]).into()));
        for pair in message["env"].as_array().into_iter().flatten() {
            own.push((text(&pair[0]).into(), text(&pair[1]).into()));
        }
    }

    /// Those of a test binary of this package, once all messages are read.
    pub(crate) fn of(&self, package: &str, binary: &Path) -> Variables {
        let mut variables = self.packages.get(package).cloned().unwrap_or_default();
        let inherited = env::var_os(LIBRARY_PATH);
        if let Ok(paths) = env::join_paths(self.libraries(binary, inherited.as_deref())) {
            variables.push((LIBRARY_PATH.into(), paths));
        }
        variables
    }

    /// The folders in which a binary finds dynamic libraries: as for cargo, those of build scripts only if they are
    /// below the folder of the build.
    fn libraries(&self, binary: &Path, inherited: Option<&OsStr>) -> Vec<PathBuf> {
        let dependencies = binary.parent().unwrap_or(Path::new(""));
        let build = dependencies.parent().unwrap_or(dependencies);
        let mut folders: Vec<PathBuf> =
            self.linked.iter().filter(|path| path.starts_with(build)).cloned().collect();
        folders.extend([build.to_owned(), dependencies.to_owned()]);
        folders.extend(self.standard.clone());
        match inherited.filter(|paths| !paths.is_empty()) {
            Some(paths) => folders.extend(env::split_paths(paths)),
            // What the loader does without the variable.
            None if cfg!(target_os = "macos") => {
                folders.extend(env::var_os("HOME").map(|home| PathBuf::from(home).join("lib")));
                folders.extend(["/usr/local/lib", "/usr/lib"].map(PathBuf::from));
            }
            None => {}
        }
        folders
    }
}

/// The variables about a package, and that of cargo.
fn about(package: &Value, cargo: &OsStr) -> Variables {
    let manifest = Path::new(text(&package["manifest_path"]));
    let version = text(&package["version"]);
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    let mut numbers = numbers.split('.');
    let mut number = || numbers.next().unwrap_or_default();
    let release = version.split('+').next().unwrap_or_default();
    let prerelease = release.split_once('-').map_or("", |(_, rest)| rest);
    let authors: Vec<&str> =
        package["authors"].as_array().into_iter().flatten().map(text).collect();
    let mut variables: Variables = vec![
        ("CARGO".into(), cargo.to_owned()),
        ("CARGO_MANIFEST_DIR".into(), manifest.parent().unwrap_or(manifest).into()),
        ("CARGO_MANIFEST_PATH".into(), manifest.into()),
    ];
    for (name, value) in [
        ("NAME", text(&package["name"])),
        ("VERSION", version),
        ("VERSION_MAJOR", number()),
        ("VERSION_MINOR", number()),
        ("VERSION_PATCH", number()),
        ("VERSION_PRE", prerelease),
        ("AUTHORS", &*authors.join(":")),
        ("DESCRIPTION", text(&package["description"])),
        ("HOMEPAGE", text(&package["homepage"])),
        ("REPOSITORY", text(&package["repository"])),
        ("LICENSE", text(&package["license"])),
        ("LICENSE_FILE", text(&package["license_file"])),
        ("RUST_VERSION", text(&package["rust_version"])),
        ("README", text(&package["readme"])),
    ] {
        variables.push((format!("CARGO_PKG_{name}").into(), value.into()));
    }
    variables
}

/// A string; empty if there is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The folder of the libraries of the compiler, for the platform of this tool.
fn standard_library() -> Option<PathBuf> {
    let output = rustc().args(["--print", "target-libdir"]).stdin(Stdio::null()).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(path.trim_end())).filter(|path| path.is_dir())
}

#[cfg(test)]
mod tests {
    use super::{BuildVariables, LIBRARY_PATH, OsStr, Path, env};
    use serde_json::json;

    #[test]
    fn a_package_has_the_variables_of_cargo_and_of_its_build_script() {
        let package = json!({
            "id": "path+file:///w/p#1.2.3-rc.1",
            "manifest_path": "/w/p/Cargo.toml",
            "name": "p",
            "version": "1.2.3-rc.1+x-y",
            "authors": ["A", "B"],
        });
        let mut all = BuildVariables::new(&[package], OsStr::new("/bin/cargo"));
        for (id, out) in [("path+file:///w/p#1.2.3-rc.1", "/t/debug/build/p/out"), ("other", "/o")]
        {
            let linked = [format!("native={out}/lib"), "/usr/lib".to_owned()];
            all.read(&json!({
                "reason": "build-script-executed", "package_id": id, "out_dir": out,
                "linked_paths": linked, "env": [["MADE", "by the script"]],
            }));
        }
        let variables = all.of("path+file:///w/p#1.2.3-rc.1", Path::new("/t/debug/deps/p-1"));
        let value = |name: &str| {
            let mut named = variables.iter().filter(|(key, _)| key == name);
            let (_, value) = named.next().unwrap_or_else(|| panic!("no {name}"));
            assert!(named.next().is_none(), "{name} is set twice");
            value.to_str().expect("text")
        };
        for (name, expected) in [
            ("CARGO", "/bin/cargo"),
            ("CARGO_MANIFEST_DIR", "/w/p"),
            ("CARGO_MANIFEST_PATH", "/w/p/Cargo.toml"),
            ("CARGO_PKG_VERSION", "1.2.3-rc.1+x-y"),
            ("CARGO_PKG_VERSION_MAJOR", "1"),
            ("CARGO_PKG_VERSION_MINOR", "2"),
            ("CARGO_PKG_VERSION_PATCH", "3"),
            ("CARGO_PKG_VERSION_PRE", "rc.1"),
            ("CARGO_PKG_AUTHORS", "A:B"),
            ("CARGO_PKG_LICENSE", ""),
            ("OUT_DIR", "/t/debug/build/p/out"),
            ("MADE", "by the script"),
        ] {
            assert_eq!(value(name), expected, "{name}");
        }
        assert!(env::split_paths(value(LIBRARY_PATH)).any(|it| it == Path::new("/t/debug/deps")));
        assert!(all.of("unknown", Path::new("/t/debug/deps/p-1")).len() == 1, "only the libraries");
    }

    #[test]
    fn libraries_are_found_below_the_build_and_where_they_were_before() {
        let mut all = BuildVariables::default();
        all.read(&json!({
            "reason": "build-script-executed",
            "linked_paths": ["native=/t/debug/build/a/out", "all=/t/release/b", "/usr/lib", "/t/debug/c"],
        }));
        let found = all.libraries(Path::new("/t/debug/deps/p-1"), Some(OsStr::new("/before")));
        let expected =
            ["/t/debug/build/a/out", "/t/debug/c", "/t/debug", "/t/debug/deps", "/before"];
        assert_eq!(found, expected.map(Path::new));
    }
}
