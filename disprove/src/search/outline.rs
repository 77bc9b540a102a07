//! What there is to change in a case: its numbers, texts and lists, found once for each case that is kept.

use super::list::List;
use crate::choice::{
    Bounds, Choice, IntegerBounds, Kind, Part, Tree, predefined::CONTINUE, site::place_of,
};
use std::{cell::OnceCell, rc::Rc};

/// A case that is kept, with what there is to change in it.
#[derive(Debug)]
pub(crate) struct IndexedTree {
    pub(crate) tree: Tree,
    outline: OnceCell<Outline>,
}

impl IndexedTree {
    pub(crate) fn new(tree: Tree) -> Rc<IndexedTree> {
        Rc::new(IndexedTree { tree, outline: OnceCell::new() })
    }

    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.tree))
    }

    /// How large it is: its choices, and the contents of its texts.
    pub(crate) fn size(&self) -> usize {
        let mut size = self.tree.len();
        if !self.tree.has_contents() {
            return size;
        }
        for choice in &self.tree.choices {
            if matches!(choice.kind(), Kind::Text | Kind::Bytes) {
                size += self.tree.bytes(*choice).len();
            }
        }
        size
    }
}

/// The parts of a case by what can be done to them. Choices are given by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// Numbers that can be different.
    pub(crate) numbers: Vec<u32>,
    /// Alternatives, and coins that belong to no list.
    pub(crate) branches: Vec<u32>,
    pub(crate) floats: Vec<u32>,
    /// Texts and strings of bytes.
    pub(crate) strings: Vec<u32>,
    pub(crate) lists: Vec<List>,
    /// The spans that have choices in them, with the span around each.
    pub(crate) spans: Vec<(u32, Option<u32>)>,
    /// Those from whose values hand-written steps can be made.
    pub(crate) walks: Vec<u32>,
    /// For every choice: how many spans it is in.
    pub(crate) depth: Vec<u16>,
    /// For every choice: the way to it by labels; the same for the same part of all elements of a list.
    pub(crate) address: Vec<u64>,
}

/// How many choices before a list are asked whether they say how long it is.
const COUNTS: u32 = 64;

/// How many draws of a loop's body are recognised as a repetition.
const LONGEST_BODY: usize = 4;

/// A direct part of a span: a choice or another span.
struct Member {
    /// Members of the same key can be elements of a list; 0 if nothing is like it.
    key: u64,
    /// It has no span of its own.
    bare: bool,
    part: Part,
}

