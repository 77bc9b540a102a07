//! What a property tells programs beside its verdict: lines of JSON for tools, and annotations for GitHub Actions.

use super::Declaration;
use crate::{
    report::{
        Identity, Page, Shown, annotation, append_message, diagnostic, wants_annotations,
        wants_messages,
    },
    runner::Report,
    worker::{Job, Supervised, announce, is_worker},
};
use std::panic::Location;

/// Sends messages about one run of a property: from a worker to its supervisor, and from any other process to those who
/// asked for them in the environment.
pub(super) struct Announcer<'a> {
    identity: Identity<'a>,
    function: &'a str,
    has_messages: bool,
    has_annotations: bool,
}

impl<'a> Announcer<'a> {
    /// Tells that the property starts.
    pub(super) fn start(
        declaration: &'a Declaration,
        name: &'a str,
        place: &'static Location<'static>,
    ) -> Announcer<'a> {
        let Declaration { module, function, package, should_panic, .. } = *declaration;
        let test = match module.split_once("::") {
            Some((_, module)) => format!("{module}::{function}"),
            None => function.to_owned(),
        };
        // Of a test for another library, the place is in the crate that runs it.
        let place = declaration.foreign.is_none().then(|| (place.file(), place.line()));
        let announcer = Announcer {
            identity: Identity { name, test, package, place, should_panic },
            function,
            has_messages: wants_messages(),
            has_annotations: wants_annotations() && !should_panic,
        };
        if announcer.has_messages && !is_worker() {
            send(None, Some(announcer.identity.started()), Vec::new());
        }
        announcer
    }

    /// Whether anyone asked for messages or annotations.
    pub(super) fn is_heard(&self) -> bool {
        self.has_messages || self.has_annotations
    }

    /// Announces the result of a run; `text` is the report of a property that does not hold.
    pub(super) fn ended(
        &self,
        job: Option<&Job>,
        page: &Page<'_>,
        report: &Report<Shown>,
        text: Option<&str>,
    ) {
        let message = self.has_messages.then(|| self.identity.ended(page, report, text));
        let mut annotations = Vec::new();
        if self.has_annotations {
            for failure in report.failures() {
                annotations.push(page.annotation(failure, self.identity.place));
            }
            if let (Some(text), true) = (text, annotations.is_empty()) {
                annotations.push(self.annotation(text));
            }
        }
        send(job, message, annotations);
    }

    /// Announces that the property could not be run, or not to the end.
    pub(super) fn error(&self, job: Option<&Job>, text: &str) {
        let message = self.has_messages.then(|| self.identity.error(text));
        let annotation = self.has_annotations.then(|| self.annotation(text));
        send(job, message, annotation.into_iter().collect());
    }

    /// Passes on what another process has announced, or announces its end.
    pub(super) fn supervised(&self, result: &Supervised) {
        let Supervised { report, message, annotations, .. } = result;
        if let (Some(report), None, []) = (report, message, &annotations[..]) {
            return self.error(None, report);
        }
        send(None, message.clone(), annotations.clone());
    }

    fn annotation(&self, text: &str) -> String {
        annotation(self.function, self.identity.place, text)
    }
}

/// Sends both to the supervisor, or to those who asked for them.
fn send(job: Option<&Job>, message: Option<String>, annotations: Vec<String>) {
    match job {
        Some(job) => announce(job, message, annotations),
        None if is_worker() => {}
        None => {
            for annotation in annotations {
                diagnostic(&annotation);
            }
            if let Some(Err(why)) = message.map(|message| append_message(&message)) {
                diagnostic(&why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Announcer, Declaration, Location};
    use crate::property::Foreign;

    #[test]
    fn only_properties_of_this_library_have_a_place() {
        let own = Declaration { function: "f", module: "tests::inner", ..Declaration::EMPTY };
        let foreign = Some(Foreign { least_cases: None });
        let foreign = Declaration { foreign, ..own.clone() };
        let here = Location::caller();
        let announcer = Announcer::start(&own, "p::f", here);
        assert_eq!(announcer.identity.place, Some((here.file(), here.line())));
        assert_eq!(announcer.identity.test, "inner::f");
        assert_eq!(Announcer::start(&foreign, "p::f", here).identity.place, None);
    }
}
