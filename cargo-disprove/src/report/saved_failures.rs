//! Saved failures and their reduction paths.

use disprove::{__private::reduction_path, Database, Db};
use serde_json::{Value, json};
use std::path::Path;

/// The replay tokens of the saved failures of a property. The database is not modified.
pub(super) fn tokens(database: &Path, property: &str) -> Vec<String> {
    if !database.is_dir() {
        return Vec::new();
    }
    let saved = Db::read_only(Db::at(database)).load(property);
    saved.entries.iter().map(disprove::Tree::to_token).collect()
}

/// The reduction path of a failure: passes, and the choices left after each.
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
