//! `cargo disprove port`: rewrites tests of proptest and quickcheck as properties.

mod arbitrary;
mod body;
mod combinator;
mod compose;
mod config;
mod constructor;
mod diff;
mod edits;
mod emit;
mod find;
mod imports;
mod index;
mod number;
mod package;
mod parse;
mod plan;
mod proptest;
mod quickcheck;
mod report;
mod scope;
mod strategy;
mod syntax;
#[cfg(test)]
mod tests;
mod translator;
mod types;
mod unit;
mod variables;
mod words;

use crate::{
    classify::{Source, Workspace, walk},
    terminal::{diagnostic, print, print_json},
};
use clap::Args;
use disprove::__private::DataFolder;
use disprove_analysis::ir::Language;
use edits::Edits;
use parse::ParsedFile;
use report::Counts;
use std::{
    collections::HashSet,
    fs,
    io::ErrorKind,
    panic,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};
use unit::{PortedFile, UnitKind};

/// Rewrites tests of proptest and quickcheck as properties of disprove.
///
/// Shows the changes as a diff, then the tests that stay as they are, each with the reason. What the tool cannot translate
/// for certain stays. Comments stay too, except those of removed code. Without FILE, it reads the Rust files of the
/// workspace.
///
/// The old library can stay in Cargo.toml. Add `disprove` to [dev-dependencies] before you build.
///
/// Exits with 0, or with 2 if a file cannot be read, parsed or written.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Rust files to port instead of those of the workspace.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the files instead of showing a diff.
    #[arg(long)]
    write: bool,

    /// Print only JSON lines: one for each test, each changed file, and the counts.
    #[arg(long)]
    json: bool,
}

/// Size limit of a source file: far more than anybody writes.
const MAX_BYTES: u64 = 16 << 20;

/// Stack for deeply nested code. Only the used part takes memory.
const STACK: usize = 256 << 20;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let port = || port(arguments);
    thread::scope(|scope| {
        match thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, port)
            .map(thread::ScopedJoinHandle::join)
        {
            Ok(Ok(code)) => code,
            // A bug of the tool, which was reported.
            Ok(Err(panic)) => panic::resume_unwind(panic),
            // The system refuses a stack of this size.
            Err(_) => self::port(arguments),
        }
    })
}

fn port(arguments: &Arguments) -> ExitCode {
    let mut is_clean = true;
    let mut complain = |message: String| {
        is_clean = false;
        diagnostic(&message);
    };
    let sources = sources(&arguments.files);
    let mut parsed = Vec::new();
    for source in &sources {
        match read(source, !arguments.files.is_empty()) {
            Ok(Some(file)) => parsed.push(file),
            Ok(None) => {}
            Err(message) => complain(message),
        }
    }
    let (files, edits) = ported(parsed, &mut complain);
    let changed: Vec<(&PortedFile, &Edits)> = files
        .iter()
        .zip(&edits)
        .filter(|(file, edits)| !edits.changed_lines(&file.text).is_empty())
        .collect();
    let mut written = 0;
    if arguments.write {
        for (file, edits) in &changed {
            match write(file, edits) {
                Ok(()) => written += 1,
                Err(why) => complain(format!("cannot write `{}`: {why}", file.shown)),
            }
        }
    }
    if arguments.json {
        for line in report::json(&files, &edits, arguments.write) {
            print_json(&line);
        }
    } else {
        if !arguments.write {
            let diffs = report::diffs(&files, &edits);
            if !diffs.is_empty() {
                print(&diffs);
            }
        }
        let refusals = report::refusals(&files);
        if !refusals.is_empty() {
            print(&refusals);
        }
        let count = if arguments.write { written } else { changed.len() };
        print(&report::summary(Counts::of(&files), count, arguments.write));
        if changed.iter().any(|(file, _)| !package::depends_on_disprove(&file.path)) {
            print("add `disprove` to [dev-dependencies] in Cargo.toml before you build");
        }
    }
    ExitCode::from(if is_clean { 0 } else { 2 })
}

/// The files to read.
fn sources(files: &[PathBuf]) -> Vec<Source> {
    if files.is_empty() {
        let workspace = Workspace::find();
        let target = workspace.as_ref().map(|workspace| workspace.target.clone());
        let root = workspace.map_or_else(|| PathBuf::from("."), |workspace| workspace.root);
        let mut files = walk(&root, Some(&root), target.as_deref());
        files.retain(|source| source.language == Language::Rust);
        return files;
    }
    let mut sources: Vec<Source> = Vec::new();
    for path in files {
        let shown = path.display().to_string();
        if sources.iter().all(|source| source.shown != shown) {
            sources.push(Source { path: path.clone(), shown, language: Language::Rust });
        }
    }
    sources
}

