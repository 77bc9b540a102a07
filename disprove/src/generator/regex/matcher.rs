//! From a text back to the choices that make it.
//!
//! A search with backtracking finds a way through the pattern, as a list of decisions. They are then
//! written in the order in which generation would have asked for them.

use super::node::{EITHER, HALF, Node, OPTIONAL, REPEAT};
use crate::{
    choice::{Alphabet, Bounds, IntegerBounds, Value},
    generator::Encoder,
    source::sample::Lengths,
};
use std::{cell::Cell, rc::Rc};

/// Steps after which the search gives up, besides some for each byte of the text: patterns that need
/// more are those that are known to take exponential time.
const STEPS: usize = 10_000;

#[inline]
pub(super) fn encode(pattern: &Node, text: &str, encoder: &mut Encoder) -> bool {
    let steps = STEPS + 8 * text.len();
    let search = Search { text, at: 0, decisions: Vec::new(), forks: Vec::new(), steps };
    let Some(decisions) = search.run(pattern) else { return false };
    let way = Way { text, at: Cell::new(0), decisions, taken: Cell::new(0) };
    way.encode(pattern, encoder)
}

/// What is still to be matched: a list that shares its tail with those of earlier forks.
#[derive(Clone)]
struct Rest<'a>(Option<Rc<Todo<'a>>>);

struct Todo<'a> {
    task: Task<'a>,
    next: Rest<'a>,
}

impl<'a> Rest<'a> {
    #[inline]
    fn after(&self, task: Task<'a>) -> Rest<'a> {
        Rest(Some(Rc::new(Todo { task, next: self.clone() })))
    }
}

#[derive(Clone, Copy)]
enum Task<'a> {
    Node(&'a Node),
    /// One after the other.
    Parts(&'a [Node]),
    /// A repetition after `count` times, the last of which started at `start`.
    Again {
        inner: &'a Node,
        lengths: Lengths,
        count: usize,
        start: usize,
    },
}

/// A decision that can be made differently.
struct Fork<'a> {
    at: usize,
    decided: usize,
    rest: Rest<'a>,
    other: Other<'a>,
}

enum Other<'a> {
    /// A text that ends earlier, before `end`, but not before `least`.
    Shorter { end: usize, least: usize },
    /// The next of several branches.
    Branch { branches: &'a [Node], number: usize },
    /// Nothing instead of something.
    Nothing,
}

struct Search<'a, 't> {
    text: &'t str,
    at: usize,
    decisions: Vec<usize>,
    forks: Vec<Fork<'a>>,
    steps: usize,
}

impl<'a> Search<'a, '_> {
    #[inline]
    fn run(mut self, pattern: &'a Node) -> Option<Vec<usize>> {
        let mut rest = Rest(None).after(Task::Node(pattern));
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let went_on = match &rest.0 {
                Some(todo) => match todo.task {
                    Task::Node(node) => self.node(node, &todo.next),
                    Task::Parts([]) => Some(todo.next.clone()),
                    Task::Parts([part, parts @ ..]) => {
                        Some(todo.next.after(Task::Parts(parts)).after(Task::Node(part)))
                    }
                    Task::Again { inner, lengths, count, start } => {
                        self.again(inner, lengths, count, start, &todo.next)
                    }
                },
                None if self.at == self.text.len() => return Some(self.decisions),
                None => None,
            };
            rest = match went_on {
                Some(rest) => rest,
                None => self.back()?,
            };
        }
    }

    /// What is left once the first decision of the node is made; `None` if it cannot match here.
    #[inline]
    fn node(&mut self, node: &'a Node, next: &Rest<'a>) -> Option<Rest<'a>> {
        let ahead = &self.text[self.at..];
        match node {
            Node::Literal(literal) => {
                self.at += ahead.starts_with(literal.as_str()).then_some(literal.len())?;
                Some(next.clone())
            }
            Node::Class(alphabet) => {
                self.at += ahead.chars().next().filter(|c| alphabet.contains(*c))?.len_utf8();
                Some(next.clone())
            }
            Node::Text(alphabet, lengths) => {
                let (least, end) = self.ends(alphabet, lengths)?;
                self.fork(Other::Shorter { end, least }, next);
                self.decisions.push(end);
                self.at = end;
                Some(next.clone())
            }
            Node::Optional(inner) => {
                self.fork(Other::Nothing, next);
                self.decisions.push(1);
                Some(next.after(Task::Node(inner)))
            }
            Node::Repeat(inner, lengths) => self.again(inner, *lengths, 0, usize::MAX, next),
            Node::Either(branches) => Some(self.branch(branches, 0, next)),
            Node::Concat(parts) => Some(next.after(Task::Parts(parts))),
        }
    }

    /// Where a text that starts here must and may end.
    #[inline]
    fn ends(&mut self, alphabet: &Alphabet, lengths: &Lengths) -> Option<(usize, usize)> {
        let (mut length, mut end, mut least) = (0, self.at, self.at);
        for c in
            self.text[self.at..].chars().take(lengths.max).take_while(|c| alphabet.contains(*c))
        {
            length += 1;
            end += c.len_utf8();
            if length == lengths.min {
                least = end;
            }
        }
        self.steps = self.steps.checked_sub(length)?;
        (length >= lengths.min).then_some((least, end))
    }

    #[inline]
    fn branch(&mut self, branches: &'a [Node], number: usize, next: &Rest<'a>) -> Rest<'a> {
        if number + 1 < branches.len() {
            self.fork(Other::Branch { branches, number: number + 1 }, next);
        }
        self.decisions.push(number);
        next.after(Task::Node(&branches[number]))
    }

    #[inline]
    fn again(
        &mut self,
        inner: &'a Node,
        lengths: Lengths,
        count: usize,
        start: usize,
        next: &Rest<'a>,
    ) -> Option<Rest<'a>> {
        if count > lengths.min && self.at == start {
            // Nothing more often than needed: that could go on for ever.
            return None;
        }
        if count >= lengths.max {
            self.decisions.push(0);
            return Some(next.clone());
        }
        if count >= lengths.min {
            self.fork(Other::Nothing, next);
        }
        self.decisions.push(1);
        let later = Task::Again { inner, lengths, count: count + 1, start: self.at };
        Some(next.after(later).after(Task::Node(inner)))
    }

    #[inline]
    fn fork(&mut self, other: Other<'a>, rest: &Rest<'a>) {
        let decided = self.decisions.len();
        self.forks.push(Fork { at: self.at, decided, rest: rest.clone(), other });
    }

    /// To the last decision that can be made differently. `None` if there are no more.
    #[inline]
    fn back(&mut self) -> Option<Rest<'a>> {
        loop {
            let Fork { at, decided, rest, other } = self.forks.pop()?;
            self.at = at;
            self.decisions.truncate(decided);
            match other {
                Other::Shorter { end, least } if end == least => {}
                Other::Shorter { end, least } => {
                    let last = self.text[at..end].chars().next_back()?;
                    let end = end - last.len_utf8();
                    self.fork(Other::Shorter { end, least }, &rest);
                    self.decisions.push(end);
                    self.at = end;
                    return Some(rest);
                }
                Other::Branch { branches, number } => {
                    return Some(self.branch(branches, number, &rest));
                }
                Other::Nothing => {
                    self.decisions.push(0);
                    return Some(rest);
                }
            }
        }
    }
}

