//! The checked-out commit, read from the files of git.
//!
//! Starts no process: git may not be installed, and a report must not wait for it.

use crate::untrusted::DataFolder;
use std::path::{Path, PathBuf};

/// Digits of a short hash: enough to identify a commit in most projects.
const SHORT: usize = 10;
/// References to follow: `HEAD` names a branch, which names a commit. A longer chain is a cycle.
const MOST_STEPS: usize = 5;
/// The lengths of SHA-1 and SHA-256 hashes in hexadecimal digits.
const HASHES: [usize; 2] = [40, 64];
/// Size limit of a file: a line of about a hundred bytes for each of a hundred thousand branches.
const MOST_BYTES: u64 = 16 << 20;

/// The short hash of the commit that is checked out in the repository of this folder.
pub(crate) fn commit(folder: &Path) -> Option<String> {
    let git = folder.ancestors().find_map(|folder| repository(&folder.join(".git")))?;
    // A linked work tree has its own HEAD and shares the rest.
    let shared = read(&git, "commondir").map_or_else(|| git.clone(), |path| git.join(path.trim()));
    let mut content = read(&git, "HEAD")?;
    for _ in 0..MOST_STEPS {
        let Some(name) = content.trim().strip_prefix("ref:") else {
            return hash(content.trim());
        };
        let name = name.trim().to_owned();
        // A name is a path below the repository, and must not leave it.
        if !name.starts_with("refs/") || name.split('/').any(|part| part == "..") {
            return None;
        }
        match [&git, &shared].into_iter().find_map(|at| read(at, &name)) {
            Some(found) => content = found,
            None => return packed(&read(&shared, "packed-refs")?, &name),
        }
    }
    None
}

/// The folder of the repository: `.git` itself, or the folder that the file `.git` names.
fn repository(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    let content = read(git.parent()?, ".git")?;
    let path = content.trim().strip_prefix("gitdir:")?.trim();
    Some(git.parent()?.join(path))
}

/// Reads a file in a folder of git.
fn read(folder: &Path, name: &str) -> Option<String> {
    let path = folder.join(name);
    DataFolder::chosen(folder).read_text(&path, MOST_BYTES).ok()
}

/// Finds a name in `packed-refs`. Its lines are `<hash> <name>`; others are comments and peeled tags.
fn packed(lines: &str, name: &str) -> Option<String> {
    lines
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|line| line.1.trim() == name)
        .and_then(|line| hash(line.0))
}

fn hash(text: &str) -> Option<String> {
    let is_hash = HASHES.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| text[..SHORT].to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::commit;
    use crate::database::scratch::Scratch;
    use std::{fs, path::Path};

    const ONE: &str = "0123456789abcdef0123456789abcdef01234567";
    const TWO: &str = "fedcba9876543210fedcba9876543210fedcba98";

    /// Writes the files of a repository.
    fn written(root: &Path, files: &[(&str, &str)]) {
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }

    fn found(name: &str, files: &[(&str, &str)]) -> Option<String> {
        let scratch = Scratch::new(name);
        written(scratch.path(), files);
        let deep = scratch.path().join("tree/a/b");
        fs::create_dir_all(&deep).unwrap();
        commit(&deep)
    }

    #[test]
    fn a_branch_a_packed_branch_and_a_commit_are_followed() {
        let branch = ("tree/.git/HEAD", "ref: refs/heads/main\n");
        let one = Some(ONE[..10].to_owned());
        let line = format!("{ONE}\n");
        assert_eq!(found("git-branch", &[branch, ("tree/.git/refs/heads/main", &line)]), one);
        let packed =
            format!("# pack-refs\n{TWO} refs/heads/main2\n^{TWO}\n{ONE} refs/heads/main\n");
        assert_eq!(found("git-packed", &[branch, ("tree/.git/packed-refs", &packed)]), one);
        assert_eq!(found("git-detached", &[("tree/.git/HEAD", &line)]), one);
        let sha256 = format!("{ONE}{}\n", &TWO[..24]);
        assert_eq!(found("git-sha256", &[("tree/.git/HEAD", &sha256)]), one);
    }

    #[test]
    fn a_linked_work_tree_has_its_own_head_and_shares_the_branches() {
        let files = [
            ("tree/.git", "gitdir: ../main/.git/worktrees/tree\n"),
            ("main/.git/worktrees/tree/HEAD", "ref: refs/heads/side\n"),
            ("main/.git/worktrees/tree/commondir", "../..\n"),
            ("main/.git/HEAD", TWO),
            ("main/.git/refs/heads/side", ONE),
        ];
        assert_eq!(found("git-worktree", &files), Some(ONE[..10].to_owned()));
    }

    #[test]
    fn an_unreadable_repository_has_no_commit() {
        let head = |text| found("git-odd", &[("tree/.git/HEAD", text), ("tree/secret", ONE)]);
        for text in [
            "",
            "ref: refs/heads/unborn\n",
            "ref: refs/../../secret",
            "ref: /etc/hostname",
            "ref: HEAD",
            "0123",
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        ] {
            assert_eq!(head(text), None, "{text}");
        }
        let circle = [
            ("tree/.git/HEAD", "ref: refs/heads/a"),
            ("tree/.git/refs/heads/a", "ref: refs/heads/a"),
        ];
        assert_eq!(found("git-circle", &circle), None);
        assert_eq!(found("git-broken-file", &[("tree/.git", "gitdir: nowhere")]), None);
    }
}
