//! Splits a text into blocks by indentation, and removes them.

use super::{
    edit::{Edit, EditSet, Filler},
    token::{TokenKind, tokens},
};
use std::ops::Range;

/// A line with the deeper lines below it. A line at the same depth that starts with a closing bracket continues the
/// block, as in `} else {`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    pub(super) children: Vec<Block>,
    /// The whole block.
    pub(super) range: Range<usize>,
}

/// A logical line: several lines if a quoted string or a continuation mark joins them. Blank lines belong to the line
/// before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) range: Range<usize>,
    indent: usize,
    blank_after: bool,
    /// Its brackets are balanced.
    balanced: bool,
    first: TokenKind,
    /// It consists of a single word.
    word: bool,
}

/// Nesting limit; deeper blocks are one block. No real text is indented that far.
const MAX_DEPTH: usize = 100;

pub(super) fn blocks(text: &[u8]) -> Vec<Block> {
    let lines = lines(text);
    let mut rest = &lines[..];
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        blocks.push(block(&mut rest, 0));
    }
    blocks
}

fn block(rest: &mut &[Line], depth: usize) -> Block {
    let (first, mut after) = rest.split_first().expect("only called for a line");
    let mut block =
        Block { lines: vec![first.clone()], children: Vec::new(), range: first.range.clone() };
    while let Some(next) = after.first() {
        if next.indent > first.indent && depth < MAX_DEPTH {
            block.children.push(self::block(&mut after, depth + 1));
        } else if next.indent > first.indent
            || (next.indent == first.indent && next.first == TokenKind::Close)
        {
            block.lines.push(next.clone());
            after = &after[1..];
        } else {
            break;
        }
        let line_end = block.lines.last().map_or(0, |line| line.range.end);
        block.range.end = block.children.last().map_or(0, |child| child.range.end).max(line_end);
    }
    *rest = after;
    block
}

pub(super) fn lines(text: &[u8]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut start, mut indent, mut first, mut depth, mut dipped, mut count) =
        (0, 0, None, 0_i32, false, 0);
    let mut end_line =
        |range: Range<usize>, indent, first: Option<TokenKind>, balanced, count| match first {
            Some(first) => lines.push(Line {
                range,
                indent,
                blank_after: false,
                balanced,
                first,
                word: count == 1 && first == TokenKind::Word,
            }),
            None => match lines.last_mut() {
                Some(last) => (last.range.end, last.blank_after) = (range.end, true),
                // Blank lines at the start form a separate line.
                None => lines.push(Line {
                    range,
                    indent: 0,
                    blank_after: true,
                    balanced: true,
                    first: TokenKind::Space,
                    word: false,
                }),
            },
        };
    for token in tokens(text) {
        match token.kind {
            TokenKind::Break => {
                end_line(start..token.range.end, indent, first, depth == 0 && !dipped, count);
                (start, indent, first) = (token.range.end, 0, None);
                (depth, dipped, count) = (0, false, 0);
            }
            TokenKind::Space if token.range.start == start => indent = token.range.len(),
            TokenKind::Space => {}
            kind => {
                first = first.or(Some(kind));
                count += 1;
                depth += i32::from(kind == TokenKind::Open) - i32::from(kind == TokenKind::Close);
                dipped |= depth < 0;
            }
        }
    }
    if start < text.len() {
        end_line(start..text.len(), indent, first, depth == 0 && !dipped, count);
    }
    lines
}

impl Block {
    /// Whether the block is delimited by indentation alone, so that it may need a body.
    fn needs_body(&self) -> bool {
        !self.children.is_empty() && self.lines.len() == 1 && self.lines[0].balanced
    }

    /// Whether the block can be removed without its children.
    fn is_wrapping(&self) -> bool {
        !self.children.is_empty()
            && (self.lines.len() > 1 || self.lines[0].balanced)
            && self.lines[0].first != TokenKind::Comment
    }

    /// Removes the lines of the block, and dedents its children.
    fn unwrap(&self, cuts: &mut Vec<Range<usize>>) {
        cuts.extend(self.lines.iter().map(|line| line.range.clone()));
        let by = self.children.iter().map(|child| child.lines[0].indent).min().unwrap_or(0)
            - self.lines[0].indent;
        for child in &self.children {
            child.dedent(by, cuts);
        }
    }

    fn dedent(&self, by: usize, cuts: &mut Vec<Range<usize>>) {
        for line in &self.lines {
            cuts.push(line.range.start..line.range.start + by);
        }
        for child in &self.children {
            child.dedent(by, cuts);
        }
    }

    fn ends_with_blank(&self) -> bool {
        self.children.last().map_or(self.lines[0].blank_after, Block::ends_with_blank)
    }
}

/// The lists of siblings at a depth, with their parents.
fn families(blocks: &[Block], depth: usize) -> Vec<(Option<&Block>, &[Block])> {
    let mut families = vec![(None, blocks)];
    for _ in 0..depth {
        let parents = families.into_iter().flat_map(|(_, siblings)| siblings);
        families = parents
            .filter(|parent| !parent.children.is_empty())
            .map(|parent| (Some(parent), &parent.children[..]))
            .collect();
    }
    families
}

