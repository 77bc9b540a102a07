//! Matches a string against a pattern, to encode it as choices.
//!
//! A backtracking matcher finds the decisions that lead to the string. They are then written in the order in which
//! generation draws them.

use super::node::{ALTERNATION, HALF, Node, OPTIONAL, REPEAT};
use crate::{
    choice::{Alphabet, Bounds, IntegerBounds, Value},
    generator::Encoder,
    source::sample::Lengths,
};
use std::{cell::Cell, rc::Rc};

/// Steps before the matcher gives up, in addition to 8 for each byte of the string. Backtracking takes exponential time
/// for some patterns, such as `(a*)*b`; ordinary ones take a few steps per byte.
const MAX_STEPS: usize = 10_000;

#[inline]
pub(super) fn encode(pattern: &Node, string: &str, encoder: &mut Encoder) -> bool {
    let steps = MAX_STEPS + 8 * string.len();
    let matcher = Matcher { string, at: 0, decisions: Vec::new(), forks: Vec::new(), steps };
    let Some(decisions) = matcher.run(pattern) else { return false };
    let derivation = Derivation { string, at: Cell::new(0), decisions, taken: Cell::new(0) };
    derivation.encode(pattern, encoder)
}

/// The tasks that remain: a list that shares its tail with those of earlier forks.
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
    /// A sequence.
    Parts(&'a [Node]),
    /// A repetition after `count` rounds, the last of which started at `start`.
    Again {
        inner: &'a Node,
        lengths: Lengths,
        count: usize,
        start: usize,
    },
}

/// A decision with an untried alternative.
struct Fork<'a> {
    at: usize,
    decided: usize,
    rest: Rest<'a>,
    alternative: Alternative<'a>,
}

enum Alternative<'a> {
    /// A string that ends before `end`, but not before `least`.
    Shorter { end: usize, least: usize },
    /// A later branch.
    Branch { branches: &'a [Node], number: usize },
    /// Nothing instead of the part.
    Nothing,
}

struct Matcher<'a, 't> {
    string: &'t str,
    at: usize,
    decisions: Vec<usize>,
    forks: Vec<Fork<'a>>,
    steps: usize,
}

impl<'a> Matcher<'a, '_> {
    #[inline]
    fn run(mut self, pattern: &'a Node) -> Option<Vec<usize>> {
        let mut rest = Rest(None).after(Task::Node(pattern));
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let next = match &rest.0 {
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
                None if self.at == self.string.len() => return Some(self.decisions),
                None => None,
            };
            rest = match next {
                Some(rest) => rest,
                None => self.backtrack()?,
            };
        }
    }

    /// Makes the first decision of the node, and returns the remaining tasks. `None` if the node cannot match here.
    #[inline]
    fn node(&mut self, node: &'a Node, next: &Rest<'a>) -> Option<Rest<'a>> {
        let ahead = &self.string[self.at..];
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
                self.fork(Alternative::Shorter { end, least }, next);
                self.decisions.push(end);
                self.at = end;
                Some(next.clone())
            }
            Node::Optional(inner) => {
                self.fork(Alternative::Nothing, next);
                self.decisions.push(1);
                Some(next.after(Task::Node(inner)))
            }
            Node::Repeat(inner, lengths) => self.again(inner, *lengths, 0, usize::MAX, next),
            Node::Alternation(branches) => Some(self.branch(branches, 0, next)),
            Node::Concat(parts) => Some(next.after(Task::Parts(parts))),
        }
    }

    /// The least and the greatest end of a string over `alphabet` that starts here.
    #[inline]
    fn ends(&mut self, alphabet: &Alphabet, lengths: &Lengths) -> Option<(usize, usize)> {
        let (mut length, mut end, mut least) = (0, self.at, self.at);
        for c in
            self.string[self.at..].chars().take(lengths.max).take_while(|c| alphabet.contains(*c))
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
            self.fork(Alternative::Branch { branches, number: number + 1 }, next);
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
            // An empty round beyond the minimum could repeat forever.
            return None;
        }
        if count >= lengths.max {
            self.decisions.push(0);
            return Some(next.clone());
        }
        if count >= lengths.min {
            self.fork(Alternative::Nothing, next);
        }
        self.decisions.push(1);
        let later = Task::Again { inner, lengths, count: count + 1, start: self.at };
        Some(next.after(later).after(Task::Node(inner)))
    }

    #[inline]
    fn fork(&mut self, alternative: Alternative<'a>, rest: &Rest<'a>) {
        let decided = self.decisions.len();
        self.forks.push(Fork { at: self.at, decided, rest: rest.clone(), alternative });
    }

    /// Returns to the last decision with an untried alternative, and takes it. `None` if there is none.
    #[inline]
    fn backtrack(&mut self) -> Option<Rest<'a>> {
        loop {
            let Fork { at, decided, rest, alternative } = self.forks.pop()?;
            self.at = at;
            self.decisions.truncate(decided);
            match alternative {
                Alternative::Shorter { end, least } if end == least => {}
                Alternative::Shorter { end, least } => {
                    let last = self.string[at..end].chars().next_back()?;
                    let end = end - last.len_utf8();
                    self.fork(Alternative::Shorter { end, least }, &rest);
                    self.decisions.push(end);
                    self.at = end;
                    return Some(rest);
                }
                Alternative::Branch { branches, number } => {
                    return Some(self.branch(branches, number, &rest));
                }
                Alternative::Nothing => {
                    self.decisions.push(0);
                    return Some(rest);
                }
            }
        }
    }
}

/// The decisions that lead to the string, as they are written to an encoder.
struct Derivation<'t> {
    string: &'t str,
    at: Cell<usize>,
    decisions: Vec<usize>,
    taken: Cell<usize>,
}

impl Derivation<'_> {
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
                let next = self.string[self.at.get()..].chars().next();
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
                let part = self.string[self.at.replace(end)..end].to_owned();
                let (min, max) = lengths.as_bounds();
                let bounds = Bounds::Text { alphabet: alphabet.clone(), min, max };
                encoder.choice(&bounds, &Value::Text(part))
            }
            Node::Optional(inner) => encoder.span(OPTIONAL, 0, |encoder| {
                let present = self.decision() == 1;
                encoder.boolean(HALF, present) && (!present || self.encode(inner, encoder))
            }),
            Node::Repeat(inner, lengths) => encoder.span(REPEAT, 0, |encoder| {
                let items = std::iter::from_fn(|| (self.decision() == 1).then_some(()));
                encoder.items(REPEAT, lengths, items, |encoder, ()| self.encode(inner, encoder))
            }),
            Node::Alternation(branches) => encoder.span(ALTERNATION, 0, |encoder| {
                let branch = self.decision();
                encoder.branch(branches.len() as u32, 0, branch as u32)
                    && self.encode(&branches[branch], encoder)
            }),
            Node::Concat(parts) => parts.iter().all(|part| self.encode(part, encoder)),
        }
    }
}
