//! Edits of a tree for the reducer: removing, replacing, moving and inserting spans.

use super::{
    bounds::{Bounds, IntegerBounds, Kind, Value},
    label::Label,
    number::Number,
    predefined::{CONTINUE, PREDEFINED},
    tree::{Choice, Span, Tree},
};
use std::ops::Range;

impl Tree {
    /// The tree without the subtrees of these spans, which must be ascending and disjoint.
    pub(crate) fn without(&self, gone: &[usize]) -> Tree {
        let mut tree = Tree::default();
        let (mut choice, mut span) = (0, 0);
        let mut kept: Vec<Span> = Vec::with_capacity(self.spans.len());
        // For each removed subtree: the choice and span after it, and how many of each are removed up to there.
        let mut cuts: Vec<(u32, u32, u32, u32)> = Vec::with_capacity(gone.len());
        let (mut fewer_choices, mut fewer_spans) = (0, 0);
        for &number in gone {
            let hole = self.spans[number];
            tree.copy_choices(self, choice, hole.start as usize);
            kept.extend_from_slice(&self.spans[span..number]);
            (choice, span) = (hole.end as usize, hole.next as usize);
            fewer_choices += hole.len();
            fewer_spans += hole.next - number as u32;
            cuts.push((hole.end, hole.next, fewer_choices, fewer_spans));
        }
        tree.copy_choices(self, choice, self.len());
        kept.extend_from_slice(&self.spans[span..]);
        let cut_at = |place: u32, by_span: bool| {
            let before = cuts.partition_point(|cut| if by_span { cut.1 } else { cut.0 } <= place);
            match before.checked_sub(1) {
                Some(last) => {
                    if by_span {
                        cuts[last].3
                    } else {
                        cuts[last].2
                    }
                }
                None => 0,
            }
        };
        for span in &mut kept {
            span.start -= cut_at(span.start, false);
            span.end -= cut_at(span.end, false);
            span.next -= cut_at(span.next, true);
        }
        tree.spans = kept;
        tree
    }

    /// The tree with the contents of span `target` replaced by those of span `donor` of `other`. The span keeps its
    /// label and site.
    pub(crate) fn graft(&self, target: usize, other: &Tree, donor: usize) -> Tree {
        let (hole, gift) = (self.spans[target], other.spans[donor]);
        let mut tree = Tree::default();
        tree.copy_choices(self, 0, hole.start as usize);
        tree.copy_choices(other, gift.start as usize, gift.end as usize);
        tree.copy_choices(self, hole.end as usize, self.len());
        let first = target + 1;
        tree.spans.extend_from_slice(&self.spans[..first]);
        for span in &other.spans[donor + 1..gift.next as usize] {
            let mut moved = *span;
            moved.start = span.start - gift.start + hole.start;
            moved.end = span.end - gift.start + hole.start;
            moved.next = span.next - (donor + 1) as u32 + first as u32;
            tree.spans.push(moved);
        }
        tree.spans.extend_from_slice(&self.spans[hole.next as usize..]);
        let inserted = gift.next - (donor + 1) as u32;
        let removed = hole.next - first as u32;
        let after = first + inserted as usize;
        for (i, span) in tree.spans.iter_mut().enumerate() {
            let outside = i < first || i >= after;
            if outside && span.end >= hole.end && (i >= after || span.next >= hole.next) {
                if i >= after {
                    span.start = span.start - hole.len() + gift.len();
                }
                span.end = span.end - hole.len() + gift.len();
                span.next = span.next - removed + inserted;
            }
        }
        tree
    }

    /// The choices without spans, as stored on disk. Leaves out discarded attempts, so that a replay succeeds at the
    /// first attempt.
    pub(crate) fn flattened(&self) -> Tree {
        let mut tree = Tree::default();
        let (mut choice, mut number) = (0, 0);
        while let Some(span) = self.spans.get(number) {
            if span.discarded() {
                tree.copy_choices(self, choice, span.start as usize);
                (choice, number) = (span.end as usize, span.next as usize);
            } else {
                number += 1;
            }
        }
        tree.copy_choices(self, choice, self.len());
        tree
    }