/// The decisions that were found, on the way into an encoder.
struct Way<'t> {
    text: &'t str,
    at: Cell<usize>,
    decisions: Vec<usize>,
    taken: Cell<usize>,
}

impl Way<'_> {
    #[inline]
    fn decision(&self) -> usize {
        self.decisions[self.taken.replace(self.taken.get() + 1)]
    }

    #[inline]
    fn encode(&self, node: &Node, encoder: &mut Encoder) -> bool {
        match node {
            Node::Literal(literal) => {
                self.at.set(self.at.get() + literal.len());
                true
            }
            Node::Class(alphabet) => {
                let next = self.text[self.at.get()..].chars().next();
                let Some((c, index)) = next.and_then(|c| Some((c, alphabet.index(c)?))) else {
                    return false;
                };
                self.at.set(self.at.get() + c.len_utf8());
                let span = u128::from(alphabet.len() - 1);
                let limits =
                    IntegerBounds { min: 0, span, origin: 0, signed: false, branch: false };
                encoder.integer(limits, u128::from(index))
            }
            Node::Text(alphabet, lengths) => {
                let end = self.decision();
                let text = self.text[self.at.replace(end)..end].to_owned();
                let (min, max) = lengths.as_bounds();
                let bounds = Bounds::Text { alphabet: alphabet.clone(), min, max };
                encoder.choice(&bounds, &Value::Text(text))
            }
            Node::Optional(inner) => encoder.span(OPTIONAL, 0, |encoder| {
                let there = self.decision() == 1;
                encoder.coin(HALF, there) && (!there || self.encode(inner, encoder))
            }),
            Node::Repeat(inner, lengths) => encoder.span(REPEAT, 0, |encoder| {
                let items = std::iter::from_fn(|| (self.decision() == 1).then_some(()));
                encoder.items(REPEAT, lengths, items, |encoder, ()| self.encode(inner, encoder))
            }),
            Node::Either(branches) => encoder.span(EITHER, 0, |encoder| {
                let branch = self.decision();
                encoder.branch(branches.len() as u32, 0, branch as u32)
                    && self.encode(&branches[branch], encoder)
            }),
            Node::Concat(parts) => parts.iter().all(|part| self.encode(part, encoder)),
        }
    }
}
