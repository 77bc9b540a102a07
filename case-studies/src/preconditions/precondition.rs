//! One precondition and its measurement.

use super::{
    space::Space,
    spread::{Fields, Spread},
};
use crate::drawn::{self, hidden};
use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
    fmt,
    fmt::{Debug, Write},
    hash::{DefaultHasher, Hasher},
};

/// Inputs, and the condition under which they are of use.
#[derive(Debug)]
pub struct Precondition<T, G> {
    pub id: &'static str,
    /// The inputs and the condition in a few words.
    pub text: &'static str,
    /// Some input that fits.
    #[cfg_attr(not(test), expect(dead_code, reason = "it is there to be tested"))]
    pub example: T,
    pub generator: fn() -> G,
    /// Returns only if the condition holds, which is said with `assume!`.
    pub assume: fn(&T),
    /// The same condition without the macro, to compare with and to count by.
    pub holds: fn(&T) -> bool,
    /// What is to be spread evenly over the accepted inputs.
    pub fields: fn(&T, &mut Fields),
    /// Counts the inputs that fit, where there are not too many to be tried.
    pub space: Option<fn(&dyn Fn(&T) -> bool) -> Space>,
}

/// What others accept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Published {
    /// The share of inputs that Hypothesis accepts.
    pub hypothesis: Option<f64>,
    /// The share that the prototype of the guided search accepted.
    pub prototype: Option<f64>,
}

/// Nobody else has tried it.
pub const UNPUBLISHED: Published = Published { hypothesis: None, prototype: None };

/// As Hypothesis accepts it.
pub const fn hypothesis(rate: f64) -> Published {
    Published { hypothesis: Some(rate), prototype: None }
}

/// As Hypothesis and the prototype accept it.
pub const fn both(hypothesis: f64, prototype: f64) -> Published {
    Published { hypothesis: Some(hypothesis), prototype: Some(prototype) }
}

/// As the prototype accepts it.
pub const fn prototype(rate: f64) -> Published {
    Published { hypothesis: None, prototype: Some(rate) }
}

/// A precondition whose types are hidden.
pub struct Row {
    pub id: &'static str,
    pub text: &'static str,
    pub published: Published,
    condition: Box<dyn Measured>,
}

impl Row {
    /// # Panics
    /// If the condition itself panics.
    pub fn measure(&self, plan: &Plan) -> Sample {
        self.condition.measure(plan)
    }

    /// The same without the macro, which unwinds to reject: for many inputs. A search has nothing to go by.
    pub fn sift(&self, plan: &Plan) -> Sample {
        self.condition.sift(plan)
    }

    /// How many inputs there are, where they can be counted.
    pub fn space(&self) -> Option<Space> {
        self.condition.space()
    }
}

impl<T, G> Precondition<T, G>
where
    T: Debug + Clone + Send + Sync + 'static,
    G: IntoGenerator<Value = T> + 'static,
{
    pub fn row(self, published: Published) -> Row {
        Row { id: self.id, text: self.text, published, condition: Box::new(self) }
    }
}

impl<T, G> Precondition<T, G>
where
    T: Debug + Clone + Send + Sync + 'static,
    G: IntoGenerator<Value = T>,
{
    /// Runs a search that has nothing to find but inputs that are accepted.
    fn sample(&self, plan: &Plan, accepts: impl Fn(&T) -> bool) -> Sample {
        let calls = Cell::new(0);
        let seen = RefCell::new(Seen::default());
        let check = check(hidden((self.generator)()))
            .name(self.id)
            .cases(plan.cases)
            .max_executions(plan.executions)
            .seed(plan.seed)
            .search(plan.search)
            .reduce(false)
            .database(Db::none());
        let report = drawn::run(check, |value: T| {
            calls.set(calls.get() + 1);
            if !accepts(&value) {
                return Outcome::reject();
            }
            let mut seen = seen.borrow_mut();
            seen.accept(&value, calls.get(), plan.valid);
            seen.spread.add(|fields| (self.fields)(&value, fields));
            Outcome::pass()
        });
        if let Some(failure) = report.failures().first() {
            panic!("{}: the condition panicked: {}", self.id, failure.message());
        }
        let seen = seen.into_inner();
        Sample {
            executions: report.executions(),
            calls: calls.get(),
            accepted: report.cases(),
            distinct: seen.values.len() as u64,
            first: seen.first,
            complete: seen.complete,
            bits: seen.spread.bits(),
            exhausted: report.verdict() == Verdict::Exhausted,
        }
    }
}

