//! A stored study of `cargo disprove mutants` that fits the code, whose verdicts need not be found again.

use super::{Arguments, package::Package};
use crate::mutants::{
    identity::{StableHash, hash_code},
    study::{FILE, MutantResult, NOT_COMPILED, Study},
};

/// What a study says about the tests of the package.
pub(super) struct KnownStudy {
    /// Mutants that could be tested.
    pub(super) mutants: usize,
    pub(super) not_compiled: usize,
    /// The names of those that no test detects.
    pub(super) survivors: Vec<String>,
    /// Whether its tests include doctests.
    pub(super) has_doctests: bool,
}

impl KnownStudy {
    /// The stored study, if it is complete, and of the same code, package and features.
    pub(super) fn find(package: &Package, arguments: &Arguments) -> Option<KnownStudy> {
        let folder = package.judge(arguments);
        if !folder.join(FILE).is_file() {
            return None;
        }
        let study = Study::read(&folder).ok()?;
        let mut hash = StableHash::new();
        hash_code(&package.workspace, &folder, &mut hash);
        fits(&study, &hash.text(), &package.name, &arguments.feature_flags())
            .then(|| KnownStudy::of(&study))
    }

    fn of(study: &Study) -> KnownStudy {
        let viable = study.mutants.iter().filter(|it| it.is_viable());
        let is_missed = |it: &&MutantResult| it.outcome == "missed";
        KnownStudy {
            mutants: viable.clone().count(),
            not_compiled: study.mutants.iter().filter(|it| it.outcome == NOT_COMPILED).count(),
            survivors: viable.filter(is_missed).map(|it| it.name.clone()).collect(),
            has_doctests: study.doctests != "none",
        }
    }
}

/// Whether a study is complete, and of this code, only this package, and these features.
fn fits(study: &Study, code: &str, package: &str, features: &[String]) -> bool {
    study.is_complete
        && study.code == code
        && study.packages == [package]
        && study.features == features
}

#[cfg(test)]
mod tests {
    use super::{KnownStudy, fits};
    use crate::mutants::study::{Study, tests::example};

    #[test]
    fn a_study_fits_if_it_is_complete_and_of_the_same_code_package_and_features() {
        let extra = ["--features".to_owned(), "extra".to_owned()];
        let study = Study {
            is_complete: true,
            code: "c1".to_owned(),
            packages: vec!["small".to_owned()],
            features: extra.to_vec(),
            ..example()
        };
        assert!(fits(&study, "c1", "small", &extra));
        assert!(!fits(&Study { is_complete: false, ..study.clone() }, "c1", "small", &extra));
        assert!(!fits(&study, "c2", "small", &extra));
        assert!(!fits(&study, "c1", "other", &extra));
        assert!(!fits(&study, "c1", "small", &[]));
    }

    #[test]
    fn only_missed_mutants_survive() {
        let mut study = example();
        // Only the doctest detects it.
        "pppF".clone_into(&mut study.mutants[1].verdicts);
        let known = KnownStudy::of(&study);
        let names = ["src/lib.rs:5:5: replace f5 -> bool with true"];
        assert_eq!((known.mutants, known.not_compiled, known.has_doctests), (4, 0, true));
        assert_eq!(known.survivors, names);
        "not_compiled".clone_into(&mut study.mutants[2].outcome);
        "none".clone_into(&mut study.doctests);
        let known = KnownStudy::of(&study);
        assert_eq!((known.mutants, known.not_compiled, known.has_doctests), (3, 1, false));
        assert!(known.survivors.is_empty());
    }
}
