//! Failures that are kept for the next run.

use disprove::{__private::reduction_path, Database, Db};
use serde_json::{Value, json};
use std::path::Path;

/// The tokens of the failures that a property keeps. Nothing is moved or removed.
pub(super) fn tokens(database: &Path, property: &str) -> Vec<String> {
    if !database.is_dir() {
        return Vec::new();
    }
    let kept = Db::read_only(Db::at(database)).load(property);
    kept.entries.iter().map(disprove::Tree::to_token).collect()
}

/// How a hunt has reduced a failure: passes, and the choices that were left after each.
pub(super) fn passes(database: &Path, property: &str, token: &str) -> Value {
    let path = reduction_path(database, property, token).unwrap_or_default();
    let mut passes = Vec::new();
    for line in path.lines() {
        if let Some((pass, choices)) = line.split_once('\t')
            && let Ok(choices) = choices.trim().parse::<u64>()
        {
            passes.push(json!({ "pass": pass, "choices": choices }));
        }
    }
    Value::Array(passes)
}
