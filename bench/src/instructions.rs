//! Instructions per case, counted by callgrind. Other load hardly affects them, but they ignore caches and mispredicted
//! branches.

use crate::engine::Engine;
use crate::sample;
use crate::workload::Workload;
use std::process::{Command, Stdio};

/// Cases of the two runs whose difference leaves out the cost of starting the process.
const FEW: u64 = 100;
const MANY: u64 = 2_100;

/// Whether valgrind is installed.
pub fn available() -> bool {
    let mut version = Command::new("valgrind");
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Instructions of one case, from the difference of two runs.
pub fn per_case(engine: &Engine, workload: Workload) -> Result<f64, String> {
    let (few, fewer) = sample::counted(engine, workload, FEW)?;
    let (many, more) = sample::counted(engine, workload, MANY)?;
    if many.cases <= few.cases {
        return Err("the longer run had no more cases".to_owned());
    }
    Ok((more as f64 - fewer as f64) / (many.cases - few.cases) as f64)
}

/// The count in callgrind's output: `==123== Collected : 4567`.
pub fn collected(words: &str) -> Option<u64> {
    let line = words.lines().rfind(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn callgrinds_count_is_found_among_its_words() {
        let words = "==7== Events    : Ir\n==7== Collected : 909773\n==7== \n==7== I   refs:      909,773\n";
        assert_eq!(collected(words), Some(909_773));
        assert_eq!(collected("valgrind: cannot execute"), None);
    }
}
