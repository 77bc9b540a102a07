//! How deep code is nested: what is lowered by functions that call themselves must not run out of stack.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::Ranged;

/// A few times more than anybody writes: CPython allows 200 open brackets and 100 blocks, but sums of hundreds of texts are real.
pub(super) const DEEPEST: usize = 1000;

/// What is open.
#[derive(Default)]
struct Level {
    /// Since the last comma or the end of the line: each may lie inside of the one before.
    operators: usize,
    /// Each lies inside of the one before.
    elifs: usize,
}

/// Where code is nested too deep.
pub(super) fn too_deep(tokens: &[Token]) -> Option<u32> {
    let mut open = vec![Level::default()];
    let mut depth = 0;
    for token in tokens {
        let is_outermost = open.len() == 1;
        let level = open.last_mut()?;
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                level.operators += 1;
                depth += 1;
                open.push(Level::default());
            }
            TokenKind::Indent => open.push(Level::default()),
            // One more may be closed than was opened where the parser has mended something.
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace | TokenKind::Dedent
                if !is_outermost =>
            {
                let closed = open.pop().unwrap_or_default();
                depth -= closed.operators + closed.elifs;
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {}
            TokenKind::Comma | TokenKind::Newline => depth -= std::mem::take(&mut level.operators),
            TokenKind::Elif => {
                level.elifs += 1;
                depth += 1;
            }
            kind if kind.is_operator() || kind.is_keyword() => {
                level.operators += 1;
                depth += 1;
            }
            _ => {}
        }
        if depth > DEEPEST {
            return Some(token.start().into());
        }
    }
    None
}
