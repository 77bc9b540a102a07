//! The published values: tables 2 to 5 of "An Empirical Evaluation of Property-Based Testing in Python" (OOPSLA 2025).

use disprove_analysis::label::Label;

/// A row of table 2: mutants found are of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PublishedProject {
    pub(crate) name: &'static str,
    pub(crate) lines: u64,
    pub(crate) tests: u64,
    /// Percentage of the tests that are properties.
    pub(crate) properties: f64,
    pub(crate) by_unit: u64,
    pub(crate) by_property: u64,
    pub(crate) all: u64,
}

/// Mutants of each project of the paper.
pub(crate) const SAMPLE: u64 = 100;

/// Table 2 in numbers: tests, and mutants found in all projects.
pub(crate) const PROPERTIES: u64 = 350;
pub(crate) const UNITS: u64 = 21_222;
pub(crate) const MUTANTS: u64 = 4_000;
pub(crate) const FOUND: u64 = 1_610;
pub(crate) const FOUND_BY_UNIT: u64 = 1_365;
pub(crate) const FOUND_BY_PROPERTY: u64 = 467;

/// The pairs of a test and a mutant.
pub(crate) const PAIRS: u64 = 1_916_905;

/// Table 3: percentages of all pairs, first of properties and then of unit tests: missed and caught.
pub(crate) const CONTINGENCY: [[f64; 2]; 2] = [[0.37, 0.05], [99.34, 0.24]];
/// The statistics in the text: the chi-square of the likelihood ratio, Cramér's V, the odds ratio, and that with coverage.
pub(crate) const CHI_SQUARE: f64 = 5015.334;
pub(crate) const V: f64 = 0.05;
/// The paper prints the inverse, 0.019.
pub(crate) const ODDS: f64 = 1.0 / 0.019;
pub(crate) const ODDS_WITH_COVERAGE: f64 = 51.91;
/// The change of the log odds by a percentage point of coverage.
pub(crate) const COVERAGE_SLOPE: f64 = -0.02;

/// Table 4: the chi-square, Cramér's V and p. The odds ratio is [`Label::odds`].
pub(crate) fn category(label: Label) -> (f64, f64, &'static str) {
    const BELOW: &str = "< 0.0001";
    match label {
        Label::Roundtrip => (359.458, 0.014, BELOW),
        Label::PartialRoundtrip => (714.9, 0.019, BELOW),
        Label::CommutativePaths => (1506.723, 0.028, BELOW),
        Label::ConstantEquality => (366.958, 0.014, BELOW),
        Label::GeneratedBounds => (3.464, 0.0013, "0.0627"),
        Label::ConstantBounds => (164.745, 0.0093, BELOW),
        Label::GeneratedNonequality => (0.949, 0.0007, "0.3299"),
        Label::ConstantNonequality => (21.298, 0.0033, BELOW),
        Label::TypeChecking => (234.785, 0.011, BELOW),
        Label::Inclusion => (559.445, 0.017, BELOW),
        Label::ConstantInclusion => (0.017, 0.000_09, "0.8969"),
        Label::ExceptionRaising => (1002.539, 0.023, BELOW),
    }
}

/// Table 5: mean seconds of a property with 100 inputs.
pub(crate) fn seconds(label: Label) -> f64 {
    match label {
        Label::Roundtrip => 0.283,
        Label::PartialRoundtrip => 0.262,
        Label::CommutativePaths => 0.372,
        Label::ConstantEquality => 1.085,
        Label::GeneratedBounds => 0.620,
        Label::ConstantBounds => 0.391,
        Label::GeneratedNonequality => 0.519,
        Label::ConstantNonequality => 0.511,
        Label::TypeChecking => 2.519,
        Label::Inclusion => 0.387,
        Label::ConstantInclusion => 0.127,
        Label::ExceptionRaising => 0.083,
    }
}

/// The project of this name in table 2: `h2-4.1.0` and `python-h2` are `h2` too.
pub(crate) fn project(name: &str) -> Option<&'static PublishedProject> {
    let plain = plain(name);
    TABLE.iter().find(|row| self::plain(row.name) == plain)
}

