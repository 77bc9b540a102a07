//! What stands for something without being part of the structure of a text: quoted texts, numbers, comments,
//! names and blanks.

use super::{
    edit::{Edit, Level},
    token::{Kind, Token, content, tokens},
};
use std::collections::{BTreeMap, BTreeSet};

/// Empties quoted texts and comments, and makes numbers 0.
pub(super) fn values(text: &[u8]) -> Level {
    let mut level = Level::default();
    let all = tokens(text);
    for (number, token) in all.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| &all[before]);
        match token.kind {
            Kind::Quoted if !content(text, token).is_empty() => {
                level.edits.push(Edit::cut(content(text, token)));
            }
            Kind::Number if token.range.len() > 1 => {
                level.edits.push(Edit::replace(token.range.clone(), b"0"));
            }
            Kind::Comment => {
                let space = before.filter(|before| before.kind == Kind::Space);
                let start = space.map_or(token.range.start, |space| space.range.start);
                level.edits.push(Edit::cut(start..token.range.end));
            }
            _ => {}
        }
    }
    level
}

/// Takes single characters out of what could not be emptied.
pub(super) fn characters(text: &[u8]) -> Level {
    let mut level = Level::default();
    for token in tokens(text) {
        let inside = match token.kind {
            Kind::Quoted => content(text, &token),
            Kind::Comment => token.range,
            _ => continue,
        };
        // Bytes that go on with a character go with it.
        let mut start = inside.start;
        for at in inside.start + 1..=inside.end {
            if at == inside.end || text[at] & 0xC0 != 0x80 {
                level.edits.push(Edit::cut(start..at));
                start = at;
            }
        }
    }
    level
}

/// Gives names one letter, everywhere at once.
pub(super) fn names(text: &[u8]) -> Level {
    let all = tokens(text);
    let words = || all.iter().filter(|token| token.kind == Kind::Word);
    let taken: BTreeSet<&[u8]> = words().map(|token| &text[token.range.clone()]).collect();
    let mut free = (b'a'..=b'z').chain(b'A'..=b'Z').map(|letter| [letter]);
    let mut places: BTreeMap<&[u8], Vec<&Token>> = BTreeMap::new();
    for token in words() {
        places.entry(&text[token.range.clone()]).or_default().push(token);
    }
    let keywords = keywords(text, &all);
    let mut names: Vec<_> =
        places.into_iter().filter(|(word, _)| word.len() > 1 && !keywords.contains(word)).collect();
    names.sort_by_key(|(_, places)| places[0].range.start);
    let mut level = Level::default();
    for (_, places) in names {
        let Some(letter) = free.by_ref().find(|letter| !taken.contains(&letter[..])) else { break };
        let parts = places.iter().map(|token| (token.range.clone(), letter.to_vec())).collect();
        level.edits.push(Edit { parts });
    }
    level
}

/// Words that are hardly names: those right before another word, between two, or alone on their line.
fn keywords<'a>(text: &'a [u8], all: &[Token]) -> BTreeSet<&'a [u8]> {
    let solid: Vec<&Token> = all.iter().filter(|token| token.kind != Kind::Space).collect();
    let kind =
        |at: Option<usize>| at.and_then(|at| solid.get(at)).map_or(Kind::Break, |token| token.kind);
    let operand = |kind| matches!(kind, Kind::Word | Kind::Number | Kind::Quoted);
    let mut keywords = BTreeSet::new();
    for (at, token) in solid.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
        let (before, after) = (kind(at.checked_sub(1)), kind(Some(at + 1)));
        let colon = solid.get(at + 1).is_some_and(|next| text[next.range.start] == b':');
        let alone = before == Kind::Break && (after == Kind::Break || colon);
        if operand(after) || alone {
            keywords.insert(&text[token.range.clone()]);
        }
    }
    keywords
}

/// Takes out blank lines, blanks at the ends of lines, and all but one elsewhere: one edit each, as hardly
/// anything depends on them.
pub(super) fn blanks(text: &[u8]) -> Level {
    let all = tokens(text);
    let (mut lines, mut ends, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let mut line_start = true;
    for (number, token) in all.iter().enumerate() {
        let next = all.get(number + 1).map_or(Kind::Break, |next| next.kind);
        match token.kind {
            Kind::Break if line_start => lines.push(token.range.clone()),
            Kind::Space if next == Kind::Break => ends.push(token.range.clone()),
            Kind::Space if !line_start && token.range.len() > 1 => {
                others.push(token.range.start + 1..token.range.end);
            }
            _ => {}
        }
        // A line with nothing but blanks is as good as an empty one.
        line_start = token.kind == Kind::Break || (line_start && token.kind == Kind::Space);
    }
    let edits = [lines, ends, others].into_iter().filter(|cuts| !cuts.is_empty());
    Level { edits: edits.map(Edit::cuts).collect(), fillers: Vec::new() }
}
