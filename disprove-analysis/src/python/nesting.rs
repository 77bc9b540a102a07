//! How deep code is nested: what is lowered by functions that call themselves must not run out of stack.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::Ranged;

/// A few times more than anybody writes: CPython allows 200 open brackets and 100 blocks, but sums of hundreds of texts are real.
pub(super) const DEEPEST: usize = 1000;

/// Brackets or a block.
#[derive(Default)]
struct Level {
    /// The deepest part of it up to here.
    deepest: usize,
    /// Since the last comma or the end of the line: each may lie inside of the one before, or it in them.
    operators: usize,
    /// The deepest brackets among them.
    inner: usize,
    /// Each lies inside of the one before.
    elifs: usize,
}

impl Level {
    fn note(&mut self) {
        self.deepest = self.deepest.max(self.operators + self.inner + self.elifs);
    }
}

/// Where code is nested too deep.
pub(super) fn too_deep(tokens: &[Token]) -> Option<u32> {
    let mut open = vec![Level::default()];
    let mut begins = true;
    for token in tokens {
        let is_outermost = open.len() == 1;
        let level = open.last_mut()?;
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                level.operators += 1;
                open.push(Level::default());
            }
            TokenKind::Indent => open.push(Level::default()),
            // One more may be closed than was opened where the parser has mended something.
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace | TokenKind::Dedent
                if !is_outermost =>
            {
                let closed = open.pop().unwrap_or_default();
                let level = open.last_mut()?;
                level.inner = level.inner.max(1 + closed.deepest);
                level.note();
                if token.kind() == TokenKind::Dedent {
                    level.inner = 0;
                }
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {}
            TokenKind::Comma | TokenKind::Newline => {
                level.note();
                (level.operators, level.inner) = (0, 0);
            }
            TokenKind::If if begins => level.elifs = 0,
            TokenKind::Elif => level.elifs += 1,
            kind if kind.is_operator() || kind.is_keyword() => level.operators += 1,
            _ => {}
        }
        begins = matches!(token.kind(), TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent);
        let level = open.last_mut()?;
        level.note();
        if level.deepest > DEEPEST || open.len() > DEEPEST {
            return Some(token.start().into());
        }
    }
    None
}
