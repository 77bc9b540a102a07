//! The libraries under comparison, and the test crates generated for each.

use super::shapes::{self, HUNDRED, Shape};
use std::fs;
use std::path::{Path, PathBuf};

/// A library to build tests with. The versions of the others are pinned, so that figures stay comparable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Library {
    Ours,
    Proptest,
    Quickcheck,
}

/// Trivial properties in the crate for the measure `tiny`.
pub const TINY: u32 = 200;

impl Library {
    pub const ALL: [Library; 3] = [Library::Ours, Library::Proptest, Library::Quickcheck];

    pub fn name(self) -> &'static str {
        match self {
            Library::Ours => "disprove",
            Library::Proptest => "proptest",
            Library::Quickcheck => "quickcheck",
        }
    }

    fn dependency(self) -> String {
        match self {
            Library::Ours => {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../disprove");
                format!("disprove = {{ path = '{}' }}", folder.display())
            }
            Library::Proptest => "proptest = \"=1.12.0\"".to_owned(),
            Library::Quickcheck => "quickcheck = \"=1.1.0\"".to_owned(),
        }
    }

    fn imports(self) -> &'static str {
        match self {
            Library::Ours => "#![allow(unused)]\nuse disprove::prelude::*;\n",
            Library::Proptest => "#![allow(unused)]\nuse proptest::prelude::*;\n",
            Library::Quickcheck => {
                "#![allow(unused)]\nuse quickcheck::{Arbitrary, Gen, TestResult, quickcheck};\n"
            }
        }
    }

    /// Puts functions into the library's macro, if it needs one.
    fn wrap(self, functions: &str) -> String {
        match self {
            Library::Ours => functions.to_owned(),
            Library::Proptest => format!("proptest! {{\n{functions}}}\n"),
            Library::Quickcheck => format!("quickcheck! {{\n{functions}}}\n"),
        }
    }

    /// A test file with one ordinary property.
    fn one(self) -> String {
        self.imports().to_owned() + &self.wrap(&Shape::Bytes.property(self, 1, 1))
    }

    /// A test file that uses the library and has no property: what building it costs is not a cost of properties.
    fn none(self) -> String {
        self.imports().to_owned() + "#[test]\nfn passes() {}\n"
    }

    /// A test file with 100 properties of ten shapes. Another `edit` changes the body of the first one.
    pub fn hundred(self, edit: u32) -> String {
        let (mut functions, mut machines) = (String::new(), String::new());
        for (shape, count) in HUNDRED {
            let text = if shape == Shape::Machine { &mut machines } else { &mut functions };
            for number in 1..=count {
                let edited = shape == Shape::Integer && number == 1;
                let constant = if edited { 1000 + edit } else { number };
                *text += &shape.property(self, number, constant);
            }
        }
        self.imports().to_owned() + &shapes::declarations(self) + &self.wrap(&functions) + &machines
    }

    /// A test file with `count` properties that do nothing with a `u64`.
    pub fn tiny(self, count: u32) -> String {
        let property = match self {
            Library::Ours => "#[property] fn holds_$n(x: u64) -> bool { let _ = x; true }\n",
            Library::Proptest => "#[test] fn holds_$n(x: u64) { let _ = x; }\n",
            Library::Quickcheck => "fn holds_$n(x: u64) -> bool { let _ = x; true }\n",
        };
        let functions: String =
            (0..count).map(|n| property.replace("$n", &n.to_string())).collect();
        self.imports().to_owned() + &self.wrap(&functions)
    }

    /// Writes the crate for cold builds below `place` and returns its folder.
    pub fn write_one(self, place: &Path) -> Result<PathBuf, String> {
        self.write(&place.join(format!("one-{}", self.name())), &[("one", self.one())])
    }

    /// Writes the crate with many properties below `place` and returns its folder.
    pub fn write_many(self, place: &Path, edit: u32) -> Result<PathBuf, String> {
        let tests = [
            ("none", self.none()),
            ("hundred", self.hundred(edit)),
            ("tiny", self.tiny(TINY)),
            ("single", self.tiny(1)),
        ];
        self.write(&place.join(format!("many-{}", self.name())), &tests)
    }

    /// Writes a crate with these test files; those that are the same already are left alone.
    fn write(self, folder: &Path, tests: &[(&str, String)]) -> Result<PathBuf, String> {
        let package = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let manifest = format!(
            "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [dev-dependencies]\n{}\n\n[workspace]\n",
            self.dependency()
        );
        let mut files =
            vec![("Cargo.toml".to_owned(), manifest), ("src/lib.rs".to_owned(), String::new())];
        files.extend(tests.iter().map(|(name, text)| (format!("tests/{name}.rs"), text.clone())));
        for (path, text) in files {
            let path = folder.join(path);
            if fs::read_to_string(&path).is_ok_and(|old| old == text) {
                continue;
            }
            let parent = path.parent().expect("a joined path has a parent");
            fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(folder.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Library, TINY};

    /// The number of properties in a generated file.
    fn properties(library: Library, text: &str) -> usize {
        let lines = || text.lines().map(str::trim_start);
        match library {
            Library::Ours => lines().filter(|line| line.starts_with("#[property]")).count(),
            Library::Proptest => lines().filter(|line| line.starts_with("#[test]")).count(),
            Library::Quickcheck => {
                let mut inside = false;
                lines()
                    .filter(|line| {
                        inside = line.starts_with("quickcheck! {") || inside && *line != "}";
                        inside && line.starts_with("fn ")
                    })
                    .count()
            }
        }
    }

    #[test]
    fn the_hundred_are_a_hundred_and_the_tiny_are_two_hundred() {
        for library in Library::ALL {
            assert_eq!(properties(library, &library.hundred(0)), 100, "{}", library.name());
            assert_eq!(properties(library, &library.tiny(TINY)), 200, "{}", library.name());
            assert_eq!(properties(library, &library.one()), 1, "{}", library.name());
            assert_eq!(
                properties(library, &library.none()),
                usize::from(library == Library::Proptest)
            );
        }
    }

    #[test]
    fn an_edit_changes_one_line() {
        for library in Library::ALL {
            let [before, after] = [0, 1].map(|edit| library.hundred(edit));
            let changed =
                before.lines().zip(after.lines()).filter(|(before, after)| before != after);
            assert_eq!(changed.count(), 1, "{}", library.name());
            assert_eq!(before.lines().count(), after.lines().count());
        }
    }

    #[test]
    fn no_placeholder_is_left() {
        for library in Library::ALL {
            assert!(!library.hundred(0).contains('$') && !library.tiny(2).contains('$'));
        }
    }
}
