//! Which structure-preserving changes of a case there are, and their order.

use super::{
    edit::{Edit, What},
    edits::{Arms, Edits, arm},
    operands::{matches, row_matches, words},
    piece::{Change, PLACES, changes, length},
    shape::{Node, Shape, members},
};
use crate::{
    argsort::argsort,
    choice::{Bounds, Tree, Value},
    search::rng::Rng,
    trace::Operand,
};
use std::collections::HashMap;

/// Choices with at most so many values are given each of them.
const ALL: u128 = 16;

/// Choices with at most so many values are given each of them as well, but those worth trying first.
const LISTED: u128 = 256;

/// So many ways to change two choices of a part at once are tried for each pair.
const PAIRS: usize = 8;

/// Parts with the same label that one is replaced by, or changes places with.
const COPIES: usize = 64;

/// Lists of up to so many elements are left as they are.
const SHORT: usize = 4;

/// How much sooner cuts are tried: what is changed afterwards is smaller.
const CUT: f64 = 16.0;

/// How much sooner the operands of comparisons are tried: there are few of them, and they are what the code looks for.
const MATCH: f64 = 32.0;

/// How much later the many values of a byte are tried: there are others to begin with.
const NTH: f64 = 0.25;

/// A case has so many edits at most: the rest would not be reached.
const MOST: usize = 20_000;

/// Where a list of this length is cut, and by how much. Short ones are not: all their changes are soon made.
fn cuts(length: usize) -> Vec<(usize, u32)> {
    let mut all = Vec::new();
    for part in [2, 4] {
        let count = length / part;
        if length > SHORT && count > 0 {
            // What counts is more often at the beginning.
            all.extend((0..part).rev().map(|number| (number * count, count as u32)));
        }
    }
    all
}

/// Finds all edits of a case.
pub(super) struct Maker<'a> {
    tree: &'a Tree,
    shape: Shape,
    values: Vec<Value>,
    /// The numbers among the values that the case has at other places.
    numbers: Vec<u32>,
    edits: Vec<Edit>,
    samples: usize,
}

impl<'a> Maker<'a> {
    pub(super) fn new(tree: &'a Tree, samples: usize) -> Maker<'a> {
        let shape = Shape::of(tree);
        Maker { tree, shape, values: Vec::new(), numbers: Vec::new(), edits: Vec::new(), samples }
    }

    /// All of them, in the order of `arms`, or from the outermost parts to the innermost.
    pub(super) fn made(
        mut self,
        operands: &[Operand],
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        self.find_numbers();
        for at in 0..self.tree.len() as u32 {
            self.change_choice(at);
            self.match_choice(at, operands);
            self.put_words(at, operands);
        }
        self.match_rows(operands);
        self.cut_lists();
        self.insert_variants();
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            self.change_two(parent, rng);
        }
        let mut by_label: HashMap<u64, Vec<u32>> = HashMap::new();
        for at in 0..self.tree.spans.len() as u32 {
            by_label.entry(self.tree.spans[at as usize].label.mixed(1)).or_default().push(at);
        }
        for at in 0..self.tree.spans.len() as u32 {
            self.change_span(at, &by_label[&self.tree.spans[at as usize].label.mixed(1)]);
        }
        match arms {
            Some(arms) => self.in_order(arms, rng),
            None => self.by_level(),
        }
    }

    /// Singly, and with all twins, but not a second time from each of these.
    fn add(&mut self, node: Node, what: What) {
        if self.shape.has_twins(node) {
            let is_first = self.shape.twins(node).all(|twin| match (node, twin) {
                (Node::Choice(a), Node::Choice(b)) | (Node::Span(a), Node::Span(b)) => a < b,
                _ => true,
            });
            if is_first {
                self.edits.push(Edit { node, what, paired: true });
            }
        }
        self.edits.push(Edit { node, what, paired: false });
    }

