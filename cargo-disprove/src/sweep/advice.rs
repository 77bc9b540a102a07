//! How many cases a suite needs.

use super::{curve::Curve, record::Sweep};

/// What may be found later than with the number that is advised: less than one in fifty of the mutants.
pub(crate) const SPARED: f64 = 0.02;

/// The last part of the inputs: where much is found in it, more inputs would find more.
const LAST: f64 = 0.3;

/// Fewer mutants say little about the tail of the curve.
const FEW: usize = 30;

/// Sentences for whoever sets the number of cases.
pub(crate) fn advice(sweep: &Sweep, curve: &Curve) -> Vec<String> {
    let found = curve.inputs.len();
    let Some(enough) = curve.enough(SPARED) else {
        return vec![
            "no mutant was found by an input, so nothing can be said about the number of cases"
                .to_owned(),
        ];
    };
    let mut lines = Vec::new();
    let cases = curve.cases;
    let later = curve.beyond(enough);
    let tail = match later {
        0 => "none takes more".to_owned(),
        1 => "one takes more".to_owned(),
        more => format!("{more} take more"),
    };
    lines.push(format!(
        "{} for the suite: of the {} found with up to {cases}, {tail}",
        plural(enough, "case is enough", "cases are enough"),
        plural(found as u64, "mutant", "mutants"),
    ));
    let start = cases - (cases as f64 * LAST) as u64;
    let last = curve.beyond(start);
    if last as f64 > SPARED * found as f64 && start > 0 {
        lines.push(format!(
            "{} found with the last {} inputs: the curve still rises, and `cargo disprove sweep --cases {}` would show how far",
            plural(last as u64, "mutant was", "mutants were"),
            cases - start,
            cases * 4
        ));
    }
    for own in &curve.properties {
        let Some(property) = sweep.properties.get(own.property) else { continue };
        let Some((usual, setting)) = usual(&property.framework) else { continue };
        if own.needs > usual {
            lines.push(format!(
                "{} finds a mutant with input {} that no other finds before: give it more than the {usual} cases that it \
                 has if nothing is said, with {setting}",
                property.name, own.needs
            ));
        }
    }
    if found < FEW {
        lines.push(format!(
            "{} tell little about rare ones: a larger sample in `cargo disprove mutants` would tell more",
            plural(found as u64, "mutant", "mutants")
        ));
    }
    lines
}

/// The cases of a framework, if nothing is said, and how to say something.
fn usual(framework: &str) -> Option<(u64, &'static str)> {
    Some(match framework {
        "disprove" => (500, "`#[property(cases = ..)]`"),
        "proptest" | "test-strategy" => (256, "`ProptestConfig::with_cases(..)`"),
        "quickcheck" => (100, "`QuickCheck::new().tests(..)` or QUICKCHECK_TESTS"),
        _ => return None,
    })
}

pub(super) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
