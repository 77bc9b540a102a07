//! The sources of a project: lines, and the categories of its assertions.

use super::{
    project_list::{Project, ProjectLanguage},
    record::CategoryCounts,
};
use crate::{
    classify::{AssertionKind, Source, Survey, assertion_kind, walk},
    mutants::identity::StableHash,
};
use disprove_analysis::{engine::Mode, ir::Language, rust};
use std::fs;

/// The source files of a project, in its own language.
pub(super) fn sources(project: &Project) -> Vec<Source> {
    let target = project.path.join("target");
    let mut files = walk(&project.path, Some(&project.path), Some(&target));
    let language = match project.language {
        ProjectLanguage::Rust => Language::Rust,
        ProjectLanguage::Python => Language::Python,
    };
    files.retain(|file| file.language == language);
    files
}

/// Number of lines, and a hash of the code.
pub(super) fn lines_and_hash(files: &[Source]) -> (u64, StableHash) {
    let (mut lines, mut hash) = (0, StableHash::new());
    for file in files {
        let bytes = fs::read(&file.path).unwrap_or_default();
        lines += String::from_utf8_lossy(&bytes).lines().count() as u64;
        hash.add(file.shown.as_bytes());
        hash.add(&bytes);
    }
    (lines, hash)
}

/// The classified files.
pub(super) fn survey(files: &[Source]) -> Survey {
    Survey::of(files, Mode::Refined, &rust::Options::default())
}

/// The categories of all assertions about generated values, counted like `cargo disprove classify`.
pub(super) fn category_counts(survey: &Survey) -> CategoryCounts {
    let mut counts = CategoryCounts::default();
    for (_, judged) in survey.properties() {
        counts.tests += 1;
        for assertion in &judged.assertions {
            match assertion_kind(assertion) {
                AssertionKind::Unit => continue,
                AssertionKind::Uncategorised => counts.uncategorised += 1,
                AssertionKind::Categorised | AssertionKind::Hidden | AssertionKind::Undetected => {}
            }
            counts.assertions += 1;
            for label in &assertion.labels {
                counts.labels[*label as usize] += 1;
            }
        }
    }
    counts
}