impl Outline {
    pub(crate) fn of(tree: &Tree) -> Outline {
        let mut outline = Outline {
            depth: vec![0; tree.len()],
            address: vec![0; tree.len()],
            numbers: Vec::with_capacity(tree.len() / 2),
            spans: Vec::with_capacity(tree.spans.len()),
            ..Outline::default()
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
                    outline.place(at, &level, u64::from(at - span.start));
                    outline.sort(tree, parent, at);
                }
                // Most spans are so: nothing in them is repeated, as nothing is told apart by where it was drawn.
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
                        outline.place(at, &level, direct);
                        direct += 1;
                        outline.sort(tree, parent, at);
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
                        outline.spans.push((at as u32, inside.parent));
                        if tree.spans[at].has_custom_mutator() {
                            outline.walks.push(at as u32);
                        }
                    }
                }
            }
            levels.all[number].counts.1 = levels.counts.len() as u32;
            outline.find_lists(tree, parent, &members, &levels);
        }
        outline
    }

    fn place(&mut self, at: u32, level: &Level, number: u64) {
        self.depth[at as usize] = level.depth;
        self.address[at as usize] = level.address.wrapping_mul(31).wrapping_add(number);
    }

    fn sort(&mut self, tree: &Tree, parent: Option<usize>, at: u32) {
        let kind = tree.choices[at as usize].kind();
        let says_length = kind == Kind::Bool
            && parent.is_some_and(|parent| {
                tree.spans[parent].start == at && tree.continue_flag(parent).is_some()
            });
        if says_length || tree.is_fixed(at as usize) {
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
            let coin =
                if first.bare { None } else { tree.continue_flag(first.part.spans.0 as usize) };
            let item = |number: usize| {
                let item = &run[number * body..(number + 1) * body];
                item[0].part.through(item[body - 1].part)
            };
            let mut length = times;
            let mut end = item(times - 1).after();
            let mut elastic = false;
            let mut label = None;
            if coin.is_some() {
                label = Some(tree.spans[first.part.spans.0 as usize].label);
                // A case that was given up may end before a coin was tossed.
                let coin_at = |part: Part| tree.continue_flag(part.spans.0 as usize);
                elastic = (0..times).any(|number| {
                    coin_at(item(number)).is_some_and(|coin| coin.bounds() == CONTINUE)
                });
                let last = item(times - 1);
                if coin_at(last).is_none_or(|coin| coin.value == 0) {
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
            // A loop that draws at one place ends when it likes: more of its draws may be wanted, or fewer.
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

/// The direct parts of a span, or those of the whole.
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

/// How many members make one element of the list that begins here, and how many elements it has.
fn repetition(members: &[Member]) -> (usize, usize) {
    let alike = |a: usize, b: usize| members[a].key != 0 && members[a].key == members[b].key;
    for body in 1..=LONGEST_BODY.min(members.len() / 2) {
        // A loop that draws several things draws them at different places, and at least one with no span.
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

/// A span, or the whole, while the outline is made.
#[derive(Clone, Copy)]
struct Level {
    depth: u16,
    address: u64,
    /// The span around it.
    parent: Option<u32>,
    /// Where in [`Levels::counts`] its own numbers are.
    counts: (u32, u32),
}

/// The whole. The address is any number.
const TOP: Level = Level { depth: 0, address: 17, parent: None, counts: (0, 0) };

/// 2^64 over the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

struct Levels {
    /// The whole, and then the spans.
    all: Vec<Level>,
    /// The numbers drawn directly in each, as far as there is a list that they can be the length of.
    counts: Vec<u32>,
}

impl Levels {
    /// The number drawn before, in a span around it, that is the number of elements.
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

/// Whether a choice is a number that can be different.
fn is_number(tree: &Tree, at: u32) -> bool {
    match tree.bounds(at as usize) {
        Bounds::Integer(limits) => {
            limits.span > 0 && !limits.branch && !tree.choices[at as usize].forced()
        }
        _ => false,
    }
}

/// The limits of an integer choice.
pub(crate) fn integers(tree: &Tree, at: u32) -> &IntegerBounds {
    match tree.bounds(at as usize) {
        Bounds::Integer(limits) => limits,
        _ => unreachable!("it was sorted under the integers"),
    }
}

/// How far above the smallest value an integer choice is.
pub(crate) fn offset(tree: &Tree, at: u32) -> u128 {
    let choice: Choice = tree.choices[at as usize];
    tree.offset(choice, integers(tree, at).span)
}

/// The value of an integer choice as 128 bits: equal values have equal bits, whatever their limits.
pub(crate) fn value_bits(tree: &Tree, at: u32) -> u128 {
    integers(tree, at).min.wrapping_add(offset(tree, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generator::{Generator, IntoGenerator, any, int, text, vec},
        random::Random,
        source::Source,
    };

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
    fn choices_are_sorted_by_what_can_be_done_to_them() {
        let all = drawn((any::<u8>(), any::<bool>(), any::<f64>(), text(), int(3..=3)));
        let outline = all.outline();
        let counts = (outline.numbers.len(), outline.branches.len());
        assert_eq!((counts, outline.floats.len(), outline.strings.len()), ((1, 1), 1, 1));
    }

    #[test]
    fn the_elements_of_a_collection_are_a_list_that_can_grow() {
        let kept = encoded(&vec(any::<u8>()), &vec![1, 2, 3]);
        let list = &kept.outline().lists[0];
        assert_eq!((list.items.len(), list.elastic, list.count), (3, true, None));
        assert!(list.label.is_some() && list.end.len() == 0);
        let empty = encoded(&vec(any::<u8>()), &vec![]);
        assert_eq!(empty.outline().lists[0].items.len(), 0, "there can be a first element");
        let fixed = encoded(&vec(any::<u8>()).len(3), &vec![1, 2, 3]);
        assert!(!fixed.outline().lists[0].elastic);
        assert_eq!(
            kept.outline().address[1],
            kept.outline().address[3],
            "the same of each element"
        );
    }

    #[test]
    fn a_loop_is_a_list_and_what_was_drawn_before_it_may_be_its_length() {
        let looping = |src: &mut Source| {
            let count = src.draw(5..=5_u8) - src.draw(0..=1_u8);
            let count = if count == 5 { src.draw(5..=6_u8) } else { src.draw(4..=6_u8) };
            for _ in 0..count {
                let _: (u16, bool) = (src.draw(300..=400_u16), src.draw(any::<bool>()));
            }
        };
        let kept = drawn(looping);
        let lists = &kept.outline().lists;
        let list = lists.iter().max_by_key(|list| list.items.len()).expect("a loop");
        assert!(list.items.iter().all(|item| item.len() == 2), "two draws each time");
        let count = list.count.expect("it was drawn");
        assert_eq!(value_bits(&kept.tree, count), list.items.len() as u128);
    }

    #[test]
    fn the_size_counts_what_is_in_texts() {
        let size = |given: &str| encoded(&text(), &given.to_owned()).size();
        assert_eq!(size("abc") - size(""), 3);
    }
}