/// Reads a file. `None` if it uses neither library, and was not asked for by name.
fn read(source: &Source, is_named: bool) -> Result<Option<ParsedFile>, String> {
    let shown = &source.shown;
    let about = fs::metadata(&source.path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => format!("cannot read `{shown}`: there is no such file"),
        ErrorKind::PermissionDenied => format!("cannot read `{shown}`: permission denied"),
        _ => format!("cannot read `{shown}`: {why}"),
    })?;
    if about.is_dir() {
        return Err(format!(
            "cannot port `{shown}`: it is a folder; give files, or none for the whole workspace"
        ));
    }
    if !about.is_file() {
        return Err(format!("cannot port `{shown}`: it is not a regular file"));
    }
    if about.len() > MAX_BYTES {
        return Err(format!("cannot port `{shown}`: it is larger than 16 MiB"));
    }
    let path = source.path.canonicalize().map_err(|why| format!("cannot read `{shown}`: {why}"))?;
    let bytes = fs::read(&path).map_err(|why| match why.kind() {
        ErrorKind::PermissionDenied => format!("cannot read `{shown}`: permission denied"),
        _ => format!("cannot read `{shown}`: {why}"),
    })?;
    let text = String::from_utf8(bytes).map_err(|why| {
        let valid = &why.as_bytes()[..why.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count();
        format!("cannot port `{shown}`: line {line} is not UTF-8")
    })?;
    let uses = text.contains("proptest") || text.contains("quickcheck");
    if !uses && !is_named {
        return Ok(None);
    }
    // Positions in the code do not count a byte order mark.
    let (text, has_mark) = match text.strip_prefix('\u{feff}') {
        Some(rest) => (rest.to_owned(), true),
        None => (text, false),
    };
    let is_test = package::is_test_file(&path, &text);
    // A bug that one file triggers must not affect the others.
    let parsed =
        panic::catch_unwind(|| ParsedFile::new(path, shown.clone(), text, has_mark, is_test));
    match parsed {
        Ok(Ok(parsed)) => Ok(Some(parsed)),
        Ok(Err(why)) => Err(format!("cannot parse `{shown}`: line {}: {}", why.line, why.message)),
        Err(_) => Err(format!(
            "cannot port `{shown}`: the tool panicked; please report the file as a bug"
        )),
    }
}

/// Translates all files together.
fn ported(
    parsed: Vec<ParsedFile>,
    complain: &mut dyn FnMut(String),
) -> (Vec<PortedFile>, Vec<Edits>) {
    let mut generated = HashSet::new();
    for file in &parsed {
        generated.extend(file.generated_types());
    }
    let mut packages = package::Packages::default();
    let mut files = Vec::new();
    for file in parsed {
        let shown = file.shown().to_owned();
        let settings = packages.settings(file.path());
        let translated = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            find::translated(file, &generated, &settings)
        }));
        match translated {
            Ok(translated) => files.push(translated),
            Err(_) => complain(format!(
                "cannot port `{shown}`: the tool panicked; please report the file as a bug"
            )),
        }
    }
    files.retain(|file| !file.units.is_empty());
    let others = Others::default();
    let given: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    for file in &mut files {
        for unit in &mut file.units {
            if unit.kind == UnitKind::Type {
                unit.is_used_elsewhere = others.mention(&file.path, &unit.name, &given);
            }
        }
    }
    plan::settle(&mut files, &|file, name| others.mention(&file.path, name, &[]));
    let edits = emit::emit(&files);
    (files, edits)
}

/// The other files of packages.
#[derive(Default)]
struct Others(std::cell::RefCell<std::collections::HashMap<PathBuf, Vec<(PathBuf, String)>>>);

impl Others {
    /// Whether another file of the package has a word. If files are `given`, only others that use one of the libraries
    /// count.
    fn mention(&self, path: &Path, word: &str, given: &[PathBuf]) -> bool {
        let Some(folder) = package::folder(path) else { return false };
        let mut packages = self.0.borrow_mut();
        let files = packages.entry(folder.clone()).or_insert_with(|| {
            let files = walk(&folder, None, None)
                .into_iter()
                .filter(|file| file.language == Language::Rust);
            files
                .filter_map(|file| {
                    Some((file.path.canonicalize().ok()?, fs::read_to_string(&file.path).ok()?))
                })
                .collect()
        });
        let counts = |(other, text): &&(PathBuf, String)| {
            let is_old = text.contains("proptest") || text.contains("quickcheck");
            other != path && (given.is_empty() || is_old && !given.contains(other))
        };
        files.iter().filter(counts).any(|(_, text)| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|each| each == word)
        })
    }
}

/// Replaces a file atomically, so that it is never truncated.
fn write(file: &PortedFile, edits: &Edits) -> std::io::Result<()> {
    let mut text = edits.render(&file.text, 0..file.text.len());
    if file.has_mark {
        text.insert(0, '\u{feff}');
    }
    let permissions = fs::metadata(&file.path)?.permissions();
    let folder = file.path.parent().unwrap_or(Path::new("."));
    DataFolder::chosen(folder).write(&file.path, text.as_bytes())?;
    fs::set_permissions(&file.path, permissions)
}