    fn value(&mut self, value: Value) -> u32 {
        if let Some(at) = self.values.iter().position(|known| *known == value) {
            return at as u32;
        }
        self.values.push(value);
        self.values.len() as u32 - 1
    }

    fn find_numbers(&mut self) {
        for at in 0..self.tree.len() {
            if let Bounds::Integer(limits) = self.tree.bounds(at)
                && limits.span >= ALL
                && !limits.branch
            {
                let number = self.value(self.tree.value(at));
                if !self.numbers.contains(&number) {
                    self.numbers.push(number);
                }
            }
        }
    }

    /// Whether it says that a collection has one more element: that is changed by adding and taking away.
    fn is_coin(&self, at: u32) -> bool {
        self.shape.choices[at as usize].parent.is_some_and(|parent| {
            self.shape.elements[parent as usize] && self.tree.spans[parent as usize].start == at
        })
    }

    /// Other values of a choice, all of them or those worth trying; and whether there are more.
    fn others(&mut self, at: u32) -> (Vec<u32>, bool) {
        let (place, tree) = (at as usize, self.tree);
        if tree.is_fixed(place) || self.is_coin(at) {
            return (Vec::new(), false);
        }
        let here = tree.value(place);
        let mut others = Vec::new();
        match (tree.bounds(place), &here) {
            (Bounds::Bool { .. }, Value::Bool(value)) => {
                others.push(self.value(Value::Bool(!value)));
            }
            (Bounds::Integer(limits), Value::Integer(_)) => {
                let limits = *limits;
                let offset = limits.span.min(tree.offset(tree.choices[place], limits.span));
                if limits.span < ALL {
                    for to in (0..=limits.span).filter(|to| *to != offset) {
                        others.push(self.value(Value::Integer(limits.value(to))));
                    }
                    return (others, false);
                }
                let near = [offset.checked_add(1), offset.checked_sub(1), Some(limits.origin)];
                for to in
                    near.into_iter().flatten().filter(|to| *to != offset && *to <= limits.span)
                {
                    let value = self.value(Value::Integer(limits.value(to)));
                    if !others.contains(&value) {
                        others.push(value);
                    }
                }
                for number in self.numbers.clone() {
                    let Value::Integer(value) = self.values[number as usize] else { continue };
                    let fits = limits.value(limits.nearest(value)) == value;
                    if fits && Value::Integer(value) != here && !others.contains(&number) {
                        others.push(number);
                    }
                }
                return (others, true);
            }
            (Bounds::Float { .. }, Value::Float(value)) => {
                for to in [0.0, -value, value + 1.0, value - 1.0, value * 2.0, value / 2.0] {
                    if Value::Float(to) != here {
                        others.push(self.value(Value::Float(to)));
                    }
                }
                return (others, true);
            }
            (Bounds::Text { .. } | Bounds::Bytes { .. }, _) => return (others, true),
            _ => {}
        }
        (others, false)
    }

    fn change_choice(&mut self, at: u32) {
        let (others, more) = self.others(at);
        for value in others {
            self.add(Node::Choice(at), What::Set(value));
        }
        if more
            && let Bounds::Integer(limits) = self.tree.bounds(at as usize)
            && limits.span < LISTED
        {
            let span = limits.span as u32;
            (0..=span).for_each(|to| self.add(Node::Choice(at), What::Nth(to)));
        } else if more {
            changes(&self.tree.value(at as usize), &mut |from, change| {
                self.add(Node::Choice(at), What::Piece(from, change));
            });
            for _ in 0..self.samples {
                self.add(Node::Choice(at), What::Draw);
            }
        }
    }

