//! Scores suggestions by the mutants that they detect and no test of the project does.
//!
//! The suggestions become a test of a copy of the project, and `mutants` judges all its tests there.

use super::{
    Arguments, known_study::KnownStudy, package::Package, source::SourceFile,
    suggestion::Suggestion, value::Helper,
};
use crate::{
    mutants::study::{MutantResult, NOT_COMPILED, Study},
    project::is_target_dir,
};
use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The name of the test with all suggestions.
const TEST: &str = "disprove_suggested";

/// Seconds that the cases of a suggestion may take on a mutant, as there are many mutants.
const SECONDS: f64 = 0.25;

/// Cases of a suggestion on a mutant, if these many take this time.
pub(super) fn cases(all: u32, seconds: f64) -> u32 {
    let share = SECONDS / seconds.max(1e-3);
    ((f64::from(all) * share.min(1.0)) as u32).clamp(10, 100)
}

/// A suggestion with a number of cases.
fn with_cases(suggestion: &Suggestion, cases: u32) -> Suggestion {
    let attribute = format!("#[property(cases = {cases})]");
    let source = suggestion.source.replacen("#[property]", &attribute, 1);
    Suggestion { source, ..suggestion.clone() }
}

/// What a suggestion detects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// Mutants it detects.
    pub(super) detected: usize,
    /// The names of those that no test of the project detects.
    pub(super) new: Vec<String>,
    /// How many of these no suggestion before it detects.
    pub(super) added: usize,
}

/// The scores of all suggestions.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    pub(super) by_name: BTreeMap<String, Score>,
    /// Mutants that could be tested.
    pub(super) mutants: usize,
    /// Of these, those that no test of the project detects.
    pub(super) survivors: usize,
    /// Of these, those that a suggestion detects.
    pub(super) detected: usize,
    /// Mutants in code that is not compiled, which are not among those above.
    pub(super) not_compiled: usize,
    /// Whether the survivors are those of a stored study, so that no others were tried.
    pub(super) is_of_study: bool,
    /// Whether doctests count among the tests of the project.
    pub(super) has_doctests: bool,
}

/// Scores these suggestions, which all pass.
pub(super) fn score(
    package: &Package,
    arguments: &Arguments,
    suggestions: &[(Suggestion, u32)],
    helpers: &[Helper],
) -> Result<Scores, String> {
    let limited: Vec<Suggestion> =
        suggestions.iter().map(|(it, cases)| with_cases(it, *cases)).collect();
    let suggestions = &limited;
    let known = KnownStudy::find(package, arguments);
    if let Some(known) = known.as_ref().filter(|it| it.survivors.is_empty()) {
        return Ok(scores(&Study::default(), suggestions, Some(known)));
    }
    let copy = package.scratch().join("copy");
    copy_project(&package.workspace, &copy)
        .and_then(|()| add_test(package, &copy, suggestions, helpers))
        .map_err(|why| format!("cannot copy the project to {}: {why}", copy.display()))?;
    let results = package.scratch().join("score");
    let tool = env::current_exe().map_err(|why| format!("cannot find this tool: {why}"))?;
    let list = package.scratch().join("survivors");
    if let Some(known) = &known {
        fs::write(&list, known.survivors.join("\n"))
            .map_err(|why| format!("cannot write {}: {why}", list.display()))?;
    }
    let listed = known.as_ref().map(|_| &*list);
    let output = tester(&tool, package, arguments, [&copy, &results], listed)
        .current_dir(&copy)
        .stdin(Stdio::null())
        .output()
        .map_err(|why| format!("cannot run this tool: {why}"))?;
    // 0 and 1 are results: all mutants are detected, or some are not.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(text.lines().last().unwrap_or("it failed").to_owned());
    }
    let study = Study::read(&results).map_err(|why| why.0)?;
    Ok(scores(&study, suggestions, known.as_ref()))
}

/// The command that tests the mutants of a copy, or those in a list, and stores the results in a folder.
fn tester(
    tool: &Path,
    package: &Package,
    arguments: &Arguments,
    [copy, results]: [&Path; 2],
    listed: Option<&Path>,
) -> Command {
    let mut command = Command::new(tool);
    command
        .args([
            "disprove",
            "mutants",
            "--engine",
            "schemata",
            "--skip-failing",
            "--no-reach",
            "--json",
        ])
        .args(["--only-together", "--baseline", "1", "--package", &package.name])
        .arg("--manifest-path")
        .arg(copy.join("Cargo.toml"))
        .arg("--output")
        .arg(results);
    if let Some(list) = listed {
        command.arg("--listed").arg(list).args(["--only-test", TEST]);
    } else {
        command.args(arguments.for_sample());
    }
    command.args(arguments.feature_flags()).args(arguments.for_network());
    command
}

