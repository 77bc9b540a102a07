//! Programs that somebody else has put before rustc: they go on being called.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// The program that a key of cargo's `[build]` names, as cargo finds it: by the variable of its own, by the variable of
/// the configuration, in the files from here upwards, and in the home of cargo.
pub(super) fn configured(key: &str) -> Option<OsString> {
    let name = key.to_uppercase().replace('-', "_");
    let variable = [name.clone(), format!("CARGO_BUILD_{name}")].iter().find_map(env::var_os);
    if let Some(program) = variable {
        return Some(program).filter(|program| !program.is_empty());
    }
    for file in configurations() {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let folder = file.parent().unwrap_or(&file);
        if let Some(program) = named(&text, key) {
            return Some(place(folder, program)).filter(|program| !program.is_empty());
        }
    }
    None
}

/// The files that may configure cargo, and need not be there. What comes first counts for more.
pub(crate) fn configurations() -> impl Iterator<Item = PathBuf> {
    let here = env::current_dir().unwrap_or_default();
    let mut folders: Vec<PathBuf> = here.ancestors().map(|folder| folder.join(".cargo")).collect();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    folders.extend(home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))));
    folders.into_iter().flat_map(|it| ["config", "config.toml"].map(|name| it.join(name)))
}

/// The value of a key in a file. No other key of cargo has such a name.
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

/// Paths count from the folder that `.cargo` is in; names are looked for in the PATH.
fn place(folder: &Path, program: &str) -> OsString {
    let root = folder.parent().unwrap_or(folder);
    if program.contains('/') { root.join(program).into() } else { program.into() }
}

#[cfg(test)]
mod tests {
    use super::{Path, named, place};

    #[test]
    fn a_key_is_found_with_and_without_its_table() {
        let text = "[build]\n# rustc-wrapper = \"a\"\nrustc-wrapper = \"sccache\" # b\n";
        assert_eq!(named(text, "rustc-wrapper"), Some("sccache"));
        assert_eq!(named(text, "rustc-workspace-wrapper"), None);
        assert_eq!(named("build.rustdoc='tools/doc'", "rustdoc"), Some("tools/doc"));
    }

    #[test]
    fn paths_count_from_the_folder_of_the_configuration() {
        let folder = Path::new("/w/.cargo");
        assert_eq!(place(folder, "tools/doc"), "/w/tools/doc");
        assert_eq!(place(folder, "/bin/doc"), "/bin/doc");
        assert_eq!(place(folder, "doc"), "doc");
    }
}
