//! From a pattern to its nodes.
//!
//! The text is matched as a whole, so an anchor at either end of a path through the pattern says
//! nothing. What can never match is left out where there is an alternative.

use super::node::Node;
use crate::{choice::Alphabet, source::sample::Lengths};
use regex_syntax::{
    Error, Parser,
    hir::{Class, Hir, HirKind, Literal, Look, Repetition},
};

/// The longest text that a pattern may insist on; a case has a budget of twice as many bytes.
const LONGEST: usize = 4 << 20;

/// Repetitions go no further than this, or than they must. With a limit like the 4294967295 of
/// `.{0,4294967295}` a single draw would fill the memory.
const MOST: usize = 1 << 17;

/// A repetition of known length that takes no more bytes than this is written out.
const LITERAL: usize = 1024;

/// Why there is no node.
enum Problem {
    /// It never matches, but the pattern may have alternatives.
    Never(&'static str),
    /// It cannot be generated.
    Refused(String),
}

/// The nodes, or the rest of a sentence that starts with the pattern.
#[inline]
pub(super) fn compile(pattern: &str) -> Result<Node, String> {
    let parsed = Parser::new().parse(pattern);
    let hir = parsed.map_err(|error| format!("is not valid: {}", reason(&error)))?;
    if let Some(least) = hir.properties().minimum_len().filter(|least| *least > LONGEST) {
        return Err(format!("matches only texts of {least} bytes and more, which are too long"));
    }
    node(&hir, Place { before: Side::End, after: Side::End }).map_err(|problem| match problem {
        Problem::Never(why) => format!("can never match: {why}"),
        Problem::Refused(why) => why,
    })
}

/// What the parser says, without the drawing of the place.
#[inline]
fn reason(error: &Error) -> String {
    match error {
        Error::Parse(error) => error.kind().to_string(),
        Error::Translate(error) => error.kind().to_string(),
        error => error.to_string().replace('\n', " "),
    }
}

/// What is next to a part of the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The end of the text.
    End,
    /// Characters, whatever is chosen.
    Text,
    /// The one or the other, depending on choices.
    Unknown,
}

#[derive(Clone, Copy)]
struct Place {
    before: Side,
    after: Side,
}

impl Side {
    /// The side of what comes next, on the other side of `part`.
    #[inline]
    fn beyond(self, part: &Hir) -> Side {
        let properties = part.properties();
        if properties.maximum_len() == Some(0) {
            self
        } else if self == Side::Text || properties.minimum_len().is_some_and(|least| least > 0) {
            Side::Text
        } else {
            Side::Unknown
        }
    }
}

#[inline]
fn node(hir: &Hir, place: Place) -> Result<Node, Problem> {
    match hir.kind() {
        HirKind::Empty => Ok(Node::Literal(String::new())),
        HirKind::Literal(literal) => text(literal),
        HirKind::Class(class) => self::class(class),
        HirKind::Look(look) => anchor(*look, place),
        HirKind::Capture(capture) => node(&capture.sub, place),
        HirKind::Repetition(repetition) => self::repetition(repetition, place),
        HirKind::Concat(parts) => concat(parts, place),
        HirKind::Alternation(branches) => alternation(branches, place),
    }
}

#[inline]
fn text(Literal(bytes): &Literal) -> Result<Node, Problem> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(Node::Literal(text.to_owned())),
        Err(_) => Err(Problem::Refused("matches bytes that are not valid UTF-8".into())),
    }
}

#[inline]
fn class(class: &Class) -> Result<Node, Problem> {
    let mut intervals = Vec::new();
    match class {
        Class::Unicode(class) => {
            for range in class.ranges() {
                intervals.push((range.start(), range.end()));
            }
        }
        // The parser has made sure that these are ASCII.
        Class::Bytes(class) => {
            for range in class.ranges() {
                intervals.push((char::from(range.start()), char::from(range.end())));
            }
        }
    }
    let alphabet = Alphabet::new(&intervals);
    if alphabet.is_empty() {
        return Err(Problem::Never("it has a class without characters, which matches nothing"));
    }
    Ok(Node::Class(alphabet))
}

#[inline]
fn anchor(look: Look, place: Place) -> Result<Node, Problem> {
    let (side, sign, multiline) = match look {
        Look::Start => (place.before, "^", false),
        Look::StartLF | Look::StartCRLF => (place.before, "^", true),
        Look::End => (place.after, "$", false),
        Look::EndLF | Look::EndCRLF => (place.after, "$", true),
        _ => {
            let why = "uses a word boundary, which cannot be generated";
            return Err(Problem::Refused(why.into()));
        }
    };
    match side {
        Side::End => Ok(Node::Literal(String::new())),
        Side::Text if !multiline => Err(Problem::Never(match sign {
            "^" => "it wants characters before the beginning of the text",
            _ => "it wants characters after the end of the text",
        })),
        Side::Text => Err(Problem::Refused(format!(
            "has a multi-line `{sign}` in its middle, which cannot be generated: write `\\n` instead"
        ))),
        Side::Unknown => Err(Problem::Refused(format!(
            "has a `{sign}` that matches only for some choices made elsewhere, which cannot be generated"
        ))),
    }
}

