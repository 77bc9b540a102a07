//! All structure-preserving changes of a case, in the order they are tried.

use super::{
    edit::{Edit, What},
    operands::matches,
    shape::{Node, Shape, members},
};
use crate::{
    choice::{Bounds, Tree, Value},
    search::dice::Dice,
    sorted::sorted,
    trace::Operand,
};
use std::collections::HashMap;

/// How well edits of a kind did at a place: what they won, and how often they were made.
pub(super) type Arms = HashMap<u64, (f64, f64)>;

/// All edits of a case.
#[derive(Debug)]
pub(super) struct Edits {
    pub(super) shape: Shape,
    pub(super) values: Vec<Value>,
    /// The next one is the last.
    left: Vec<Edit>,
}

/// Choices with at most so many values are given each of them.
const ALL: u128 = 16;

/// So many ways to change two choices of a part at once are tried for each pair.
const PAIRS: usize = 8;

/// Parts with the same label that one is replaced by, or changes places with.
const COPIES: usize = 64;

/// How much sooner the operands of comparisons are tried: there are few of them, and they are what the code looks for.
const MATCH: f64 = 8.0;

/// A case has so many edits at most: the rest would not be reached.
const MOST: usize = 20_000;

impl Edits {
    /// `samples` is how often a choice with many values is drawn anew.
    pub(super) fn of(
        tree: &Tree,
        operands: &[Operand],
        samples: usize,
        arms: &Arms,
        dice: &mut Dice,
    ) -> Edits {
        let mut maker = Maker {
            tree,
            shape: Shape::of(tree),
            values: Vec::new(),
            numbers: Vec::new(),
            edits: Vec::new(),
            samples,
        };
        maker.find_numbers();
        for at in 0..tree.len() as u32 {
            maker.change_choice(at);
            maker.match_choice(at, operands);
        }
        for parent in std::iter::once(None).chain((0..tree.spans.len() as u32).map(Some)) {
            maker.change_two(parent, dice);
        }
        let mut by_label: HashMap<u64, Vec<u32>> = HashMap::new();
        for at in 0..tree.spans.len() as u32 {
            by_label.entry(tree.spans[at as usize].label.mixed(1)).or_default().push(at);
        }
        for at in 0..tree.spans.len() as u32 {
            maker.change_span(at, &by_label[&tree.spans[at as usize].label.mixed(1)]);
        }
        maker.in_order(arms, dice)
    }

    pub(super) fn next(&mut self) -> Option<Edit> {
        self.left.pop()
    }

    /// What is remembered about edits like this one.
    pub(super) fn arm(&self, edit: Edit) -> u64 {
        arm(&self.shape, edit)
    }
}

fn arm(shape: &Shape, edit: Edit) -> u64 {
    let kind = edit.what.kind() * 2 + u64::from(edit.paired);
    shape.known(edit.node).address.wrapping_mul(31).wrapping_add(kind)
}

struct Maker<'a> {
    tree: &'a Tree,
    shape: Shape,
    values: Vec<Value>,
    /// The numbers among the values that the case has at other places.
    numbers: Vec<u32>,
    edits: Vec<Edit>,
    samples: usize,
}

