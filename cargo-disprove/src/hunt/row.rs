//! A row of the table of properties: on a terminal, in JSON and on the dashboard.

use super::search_finds::SearchFinds;
use serde_json::{Value, json};

/// The figures of a property.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    pub(super) property: String,
    pub(super) executions: u64,
    pub(super) per_second: f64,
    /// Percentage of all inputs.
    pub(super) rejected: f64,
    pub(super) corpus: u64,
    pub(super) new_per_minute: f64,
    pub(super) search: String,
    pub(super) state: String,
    /// Since the start of the hunt.
    pub(super) seconds: f64,
    /// Executions that were not rejected.
    pub(super) cases: u64,
    /// Covered blocks, if the build has compiler coverage.
    pub(super) coverage: Option<u64>,
    pub(super) searches: Vec<SearchFinds>,
}

impl Row {
    pub(super) fn json(&self, event: &str) -> Value {
        json!({
            "event": event,
            "property": self.property,
            "seconds": (self.seconds * 10.0).round() / 10.0,
            "executions": self.executions,
            "cases": self.cases,
            "per_second": self.per_second.round(),
            "rejected_percent": self.rejected.round(),
            "corpus": self.corpus,
            "coverage": self.coverage,
            "news_per_minute": self.new_per_minute.round(),
            "search": self.search,
            "searches": self.searches.iter().map(SearchFinds::json).collect::<Vec<_>>(),
            "state": self.state,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, SearchFinds};
    use serde_json::json;

    #[test]
    fn each_figure_has_its_key() {
        let name = "climb".to_owned();
        let row = Row {
            property: "p::f".to_owned(),
            executions: 400,
            per_second: 39.6,
            rejected: 24.8,
            corpus: 6,
            new_per_minute: 3.0,
            search: "mutate".to_owned(),
            state: "hunting".to_owned(),
            seconds: 5.04,
            cases: 300,
            coverage: Some(17),
            searches: vec![SearchFinds { name, executions: 9, corpus: 2, findings: 1 }],
        };
        let expected = json!({
            "event": "progress", "property": "p::f", "seconds": 5.0, "executions": 400, "cases": 300, "per_second": 40.0,
            "rejected_percent": 25.0, "corpus": 6, "coverage": 17, "news_per_minute": 3.0, "search": "mutate",
            "searches": [{ "name": "climb", "executions": 9, "corpus": 2, "findings": 1 }], "state": "hunting"
        });
        assert_eq!(row.json("progress"), expected);
        assert_eq!(Row { coverage: None, ..row }.json("property")["coverage"], json!(null));
    }
}