/// The scores of a study with the suggestions among its tests. A known study has the figures of the other tests.
fn scores(study: &Study, suggestions: &[Suggestion], known: Option<&KnownStudy>) -> Scores {
    let mut scores = Scores::default();
    let suggested = format!("{TEST}::");
    let name = |test: usize| {
        let (_, rest) = study.tests[test].name.split_once(&*suggested)?;
        Some(rest.to_owned())
    };
    for suggestion in suggestions {
        scores.by_name.insert(suggestion.name.clone(), Score::default());
    }
    let viable: Vec<&MutantResult> = study.mutants.iter().filter(|it| it.is_viable()).collect();
    scores.mutants = viable.len();
    scores.not_compiled = study.mutants.iter().filter(|it| it.outcome == NOT_COMPILED).count();
    for mutant in viable {
        let killers: Vec<usize> =
            (0..study.tests.len()).filter(|it| mutant.is_killed_by(*it) == Some(true)).collect();
        let by_project = killers.iter().any(|it| name(*it).is_none());
        // A process that died with its tests: which of them detects it is not known.
        let has_no_verdict = |it: usize| name(it).is_none() && mutant.is_killed_by(it).is_none();
        let is_unclear = killers.is_empty() && mutant.outcome != "missed"
            || (0..study.tests.len()).any(has_no_verdict);
        let is_survivor = !by_project && !is_unclear;
        scores.survivors += usize::from(is_survivor);
        scores.detected += usize::from(is_survivor && !killers.is_empty());
        for killer in killers {
            let Some(score) = name(killer).and_then(|it| scores.by_name.get_mut(&it)) else {
                continue;
            };
            score.detected += 1;
            if is_survivor {
                score.new.push(mutant.name.clone());
            }
        }
    }
    if let Some(known) = known {
        scores.mutants = known.mutants;
        scores.survivors = known.survivors.len();
        scores.not_compiled = known.not_compiled;
        scores.has_doctests = known.has_doctests;
        scores.is_of_study = true;
    }
    scores
}

/// Copies a project without what is built, and without its history. Linked files are copied; linked folders are left out.
fn copy_project(from: &Path, to: &Path) -> io::Result<()> {
    let _ = fs::remove_dir_all(to);
    let workspace = from.canonicalize()?;
    let mut open = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = open.pop() {
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let new = to.join(entry.file_name());
            let is_left_out = entry.file_name() == ".git" || kind.is_dir() && is_target_dir(&path);
            if is_left_out {
                continue;
            }
            if kind.is_dir() {
                open.push((path, new));
            } else if entry.file_name() == "Cargo.toml" {
                let text = fs::read_to_string(&path)?;
                fs::write(new, with_absolute_paths(&text, &from, &workspace))?;
            } else if path.is_file() {
                fs::copy(path, new)?;
            }
        }
    }
    Ok(())
}

/// The manifest in this folder, with absolute paths to what is outside of the workspace, which is not copied.
fn with_absolute_paths(manifest: &str, folder: &Path, workspace: &Path) -> String {
    let mut all = String::new();
    let mut rest = manifest;
    while let Some((before, after)) = rest.split_once("path") {
        all.extend([before, "path"]);
        rest = after;
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            continue;
        };
        let Some(quote) = value.chars().next().filter(|c| ['"', '\''].contains(c)) else {
            continue;
        };
        let Some((path, after)) = value[1..].split_once(quote) else { continue };
        let Ok(path) = folder.join(path).canonicalize() else { continue };
        if !path.starts_with(workspace) {
            let _ = write!(all, " = '{}'", path.display());
            rest = after;
        }
    }
    all + rest
}

/// Adds the suggestions to the copy, as a test of the package.
fn add_test(
    package: &Package,
    copy: &Path,
    suggestions: &[Suggestion],
    helpers: &[Helper],
) -> io::Result<()> {
    let inside = package.folder.strip_prefix(&package.workspace).unwrap_or(Path::new(""));
    let folder: PathBuf = copy.join(inside);
    let manifest = folder.join("Cargo.toml");
    let mut text = fs::read_to_string(&manifest)?;
    if !package.has_library {
        // Suggestions use no regular expressions, and the library is built for each score.
        let fields = fields(&package.library);
        let _ = write!(text, "\n[dev-dependencies.disprove]\n{fields}\ndefault-features = false\n");
    }
    let _ = write!(
        text,
        "\n[[test]]\nname = \"{TEST}\"\npath = \"tests/{TEST}.rs\"\nedition = \"2021\"\n"
    );
    fs::write(manifest, text)?;
    fs::create_dir_all(folder.join("tests"))?;
    let file = SourceFile::new(suggestions, helpers, false);
    let text = format!("#![allow(warnings)]\n{}", file.text);
    fs::write(folder.join(format!("tests/{TEST}.rs")), text)?;
    // Its own workspace, wherever the copy is.
    let root = copy.join("Cargo.toml");
    let text = fs::read_to_string(&root)?;
    if !text.lines().any(|line| line.trim().starts_with("[workspace")) {
        fs::write(root, format!("{text}\n[workspace]\n"))?;
    }
    Ok(())
}

