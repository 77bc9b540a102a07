//! Simplifies literals: strings, numbers, comments, names and whitespace.

use super::{
    edit::{Edit, EditSet},
    token::{Token, TokenKind, content, tokens},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// Empties strings and comments, simplifies the quotes of empty strings, and sets numbers to 0.
pub(super) fn values(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    let all = tokens(text);
    for (number, token) in all.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| &all[before]);
        match token.kind {
            TokenKind::Quoted if !content(text, token).is_empty() => {
                level.edits.push(Edit::cut(content(text, token)));
            }
            TokenKind::Quoted if token.range.len() > 2 => {
                level.edits.push(Edit::replace(token.range.clone(), b"\"\""));
            }
            TokenKind::Number if token.range.len() > 1 => {
                level.edits.push(Edit::replace(token.range.clone(), b"0"));
            }
            TokenKind::Comment => {
                let space = before.filter(|before| before.kind == TokenKind::Space);
                let start = space.map_or(token.range.start, |space| space.range.start);
                level.edits.push(Edit::cut(start..token.range.end));
            }
            _ => {}
        }
    }
    level
}

/// Removes single characters of strings and comments.
pub(super) fn characters(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    for token in tokens(text) {
        let inside = match token.kind {
            TokenKind::Quoted => content(text, &token),
            TokenKind::Comment => token.range,
            _ => continue,
        };
        let mut start = inside.start;
        while start < inside.end {
            // A character with all its bytes.
            let more = text[start + 1..inside.end].iter().take_while(|byte| **byte & 0xC0 == 0x80);
            let end = start + 1 + more.count();
            level.edits.push(Edit::cut(start..end));
            start = end;
        }
    }
    level
}

/// Renames names to one letter, all occurrences at once. Keywords stay.
pub(super) fn names(text: &[u8], keywords: &BTreeSet<Vec<u8>>) -> EditSet {
    let all = tokens(text);
    let words = || all.iter().filter(|token| token.kind == TokenKind::Word);
    let taken: BTreeSet<&[u8]> = words().map(|token| &text[token.range.clone()]).collect();
    let mut free = (b'a'..=b'z').chain(b'A'..=b'Z').map(|letter| [letter]);
    let mut places: BTreeMap<&[u8], Vec<&Token>> = BTreeMap::new();
    for token in words() {
        places.entry(&text[token.range.clone()]).or_default().push(token);
    }
    let mut names: Vec<_> = places
        .into_iter()
        .filter(|(word, _)| word.len() > 1 && !keywords.contains(*word))
        .collect();
    names.sort_by_key(|(_, places)| places[0].range.start);
    let mut level = EditSet::default();
    for (_, places) in names {
        let Some(letter) = free.by_ref().find(|letter| !taken.contains(&letter[..])) else { break };
        let parts = places.iter().map(|token| (token.range.clone(), letter.to_vec())).collect();
        level.edits.push(Edit { parts });
    }
    level
}

/// Replaces single words on a line by a letter: where a name works, no keyword is needed.
pub(super) fn lone_words(text: &[u8]) -> EditSet {
    let all = tokens(text);
    let taken: BTreeSet<&[u8]> = all.iter().map(|token| &text[token.range.clone()]).collect();
    let letter = (b'a'..=b'z').map(|letter| [letter]).find(|letter| !taken.contains(&letter[..]));
    let Some(letter) = letter else { return EditSet::default() };
    let solid: Vec<&Token> = all.iter().filter(|token| token.kind != TokenKind::Space).collect();
    let is_break = |at: usize| solid.get(at).is_none_or(|token| token.kind == TokenKind::Break);
    let mut places: BTreeMap<&[u8], Edit> = BTreeMap::new();
    for (at, token) in solid.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word) {
        if token.range.len() > 1 && (at == 0 || is_break(at - 1)) && is_break(at + 1) {
            let edit = places.entry(&text[token.range.clone()]).or_default();
            edit.parts.push((token.range.clone(), letter.to_vec()));
        }
    }
    EditSet { edits: places.into_values().collect(), fillers: Vec::new() }
}

