//! Structure index of a choice tree: its numbers, strings, lists and spans, and the address of each choice.

use super::list::List;
use crate::choice::{
    Bounds, Choice, IntegerBounds, Kind, Part, Tree, predefined::CONTINUE, site::place_of,
};

/// The parts of an input by kind. `u32` is the position of a choice or a span in the tree.
#[derive(Debug, Default)]
pub(crate) struct StructureIndex {
    /// IntegerBounds that can change.
    pub(crate) numbers: Vec<u32>,
    /// Choices between alternatives, and bools that are not the continue flag of a list.
    pub(crate) branches: Vec<u32>,
    pub(crate) floats: Vec<u32>,
    /// Text and byte strings.
    pub(crate) strings: Vec<u32>,
    pub(crate) lists: Vec<List>,
    /// Spans with choices in them, each with its parent.
    pub(crate) spans: Vec<(u32, Option<u32>)>,
    /// Spans whose generator has a custom mutator (`neighbor(..)`).
    pub(crate) custom: Vec<u32>,
    /// For each choice: the number of spans around it.
    pub(crate) depth: Vec<u16>,
    /// For each choice: a hash of the labels on the path to it. All elements of a list have the same addresses inside.
    pub(crate) address: Vec<u64>,
}

/// Choices before a list that may be its length. Lengths are drawn shortly before the elements.
const COUNTS: u32 = 64;

/// Draws in the body of a loop that is recognized as a list. Longer bodies are rare, and each length costs a comparison.
const LONGEST_BODY: usize = 4;

/// A direct child of a span: a choice or another span.
struct Member {
    /// Members with equal keys can be elements of one list; 0 matches nothing.
    key: u64,
    /// A choice, not a span.
    bare: bool,
    part: Part,
}

impl StructureIndex {
    pub(crate) fn of(tree: &Tree) -> StructureIndex {
        let mut index = StructureIndex {
            depth: vec![0; tree.len()],
            address: vec![0; tree.len()],
            numbers: Vec::with_capacity(tree.len() / 2),
            spans: Vec::with_capacity(tree.spans.len()),
            ..StructureIndex::default()
        };
        let mut levels = Levels { all: vec![TOP; tree.spans.len() + 1], counts: Vec::new() };
        let mut members = Vec::new();
        for number in 0..=tree.spans.len() {
            let parent = number.checked_sub(1);
            let level = levels.all[number];
            let leaf = parent.filter(|at| tree.spans[*at].next as usize == at + 1);
            if let Some(leaf) = leaf {
                let span = tree.spans[leaf];
                for at in span.start..span.end {
                    index.place(at, &level, u64::from(at - span.start));
                    index.classify(tree, parent, at);
                }
                // The usual case: without call sites nothing in the span can be recognized as a repetition.
                if span.len() < 2 || tree.choices[span.end as usize - 1].site == 0 {
                    continue;
                }
            }
            read_members(tree, parent, &mut members);
            levels.all[number].counts.0 = levels.counts.len() as u32;
            let mut direct = 0_u64;
            for member in &members {
                if member.bare {
                    let at = member.part.choices.0;
                    if leaf.is_none() {
                        index.place(at, &level, direct);
                        direct += 1;
                        index.classify(tree, parent, at);
                    }
                    if is_number(tree, at) {
                        levels.counts.push(at);
                    }
                } else {
                    let at = member.part.spans.0 as usize;
                    let inside = &mut levels.all[at + 1];
                    inside.depth = level.depth.saturating_add(1);
                    inside.address = (level.address ^ member.key).wrapping_mul(MULTIPLIER);
                    inside.parent = parent.map(|parent| parent as u32);
                    if member.part.len() > 0 {
                        index.spans.push((at as u32, inside.parent));
                        if tree.spans[at].has_custom_mutator() {
                            index.custom.push(at as u32);
                        }
                    }
                }
            }
            levels.all[number].counts.1 = levels.counts.len() as u32;
            index.find_lists(tree, parent, &members, &levels);
        }
        index
    }

    fn place(&mut self, at: u32, level: &Level, number: u64) {
        self.depth[at as usize] = level.depth;
        self.address[at as usize] = level.address.wrapping_mul(31).wrapping_add(number);
    }

    fn classify(&mut self, tree: &Tree, parent: Option<usize>, at: u32) {
        let kind = tree.choices[at as usize].kind();
        let is_continue_flag = kind == Kind::Bool
            && parent.is_some_and(|parent| {
                tree.spans[parent].start == at && tree.continue_flag(parent).is_some()
            });
        if is_continue_flag || tree.is_fixed(at as usize) {
            return;
        }
        match kind {
            Kind::Bool => self.branches.push(at),
            Kind::Integer if integers(tree, at).branch => self.branches.push(at),
            Kind::Integer => self.numbers.push(at),
            Kind::Float => self.floats.push(at),
            Kind::Text | Kind::Bytes => self.strings.push(at),
        }
    }

