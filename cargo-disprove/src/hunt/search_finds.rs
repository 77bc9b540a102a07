//! Which search finds what: the cases, corpus entries and failures of each search.

use disprove::__private::protocol::SearchCounts;
use serde_json::{Value, json};

/// What a search did in a hunt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchFinds {
    /// Its name in reports. Known inputs that fail again have other names: "saved input", "example".
    pub(crate) name: String,
    pub(crate) executions: u64,
    /// Corpus entries that it found.
    pub(crate) corpus: u64,
    /// Failures that it found.
    pub(crate) findings: u64,
}

impl SearchFinds {
    pub(crate) fn json(&self) -> Value {
        json!({
            "name": self.name,
            "executions": self.executions,
            "corpus": self.corpus,
            "findings": self.findings,
        })
    }
}

/// Adds the counts of a worker since its last report.
pub(super) fn add(all: &mut Vec<SearchFinds>, old: &[SearchCounts], new: &[SearchCounts]) {
    for counts in new {
        let before = old.iter().find(|old| old.search == counts.search);
        let before = before.cloned().unwrap_or_default();
        let finds = entry(all, &counts.search);
        finds.executions += counts.executions.saturating_sub(before.executions);
        finds.corpus += counts.corpus.saturating_sub(before.corpus);
    }
}

/// The counts of a search.
pub(super) fn entry<'a>(all: &'a mut Vec<SearchFinds>, name: &str) -> &'a mut SearchFinds {
    let at = all.iter().position(|finds| finds.name == name).unwrap_or_else(|| {
        all.push(SearchFinds { name: name.to_owned(), ..SearchFinds::default() });
        all.len() - 1
    });
    &mut all[at]
}

#[cfg(test)]
mod tests {
    use super::{SearchCounts, add, entry};

    #[test]
    fn workers_report_totals_of_which_the_growth_counts() {
        let counts = |search: &str, executions, corpus| SearchCounts {
            search: search.to_owned(),
            executions,
            corpus,
        };
        let mut all = Vec::new();
        let first = [counts("random", 10, 1)];
        add(&mut all, &[], &first);
        let second = [counts("mutate", 30, 4), counts("random", 12, 1)];
        add(&mut all, &first, &second);
        add(&mut all, &[], &[counts("random", 5, 2)]);
        entry(&mut all, "mutate").findings += 1;
        let totals: Vec<_> =
            all.iter().map(|it| (&*it.name, it.executions, it.corpus, it.findings)).collect();
        assert_eq!(totals, [("random", 17, 3, 0), ("mutate", 30, 4, 1)]);
    }
}