/// Words that are probably keywords, because most of their occurrences are where no name is: alone on a line or, in
/// a row of words, at every other position, as in `for name in name`.
pub(super) fn keywords(text: &[u8]) -> BTreeSet<Vec<u8>> {
    let all = tokens(text);
    let solid: Vec<&Token> = all.iter().filter(|token| token.kind != TokenKind::Space).collect();
    let mut votes: BTreeMap<&[u8], i64> = BTreeMap::new();
    // Whether the next operand is a name, counted from the end of a row.
    let mut name = true;
    for (at, token) in solid.iter().enumerate().rev() {
        if !matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Quoted) {
            // `f(` is a call, `in (` is not.
            let apart = at > 0 && solid[at - 1].range.end < token.range.start;
            name = !(token.kind == TokenKind::Open && apart);
            continue;
        }
        let starts = at == 0 || solid[at - 1].kind == TokenKind::Break;
        let first = |at: usize| solid.get(at).map_or(b'\n', |token| text[token.range.start]);
        let ends = first(at + 1) == b'\n' || (first(at + 1) == b':' && first(at + 2) == b'\n');
        let alone = starts && ends;
        if token.kind == TokenKind::Word {
            let vote = if alone || !name { 1 } else { -1 };
            *votes.entry(&text[token.range.clone()]).or_default() += vote;
        }
        name = !name;
    }
    let most = votes.into_iter().filter(|(_, votes)| *votes >= 0);
    most.map(|(word, _)| word.to_vec()).collect()
}

/// Removes blank lines, trailing whitespace, line breaks in brackets, and repeated spaces: one edit for each kind, as hardly
/// anything depends on them.
pub(super) fn whitespace(text: &[u8]) -> EditSet {
    let all = tokens(text);
    let mut cuts: [Vec<Range<usize>>; 4] = Default::default();
    let [lines, ends, breaks, others] = &mut cuts;
    let (mut line_start, mut depth) = (true, 0_usize);
    for (number, token) in all.iter().enumerate() {
        let next = all.get(number + 1).map_or(TokenKind::Break, |next| next.kind);
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Break if line_start => lines.push(token.range.clone()),
            TokenKind::Break | TokenKind::Space
                if depth > 0 && (line_start || token.kind == TokenKind::Break) =>
            {
                breaks.push(token.range.clone());
            }
            TokenKind::Space if next == TokenKind::Break => ends.push(token.range.clone()),
            TokenKind::Space if !line_start && token.range.len() > 1 => {
                others.push(token.range.start + 1..token.range.end);
            }
            _ => {}
        }
        // A line of whitespace counts as empty.
        line_start =
            token.kind == TokenKind::Break || (line_start && token.kind == TokenKind::Space);
    }
    let edits = cuts.into_iter().filter(|cuts| !cuts.is_empty()).map(Edit::cuts).collect();
    EditSet { edits, fillers: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::{characters, keywords, lone_words, names, values, whitespace};
    use crate::reduce::edit::EditSet;

    /// The text after all edits.
    fn all(level: impl Fn(&[u8]) -> EditSet, text: &str) -> String {
        let level = level(text.as_bytes());
        let made = level.apply(text.as_bytes(), &vec![false; level.edits.len()]);
        String::from_utf8(made).expect("characters stay whole")
    }

    #[test]
    fn literals_become_the_simplest_of_their_kind() {
        let text = "x = f('a', b\"c\", 12, 1.5, 7)  # why\n";
        assert_eq!(all(values, text), "x = f('', b\"\", 0, 0, 7)\n");
        assert_eq!(all(characters, "'é' # é"), "'' ");
    }

    #[test]
    fn names_become_letters_and_keywords_stay() {
        let text = "for item in items:\n    if item or (other(item)):\n        return a\n    else:\n        pass\n";
        assert_eq!(
            all(|text| names(text, &keywords(text)), text),
            "for b in c:\n    if b or (d(b)):\n        return a\n    else:\n        pass\n"
        );
    }

    #[test]
    fn lines_of_one_word_become_letters() {
        let text = "if x:\n    pass\nelse:\n    pass\na\nlonger\n";
        assert_eq!(all(lone_words, text), "if x:\n    b\nelse:\n    b\na\nb\n");
    }

    #[test]
    fn meaningless_whitespace_is_removed() {
        let text = "a  =  f(\n    b,\n    c)  \n\n    \nif x:\n    y\n";
        assert_eq!(all(whitespace, text), "a = f(b,c)\nif x:\n    y\n");
    }
}
