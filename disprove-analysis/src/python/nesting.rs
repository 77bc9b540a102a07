//! Measures how deep code is nested, so that recursive lowering does not overflow the stack.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::Ranged;

/// A few times more than handwritten code: CPython allows 200 open brackets and 100 blocks, but sums of hundreds of
/// strings exist.
pub(super) const DEEPEST: usize = 1000;

/// Brackets or a block.
#[derive(Default)]
struct Level {
    /// The deepest part so far.
    deepest: usize,
    /// Operators since the last comma or line end: each may nest in the one before, or the other way round.
    operators: usize,
    /// The deepest brackets among them.
    inner: usize,
    /// Elements that each nest in the one before.
    elifs: usize,
}

impl Level {
    fn note(&mut self) {
        self.deepest = self.deepest.max(self.operators + self.inner + self.elifs);
    }
}

/// The position at which nesting exceeds the limit.
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
            // Where the parser has recovered from an error, more may be closed than was opened.
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
