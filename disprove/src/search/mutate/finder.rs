//! Finds all mutations of an input, and orders them.

use super::{
    edit::{Edit, EditKind},
    edits::{Arms, Edits, arm},
    operands::{matches, sequence_matches, words},
    shape::{Node, Shape, members},
    string_edit::{PLACES, StringEdit, length, string_edits},
};
use crate::{
    choice::{Bounds, Number, Tree, Value},
    search::rng::Rng,
    trace::Operand,
};
use std::collections::HashMap;

/// The range below which all other values of an integer are tried first. From the prototype on `case-studies ifc-ssni`.
const ALL: u128 = 16;

/// The range below which all values are tried, after more promising ones: that of a byte.
const LISTED: u128 = 256;

/// Mutations of each pair of choices in a span, and choices of a span that form pairs. From the prototype.
const PAIRS: usize = 8;

/// Spans with the same label to copy from or to swap with: the number of such mutations is quadratic.
const COPIES: usize = 64;

/// Elements up to which a list is not cut: all its mutations are soon done.
const SHORT: usize = 4;

/// The factor on the weight of cuts, which make all later mutations cheaper.
const CUT: f64 = 16.0;

/// The factor on the weight of operands: they are few, and the code looks for them. See `case-studies ladder`.
const MATCH: f64 = 32.0;

/// The factor on the weight of the many values of a byte, as more promising values come first.
const NTH: f64 = 0.25;

/// Mutations per input, to bound the memory; a search rarely reaches more.
const MOST: usize = 20_000;

/// Mutations of an input to list before [`MOST`] of them are drawn, divided among its nodes. All mutations of a large input
/// are millions: they would take hundreds of megabytes, and longer than the time limit of a case.
const CANDIDATES: usize = 8 * MOST;

/// Mutations of a node to list, however many nodes there are.
const LEAST: usize = 4;

/// The halves and quarters of a list of this length: position and number of elements.
fn cuts(length: usize) -> Vec<(usize, u32)> {
    let mut all = Vec::new();
    for part in [2, 4] {
        let count = length / part;
        if length > SHORT && count > 0 {
            // From the end, as the beginning of a list is more often needed.
            all.extend((0..part).rev().map(|number| (number * count, count as u32)));
        }
    }
    all
}

/// Finds the mutations of one input.
pub(super) struct EditFinder<'a> {
    tree: &'a Tree,
    shape: Shape,
    values: Vec<Value>,
    /// The places of the integers among the values.
    integers: HashMap<Number, u32>,
    /// The integers of the input among the values.
    numbers: Vec<u32>,
    edits: Vec<Edit>,
    /// Mutations of a node to list.
    per_node: usize,
    samples: usize,
}

/// Up to `most` consecutive numbers below `count`, from a random one on.
fn window(count: usize, most: usize, rng: &mut Rng) -> impl Iterator<Item = usize> + use<> {
    let start = if count > most { rng.below(count) } else { 0 };
    (start..start + count.min(most)).map(move |number| number % count)
}

impl<'a> EditFinder<'a> {
    pub(super) fn new(tree: &'a Tree, samples: usize) -> EditFinder<'a> {
        let shape = Shape::of(tree);
        let per_node = (CANDIDATES / (tree.len() + tree.spans.len()).max(1)).max(LEAST);
        EditFinder {
            tree,
            shape,
            values: Vec::new(),
            integers: HashMap::new(),
            numbers: Vec::new(),
            edits: Vec::new(),
            per_node,
            samples,
        }
    }

    /// All mutations, ordered by `arms`, or from the outermost nodes to the innermost.
    pub(super) fn find(
        mut self,
        operands: &[Operand],
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        self.find_numbers();
        for at in 0..self.tree.len() as u32 {
            let from = self.edits.len();
            self.change_choice(at, rng);
            self.thin(from, rng);
            self.match_choice(at, operands);
            let from = self.edits.len();
            self.insert_words(at, operands);
            self.thin(from, rng);
        }
        self.match_sequences(operands);
        self.cut_lists();
        self.insert_variants(rng);
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            let from = self.edits.len();
            self.change_two(parent, rng);
            self.thin(from, rng);
        }
        let mut by_label: HashMap<u64, Vec<u32>> = HashMap::new();
        for at in 0..self.tree.spans.len() as u32 {
            by_label.entry(self.tree.spans[at as usize].label.mixed(1)).or_default().push(at);
        }
        for at in 0..self.tree.spans.len() as u32 {
            let from = self.edits.len();
            self.change_span(at, &by_label[&self.tree.spans[at as usize].label.mixed(1)]);
            self.thin(from, rng);
        }
        match arms {
            Some(arms) => self.in_order(arms, rng),
            None => self.by_level(),
        }
    }