/// The fields of an inline table, on lines of their own.
fn fields(table: &str) -> String {
    table.trim().trim_start_matches('{').trim_end_matches('}').trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{
        Arguments, KnownStudy, MutantResult, Package, Path, Study, Suggestion, copy_project, env,
        fs, scores, tester,
    };
    use crate::{mutants::study::Test, parsed::parsed, suggest::suggestion::Shape};
    use std::ffi::OsStr;

    #[test]
    fn mutants_are_tested_in_one_build_as_the_command_line_says() {
        let words = |line: &str, listed: Option<&Path>| {
            let folders = [Path::new("copy"), Path::new("score")];
            let arguments = parsed::<Arguments>(line);
            let command =
                tester(Path::new("tool"), &Package::example(), &arguments, folders, listed);
            command.get_args().filter_map(OsStr::to_str).collect::<Vec<_>>().join(" ")
        };
        let usual = words("suggest", None);
        assert!(usual.starts_with("disprove mutants --engine schemata "), "{usual}");
        assert!(usual.contains(" --only-together "), "{usual}");
        assert!(usual.ends_with(" --output score --sample 100"), "{usual}");
        assert!(words("suggest --sample 7 --offline", None).ends_with(" --sample 7 --offline"));
        assert!(words("suggest --all", None).ends_with(" --output score --all"));
        let listed = words("suggest", Some(Path::new("survivors")));
        assert!(listed.ends_with(" --listed survivors --only-test disprove_suggested"), "{listed}");
    }

    #[test]
    #[cfg(unix)]
    fn a_copy_has_linked_files_and_finds_packages_beside_the_workspace() {
        let scratch = env::temp_dir().join(format!("disprove-copy-{}", std::process::id()));
        let [workspace, copy] = ["workspace", "copy"].map(|name| scratch.join(name));
        for folder in ["workspace/inside", "workspace/a/.git", "sibling"] {
            fs::create_dir_all(scratch.join(folder)).expect("a folder");
        }
        let manifest = |sibling: &str| {
            format!(
                "[dependencies]\nsibling = {{ version = \"1\", path = {sibling} }}\n\
                 inside = {{ path = \"../inside\" }}\nnone = {{ path = \"../../none\" }}\n\
                 [[test]]\npath=\"all.rs\"\n# The path is short.\n"
            )
        };
        fs::write(workspace.join("a/Cargo.toml"), manifest("\"../../sibling\"")).expect("written");
        fs::write(workspace.join("a/all.rs"), "").expect("written");
        fs::write(scratch.join("data"), "linked").expect("written");
        std::os::unix::fs::symlink("../../data", workspace.join("a/data")).expect("a link");
        copy_project(&workspace, &copy).expect("copied");
        let sibling = scratch.join("sibling").canonicalize().expect("a folder");
        let copied = fs::read_to_string(copy.join("a/Cargo.toml")).expect("a manifest");
        assert_eq!(copied, manifest(&format!("'{}'", sibling.display())));
        assert_eq!(fs::read_to_string(copy.join("a/data")).expect("a file"), "linked");
        assert!(!copy.join("a/.git").exists() && copy.join("inside").is_dir());
        fs::remove_dir_all(scratch).expect("removed");
    }

    #[test]
    fn only_what_no_test_of_the_project_detects_is_new() {
        let test = |name: &str| Test { name: name.to_owned(), ..Test::default() };
        let mutant = |name: &str, outcome: &str, verdicts: &str| MutantResult {
            name: name.to_owned(),
            outcome: outcome.to_owned(),
            verdicts: verdicts.to_owned(),
            ..MutantResult::default()
        };
        let study = Study {
            tests: vec![
                test("small::unit"),
                test("disprove_suggested::a"),
                test("disprove_suggested::b"),
            ],
            mutants: vec![
                mutant("known", "caught", "FFp"),
                mutant("new", "caught", "pFF"),
                mutant("left", "missed", "ppp"),
                mutant("unclear", "timeout", "nnn"),
                mutant("died", "caught", "nFp"),
                mutant("bad", "unviable", "nnn"),
                mutant("absent", "not_compiled", "ppp"),
            ],
            ..Study::default()
        };
        let suggestion = |name: &str| Suggestion {
            name: name.to_owned(),
            shape: Shape::RoundTrip,
            claim: String::new(),
            functions: Vec::new(),
            place: String::new(),
            helpers: std::collections::BTreeSet::new(),
            is_expected: true,
            source: String::new(),
        };
        let all = [suggestion("a"), suggestion("b")];
        let found = scores(&study, &all, None);
        assert_eq!((found.mutants, found.survivors, found.detected), (5, 2, 1));
        assert_eq!((found.not_compiled, found.has_doctests, found.is_of_study), (1, false, false));
        assert_eq!(
            (found.by_name["a"].detected, &*found.by_name["a"].new),
            (3, &["new".to_owned()][..])
        );
        assert_eq!(found.by_name["b"].detected, 1);
        let known = KnownStudy {
            mutants: 30,
            not_compiled: 3,
            survivors: vec!["new".to_owned(), "left".to_owned(), "alone".to_owned()],
            has_doctests: true,
        };
        let found = scores(&study, &all, Some(&known));
        assert_eq!((found.mutants, found.survivors, found.detected), (30, 3, 1));
        assert_eq!((found.not_compiled, found.has_doctests, found.is_of_study), (3, true, true));
    }
}
