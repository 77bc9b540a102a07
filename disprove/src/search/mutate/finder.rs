//! Finds the families of mutations of an input, and weighs them.

use super::{
    edits::{Arms, Edits, arm},
    family::{Family, FamilyKind, Status},
    operands::{OperandIndex, sequence_matches, words},
    shape::{Node, Shape, members},
    string_edit::{PLACES, TWICE, length, symbol_count},
    tables::{ALL, Tables},
};
use crate::{
    choice::{Bounds, Number, Tree, Value},
    search::rng::Rng,
    trace::Operand,
};

/// The range below which all values are tried, after more promising ones: that of a byte.
pub(super) const LISTED: u128 = 256;

/// Mutations of each pair of choices in a span, and choices of a span that form pairs. From the prototype.
const PAIRS: usize = 8;

/// Elements up to which a list is not cut: all its mutations are soon done.
const SHORT: usize = 4;

/// The factor on the weight of cuts, which make all later mutations cheaper.
const CUT: f64 = 16.0;

/// The factor on the weight of operands: they are few, and the code looks for them. See `case-studies ladder`.
const MATCH: f64 = 32.0;

/// The factor on the weight of the many values of a byte, as more promising values come first.
const NTH: f64 = 0.25;

/// Families of mutations per input, to bound the memory. Nodes of a larger input are left out at random.
const MOST: usize = 1 << 16;

/// The weight of 1 as an integer. Sums of all weights fit into 64 bits.
const UNIT: f64 = (1_u64 << 32) as f64;

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
    tables: Tables,
    families: Vec<Family>,
    /// The number of the current place.
    place: u32,
    samples: usize,
}

