//! Values that were written down.

use crate::{
    case::{Ended, Subject, execute_if},
    choice::Tree,
    feedback::Outcome,
    source::Source,
};

/// A value the user wrote down, made anew each time it is needed, and its choices if they are known.
pub(crate) struct Example<'a, T> {
    pub(crate) value: &'a dyn Fn() -> T,
    pub(crate) choices: Option<Tree>,
}

impl<T> Example<'_, T> {
    /// Runs the property with the value as it was written.
    pub(super) fn run<S: Subject<Value = T>>(&self, subject: &S, src: &mut Source) -> Ended {
        execute_if(&Written { subject, value: self.value }, src, &mut |_| true)
    }
}

/// The property, given a value that was written down.
struct Written<'a, S: Subject> {
    subject: &'a S,
    value: &'a dyn Fn() -> S::Value,
}

impl<S: Subject> Subject for Written<'_, S> {
    type Value = S::Value;
    const DRAWS: bool = S::DRAWS;

    fn generate(&self, _src: &mut Source) -> S::Value {
        (self.value)()
    }

    fn test(&self, value: S::Value, src: &mut Source) -> Outcome {
        self.subject.test(value, src)
    }
}
