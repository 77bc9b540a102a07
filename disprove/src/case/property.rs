//! A property as the engine sees it: the only code that is compiled for each property.

use super::batch::RandomCases;
use crate::{choice::Tree, feedback::Outcome, generator::Generator, source::Source};

/// The names and texts of the arguments of a property.
pub(crate) type Texts = Vec<(&'static str, String)>;

/// Where the value of a case comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// The generator makes it from the source.
    Drawn,
    /// An example that the user wrote, by its position.
    Example(usize),
}

/// What to do after the value was generated and before the body is called.
pub(crate) enum Decision {
    Call,
    Skip,
    /// The body ran elsewhere, with this outcome.
    Replace(Outcome),
}

/// Decides about a generated value. The second argument prints the value.
pub(crate) type Decide<'a> = dyn FnMut(&mut Source, &dyn Fn() -> Texts) -> Decision + 'a;

/// Calls a function with a property of the calling thread: the same generator and the same body, made again.
pub(crate) type OnThread<'a> = dyn Fn(&mut dyn FnMut(&dyn Property)) + Sync + 'a;

/// A generator and a body. Values never cross this boundary, so that everything above is compiled once.
pub(crate) trait Property {
    /// Whether the body draws too. Then an input is only complete after the body has run.
    fn draws(&self) -> bool;

    /// Generates a value and calls the body. `None` if the decision was to skip it.
    fn run(&self, input: Input, src: &mut Source, decide: &mut Decide<'_>) -> Option<Outcome>;

    /// Runs random cases until the batch ends; returns the outcome of its last case. Passing properties spend
    /// their time in this loop.
    fn run_random(&self, cases: &mut RandomCases) -> Outcome;

    /// The choices of each example. `None` for an example that the generator cannot encode.
    fn examples(&self) -> Vec<Option<Tree>>;

    /// Makes a value once more and keeps it for the report; returns its number. The original is the value before
    /// reduction.
    fn keep(&self, input: Input, src: &mut Source, is_original: bool) -> usize;

    /// How other threads run the same cases, if they can.
    fn on_thread(&self) -> Option<&OnThread<'_>>;
}

/// A property with its types.
pub(crate) struct TypedProperty<'a, G: Generator, F> {
    pub(crate) generator: &'a G,
    pub(crate) body: F,
    pub(crate) draws: bool,
    /// Makes the example of a number below `examples`.
    pub(crate) example: &'a dyn Fn(usize) -> G::Value,
    pub(crate) examples: usize,
    /// Prints a value.
    pub(crate) describe: &'a dyn Fn(&G::Value) -> Texts,
    /// Keeps a value for the report; the flag says whether it is an original.
    pub(crate) keep: &'a dyn Fn(G::Value, bool) -> usize,
    /// Makes the property for another thread, if that is possible.
    pub(crate) on_thread: Option<&'a OnThread<'a>>,
}

impl<'a, G: Generator, F> TypedProperty<'a, G, F> {
    /// A property of which only the cases matter: it is neither printed nor reported.
    pub(crate) fn of_cases(generator: &'a G, body: F, draws: bool) -> TypedProperty<'a, G, F> {
        TypedProperty {
            generator,
            body,
            draws,
            example: &|_| unreachable!("there are no examples"),
            examples: 0,
            describe: &|_| Vec::new(),
            keep: &|_, _| 0,
            on_thread: None,
        }
    }
}

impl<G: Generator, F> TypedProperty<'_, G, F> {
    fn value(&self, input: Input, src: &mut Source) -> G::Value {
        match input {
            Input::Drawn => self.generator.generate(src),
            Input::Example(number) => (self.example)(number),
        }
    }
}

impl<G: Generator, F: Fn(G::Value, &mut Source) -> Outcome> Property for TypedProperty<'_, G, F> {
    fn draws(&self) -> bool {
        self.draws
    }

    fn run(&self, input: Input, src: &mut Source, decide: &mut Decide<'_>) -> Option<Outcome> {
        let value = self.value(input, src);
        match decide(src, &|| (self.describe)(&value)) {
            Decision::Call => Some((self.body)(value, src)),
            Decision::Skip => None,
            Decision::Replace(outcome) => Some(outcome),
        }
    }

    fn run_random(&self, cases: &mut RandomCases) -> Outcome {
        loop {
            cases.start();
            let value = self.generator.generate(&mut cases.src);
            if !cases.accept(self.draws) {
                continue;
            }
            let outcome = (self.body)(value, &mut cases.src);
            if cases.finish(&outcome, self.draws) {
                return outcome;
            }
        }
    }

    fn examples(&self) -> Vec<Option<Tree>> {
        (0..self.examples).map(|number| self.generator.encode(&(self.example)(number))).collect()
    }

    fn keep(&self, input: Input, src: &mut Source, is_original: bool) -> usize {
        (self.keep)(self.value(input, src), is_original)
    }

    fn on_thread(&self) -> Option<&OnThread<'_>> {
        self.on_thread
    }
}

#[cfg(test)]
impl<'a, G: Generator, F> TypedProperty<'a, G, F> {
    /// A property that is neither printed nor reported.
    pub(crate) fn new(generator: &'a G, body: F) -> TypedProperty<'a, G, F> {
        TypedProperty::of_cases(generator, body, false)
    }
}
