//! How each type of the study is drawn, field by field.

use crate::growth::{
    avl, btree,
    choices::{ByType, Choices},
    files, heap, intervals, lambda,
    regex::{Letter, Match, Regex},
    schema, skip, treap,
};

impl ByType for u8 {
    fn draw(src: &mut dyn Choices, _: usize) -> u8 {
        src.byte()
    }
}

impl ByType for u16 {
    fn draw(src: &mut dyn Choices, _: usize) -> u16 {
        src.short()
    }
}

impl ByType for i16 {
    fn draw(src: &mut dyn Choices, _: usize) -> i16 {
        src.short().cast_signed()
    }
}

impl ByType for u32 {
    fn draw(src: &mut dyn Choices, _: usize) -> u32 {
        src.word()
    }
}

impl ByType for i32 {
    fn draw(src: &mut dyn Choices, _: usize) -> i32 {
        src.word().cast_signed()
    }
}

impl ByType for u64 {
    fn draw(src: &mut dyn Choices, _: usize) -> u64 {
        src.long()
    }
}

impl ByType for bool {
    fn draw(src: &mut dyn Choices, _: usize) -> bool {
        src.below(2) == 1
    }
}

impl<T: ByType> ByType for Box<T> {
    fn draw(src: &mut dyn Choices, depth: usize) -> Box<T> {
        Box::new(T::draw(src, depth.saturating_sub(1)))
    }
}

impl<T: ByType> ByType for Option<Box<T>> {
    fn draw(src: &mut dyn Choices, depth: usize) -> Option<Box<T>> {
        (depth > 0 && src.below(2) == 1).then(|| Box::draw(src, depth))
    }
}

impl<T: ByType> ByType for Vec<T> {
    fn draw(src: &mut dyn Choices, depth: usize) -> Vec<T> {
        let length = src.below(depth + 1);
        (0..length).map(|_| T::draw(src, depth / 2)).collect()
    }
}

macro_rules! by_type {
    ($($type:path { $($field:ident),* })*) => {$(
        impl ByType for $type {
            fn draw(src: &mut dyn Choices, depth: usize) -> $type {
                $type { $($field: ByType::draw(src, depth)),* }
            }
        }
    )*};
}

by_type! {
    avl::Avl { tree, key }
    heap::Heaps { one, other }
    lambda::Lambda { term }
    files::Folder { entries }
    files::Entry { name, node }
    files::Files { root, place, name }
    intervals::Interval { start, end, value }
    intervals::Block { count, end, items }
    intervals::Intervals { blocks, new }
    treap::Node { key, priority, left, right }
    treap::Treap { root, key, priority }
    btree::Node { keys, children }
    btree::Tree { root, key }
    skip::SkipList { levels, key, height }
    Match { regex, text }
    schema::Field { name, required, schema }
    schema::Member { name, value }
    schema::Conforming { schema, document }
}

/// One of `all` alternatives; at the deepest level, one of the first `last`, which do not go deeper.
fn alternative(src: &mut dyn Choices, depth: usize, last: usize, all: usize) -> usize {
    src.below(if depth == 0 { last } else { all })
}

impl ByType for avl::Tree {
    fn draw(src: &mut dyn Choices, depth: usize) -> avl::Tree {
        match alternative(src, depth, 1, 2) {
            0 => avl::Tree::Empty,
            _ => avl::Tree::Node(
                ByType::draw(src, depth),
                ByType::draw(src, depth),
                ByType::draw(src, depth),
            ),
        }
    }
}

impl ByType for heap::Heap {
    fn draw(src: &mut dyn Choices, depth: usize) -> heap::Heap {
        match alternative(src, depth, 1, 2) {
            0 => heap::Heap::Empty,
            _ => heap::Heap::Node(
                ByType::draw(src, depth),
                ByType::draw(src, depth),
                ByType::draw(src, depth),
                ByType::draw(src, depth),
            ),
        }
    }
}

impl ByType for lambda::Type {
    fn draw(src: &mut dyn Choices, depth: usize) -> lambda::Type {
        match alternative(src, depth, 1, 2) {
            0 => lambda::Type::Bool,
            _ => lambda::Type::Arrow(ByType::draw(src, depth), ByType::draw(src, depth)),
        }
    }
}

impl ByType for lambda::Term {
    fn draw(src: &mut dyn Choices, depth: usize) -> lambda::Term {
        use lambda::Term;
        match alternative(src, depth, 3, 6) {
            0 => Term::True,
            1 => Term::False,
            2 => Term::Var(ByType::draw(src, depth)),
            3 => Term::Lam(ByType::draw(src, depth.min(2)), ByType::draw(src, depth)),
            4 => Term::App(ByType::draw(src, depth), ByType::draw(src, depth)),
            _ => Term::If(
                ByType::draw(src, depth),
                ByType::draw(src, depth),
                ByType::draw(src, depth),
            ),
        }
    }
}

impl ByType for files::Node {
    fn draw(src: &mut dyn Choices, depth: usize) -> files::Node {
        match alternative(src, depth, 1, 3) {
            0 => files::Node::File(ByType::draw(src, depth)),
            1 => files::Node::Link(ByType::draw(src, depth)),
            _ => files::Node::Folder(ByType::draw(src, depth)),
        }
    }
}

impl ByType for Letter {
    fn draw(src: &mut dyn Choices, _: usize) -> Letter {
        [Letter::A, Letter::B, Letter::C, Letter::D][src.below(4)]
    }
}

impl ByType for Regex {
    fn draw(src: &mut dyn Choices, depth: usize) -> Regex {
        match alternative(src, depth, 3, 6) {
            0 => Regex::Empty,
            1 => Regex::One(ByType::draw(src, depth)),
            2 => Regex::Not(ByType::draw(src, depth)),
            3 => Regex::Then(ByType::draw(src, depth), ByType::draw(src, depth)),
            4 => Regex::Or(ByType::draw(src, depth), ByType::draw(src, depth)),
            _ => Regex::Star(ByType::draw(src, depth)),
        }
    }
}

impl ByType for schema::Schema {
    fn draw(src: &mut dyn Choices, depth: usize) -> schema::Schema {
        use schema::Schema;
        match alternative(src, depth, 2, 5) {
            0 => Schema::Anything,
            1 => Schema::Number(ByType::draw(src, depth), ByType::draw(src, depth)),
            2 => Schema::List(ByType::draw(src, depth), ByType::draw(src, depth)),
            3 => Schema::Record(ByType::draw(src, depth)),
            _ => Schema::Either(ByType::draw(src, depth), ByType::draw(src, depth)),
        }
    }
}

impl ByType for schema::Document {
    fn draw(src: &mut dyn Choices, depth: usize) -> schema::Document {
        use schema::Document;
        match alternative(src, depth, 2, 4) {
            0 => Document::Null,
            1 => Document::Number(ByType::draw(src, depth)),
            2 => Document::List(ByType::draw(src, depth)),
            _ => Document::Record(ByType::draw(src, depth)),
        }
    }
}