    fn match_choice(&mut self, at: u32, operands: &[Operand]) {
        let tree = self.tree;
        if tree.is_fixed(at as usize) || self.is_coin(at) {
            return;
        }
        if let Bounds::Integer(limits) = tree.bounds(at as usize)
            && limits.span < ALL
        {
            // It is given each of its values anyway.
            return;
        }
        let here = tree.value(at as usize);
        let mut found = Vec::new();
        matches(tree.bounds(at as usize), &here, operands, &mut |value| {
            if value != here && !found.contains(&value) {
                found.push(value);
            }
        });
        for value in found {
            let value = self.value(value);
            self.add(Node::Choice(at), What::Match(value));
        }
    }

    /// Among all that could be put into a text, or into bytes, what is there already and what the code has looked for are few,
    /// and a kind of their own.
    fn put_words(&mut self, at: u32, operands: &[Operand]) {
        if self.tree.is_fixed(at as usize) {
            return;
        }
        let here = self.tree.value(at as usize);
        let mut found = Vec::new();
        words(&here, operands, &mut |word| {
            if !found.contains(&word) {
                found.push(word);
            }
        });
        for word in found {
            let word = self.value(word);
            for from in 0..=length(&here).min(PLACES) as u32 {
                self.add(Node::Choice(at), What::Word(from, word));
            }
        }
    }

    fn match_rows(&mut self, operands: &[Operand]) {
        for row in 0..self.shape.rows.len() {
            let choices = self.shape.rows[row].clone();
            let mut bytes = Vec::with_capacity(choices.len());
            for at in &choices {
                if let Value::Integer(number) = self.tree.value(*at as usize) {
                    bytes.push(number.parts().1 as u8);
                }
            }
            let mut found = Vec::new();
            row_matches(&bytes, operands, &mut |at, to| found.push((at, to)));
            for (at, to) in found {
                let value = self.value(Value::Bytes(to));
                let node = Node::Choice(choices[at]);
                self.edits.push(Edit { node, what: What::Row(value, row as u32), paired: false });
            }
        }
    }

