//! Tests of databases in directories: layout, damage, concurrent processes, permissions.

use super::{Directory, GITIGNORE, LEFT_BEHIND, UNFINISHED};
use crate::{
    database::{
        Database, Db, filename,
        scratch::{self, Scratch, tokens, tree},
    },
    untrusted::DataFolder,
};
use std::{
    fs::{self, File},
    path::PathBuf,
    thread,
    time::SystemTime,
};

const RUBBISH: &[u8] = b"\xff\xfe once an entry \x00";

/// A database with the entry 1 under `key`, and the file of that entry.
fn with_entry(scratch: &Scratch) -> (Db, PathBuf) {
    let db = Db::at(scratch.path());
    db.save("key", &tree(1)).unwrap();
    let name = filename::entry(&scratch::token(1));
    (db, scratch.path().join("failures").join(filename::folder("key")).join(name))
}

fn problems(db: &Db) -> Vec<String> {
    db.load("key").problems.iter().map(ToString::to_string).collect()
}

#[test]
fn an_entry_is_a_file_with_its_token() {
    let scratch = Scratch::new("layout");
    let (db, file) = with_entry(&scratch);
    assert_eq!(fs::read_to_string(&file).unwrap(), scratch::token(1) + "\n");
    assert_eq!(scratch.files(), [scratch.path().join(".gitignore"), file.clone()]);
    db.remove("key", &tree(1)).unwrap();
    assert_eq!(scratch.files(), [scratch.path().join(".gitignore")]);
}

#[test]
fn the_newest_entry_comes_first() {
    let scratch = Scratch::new("order");
    let (db, file) = with_entry(&scratch);
    db.save("key", &tree(2)).unwrap();
    let ago = SystemTime::now() - LEFT_BEHIND;
    File::options().append(true).open(file).unwrap().set_modified(ago).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(2), scratch::token(1)]);
}

#[test]
fn a_saved_entry_is_not_written_again() {
    let scratch = Scratch::new("again");
    let (db, file) = with_entry(&scratch);
    let ago = SystemTime::now() - LEFT_BEHIND;
    File::options().append(true).open(&file).unwrap().set_modified(ago).unwrap();
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    db.save("key", &tree(1)).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
}

