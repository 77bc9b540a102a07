//! The shapes of derived types: their variants, weights and recursion. They keep recursive values finite.

use super::{Arbitrary, Encoder, TypeNumber, Types};
use crate::source::{Source, sample::Weights};
use std::{any::type_name, cell::RefCell, collections::HashMap, sync::OnceLock};

/// What the generator of a derived type needs to know about the type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shape {
    name: &'static str,
    weights: Weights,
    /// The variant with which recursion ends; it is the simplest.
    base_case: u32,
    recursive: bool,
}

impl Shape {
    fn new<T: Arbitrary>() -> Shape {
        Shape::describe(type_name::<T>(), T::describe)
    }

    fn describe(name: &'static str, describe: fn(&mut Types) -> TypeNumber) -> Shape {
        let mut types = Types::default();
        let root = describe(&mut types);
        let variants = types.variants(root);
        Shape {
            name,
            weights: Weights::new(variants.weights, &variants.recursive),
            base_case: variants.base_case as u32,
            recursive: variants.recursive.contains(&true),
        }
    }

    /// The shape of a generic type: each instance has its own, found by name.
    pub fn of<T: Arbitrary>() -> &'static Shape {
        Shape::named(type_name::<T>(), Shape::new::<T>)
    }

    fn named(name: &'static str, make: fn() -> Shape) -> &'static Shape {
        thread_local! {
            static KNOWN: RefCell<HashMap<&'static str, &'static Shape>> = RefCell::default();
        }
        let known = KNOWN.with_borrow(|shapes| shapes.get(name).copied());
        known.unwrap_or_else(|| {
            // Leaks one shape per type and thread.
            let shape: &'static Shape = Box::leak(Box::new(make()));
            KNOWN.with_borrow_mut(|shapes| shapes.insert(name, shape));
            shape
        })
    }
}

/// The shape of a type that is not generic, computed at its first use.
#[doc(hidden)]
#[derive(Debug)]
pub struct ShapeCell(OnceLock<Shape>);

impl ShapeCell {
    #[expect(clippy::new_without_default, reason = "only ever used for statics")]
    pub const fn new() -> ShapeCell {
        ShapeCell(OnceLock::new())
    }

    #[inline(always)]
    pub fn get<T: Arbitrary>(&self) -> &Shape {
        match self.0.get() {
            Some(shape) => shape,
            None => self.0.get_or_init(Shape::new::<T>),
        }
    }
}

/// Generates a struct.
#[doc(hidden)]
#[inline(always)]
pub fn structure<T>(src: &mut Source, shape: &Shape, body: impl FnOnce(&mut Source) -> T) -> T {
    src.span(shape.name, |src| nested(src, shape, body))
}

/// Generates an enum: draws the variant, then `body` generates its fields.
#[doc(hidden)]
#[inline(always)]
pub fn variant<T>(
    src: &mut Source,
    shape: &Shape,
    body: impl FnOnce(&mut Source, usize) -> T,
) -> T {
    src.span(shape.name, |src| {
        let damping = if shape.recursive { src.damping() } else { 0 };
        let variant = src.weighted_branch(&shape.weights, shape.base_case, damping);
        nested(src, shape, |src| body(src, variant as usize))
    })
}

#[inline(always)]
fn nested<T>(src: &mut Source, shape: &Shape, body: impl FnOnce(&mut Source) -> T) -> T {
    if !shape.recursive {
        return body(src);
    }
    src.count_node();
    src.enter_level();
    let value = body(src);
    src.leave_level();
    value
}

/// Writes the choices of a struct.
#[doc(hidden)]
pub fn encode_structure(
    encoder: &mut Encoder,
    shape: &Shape,
    body: impl FnOnce(&mut Encoder) -> bool,
) -> bool {
    encoder.span(shape.name, 0, body)
}

/// Writes the choices of an enum.
#[doc(hidden)]
pub fn encode_variant(
    encoder: &mut Encoder,
    shape: &Shape,
    variant: usize,
    body: impl FnOnce(&mut Encoder) -> bool,
) -> bool {
    encoder.span(shape.name, 0, |encoder| {
        encoder.branch(shape.weights.len(), shape.base_case, variant as u32) && body(encoder)
    })
}
