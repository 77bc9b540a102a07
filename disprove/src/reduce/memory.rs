//! What the generator made of proposals so far, and so what it would make of another.
//!
//! A generator asks the same questions as long as it gets the same answers. So all that it ever asked is
//! a trie, and a proposal can be followed through it without running the generator: it is known if it ends
//! where a case ended, and new as soon as it gives an answer that was not given there before.

use crate::{
    choice::{Bounds, Choice, Kind, Tree, conform_float, conform_text},
    source::Guide,
};
use std::{collections::HashMap, rc::Rc};

/// Longer cases are not kept: following them would cost what running their generator does.
const LONGEST: usize = 2_000;

/// Bytes that are kept in all.
const ROOM: usize = 64 << 20;

/// All cases that were made, as a trie: each but the first shares its beginning with an earlier one.
#[derive(Default)]
pub(super) struct Memory {
    cases: Vec<Rc<Tree>>,
    /// Whether the property was run with it, or need not be.
    judged: Vec<bool>,
    /// At this choice of this case others went on differently.
    turns: HashMap<(u32, u32), Vec<u32>>,
    kept: usize,
}

impl Memory {
    /// One that keeps nothing, where what is proposed is not made by a generator.
    pub(super) fn none() -> Memory {
        Memory { kept: ROOM + 1, ..Memory::default() }
    }

    pub(super) fn keep(&mut self, tree: &Tree, judged: bool) {
        if tree.len() > LONGEST || self.kept > ROOM {
            return;
        }
        let mut case = 0;
        let mut i = 0;
        while let Some(known) = self.cases.get(case as usize) {
            if i == known.len() || i == tree.len() {
                self.judged[case as usize] |= judged;
                return;
            }
            if !alike(known, i, tree, i) {
                let same = |other: &&u32| alike(&self.cases[**other as usize], i, tree, i);
                match self.turns.get(&(case, i as u32)).and_then(|turns| turns.iter().find(same)) {
                    Some(other) => case = *other,
                    None => break,
                }
            }
            i += 1;
        }
        if !self.cases.is_empty() {
            self.turns.entry((case, i as u32)).or_default().push(self.cases.len() as u32);
        }
        let tree = tree.compact();
        self.kept += tree.bytes_taken();
        self.cases.push(Rc::new(tree));
        self.judged.push(judged);
    }

    /// The case that the generator would make of this guide, if it has made it before, and whether it was judged.
    pub(super) fn find(&self, guide: &Rc<Tree>) -> Option<(&Rc<Tree>, bool)> {
        if self.cases.is_empty() || guide.len() > LONGEST {
            return None;
        }
        let mut guide = Guide::new(Rc::clone(guide));
        let (mut case, mut i, mut span) = (0, 0, 0);
        let mut open: Vec<usize> = Vec::new();
        loop {
            let known = &self.cases[case];
            // A generator that depends on something else may have opened others.
            let inner = match open.last() {
                Some(number) => Some(*known.spans.get(*number)?),
                None => None,
            };
            if let Some(inner) = inner
                && inner.end as usize == i
                && inner.next as usize == span
            {
                // From there on chance had a part in it.
                if inner.discarded() {
                    return None;
                }
                guide.leave();
                open.pop();
            } else if let Some(next) = known.spans.get(span).filter(|next| next.start as usize == i)
            {
                guide.enter(next.label, next.site());
                open.push(span);
                span += 1;
            } else if i == known.len() {
                return Some((known, self.judged[case]));
            } else {
                case = self.turn(case, i, &mut guide)?;
                i += 1;
            }
        }
    }

    /// The case that goes on with what the guide answers to choice number `i` of this one.
    fn turn(&self, case: usize, i: usize, guide: &mut Guide) -> Option<usize> {
        let known = &self.cases[case];
        if known.choices[i].forced() {
            return Some(case);
        }
        let offered = guide.choice(known.choices[i].kind(), known.choices[i].site);
        let answer = answer(known, i, &guide.tree, offered);
        if alike(known, i, &answer, 0) {
            return Some(case);
        }
        for other in self.turns.get(&(case as u32, i as u32))? {
            if alike(&self.cases[*other as usize], i, &answer, 0) {
                return Some(*other as usize);
            }
        }
        None
    }
}

fn alike(one: &Tree, i: usize, other: &Tree, j: usize) -> bool {
    let (a, b) = (one.choices[i], other.choices[j]);
    if a.kind() != b.kind() {
        return false;
    }
    match a.kind() {
        Kind::Bool | Kind::Float => a.value == b.value,
        Kind::Integer => one.number(a) == other.number(b),
        Kind::Text | Kind::Bytes => one.bytes(a) == other.bytes(b),
    }
}

/// A tree of one choice: what is drawn under the bounds of choice number `i` if a guide offers this.
fn answer(known: &Tree, i: usize, guide: &Tree, offered: Option<Choice>) -> Tree {
    use crate::choice::Value;
    let bounds = known.bounds(i);
    let value = match (bounds, offered) {
        (_, None) => bounds.simplest(),
        (Bounds::Bool { threshold: 0 }, _) => Value::Bool(false),
        (Bounds::Bool { threshold: u64::MAX }, _) => Value::Bool(true),
        (Bounds::Bool { .. }, Some(choice)) => Value::Bool(choice.value == 1),
        (Bounds::Integer(limits), Some(choice)) => {
            Value::Integer(limits.value(limits.nearest(guide.number(choice))))
        }
        (Bounds::Float { min, max, nan, single }, Some(choice)) => {
            Value::Float(conform_float(f64::from_bits(choice.value), *min, *max, *nan, *single))
        }
        (Bounds::Text { alphabet, min, max }, Some(choice)) => {
            Value::Text(conform_text(guide.text(choice), alphabet, *min, *max))
        }
        (Bounds::Bytes { min, max }, Some(choice)) => {
            let mut bytes = guide.bytes(choice).to_vec();
            bytes.resize(bytes.len().clamp(*min as usize, *max as usize), 0);
            Value::Bytes(bytes)
        }
    };
    let mut tree = Tree::default();
    tree.push(bounds, &value);
    tree
}
