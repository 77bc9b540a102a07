//! Appends suggestions to a file of tests.

use super::{result::SuggestResult, source::IMPORT};
use crate::error::{CommandError, usage};
use std::{collections::BTreeSet, fs, path::Path};

/// Appends the suggestions that pass. Returns how many were new.
pub(super) fn append(result: &SuggestResult, path: &Path) -> Result<usize, CommandError> {
    let shown = path.display();
    if path.extension().is_none_or(|extension| extension != "rs") {
        return Err(usage(format!(
            "cannot write suggestions to {shown}: it is not a file of Rust; write `--write tests/properties.rs`"
        )));
    }
    let old = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(why) => return Err(usage(format!("cannot read {shown}: {why}"))),
    };
    let file = syn::parse_file(&old)
        .map_err(|why| usage(format!("cannot append to {shown}: it is not valid Rust: {why}")))?;
    let mut known: BTreeSet<String> = BTreeSet::new();
    for item in &file.items {
        if let syn::Item::Fn(function) = item {
            known.insert(function.sig.ident.to_string());
        }
    }
    let mut text = old.clone();
    let import = IMPORT.trim_end_matches(';');
    if !old.contains(import) {
        text = if old.is_empty() {
            format!("{IMPORT}\n")
        } else {
            format!("{}\n{IMPORT}\n", ended(&old))
        };
    }
    let mut count = 0;
    let mut needed = BTreeSet::new();
    for tried in result.shown.iter().filter(|it| it.outcome.is_passed()) {
        let suggestion = &tried.suggestion;
        if known.insert(suggestion.name.clone()) {
            text = format!(
                "{}\n/// {}.\n{}",
                ended(&text),
                capital(&suggestion.claim),
                suggestion.source
            );
            needed.extend(&suggestion.helpers);
            count += 1;
        }
    }
    for helper in result.helpers.iter().filter(|it| needed.contains(&it.name)) {
        if known.insert(helper.name.clone()) {
            text = format!("{}\n{}", ended(&text), helper.source);
        }
    }
    if count == 0 {
        return Ok(0);
    }
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(folder)
            .map_err(|why| usage(format!("cannot make {}: {why}", folder.display())))?;
    }
    fs::write(path, text).map_err(|why| usage(format!("cannot write {shown}: {why}")))?;
    Ok(count)
}

fn ended(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

fn capital(claim: &str) -> String {
    let mut letters = claim.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
