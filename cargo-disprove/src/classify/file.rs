//! Classifies the assertions of files.

use super::tree::Source;
use disprove_analysis::{
    engine::{self, Judged, JudgedAssertion, Mode, Tag},
    ir::{File, Framework, Hidden, Language, Unreadable},
    rust,
};
use std::{
    fs, io, panic,
    path::{Path, PathBuf},
    thread,
};

/// The results of all files.
pub(crate) struct Survey {
    pub(crate) mode: Mode,
    pub(crate) files: Vec<ClassifiedFile>,
}

/// The result of a file.
pub(crate) struct ClassifiedFile {
    /// Its path as shown to the user.
    pub(crate) file: String,
    pub(crate) path: PathBuf,
    pub(crate) language: Language,
    pub(crate) outcome: FileOutcome,
}

/// The content of a file, or why it cannot be read.
pub(crate) enum FileOutcome {
    Read {
        properties: Vec<Judged>,
        /// Number of unit tests.
        units: usize,
        /// Places that may contain invisible tests.
        hidden: Vec<Hidden>,
    },
    Unreadable {
        line: Option<u32>,
        message: String,
    },
}

/// Stack for code nested as deeply as the front ends allow. Only the used part takes memory.
const STACK: usize = 256 << 20;

impl Survey {
    /// Reads the files one by one.
    pub(crate) fn of(files: &[Source], mode: Mode, options: &rust::Options) -> Survey {
        let read = || files.iter().map(|source| classified(source, mode, options)).collect();
        let files = thread::scope(|scope| {
            let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
            match reader.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(files)) => files,
                // A bug of the tool, which was reported.
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system refuses a stack of this size.
                Err(_) => read(),
            }
        });
        Survey { mode, files }
    }

    /// The property tests with their files.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &Judged)> {
        self.files.iter().flat_map(|file| {
            let properties = match &file.outcome {
                FileOutcome::Read { properties, .. } => properties.as_slice(),
                FileOutcome::Unreadable { .. } => &[],
            };
            properties.iter().map(|judged| (file.file.as_str(), judged))
        })
    }
}

fn classified(source: &Source, mode: Mode, options: &rust::Options) -> ClassifiedFile {
    let outcome = match source_text(&source.path) {
        Err((line, message)) => FileOutcome::Unreadable { line, message },
        // A bug that one file triggers must not affect the others.
        Ok(text) => panic::catch_unwind(|| {
            let module = module_of(&source.path);
            let options = rust::Options { module, ..options.clone() };
            judged(&text, source.language, mode, &options)
        })
        .unwrap_or_else(|_| FileOutcome::Unreadable {
            line: None,
            message: "the classification panicked; please report the file as a bug".to_owned(),
        }),
    };
    ClassifiedFile {
        file: source.shown.clone(),
        path: source.path.clone(),
        language: source.language,
        outcome,
    }
}

fn judged(text: &str, language: Language, mode: Mode, options: &rust::Options) -> FileOutcome {
    match read(text, language, options) {
        Err(why) => FileOutcome::Unreadable { line: Some(why.line), message: why.message },
        Ok(file) => {
            let judged = engine::judge(&file, text, mode);
            let units = file.tests.iter().filter(|test| test.framework == Framework::Unit);
            let units = units.count();
            let is_property = |judged: &Judged| judged.framework != Framework::Unit;
            let properties = judged.into_iter().filter(is_property).collect();
            FileOutcome::Read { properties, units, hidden: file.hidden }
        }
    }
}

/// The module of a Rust file in its crate; nothing for the root of a crate, or outside of a package.
fn module_of(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let package = path.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file());
    let inside = package.and_then(|package| path.strip_prefix(package).ok());
    inside.map(module_in).unwrap_or_default()
}

/// The module of a file by its path in a package: `a::b` for `src/a/b.rs`.
fn module_in(path: &Path) -> String {
    let parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = parts.iter().map(String::as_str).collect();
    let mut inside = match &*names {
        // A file is a crate of its own, and so is a folder.
        ["src", "bin", _, inside @ ..] | ["tests" | "benches" | "examples", _, inside @ ..] => {
            inside.to_vec()
        }
        ["src", inside @ ..] => inside.to_vec(),
        _ => Vec::new(),
    };
    if inside.last().is_some_and(|last| matches!(*last, "lib" | "main" | "mod")) {
        inside.pop();
    }
    inside.join("::")
}