impl Maker<'_> {
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
            (Bounds::Text { .. }, Value::Text(text)) => {
                let text: Vec<char> = text.chars().collect();
                for at in 0..text.len() {
                    let mut fewer = text.clone();
                    fewer.remove(at);
                    others.push(self.value(Value::Text(fewer.into_iter().collect())));
                    let mut more = text.clone();
                    more.insert(at, text[at]);
                    others.push(self.value(Value::Text(more.into_iter().collect())));
                }
                return (others, true);
            }
            (Bounds::Bytes { .. }, Value::Bytes(bytes)) => {
                for at in 0..bytes.len() {
                    let mut fewer = bytes.clone();
                    fewer.remove(at);
                    others.push(self.value(Value::Bytes(fewer)));
                    let mut more = bytes.clone();
                    more.insert(at, bytes[at]);
                    others.push(self.value(Value::Bytes(more)));
                }
                return (others, true);
            }
            _ => {}
        }
        (others, false)
    }

    fn change_choice(&mut self, at: u32) {
        let (others, more) = self.others(at);
        for value in others {
            self.add(Node::Choice(at), What::Set(value));
        }
        if more {
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

    /// Two choices of one part at once.
    fn change_two(&mut self, parent: Option<u32>, dice: &mut Dice) {
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
                    let pick = if all <= PAIRS { number } else { dice.below(all) };
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
            let is_there = self.tree.coin_of(at as usize).is_some_and(|coin| coin.value == 1);
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

    /// By chance, those that did well before the others, and kinds with many edits not more often than others.
    fn in_order(mut self, arms: &Arms, dice: &mut Dice) -> Edits {
        while self.edits.len() > MOST {
            let at = dice.below(self.edits.len());
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
            if let What::Match(_) = edit.what {
                weight *= MATCH;
            }
            keys.push(-(dice.unit() + 1e-12).ln() / weight);
        }
        // The next one is the last.
        let order = sorted(keys.len(), &|a, b| keys[b].total_cmp(&keys[a]));
        let left = order.into_iter().map(|at| self.edits[at]).collect();
        Edits { shape: self.shape, values: self.values, left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generate::{Generator, IntoGenerator, any, int, vec},
        source::{Fill, Source},
    };
    use std::{collections::HashSet, rc::Rc};

    /// The values that all edits of a value lead to.
    fn edited<G: IntoGenerator>(generator: G, value: &G::Value) -> HashSet<String>
    where
        G::Value: std::fmt::Debug,
    {
        let generator = generator.into_generator();
        let tree = generator.encode(value).expect("it is allowed");
        let mut dice = Dice::new(1);
        let mut edits = Edits::of(&tree, &[], 0, &Arms::new(), &mut dice);
        let mut src = Source::watching();
        let mut all = HashSet::new();
        while let Some(edit) = edits.next() {
            let (tree, fill) = edit.apply(&tree, &edits.shape, &edits.values);
            assert_eq!(fill, Fill::Simplest, "nothing is drawn anew");
            src.replay(Rc::new(tree), fill, crate::random::Random::for_case(1, 1), 100);
            all.insert(format!("{:?}", generator.generate(&mut src)));
        }
        all
    }

    fn texts(values: &[&str]) -> HashSet<String> {
        values.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn choices_with_few_values_are_given_each_of_them() {
        assert_eq!(edited(int(0..=3_u8), &1), texts(&["0", "2", "3"]));
        assert_eq!(edited(any::<bool>(), &true), texts(&["false"]));
    }

    #[test]
    fn numbers_go_up_and_down_and_to_where_others_are() {
        let pairs = edited((0..=100_u8, 0..=100_u8), &(7, 50));
        for wanted in ["(8, 50)", "(6, 50)", "(0, 50)", "(50, 50)", "(7, 7)", "(7, 51)"] {
            assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
        }
    }

    #[test]
    fn elements_are_taken_away_repeated_and_added() {
        let lists = edited(vec(0..=100_u8), &vec![7, 8]);
        for wanted in
            ["[8]", "[7]", "[7, 7, 8]", "[7, 8, 8]", "[0, 7, 8]", "[7, 0, 8]", "[7, 8, 0]"]
        {
            assert!(lists.contains(wanted), "{wanted} in {lists:?}");
        }
    }

    #[test]
    fn equal_parts_are_changed_together_and_apart() {
        let lists = (vec(0..=100_u8), vec(0..=100_u8));
        let pairs = edited(lists, &(vec![7], vec![7]));
        for wanted in
            ["([8], [8])", "([8], [7])", "([7], [8])", "([], [])", "([7, 7], [7, 7])", "([], [7])"]
        {
            assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
        }
    }

    #[test]
    fn parts_are_copied_and_change_places() {
        let lists = (vec(0..=100_u8), vec(0..=100_u8));
        let pairs = edited(lists, &(vec![1, 2], vec![3]));
        for wanted in ["([3], [3])", "([1, 2], [1, 2])", "([3], [1, 2])"] {
            assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
        }
    }
}
