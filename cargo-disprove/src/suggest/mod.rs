//! `cargo disprove suggest`: proposes properties for the public functions of a package.

mod api;
mod arguments;
mod body;
mod cfg;
mod concrete;
mod definition;
mod existing;
mod known_study;
mod lower;
mod modules;
mod package;
mod pass;
mod result;
mod score;
mod scratch;
mod shapes;
mod source;
mod suggestion;
mod traits;
mod trial;
mod ty;
mod value;
mod write;

use crate::{
    error::{CommandError, exit, usage},
    mutants::study,
    plural::plural,
    terminal::{diagnostic, print, print_json},
};
pub(crate) use arguments::Arguments;
use concrete::type_arguments;
use modules::Crate;
use package::Package;
use result::{RankedSuggestion, SuggestResult};
use std::{collections::BTreeSet, process::ExitCode};
use suggestion::{Shape, Suggestion};
use trial::Outcome;
use value::Values;

/// The name of the stored result.
pub(crate) const FILE: &str = "suggest.json";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(suggest(arguments))
}

fn suggest(arguments: &Arguments) -> Result<u8, CommandError> {
    let package = Package::find(arguments)?;
    let krate =
        Crate::read(&package.root, &package.workspace, &package.conditions).map_err(usage)?;
    let api = api::api(&krate, &package.krate);
    let types = type_arguments(&api);
    let values = Values::new(&api, &types);
    let mut found = shapes::suggestions(&values);
    let helpers = values.helpers();
    if found.suggestions.is_empty() {
        return Err(usage(format!(
            "nothing to suggest: {} has no public function whose values can be generated{}",
            package.name,
            if arguments.verbose {
                reasons(&found.skipped)
            } else {
                "; `--verbose` says why".to_owned()
            }
        )));
    }
    let known = existing::properties(&package);
    found.suggestions.retain(|it| {
        let duplicate = existing::duplicate(it, &helpers, &known);
        if let Some(other) = &duplicate {
            found.skipped.push((it.name.clone(), format!("`{other}` says the same")));
        }
        duplicate.is_none() && arguments.selects(it)
    });
    if found.suggestions.is_empty() {
        return Err(usage(if arguments.only.is_empty() {
            format!("nothing to suggest: the properties of {} say everything already", package.name)
        } else {
            format!(
                "no suggestion has {} in its name, functions or file: run without `--only` to see all",
                arguments.only.join(" or ")
            )
        }));
    }
    let written = found.suggestions.len();
    diagnostic(&format!("building {}", plural(written, "suggestion", "suggestions")));
    let built = scratch::build(&package, arguments, found.suggestions, &helpers)?;
    for (name, why) in &built.refused {
        found.skipped.push((name.clone(), format!("the compiler refuses it: {why}")));
    }
    let compiled = built.suggestions.len();
    diagnostic(&format!("running {}", plural(compiled, "suggestion", "suggestions")));
    let mut outcomes = trial::run(&package, arguments, &built)?;
    let mut shown = Vec::new();
    for suggestion in built.suggestions {
        let outcome = outcomes.remove(&suggestion.name);
        let outcome = outcome.unwrap_or_else(|| Outcome::Nothing("it did not run".to_owned()));
        match &outcome {
            Outcome::Nothing(why) => found.skipped.push((suggestion.name, why.clone())),
            Outcome::Failed { .. } if !suggestion.is_expected => {
                found.skipped.push((
                    suggestion.name,
                    "it does not hold, and nothing says that it should".to_owned(),
                ));
            }
            _ => shown.push(RankedSuggestion { suggestion, outcome, score: None }),
        }
    }
    let shown = subsume(shown, &mut found.skipped);
    let mut result = SuggestResult {
        package: package.name.clone(),
        shown,
        written,
        compiled,
        left_out: found.skipped,
        scores: None,
        helpers,
    };
    score(&package, arguments, &mut result);
    result.sort();
    finish(&package, arguments, &result)
}

/// Drops what a stronger suggestion that passes says as well.
fn subsume(
    shown: Vec<RankedSuggestion>,
    skipped: &mut Vec<(String, String)>,
) -> Vec<RankedSuggestion> {
    let stronger: Vec<(Shape, String, BTreeSet<String>)> = shown
        .iter()
        .filter(|it| it.outcome.is_passed())
        .map(|it| {
            let Suggestion { shape, name, functions, .. } = &it.suggestion;
            (*shape, name.clone(), functions.iter().cloned().collect())
        })
        .collect();
    let mut left = Vec::new();
    for tried in shown {
        let Suggestion { shape, name, functions, .. } = &tried.suggestion;
        let is_weak = |other: Shape| match shape {
            Shape::NoPanic => other != Shape::NoPanic,
            Shape::Bounds | Shape::Inclusion | Shape::Idempotence => other == Shape::Model,
            _ => false,
        };
        let by = stronger.iter().find(|(other, by, all)| {
            is_weak(*other) && by != name && functions.iter().all(|it| all.contains(it))
        });
        match by {
            Some((_, by, _)) if tried.outcome.is_passed() => {
                skipped.push((name.clone(), format!("`{by}` says as much")));
            }
            _ => left.push(tried),
        }
    }
    left
}

