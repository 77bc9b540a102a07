//! Compiles a pattern to nodes.
//!
//! The string is matched as a whole, so an anchor at either end of a path through the pattern has no effect. Alternatives
//! that can never match are dropped.

use super::node::Node;
use crate::{choice::Alphabet, source::sample::Lengths};
use regex_syntax::{
    Error, Parser,
    hir::{Class, Hir, HirKind, Literal, Look, Repetition},
};

/// The largest minimum length of a pattern, in bytes: half of the budget of a case.
const MAX_MINIMUM: usize = 4 << 20;

/// The largest upper limit of a repetition, unless its lower limit is larger. A single draw of `.{0,4294967295}` would
/// otherwise fill the memory.
const MAX_REPETITIONS: usize = 1 << 17;

/// The largest literal, in bytes, that a fixed repetition such as `a{3}` is expanded to. Beyond it, the repetition takes
/// less memory.
const MAX_LITERAL: usize = 1024;

/// Why a part of a pattern has no node.
enum Problem {
    /// It never matches; the pattern may have alternatives.
    Never(&'static str),
    /// It cannot be generated.
    Unsupported(String),
}

/// The compiled pattern, or the end of a sentence that starts with the pattern.
#[inline]
pub(super) fn compile(pattern: &str) -> Result<Node, String> {
    let parsed = Parser::new().parse(pattern);
    let hir = parsed.map_err(|error| format!("is not valid: {}", reason(&error)))?;
    if let Some(least) = hir.properties().minimum_len().filter(|least| *least > MAX_MINIMUM) {
        return Err(format!(
            "matches only strings of at least {least} bytes, which is too long: the limit is {MAX_MINIMUM}"
        ));
    }
    node(&hir, Context { before: Side::End, after: Side::End }).map_err(|problem| match problem {
        Problem::Never(why) => format!("can never match: {why}"),
        Problem::Unsupported(why) => why,
    })
}

/// The message of the parser, without its copy of the pattern.
#[inline]
fn reason(error: &Error) -> String {
    match error {
        Error::Parse(error) => error.kind().to_string(),
        Error::Translate(error) => error.kind().to_string(),
        error => error.to_string().replace('\n', " "),
    }
}

/// What stands beside a part of the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The end of the string.
    End,
    /// Always characters.
    Characters,
    /// Either, depending on other choices.
    Unknown,
}

/// Both sides of a part.
#[derive(Clone, Copy)]
struct Context {
    before: Side,
    after: Side,
}

impl Side {
    /// The side of the part after `part`, if `self` is the side of `part`.
    #[inline]
    fn beyond(self, part: &Hir) -> Side {
        let properties = part.properties();
        if properties.maximum_len() == Some(0) {
            self
        } else if self == Side::Characters
            || properties.minimum_len().is_some_and(|least| least > 0)
        {
            Side::Characters
        } else {
            Side::Unknown
        }
    }
}

#[inline]
fn node(hir: &Hir, context: Context) -> Result<Node, Problem> {
    match hir.kind() {
        HirKind::Empty => Ok(Node::Literal(String::new())),
        HirKind::Literal(literal) => self::literal(literal),
        HirKind::Class(class) => self::class(class),
        HirKind::Look(look) => anchor(*look, context),
        HirKind::Capture(capture) => node(&capture.sub, context),
        HirKind::Repetition(repetition) => self::repetition(repetition, context),
        HirKind::Concat(parts) => concat(parts, context),
        HirKind::Alternation(branches) => alternation(branches, context),
    }
}

#[inline]
fn literal(Literal(bytes): &Literal) -> Result<Node, Problem> {
    match std::str::from_utf8(bytes) {
        Ok(literal) => Ok(Node::Literal(literal.to_owned())),
        Err(_) => Err(Problem::Unsupported("matches bytes that are not valid UTF-8".into())),
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
        // The parser only allows ASCII here.
        Class::Bytes(class) => {
            for range in class.ranges() {
                intervals.push((char::from(range.start()), char::from(range.end())));
            }
        }
    }
    let alphabet = Alphabet::new(&intervals);
    if alphabet.is_empty() {
        return Err(Problem::Never("it contains a class without characters"));
    }
    Ok(Node::Class(alphabet))
}

#[inline]
fn anchor(look: Look, context: Context) -> Result<Node, Problem> {
    let (side, sign, multiline) = match look {
        Look::Start => (context.before, "^", false),
        Look::StartLF | Look::StartCRLF => (context.before, "^", true),
        Look::End => (context.after, "$", false),
        Look::EndLF | Look::EndCRLF => (context.after, "$", true),
        _ => {
            let why = "uses a word boundary, which is not supported";
            return Err(Problem::Unsupported(why.into()));
        }
    };
    match side {
        Side::End => Ok(Node::Literal(String::new())),
        Side::Characters if !multiline => Err(Problem::Never(match sign {
            "^" => "it requires characters before the start of the string",
            _ => "it requires characters after the end of the string",
        })),
        Side::Characters => Err(Problem::Unsupported(format!(
            "has a multi-line `{sign}` in its middle, which is not supported: write `\\n` instead"
        ))),
        Side::Unknown => Err(Problem::Unsupported(format!(
            "has a `{sign}` that matches only for some alternatives of other parts, which is not supported"
        ))),
    }
}