    /// Choices without spans, realigned for a generator that draws one choice more or less: a simplest choice of each
    /// kind inserted at each place, and each choice removed. At most this many trees.
    pub(crate) fn realigned(&self, most: usize) -> Vec<Tree> {
        let mut examples: Vec<usize> = Vec::new();
        for at in 0..self.len() {
            // A choice of a kind that does not occur moves no other.
            let kind = self.choices[at].kind();
            if !examples.iter().any(|known| self.choices[*known].kind() == kind) {
                examples.push(at);
            }
        }
        let mut all = Vec::new();
        for place in 0..=self.len() {
            for example in &examples {
                let bounds = self.bounds(*example);
                let mut tree = Tree::default();
                tree.copy_choices(self, 0, place);
                tree.push(bounds, &bounds.simplest());
                tree.copy_choices(self, place, self.len());
                all.push(tree);
            }
            if place < self.len() {
                all.push(self.cut(place..place + 1, 0..0));
            }
            if all.len() >= most {
                break;
            }
        }
        all.truncate(most);
        all
    }

    /// The tree without these choices and without `spans`, which must be all spans among them.
    pub(crate) fn cut(&self, choices: Range<usize>, spans: Range<usize>) -> Tree {
        let mut tree = Tree::default();
        tree.copy_choices(self, 0, choices.start);
        tree.copy_choices(self, choices.end, self.len());
        tree.spans.extend_from_slice(&self.spans[..spans.start]);
        tree.spans.extend_from_slice(&self.spans[spans.end..]);
        for span in &mut tree.spans {
            for place in [&mut span.start, &mut span.end] {
                if *place as usize >= choices.end {
                    *place -= choices.len() as u32;
                }
            }
            if span.next as usize >= spans.end {
                span.next -= spans.len() as u32;
            }
        }
        tree
    }

    /// The tree with the spans `members`, which must be ascending siblings, in another order: `members[order[k]]`
    /// moves to the place of `members[k]`. Moved spans match any call site.
    pub(crate) fn permuted(&self, members: &[usize], order: &[usize]) -> Tree {
        let mut tree = Tree::default();
        let (mut choice, mut span) = (0, 0);
        for (place, from) in members.iter().zip(order) {
            let (hole, moved) = (self.spans[*place], self.spans[members[*from]]);
            tree.append(self, choice..hole.start as usize, span..*place);
            let top = tree.spans.len();
            tree.append(
                self,
                moved.start as usize..moved.end as usize,
                members[*from]..moved.next as usize,
            );
            tree.spans[top].forget_site();
            (choice, span) = (hole.end as usize, hole.next as usize);
        }
        tree.append(self, choice..self.len(), span..self.spans.len());
        // The enclosing spans stay as they are: their number of choices and spans has not changed.
        tree
    }

    /// The subtree of a span as a tree.
    pub(crate) fn part(&self, at: usize) -> Tree {
        let span = self.spans[at];
        self.piece(span.start as usize..span.end as usize, at..span.next as usize)
    }

    /// These choices and the spans among them as a tree.
    pub(crate) fn piece(&self, choices: Range<usize>, spans: Range<usize>) -> Tree {
        let mut tree = Tree::default();
        tree.append(self, choices, spans);
        tree
    }

    /// The tree inside of a new span, which matches any call site.
    pub(crate) fn inside(&self, label: Label) -> Tree {
        let mut tree = Tree::default();
        tree.spans.push(Span::new(label, 0, 0));
        tree.enclose(self)
    }

    /// An element of a collection with these contents. It matches any call site.
    pub(crate) fn item(label: Label, inside: &Tree) -> Tree {
        let mut tree = Tree::default();
        tree.push(&PREDEFINED[CONTINUE as usize], &Value::Bool(true));
        tree.spans.push(Span::new(label, 0, 0));
        tree.enclose(inside)
    }

    /// Appends a tree to the first span, and closes the span.
    fn enclose(mut self, inside: &Tree) -> Tree {
        self.append(inside, 0..inside.len(), 0..inside.spans.len());
        if let Some(top) = self.spans.get_mut(1) {
            top.forget_site();
        }
        let (end, next) = (self.len() as u32, self.spans.len() as u32);
        (self.spans[0].end, self.spans[0].next) = (end, next);
        self
    }