    fn find_lists(
        &mut self,
        tree: &Tree,
        parent: Option<usize>,
        members: &[Member],
        levels: &Levels,
    ) {
        let mut at = 0;
        while at < members.len() {
            let (body, times) = repetition(&members[at..]);
            let run = &members[at..at + body * times];
            at += body * times;
            let first = &run[0];
            let flag =
                if first.bare { None } else { tree.continue_flag(first.part.spans.0 as usize) };
            let item = |number: usize| {
                let item = &run[number * body..(number + 1) * body];
                item[0].part.through(item[body - 1].part)
            };
            let mut length = times;
            let mut end = item(times - 1).after();
            let mut elastic = false;
            let mut label = None;
            if flag.is_some() {
                label = Some(tree.spans[first.part.spans.0 as usize].label);
                // A case that overran may end before its continue flag was drawn.
                let flag_of = |part: Part| tree.continue_flag(part.spans.0 as usize);
                elastic = (0..times).any(|number| {
                    flag_of(item(number)).is_some_and(|flag| flag.bounds() == CONTINUE)
                });
                let last = item(times - 1);
                if flag_of(last).is_none_or(|flag| flag.value == 0) {
                    length -= 1;
                    end = last.before();
                }
            } else if length < 2 && (first.bare || first.key == 0) {
                continue;
            }
            let count = if elastic {
                None
            } else {
                let start = if length == 0 { end } else { item(0).before() };
                levels.count_of(tree, parent, start, length)
            };
            // A loop that draws at one call site may run more or fewer times.
            let loops =
                length > 1 && (first.bare || tree.spans[first.part.spans.0 as usize].site() != 0);
            elastic |= count.is_some() || loops;
            if elastic || length > 1 {
                let items = (0..length).map(item).collect();
                self.lists.push(List { parent, items, end, label, count, elastic });
            }
        }
    }
}

/// Collects the direct children of a span, or of the root.
fn read_members(tree: &Tree, parent: Option<usize>, members: &mut Vec<Member>) {
    let (mut choice, end) = match parent {
        Some(parent) => (tree.spans[parent].start, tree.spans[parent].end),
        None => (0, tree.len() as u32),
    };
    members.clear();
    let bare = |members: &mut Vec<Member>, from: u32, to: u32, span: u32| {
        for at in from..to {
            let site = tree.choices[at as usize].site;
            let key = if site == 0 {
                0
            } else {
                u64::from(place_of(site)) << 3 | tree.choices[at as usize].kind() as u64
            };
            let part = Part { choices: (at, at + 1), spans: (span, span) };
            members.push(Member { key, bare: true, part });
        }
    };
    let mut last = parent.map_or(0, |parent| parent as u32 + 1);
    for at in tree.children(parent) {
        let span = tree.spans[at];
        bare(members, choice, span.start, at as u32);
        choice = span.end;
        last = span.next;
        let key = span.label.mixed(u64::from(place_of(span.site())));
        members.push(Member { key, bare: false, part: tree.part_of(at) });
    }
    bare(members, choice, end, last);
}

/// The members per element of the list that begins here, and its number of elements.
fn repetition(members: &[Member]) -> (usize, usize) {
    let alike = |a: usize, b: usize| members[a].key != 0 && members[a].key == members[b].key;
    for body in 1..=LONGEST_BODY.min(members.len() / 2) {
        // A loop body with several draws has several call sites, and at least one draw without a span.
        if body > 1 && !members[..body].iter().any(|member| member.bare) {
            continue;
        }
        let mut length = body;
        while length < members.len() && alike(length - body, length) {
            length += 1;
        }
        let times = length / body;
        if times > 1 {
            return (body, times);
        }
    }
    (1, 1)
}

/// A span, or the root, while the index is built.
#[derive(Clone, Copy)]
struct Level {
    depth: u16,
    address: u64,
    /// The parent span.
    parent: Option<u32>,
    /// The range of its integers in [`Levels::counts`].
    counts: (u32, u32),
}

/// The root. Its address is an arbitrary number other than 0.
const TOP: Level = Level { depth: 0, address: 17, parent: None, counts: (0, 0) };

/// 2^64 divided by the golden ratio: Knuth's multiplicative hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

struct Levels {
    /// The root, followed by the spans.
    all: Vec<Level>,
    /// The integers directly in each: candidates for the length of a list.
    counts: Vec<u32>,
}

