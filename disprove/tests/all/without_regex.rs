//! Without the feature `regex`, a pattern is a compile error that names the feature.

use crate::child::Scratch;
use serde_json::Value;
use std::{collections::BTreeMap, env, path::Path, process::Command};

const USES: &str = r#"
use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
pub struct User {
    #[draw("[a-z]+")]
    name: String,
}

#[property]
#[miri::test]
fn draws_a_pattern(#[draw("[a-z]+")] _word: String) {}

pub fn uses() {
    let _ = regex("[a-z]+");
    let _ = text().alphabet("[a-z]");
    let _ = chars().alphabet("[a-z]");
    let _ = vec("[a-z]+");
    let _ = check("[a-z]+");
    let _ = one_of!["[a-z]+", text()];
}
"#;

/// The lines with an error: its title, and the note that names the feature.
fn errors(output: &str) -> BTreeMap<String, (String, String)> {
    let mut errors = BTreeMap::new();
    for line in output.lines() {
        let line: Value = serde_json::from_str(line).expect("cargo prints JSON");
        let error = &line["message"];
        if error["code"]["code"] != "E0277" {
            continue;
        }
        let spans = error["spans"].as_array().expect("places");
        let is_own =
            |span: &&Value| span["is_primary"] == true && span["file_name"] == "src/lib.rs";
        // Others are in a macro.
        let Some(place) = spans.iter().find(is_own) else { continue };
        let text = |value: &Value| value.as_str().expect("a text").trim().to_owned();
        let notes = error["children"].as_array().expect("notes").iter();
        let mut notes = notes.map(|note| text(&note["message"]));
        let note = notes.find(|note| note.contains("feature")).unwrap_or_default();
        errors.insert(text(&place["text"][0]["text"]), (text(&error["message"]), note));
    }
    errors
}

/// book/src/reference/features.md
#[test]
fn patterns_are_compile_errors_that_name_the_feature() {
    let package = Scratch::new("without-regex");
    package.write_package(USES);
    let done = Command::new(env!("CARGO"))
        .args(["check", "--tests", "--offline", "--quiet", "--message-format=json"])
        .current_dir(package.path())
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked"))
        .output()
        .expect("cargo starts");
    let errors = errors(&String::from_utf8_lossy(&done.stdout));

    let advice =
        "remove `default-features = false` from the dependency, or add `features = [\"regex\"]`";
    let default =
        "a string is a pattern only with the feature `regex` of `disprove`, which is on by default";
    let pattern = format!("{default}: {advice}");
    let of_string = ("`&str` is not a generator of `String`".to_owned(), pattern.clone());
    let no_generator = ("`&str` is not a generator".to_owned(), pattern);
    let needed = (
        "a pattern needs the feature `regex` of `disprove`".to_owned(),
        format!("`regex` is a default feature: {advice}"),
    );
    let expected = [
        ("#[draw(\"[a-z]+\")]", &of_string),
        ("fn draws_a_pattern(#[draw(\"[a-z]+\")] _word: String) {}", &of_string),
        ("let _ = regex(\"[a-z]+\");", &needed),
        ("let _ = text().alphabet(\"[a-z]\");", &needed),
        ("let _ = chars().alphabet(\"[a-z]\");", &needed),
        ("let _ = vec(\"[a-z]+\");", &no_generator),
        ("let _ = check(\"[a-z]+\");", &no_generator),
        ("let _ = one_of![\"[a-z]+\", text()];", &no_generator),
    ];
    let expected = expected.map(|(line, error)| (line.to_owned(), error.clone()));
    assert_eq!(errors, BTreeMap::from(expected));

    let page = include_str!("../../../book/src/reference/features.md");
    let shown = format!("error[E0277]: `&str` is not a generator\n   = note: {default}: ..\n");
    assert!(page.contains(&shown));
}