    /// The tree with `other` inserted before span `at`, a child of span `parent`.
    pub(crate) fn insert(&self, parent: usize, at: usize, other: &Tree) -> Tree {
        let place = self.spans[at].start as usize;
        let mut tree = Tree::default();
        tree.append(self, 0..place, 0..at);
        tree.append(other, 0..other.len(), 0..other.spans.len());
        tree.append(self, place..self.len(), at..self.spans.len());
        for number in 0..=parent {
            // The enclosing spans.
            if self.spans[number].next as usize > at {
                tree.spans[number].end += other.len() as u32;
                tree.spans[number].next += other.spans.len() as u32;
            }
        }
        tree
    }

    /// Sets choice number `i` to this number, even outside of its bounds. Only for guides: a replay draws the nearest
    /// number within its own bounds.
    pub(crate) fn suggest(&mut self, i: usize, number: Number) {
        let (min, signed) = match number.as_below_zero() {
            Some(distance) => (!distance, true),
            None => (number.as_natural().unwrap_or(0), false),
        };
        let only = IntegerBounds { min, span: 0, origin: 0, signed, branch: false };
        let bounds = self.intern(&Bounds::Integer(only));
        self.choices[i] = Choice::new(Kind::Integer, bounds, 0, self.choices[i].site);
    }

    /// Appends choices with the spans that begin among them.
    fn append(&mut self, other: &Tree, choices: Range<usize>, spans: Range<usize>) {
        let (choice, span) = (self.len(), self.spans.len());
        self.copy_choices(other, choices.start, choices.end);
        for copied in &other.spans[spans.clone()] {
            let mut copy = *copied;
            copy.start = (copied.start as usize + choice - choices.start) as u32;
            copy.end = (copied.end as usize + choice - choices.start) as u32;
            copy.next = (copied.next as usize + span - spans.start) as u32;
            self.spans.push(copy);
        }
    }