#[test]
fn git_ignores_all_but_regressions_and_an_edited_gitignore_is_kept() {
    let scratch = Scratch::new("gitignore");
    with_entry(&scratch);
    let path = scratch.path().join(".gitignore");
    assert_eq!(fs::read_to_string(&path).unwrap(), GITIGNORE);
    fs::remove_file(&path).unwrap();
    fs::create_dir_all(scratch.path().join("regressions")).unwrap();
    Db::at(scratch.path()).save("again", &tree(1)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), GITIGNORE);
    fs::write(&path, "mine").unwrap();
    Db::at(scratch.path()).save("other", &tree(1)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn a_directory_with_other_files_gets_no_gitignore() {
    let scratch = Scratch::new("shared-directory");
    fs::write(scratch.path().join("main.rs"), "").unwrap();
    with_entry(&scratch);
    assert!(!scratch.path().join(".gitignore").exists());
}

#[test]
fn a_damaged_entry_is_reported_and_its_bytes_are_kept() {
    for (name, bytes, why) in [
        ("rubbish", RUBBISH, "it is not UTF-8"),
        ("empty", b"", "it is empty"),
        ("cut", b"d1:AA", "it is incomplete"),
        ("other", b"d1:AAAA\n", "checksum mismatch"),
    ] {
        let scratch = Scratch::new(name);
        let (db, file) = with_entry(&scratch);
        db.save("key", &tree(2)).unwrap();
        fs::write(&file, bytes).unwrap();
        let loaded = db.load("key");
        assert_eq!(loaded.entries.len(), 1, "the other entry is still there");
        let (folder, entry) = (filename::folder("key"), filename::entry(&scratch::token(1)));
        let moved = scratch.path().join(format!("damaged/{folder}.{entry}"));
        assert_eq!(
            loaded.problems[0].to_string(),
            format!(
                "The database entry {} is damaged ({why}) and was moved to {}; delete it there if you \
                 do not need it.",
                file.display(),
                moved.display()
            )
        );
        assert_eq!(fs::read(moved).unwrap(), bytes);
        assert_eq!(problems(&db), [""; 0], "it is reported once");
    }
}

#[test]
fn the_quarantine_never_overwrites_an_earlier_file() {
    let scratch = Scratch::new("damaged-often");
    let (db, file) = with_entry(&scratch);
    for text in ["one", "two", "three"] {
        db.save("key", &tree(1)).unwrap();
        fs::write(&file, text).unwrap();
        assert_eq!(problems(&db).len(), 1);
    }
    let mut kept: Vec<String> = fs::read_dir(scratch.path().join("damaged"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    kept.sort();
    assert_eq!(kept, ["one", "three", "two"]);
}

#[test]
fn saving_repairs_a_truncated_entry_and_keeps_other_bytes() {
    let scratch = Scratch::new("heal");
    let (db, file) = with_entry(&scratch);
    fs::write(&file, &scratch::token(1)[..4]).unwrap();
    db.save("key", &tree(1)).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
    assert!(!scratch.path().join("damaged").exists(), "a truncated copy is worth nothing");

    fs::write(&file, RUBBISH).unwrap();
    db.save("key", &tree(1)).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
    assert!(scratch.files().iter().any(|file| fs::read(file).unwrap() == RUBBISH));
}

#[test]
fn an_entry_that_was_repaired_before_it_was_moved_is_moved_back() {
    let scratch = Scratch::new("healed");
    let (db, file) = with_entry(&scratch);
    let directory = Directory::new(DataFolder::chosen(scratch.path()));
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(matches!(directory.quarantine(&file, name), Ok(super::Quarantined::Healed(_))));
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
    assert_eq!(fs::read_dir(scratch.path().join("damaged")).unwrap().count(), 0);

    fs::remove_file(&file).unwrap();
    assert!(matches!(directory.quarantine(&file, name), Ok(super::Quarantined::Gone)));
    assert_eq!(fs::read_dir(scratch.path().join("damaged")).unwrap().count(), 0);
}

#[test]
fn a_damaged_entry_that_cannot_be_moved_stays() {
    let scratch = Scratch::new("stuck");
    let (db, file) = with_entry(&scratch);
    fs::write(&file, RUBBISH).unwrap();
    fs::write(scratch.path().join("damaged"), "in the way").unwrap();
    let problem = problems(&db).remove(0);
    assert!(problem.contains("could not be moved ("), "{problem}");
    assert_eq!(fs::read(&file).unwrap(), RUBBISH);
    assert!(db.save("key", &tree(1)).is_err());
    assert_eq!(fs::read(&file).unwrap(), RUBBISH, "not even saving overwrites it");
}

#[test]
fn an_entry_of_a_newer_version_is_not_changed() {
    let scratch = Scratch::new("newer");
    let (db, file) = with_entry(&scratch);
    let newer = file.with_file_name(filename::entry("d2:AAEB"));
    fs::write(&newer, "d2:AAEB\n").unwrap();
    for _ in 0..2 {
        let loaded = db.load("key");
        assert_eq!(loaded.entries.len(), 1);
        assert_eq!(
            loaded.problems[0].to_string(),
            format!(
                "The database entry {} was written by a newer version of disprove and is ignored; \
                 update disprove to use it, or delete it.",
                newer.display()
            )
        );
    }
    assert_eq!(fs::read_to_string(newer).unwrap(), "d2:AAEB\n");
}

#[test]
fn a_read_only_directory_is_not_changed() {
    let scratch = Scratch::new("read-only");
    let (_, file) = with_entry(&scratch);
    fs::write(&file, RUBBISH).unwrap();
    let unfinished = file.with_file_name(format!("{UNFINISHED}1"));
    let ago = SystemTime::now() - 2 * LEFT_BEHIND;
    File::create(&unfinished).unwrap().set_modified(ago).unwrap();
    let before = scratch.files();
    let db = Db::read_only(Db::at(scratch.path()));
    assert!(problems(&db)[0].contains("read-only"));
    db.save("key", &tree(2)).unwrap();
    db.remove("key", &tree(1)).unwrap();
    assert_eq!(scratch.files(), before);
}

#[test]
fn old_incomplete_files_are_removed_and_fresh_ones_are_not() {
    let scratch = Scratch::new("left-behind");
    let (db, file) = with_entry(&scratch);
    let [old, fresh, future] =
        ["1", "2", "3"].map(|name| file.with_file_name(format!("{UNFINISHED}{name}")));
    let now = SystemTime::now();
    File::create(&old).unwrap().set_modified(now - 2 * LEFT_BEHIND).unwrap();
    File::create(&fresh).unwrap();
    File::create(&future).unwrap().set_modified(now + 2 * LEFT_BEHIND).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
    assert_eq!([old, fresh, future].map(|path| path.exists()), [false, true, true]);
}

#[test]
fn saving_creates_a_removed_folder_again() {
    let scratch = Scratch::new("removed-folder");
    let (db, file) = with_entry(&scratch);
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
    db.save("key", &tree(1)).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
}

#[test]
fn saving_works_while_others_remove_the_last_entry() {
    let scratch = Scratch::new("shared-folder");
    let db = Db::at(scratch.path());
    thread::scope(|scope| {
        for number in 0..4 {
            let db = &db;
            scope.spawn(move || {
                for _ in 0..500 {
                    db.save("key", &tree(number)).unwrap();
                    db.remove("key", &tree(number)).unwrap();
                }
            });
        }
    });
    assert!(tokens(&db, "key").is_empty());
}

#[test]
fn files_and_folders_with_other_names_are_ignored() {
    let scratch = Scratch::new("foreign");
    let (db, file) = with_entry(&scratch);
    fs::write(file.with_file_name("README"), RUBBISH).unwrap();
    fs::create_dir(file.with_file_name("folder")).unwrap();
    assert_eq!(tokens(&db, "key"), [scratch::token(1)]);
    assert_eq!(fs::read(file.with_file_name("README")).unwrap(), RUBBISH);
}

#[test]
fn a_file_in_place_of_the_directory_is_one_problem_and_is_not_changed() {
    let scratch = Scratch::new("file");
    let root = scratch.path().join("a-file");
    fs::write(&root, "not a directory").unwrap();
    let db = Db::at(&root);
    let problem = db.save("key", &tree(1)).unwrap_err();
    assert_eq!(
        problem.to_string(),
        format!(
            "The database {} is a file, not a directory, so nothing is saved; move the file, or give \
             `Db::at` another path.",
            root.display()
        )
    );
    assert_eq!(db.remove("key", &tree(1)), Err(problem.clone()));
    assert_eq!(db.load("key").problems, [problem]);
    assert_eq!(fs::read_to_string(&root).unwrap(), "not a directory");
}

#[test]
fn a_file_in_place_of_a_folder_is_named_in_the_problem() {
    let scratch = Scratch::new("folder-file");
    fs::write(scratch.path().join("failures"), "not a folder").unwrap();
    let db = Db::at(scratch.path());
    let problem = db.save("key", &tree(1)).unwrap_err().to_string();
    assert!(problem.contains("could not write"), "{problem}");
    assert!(problem.contains(scratch.path().to_str().unwrap()), "{problem}");
    assert_eq!(db.load("key").problems.len(), 1);
    assert!(db.remove("key", &tree(1)).is_err());
}

#[cfg(unix)]
#[test]
fn without_permission_nothing_is_lost() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("permission");
    let (db, file) = with_entry(&scratch);
    let folder = file.parent().unwrap();
    let allow = |mode| fs::set_permissions(folder, PermissionsExt::from_mode(mode)).unwrap();
    allow(0o555);
    // Permissions do not bind a superuser.
    let binds = File::create_new(folder.join("probe")).is_err();
    let (saved, removed) = (db.save("key", &tree(2)), db.remove("key", &tree(3)));
    allow(0o755);
    assert_eq!(saved.is_err(), binds);
    assert_eq!(removed, Ok(()), "an entry that is not there need not be removed");
    assert!(tokens(&db, "key").contains(&scratch::token(1)));
}

#[test]
fn many_damaged_entries_are_one_problem_with_their_number() {
    let scratch = Scratch::new("damaged-many");
    let (db, file) = with_entry(&scratch);
    for number in 0..1_000 {
        let name = filename::entry(&format!("{number}"));
        fs::write(file.with_file_name(name), if number % 10 == 0 { "" } else { "x\n" }).unwrap();
    }
    let loaded = db.load("key");
    assert_eq!(loaded.entries.len(), 1);
    let mut problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    problems.sort_by_key(String::len);
    assert_eq!(problems.len(), 2, "{problems:?}");
    for (problem, others, why) in [
        (&problems[0], "The same holds for 99 others.", "(it is empty)"),
        (&problems[1], "The same holds for 899 others.", "(it must start with `d1:`)"),
    ] {
        assert!(problem.ends_with(others) && problem.contains(why), "{problem}");
    }
}

#[test]
fn a_full_or_read_only_database_has_the_same_problem_for_every_entry() {
    let scratch = Scratch::new("same-problem");
    fs::write(scratch.path().join("failures"), "in the way").unwrap();
    let db = Db::at(scratch.path());
    let problem = db.save("key", &tree(1)).unwrap_err();
    assert_eq!(db.save("other key", &tree(2)).unwrap_err(), problem);
}

#[cfg(unix)]
#[test]
fn pipes_and_links_in_place_of_entries_and_folders_do_no_harm() {
    let scratch = Scratch::new("hostile");
    let root = scratch.path().join("workspace");
    let outside = scratch.path().join("outside");
    fs::create_dir_all(&root).unwrap();
    fs::create_dir_all(&outside).unwrap();
    let db = Db::in_folder(DataFolder::in_workspace(&root, ".disprove"));
    db.save("key", &tree(1)).unwrap();
    let name = filename::entry(&scratch::token(1));
    let folder = root.join(".disprove/failures").join(filename::folder("key"));
    let secret = outside.join(&name);
    fs::rename(folder.join(&name), &secret).unwrap();

    // A pipe, and a link to a valid entry outside.
    scratch::fifo(&folder.join(filename::entry("pipe")));
    std::os::unix::fs::symlink(&secret, folder.join(&name)).unwrap();
    let own = db.clone();
    let loaded = scratch::within_seconds(move || own.load("key"));
    assert!(loaded.entries.is_empty());
    let problems: String = loaded.problems.iter().map(ToString::to_string).collect();
    assert!(problems.contains("not a regular file"), "{problems}");
    assert!(problems.contains("a link leads to "), "{problems}");
    // Saving replaces the link.
    db.save("key", &tree(1)).unwrap();
    assert!(fs::symlink_metadata(folder.join(&name)).unwrap().is_file());

    // A folder outside: nothing is read, written, moved or removed there.
    fs::remove_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(&outside, &folder).unwrap();
    let problem = db.save("key", &tree(2)).unwrap_err().to_string();
    assert!(problem.contains("`DISPROVE_DATABASE`"), "{problem}");
    assert!(db.remove("key", &tree(1)).is_err());
    let loaded = db.load("key");
    assert_eq!((loaded.entries.len(), loaded.problems.len()), (0, 1));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}
