//! Operations: how an accepted input and parts of others become a new input.

use super::{
    fit::Fits,
    outline::{Outline, small},
    parts::Parts,
};
use crate::{
    choice::{Label, Tree},
    search::rng::Rng,
};

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A span becomes an archived part of its label.
    Splice,
    /// All nearest spans of one label in a span become the same archived part, each fitted by itself.
    Duplicate,
    /// A span moves into an archived part, which takes its place.
    Wrap,
    /// The same in all places of its label: a node over equal parts.
    WrapAll,
    /// The same, with archived parts of about its size in the other places: a node over different parts.
    Join,
    /// An archived element is inserted into a list.
    Insert,
    /// A choice with few values, and its counterparts in the spans beside it, get another value.
    Flip,
}

/// All operations.
pub(crate) const OPERATIONS: [Operation; 7] = [
    Operation::Splice,
    Operation::Duplicate,
    Operation::Wrap,
    Operation::WrapAll,
    Operation::Join,
    Operation::Insert,
    Operation::Flip,
];

/// Attempts to find a place where an operation is possible, which bounds the time of a proposal.
const ATTEMPTS: usize = 8;

/// The probability that one choice with few values changes in the outermost node of what was put in. From the sketch.
const FLIP: f64 = 0.3;

/// The probability that a wrapped span takes the place of a span around it instead of its own: that is how parts of
/// types that contain each other come together.
const AROUND: f64 = 0.25;

/// What operations work with.
pub(crate) struct Recombination<'a> {
    pub(crate) parts: &'a mut Parts,
    pub(crate) fits: &'a mut Fits,
    pub(crate) rng: &'a mut Rng,
}