    /// Adds a mutation of the node alone, and from the first of its counterparts a mutation of all of them.
    fn add(&mut self, node: Node, kind: EditKind) {
        if self.shape.has_counterparts(node) {
            let is_first =
                self.shape.counterparts(node).all(|counterpart| match (node, counterpart) {
                    (Node::Choice(a), Node::Choice(b)) | (Node::Span(a), Node::Span(b)) => a < b,
                    _ => true,
                });
            if is_first {
                self.edits.push(Edit { node, kind, paired: true });
            }
        }
        self.edits.push(Edit { node, kind, paired: false });
    }

    /// Removes random mutations of a node, which were added from this one on, until `per_node` are left.
    fn thin(&mut self, from: usize, rng: &mut Rng) {
        while self.edits.len() - from > self.per_node {
            let at = from + rng.below(self.edits.len() - from);
            self.edits.swap_remove(at);
        }
    }

    fn value(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let known = match &value {
            // There may be many of them.
            Value::Integer(number) => *self.integers.entry(*number).or_insert(next),
            _ => self.values.iter().position(|known| *known == value).map_or(next, |at| at as u32),
        };
        if known == next {
            self.values.push(value);
        }
        known
    }

    fn find_numbers(&mut self) {
        for at in 0..self.tree.len() {
            if let Bounds::Integer(limits) = self.tree.bounds(at)
                && limits.span >= ALL
                && !limits.branch
            {
                let (known, number) = (self.values.len(), self.value(self.tree.value(at)));
                if self.values.len() > known {
                    self.numbers.push(number);
                }
            }
        }
    }

    /// Whether a choice is a continue flag, which only insertion and deletion change.
    fn is_continue_flag(&self, at: u32) -> bool {
        self.shape.choices[at as usize].parent.is_some_and(|parent| {
            self.shape.elements[parent as usize] && self.tree.spans[parent as usize].start == at
        })
    }

    /// Other values of a choice, all or the promising ones; and whether there are more.
    fn others(&mut self, at: u32, rng: &mut Rng) -> (Vec<u32>, bool) {
        let (place, tree) = (at as usize, self.tree);
        if tree.is_fixed(place) || self.is_continue_flag(at) {
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
                let near = others.len();
                for number in window(self.numbers.len(), self.per_node, rng) {
                    let number = self.numbers[number];
                    let Value::Integer(value) = self.values[number as usize] else { continue };
                    let fits = limits.value(limits.nearest(value)) == value;
                    if fits && Value::Integer(value) != here && !others[..near].contains(&number) {
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

    fn change_choice(&mut self, at: u32, rng: &mut Rng) {
        let (others, more) = self.others(at, rng);
        for value in others {
            self.add(Node::Choice(at), EditKind::Set(value));
        }
        if more
            && let Bounds::Integer(limits) = self.tree.bounds(at as usize)
            && limits.span < LISTED
        {
            for to in window(limits.span as usize + 1, self.per_node, rng) {
                self.add(Node::Choice(at), EditKind::Nth(to as u32));
            }
        } else if more {
            string_edits(&self.tree.value(at as usize), &mut |from, edit| {
                self.add(Node::Choice(at), EditKind::String(from, edit));
            });
            for _ in 0..self.samples {
                self.add(Node::Choice(at), EditKind::Draw);
            }
        }
    }

    fn match_choice(&mut self, at: u32, operands: &[Operand]) {
        let tree = self.tree;
        if tree.is_fixed(at as usize) || self.is_continue_flag(at) {
            return;
        }
        if let Bounds::Integer(limits) = tree.bounds(at as usize)
            && limits.span < ALL
        {
            // All its values are tried anyway.
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
            self.add(Node::Choice(at), EditKind::Match(value));
        }
    }

    /// Inserts symbols of the string and operands. They are few among all possible insertions, and form their own kind.
    fn insert_words(&mut self, at: u32, operands: &[Operand]) {
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
                self.add(Node::Choice(at), EditKind::Word(from, word));
            }
        }
    }

    fn match_sequences(&mut self, operands: &[Operand]) {
        for sequence in 0..self.shape.sequences.len() {
            let choices = self.shape.sequences[sequence].clone();
            let mut bytes = Vec::with_capacity(choices.len());
            for at in &choices {
                if let Value::Integer(number) = self.tree.value(*at as usize) {
                    bytes.push(number.parts().1 as u8);
                }
            }
            let mut found = Vec::new();
            sequence_matches(&bytes, operands, &mut |at, to| found.push((at, to)));
            for (at, to) in found {
                let value = self.value(Value::Bytes(to));
                let node = Node::Choice(choices[at]);
                let kind = EditKind::Bytes(value, sequence as u32);
                self.edits.push(Edit { node, kind, paired: false });
            }
        }
    }

    /// Cuts halves and quarters of long lists and strings.
    fn cut_lists(&mut self) {
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            let mut elements = Vec::new();
            for member in members(self.tree, parent) {
                if let Node::Span(at) = member
                    && self.tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1)
                {
                    elements.push(at);
                }
            }
            for (from, count) in cuts(elements.len()) {
                self.add(Node::Span(elements[from]), EditKind::Cut(count));
            }
        }
        for at in 0..self.tree.len() {
            if let Bounds::Text { .. } | Bounds::Bytes { .. } = self.tree.bounds(at) {
                for (from, count) in cuts(length(&self.tree.value(at))) {
                    let kind = EditKind::String(from as u32, StringEdit::Cut(count));
                    self.add(Node::Choice(at as u32), kind);
                }
            }
        }
    }