#[inline]
fn repetition(repetition: &Repetition, place: Place) -> Result<Node, Problem> {
    let Repetition { min, max, ref sub, .. } = *repetition;
    // From the second time on there is something before it, and until the last time something after.
    let place = match max {
        Some(0 | 1) => place,
        _ => Place { before: among(place.before, sub), after: among(place.after, sub) },
    };
    let inner = match node(sub, place) {
        Err(Problem::Never(_)) if min == 0 => return Ok(Node::Literal(String::new())),
        inner => inner?,
    };
    let explicit = max.is_some() || min > 1;
    let min = min as usize;
    let max = max.map_or(usize::MAX, |max| (max as usize).min(MOST).max(min));
    Ok(repeated(inner, Lengths { min, max, explicit }))
}

#[inline]
fn repeated(inner: Node, lengths: Lengths) -> Node {
    // `(a+)*` is `a*`, and so on: what is inside goes on for ever, and not only in steps.
    let endless = |inside: &Lengths| inside.min <= 1 && inside.max == usize::MAX;
    let merged = |inside: Lengths| Lengths {
        min: inside.min * lengths.min,
        max: usize::MAX,
        explicit: lengths.explicit,
    };
    match (inner, lengths) {
        (Node::Text(alphabet, inside), _) if endless(&inside) => {
            Node::Text(alphabet, merged(inside))
        }
        (Node::Repeat(inner, inside), _) if endless(&inside) => Node::Repeat(inner, merged(inside)),
        (Node::Literal(text), _) if text.is_empty() => Node::Literal(text),
        (Node::Literal(text), Lengths { min, max, .. })
            if min == max && text.len().saturating_mul(min) <= LITERAL =>
        {
            Node::Literal(text.repeat(min))
        }
        (inner, _) => match (inner.alphabet(), lengths) {
            (Some(alphabet), _) => Node::Text(alphabet, lengths),
            (None, Lengths { min: 1, max: 1, .. }) => inner,
            (None, Lengths { min: 0, max: 1, .. }) => Node::Optional(Box::new(inner)),
            (None, _) => Node::Repeat(Box::new(inner), lengths),
        },
    }
}

/// The side of a repeated part: the side of the repetition, or the part itself.
#[inline]
fn among(side: Side, part: &Hir) -> Side {
    if side.beyond(part) == side { side } else { Side::Unknown }
}

#[inline]
fn concat(parts: &[Hir], place: Place) -> Result<Node, Problem> {
    // Sides after each part, from the last one backwards.
    let mut after: Vec<Side> = parts
        .iter()
        .rev()
        .scan(place.after, |side, part| {
            let here = *side;
            *side = side.beyond(part);
            Some(here)
        })
        .collect();
    let mut before = place.before;
    let mut nodes: Vec<Node> = Vec::with_capacity(parts.len());
    // Worse than one that never matches is one that is refused, wherever it stands.
    let mut never = None;
    for part in parts {
        let after = after.pop().expect("a side for each part");
        match node(part, Place { before, after }) {
            Ok(Node::Concat(inner)) => inner.into_iter().for_each(|node| append(&mut nodes, node)),
            Ok(node) => append(&mut nodes, node),
            Err(Problem::Never(why)) => never = never.or(Some(why)),
            refused => return refused,
        }
        before = before.beyond(part);
    }
    match (never, nodes.len()) {
        (Some(why), _) => Err(Problem::Never(why)),
        (None, 0) => Ok(Node::Literal(String::new())),
        (None, 1) => Ok(nodes.remove(0)),
        (None, _) => Ok(Node::Concat(nodes)),
    }
}

/// Literals in a row become one.
#[inline]
fn append(nodes: &mut Vec<Node>, node: Node) {
    match (nodes.last_mut(), node) {
        (_, Node::Literal(text)) if text.is_empty() => {}
        (Some(Node::Literal(before)), Node::Literal(text)) => before.push_str(&text),
        (_, node) => nodes.push(node),
    }
}

#[inline]
fn alternation(branches: &[Hir], place: Place) -> Result<Node, Problem> {
    let mut nodes = Vec::with_capacity(branches.len());
    let mut never = "it has no alternatives";
    for branch in branches {
        match node(branch, place) {
            Ok(node) => nodes.push(node),
            Err(Problem::Never(why)) => never = why,
            refused => return refused,
        }
    }
    match nodes.len() {
        0 => Err(Problem::Never(never)),
        1 => Ok(nodes.remove(0)),
        _ => Ok(Node::Either(nodes)),
    }
}
