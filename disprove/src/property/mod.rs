//! What `#[property]` and `#[derive(Arbitrary)]` expand to.

mod course;
mod lent;
mod show;

pub use lent::Lent;
pub use show::{Show, ShowDebug, ShowOpaque};

use crate::{
    case::Subject,
    feedback::{ErasedHistory, History, IntoOutcome, Outcome, erase},
    generator::{Arbitrary, Encoder, Generator, IntoGenerator, Tuple, any},
    report::Observing,
    settings::Overrides,
    source::Source,
};
use std::time::Duration;

/// A generator of values of type `T`; tells the literals in it what they are.
///
/// What it returns is known to make a `T` even where the argument does not, so that a mistake is told
/// once.
#[inline(always)]
#[track_caller]
pub fn typed<T, G: IntoGenerator<Value = T>>(
    generator: G,
) -> impl Generator<Value = T> + use<T, G> {
    generator.into_generator()
}

/// The generator of a type's own values, of which the same is true.
#[inline(always)]
pub fn own<T: Arbitrary>() -> impl Generator<Value = T> + use<T> {
    any::<T>()
}

/// Draws a field with `#[draw(..)]`.
#[inline(always)]
pub fn field<T, G: IntoGenerator<Value = T>>(src: &mut Source, generator: G) -> T {
    generator.into_generator().generate(src)
}

/// Writes the choices of a field with `#[draw(..)]`.
pub fn encode_field<T, G: IntoGenerator<Value = T>>(
    generator: G,
    value: &T,
    encoder: &mut Encoder,
) -> bool {
    generator.into_generator().encode_into(value, encoder)
}

/// A case in a process of its own may take this long, if nothing is said.
const ISOLATED: Duration = Duration::from_secs(10);

/// The names and texts of the arguments.
type Described = Vec<(&'static str, String)>;

/// A function with `#[property]`.
pub struct Property<G: Generator> {
    generator: G,
    /// Where it is.
    name: String,
    overrides: Overrides,
    replays: Vec<String>,
    /// It is meant to fail, so there is nothing to be kept.
    fails: bool,
    function: &'static str,
    module: &'static str,
    /// How long a case may take, if the property runs in a process of its own.
    isolate: Option<Duration>,
    examples: Vec<Box<dyn Fn() -> G::Value>>,
    history: Option<ErasedHistory>,
    describe: fn(&G::Value) -> Described,
    literal: fn(&G::Value) -> Option<String>,
}

impl<G: Generator> Property<G> {
    /// A property; `arguments` are the generators of its arguments.
    ///
    /// The marker is not read here: it stands in the binary, so that tools know which of its tests are properties.
    pub fn new<A>(
        marker: &'static str,
        name: &'static str,
        module: &'static str,
        package: Option<&'static str>,
        arguments: A,
    ) -> Property<G>
    where
        A: IntoGenerator<Generator = G, Value = G::Value>,
    {
        std::hint::black_box(marker);
        Property {
            generator: arguments.into_generator(),
            name: place(name, module, package),
            overrides: Overrides::NONE,
            replays: Vec::new(),
            fails: false,
            function: name,
            module,
            isolate: None,
            examples: Vec::new(),
            history: None,
            describe: |_| Vec::new(),
            literal: |_| None,
        }
    }

    /// The settings of the attribute.
    #[must_use]
    pub fn settings(mut self, overrides: &Overrides) -> Self {
        self.overrides = overrides.clone();
        self
    }

    /// Runs it in a process of its own, so that whatever it does to that is reported like any failure. No case may
    /// take longer than this, ten seconds if nothing is said.
    #[must_use]
    pub fn isolate(mut self, limit: Option<Duration>) -> Self {
        self.isolate = Some(limit.unwrap_or(ISOLATED));
        self
    }

    /// See [`Check::history`](crate::Check::history).
    #[must_use]
    pub fn history(mut self, history: impl History + 'static) -> Self {
        self.history = Some(erase(history));
        self
    }

    /// A value to run first.
    #[must_use]
    pub fn example(mut self, value: impl Fn() -> G::Value + 'static) -> Self {
        self.examples.push(Box::new(value));
        self
    }

    /// See [`Check::replay`](crate::Check::replay).
    #[must_use]
    pub fn replay(mut self, token: &str) -> Self {
        self.replays.push(token.to_owned());
        self
    }

    /// It is meant to fail: nothing is kept.
    #[must_use]
    pub fn should_panic(mut self) -> Self {
        self.fails = true;
        self
    }

    /// How the arguments are printed.
    #[must_use]
    pub fn describe(mut self, describe: fn(&G::Value) -> Described) -> Self {
        self.describe = describe;
        self
    }

    /// How the arguments are written as Rust, if they can be.
    #[must_use]
    pub fn literal(mut self, literal: fn(&G::Value) -> Option<String>) -> Self {
        self.literal = literal;
        self
    }

    /// Runs a property that does not draw itself.
    ///
    /// # Panics
    /// If it does not hold.
    #[track_caller]
    pub fn run<R: IntoOutcome>(self, property: impl Fn(G::Value) -> R) {
        self.check::<false>(|value, _| property(value).into_outcome());
    }

    /// Runs a property that draws as well.
    ///
    /// # Panics
    /// If it does not hold.
    #[track_caller]
    pub fn run_drawing<R: IntoOutcome>(self, property: impl Fn(G::Value, &mut Source) -> R) {
        self.check::<true>(|value, src| property(value, src).into_outcome());
    }
}

impl Property<Tuple<()>> {
    /// Runs a state machine: `case` runs one case of it. Compiled once, whatever the machine.
    ///
    /// # Panics
    /// If it does not hold.
    #[track_caller]
    pub fn run_machine(self, case: &dyn Fn(&mut Source) -> Outcome) {
        self.check::<true>(|(), src| case(src));
    }
}

/// The name that no other property of the workspace has. A file in `tests/` is a crate of its own, and those of
/// two packages are often called the same, so there the package comes first.
pub fn place(name: &str, module: &str, package: Option<&str>) -> String {
    let root = module.split("::").next().unwrap_or(module);
    match package {
        Some(package) if package.replace('-', "_") != root => format!("{package}-{module}::{name}"),
        _ => format!("{module}::{name}"),
    }
}

/// The generators of the arguments, and the function.
struct Function<'a, G: Generator, F, const DRAWS: bool> {
    generator: &'a G,
    test: F,
    /// Another type for properties that are observed would compile each run twice.
    observing: Option<&'a Observing<'a, G::Value>>,
}

impl<G, F, const DRAWS: bool> Subject for Function<'_, G, F, DRAWS>
where
    G: Generator,
    F: Fn(G::Value, &mut Source) -> Outcome,
{
    type Value = G::Value;
    const DRAWS: bool = DRAWS;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        if let Some(observing) = self.observing {
            observing.begin();
        }
        self.generator.generate(src)
    }

    #[inline(always)]
    fn test(&self, value: G::Value, src: &mut Source) -> Outcome {
        if let Some(observing) = self.observing {
            observing.call(&value);
        }
        (self.test)(value, src)
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn files_of_the_same_name_in_two_packages_are_told_apart() {
        assert_eq!(place("f", "my_crate::tests", Some("my-crate")), "my_crate::tests::f");
        assert_eq!(place("f", "properties", Some("my-crate")), "my-crate-properties::f");
        assert_eq!(place("f", "properties", Some("other")), "other-properties::f");
        assert_eq!(place("f", "properties", None), "properties::f");
    }
}
