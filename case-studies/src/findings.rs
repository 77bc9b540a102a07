//! The results of a study.

use crate::{Options, table::Table};
use serde_json::{Value, json};

/// Tables to read, and all figures behind them.
pub struct Findings {
    /// Printed one below the other.
    pub tables: Vec<Table>,
    /// For programs: every repetition, not only what is in the tables.
    pub figures: Value,
}

impl Findings {
    /// Everything as JSON, with what is needed to run the study again.
    pub fn json(&self, study: &str, options: &Options) -> String {
        let tables: Vec<Value> = self.tables.iter().map(Table::json).collect();
        let all = json!({
            "study": study,
            "version": env!("CARGO_PKG_VERSION"),
            "seed": options.seed,
            "runs": options.runs,
            "smoke": options.smoke,
            "searches": options.searches.names(),
            "only": options.only.names(),
            "tables": tables,
            "figures": self.figures,
        });
        format!("{all:#}\n")
    }
}
