//! Mutants, as cargo-mutants lists them.

use serde_json::Value;

/// A small change of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// Its location and change: unique.
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) file: String,
    /// Both from 1.
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// The enclosing function, if any.
    pub(crate) function: Option<String>,
    /// `FnValue`, `BinaryOperator`, ...
    pub(crate) genre: String,
    /// The code in its place.
    pub(crate) replacement: String,
    pub(crate) diff: String,
}

impl Mutant {
    /// Parses an item of the list.
    pub(super) fn of(item: &Value) -> Option<Mutant> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let start = &item["span"]["start"];
        Some(Mutant {
            name: text(&item["name"])?,
            package: text(&item["package"])?,
            file: text(&item["file"])?,
            line: start["line"].as_u64()?,
            column: start["column"].as_u64()?,
            function: text(&item["function"]["function_name"]),
            genre: text(&item["genre"])?,
            replacement: text(&item["replacement"]).unwrap_or_default(),
            diff: text(&item["diff"]).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Mutant;
    use serde_json::json;

    #[test]
    fn an_item_of_the_list_is_parsed_or_rejected() {
        let mut item = json!({
            "name": "src/lib.rs:2:5: replace f -> bool with true",
            "package": "p",
            "file": "src/lib.rs",
            "function": {
                "function_name": "f",
                "return_type": "-> bool",
                "span": { "start": { "line": 1, "column": 1 }, "end": { "line": 3, "column": 2 } }
            },
            "span": { "start": { "line": 2, "column": 5 }, "end": { "line": 2, "column": 9 } },
            "replacement": "true",
            "genre": "FnValue",
            "diff": "-a\n+b\n"
        });
        let mutant = Mutant::of(&item).expect("parsed");
        assert_eq!((mutant.line, mutant.column), (2, 5));
        assert_eq!(mutant.function.as_deref(), Some("f"));
        item["function"] = json!(null);
        assert_eq!(Mutant::of(&item).expect("parsed").function, None);
        item["span"] = json!("2:5");
        assert_eq!(Mutant::of(&item), None);
    }
}