trait Measured: Send + Sync {
    fn measure(&self, plan: &Plan) -> Sample;
    fn sift(&self, plan: &Plan) -> Sample;
    fn space(&self) -> Option<Space>;
    #[cfg(test)]
    fn agreement(&self, seed: u64) -> Agreement;
}

/// How inputs are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub search: Search,
    pub seed: u64,
    /// Accepted inputs wanted.
    pub cases: u64,
    pub executions: u64,
    /// How many accepted inputs are different at most.
    pub valid: Option<u64>,
}

/// What one run found.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    pub executions: u64,
    /// Calls of the property: executions without those that the generator refused.
    pub calls: u64,
    pub accepted: u64,
    /// Accepted inputs that are different as values, whatever choices they were made of.
    pub distinct: u64,
    /// The call that was accepted first.
    pub first: Option<u64>,
    /// The call by which every valid input had been seen.
    pub complete: Option<u64>,
    /// The mean entropy of the fields of the accepted inputs.
    pub bits: f64,
    /// Every input was tried once, in order, because there are few.
    pub exhausted: bool,
}

impl Sample {
    pub fn rate(&self) -> f64 {
        self.accepted as f64 / self.executions.max(1) as f64
    }
}

impl<T, G> Measured for Precondition<T, G>
where
    T: Debug + Clone + Send + Sync + 'static,
    G: IntoGenerator<Value = T>,
{
    fn measure(&self, plan: &Plan) -> Sample {
        self.sample(plan, |value| {
            (self.assume)(value);
            true
        })
    }

    fn sift(&self, plan: &Plan) -> Sample {
        self.sample(plan, self.holds)
    }

    fn space(&self) -> Option<Space> {
        self.space.map(|count| count(&self.holds))
    }

    #[cfg(test)]
    fn agreement(&self, seed: u64) -> Agreement {
        let held = Cell::new(0);
        let plain = |value: T| {
            let holds = (self.holds)(&value);
            held.set(held.get() + u64::from(holds));
            (self.assume)(&value);
            assert!(holds, "accepted, although the condition does not hold");
        };
        let few = check(hidden((self.generator)()))
            .seed(seed)
            .cases(2_000)
            .max_executions(2_000)
            .database(Db::none())
            .reduce(false)
            .search(Search::Random);
        let few = drawn::run(few, plain);
        let wrong = few.failures().first().map(|failure| format!("{:?}", failure.value()));
        let example = check(hidden(|_: &mut Source| self.example.clone()));
        let example = example.cases(1).max_executions(1).database(Db::none());
        let example = drawn::run(example, |value: T| {
            assert!((self.holds)(&value), "the example does not fit");
            (self.assume)(&value);
        });
        let generator = (self.generator)().into_generator();
        Agreement {
            wrong,
            held: held.get(),
            accepted: few.cases(),
            example_is_accepted: example.failures().is_empty() && example.cases() == 1,
            example_is_an_input: generator.encode(&self.example).is_some(),
        }
    }
}

/// Whether the condition with the macro and the one without say the same.
#[cfg(test)]
#[derive(Debug)]
pub struct Agreement {
    /// An input that was accepted although the condition does not hold.
    pub wrong: Option<String>,
    /// Of a number of inputs, those for which the condition holds ...
    pub held: u64,
    /// ... and those that were accepted.
    pub accepted: u64,
    pub example_is_accepted: bool,
    /// The generator can make the example.
    pub example_is_an_input: bool,
}

#[cfg(test)]
impl Row {
    pub fn agreement(&self, seed: u64) -> Agreement {
        self.condition.agreement(seed)
    }
}

/// What was accepted so far.
#[derive(Default)]
struct Seen {
    /// Hashes of the texts of the values: 64 bits tell ten thousand apart.
    values: HashSet<u64>,
    first: Option<u64>,
    complete: Option<u64>,
    spread: Spread,
}

impl Seen {
    fn accept(&mut self, value: &dyn Debug, call: u64, valid: Option<u64>) {
        self.first.get_or_insert(call);
        let mut text = Hashed(DefaultHasher::new());
        write!(text, "{value:?}").expect("a hash takes any text");
        if self.values.insert(text.0.finish()) && Some(self.values.len() as u64) == valid {
            self.complete = Some(call);
        }
    }
}

/// A text that is hashed instead of kept.
struct Hashed(DefaultHasher);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
