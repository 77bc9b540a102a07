//! Outline of a tree: the shape of each span, and which numbers mean the same.

use crate::{
    choice::{Bounds, Kind, Tree},
    search::structure::integers,
};

/// What recombination needs to know about a tree, made in one pass.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// For each span: a hash of its label, its nested spans, and its choices with few values.
    pub(crate) shapes: Vec<u64>,
    /// For each span: its parent.
    pub(crate) parents: Vec<Option<u32>>,
    /// For each choice: the innermost span around it.
    pub(crate) owners: Vec<Option<u32>>,
    /// For each choice: what the number means; 0 if it has few values, or is not a number. Numbers at the same place of
    /// equally labeled spans have the same class.
    pub(crate) classes: Vec<u64>,
    /// The shape of the whole tree.
    pub(crate) shape: u64,
    /// The most spans of one label around a choice: that many levels of a recursive type.
    pub(crate) depth: usize,
}

/// Choices with at most this many values belong to the shape. From the sketch: all alternatives and flags, no keys.
const FEW: u128 = 16;

/// 2^64 divided by the golden ratio: Knuth's multiplicative hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Adds a word to a hash.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(MULTIPLIER);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(MULTIPLIER)
}

/// The largest value of a choice with few values that can change, relative to its minimum. Flags of collections cannot:
/// their number decides the length.
pub(crate) fn small(tree: &Tree, at: usize) -> Option<u128> {
    if tree.is_fixed(at) {
        return None;
    }
    match tree.bounds(at) {
        Bounds::Bool { .. } if tree.choices[at].bounds() == 0 => Some(1),
        Bounds::Integer(limits) if limits.span < FEW => Some(limits.span),
        _ => None,
    }
}

/// An open span.
struct Open {
    span: u32,
    hash: u64,
    /// Direct children so far.
    members: u64,
    /// The variant of an enum: the first choice, if it is one between alternatives.
    variant: u64,
    /// Open spans with its label.
    nesting: usize,
}

impl Outline {
    pub(crate) fn of(tree: &Tree) -> Outline {
        let (spans, choices) = (tree.spans.len(), tree.len());
        let mut outline = Outline {
            shapes: vec![0; spans],
            parents: vec![None; spans],
            owners: vec![None; choices],
            classes: vec![0; choices],
            ..Outline::default()
        };
        let mut open: Vec<Open> = Vec::new();
        let (mut hash, mut members, mut next) = (choices as u64, 0, 0);
        for at in 0..=choices {
            loop {
                let ends = open.last().is_some_and(|last| {
                    let last = tree.spans[last.span as usize];
                    (last.end as usize, last.next as usize) == (at, next)
                });
                if let Some(closed) = ends.then(|| open.pop()).flatten() {
                    outline.shapes[closed.span as usize] = closed.hash;
                    let outer = open.last_mut().map_or(&mut hash, |outer| &mut outer.hash);
                    *outer = mix(*outer, closed.hash);
                } else if next < spans && tree.spans[next].start as usize == at {
                    outline.parents[next] = open.last().map(|outer| outer.span);
                    *open.last_mut().map_or(&mut members, |outer| &mut outer.members) += 1;
                    let label = tree.spans[next].label;
                    let nesting = nesting(tree, &open, next);
                    outline.depth = outline.depth.max(nesting);
                    let (span, hash) = (next as u32, label.to_bits());
                    open.push(Open { span, hash, members: 0, variant: 0, nesting });
                    next += 1;
                } else {
                    break;
                }
            }
            if at == choices {
                break;
            }
            let word = few(tree, at).map_or(99, |value| value + 3);
            let outer = open.last_mut().map_or(&mut hash, |outer| &mut outer.hash);
            *outer = mix(*outer, word);
            match open.last_mut() {
                Some(last) => {
                    last.members += 1;
                    if last.members == 1 && is_variant(tree, at) {
                        last.variant = word;
                    }
                    outline.owners[at] = Some(last.span);
                }
                None => members += 1,
            }
            outline.classes[at] = class(tree, at, &open, members);
        }
        outline.shape = hash;
        outline
    }

    /// Whether the input has parts that can be recombined: a label inside of itself, or a list in a list.
    pub(crate) fn is_nested(&self, tree: &Tree) -> bool {
        if self.depth > 1 {
            return true;
        }
        let is_element =
            |at: u32| tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1);
        for at in 0..tree.spans.len() as u32 {
            if !is_element(at) {
                continue;
            }
            let mut parent = self.parents[at as usize];
            // The list, and what is around it.
            while let Some(outer) = parent {
                if is_element(outer) {
                    return true;
                }
                parent = self.parents[outer as usize];
            }
        }
        false
    }
}