/// A name without the version, the case, and the signs between words.
fn plain(name: &str) -> String {
    let own = match name.rsplit_once('-') {
        Some((own, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => own,
        _ => name,
    };
    let lower = own.to_lowercase().replace(['-', '_', '.'], "");
    let lower = lower.strip_prefix("python").unwrap_or(&lower);
    lower.strip_suffix("python").unwrap_or(lower).to_owned()
}

const fn row(
    name: &'static str,
    lines: u64,
    tests: u64,
    properties: f64,
    [by_unit, by_property, all]: [u64; 3],
) -> PublishedProject {
    PublishedProject { name, lines, tests, properties, by_unit, by_property, all }
}

/// Table 2.
pub(crate) const TABLE: [PublishedProject; 40] = [
    row("buku", 6610, 1169, 0.09, [20, 0, 20]),
    row("Harmonbot", 34_882, 107, 37.0, [1, 1, 2]),
    row("habitipy", 2116, 15, 6.7, [12, 10, 16]),
    row("hyperdome", 5650, 15, 53.0, [8, 7, 9]),
    row("anonlink", 5649, 9058, 0.19, [21, 51, 63]),
    row("argon2-cffi", 2111, 75, 2.7, [55, 8, 55]),
    row("clkhash", 5718, 141, 8.5, [57, 4, 58]),
    row("cryptoconditions", 6353, 425, 1.2, [57, 3, 60]),
    row("eth-keys", 2625, 62, 15.0, [27, 17, 34]),
    row("elm-ops-tooling", 1518, 6, 17.0, [27, 13, 34]),
    row("hissp", 3139, 53, 9.4, [8, 0, 8]),
    row("attrs", 18_978, 1330, 2.0, [45, 9, 47]),
    row("datatyping", 990, 38, 45.0, [15, 50, 52]),
    row("dataclasses-json", 5142, 328, 0.30, [47, 0, 47]),
    row("chocolate", 6117, 128, 2.3, [25, 18, 28]),
    row("dsntnn", 927, 36, 2.8, [94, 0, 94]),
    row("fklearn", 16_115, 172, 0.58, [42, 0, 42]),
    row("aiosmtplib", 8235, 358, 2.2, [34, 1, 34]),
    row("framewirc", 2062, 136, 0.74, [37, 8, 37]),
    row("h2", 19_048, 1434, 1.1, [37, 8, 38]),
    row("hpack", 7792, 499, 0.80, [9, 29, 32]),
    row("dvrip", 3960, 125, 54.0, [18, 6, 20]),
    row("BIGSI", 3493, 28, 3.6, [3, 0, 3]),
    row("cdflib", 10_988, 60, 5.0, [31, 5, 32]),
    row("forgi", 42_094, 561, 0.71, [19, 0, 19]),
    row("Ciw", 16_740, 330, 6.1, [75, 1, 76]),
    row("ExoData", 5935, 182, 0.55, [47, 11, 53]),
    row("datacube-core", 55_189, 941, 0.43, [0, 0, 0]),
    row("fuzzywuzzy", 1675, 71, 2.8, [27, 69, 71]),
    row("cyberpandas", 2484, 105, 0.95, [26, 0, 26]),
    row("dpath-python", 2556, 79, 19.0, [52, 13, 53]),
    row("hyperlink", 5554, 115, 7.0, [51, 43, 68]),
    row("cloudformation-cli-python-plugin", 6884, 159, 5.7, [45, 8, 53]),
    row("dc_stat_think", 3934, 26, 61.5, [22, 32, 41]),
    row("chalice", 48_486, 1419, 0.21, [62, 0, 62]),
    row("chopsticks", 3852, 38, 2.6, [96, 2, 96]),
    row("barva", 531, 2, 50.0, [2, 1, 3]),
    row("corrscope", 14_426, 310, 1.3, [11, 1, 11]),
    row("geovoronoi", 2140, 43, 7.0, [36, 42, 48]),
    row("glue", 49_937, 1393, 0.07, [64, 0, 64]),
];

#[cfg(test)]
mod tests {
    use super::{
        CHI_SQUARE, FOUND, FOUND_BY_PROPERTY, FOUND_BY_UNIT, Label, MUTANTS, SAMPLE, TABLE,
        category, project,
    };

    #[test]
    fn the_rows_have_the_printed_sums() {
        assert_eq!(TABLE.len() as u64 * SAMPLE, MUTANTS);
        let sum = |of: fn(&super::PublishedProject) -> u64| TABLE.iter().map(of).sum::<u64>();
        // The text of the paper has 1,610, 1,365 and 467; its rows add up to one less, the same, and four more.
        assert_eq!(sum(|row| row.all), FOUND - 1);
        assert_eq!(sum(|row| row.by_unit), FOUND_BY_UNIT);
        assert_eq!(sum(|row| row.by_property), FOUND_BY_PROPERTY + 4);
    }

    #[test]
    fn effect_sizes_follow_from_the_statistics() {
        // V is the root of the statistic by the pairs.
        let v = |statistic: f64| (statistic / super::PAIRS as f64).sqrt();
        assert!((v(CHI_SQUARE) - super::V).abs() < 0.005);
        for label in Label::ALL {
            let (statistic, printed, _) = category(label);
            assert!((v(statistic) - printed).abs() < 0.0006, "{label:?}");
        }
    }

    #[test]
    fn projects_are_known_by_their_names_in_other_forms() {
        for (name, expected) in [
            ("h2-4.1.0", "h2"),
            ("dpath-2.2.0", "dpath-python"),
            ("argon2_cffi-25.1.0", "argon2-cffi"),
            ("ciw-3.2.7", "Ciw"),
            ("eth_keys", "eth-keys"),
        ] {
            assert_eq!(project(name).map(|row| row.name), Some(expected), "{name}");
        }
        assert_eq!(project("leb128-0.2.5"), None);
    }
}
