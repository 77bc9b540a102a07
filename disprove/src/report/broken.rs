//! The report of a panic in the generator or the history, which ended a run.

use super::{
    choices::choices_text,
    layout::elided,
    text::{INDENT, Page, Reproduction, indented},
};
use crate::{
    humanize::{count, plural, time},
    reduce::ReductionEnd,
    runner::{BrokenInput, BrokenRun},
};

impl Page<'_> {
    /// The report of the panic: all there is, or what follows the failures.
    pub(crate) fn broken(&self, run: &BrokenRun) -> String {
        let BrokenRun { name, seed, culprit, cause, input } = run;
        let place = cause.location.as_ref().map(|place| format!(" at {place}"));
        let place = place.unwrap_or_default();
        let mut parts = vec![format!("{name}: {culprit} panicked{place}: {}", cause.message)];
        if let Some(input) = input {
            parts.extend(effort(input).map(|effort| format!("  {effort}")));
            parts.push(self.style.code(&indented(&self.drawn(input), INDENT)));
            let token = &input.reduced.tree.to_token();
            let (provenance, is_saved) = (input.provenance, input.is_saved);
            let reproduction =
                Reproduction { token, seed: *seed, provenance, is_saved, example: None };
            parts.push(reproduction.text(self));
        }
        parts.join("\n\n")
    }

    /// What the generator drew before it panicked, and with which arguments the body ran.
    fn drawn(&self, input: &BrokenInput) -> String {
        let BrokenInput { reduced, arguments, argument_choices, .. } = input;
        let choices = choices_text(&reduced.tree, *argument_choices);
        let choices = if choices.is_empty() { "nothing".to_owned() } else { choices };
        let drew = elided(&[format!("the generator drew: {choices}")]).join("\n");
        match arguments {
            Some(arguments) => {
                format!("{}\n{drew}", self.call(arguments, &reduced.transcript.steps))
            }
            None => drew,
        }
    }
}

/// How far the choices were reduced.
fn effort(input: &BrokenInput) -> Option<String> {
    let reduced = &input.reduced;
    let (from, to) = (reduced.original_len, reduced.tree.len());
    let runs = format!("{} ({})", plural(reduced.runs, "run"), time(reduced.time));
    match () {
        () if reduced.is_flaky => Some(
            "The same choices do not always make it panic: let it depend on nothing but its `Source`."
                .to_owned(),
        ),
        () if reduced.end == ReductionEnd::Skipped => None,
        () if from == to => Some(format!("Reduced in {runs}.")),
        () => Some(format!(
            "Reduced from {} to {} in {runs}.",
            plural(from as u64, "choice"),
            count(to as u64)
        )),
    }
}
