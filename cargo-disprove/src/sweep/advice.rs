//! Advice on the number of cases.

use super::{curve::Curve, record::Sweep};
use crate::plural::plural;

/// Share of the mutants that may take more cases than advised: the tail is long, and one in fifty is rarely worth it.
pub(crate) const TAIL: f64 = 0.02;

/// Final share of the inputs in which new kills suggest that more inputs would find more.
const FINAL_PART: f64 = 0.3;

/// Fewer mutants than this say little about the tail of the curve.
const MIN_MUTANTS: usize = 30;

/// Advice on the number of cases, one sentence each.
pub(crate) fn advice(sweep: &Sweep, curve: &Curve) -> Vec<String> {
    let found = curve.inputs.len();
    if found == 0 {
        return vec![
            "no input detected a mutant, so there is no advice on the number of cases".to_owned(),
        ];
    }
    let mut lines = Vec::new();
    let cases = curve.cases;
    let start = cases - (cases as f64 * FINAL_PART) as u64;
    let last = curve.beyond(start);
    if last as f64 > TAIL * found as f64 && start > 0 {
        lines.push(format!(
            "{} found with the last {} inputs: the curve still rises; `cargo disprove sweep --cases {}` shows how far",
            plural(last, "mutant was", "mutants were"),
            cases - start,
            cases * 4
        ));
    }
    for own in &curve.properties {
        let Some(property) = sweep.properties.get(own.property) else { continue };
        let Some((default, setting)) = default_cases(&property.framework) else { continue };
        if own.needs > default {
            lines.push(format!(
                "{} detects a mutant with input {} before all others: give it more than the default {default} cases, with \
                 {setting}",
                property.name, own.needs
            ));
        }
    }
    if found < MIN_MUTANTS {
        lines.push(format!(
            "{} say little about rare ones: use a larger sample in `cargo disprove mutants`",
            plural(found, "mutant", "mutants")
        ));
    }
    lines
}

/// The default cases of a framework, and how to change them.
fn default_cases(framework: &str) -> Option<(u64, &'static str)> {
    Some(match framework {
        "disprove" => (500, "`#[property(cases = ..)]`"),
        "proptest" | "test-strategy" => (256, "`ProptestConfig::with_cases(..)`"),
        "quickcheck" => (100, "`QuickCheck::new().tests(..)` or QUICKCHECK_TESTS"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
