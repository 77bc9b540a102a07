//! Recursion through standard types is found, and recursive values stay finite.

use super::{encoded, random, recorded, replayed, simplest};
use crate::{
    generator::{
        Arbitrary, Encoder, Shape, ShapeCell, TypeNumber, Types, encode_structure, encode_variant,
        structure, variant,
    },
    random::Random,
    source::{Fill, Source},
};
use std::{
    any::type_name,
    borrow::Cow,
    cell::{Cell, OnceCell, RefCell},
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    fmt::Debug,
    mem::ManuallyDrop,
    num::{Saturating, Wrapping},
    ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
    pin::Pin,
    rc::Rc,
    sync::{Arc, Mutex, OnceLock, RwLock},
    task::Poll,
};

/// Contains itself through every other type, or ends. It is only described, never generated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Everything(u8);

type Describe = fn(&mut Types) -> TypeNumber;
type Me = Everything;

/// How each type that can hold another describes itself.
const HOLDERS: [Describe; 42] = [
    Vec::<Me>::describe,
    VecDeque::<Me>::describe,
    LinkedList::<Me>::describe,
    BinaryHeap::<Me>::describe,
    BTreeSet::<Me>::describe,
    BTreeMap::<Me, u8>::describe,
    BTreeMap::<u8, Me>::describe,
    HashSet::<Me>::describe,
    HashMap::<Me, u8>::describe,
    HashMap::<u8, Me>::describe,
    Box::<[Me]>::describe,
    Rc::<[Me]>::describe,
    Arc::<[Me]>::describe,
    Box::<Me>::describe,
    Rc::<Me>::describe,
    Arc::<Me>::describe,
    Cow::<'static, Me>::describe,
    Cow::<'static, [Me]>::describe,
    Pin::<Box<Me>>::describe,
    Cell::<Me>::describe,
    RefCell::<Me>::describe,
    Mutex::<Me>::describe,
    RwLock::<Me>::describe,
    OnceCell::<Me>::describe,
    OnceLock::<Me>::describe,
    ManuallyDrop::<Me>::describe,
    Wrapping::<Me>::describe,
    Saturating::<Me>::describe,
    Reverse::<Me>::describe,
    Range::<Me>::describe,
    RangeInclusive::<Me>::describe,
    RangeFrom::<Me>::describe,
    RangeTo::<Me>::describe,
    RangeToInclusive::<Me>::describe,
    Bound::<Me>::describe,
    Poll::<Me>::describe,
    ControlFlow::<Me, u8>::describe,
    ControlFlow::<u8, Me>::describe,
    Option::<Me>::describe,
    Result::<Me, u8>::describe,
    <(u8, Me)>::describe,
    <[Me; 2]>::describe,
];

impl Arbitrary for Everything {
    fn arbitrary(_src: &mut Source) -> Everything {
        unreachable!("only described")
    }

    fn describe(types: &mut Types) -> TypeNumber {
        let weights = [1; HOLDERS.len() + 1];
        types.define(type_name::<Everything>(), &weights, |types| {
            let mut variants: Vec<_> = HOLDERS.iter().map(|holder| vec![holder(types)]).collect();
            variants.push(Vec::new());
            variants
        })
    }
}

#[test]
fn every_type_that_contains_another_describes_it() {
    // The base case is the first of the flattest variants: a holder that hid its content would be flat.
    let shape = Shape::of::<Everything>();
    let mut src = Source::recording();
    src.replay(Rc::default(), Fill::Simplest, Random::for_case(1, 1), 100);
    assert_eq!(variant(&mut src, shape, |_, variant| variant), HOLDERS.len());
}

/// The recursive variants come first, so that the base case has to be found.
#[derive(Debug)]
enum Tree {
    Pair(Box<Tree>, Rc<Tree>),
    List(Vec<Tree>),
    Map(BTreeMap<u8, Tree>),
    Leaf(u8),
}

static TREE: ShapeCell = ShapeCell::new();

