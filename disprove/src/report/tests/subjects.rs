//! Runs as `#[property]` starts them: with examples, draws in the body, and a listener of all events.

use crate::{
    feedback::IntoOutcome,
    generator::Generator,
    runner::{Event, Report, testing::TestProperty},
    settings::Settings,
    source::Source,
};

/// Runs a property with a seed and a listener.
pub(in crate::report) fn run_all<G, R, F>(
    name: &str,
    property: &TestProperty<'_, G, F>,
    cases: u64,
    listener: &mut dyn FnMut(Event<'_>),
) -> Report<G::Value>
where
    G: Generator,
    R: IntoOutcome,
    F: Fn(G::Value, &mut Source) -> R,
{
    let mut settings = Settings::named(name.to_owned());
    settings.seed = Some(1);
    settings.cases = cases;
    property.run(&settings, Some(listener))
}
