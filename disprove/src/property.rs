//! What `#[property]` and `#[derive(Arbitrary)]` expand to.

use crate::{
    choice::Tree,
    database::Db,
    execute::Subject,
    feedback::{IntoOutcome, Outcome},
    generate::{Arbitrary, Encoder, Generator, IntoGenerator, any},
    report::{self, Page, Style},
    runner::{Context, Example, Settings, Verdict, run},
    search::Search,
    source::Source,
};
use std::{any::type_name, fmt::Debug};

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

/// Prints a value if it can be printed.
#[derive(Debug)]
pub struct Show<'a, T>(pub &'a T);

/// Found first, for types that have `Debug`.
pub trait ShowDebug {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug> ShowDebug for Show<'_, T> {
    fn show(&self) -> String {
        report::value_text(self.0, type_name::<T>())
    }
}

/// Found after one more reference, for all others.
pub trait ShowOpaque {
    /// The text.
    fn show(&self) -> String;
}

impl<T> ShowOpaque for &Show<'_, T> {
    fn show(&self) -> String {
        format!("<{} without Debug>", report::short_name(type_name::<T>()))
    }
}

/// The names and texts of the arguments.
type Described = Vec<(&'static str, String)>;

/// A function with `#[property]`.
pub struct Property<G: Generator> {
    generator: G,
    settings: Settings,
    function: &'static str,
    examples: Vec<Box<dyn Fn() -> G::Value>>,
    describe: fn(&G::Value) -> Described,
    literal: fn(&G::Value) -> Option<String>,
}

impl<G: Generator> Property<G> {
    /// A property; `arguments` are the generators of its arguments.
    pub fn new<A>(name: &'static str, module: &'static str, arguments: A) -> Property<G>
    where
        A: IntoGenerator<Generator = G, Value = G::Value>,
    {
        Property {
            generator: arguments.into_generator(),
            settings: Settings::named(format!("{module}::{name}")),
            function: name,
            examples: Vec::new(),
            describe: |_| Vec::new(),
            literal: |_| None,
        }
    }

    /// See [`Check::cases`](crate::Check::cases).
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Self {
        self.settings.cases = cases;
        self
    }

    /// See [`Check::seed`](crate::Check::seed).
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// See [`Check::max_executions`](crate::Check::max_executions).
    #[must_use]
    pub fn max_executions(mut self, executions: u64) -> Self {
        self.settings.max_executions = Some(executions);
        self
    }

    /// See [`Check::search`](crate::Check::search).
    #[must_use]
    pub fn search(mut self, search: Search) -> Self {
        self.settings.search = search;
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
        self.settings.replays.push(token.to_owned());
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

    #[track_caller]
    fn check<const DRAWS: bool>(&self, test: impl Fn(G::Value, &mut Source) -> Outcome) {
        let subject = Function::<_, _, DRAWS> { generator: &self.generator, test };
        let examples: Vec<Example<'_, G::Value>> =
            self.examples.iter().map(|value| self.example_of(value)).collect();
        let context = Context {
            examples: &examples,
            regressions: Vec::new(),
            database: &Db::none(),
            history: None,
            listener: &mut |_| (),
            tell_all: false,
        };
        let report = run(&subject, &self.settings, context);
        match report.verdict() {
            Verdict::Passed | Verdict::Exhausted => {}
            Verdict::Falsified | Verdict::Flaky | Verdict::GaveUp => {
                let page = Page {
                    function: self.function,
                    describe: &self.describe,
                    literal: &self.literal,
                    regressions: None,
                    style: Style::of_this_process(),
                };
                panic!("{}", page.text(&report))
            }
        }
    }

    fn example_of<'a>(&self, value: &'a dyn Fn() -> G::Value) -> Example<'a, G::Value> {
        let choices: Option<Tree> = self.generator.encode(&value());
        Example { value, choices }
    }
}

/// The generators of the arguments, and the function.
struct Function<'a, G, F, const DRAWS: bool> {
    generator: &'a G,
    test: F,
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
        self.generator.generate(src)
    }

    #[inline(always)]
    fn test(&self, value: G::Value, src: &mut Source) -> Outcome {
        (self.test)(value, src)
    }
}
