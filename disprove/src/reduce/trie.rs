//! A trie of the cases drawn so far, which predicts the tree a proposal leads to.
//!
//! A generator draws the same choices as long as it gets the same values, so all cases form a trie. Following a
//! proposal through the trie needs no run of the generator. If the proposal reaches the end of a case, its result is
//! known; it is new at the first value that no case had there. (Hypothesis: `DataTree`.)

use crate::{
    choice::{Bounds, Choice, Kind, Span, Tree, Value, conform_float, conform_text},
    source::Guide,
};
use std::{collections::HashMap, rc::Rc};

/// Choices of the longest case kept. Following a longer one costs about as much as running its generator.
pub(super) const MAX_CHOICES: usize = 2_000;

/// Bytes of cases after which no more are kept, so that a long reduction does not exhaust the memory.
const MAX_BYTES: usize = 64 << 20;

/// The drawn cases. Each, except for the first, shares a prefix with an earlier one.
#[derive(Default)]
pub(super) struct CaseTrie {
    cases: Vec<Rc<Tree>>,
    /// Whether the property ran with the case, or need not run.
    judged: Vec<bool>,
    /// The cases that branch off at a choice, by the numbers of case and choice.
    branches: HashMap<(u32, u32), Vec<u32>>,
    bytes: usize,
}

impl CaseTrie {
    /// A trie that keeps nothing, for proposals that no generator draws by themselves.
    pub(super) fn disabled() -> CaseTrie {
        CaseTrie { bytes: MAX_BYTES + 1, ..CaseTrie::default() }
    }

    pub(super) fn insert(&mut self, tree: &Tree, judged: bool) {
        if tree.len() > MAX_CHOICES || self.bytes > MAX_BYTES {
            return;
        }
        let mut case = 0;
        let mut i = 0;
        while let Some(known) = self.cases.get(case as usize) {
            if i == known.len() || i == tree.len() {
                self.judged[case as usize] |= judged;
                return;
            }
            if !same_value(known, i, tree, i) {
                let same = |other: &&u32| same_value(&self.cases[**other as usize], i, tree, i);
                match self
                    .branches
                    .get(&(case, i as u32))
                    .and_then(|branches| branches.iter().find(same))
                {
                    Some(other) => case = *other,
                    None => break,
                }
            }
            i += 1;
        }
        if !self.cases.is_empty() {
            self.branches.entry((case, i as u32)).or_default().push(self.cases.len() as u32);
        }
        let tree = tree.compact();
        self.bytes += tree.bytes_taken();
        self.cases.push(Rc::new(tree));
        self.judged.push(judged);
    }

    /// The case the generator would draw along this guide, if it was drawn before, and whether it was judged.
    pub(super) fn find(&self, guide: &Rc<Tree>) -> Option<(&Rc<Tree>, bool)> {
        if self.cases.is_empty() || guide.len() > MAX_CHOICES {
            return None;
        }
        let mut guide = Guide::new(Rc::clone(guide));
        let (mut case, mut i, mut span) = (0, 0, 0);
        let mut open: Vec<usize> = Vec::new();
        loop {
            let known = &self.cases[case];
            // A generator that is not deterministic may have opened other spans.
            let inner = match open.last() {
                Some(number) => Some(*known.spans.get(*number)?),
                None => None,
            };
            let ends = |inner: &Span| inner.end as usize == i && inner.next as usize == span;
            if let Some(inner) = inner.filter(ends) {
                // A filter retried here, so random values followed.
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
                case = self.follow(case, i, &mut guide)?;
                i += 1;
            }
        }
    }

    /// The case that continues with the value the guide gives to choice number `i` of this one.
    fn follow(&self, case: usize, i: usize, guide: &mut Guide) -> Option<usize> {
        let known = &self.cases[case];
        if known.choices[i].forced() {
            return Some(case);
        }
        let offered = guide.choice(known.choices[i].kind(), known.choices[i].site);
        let drawn = drawn_value(known, i, &guide.tree, offered);
        if same_value(known, i, &drawn, 0) {
            return Some(case);
        }
        for other in self.branches.get(&(case as u32, i as u32))? {
            if same_value(&self.cases[*other as usize], i, &drawn, 0) {
                return Some(*other as usize);
            }
        }
        None
    }
}

fn same_value(one: &Tree, i: usize, other: &Tree, j: usize) -> bool {
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

/// A tree of one choice: the value drawn under the bounds of choice number `i` if the guide offers this choice.
fn drawn_value(known: &Tree, i: usize, guide: &Tree, offered: Option<Choice>) -> Tree {
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
