//! Command-line arguments of `suggest`.

use super::suggestion::Suggestion;
use crate::project::feature_flags;
use clap::Args;
use std::{ffi::OsString, path::PathBuf};

/// Suggests properties for the public functions of a package.
///
/// Finds functions whose signatures and names fit a known shape: round trips, rejection of bad input, models, laws,
/// idempotence and others. Each suggestion is built and run before it is shown. One that fails is shown as a question, with
/// its smallest input, unless only a signature suggests it. One that passes is scored by the mutants that it detects and
/// no test of the package detects. The score needs cargo-mutants; a stored mutants.json of `cargo disprove mutants` that
/// fits the code is reused. Without `--write`, no file of the package changes.
///
/// Exits with 0, or with 2 if nothing can be suggested.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Arguments {
    /// Append the suggestions that pass to a file, such as tests/properties.rs.
    #[arg(long, value_name = "FILE")]
    pub(super) write: Option<PathBuf>,

    /// Only suggestions with this part in their name, in the path of a function they are about (numbers::gcd), or in the file
    /// of the first such function (src/numbers.rs).
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub(super) only: Vec<String>,

    /// Skip the score: builds no mutants.
    #[arg(long)]
    pub(super) no_score: bool,

    /// Number of mutants to sample for the score.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) sample: u32,

    /// Score with all mutants.
    #[arg(long, conflicts_with = "sample")]
    pub(super) all: bool,

    /// Cases of each suggestion.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) cases: u32,

    /// Folder for the stored result (default: target/disprove/judge).
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,

    /// Print a line of JSON per suggestion, and a summary.
    #[arg(long)]
    pub(super) json: bool,

    /// Also list what was skipped, and why.
    #[arg(short, long)]
    pub(super) verbose: bool,

    /// Folder of the library `disprove` (default: the version that the package depends on, or else the one of this tool).
    #[arg(long, value_name = "PATH")]
    pub(super) library: Option<PathBuf>,

    /// Package to suggest properties for.
    #[arg(short, long, value_name = "SPEC", help_heading = "Cargo")]
    pub(super) package: Option<String>,

    /// Features to enable.
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "Cargo")]
    pub(super) features: Vec<String>,

    #[arg(long, help = "Enable all features", help_heading = "Cargo")]
    pub(super) all_features: bool,

    #[arg(long, help = "Disable the default features", help_heading = "Cargo")]
    pub(super) no_default_features: bool,

    /// Path to the Cargo.toml of the package.
    #[arg(long, value_name = "PATH", help_heading = "Cargo")]
    pub(super) manifest_path: Option<PathBuf>,

    #[arg(long, help = "Run without the network", help_heading = "Cargo")]
    pub(super) offline: bool,
}

impl Arguments {
    /// The flags that every cargo command accepts.
    pub(super) fn for_metadata(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        if let Some(path) = &self.manifest_path {
            all.extend(["--manifest-path".into(), path.into()]);
        }
        all.extend(self.for_network());
        all
    }

    pub(super) fn for_network(&self) -> Vec<OsString> {
        if self.offline { vec!["--offline".into()] } else { Vec::new() }
    }

    /// The flags that select mutants for the score.
    pub(super) fn for_sample(&self) -> Vec<String> {
        if self.all {
            vec!["--all".to_owned()]
        } else {
            vec!["--sample".to_owned(), self.sample.to_string()]
        }
    }

    /// The features that the command line names.
    pub(super) fn feature_names(&self) -> impl Iterator<Item = String> {
        let names = self.features.iter().flat_map(|names| names.split([',', ' ']));
        names.filter(|name| !name.is_empty()).map(str::to_owned)
    }

    /// The flags that select features, with one name each.
    pub(super) fn feature_flags(&self) -> Vec<String> {
        feature_flags(&self.features, self.all_features, self.no_default_features)
    }

    /// Whether the command line selects a suggestion.
    pub(super) fn selects(&self, suggestion: &Suggestion) -> bool {
        let Suggestion { name, functions, place, .. } = suggestion;
        let file = place.split(':').next().unwrap_or_default();
        let contains = |part: &String| {
            let texts = functions.iter().map(String::as_str).chain([&**name, file]);
            texts.into_iter().any(|text| text.contains(&**part))
        };
        self.only.is_empty() || self.only.iter().any(contains)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Suggestion};
    use crate::parsed::parsed;
    use std::ffi::OsStr;

    #[test]
    fn the_sample_of_suggest_is_that_of_the_page() {
        let usual = parsed::<Arguments>("suggest");
        let sentence = format!("`suggest` samples {} mutants", usual.sample);
        crate::book::assert_said("guides/suggest.md", &sentence);
        assert_eq!(usual.for_sample(), ["--sample".to_owned(), usual.sample.to_string()]);
        for (line, expected) in [("--sample 7", "--sample 7"), ("--all", "--all")] {
            let arguments: Arguments = parsed(&format!("suggest {line}"));
            assert_eq!(arguments.for_sample().join(" "), expected);
        }
    }

    #[test]
    fn without_the_network_cargo_is_offline() {
        let flags = |line: &str| parsed::<Arguments>(line).for_metadata();
        assert!(flags("suggest").is_empty());
        assert_eq!(flags("suggest --offline"), ["--offline"]);
        let other = "--manifest-path a/Cargo.toml";
        assert_eq!(flags(&format!("suggest {other}")).join(OsStr::new(" ")), other);
    }

    #[test]
    fn features_are_those_of_the_command_line() {
        let flags = |line: &str| parsed::<Arguments>(line).feature_flags().join(" ");
        assert_eq!(flags("suggest -F one,two"), "--features one --features two");
        let others = "--all-features --no-default-features";
        assert_eq!(flags(&format!("suggest {others}")), others);
    }

    #[test]
    fn suggestions_are_selected_by_their_name_a_function_or_its_file() {
        let suggestion = Suggestion {
            functions: ["packed::numbers::gcd", "packed::sums::lcm"].map(str::to_owned).to_vec(),
            place: "src/maths.rs:2".to_owned(),
            ..Suggestion::named("gcd_is_commutative")
        };
        let selects = |line: &str| parsed::<Arguments>(line).selects(&suggestion);
        assert!(selects("suggest"));
        for part in
            ["gcd_is", "numbers::gcd", "numbers::", "sums::lcm", "src/maths.rs", "decode,numbers::"]
        {
            assert!(selects(&format!("suggest --only {part}")), "{part}");
        }
        for part in ["decode", "codec::", "src/codec.rs", "rs:2"] {
            assert!(!selects(&format!("suggest --only {part}")), "{part}");
        }
    }
}