impl Recombination<'_> {
    /// The result of an operation; `None` if no place was found for it.
    pub(crate) fn apply(&mut self, operation: Operation, tree: &Tree) -> Option<Tree> {
        self.fits.begin(self.rng);
        if operation == Operation::Flip {
            return self.flip_alike(tree);
        }
        if tree.spans.is_empty() {
            return None;
        }
        for _ in 0..ATTEMPTS {
            let at = self.rng.below(tree.spans.len());
            if tree.spans[at].len() == 0 {
                continue;
            }
            let made = match operation {
                Operation::Splice => self.splice(tree, &[at]),
                Operation::Duplicate => {
                    let places = self.counterparts(tree, at);
                    if places.len() < 2 { None } else { self.splice(tree, &places) }
                }
                Operation::Insert => self.insert(tree, at),
                _ => self.wrap(operation, tree, at),
            };
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// Replaces these spans, which have one label, by one archived part.
    fn splice(&mut self, tree: &Tree, places: &[usize]) -> Option<Tree> {
        let last = *places.last()?;
        if tree.continue_flag(last).is_some_and(|flag| flag.value == 0) {
            return None;
        }
        let part = self.parts.draw(tree.spans[last].label, self.rng)?;
        let mut part = (*part).clone();
        self.flip(&mut part);
        let mut made = self.fits.replace(tree, last, &part, self.rng);
        for place in places[..places.len() - 1].iter().rev() {
            made = self.fits.replace(&made, *place, &part, self.rng);
        }
        Some(made)
    }

    /// Inserts an archived element before this one, which may be the end of the list.
    fn insert(&mut self, tree: &Tree, at: usize) -> Option<Tree> {
        tree.continue_flag(at)?;
        let parent = Outline::of(tree).parents[at]?;
        let part = self.parts.draw(tree.spans[at].label, self.rng)?;
        // A flag that is always false ends a list that is full.
        tree.continue_flag(at).filter(|flag| flag.value == 1 || !flag.forced())?;
        Some(self.fits.insert(tree, (parent as usize, at), &part, self.rng))
    }

    fn wrap(&mut self, operation: Operation, tree: &Tree, at: usize) -> Option<Tree> {
        let label = tree.spans[at].label;
        let mut target = at;
        if self.rng.chance(AROUND) {
            let parents = Outline::of(tree).parents;
            let mut around = Vec::new();
            let mut next = parents[at];
            while let Some(parent) = next {
                around.push(parent as usize);
                next = parents[parent as usize];
            }
            if !around.is_empty() {
                target = around[self.rng.below(around.len())];
            }
        }
        let donor = self.parts.draw(tree.spans[target].label, self.rng)?;
        let holes = inner(&donor, 0, label);
        if holes.is_empty() || operation == Operation::Join && holes.len() < 2 {
            return None;
        }
        let own = tree.part(at);
        let chosen = holes[self.rng.below(holes.len())];
        let mut made = (*donor).clone();
        for hole in holes.iter().rev() {
            if *hole == chosen || operation == Operation::WrapAll {
                made = self.fits.replace(&made, *hole, &own, self.rng);
            } else if operation == Operation::Join {
                if let Some(other) = self.parts.draw_sized(label, own.len(), self.rng) {
                    made = self.fits.replace(&made, *hole, &other, self.rng);
                }
            }
        }
        self.flip(&mut made);
        Some(self.fits.replace(tree, target, &made, self.rng))
    }

    /// The nearest spans of its own label in a span; else direct children with one label.
    fn counterparts(&mut self, tree: &Tree, at: usize) -> Vec<usize> {
        let places = inner(tree, at, tree.spans[at].label);
        if places.len() > 1 {
            return places;
        }
        let mut children = Vec::new();
        for child in tree.children(Some(at)) {
            if tree.spans[child].len() > 0
                && tree.continue_flag(child).is_none_or(|flag| flag.value == 1)
            {
                children.push(child);
            }
        }
        if children.len() < 2 {
            return Vec::new();
        }
        let label = tree.spans[children[self.rng.below(children.len())]].label;
        children.retain(|child| tree.spans[*child].label == label);
        children
    }

    /// Sometimes changes a choice with few values in the outermost node of a part.
    fn flip(&mut self, part: &mut Tree) {
        if !self.rng.chance(FLIP) {
            return;
        }
        let holes = inner(part, 0, part.spans[0].label);
        let mut choices = Vec::new();
        for i in 0..part.len() {
            let in_hole = |hole: &usize| {
                let span = part.spans[*hole];
                (span.start as usize..span.end as usize).contains(&i)
            };
            if small(part, i).is_some() && !holes.iter().any(in_hole) {
                choices.push(i);
            }
        }
        if !choices.is_empty() {
            let i = choices[self.rng.below(choices.len())];
            if let Some(most) = small(part, i) {
                part.choices[i].value = self.rng.up_to(most) as u64;
            }
        }
    }

    /// Changes a choice with few values together with its counterparts in the spans beside it.
    fn flip_alike(&mut self, tree: &Tree) -> Option<Tree> {
        let choices: Vec<usize> = (0..tree.len()).filter(|i| small(tree, *i).is_some()).collect();
        if choices.is_empty() {
            return None;
        }
        let at = choices[self.rng.below(choices.len())];
        let most = small(tree, at)?;
        let value = self.rng.up_to(most) as u64;
        let mut made = tree.clone();
        made.choices[at].value = value;
        if self.rng.chance(0.5) {
            return Some(made);
        }
        let outline = Outline::of(tree);
        let mut own = outline.owners[at];
        // The nearest span with others of its label beside it.
        while let Some(span) = own {
            let Some(outer) = outline.parents[span as usize] else { break };
            let beside = inner(tree, outer as usize, tree.spans[span as usize].label);
            let distance = at - tree.spans[span as usize].start as usize;
            if beside.len() > 1 {
                for other in beside {
                    let i = tree.spans[other].start as usize + distance;
                    if i < tree.spans[other].end as usize && small(tree, i) == Some(most) {
                        made.choices[i].value = value;
                    }
                }
                break;
            }
            own = Some(outer);
        }
        Some(made)
    }
}

/// The nearest spans with this label in a span.
fn inner(tree: &Tree, at: usize, label: Label) -> Vec<usize> {
    let mut found = Vec::new();
    let mut inside = at + 1;
    while inside < tree.spans[at].next as usize {
        let span = tree.spans[inside];
        let is_end = || tree.continue_flag(inside).is_some_and(|flag| flag.value == 0);
        if span.label == label && span.len() > 0 && !is_end() {
            found.push(inside);
            inside = span.next as usize;
        } else {
            inside += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{super::outline::Outline, *};
    use crate::{
        generator::{Generator, any, vec},
        random::Random,
        source::{Fill, Source},
    };
    use std::rc::Rc;

    #[derive(Clone, Debug, PartialEq, disprove::Arbitrary)]
    enum Shape {
        Leaf(u8),
        Node(Box<Shape>, Box<Shape>),
    }

    fn leaf(n: u8) -> Shape {
        Shape::Leaf(n)
    }

    fn node(left: Shape, right: Shape) -> Shape {
        Shape::Node(Box::new(left), Box::new(right))
    }

    /// What an operation makes of a value, with the parts of another one.
    fn made<G: Generator>(
        operation: Operation,
        generator: &G,
        value: &G::Value,
        other: &G::Value,
    ) -> Vec<G::Value> {
        let [tree, other] = [value, other].map(|it| generator.encode(it).expect("it is allowed"));
        let (mut parts, mut fits) = (Parts::default(), Fits::default());
        let mut rng = Rng::new(1);
        parts.add(&other, &Outline::of(&other), &mut rng);
        let mut src = Source::recording();
        let mut all = Vec::new();
        for case in 0..300 {
            let mut recombination =
                Recombination { parts: &mut parts, fits: &mut fits, rng: &mut rng };
            let Some(tree) = recombination.apply(operation, &tree) else { continue };
            src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(1, case), 20);
            all.push(generator.generate(&mut src));
        }
        all
    }

    #[test]
    fn parts_are_exchanged_duplicated_put_below_nodes_and_inserted() {
        let shapes = any::<Shape>();
        let (two, other) = (node(leaf(1), leaf(2)), node(leaf(7), node(leaf(8), leaf(9))));
        let is_node = |shape: &Shape| matches!(shape, Shape::Node(..));
        let made_of_two = |operation| made(operation, &shapes, &two, &other);
        let exchanged = made_of_two(Operation::Splice);
        assert!(
            exchanged.iter().any(|it| matches!(it, Shape::Node(left, right)
            if is_node(left) != is_node(right))),
            "{exchanged:?}"
        );
        let duplicated = made_of_two(Operation::Duplicate);
        assert!(
            duplicated.iter().any(|it| matches!(it, Shape::Node(left, right)
            if is_node(left) && is_node(right))),
            "{duplicated:?}"
        );
        let below = made_of_two(Operation::Wrap);
        // Both leaves of `two` are below a node of the other one, beside its other node.
        let is_below = |it: &Shape| {
            matches!(it, Shape::Node(left, right)
            if is_node(left) && is_node(right))
        };
        assert!(below.iter().any(is_below), "{below:?}");
        assert!(!exchanged.iter().any(is_below), "{exchanged:?}");
        let lists = vec(vec(any::<u8>()));
        let longer = made(Operation::Insert, &lists, &vec![vec![1], vec![2]], &vec![vec![5; 4]]);
        assert!(
            longer.iter().any(|it| it.len() == 3 && it.iter().any(|list| list.len() == 4)),
            "{longer:?}"
        );
    }
}
