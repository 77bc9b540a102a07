//! Reads cargo's configuration for rustc wrappers of the user, which stay in effect.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// The program in a key of cargo's `[build]` table. As in cargo, its own variable comes first, then the `CARGO_BUILD_`
/// variable, the files from here upwards, and the cargo home.
pub(super) fn configured(key: &str) -> Option<OsString> {
    let name = key.to_uppercase().replace('-', "_");
    let variable = [name.clone(), format!("CARGO_BUILD_{name}")].iter().find_map(env::var_os);
    if let Some(program) = variable {
        return Some(program).filter(|program| !program.is_empty());
    }
    in_files(config_files(), key)
}

/// The program in the first of these files that has the key.
fn in_files(files: impl Iterator<Item = PathBuf>, key: &str) -> Option<OsString> {
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let folder = file.parent().unwrap_or(&file);
        if let Some(program) = named(&text, key) {
            return Some(resolve(folder, program)).filter(|program| !program.is_empty());
        }
    }
    None
}

/// Paths of cargo's configuration files, in order of precedence. They need not exist.
pub(crate) fn config_files() -> impl Iterator<Item = PathBuf> {
    let here = env::current_dir().unwrap_or_default();
    let mut folders: Vec<PathBuf> = here.ancestors().map(|folder| folder.join(".cargo")).collect();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    folders.extend(home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))));
    folders.into_iter().flat_map(|it| ["config", "config.toml"].map(|name| it.join(name)))
}

/// The value of a key in a file. The key names are unique in cargo's configuration.
fn named<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        let name = name.trim();
        if name != key && name.strip_prefix("build.") != Some(key) {
            return None;
        }
        let value = value.trim();
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        value[1..].split(quote).next()
    })
}

/// Paths are relative to the parent of `.cargo`; bare names are searched in the PATH.
fn resolve(folder: &Path, program: &str) -> OsString {
    let root = folder.parent().unwrap_or(folder);
    if program.contains('/') { root.join(program).into() } else { program.into() }
}

#[cfg(test)]
mod tests {
    use super::{Path, in_files, named, resolve};
    use disprove::__private::TempFolder;
    use std::fs;

    #[test]
    fn the_first_file_with_a_wrapper_counts() {
        let folder = TempFolder::new("test").expect("a folder");
        let file = |name: &str| folder.path().join(name);
        for (name, text) in [
            ("a", "[term]\n"),
            ("b", "[build]\nrustc-wrapper = 'one'\n"),
            ("c", "build.rustc-wrapper = 'two'\n"),
        ] {
            fs::write(file(name), text).expect("written");
        }
        let files = || ["none", "a", "b", "c"].map(file).into_iter();
        assert_eq!(in_files(files(), "rustc-wrapper"), Some("one".into()));
        assert_eq!(in_files(files(), "rustc-workspace-wrapper"), None);
    }

    #[test]
    fn a_key_is_found_with_and_without_its_table() {
        let text = "[build]\n# rustc-wrapper = \"a\"\nrustc-wrapper = \"sccache\" # b\n";
        assert_eq!(named(text, "rustc-wrapper"), Some("sccache"));
        assert_eq!(named(text, "rustc-workspace-wrapper"), None);
        assert_eq!(named("build.rustdoc='tools/doc'", "rustdoc"), Some("tools/doc"));
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_configuration() {
        let folder = Path::new("/w/.cargo");
        assert_eq!(resolve(folder, "tools/doc"), "/w/tools/doc");
        assert_eq!(resolve(folder, "/bin/doc"), "/bin/doc");
        assert_eq!(resolve(folder, "doc"), "doc");
    }
}
