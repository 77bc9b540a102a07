//! Runs for the tests of other modules: with examples, draws in the body, and a listener of all events.

use super::{Context, Event, Report, run};
use crate::{
    case::{Texts, TypedProperty},
    database::Db,
    feedback::IntoOutcome,
    generator::Generator,
    settings::Settings,
    source::{Dictionary, Source},
};
use std::cell::RefCell;

/// A property for tests.
pub(crate) struct TestProperty<'a, G: Generator, F> {
    pub(crate) generator: G,
    pub(crate) body: F,
    pub(crate) draws: bool,
    pub(crate) describe: &'a dyn Fn(&G::Value) -> Texts,
    pub(crate) examples: Vec<Box<dyn Fn() -> G::Value>>,
}

impl<'a, G: Generator, F> TestProperty<'a, G, F> {
    /// A property that draws in its body.
    pub(crate) fn drawing(generator: G, body: F) -> TestProperty<'a, G, F> {
        TestProperty {
            generator,
            body,
            draws: true,
            describe: &|_| Vec::new(),
            examples: Vec::new(),
        }
    }
}

impl<G, R, F> TestProperty<'_, G, F>
where
    G: Generator,
    R: IntoOutcome,
    F: Fn(G::Value, &mut Source) -> R,
{
    /// Runs the property without a database. Without a listener, executions are not reported.
    pub(crate) fn run(
        &self,
        settings: &Settings,
        listener: Option<&mut dyn FnMut(Event<'_>)>,
    ) -> Report<G::Value> {
        let values = RefCell::new(Vec::new());
        let property = TypedProperty {
            generator: &self.generator,
            body: |value, src: &mut Source| (self.body)(value, src).into_outcome(),
            draws: self.draws,
            example: &|number: usize| (self.examples[number])(),
            examples: self.examples.len(),
            describe: self.describe,
            keep: &|value, _| {
                values.borrow_mut().push(value);
                values.borrow().len() - 1
            },
            on_thread: None,
        };
        let wants_executions = listener.is_some();
        let mut nobody = |_: Event<'_>| ();
        let context = Context {
            regressions: Vec::new(),
            database: &Db::none(),
            history: None,
            dictionary: Dictionary::empty(),
            listener: listener.unwrap_or(&mut nobody),
            wants_executions,
            host: None,
        };
        let report = run(&property, settings, context).expect("the generator does not panic");
        Report::new(report, values.take())
    }
}