#[inline]
fn repetition(repetition: &Repetition, context: Context) -> Result<Node, Problem> {
    let Repetition { min, max, ref sub, .. } = *repetition;
    // Every round but the first follows another, and every round but the last precedes another.
    let context = match max {
        Some(0 | 1) => context,
        _ => Context {
            before: repeated_side(context.before, sub),
            after: repeated_side(context.after, sub),
        },
    };
    let inner = match node(sub, context) {
        Err(Problem::Never(_)) if min == 0 => return Ok(Node::Literal(String::new())),
        inner => inner?,
    };
    let explicit = max.is_some() || min > 1;
    let min = min as usize;
    let max = max.map_or(usize::MAX, |max| (max as usize).min(MAX_REPETITIONS).max(min));
    Ok(repeated(inner, Lengths { min, max, explicit }))
}

#[inline]
fn repeated(inner: Node, lengths: Lengths) -> Node {
    // `(a+)*` is `a*`: a repetition without upper limit absorbs a repetition around it.
    let unlimited = |inside: &Lengths| inside.min <= 1 && inside.max == usize::MAX;
    let merged = |inside: Lengths| Lengths {
        min: inside.min * lengths.min,
        max: usize::MAX,
        explicit: lengths.explicit,
    };
    match (inner, lengths) {
        (Node::Text(alphabet, inside), _) if unlimited(&inside) => {
            Node::Text(alphabet, merged(inside))
        }
        (Node::Repeat(inner, inside), _) if unlimited(&inside) => {
            Node::Repeat(inner, merged(inside))
        }
        (Node::Literal(literal), _) if literal.is_empty() => Node::Literal(literal),
        (Node::Literal(literal), Lengths { min, max, .. })
            if min == max && literal.len().saturating_mul(min) <= MAX_LITERAL =>
        {
            Node::Literal(literal.repeat(min))
        }
        (inner, _) => match (inner.alphabet(), lengths) {
            (Some(alphabet), _) => Node::Text(alphabet, lengths),
            (None, Lengths { min: 1, max: 1, .. }) => inner,
            (None, Lengths { min: 0, max: 1, .. }) => Node::Optional(Box::new(inner)),
            (None, _) => Node::Repeat(Box::new(inner), lengths),
        },
    }
}

/// The side of a repeated part: the side of the repetition, or another repetition.
#[inline]
fn repeated_side(side: Side, part: &Hir) -> Side {
    if side.beyond(part) == side { side } else { Side::Unknown }
}

#[inline]
fn concat(parts: &[Hir], context: Context) -> Result<Node, Problem> {
    // Sides after each part, from the last one backwards.
    let mut after: Vec<Side> = parts
        .iter()
        .rev()
        .scan(context.after, |side, part| {
            let here = *side;
            *side = side.beyond(part);
            Some(here)
        })
        .collect();
    let mut before = context.before;
    let mut nodes: Vec<Node> = Vec::with_capacity(parts.len());
    // An unsupported part is an error, even beside a part that never matches.
    let mut never = None;
    for part in parts {
        let after = after.pop().expect("a side for each part");
        match node(part, Context { before, after }) {
            Ok(Node::Concat(inner)) => inner.into_iter().for_each(|node| append(&mut nodes, node)),
            Ok(node) => append(&mut nodes, node),
            Err(Problem::Never(why)) => never = never.or(Some(why)),
            unsupported => return unsupported,
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

/// Merges adjacent literals.
#[inline]
fn append(nodes: &mut Vec<Node>, node: Node) {
    match (nodes.last_mut(), node) {
        (_, Node::Literal(literal)) if literal.is_empty() => {}
        (Some(Node::Literal(before)), Node::Literal(literal)) => before.push_str(&literal),
        (_, node) => nodes.push(node),
    }
}

#[inline]
fn alternation(branches: &[Hir], context: Context) -> Result<Node, Problem> {
    let mut nodes = Vec::with_capacity(branches.len());
    let mut never = "it has no alternatives";
    for branch in branches {
        match node(branch, context) {
            Ok(node) => nodes.push(node),
            Err(Problem::Never(why)) => never = why,
            unsupported => return unsupported,
        }
    }
    match nodes.len() {
        0 => Err(Problem::Never(never)),
        1 => Ok(nodes.remove(0)),
        _ => Ok(Node::Alternation(nodes)),
    }
}
