//! Tests of `temporary.rs`.

use super::{Owner, PREFIX, TempFolder, create_private, remove_abandoned, remove_if_abandoned};
use crate::worker::protocol::WORKER;
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::PathBuf,
    process::Command,
};

/// The name of a folder whose owner has ended.
fn abandoned() -> String {
    // A process with the same number started later.
    let owner = Owner { start: 1, ..Owner::current().expect("on Linux") };
    format!("{PREFIX}test-0123456789abcdef.{owner}")
}

fn private(path: PathBuf) -> PathBuf {
    create_private(&path).expect("a new folder");
    path
}

#[test]
fn names_are_random_and_nobody_else_can_enter() {
    let (one, two) = (TempFolder::new("test").unwrap(), TempFolder::new("test").unwrap());
    assert_ne!(one.path(), two.path());
    let mode = fs::metadata(one.path()).expect("a folder").mode();
    assert_eq!(mode & 0o777, 0o700);
    let path = one.path().to_owned();
    drop(one);
    assert!(!path.exists() && two.path().exists());
}

#[test]
fn an_existing_folder_or_link_is_never_used() {
    let scratch = TempFolder::new("test").unwrap();
    let folder = private(scratch.path().join("folder"));
    let link = scratch.path().join("link");
    symlink(&folder, &link).expect("a link");
    for path in [folder, link] {
        let error = create_private(&path).expect_err("it exists");
        assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
    }
}

#[test]
fn only_private_folders_of_owners_that_are_gone_are_removed() {
    let scratch = TempFolder::new("test").unwrap();
    let parent = scratch.path();
    let gone = private(parent.join(abandoned()));
    let outside = private(parent.join("outside"));
    fs::write(outside.join("file"), "kept").expect("written");
    symlink(&outside, gone.join("link")).expect("a link");
    let mut kept = vec![outside.join("file")];
    let link = parent.join(abandoned().replace("test", "link"));
    symlink(&outside, &link).expect("a link");
    let open = private(parent.join(abandoned().replace("test", "open")));
    fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).expect("permissions");
    let owner = Owner::current().expect("on Linux");
    kept.extend([link, open, private(parent.join(format!("{PREFIX}test-0.{owner}")))]);
    let elsewhere = Owner { namespace: 1, start: 1, ..owner };
    kept.push(private(parent.join(format!("{PREFIX}test-0.{elsewhere}"))));
    kept.push(private(parent.join(format!("{PREFIX}test-123"))));
    remove_abandoned(parent, parent);
    assert!(!gone.exists());
    for path in kept {
        assert!(fs::symlink_metadata(&path).is_ok(), "{}", path.display());
    }
}

#[test]
fn processes_of_an_abandoned_folder_are_killed() {
    let scratch = TempFolder::new("test").unwrap();
    let gone = private(scratch.path().join(abandoned()));
    let worker = private(gone.join("0"));
    let mut child = Command::new("sleep").arg("600").env(WORKER, &worker).spawn().expect("it runs");
    remove_if_abandoned(&worker);
    assert!(!gone.exists());
    assert_eq!(child.wait().expect("it ends").code(), None);
    remove_if_abandoned(scratch.path());
    assert!(scratch.path().exists());
}