    /// Inserts elements of each variant into lists that have an element with variants.
    fn insert_variants(&mut self, rng: &mut Rng) {
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            let mut like = None;
            let members: Vec<Node> = members(self.tree, parent).collect();
            for member in members {
                let Node::Span(at) = member else { continue };
                if !self.shape.elements[at as usize] {
                    continue;
                }
                let variant = self.tree.spans[at as usize].start + 1;
                if self.tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1)
                    && variant < self.tree.spans[at as usize].end
                    && let Bounds::Integer(limits) = self.tree.bounds(variant as usize)
                    && limits.branch
                    && limits.span < LISTED
                {
                    like = Some((at, limits.span as u32));
                }
                if let Some((like, last)) = like {
                    for variant in window(last as usize + 1, self.per_node, rng) {
                        self.add(member, EditKind::Variant(like, variant as u32));
                    }
                }
            }
        }
    }

    /// Mutates two choices of one span at once.
    fn change_two(&mut self, parent: Option<u32>, rng: &mut Rng) {
        let choices: Vec<u32> = members(self.tree, parent)
            .filter_map(|member| match member {
                Node::Choice(at) => Some(at),
                // A span of one choice, such as an enum without fields.
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
                let firsts = self.others(*one, rng).0;
                let seconds = self.others(*other, rng).0;
                let counterparts = self.shape.has_counterparts(Node::Choice(*one));
                if firsts.is_empty() || seconds.is_empty() || !counterparts && one > other {
                    continue;
                }
                let all = firsts.len() * seconds.len();
                for number in 0..all.min(PAIRS) {
                    let pick = if all <= PAIRS { number } else { rng.below(all) };
                    let kind = EditKind::SetTwo(
                        firsts[pick / seconds.len()],
                        *other,
                        seconds[pick % seconds.len()],
                    );
                    self.edits.push(Edit { node: Node::Choice(*one), kind, paired: counterparts });
                }
            }
        }
    }

    fn change_span(&mut self, at: u32, like: &[u32]) {
        let span = self.tree.spans[at as usize];
        if self.shape.elements[at as usize] {
            let exists = self.tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1);
            if exists {
                self.add(Node::Span(at), EditKind::Delete);
                self.add(Node::Span(at), EditKind::Repeat);
            }
            self.add(Node::Span(at), EditKind::Insert);
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
            self.add(Node::Span(at), EditKind::Put(*other));
            if *other > at && *other >= span.next {
                self.add(Node::Span(at), EditKind::Swap(*other));
            }
        }
    }

    /// Orders mutations from the outermost nodes to the innermost.
    fn by_level(self) -> Edits {
        let mut keyed = Vec::with_capacity(self.edits.len());
        for (at, edit) in self.edits.iter().enumerate() {
            let depth = u64::from(self.shape.info(edit.node).depth);
            keyed.push((depth << 32 | at as u64, *edit));
        }
        Edits::new(self.shape, self.values, keyed)
    }

    /// Orders mutations at random, weighted by the success rate of their arm and inversely by its number of mutations.
    fn in_order(mut self, arms: &Arms, rng: &mut Rng) -> Edits {
        while self.edits.len() > MOST {
            let at = rng.below(self.edits.len());
            self.edits.swap_remove(at);
        }
        let numbers: Vec<u64> = self.edits.iter().map(|edit| arm(&self.shape, *edit)).collect();
        // The number of mutations of each arm, then the weight of each of them.
        let mut weights = Arms::default();
        for arm in &numbers {
            weights.entry(*arm).or_default().0 += 1.0;
        }
        for (arm, (weight, _)) in &mut weights {
            let (reward, runs) = arms.get(arm).copied().unwrap_or((0.0, 0.0));
            *weight = (reward + 2.0) / (runs + 4.0) / *weight;
        }
        let mut keyed = Vec::with_capacity(self.edits.len());
        for (edit, arm) in self.edits.iter().zip(&numbers) {
            let mut weight = weights[arm].0;
            if let EditKind::Match(_) | EditKind::Bytes(..) = edit.kind {
                weight *= MATCH;
            } else if edit.kind.is_cut() {
                weight *= CUT;
            } else if let EditKind::Nth(_) = edit.kind {
                weight *= NTH;
            }
            // Exponentially distributed. The bits of numbers that are not negative are in their order.
            let key = (-(rng.unit() + 1e-12).ln() / weight).max(0.0);
            keyed.push((key.to_bits(), *edit));
        }
        Edits::new(self.shape, self.values, keyed)
    }
}
