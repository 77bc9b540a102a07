//! Saved failures and their reduction paths.

use disprove::{
    __private::{DataFolder, database_in, reduction_path},
    Database, Db,
};
use serde_json::{Value, json};

/// The replay tokens of the saved failures of a property. The database is not modified.
pub(super) fn tokens(database: Option<&DataFolder>, property: &str) -> Vec<String> {
    let Some(database) = database else { return Vec::new() };
    let saved = Db::read_only(database_in(database.clone())).load(property);
    saved.entries.iter().map(disprove::Tree::to_token).collect()
}

/// The problems of damaged entries of these properties, one sentence each.
pub(super) fn problems(database: Option<&DataFolder>, properties: &[Value]) -> Vec<String> {
    let Some(database) = database else { return Vec::new() };
    let mut all = Vec::new();
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        let loaded = Db::read_only(database_in(database.clone())).load(name);
        all.extend(loaded.problems.iter().map(ToString::to_string));
    }
    all.dedup();
    all
}

/// The reduction path of a failure: passes, and the choices left after each.
pub(super) fn passes(database: Option<&DataFolder>, property: &str, token: &str) -> Value {
    let path = database.and_then(|database| reduction_path(database, property, token));
    let path = path.unwrap_or_default();
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
