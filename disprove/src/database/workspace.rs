//! The workspace of the running tests.

use crate::untrusted::IS_IN_MEMORY;
use std::{
    env,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// The folder of the package when it was compiled.
static COMPILED_IN: OnceLock<PathBuf> = OnceLock::new();

/// Tells the folder of a package of this binary, as it was when the package was compiled.
pub(crate) fn compiled_in(folder: &str) {
    COMPILED_IN.get_or_init(|| PathBuf::from(folder));
}

/// The root of the workspace of the running tests.
///
/// Starts from the folder of the package: the one that cargo passes, or else the one that was compiled in, if it is there.
/// A binary that was moved to another machine starts from the current folder. Without files there is no workspace.
pub(crate) fn workspace() -> Option<PathBuf> {
    if IS_IN_MEMORY {
        return None;
    }
    let given = env::var_os("CARGO_MANIFEST_DIR").filter(|folder| !folder.is_empty());
    let compiled_in = || COMPILED_IN.get().filter(|folder| folder.is_dir()).cloned();
    let start =
        given.map(PathBuf::from).or_else(compiled_in).or_else(|| env::current_dir().ok())?;
    above(&start)
}

/// The folders in which, or above which, a workspace was looked for.
pub(crate) fn searched() -> Vec<PathBuf> {
    COMPILED_IN.get().cloned().into_iter().chain(env::current_dir()).collect()
}

/// The nearest folder with a `Cargo.lock`, which only a workspace root has; otherwise with a `Cargo.toml`.
fn above(start: &Path) -> Option<PathBuf> {
    let holds = |name: &str| start.ancestors().find(|folder| folder.join(name).is_file());
    holds("Cargo.lock").or_else(|| holds("Cargo.toml")).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{above, workspace};
    use crate::database::scratch::Scratch;
    use std::{fs, path::Path};

    #[test]
    fn the_workspace_of_these_tests_is_found() {
        assert_eq!(workspace().as_deref(), Path::new(env!("CARGO_MANIFEST_DIR")).parent());
    }

    #[test]
    fn a_lock_file_takes_precedence_over_a_manifest() {
        let scratch = Scratch::new("place");
        let member = scratch.path().join("workspace/member");
        let source = member.join("src/deep");
        fs::create_dir_all(&source).unwrap();
        // The folders above the temporary directory may belong to a workspace.
        let outside = above(scratch.path());
        assert_eq!(above(&source), outside);
        if outside.is_none() {
            fs::write(member.join("Cargo.toml"), "").unwrap();
            assert_eq!(above(&source), Some(member.clone()));
        }
        fs::write(scratch.path().join("workspace/Cargo.lock"), "").unwrap();
        assert_eq!(above(&source), Some(scratch.path().join("workspace")));
    }
}