/// Adds the scores of suggestions that pass.
fn score(package: &Package, arguments: &Arguments, result: &mut SuggestResult) {
    let mut passing = Vec::new();
    for tried in &result.shown {
        if let Outcome::Passed(seconds) = tried.outcome {
            let cases = score::cases(arguments.cases, seconds);
            passing.push((tried.suggestion.clone(), cases));
        }
    }
    if arguments.no_score || passing.is_empty() {
        return;
    }
    diagnostic("scoring them with mutants");
    match score::score(package, arguments, &passing, &result.helpers) {
        Ok(scores) => {
            for tried in &mut result.shown {
                tried.score = scores.by_name.get(&tried.suggestion.name).cloned();
            }
            result.scores = Some(scores);
        }
        Err(why) => diagnostic(&format!("without scores: {why}")),
    }
}

/// Prints, stores and writes the result.
fn finish(
    package: &Package,
    arguments: &Arguments,
    result: &SuggestResult,
) -> Result<u8, CommandError> {
    if arguments.json {
        for tried in &result.shown {
            print_json(&result.suggestion_json(tried));
        }
        print_json(&result.summary());
    } else {
        print(result.text(arguments.verbose).trim_end());
    }
    let path = package.judge(arguments).join(FILE);
    let text = serde_json::to_string(&result.to_json()).unwrap_or_default();
    study::write(&path, &text)
        .map_err(|why| usage(format!("cannot write {}: {why}", path.display())))?;
    if let Some(file) = &arguments.write {
        let count = write::append(result, file)?;
        diagnostic(&format!(
            "appended {} to {}",
            plural(count, "property", "properties"),
            file.display()
        ));
        if count > 0 && !package.has_library {
            diagnostic(
                "the package does not depend on the library yet: `cargo add disprove --dev`",
            );
        }
    }
    Ok(0)
}

fn reasons(skipped: &[(String, String)]) -> String {
    let lines: Vec<String> =
        skipped.iter().map(|(about, why)| format!("\n  {about}: {why}")).collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// Words of code that opens connections.
    const CONNECTIONS: [&str; 8] = [
        "net::",
        "TcpStream",
        "TcpListener",
        "UdpSocket",
        "UnixStream",
        "UnixListener",
        "redis",
        "rustls",
    ];
    /// The parts of the tool that open some.
    const CONNECTED: [&str; 3] = ["hunt", "share", "web"];

    /// Only cargo may use the network, to download what it builds.
    #[test]
    fn suggest_opens_no_connection() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut open = vec![root.clone()];
        let mut count = 0;
        while let Some(path) = open.pop() {
            if CONNECTED.iter().any(|part| path == root.join(part)) {
                continue;
            }
            if path.is_dir() {
                open.extend(
                    fs::read_dir(path).expect("a folder").map(|it| it.expect("read").path()),
                );
                continue;
            }
            let source = fs::read_to_string(&path).expect("a file");
            let (code, _) = source.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&source, ""));
            for word in CONNECTIONS {
                assert!(!code.contains(word), "{} has {word}", path.display());
            }
            for part in CONNECTED.map(|part| format!("{part}::")) {
                let is_used = path.starts_with(root.join("suggest")) && code.contains(&part);
                assert!(!is_used, "{} has {part}", path.display());
            }
            count += 1;
        }
        assert!(count > 200, "{count} files");
        // Of these, only `redis` opens connections.
        let known = [
            "disprove",
            "disprove-analysis",
            "clap",
            "ctrlc",
            "getrandom",
            "proc-macro2",
            "quote",
            "syn",
            "redis",
            "rustls",
            "serde_json",
            "addr2line",
            "object",
            "rustix",
        ];
        let manifest = include_str!("../../Cargo.toml");
        let tables = manifest.split("dependencies]\n").skip(1);
        let lines = tables.flat_map(|part| part.lines().take_while(|line| !line.starts_with('[')));
        let lines = lines.filter(|line| !line.starts_with('#'));
        let names: Vec<&str> =
            lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
        assert_eq!(names, known, "does the new one open connections?");
    }
}
