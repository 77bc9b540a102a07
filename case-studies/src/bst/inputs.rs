//! Generators of trees.

use super::{Input, Property, Tree, operations::Operations};
use disprove::prelude::*;

/// How trees are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trees {
    /// By their type alone.
    Derived,
    /// By inserting up to 32 keys one after the other, which leads to search trees. Keys are any numbers, as in the
    /// published study for Rust, so they seldom meet.
    Bespoke,
    /// The same with up to 20 keys from -20 to 20, as in the published study for Rocq.
    Narrow,
}

/// All that a property takes.
pub fn inputs(property: &Property, trees: Trees) -> impl Fn(&mut Source) -> Input + use<> {
    let Property { trees: forest, keys, values, .. } = *property;
    move |src| Input {
        trees: match trees {
            Trees::Derived => src.draw(vec(any::<Tree>()).len(forest)),
            Trees::Bespoke => src.draw(vec(bespoke).len(forest)),
            Trees::Narrow => src.draw(vec(narrow).len(forest)),
        },
        keys: match trees {
            Trees::Derived | Trees::Bespoke => src.draw(vec(any()).len(keys)),
            Trees::Narrow => src.draw(vec(-20..=20).len(keys)),
        },
        values: src.draw(vec(any()).len(values)),
    }
}

fn bespoke(src: &mut Source) -> Tree {
    inserted(src.draw(vec(any()).len(0..=32)))
}

fn narrow(src: &mut Source) -> Tree {
    inserted(src.draw(vec((-20..=20, any())).len(0..=20)))
}

pub fn inserted(pairs: Vec<(i32, i32)>) -> Tree {
    let mut tree = Tree::Empty;
    for (key, value) in pairs {
        tree = Operations(None).insert(key, value, &tree);
    }
    tree
}