/// The text of a source file, or the line and the reason why it cannot be read.
pub(super) fn source_text(path: &Path) -> Result<String, (Option<u32>, String)> {
    // Reading a pipe would wait for a writer.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err((None, "it is not a regular file".to_owned()));
    }
    let bytes = fs::read(path).map_err(|why| {
        let why = match why.kind() {
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => why.to_string(),
        };
        (None, why)
    })?;
    let text = String::from_utf8(bytes).map_err(|why| {
        let valid = &why.as_bytes()[..why.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count() as u32;
        (Some(line), "it is not UTF-8".to_owned())
    })?;
    // Reported positions do not count a byte order mark.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn read(text: &str, language: Language, options: &rust::Options) -> Result<File, Unreadable> {
    match language {
        Language::Rust => rust::read(text, options),
        #[cfg(feature = "python")]
        Language::Python => disprove_analysis::python::read(text),
        #[cfg(not(feature = "python"))]
        Language::Python => Err(Unreadable {
            line: 1,
            column: 1,
            message:
                "this build of the tool cannot read Python: install it with the feature `python`"
                    .to_owned(),
        }),
    }
}

/// The name of a framework in JSON.
pub(crate) fn framework_name(framework: Framework) -> &'static str {
    match framework {
        Framework::Disprove => "disprove",
        Framework::Proptest => "proptest",
        Framework::QuickCheck => "quickcheck",
        Framework::TestStrategy => "test-strategy",
        Framework::Bolero => "bolero",
        Framework::Arbtest => "arbtest",
        Framework::Hegel => "hegel",
        Framework::Hypothesis => "hypothesis",
        Framework::Unit => "unit",
    }
}

/// The overall kind of an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AssertionKind {
    /// It has at least one category.
    Categorised,
    Uncategorised,
    /// Its comparison is in a function of another file.
    Hidden,
    /// The tool of the paper does not detect it.
    Undetected,
    /// It does not involve generated values.
    Unit,
}

impl AssertionKind {
    /// From its categories, the outcomes of its comparisons, and whether a part is in another file.
    pub(crate) fn of(
        is_categorised: bool,
        has: &dyn Fn(engine::Outcome) -> bool,
        is_opaque: bool,
    ) -> AssertionKind {
        if is_categorised {
            AssertionKind::Categorised
        } else if has(engine::Outcome::Uncategorised) {
            AssertionKind::Uncategorised
        } else if has(engine::Outcome::NotDetected) {
            if is_opaque { AssertionKind::Hidden } else { AssertionKind::Undetected }
        } else {
            AssertionKind::Unit
        }
    }
}

pub(crate) fn assertion_kind(assertion: &JudgedAssertion) -> AssertionKind {
    let has = |outcome| assertion.atoms.iter().any(|atom| atom.label == outcome);
    AssertionKind::of(!assertion.labels.is_empty(), &has, assertion.tags.contains(&Tag::Opaque))
}

#[cfg(test)]
mod tests {
    use super::{Path, module_in};

    #[test]
    fn the_module_of_a_file_is_known_by_its_folders() {
        for (path, module) in [
            ("src/lib.rs", ""),
            ("src/main.rs", ""),
            ("src/encoding.rs", "encoding"),
            ("src/a/b.rs", "a::b"),
            ("src/a/mod.rs", "a"),
            ("src/bin/tool.rs", ""),
            ("src/bin/tool/part.rs", "part"),
            ("tests/props.rs", ""),
            ("tests/all/main.rs", ""),
            ("tests/all/props.rs", "props"),
            ("src/tests.rs", "tests"),
            ("src/tests/props.rs", "tests::props"),
            ("elsewhere.rs", ""),
        ] {
            assert_eq!(module_in(Path::new(path)), module, "{path}");
        }
    }
}
