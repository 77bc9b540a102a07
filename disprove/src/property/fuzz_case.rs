//! One case of a fuzz target: runs the input that libFuzzer has chosen, and reports its failure.

use super::{Declaration, kept::KeptInputs};
use crate::{
    case::{CaseOutcome, Cause, Decision, Input, NoOutcome, Property, Quiet, Unwatched, run_case},
    choice::Tree,
    database::Db,
    feedback::{Recording, take_feedback},
    fuzz::{accept, take_input},
    machine::StepLimit,
    report::{Notation, Page, Style},
    runner::{Context, Report, run},
    settings::Settings,
    source::{CaseSeed, Dictionary, Source},
    trace::{Trace, pause, resume, watch},
};

/// Runs the input that libFuzzer has chosen.
///
/// # Panics
/// If the property fails. In a fuzz target, the panic hook then ends the process, where the property panicked.
#[track_caller]
pub(super) fn run_fuzz_case(declaration: &Declaration, property: &dyn Property, kept: &KeptInputs) {
    let name = declaration.name();
    let input = take_input().unwrap_or_else(|| panic!("{name} was called without an input"));
    assert!(!declaration.should_panic, "{name} is meant to fail, so it is not a fuzz target");
    let _steps = StepLimit::set(declaration.settings.steps);
    let mut src = Source::recording_with(Dictionary::empty());
    src.start_from(&input.into_case_seed());
    let mut trace = Trace::default();
    let outcome = {
        let _unwatched = Unwatched::start();
        let _recording = Recording::start(false);
        let _quiet = Quiet::start();
        // Only the property is traced, not the generator.
        let watch = watch();
        pause();
        let outcome = run_case(property, &mut src, &mut |_| {
            resume();
            true
        });
        watch.take(&mut trace);
        take_feedback();
        outcome
    };
    let tree = src.take_tree();
    match outcome {
        Ok(CaseOutcome::Passed) => accept(tree, trace.comparisons()),
        Ok(CaseOutcome::Rejected(_)) | Err(NoOutcome::Skipped) => {}
        Ok(CaseOutcome::Failed(cause)) | Err(NoOutcome::GeneratorPanicked(cause)) => {
            let report = Failing { declaration, name, property, kept }.report(&tree);
            eprintln!("{report}");
            fail_again(property, tree, &cause);
        }
    }
}

/// A property that has failed.
struct Failing<'a> {
    declaration: &'a Declaration,
    name: String,
    property: &'a dyn Property,
    kept: &'a KeptInputs,
}

impl Failing<'_> {
    /// The report of the input as it is: `cargo disprove import` reduces it.
    fn report(&self, tree: &Tree) -> String {
        let token = tree.to_token();
        let mut settings = Settings::named(self.name.clone());
        settings = settings.with(&self.declaration.settings);
        (settings.reduce, settings.explain) = (false, false);
        (settings.max_failures, settings.time) = (Some(1), None);
        settings.replays = vec![token.clone()];
        let context = Context {
            regressions: Vec::new(),
            database: &Db::none(),
            history: None,
            dictionary: Dictionary::empty(),
            listener: &mut |_| {},
            wants_executions: false,
            host: None,
        };
        let page = Page {
            function: self.declaration.function,
            regressions: None,
            notation: Notation::Foreign,
            style: Style::PLAIN,
        };
        let report = match run(self.property, &settings, context) {
            Ok(report) => Report::new(report, self.kept.take()),
            Err(broken) => return page.broken(&broken),
        };
        if report.failures().is_empty() {
            return format!("{} failed once, but not again: {token}", self.name);
        }
        page.text(&report)
    }
}

/// Runs a failing case as if there were no library around it, so that its stack tells this failure from others.
#[track_caller]
fn fail_again(property: &dyn Property, tree: Tree, cause: &Cause) {
    let mut src = Source::recording_with(Dictionary::empty());
    src.start_from(&CaseSeed::of(tree));
    property.run(Input::Drawn, &mut src, &mut |_, _| Decision::Call);
    panic!("{}", cause.message)
}
