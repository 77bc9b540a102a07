//! The workspace of the running tests.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The root of the workspace of the running tests.
///
/// Starts from the folder of the package, which cargo passes; without cargo, from the current folder.
pub(crate) fn workspace() -> Option<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").filter(|folder| !folder.is_empty());
    let start = package.map(PathBuf::from).or_else(|| env::current_dir().ok())?;
    above(&start)
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