    /// Long lists and pieces, by halves and by quarters.
    fn cut_lists(&mut self) {
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            let mut elements = Vec::new();
            for member in members(self.tree, parent) {
                if let Node::Span(at) = member
                    && self.tree.continue_flag(at as usize).is_some_and(|coin| coin.value == 1)
                {
                    elements.push(at);
                }
            }
            for (from, count) in cuts(elements.len()) {
                self.add(Node::Span(elements[from]), What::Cut(count));
            }
        }
        for at in 0..self.tree.len() {
            if let Bounds::Text { .. } | Bounds::Bytes { .. } = self.tree.bounds(at) {
                for (from, count) in cuts(length(&self.tree.value(at))) {
                    let what = What::Piece(from as u32, Change::Cut(count));
                    self.add(Node::Choice(at as u32), what);
                }
            }
        }
    }

    /// New elements of each variant, wherever there is one already to tell which there are.
    fn insert_variants(&mut self) {
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            let mut like = None;
            let members: Vec<Node> = members(self.tree, parent).collect();
            for member in members {
                let Node::Span(at) = member else { continue };
                if !self.shape.elements[at as usize] {
                    continue;
                }
                let variant = self.tree.spans[at as usize].start + 1;
                if self.tree.continue_flag(at as usize).is_some_and(|coin| coin.value == 1)
                    && variant < self.tree.spans[at as usize].end
                    && let Bounds::Integer(limits) = self.tree.bounds(variant as usize)
                    && limits.branch
                    && limits.span < LISTED
                {
                    like = Some((at, limits.span as u32));
                }
                if let Some((like, last)) = like {
                    (0..=last).for_each(|variant| self.add(member, What::Variant(like, variant)));
                }
            }
        }
    }

    /// Two choices of one part at once.
    fn change_two(&mut self, parent: Option<u32>, rng: &mut Rng) {
        let choices: Vec<u32> = members(self.tree, parent)
            .filter_map(|member| match member {
                Node::Choice(at) => Some(at),
                // A part of its own that is one choice, as of an enum without fields.
                Node::Span(at) => {
                    let span = self.tree.spans[at as usize];
                    (span.len() == 1).then_some(span.start)
                }
            })
            .collect();
        if choices.len() < 2 || choices.len() > PAIRS {
            return;
        }
        for one in &choices {
            for other in choices.iter().filter(|other| *other != one) {
                let (firsts, seconds) = (self.others(*one).0, self.others(*other).0);
                let twins = self.shape.has_twins(Node::Choice(*one));
                if firsts.is_empty() || seconds.is_empty() || !twins && one > other {
                    continue;
                }
                let all = firsts.len() * seconds.len();
                for number in 0..all.min(PAIRS) {
                    let pick = if all <= PAIRS { number } else { rng.below(all) };
                    let what = What::SetTwo(
                        firsts[pick / seconds.len()],
                        *other,
                        seconds[pick % seconds.len()],
                    );
                    self.edits.push(Edit { node: Node::Choice(*one), what, paired: twins });
                }
            }
        }
    }

    fn change_span(&mut self, at: u32, like: &[u32]) {
        let span = self.tree.spans[at as usize];
        if self.shape.elements[at as usize] {
            let is_there = self.tree.continue_flag(at as usize).is_some_and(|coin| coin.value == 1);
            if is_there {
                self.add(Node::Span(at), What::Delete);
                self.add(Node::Span(at), What::Repeat);
            }
            self.add(Node::Span(at), What::Insert);
            return;
        }
        let mut seen = vec![self.shape.spans[at as usize].hash];
        for other in like {
            let there = self.tree.spans[*other as usize];
            let around = *other <= at && at < there.next;
            let hash = self.shape.spans[*other as usize].hash;
            if around || span.len() == 0 && there.len() == 0 || seen.contains(&hash) {
                continue;
            }
            seen.push(hash);
            if seen.len() > COPIES {
                break;
            }
            self.add(Node::Span(at), What::Put(*other));
            if *other > at && *other >= span.next {
                self.add(Node::Span(at), What::Swap(*other));
            }
        }
    }

    /// From the outermost parts to the innermost.
    fn by_level(self) -> Edits {
        let depth = |at: usize| self.shape.known(self.edits[at].node).depth;
        // The next one is the last.
        let order = argsort(self.edits.len(), &|a, b| (depth(b), b).cmp(&(depth(a), a)));
        let left = order.into_iter().map(|at| self.edits[at]).collect();
        self.ordered(left)
    }

    fn ordered(self, left: Vec<Edit>) -> Edits {
        Edits::new(self.shape, self.values, left)
    }

    /// By chance, those that did well before the others, and kinds with many edits not more often than others.
    fn in_order(mut self, arms: &Arms, rng: &mut Rng) -> Edits {
        while self.edits.len() > MOST {
            let at = rng.below(self.edits.len());
            self.edits.swap_remove(at);
        }
        let mut counts: HashMap<u64, f64> = HashMap::new();
        for edit in &self.edits {
            *counts.entry(arm(&self.shape, *edit)).or_insert(0.0) += 1.0;
        }
        let mut keys = Vec::with_capacity(self.edits.len());
        for edit in &self.edits {
            let arm = arm(&self.shape, *edit);
            let (won, tried) = arms.get(&arm).copied().unwrap_or((0.0, 0.0));
            let mut weight = (won + 2.0) / (tried + 4.0) / counts[&arm];
            if let What::Match(_) | What::Row(..) = edit.what {
                weight *= MATCH;
            } else if edit.what.is_a_cut() {
                weight *= CUT;
            } else if let What::Nth(_) = edit.what {
                weight *= NTH;
            }
            keys.push(-(rng.unit() + 1e-12).ln() / weight);
        }
        // The next one is the last.
        let order = argsort(keys.len(), &|a, b| keys[b].total_cmp(&keys[a]));
        let left = order.into_iter().map(|at| self.edits[at]).collect();
        self.ordered(left)
    }
}
