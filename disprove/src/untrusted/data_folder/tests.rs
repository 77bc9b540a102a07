//! Tests of links, pipes and large files in folders of the repository.

use super::DataFolder;
use crate::database::scratch::{Scratch, fifo, within_seconds};
use std::{
    fs::{self, File},
    os::unix::{fs::symlink, net::UnixListener},
    path::Path,
};

/// A workspace with the folder `data`, and a file and a folder beside the workspace.
fn workspace(scratch: &Scratch) -> DataFolder {
    let root = scratch.path().join("workspace");
    fs::create_dir_all(root.join("data")).unwrap();
    fs::create_dir_all(scratch.path().join("outside")).unwrap();
    fs::write(scratch.path().join("outside/file"), "secret").unwrap();
    DataFolder::in_workspace(&root, "data")
}

fn refusal(folder: &DataFolder, path: &Path) -> String {
    folder.read(path, 100).expect_err("it must not be read").to_string()
}

#[test]
fn links_inside_are_followed_and_links_that_lead_out_are_not() {
    let scratch = Scratch::new("links");
    let folder = workspace(&scratch);
    fs::write(scratch.path().join("workspace/other"), "own").unwrap();
    symlink("../other", folder.join("inside")).unwrap();
    assert_eq!(folder.read_text(&folder.join("inside"), 100).unwrap(), "own");
    symlink("../../outside/file", folder.join("file")).unwrap();
    symlink(scratch.path().join("outside"), folder.join("folder")).unwrap();
    symlink("/dev/zero", folder.join("device")).unwrap();
    for path in ["file", "folder/file", "device"] {
        let why = refusal(&folder, &folder.join(path));
        assert!(why.starts_with("a link leads to ") && why.contains(", out of "), "{why}");
    }
    assert!(folder.list(&folder.join("folder")).is_err());
}

#[test]
fn nothing_is_written_outside() {
    let scratch = Scratch::new("links-written");
    let folder = workspace(&scratch);
    let outside = scratch.path().join("outside");
    symlink(&outside, folder.join("folder")).unwrap();
    symlink(scratch.path().join("absent"), folder.join("dangling")).unwrap();
    symlink(outside.join("file"), folder.join("file")).unwrap();
    for path in ["folder/new", "folder/deep/new", "dangling/new"] {
        folder.write(&folder.join(path), b"x").expect_err("it leads out");
        folder.create(folder.join(path).parent().unwrap()).expect_err("it leads out");
    }
    folder.append(&folder.join("file")).expect_err("it leads out");
    // The link is replaced, not what it leads to.
    folder.write(&folder.join("file"), b"own").unwrap();
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"own");
    assert_eq!(fs::read(outside.join("file")).unwrap(), b"secret");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert!(!scratch.path().join("absent").exists());
}

#[test]
fn the_folder_itself_must_not_lead_out_unless_the_user_chose_it() {
    let scratch = Scratch::new("links-folder");
    let folder = workspace(&scratch);
    fs::remove_dir(folder.path()).unwrap();
    symlink("../outside", folder.path()).unwrap();
    assert!(refusal(&folder, &folder.join("file")).starts_with("a link leads to "));
    folder.write(&folder.join("new"), b"x").expect_err("it leads out");
    let chosen = DataFolder::chosen(folder.path());
    assert_eq!(chosen.read(&chosen.join("file"), 100).unwrap(), b"secret");
    chosen.write(&chosen.join("new"), b"x").unwrap();
    assert!(scratch.path().join("outside/new").exists());
}

#[test]
fn pipes_sockets_and_folders_are_not_opened() {
    let scratch = Scratch::new("pipes");
    let folder = workspace(&scratch);
    fifo(&folder.join("pipe"));
    let _socket = UnixListener::bind(folder.join("socket")).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for name in ["pipe", "socket", "folder"] {
        let (folder, path) = (folder.clone(), folder.join(name));
        let why = within_seconds(move || {
            folder.append(&path).expect_err("it is not a file");
            refusal(&folder, &path)
        });
        assert!(why.ends_with("not a regular file"), "{why}");
    }
}

#[test]
fn larger_files_are_refused_before_they_are_read() {
    let scratch = Scratch::new("large");
    let folder = workspace(&scratch);
    fs::write(folder.join("fits"), [b'x'; 100]).unwrap();
    assert_eq!(folder.read(&folder.join("fits"), 100).unwrap().len(), 100);
    File::create(folder.join("huge")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(refusal(&folder, &folder.join("huge")), "it has more than 100 bytes");
    fs::write(folder.join("bytes"), [0xff]).unwrap();
    assert!(folder.read_text(&folder.join("bytes"), 100).is_err());
}
