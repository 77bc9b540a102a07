//! Positions of syntax nodes in the text.

use crate::ir;
use proc_macro2::Span;
use syn::{Expr, spanned::Spanned};

/// Maps positions of the parser to positions of the text.
#[derive(Clone, Copy)]
pub struct Origin {
    /// The length of the text before the first token, which the parser does not see.
    pub offset: u32,
    /// The macro call being expanded: tokens of its definition get its position.
    pub call: Option<Place>,
}

/// Bytes, line and column.
#[derive(Clone, Copy)]
pub struct Place {
    pub span: ir::Span,
    pub line: u32,
    pub column: u32,
}

impl Origin {
    /// The same mapping inside a macro call. Only the outermost call counts.
    pub fn inside(self, of: &impl Spanned) -> Origin {
        Origin { call: Some(self.place(of)), ..self }
    }

    /// The position of a syntax node.
    pub fn place(self, of: &impl Spanned) -> Place {
        let span = of.span();
        let bytes = self.bytes(span);
        match self.call {
            Some(call) if call.span == bytes => call,
            _ => {
                let start = span.start();
                Place { span: bytes, line: start.line as u32, column: start.column as u32 + 1 }
            }
        }
    }

    /// The bytes of a syntax node.
    pub fn span(self, of: &impl Spanned) -> ir::Span {
        self.bytes(of.span())
    }

    /// The bytes of an expression.
    pub fn extent(self, of: &Expr) -> ir::Span {
        let (first, last) = (self.bytes(first(of)), self.bytes(last(of)));
        match self.call {
            Some(call) if first == call.span || last == call.span => call.span,
            _ => ir::Span { start: first.start, end: last.end.max(first.start) },
        }
    }

    /// The bytes of a parser span.
    fn bytes(self, span: Span) -> ir::Span {
        let range = span.byte_range();
        let bytes = ir::Span {
            start: range.start as u32 + self.offset,
            end: range.end as u32 + self.offset,
        };
        match self.call {
            Some(call) if bytes.start < call.span.start || bytes.end > call.span.end => call.span,
            _ => bytes,
        }
    }
}

/// The first token. The parser's own spans collect all tokens of an expression, which is quadratic for nested ones.
fn first(of: &Expr) -> Span {
    match of {
        Expr::Binary(both) => first(&both.left),
        Expr::Assign(assign) => first(&assign.left),
        Expr::Call(call) => first(&call.func),
        Expr::MethodCall(call) => first(&call.receiver),
        Expr::Field(field) => first(&field.base),
        Expr::Index(index) => first(&index.expr),
        Expr::Try(inner) => first(&inner.expr),
        Expr::Await(inner) => first(&inner.base),
        Expr::Cast(inner) => first(&inner.expr),
        Expr::Group(inner) => first(&inner.expr),
        Expr::Paren(inner) => inner.paren_token.span.open(),
        Expr::Tuple(inner) => inner.paren_token.span.open(),
        Expr::Array(inner) => inner.bracket_token.span.open(),
        Expr::Reference(inner) => inner.and_token.span(),
        Expr::Block(inner) if inner.label.is_none() => inner.block.brace_token.span.open(),
        Expr::If(branch) => branch.if_token.span(),
        Expr::Match(choice) => choice.match_token.span(),
        other => other.span(),
    }
}

/// The last token.
fn last(of: &Expr) -> Span {
    match of {
        Expr::Binary(both) => last(&both.right),
        Expr::Assign(assign) => last(&assign.right),
        Expr::Unary(unary) => last(&unary.expr),
        Expr::Reference(inner) => last(&inner.expr),
        Expr::Closure(closure) => last(&closure.body),
        Expr::Call(call) => call.paren_token.span.close(),
        Expr::MethodCall(call) => call.paren_token.span.close(),
        Expr::Index(index) => index.bracket_token.span.close(),
        Expr::Try(inner) => inner.question_token.span(),
        Expr::Field(field) => field.member.span(),
        Expr::Group(inner) => last(&inner.expr),
        Expr::Paren(inner) => inner.paren_token.span.close(),
        Expr::Tuple(inner) => inner.paren_token.span.close(),
        Expr::Array(inner) => inner.bracket_token.span.close(),
        Expr::Struct(inner) => inner.brace_token.span.close(),
        Expr::Block(inner) => inner.block.brace_token.span.close(),
        Expr::Match(choice) => choice.brace_token.span.close(),
        Expr::Macro(call) => call.mac.delimiter.span().close(),
        other => other.span(),
    }
}
