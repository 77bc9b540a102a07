//! Tests of packages and of the cache.

use super::{
    cache::Cache,
    package::{MOST_ENTRIES, scan_package},
    *,
};
use crate::database::scratch::Scratch;
use std::{
    fs::{self, File},
    time::{Duration, SystemTime},
};

fn write(scratch: &Scratch, path: &str, text: &str) {
    let path = scratch.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn integers(files: &[SourceFile]) -> Vec<i128> {
    files.iter().flat_map(|file| file.literals.integers.clone()).collect()
}

#[test]
fn a_package_has_the_sources_of_src_and_the_helpers_of_tests() {
    let scratch = Scratch::new("literals");
    write(&scratch, "src/lib.rs", "const A: u8 = 11;");
    write(&scratch, "src/parser/mod.rs", "const A: u8 = 12;");
    write(&scratch, "src/parser/number.rs", "const A: u8 = 13;");
    write(&scratch, "src/parser/tests.rs", "const A: u8 = 14;");
    write(&scratch, "src/notes.txt", "15");
    write(&scratch, "tests/parser.rs", "fn helper() -> u8 { 16 } #[test] fn t() { 17 }");
    write(&scratch, "Cargo.toml", "");
    write(&scratch, "build.rs", "const A: u8 = 18;");
    write(&scratch, "src/build.rs", "const A: u8 = 21;");
    write(&scratch, "root.rs", "const A: u8 = 20;");
    write(&scratch, "target/debug/x.rs", "const A: u8 = 19;");
    let files = scan_package(scratch.path());
    let found: Vec<(&str, bool, &[i128])> = files
        .iter()
        .map(|file| (file.module.as_str(), file.is_test, file.literals.integers.as_slice()))
        .collect();
    assert_eq!(
        found,
        [
            ("build", false, &[21][..]),
            ("", false, &[11]),
            ("parser", false, &[12]),
            ("parser/number", false, &[13]),
            ("parser/tests", true, &[14]),
            ("root", false, &[20]),
            ("parser", true, &[16]),
        ]
    );
}

#[test]
fn a_package_without_literals_has_those_of_its_workspace() {
    let scratch = Scratch::new("literals");
    write(&scratch, "Cargo.lock", "");
    write(&scratch, "crates/core/src/lib.rs", "const A: u8 = 21;");
    write(&scratch, "target/src/lib.rs", "const A: u8 = 22;");
    write(&scratch, "checks/src/lib.rs", "");
    write(&scratch, "checks/tests/all.rs", "#[test] fn t() { 23 }");
    // The limit of 1 MiB is one for both: after 880 KB of the package, a file of 440 KB is too large.
    let padding = "// padding\n".repeat(40_000);
    write(&scratch, "checks/src/a.rs", &padding);
    write(&scratch, "checks/src/b.rs", &padding);
    write(&scratch, "base/src/lib.rs", &format!("const A: u8 = 24;\n{padding}"));
    assert_eq!(integers(&scan_package(&scratch.path().join("checks"))), [21]);
    assert_eq!(integers(&scan_package(&scratch.path().join("nowhere"))), [24, 21]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_and_pipes_are_left_out() {
    let (scratch, outside) = (Scratch::new("literals"), Scratch::new("literals"));
    write(&outside, "secret.rs", "const A: u32 = 4711;");
    write(&scratch, "src/lib.rs", "const A: u8 = 31;");
    std::os::unix::fs::symlink(outside.path().join("secret.rs"), scratch.path().join("src/a.rs"))
        .unwrap();
    std::os::unix::fs::symlink(scratch.path(), scratch.path().join("src/circle")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(scratch.path().join("src/p.rs")).status();
    assert!(made.is_ok());
    assert_eq!(integers(&scan_package(scratch.path())), [31]);
}

#[test]
fn a_scan_is_bounded() {
    let scratch = Scratch::new("literals");
    write(&scratch, "src/a.rs", &"const A: u32 = 41; // padding\n".repeat(10_000));
    for name in ["b", "c", "d", "e", "f", "g", "h"] {
        fs::copy(scratch.path().join("src/a.rs"), scratch.path().join(format!("src/{name}.rs")))
            .unwrap();
    }
    // Comes second: it leaves no room for another one, if it is read.
    write(&scratch, "src/a_large.rs", &"// 42\n".repeat(100_000));
    let calls: Vec<String> = (100..2_000).map(|n| format!("f({n});")).collect();
    write(&scratch, "src/y.rs", &calls.concat());
    // The sources leave no room for tests of 300 KB, which have their own.
    fs::create_dir(scratch.path().join("tests")).unwrap();
    for name in ["a", "b"] {
        fs::copy(scratch.path().join("src/a.rs"), scratch.path().join(format!("tests/{name}.rs")))
            .unwrap();
    }
    let files = scan_package(scratch.path());
    let tests: Vec<&str> =
        files.iter().filter(|file| file.is_test).map(|file| &*file.module).collect();
    assert_eq!((files.len(), &*tests), (5, &["a"][..]), "three of 300 KB, a small one, and a test");
    assert_eq!(files[3].literals.integers.len(), 256);
}

#[test]
fn a_scan_lists_at_most_2_000_entries() {
    let scratch = Scratch::new("literals");
    for number in 0..MOST_ENTRIES {
        write(&scratch, &format!("src/m{number}.rs"), "const A: u8 = 51;");
    }
    assert_eq!(scan_package(scratch.path()).len(), MOST_ENTRIES);
    write(&scratch, "src/more.rs", "const A: u8 = 51;");
    assert!(scan_package(scratch.path()).is_empty(), "the folder is skipped");
    fs::remove_file(scratch.path().join("src/more.rs")).unwrap();
    assert_eq!(scan_package(scratch.path()).len(), MOST_ENTRIES);
    fs::create_dir(scratch.path().join("src/more")).unwrap();
    assert!(scan_package(scratch.path()).is_empty(), "folders count too");
}

#[test]
fn files_of_the_module_of_a_property_are_near() {
    let near = |file: &str, is_test, module| {
        let file = SourceFile { module: file.to_owned(), is_test, ..SourceFile::default() };
        nearness(&file, module)
    };
    assert_eq!(near("parser", false, "my_crate::parser::tests"), 3);
    assert_eq!(near("parser/number", false, "my_crate::parser::tests"), 3);
    assert_eq!(near("parser", false, "all::parser"), 3);
    assert_eq!(near("parser", false, "my-crate/src/parser"), 3, "a path instead of a module");
    assert_eq!(near("planted", true, "planted"), 3);
    assert_eq!(near("all/parser", true, "all::parser"), 3);
    assert_eq!(near("all/other", true, "all::parser"), 0);
    assert_eq!(near("json/parser", false, "my_crate::parser::tests"), 2);
    assert_eq!(near("", false, "my_crate::tests"), 1);
    assert_eq!(near("", false, "my_crate"), 1);
    assert_eq!(near("", false, "my_crate::parser::tests"), 0);
    assert_eq!(near("number", false, "my_crate::parser::tests"), 0);
    let file = |module: &str, integers: Vec<i128>| SourceFile {
        module: module.to_owned(),
        literals: Literals { integers, ..Literals::default() },
        ..SourceFile::default()
    };
    let helpers = SourceFile { is_test: true, ..file("all/other", vec![81]) };
    let files = [file("number", vec![71, 72, 73]), file("parser", vec![61]), helpers];
    let [far, near] = [&files[0].literals, &files[1].literals];
    let found = format!("{:?}", dictionary_of(&files, "my_crate::parser::tests"));
    assert_eq!(found, format!("{:?}", Dictionary::new(near, far)));
    assert_ne!(found, format!("{:?}", Dictionary::new(far, near)));
}

fn cache(scratch: &Scratch) -> Cache {
    Cache::at(scratch.path(), &scratch.path().join("binary"), Path::new("/package")).unwrap()
}

#[test]
fn a_cache_is_valid_for_one_build_of_the_binary() {
    let scratch = Scratch::new("literals");
    write(&scratch, "binary", "first");
    write(&scratch, "src/lib.rs", "fn f() { g(1_000, \"a\\n\", b\"\\xff\", 'c', -2.5) }");
    let files = scan_package(scratch.path());
    assert!(cache(&scratch).load().is_none(), "nothing is saved yet");
    cache(&scratch).save(&files);
    write(&scratch, "src/lib.rs", "fn f() { g(2_000) }");
    assert_eq!(cache(&scratch).load(), Some(files.clone()), "an edit changes nothing");
    let later = SystemTime::now() + Duration::from_secs(9);
    File::options()
        .append(true)
        .open(scratch.path().join("binary"))
        .and_then(|file| file.set_modified(later))
        .unwrap();
    assert!(cache(&scratch).load().is_none(), "the binary is another one");
    cache(&scratch).save(&files);
    assert_eq!(cache(&scratch).load(), Some(files));
}

#[test]
fn a_damaged_cache_is_not_read() {
    let valid = String::from_utf8(encoded_cache(5)).unwrap();
    assert!(decodes_cache(valid.as_bytes()));
    for at in 0..valid.len() {
        let mut damaged = valid.clone().into_bytes();
        damaged[at] ^= 1;
        assert!(!decodes_cache(&damaged), "{}", String::from_utf8_lossy(&damaged));
        assert!(!decodes_cache(&valid.as_bytes()[..at]));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_no_problem() {
    let scratch = Scratch::new("literals");
    write(&scratch, "binary", "first");
    // A file where the folder should be: that holds for the superuser too.
    write(&scratch, "disprove-literals", "");
    cache(&scratch).save(&[]);
    assert!(cache(&scratch).load().is_none());
}

#[test]
fn sources_are_read_again_if_the_cache_is_damaged_or_cannot_be_written() {
    let scratch = Scratch::new("literals");
    write(&scratch, "binary", "first");
    let edit = |n: u8| write(&scratch, "src/lib.rs", &format!("const A: u8 = {n};"));
    let found = || integers(&read(Some(&cache(&scratch)), scratch.path()));
    edit(61);
    assert_eq!(found(), [61]);
    edit(62);
    assert_eq!(found(), [61], "the first run keeps them");
    let folder = scratch.path().join("disprove-literals");
    for file in fs::read_dir(&folder).unwrap() {
        fs::write(file.unwrap().path(), "damaged").unwrap();
    }
    assert_eq!(found(), [62]);
    edit(63);
    assert_eq!(found(), [62], "the cache is valid again");
    // A file where the folder should be: nobody can write into it.
    fs::remove_dir_all(&folder).unwrap();
    write(&scratch, "disprove-literals", "");
    assert_eq!(found(), [63]);
    edit(64);
    assert_eq!(found(), [64], "nothing is kept");
}

#[test]
fn a_source_belongs_to_the_package_above_it() {
    assert_eq!(package_of(file!()).as_deref(), Some(Path::new(env!("CARGO_MANIFEST_DIR"))));
    assert_eq!(package_of("nowhere/at/all.rs"), None);
}

#[test]
fn this_package_has_a_dictionary_which_is_read_once() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let first = dictionary(package, module_path!());
    assert!(!first.is_empty());
    assert!(std::ptr::eq(first, dictionary(package, module_path!())));
    assert!(dictionary(Path::new("/nowhere/at/all"), "a::b").is_empty());
}

#[test]
fn the_limits_of_a_scan_are_those_of_the_page() {
    use super::package::{LARGEST, MOST_BYTES, MOST_TEST_BYTES};
    use crate::humanize::{assert_said, count};
    let said = format!(
        "at most {} files and folders, {} MiB of sources, {} KiB of tests, and {} KiB per file",
        count(MOST_ENTRIES as u64),
        MOST_BYTES >> 20,
        MOST_TEST_BYTES >> 10,
        LARGEST >> 10
    );
    assert_said("how/distributions.md", &said);
}
