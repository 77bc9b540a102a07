//! Recursive values: `recursive` and `lazy`.

use super::{Boxed, Generator, IntoGenerator};
use crate::source::{Source, sample::Weights};
use std::{
    any::type_name,
    cell::OnceCell,
    fmt,
    rc::{Rc, Weak},
};

/// Recursive values: see [`recursive`].
pub struct Recursive<'a, T> {
    /// Only the outermost handle owns the parts; the handles inside the composite refer to them weakly.
    owner: Option<Rc<Parts<'a, T>>>,
    parts: Weak<Parts<'a, T>>,
}

struct Parts<'a, T> {
    leaf: Boxed<'a, T>,
    composite: OnceCell<Boxed<'a, T>>,
    weights: Weights,
}

/// The weight of a composite at the outermost level; a leaf has 1. Deeper levels have less.
const COMPOSITE: u32 = 3;

/// Recursive values: leaves, or composites that contain further values. Their size is bounded.
///
/// ```
/// use disprove::prelude::*;
///
/// #[derive(Debug, Clone)]
/// enum Json {
///     Number(i32),
///     List(Vec<Json>),
/// }
///
/// fn depth(json: &Json) -> usize {
///     match json {
///         Json::Number(_) => 0,
///         Json::List(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
///     }
/// }
///
/// let json = recursive(any::<i32>().map(Json::Number), |inner| vec(inner).map(Json::List));
/// let report = check(json).seed(1).run(|json| depth(&json) < 3);
/// assert_eq!(depth(report.failures()[0].value()), 3);
/// ```
#[track_caller]
pub fn recursive<'a, T: 'a, L, C>(
    leaf: L,
    composite: impl FnOnce(Recursive<'a, T>) -> C,
) -> Recursive<'a, T>
where
    L: IntoGenerator<Value = T>,
    L::Generator: 'a,
    C: IntoGenerator<Value = T>,
    C::Generator: 'a,
{
    let parts = Rc::new(Parts {
        leaf: leaf.into_generator().boxed(),
        composite: OnceCell::new(),
        weights: Weights::new(&[1, COMPOSITE], &[false, true]),
    });
    let inner = Recursive { owner: None, parts: Rc::downgrade(&parts) };
    let composite = composite(inner).into_generator().boxed();
    let _ = parts.composite.set(composite);
    Recursive { parts: Rc::downgrade(&parts), owner: Some(parts) }
}

impl<T> Clone for Recursive<'_, T> {
    fn clone(&self) -> Self {
        Recursive { owner: self.owner.clone(), parts: self.parts.clone() }
    }
}

impl<T> fmt::Debug for Recursive<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Recursive<{}>", type_name::<T>())
    }
}

#[diagnostic::do_not_recommend]
impl<T> Generator for Recursive<'_, T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        let parts = self
            .parts
            .upgrade()
            .expect("the generator that `recursive` passes to its closure was used after the outer one was dropped");
        src.span(type_name::<Self>(), |src| {
            src.count_node();
            let damping = src.damping();
            if src.weighted_branch(&parts.weights, 0, damping) == 0 {
                return parts.leaf.generate(src);
            }
            let composite = parts.composite.get();
            src.enter_level();
            let value = composite.expect("set before `recursive` returns").generate(src);
            src.leave_level();
            value
        })
    }
}

/// A generator built at each draw: see [`lazy`].
#[derive(Clone, Debug)]
pub struct Lazy<F>(F);

/// Builds the generator at each draw. Use it for generators that refer to themselves.
///
/// ```
/// use disprove::prelude::*;
///
/// fn nested() -> Boxed<'static, u32> {
///     one_of![just(0), lazy(nested).map(|depth| depth + 1)].boxed()
/// }
///
/// let report = check(nested()).seed(1).run(|depth| depth < 3);
/// assert_eq!(report.failures()[0].value(), &3);
/// ```
pub fn lazy<G: IntoGenerator, F: Fn() -> G>(build: F) -> Lazy<F> {
    Lazy(build)
}

#[diagnostic::do_not_recommend]
impl<G: IntoGenerator, F: Fn() -> G> Generator for Lazy<F> {
    type Value = G::Value;

    fn generate(&self, src: &mut Source) -> G::Value {
        src.span(type_name::<G>(), |src| (self.0)().into_generator().generate(src))
    }
}