impl Levels {
    /// The nearest earlier integer, in a span around the list, that equals its length.
    fn count_of(
        &self,
        tree: &Tree,
        parent: Option<usize>,
        start: Part,
        length: usize,
    ) -> Option<u32> {
        let before = start.choices.0;
        let mut number = parent.map_or(0, |parent| parent + 1);
        loop {
            let level = &self.all[number];
            let own = &self.counts[level.counts.0 as usize..level.counts.1 as usize];
            let behind = own.partition_point(|at| *at < before);
            for at in own[..behind].iter().rev() {
                if at + COUNTS < before {
                    return None;
                }
                if value_bits(tree, *at) == length as u128 {
                    return Some(*at);
                }
            }
            if number == 0 {
                return None;
            }
            number = level.parent.map_or(0, |parent| parent as usize + 1);
        }
    }
}

/// Whether a choice is an integer that can change.
fn is_number(tree: &Tree, at: u32) -> bool {
    match tree.bounds(at as usize) {
        Bounds::Integer(limits) => {
            limits.span > 0 && !limits.branch && !tree.choices[at as usize].forced()
        }
        _ => false,
    }
}

/// The bounds of an integer choice.
pub(crate) fn integers(tree: &Tree, at: u32) -> &IntegerBounds {
    match tree.bounds(at as usize) {
        Bounds::Integer(limits) => limits,
        _ => unreachable!("the caller passes integer choices only"),
    }
}

/// An integer choice minus its minimum.
pub(crate) fn offset(tree: &Tree, at: u32) -> u128 {
    let choice: Choice = tree.choices[at as usize];
    tree.offset(choice, integers(tree, at).span)
}

/// The value of an integer choice as 128 bits: equal values have equal bits under any bounds.
pub(crate) fn value_bits(tree: &Tree, at: u32) -> u128 {
    integers(tree, at).min.wrapping_add(offset(tree, at))
}

#[cfg(test)]
mod tests {
    use super::{super::IndexedTree, *};
    use crate::{
        generator::{Generator, IntoGenerator, any, int, text, vec},
        random::Random,
        source::Source,
    };
    use std::rc::Rc;

    fn drawn<G: IntoGenerator>(generator: G) -> Rc<IndexedTree> {
        let mut src = Source::recording();
        src.record(Random::for_case(1, 1), 100);
        generator.into_generator().generate(&mut src);
        IndexedTree::new(src.take_tree())
    }

    fn encoded<G: Generator>(generator: &G, value: &G::Value) -> Rc<IndexedTree> {
        IndexedTree::new(generator.encode(value).expect("it is allowed"))
    }

    #[test]
    fn sorts_choices_by_kind() {
        let all = drawn((any::<u8>(), any::<bool>(), any::<f64>(), text(), int(3..=3)));
        let index = all.structure();
        let counts = (index.numbers.len(), index.branches.len());
        assert_eq!((counts, index.floats.len(), index.strings.len()), ((1, 1), 1, 1));
    }

    #[test]
    fn finds_the_elements_of_a_collection_as_an_elastic_list() {
        let input = encoded(&vec(any::<u8>()), &vec![1, 2, 3]);
        let list = &input.structure().lists[0];
        assert_eq!((list.items.len(), list.elastic, list.count), (3, true, None));
        assert!(list.label.is_some() && list.end.len() == 0);
        let empty = encoded(&vec(any::<u8>()), &vec![]);
        assert_eq!(empty.structure().lists[0].items.len(), 0, "a first element can be added");
        let fixed = encoded(&vec(any::<u8>()).len(3), &vec![1, 2, 3]);
        assert!(!fixed.structure().lists[0].elastic);
        assert_eq!(
            input.structure().address[1],
            input.structure().address[3],
            "equal in each element"
        );
    }

    #[test]
    fn finds_a_loop_as_a_list_with_its_length_drawn_before() {
        let looping = |src: &mut Source| {
            let count = src.draw(5..=5_u8) - src.draw(0..=1_u8);
            let count = if count == 5 { src.draw(5..=6_u8) } else { src.draw(4..=6_u8) };
            for _ in 0..count {
                let _: (u16, bool) = (src.draw(300..=400_u16), src.draw(any::<bool>()));
            }
        };
        let input = drawn(looping);
        let lists = &input.structure().lists;
        let list = lists.iter().max_by_key(|list| list.items.len()).expect("a loop");
        assert!(list.items.iter().all(|item| item.len() == 2), "two draws per element");
        let count = list.count.expect("the length is drawn");
        assert_eq!(value_bits(&input.tree, count), list.items.len() as u128);
    }
}
