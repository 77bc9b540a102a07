//! Files, and what their tests assert.

use super::tree::Source;
use disprove_analysis::{
    engine::{self, Judged, JudgedAssertion, Mode, Tag},
    ir::{File, Framework, Hidden, Language, Unreadable},
    rust,
};
use std::{fs, io, panic, thread};

/// What was found in all files.
pub(crate) struct Survey {
    pub(crate) mode: Mode,
    pub(crate) files: Vec<Classified>,
}

/// A file.
pub(crate) struct Classified {
    /// As it is named to the user.
    pub(crate) file: String,
    pub(crate) outcome: Outcome,
}

/// What became of a file.
pub(crate) enum Outcome {
    Read {
        properties: Vec<Judged>,
        /// How many tests generate nothing.
        units: usize,
        /// Where tests may be that cannot be seen.
        hidden: Vec<Hidden>,
    },
    Unreadable {
        line: Option<u32>,
        message: String,
    },
}

/// For code that is nested as deep as the front ends allow; only what is used of it is ever taken.
const STACK: usize = 256 << 20;

impl Survey {
    /// Reads the files one by one.
    pub(crate) fn of(files: &[Source], mode: Mode, options: &rust::Options) -> Survey {
        let read = || files.iter().map(|source| classified(source, mode, options)).collect();
        let files = thread::scope(|scope| {
            let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
            match reader.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(files)) => files,
                // Nothing but a mistake of ours, which has been said.
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // Not enough memory for a stack of this size.
                Err(_) => read(),
            }
        });
        Survey { mode, files }
    }

    /// The property tests with their files.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &Judged)> {
        self.files.iter().flat_map(|file| {
            let properties = match &file.outcome {
                Outcome::Read { properties, .. } => properties.as_slice(),
                Outcome::Unreadable { .. } => &[],
            };
            properties.iter().map(|judged| (file.file.as_str(), judged))
        })
    }
}

fn classified(source: &Source, mode: Mode, options: &rust::Options) -> Classified {
    let outcome = match text(source) {
        Err((line, message)) => Outcome::Unreadable { line, message },
        // One file that shows a mistake of ours must not keep all others from being read.
        Ok(text) => panic::catch_unwind(|| judged(&text, source.language, mode, options))
            .unwrap_or_else(|_| Outcome::Unreadable {
                line: None,
                message: "judging it failed; please report the file as a bug".to_owned(),
            }),
    };
    Classified { file: source.shown.clone(), outcome }
}

fn judged(text: &str, language: Language, mode: Mode, options: &rust::Options) -> Outcome {
    match read(text, language, options) {
        Err(why) => Outcome::Unreadable { line: Some(why.line), message: why.message },
        Ok(file) => {
            let judged = engine::judge(&file, text, mode);
            let units = file.tests.iter().filter(|test| test.framework == Framework::Unit);
            let units = units.count();
            let is_property = |judged: &Judged| judged.framework != Framework::Unit;
            let properties = judged.into_iter().filter(is_property).collect();
            Outcome::Read { properties, units, hidden: file.hidden }
        }
    }
}

fn text(source: &Source) -> Result<String, (Option<u32>, String)> {
    let bytes = fs::read(&source.path).map_err(|why| {
        let why = match why.kind() {
            io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
            _ => why.to_string(),
        };
        (None, why)
    })?;
    let text = String::from_utf8(bytes).map_err(|why| {
        let valid = &why.as_bytes()[..why.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count() as u32;
        (Some(line), "it is not UTF-8".to_owned())
    })?;
    // The places that are reported count from after the mark that some editors write.
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

/// As it is written in JSON.
pub(crate) fn framework(framework: Framework) -> &'static str {
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

/// What an assertion is as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// It has at least one category.
    Categorised,
    Uncategorised,
    /// What it says is hidden in a function of another file.
    Hidden,
    /// The paper's tool does not see it.
    Unseen,
    /// No generated value has to do with it.
    Unit,
}

impl Standing {
    /// By whether it has a category, what became of its comparisons, and whether something of it is in another file.
    pub(crate) fn of(
        is_categorised: bool,
        has: &dyn Fn(engine::Outcome) -> bool,
        is_opaque: bool,
    ) -> Standing {
        if is_categorised {
            Standing::Categorised
        } else if has(engine::Outcome::Uncategorised) {
            Standing::Uncategorised
        } else if has(engine::Outcome::NotDetected) {
            if is_opaque { Standing::Hidden } else { Standing::Unseen }
        } else {
            Standing::Unit
        }
    }
}

pub(crate) fn standing(assertion: &JudgedAssertion) -> Standing {
    let has = |outcome| assertion.atoms.iter().any(|atom| atom.label == outcome);
    Standing::of(!assertion.labels.is_empty(), &has, assertion.tags.contains(&Tag::Opaque))
}
