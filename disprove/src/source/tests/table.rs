//! The tested generators, each with a check of its values.

use super::{collections, combinators, numbers, texts, types};
use crate::{
    choice::Tree,
    generator::{Arbitrary, Generator, IntoGenerator, any},
    source::Source,
};
use std::{
    any::type_name,
    fmt::Debug,
    ops::{Deref, RangeBounds},
};

/// A generated value, as text.
#[derive(Debug)]
pub(crate) struct Made {
    /// Equal values have equal texts.
    pub(crate) shown: String,
    /// Whether the generator can make it.
    pub(crate) valid: bool,
}

type Make<T> = Box<dyn Fn(&mut Source) -> T>;

/// A generator of any type.
pub(crate) struct Specimen {
    pub(crate) name: String,
    make: Make<Made>,
    encoded: Make<Option<Tree>>,
}

impl Specimen {
    pub(crate) fn make(&self, src: &mut Source) -> Made {
        (self.make)(src)
    }

    /// Makes a value, and encodes it as choices.
    pub(crate) fn encoded(&self, src: &mut Source) -> Option<Tree> {
        (self.encoded)(src)
    }
}

/// All generators.
pub(crate) struct Table(Vec<Specimen>);

impl Deref for Table {
    type Target = [Specimen];

    fn deref(&self) -> &[Specimen] {
        &self.0
    }
}

impl Table {
    pub(crate) fn new() -> Table {
        let mut table = Table(Vec::new());
        numbers::add(&mut table);
        texts::add(&mut table);
        collections::add(&mut table);
        combinators::add(&mut table);
        types::add(&mut table);
        table
    }

    /// Adds a generator, with a check of its values.
    pub(crate) fn add<G>(
        &mut self,
        name: impl Into<String>,
        generator: G,
        valid: impl Fn(&G::Value) -> bool + 'static,
    ) where
        G: IntoGenerator<Value: Debug, Generator: 'static>,
    {
        self.add_shown(name, generator, |value| format!("{value:?}"), valid);
    }

    /// The same for values whose `Debug` text depends on more than the value.
    pub(crate) fn add_shown<G>(
        &mut self,
        name: impl Into<String>,
        generator: G,
        show: impl Fn(&G::Value) -> String + 'static,
        valid: impl Fn(&G::Value) -> bool + 'static,
    ) where
        G: IntoGenerator<Generator: 'static>,
    {
        let generator = std::rc::Rc::new(generator.into_generator());
        let inverse = generator.clone();
        self.0.push(Specimen {
            name: name.into(),
            make: Box::new(move |src| {
                let value = generator.generate(src);
                Made { shown: show(&value), valid: valid(&value) }
            }),
            encoded: Box::new(move |src| {
                let value = inverse.generate(src);
                inverse.encode(&value)
            }),
        });
    }

    /// Adds a type.
    pub(crate) fn any<T: Arbitrary + Debug + 'static>(&mut self) {
        self.add(type_name::<T>(), any::<T>(), |_| true);
    }

    /// Adds a range, which must contain its values.
    pub(crate) fn range<R>(&mut self, range: R)
    where
        R: IntoGenerator<Value: Debug + PartialOrd, Generator: 'static>,
        R: RangeBounds<R::Value> + Clone + Debug + 'static,
    {
        let name = format!("{range:?} of {}", type_name::<R::Value>());
        self.add(name, range.clone(), move |value| range.contains(value));
    }
}