/// The larger spans with the label of a span around it, and itself.
fn nesting(tree: &Tree, open: &[Open], at: usize) -> usize {
    let own = tree.spans[at];
    for outer in open.iter().rev() {
        let span = tree.spans[outer.span as usize];
        if span.label == own.label {
            return outer.nesting + usize::from(own.len() > 0 && own.len() < span.len());
        }
    }
    1
}

/// The value of a choice with few values.
fn few(tree: &Tree, at: usize) -> Option<u64> {
    match tree.bounds(at) {
        Bounds::Bool { .. } => Some(tree.choices[at].value),
        Bounds::Integer(limits) if limits.span < FEW => Some(tree.choices[at].value),
        _ => None,
    }
}

fn is_variant(tree: &Tree, at: usize) -> bool {
    tree.choices[at].kind() == Kind::Integer && integers(tree, at as u32).branch
}

/// The class of a number. A span of one choice counts as a part of the span around it.
fn class(tree: &Tree, at: usize, open: &[Open], members: u64) -> u64 {
    let span = match tree.bounds(at) {
        Bounds::Integer(limits) if limits.span >= FEW && !limits.branch => limits.span,
        _ => return 0,
    };
    if tree.is_fixed(at) {
        return 0;
    }
    let mut hash = span as u64;
    for last in open.iter().rev() {
        let span = tree.spans[last.span as usize];
        hash = mix(hash, span.label.to_bits() ^ last.members);
        if span.len() > 1 {
            return mix(hash, last.variant) | 1;
        }
    }
    mix(hash, members) | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Arbitrary, Encoder, Generator, any, vec};

    fn encoded<G: Generator>(generator: &G, value: &G::Value) -> Tree {
        generator.encode(value).expect("it is allowed")
    }

    #[test]
    fn equal_shapes_differ_in_wide_numbers_only() {
        let lists = vec(any::<(u32, bool)>());
        let shape = |value: &[(u32, bool)]| Outline::of(&encoded(&lists, &value.to_vec())).shape;
        assert_eq!(shape(&[(1, true), (2, false)]), shape(&[(7, true), (9, false)]));
        assert_ne!(shape(&[(1, true), (2, false)]), shape(&[(1, true), (2, true)]));
        assert_ne!(shape(&[(1, true)]), shape(&[(1, true), (2, true)]));
    }

    #[test]
    fn numbers_at_the_same_place_of_elements_have_one_class() {
        let tree = encoded(&vec(any::<(u32, u32)>()), &vec![(1, 2), (3, 4)]);
        let classes: Vec<u64> =
            Outline::of(&tree).classes.into_iter().filter(|class| *class != 0).collect();
        assert_eq!(classes.len(), 4);
        assert_eq!((classes[0], classes[1]), (classes[2], classes[3]));
        assert_ne!(classes[0], classes[1]);
    }

    #[test]
    fn lists_of_lists_are_nested_and_lists_of_pairs_are_not() {
        let is_nested = |tree: &Tree| Outline::of(tree).is_nested(tree);
        assert!(!is_nested(&encoded(&vec(any::<(u32, u32)>()), &vec![(1, 2), (3, 4)])));
        let deep = vec(vec(any::<u32>()));
        assert!(is_nested(&encoded(&deep, &vec![vec![1], vec![]])));
        assert!(!is_nested(&encoded(&deep, &vec![vec![], vec![]])));
        assert!(!is_nested(&encoded(&any::<(u8, u8, u8)>(), &(1, 2, 3))));
    }

    /// A recursive type, written as a derive would.
    struct Chain(Option<Box<Chain>>);

    impl Arbitrary for Chain {
        fn arbitrary(src: &mut crate::Source) -> Chain {
            src.span("chain", |src| {
                let more = src.draw(any::<bool>());
                Chain(more.then(|| Box::new(Chain::arbitrary(src))))
            })
        }

        fn encode(value: &Chain, encoder: &mut Encoder) -> bool {
            encoder.span("chain", 0, |encoder| {
                any::<bool>().encode_into(&value.0.is_some(), encoder)
                    && value.0.as_ref().is_none_or(|next| Chain::encode(next, encoder))
            })
        }
    }

    #[test]
    fn a_label_in_itself_is_nested() {
        let chain = |length: usize| {
            let mut chain = Chain(None);
            for _ in 1..length {
                chain = Chain(Some(Box::new(chain)));
            }
            encoded(&any::<Chain>(), &chain)
        };
        assert_eq!([1, 2, 5].map(|length| Outline::of(&chain(length)).depth), [1, 2, 5]);
        assert!(Outline::of(&chain(2)).is_nested(&chain(2)));
    }
}