/// Removes the blocks at a depth. `filler` replaces the body of a block that needs one.
pub(super) fn deletions(text: &[u8], depth: usize, filler: Option<&[u8]>) -> EditSet {
    let mut level = EditSet::default();
    let all = blocks(text);
    for (parent, siblings) in families(&all, depth) {
        let from = level.edits.len();
        level.edits.extend(siblings.iter().map(|block| Edit::cut(block.range.clone())));
        if let (Some(filler), true) = (filler, parent.is_some_and(Block::needs_body)) {
            let edits = from..level.edits.len();
            let text = stub(text, &siblings[0], filler);
            level.fillers.push(Filler { edits, at: siblings[0].range.start, text });
        }
    }
    level
}

/// Replaces whole bodies by the filler.
pub(super) fn stubs(text: &[u8], depth: usize, filler: Option<&[u8]>) -> EditSet {
    let mut level = EditSet::default();
    let Some(filler) = filler else { return level };
    let all = blocks(text);
    for (_, siblings) in families(&all, depth) {
        for block in siblings.iter().filter(|block| block.needs_body()) {
            let body = block.children[0].range.start..block.range.end;
            let short = stub(text, &block.children[0], filler);
            if short.len() < body.len() {
                level.edits.push(Edit::replace(body, &short));
            }
        }
    }
    level
}

/// Removes whole bodies. If the first edit fails, blocks need a body, and the others are not worth a try.
pub(super) fn bodies(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    let all = blocks(text);
    let mut rest: Vec<&Block> = all.iter().rev().collect();
    while let Some(block) = rest.pop() {
        if block.needs_body() {
            level.edits.push(Edit::cut(block.children[0].range.start..block.range.end));
        }
        rest.extend(block.children.iter().rev());
    }
    // The innermost are the most likely to succeed.
    level.edits.reverse();
    level
}

/// The filler, indented like the block.
fn stub(text: &[u8], block: &Block, filler: &[u8]) -> Vec<u8> {
    let line = &block.lines[0];
    let mut stub = text[line.range.start..line.range.start + line.indent].to_vec();
    stub.extend_from_slice(filler);
    stub.push(b'\n');
    stub
}

/// Unwraps the blocks at a depth. Adjacent blocks without a blank line between them may belong together, such as `if` and
/// `else`: then the children of the first stay, and the others are removed too.
pub(super) fn unwrappings(text: &[u8], depth: usize) -> EditSet {
    let mut level = EditSet::default();
    let all = blocks(text);
    for (_, siblings) in families(&all, depth) {
        for (number, block) in siblings.iter().enumerate().filter(|(_, block)| block.is_wrapping())
        {
            let mut cuts = Vec::new();
            block.unwrap(&mut cuts);
            let others = chain(&siblings[number..]);
            if !others.is_empty() {
                let mut with = cuts.clone();
                with.extend(others.iter().map(|other| other.range.clone()));
                level.edits.push(Edit::cuts(with));
            }
            level.edits.push(Edit::cuts(cuts));
        }
    }
    level
}

/// Removes pairs of adjacent blocks that may belong together.
pub(super) fn pairs(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    let all = blocks(text);
    let mut depth = 0;
    loop {
        let families = families(&all, depth);
        if families.is_empty() {
            return level;
        }
        for (_, siblings) in families {
            for number in 0..siblings.len() {
                if !chain(&siblings[number..]).is_empty() {
                    let range = siblings[number].range.start..siblings[number + 1].range.end;
                    level.edits.push(Edit::cut(range));
                }
            }
        }
        depth += 1;
    }
}

/// The blocks after the first that may belong to it.
fn chain(siblings: &[Block]) -> &[Block] {
    let joined = |pair: &[Block]| {
        !pair[0].ends_with_blank() && pair.iter().all(|block| !block.children.is_empty())
    };
    let length = siblings.windows(2).take_while(|pair| joined(pair)).count();
    siblings.get(1..=length).unwrap_or_default()
}

/// A short statement: the shortest single word on a line of a block, or else the shortest statement that uses a name.
/// `whole` takes all of its line, otherwise the name is enough.
pub(super) fn filler(text: &[u8], whole: bool) -> Option<Vec<u8>> {
    let lines = lines(text);
    let inner = || lines.iter().filter(|line| line.indent > 0);
    let words = inner().filter(|line| line.word).map(|line| text[line.range.clone()].trim_ascii());
    let shortest = words.min_by_key(|word| word.len());
    let statements = || {
        inner().filter(|line| line.balanced || !whole).filter_map(|line| {
            let line = text[line.range.clone()].trim_ascii();
            used_name(line).map(|name| if whole { line } else { name })
        })
    };
    shortest.or_else(|| statements().min_by_key(|text| text.len())).map(<[u8]>::to_vec)
}

/// The name at the start of a line such as `name = 1` or `name(1)`.
fn used_name(line: &[u8]) -> Option<&[u8]> {
    let tokens = tokens(line);
    let mut tokens = tokens.iter().filter(|token| token.kind != TokenKind::Space);
    let (name, next) = (tokens.next()?, tokens.next()?);
    let used = name.kind == TokenKind::Word
        && (next.kind == TokenKind::Open
            || next.kind == TokenKind::Operator && line[next.range.start] != b':');
    used.then(|| &line[name.range.clone()])
}

#[cfg(test)]
mod tests;