    /// The child spans of a span, or the outermost spans.
    pub(crate) fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (first, end) = match parent {
            Some(parent) => (parent + 1, self.spans[parent].next as usize),
            None => (0, self.spans.len()),
        };
        let next = move |at: &usize| Some(self.spans[*at].next as usize).filter(|next| *next < end);
        std::iter::successors(Some(first).filter(|first| *first < end), next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a tree from a string such as "(1(23)4)": digits are choices, parentheses are spans.
    fn parse(text: &str) -> Tree {
        let mut tree = Tree::default();
        let mut open = Vec::new();
        for c in text.chars() {
            match c {
                '(' => {
                    open.push(tree.spans.len());
                    tree.spans.push(Span::new(Label::of("x"), tree.len() as u32, 0));
                }
                ')' => {
                    let next = tree.spans.len() as u32;
                    let end = tree.len() as u32;
                    let span = &mut tree.spans[open.pop().expect("opened")];
                    (span.end, span.next) = (end, next);
                }
                digit => {
                    let number = u128::from(digit.to_digit(10).expect("a digit"));
                    tree.push(&PREDEFINED[7], &Value::Integer(Number::natural(number)));
                }
            }
        }
        tree
    }

    fn print(tree: &Tree) -> String {
        fn level(tree: &Tree, out: &mut String, choices: (u32, u32), spans: (u32, u32)) {
            let (mut choice, mut span) = (choices.0, spans.0);
            loop {
                if span < spans.1 && tree.spans[span as usize].start == choice {
                    let here = tree.spans[span as usize];
                    out.push('(');
                    level(tree, out, (choice, here.end), (span + 1, here.next));
                    out.push(')');
                    (choice, span) = (here.end, here.next);
                } else if choice < choices.1 {
                    let Value::Integer(number) = tree.value(choice as usize) else { panic!() };
                    *out += &number.to_string();
                    choice += 1;
                } else {
                    return;
                }
            }
        }
        let mut out = String::new();
        level(tree, &mut out, (0, tree.len() as u32), (0, tree.spans.len() as u32));
        out
    }

    #[test]
    fn a_choice_is_added_or_removed_at_each_place() {
        let realigned = |most| parse("12").realigned(most).iter().map(print).collect::<Vec<_>>();
        assert_eq!(realigned(100), ["012", "2", "102", "1", "120"]);
        assert_eq!(realigned(3), ["012", "2", "102"]);
    }

    #[test]
    fn spans_are_removed() {
        let tree = parse("(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree), "(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree.without(&[])), "(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree.without(&[1])), "(1(4(5))6)(7)");
        assert_eq!(print(&tree.without(&[1, 3])), "(1(4)6)(7)");
        assert_eq!(print(&tree.without(&[2, 4])), "(1(23)6)");
        assert_eq!(print(&tree.without(&[0, 4])), "");
        assert_eq!(print(&parse("(()())").without(&[1, 2])), "()");
    }

    #[test]
    fn spans_are_replaced() {
        let tree = parse("(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree.graft(2, &tree, 3)), "(1(23)(5)6)(7)");
        assert_eq!(print(&tree.graft(1, &tree, 2)), "(1(4(5))(4(5))6)(7)");
        assert_eq!(print(&tree.graft(4, &tree, 0)), "(1(23)(4(5))6)(1(23)(4(5))6)");
        assert_eq!(print(&tree.graft(0, &tree, 4)), "(7)(7)");
        assert_eq!(print(&tree.graft(3, &parse("()"), 0)), "(1(23)(4())6)(7)");
        assert_eq!(print(&parse("()(1)").graft(0, &parse("(89)"), 0)), "(89)(1)");
        assert_eq!(print(&parse("(()(1))").graft(1, &parse("(8(9))"), 0)), "((8(9))(1))");
    }

    #[test]
    fn flattened_trees_have_neither_spans_nor_discarded_attempts() {
        let mut tree = parse("(1(23)(4(5))6)(7)");
        tree.spans[2].discard();
        assert_eq!(print(&tree.flattened()), "12367");
    }

    #[test]
    fn choices_are_cut_with_the_spans_among_them() {
        let tree = parse("(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree.cut(1..5, 1..4)), "(16)(7)");
        assert_eq!(print(&tree.cut(3..5, 2..4)), "(1(23)6)(7)");
        assert_eq!(print(&tree.cut(4..5, 4..4)), "(1(23)(4())6)(7)");
        assert_eq!(print(&tree.cut(0..6, 1..4)), "()(7)");
    }

    #[test]
    fn siblings_are_permuted() {
        let tree = parse("(1(23)8(4(5))6)(7)");
        assert_eq!(print(&tree.permuted(&[1, 2], &[1, 0])), "(1(4(5))8(23)6)(7)");
        assert_eq!(print(&tree.permuted(&[0, 4], &[1, 0])), "(7)(1(23)8(4(5))6)");
        assert_eq!(print(&tree.permuted(&[1, 2], &[0, 1])), print(&tree));
    }

    #[test]
    fn parts_are_inserted_as_elements() {
        let tree = parse("(1(23)(4(5))6)(7)");
        assert_eq!(print(&tree.part(2)), "(4(5))");
        assert_eq!(print(&tree.insert(0, 2, &tree.part(4))), "(1(23)(7)(4(5))6)(7)");
        assert_eq!(print(&tree.insert(2, 3, &tree.part(1))), "(1(23)(4(23)(5))6)(7)");
        let item = Tree::item(Label::of("x"), &tree.part(2));
        assert_eq!((item.len(), item.spans.len()), (3, 3));
        assert_eq!((item.spans[0].end, item.spans[0].next, item.spans[2].start), (3, 3, 2));
    }

    #[test]
    fn children_are_one_level_down() {
        let tree = parse("(1(23)(4(5))6)(7)");
        assert_eq!(tree.children(None).collect::<Vec<_>>(), [0, 4]);
        assert_eq!(tree.children(Some(0)).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(tree.children(Some(1)).count(), 0);
    }

    #[test]
    fn any_number_can_be_suggested() {
        let mut tree = parse("1(2)3");
        for number in [Number::below_zero(0), Number::below_zero(41), Number::natural(u128::MAX)] {
            tree.suggest(1, number);
            assert_eq!(tree.value(1), Value::Integer(number));
        }
        assert_eq!(tree.value(2), Value::Integer(Number::natural(3)));
    }
}