impl<'a> EditFinder<'a> {
    pub(super) fn new(tree: &'a Tree, samples: usize) -> EditFinder<'a> {
        let shape = Shape::of(tree);
        let (tables, families) = (Tables::default(), Vec::new());
        EditFinder { tree, shape, tables, families, place: 0, samples }
    }

    /// All mutations, weighed by `arms`, or from the outermost nodes to the innermost.
    pub(super) fn find(
        mut self,
        operands: &[Operand],
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        self.find_numbers();
        let index = OperandIndex::new(operands);
        for at in 0..self.tree.len() as u32 {
            if !self.tree.is_fixed(at as usize) && !self.is_continue_flag(at) {
                self.change_choice(at);
                self.match_choice(at, operands, &index);
                self.edit_string(at, operands);
            }
        }
        self.match_sequences(operands);
        for parent in std::iter::once(None).chain((0..self.tree.spans.len() as u32).map(Some)) {
            self.cut_list(parent);
            self.insert_variants(parent);
            self.change_two(parent);
        }
        self.change_spans();
        if self.families.len() > MOST {
            let share = MOST as f64 / self.families.len() as f64;
            self.families.retain(|_| rng.chance(share));
        }
        if let Some(arms) = arms {
            self.weigh(arms);
        } else {
            let (shape, families) = (&self.shape, &mut self.families);
            families.sort_by_key(|family| shape.info(family.node).depth);
        }
        Edits::new(self.shape, self.tables, self.families, arms.is_none(), rng.word())
    }

    /// The next families have another place than those before.
    fn begin_place(&mut self) {
        self.place += 1;
    }

    /// Adds a family of the current place.
    fn add(&mut self, family: Family) {
        if family.count > 0 {
            self.families.push(Family { place: self.place, ..family });
        }
    }

    /// Adds mutations of the node alone, and from the first of its counterparts mutations of all of them. Each has a place
    /// of its own.
    fn add_all(&mut self, families: &[Family]) {
        let Some(Family { node, .. }) = families.first() else { return };
        let node = *node;
        if self.shape.is_first(node) {
            self.begin_place();
            for family in families {
                self.add(Family { paired: true, ..*family });
            }
        }
        self.begin_place();
        for family in families {
            self.add(*family);
        }
    }

    fn find_numbers(&mut self) {
        let mut numbers: Vec<Number> = Vec::new();
        for at in 0..self.tree.len() {
            if let Bounds::Integer(limits) = self.tree.bounds(at) {
                if limits.span >= ALL && !limits.branch {
                    if let Value::Integer(number) = self.tree.value(at) {
                        numbers.push(number);
                    }
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        self.tables.numbers = numbers;
    }

    /// Whether a choice is a continue flag, which only insertion and deletion change.
    fn is_continue_flag(&self, at: u32) -> bool {
        self.shape.choices[at as usize].parent.is_some_and(|parent| {
            self.shape.elements[parent as usize] && self.tree.spans[parent as usize].start == at
        })
    }

    fn change_choice(&mut self, at: u32) {
        let node = Node::Choice(at);
        let mut all = [family(node, FamilyKind::Set, self.tables.others(self.tree, at)); 2];
        all[1].count = 0;
        match self.tree.bounds(at as usize) {
            Bounds::Integer(limits) if (ALL..LISTED).contains(&limits.span) => {
                all[1] = family(node, FamilyKind::Nth, limits.span as u32 + 1);
            }
            Bounds::Integer(limits) if limits.span < ALL => {}
            Bounds::Bool { .. } => {}
            _ => all[1] = family(node, FamilyKind::Draw, self.samples as u32),
        }
        self.add_all(&all);
    }

    fn match_choice(&mut self, at: u32, operands: &[Operand], index: &OperandIndex) {
        let tree = self.tree;
        if let Bounds::Bool { .. } = tree.bounds(at as usize) {
            return;
        }
        if let Bounds::Integer(limits) = tree.bounds(at as usize) {
            if limits.span < ALL {
                // All its values are tried anyway.
                return;
            }
        }
        let here = tree.value(at as usize);
        let first = self.tables.matches.len();
        let found = &mut self.tables.matches;
        index.matches(tree.bounds(at as usize), &here, operands, &mut |value| {
            if value != here && !found[first..].contains(&value) {
                found.push(value);
            }
        });
        let count = (found.len() - first) as u32;
        let matches = family(Node::Choice(at), FamilyKind::Match, count);
        self.add_all(&[Family { first: first as u32, ..matches }]);
    }

    /// Edits of a string at each position. Symbols of the string and operands are few among all possible insertions, and
    /// form their own kind.
    fn edit_string(&mut self, at: u32, operands: &[Operand]) {
        let bounds = self.tree.bounds(at as usize);
        let (Bounds::Text { .. } | Bounds::Bytes { .. }) = bounds else { return };
        let (node, symbols) = (Node::Choice(at), symbol_count(bounds));
        let here = self.tree.value(at as usize);
        let (length, second) = (length(&here), self.tables.words.len());
        let found = &mut self.tables.words;
        words(&here, operands, &mut |word| {
            if !found[second..].contains(&word) {
                found.push(word);
            }
        });
        let words = (found.len() - second) as u32;
        for from in 0..=length.min(PLACES) {
            let symbols_here = if from < length { symbols } else { 0 };
            let all = [
                family(node, FamilyKind::InsertSymbol, symbols),
                family(node, FamilyKind::ReplaceSymbol, symbols_here),
                family(node, FamilyKind::Twice, TWICE.min(length - from).saturating_sub(1) as u32),
                family(node, FamilyKind::Symbol, symbols_here.min(3)),
            ];
            let first = from as u32;
            self.add_all(&all.map(|family| Family { first, ..family }));
            let words = family(node, FamilyKind::Word, words);
            self.add_all(&[Family { first, second: second as u32, ..words }]);
        }
        let first = self.tables.cuts.len() as u32;
        for (from, count) in cuts(length) {
            self.tables.cuts.push((from as u32, count));
        }
        let count = self.tables.cuts.len() as u32 - first;
        self.add_all(&[Family { first, ..family(node, FamilyKind::CutString, count) }]);
    }

    fn match_sequences(&mut self, operands: &[Operand]) {
        for sequence in 0..self.shape.sequences.len() {
            let choices = &self.shape.sequences[sequence];
            let mut bytes = Vec::with_capacity(choices.len());
            for at in choices {
                if let Value::Integer(number) = self.tree.value(*at as usize) {
                    bytes.push(number.parts().1 as u8);
                }
            }
            let mut found = Vec::new();
            sequence_matches(&bytes, operands, &mut |at, to| found.push((choices[at], to)));
            for (at, to) in found {
                let first = self.tables.writes.len() as u32;
                self.tables.writes.push((to, sequence as u32));
                self.begin_place();
                self.add(Family { first, ..family(Node::Choice(at), FamilyKind::Bytes, 1) });
            }
        }
    }

    /// Cuts halves and quarters of a long list.
    fn cut_list(&mut self, parent: Option<u32>) {
        let mut elements = Vec::new();
        for member in members(self.tree, parent) {
            if let Node::Span(at) = member {
                if self.tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1) {
                    elements.push(at);
                }
            }
        }
        for (from, first) in cuts(elements.len()) {
            self.add_all(&[Family {
                first,
                ..family(Node::Span(elements[from]), FamilyKind::Cut, 1)
            }]);
        }
    }

    /// Inserts elements of each variant into a list that has an element with variants.
    fn insert_variants(&mut self, parent: Option<u32>) {
        let mut like = None;
        let tree = self.tree;
        for member in members(tree, parent) {
            let Node::Span(at) = member else { continue };
            if !self.shape.elements[at as usize] {
                continue;
            }
            let variant = tree.spans[at as usize].start + 1;
            if tree.continue_flag(at as usize).is_some_and(|flag| flag.value == 1)
                && variant < tree.spans[at as usize].end
            {
                if let Bounds::Integer(limits) = tree.bounds(variant as usize) {
                    if limits.branch && limits.span < LISTED {
                        like = Some((at, limits.span as u32 + 1));
                    }
                }
            }
            if let Some((first, variants)) = like {
                let variants = family(member, FamilyKind::Variant, variants);
                self.add_all(&[Family { first, ..variants }]);
            }
        }
    }

    /// Mutates two choices of one span at once.
    fn change_two(&mut self, parent: Option<u32>) {
        let mut choices: Vec<u32> = Vec::new();
        for member in members(self.tree, parent) {
            match member {
                Node::Choice(at) => choices.push(at),
                // A span of one choice, such as an enum without fields.
                Node::Span(at) => {
                    let span = self.tree.spans[at as usize];
                    if span.len() == 1 {
                        choices.push(span.start);
                    }
                }
            }
            if choices.len() > PAIRS {
                return;
            }
        }
        let values = |finder: &Self, at: u32| {
            if finder.tree.is_fixed(at as usize) || finder.is_continue_flag(at) {
                return 0;
            }
            finder.tables.others(finder.tree, at)
        };
        for one in &choices {
            let firsts = values(self, *one);
            let paired = self.shape.has_counterparts(Node::Choice(*one));
            for other in &choices {
                let seconds = values(self, *other);
                if one == other || firsts == 0 || seconds == 0 || !paired && one > other {
                    continue;
                }
                let range = firsts.saturating_mul(seconds);
                let count = range.min(PAIRS as u32);
                let two = family(Node::Choice(*one), FamilyKind::SetTwo, range);
                self.begin_place();
                self.add(Family { paired, count, first: *other, ..two });
            }
        }
    }

    /// Deletes, duplicates and inserts elements; copies and swaps other spans with the same label.
    fn change_spans(&mut self) {
        let (tree, shape) = (self.tree, &self.shape);
        let mut spans: Vec<(u64, u64, u32)> = Vec::new();
        for at in 0..tree.spans.len() {
            if !shape.elements[at] {
                let label = tree.spans[at].label.mixed(1);
                spans.push((label, shape.spans[at].hash, at as u32));
            }
        }
        spans.sort_unstable();
        // For each span, the table entries with its label.
        let mut ranges = vec![(0, 0); tree.spans.len()];
        let mut from = 0;
        for run in spans.chunk_by(|a, b| a.0 == b.0) {
            for contents in run.chunk_by(|a, b| a.1 == b.1) {
                self.tables.spans.push(contents[0].2);
            }
            self.tables.spans[from..].sort_unstable();
            let to = self.tables.spans.len();
            for (_, _, at) in run {
                ranges[*at as usize] = (from, to);
            }
            from = to;
        }
        for (at, (first, last)) in ranges.into_iter().enumerate() {
            let node = Node::Span(at as u32);
            if self.shape.elements[at] {
                if tree.continue_flag(at).is_some_and(|flag| flag.value == 1) {
                    self.add_all(&[family(node, FamilyKind::Delete, 1)]);
                    self.add_all(&[family(node, FamilyKind::Repeat, 1)]);
                }
                self.add_all(&[family(node, FamilyKind::Insert, 1)]);
            } else if last - first > 1 {
                let next = tree.spans[at].next;
                let after =
                    first + self.tables.spans[first..last].partition_point(|other| *other < next);
                let copies = family(node, FamilyKind::Put, (last - first) as u32);
                let swaps = family(node, FamilyKind::Swap, (last - after) as u32);
                self.add_all(&[
                    Family { first: first as u32, ..copies },
                    Family { first: after as u32, ..swaps },
                ]);
            }
        }
    }

    /// About how many mutations of a family change something: one number stands for the present value or contents. A choice
    /// with two values would otherwise count twice, and in `case-studies ifc-ssni` labels would change half as often.
    fn changing(&self, family: &Family) -> u32 {
        let values = |node: Node| match node {
            Node::Choice(at) => {
                let others = self.tables.others(self.tree, at);
                let is_integer = matches!(self.tree.bounds(at as usize), Bounds::Integer(_));
                others - u32::from(is_integer)
            }
            Node::Span(_) => 0,
        };
        match family.kind {
            FamilyKind::Set => values(family.node),
            FamilyKind::SetTwo => {
                let all = values(family.node).saturating_mul(values(Node::Choice(family.first)));
                all.min(family.count)
            }
            FamilyKind::Put | FamilyKind::ReplaceSymbol => family.count - 1,
            _ => family.count,
        }
    }

    /// Weighs mutations by the success rate of their arm, and inversely by its number of mutations.
    fn weigh(&mut self, arms: &Arms) {
        let mut counts = Arms::default();
        for family in &self.families {
            let count = f64::from(self.changing(family));
            counts.entry(arm(&self.shape, family)).or_default().0 += count;
        }
        for family in &mut self.families {
            let arm = arm(&self.shape, family);
            let (reward, runs) = arms.get(&arm).copied().unwrap_or((0.0, 0.0));
            let factor = match family.kind {
                FamilyKind::Match | FamilyKind::Bytes => MATCH,
                FamilyKind::Cut | FamilyKind::CutString => CUT,
                FamilyKind::Nth => NTH,
                _ => 1.0,
            };
            let weight = (reward + 2.0) / (runs + 4.0) * factor / counts[&arm].0;
            family.weight = ((weight * UNIT) as u64).max(1);
        }
    }
}

fn family(node: Node, kind: FamilyKind, range: u32) -> Family {
    Family {
        node,
        kind,
        paired: false,
        status: Status::Ready,
        first: 0,
        second: 0,
        range,
        count: range,
        used: 0,
        place: 0,
        weight: 1,
    }
}
