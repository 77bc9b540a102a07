//! How types contain each other: derived types see recursion, so that their values stay bounded and
//! always have a way out.

use super::{Arbitrary, Encoder};
use crate::source::{Source, sample::Weights};
use std::{any::type_name, cell::RefCell, collections::HashMap, sync::OnceLock};

/// The number of a type among [`Types`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeNumber(usize);

/// A type that is made of others.
#[derive(Debug)]
struct Node {
    name: &'static str,
    weights: Vec<u32>,
    /// The types of the fields of each variant.
    variants: Vec<Vec<TypeNumber>>,
}

/// The types that were met from one type on. Each is looked at once, so this ends for recursive types.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Types {
    nodes: Vec<Node>,
}

const LEAF: TypeNumber = TypeNumber(usize::MAX);

/// The height of a type without a way out.
const ENDLESS: usize = usize::MAX;

impl Types {
    /// A type that contains no type that could contain it.
    pub fn leaf(&mut self) -> TypeNumber {
        LEAF
    }

    /// A type that can do without its content.
    pub fn optional(&mut self, content: impl FnOnce(&mut Types) -> TypeNumber) -> TypeNumber {
        match content(self) {
            LEAF => LEAF,
            content => {
                let variants = vec![Vec::new(), vec![content]];
                self.nodes.push(Node { name: "", weights: vec![1, 1], variants });
                TypeNumber(self.nodes.len() - 1)
            }
        }
    }

    /// A type with variants, each with a weight and the types of its fields.
    pub fn define(
        &mut self,
        name: &'static str,
        weights: &[u32],
        variants: impl FnOnce(&mut Types) -> Vec<Vec<TypeNumber>>,
    ) -> TypeNumber {
        if let Some(known) = self.nodes.iter().position(|node| node.name == name) {
            return TypeNumber(known);
        }
        let number = self.nodes.len();
        // Known before its fields are looked at: that is where recursion ends.
        self.nodes.push(Node { name, weights: weights.to_vec(), variants: Vec::new() });
        self.nodes[number].variants = variants(self);
        TypeNumber(number)
    }

    /// For every type, how deep its flattest value is.
    #[inline]
    fn heights(&self) -> Vec<usize> {
        let mut heights = vec![ENDLESS; self.nodes.len()];
        // Each round settles at least one type, or none is left that has a way out.
        for _ in 0..self.nodes.len() {
            for (number, node) in self.nodes.iter().enumerate() {
                let flattest = node.variants.iter().map(|fields| height(&heights, fields)).min();
                heights[number] = heights[number].min(flattest.unwrap_or(ENDLESS));
            }
        }
        heights
    }

    /// Whether `target` lies somewhere inside of these types.
    #[inline]
    fn reach(&self, fields: &[TypeNumber], target: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = fields.iter().filter(|f| **f != LEAF).map(|f| f.0).collect();
        while let Some(number) = open.pop() {
            if number == target {
                return true;
            }
            if !std::mem::replace(&mut seen[number], true) {
                let inside = self.nodes[number].variants.iter().flatten();
                open.extend(inside.filter(|f| **f != LEAF).map(|f| f.0));
            }
        }
        false
    }
}

/// The height of a variant: one more than that of its highest field.
#[inline]
fn height(heights: &[usize], fields: &[TypeNumber]) -> usize {
    let highest = fields.iter().map(|f| if *f == LEAF { 0 } else { heights[f.0] }).max();
    highest.unwrap_or(0).saturating_add(1)
}

/// What a derived type needs to know about itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shape {
    name: &'static str,
    weights: Weights,
    /// The variant that ends soonest; it is the simplest.
    way_out: u32,
    recursive: bool,
}

impl Shape {
    fn new<T: Arbitrary>() -> Shape {
        let mut types = Types::default();
        let TypeNumber(root) = T::describe(&mut types);
        let node = &types.nodes[root];
        let heights = types.heights();
        let recursive: Vec<bool> =
            node.variants.iter().map(|fields| types.reach(fields, root)).collect();
        let heights: Vec<usize> =
            node.variants.iter().map(|fields| height(&heights, fields)).collect();
        // The first that ends, as the author wrote the simplest first; or else the one that ends
        // soonest.
        let ends = (0..heights.len()).find(|v| !recursive[*v] && heights[*v] != ENDLESS);
        let way_out = ends.or_else(|| (0..heights.len()).min_by_key(|v| heights[*v])).unwrap_or(0);
        Shape {
            name: type_name::<T>(),
            weights: Weights::new(&node.weights, &recursive),
            way_out: way_out as u32,
            recursive: recursive.contains(&true),
        }
    }

    /// For generic types, of which each instance has its own: found again by name.
    pub fn of<T: Arbitrary>() -> &'static Shape {
        thread_local! {
            static PREDEFINED: RefCell<HashMap<&'static str, &'static Shape>> = RefCell::default();
        }
        let name = type_name::<T>();
        let known = PREDEFINED.with_borrow(|shapes| shapes.get(name).copied());
        known.unwrap_or_else(|| {
            // As many as the program has types, for each thread that generates them.
            let shape: &'static Shape = Box::leak(Box::new(Shape::new::<T>()));
            PREDEFINED.with_borrow_mut(|shapes| shapes.insert(name, shape));
            shape
        })
    }
}

/// The shape of a type that is not generic, made when it is first needed.
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

/// Makes a struct.
#[doc(hidden)]
#[inline(always)]
pub fn structure<T>(src: &mut Source, shape: &Shape, body: impl FnOnce(&mut Source) -> T) -> T {
    src.span(shape.name, |src| nested(src, shape, body))
}

/// Makes an enum: chooses the variant, then `body` makes it.
#[doc(hidden)]
#[inline(always)]
pub fn variant<T>(
    src: &mut Source,
    shape: &Shape,
    body: impl FnOnce(&mut Source, usize) -> T,
) -> T {
    src.span(shape.name, |src| {
        let damping = if shape.recursive { src.damping() } else { 0 };
        let variant = src.weighted_branch(&shape.weights, shape.way_out, damping);
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
        encoder.branch(shape.weights.len(), shape.way_out, variant as u32) && body(encoder)
    })
}