impl Arbitrary for Tree {
    fn arbitrary(src: &mut Source) -> Tree {
        variant(src, TREE.get::<Tree>(), |src, variant| match variant {
            0 => Tree::Pair(Box::arbitrary(src), Rc::arbitrary(src)),
            1 => Tree::List(Vec::arbitrary(src)),
            2 => Tree::Map(BTreeMap::arbitrary(src)),
            _ => Tree::Leaf(u8::arbitrary(src)),
        })
    }

    fn encode(value: &Tree, encoder: &mut Encoder) -> bool {
        let number = match value {
            Tree::Pair(..) => 0,
            Tree::List(_) => 1,
            Tree::Map(_) => 2,
            Tree::Leaf(_) => 3,
        };
        encode_variant(encoder, TREE.get::<Tree>(), number, |encoder| match value {
            Tree::Pair(left, right) => Box::encode(left, encoder) && Rc::encode(right, encoder),
            Tree::List(list) => Vec::encode(list, encoder),
            Tree::Map(map) => BTreeMap::encode(map, encoder),
            Tree::Leaf(leaf) => u8::encode(leaf, encoder),
        })
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.define(type_name::<Tree>(), &[1, 1, 1, 1], |types| {
            vec![
                vec![Box::<Tree>::describe(types), Rc::<Tree>::describe(types)],
                vec![Vec::<Tree>::describe(types)],
                vec![BTreeMap::<u8, Tree>::describe(types)],
                vec![u8::describe(types)],
            ]
        })
    }
}

/// Without variants: only empty collections end the recursion.
#[derive(Debug)]
struct Node {
    children: VecDeque<Node>,
    next: Bound<Arc<Node>>,
    last: OnceCell<Box<Node>>,
}

static NODE: ShapeCell = ShapeCell::new();

impl Arbitrary for Node {
    fn arbitrary(src: &mut Source) -> Node {
        structure(src, NODE.get::<Node>(), |src| Node {
            children: VecDeque::arbitrary(src),
            next: Bound::arbitrary(src),
            last: OnceCell::arbitrary(src),
        })
    }

    fn encode(value: &Node, encoder: &mut Encoder) -> bool {
        encode_structure(encoder, NODE.get::<Node>(), |encoder| {
            VecDeque::encode(&value.children, encoder)
                && Bound::encode(&value.next, encoder)
                && OnceCell::encode(&value.last, encoder)
        })
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.define(type_name::<Node>(), &[1], |types| {
            vec![vec![
                VecDeque::<Node>::describe(types),
                Bound::<Arc<Node>>::describe(types),
                OnceCell::<Box<Node>>::describe(types),
            ]]
        })
    }
}

/// Counts a name in the debug output of a value.
fn count(shown: &str, name: &str) -> usize {
    shown.matches(name).count()
}

fn stays_bounded<T: Arbitrary + Debug>(name: &str) {
    let sizes: Vec<usize> =
        (0..2_000).map(|case| count(&format!("{:?}", random::<T>(case)), name)).collect();
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    assert!(mean < 100, "{mean} times {name} in the mean");
    assert!(sizes.iter().any(|size| *size > 10), "always small");
    assert!(sizes.iter().all(|size| *size < 5_000), "{:?} times {name}", sizes.iter().max());
}

fn round_trips<T: Arbitrary + Debug>() {
    for case in 0..200 {
        let (value, tree) = recorded::<T>(case);
        let expected = format!("{value:?}");
        assert_eq!(format!("{:?}", random::<T>(case)), expected);
        assert_eq!(format!("{:?}", replayed::<T>(tree)), expected);
        let tree = encoded(&value).expect("all parts are encoded");
        assert_eq!(format!("{:?}", replayed::<T>(tree)), expected);
    }
}

#[test]
fn an_enum_finds_its_base_case() {
    assert!(matches!(simplest::<Tree>(), Tree::Leaf(0)));
    stays_bounded::<Tree>("Leaf");
    round_trips::<Tree>();
}

#[test]
fn a_struct_ends_with_its_collections() {
    let node = simplest::<Node>();
    assert!(node.children.is_empty() && matches!(node.next, Bound::Unbounded));
    assert!(node.last.get().is_none());
    stays_bounded::<Node>("Node");
    round_trips::<Node>();
}
