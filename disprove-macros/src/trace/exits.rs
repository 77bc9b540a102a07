//! Where a function is left early, and the checks that are not reached then.

use super::probes::place;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{Block, Expr, ReturnType, Stmt, Type};

/// The return type of a function, as far as its early exits depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Returns {
    Bool,
    /// Unknown, or the type of a closure.
    #[default]
    Other,
}

impl Returns {
    pub fn of(output: &ReturnType) -> Returns {
        match output {
            ReturnType::Type(_, it) if matches!(&**it, Type::Path(it) if it.path.is_ident("bool")) => {
                Returns::Bool
            }
            _ => Returns::Other,
        }
    }
}

/// The function and the loops around an expression, outermost first.
#[derive(Default)]
pub struct Exits {
    levels: Vec<Level>,
}

/// The function, or a loop in it.
#[derive(Default)]
struct Level {
    /// Checks after the current statement.
    later: usize,
    /// The variable that knows how many iterations are left.
    rounds: Option<Ident>,
}

impl Exits {
    /// Enters a function.
    pub fn function() -> Exits {
        Exits { levels: vec![Level::default()] }
    }

    /// Enters a loop. Returns the name of the variable for its iterations.
    pub fn enter(&mut self, at: Span) -> Ident {
        let rounds = format_ident!("rounds{}", self.levels.len(), span = at);
        self.levels.push(Level { later: 0, rounds: Some(rounds.clone()) });
        rounds
    }

    /// Leaves the loop.
    pub fn exit(&mut self) {
        self.levels.pop();
    }

    /// Enters a statement with this number of checks after it.
    pub fn before(&mut self, checks: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.later += checks;
        }
    }

    /// Leaves the statement.
    pub fn after(&mut self, checks: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.later -= checks;
        }
    }

    /// The statement that records an early exit.
    pub fn leave(&self, at: Span) -> TokenStream {
        let mut checks = TokenStream::new();
        let mut rounds: Option<&Ident> = None;
        for level in self.levels.iter().rev() {
            let later = level.later as f64;
            checks.extend(if let Some(rounds) = rounds {
                quote_spanned!(at=> #rounds.rest() + #later,)
            } else {
                quote_spanned!(at=> #later,)
            });
            rounds = level.rounds.as_ref();
        }
        quote_spanned!(at=> ::disprove::__private::trace::leave(&[#checks]);)
    }
}

/// For each statement of a block, whether it is a check: whether it may leave the function, or is its value.
pub fn checks(block: &Block) -> Vec<bool> {
    let last = block.stmts.len().saturating_sub(1);
    let is_check = |(at, statement): (usize, &Stmt)| match statement {
        Stmt::Item(_) => false,
        Stmt::Expr(Expr::Lit(_) | Expr::Path(_), None) => false,
        Stmt::Expr(_, None) if at == last => true,
        _ => may_leave(statement.to_token_stream()),
    };
    block.stmts.iter().enumerate().map(is_check).collect()
}

/// Whether code contains `return` or `?`.
pub fn may_leave(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(it) => it == "return",
        TokenTree::Punct(it) => it.as_char() == '?',
        TokenTree::Group(it) => may_leave(it.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// Whether an expression is a constant such as `false`, `None` or `Err("text")`: no decision is made in it.
pub fn is_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(it) => is_constant(&it.expr),
        Expr::Tuple(it) => it.elems.iter().all(is_constant),
        Expr::Reference(it) => is_constant(&it.expr),
        Expr::Macro(_) => true,
        Expr::MethodCall(it) => is_constant(&it.receiver) && it.args.iter().all(is_constant),
        Expr::Call(it) => {
            let Expr::Path(function) = &*it.func else { return false };
            let last = function.path.segments.last();
            last.is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
                && it.args.iter().all(is_constant)
        }
        Expr::Struct(it) => it.fields.iter().all(|field| is_constant(&field.expr)),
        _ => false,
    }
}

/// Whether an expression is `None` or `Err(..)`, which usually is a failure.
pub fn is_failure(expression: &Expr) -> bool {
    match expression {
        Expr::Path(it) => it.path.is_ident("None"),
        Expr::Call(it) => matches!(&*it.func, Expr::Path(it) if it.path.is_ident("Err")),
        _ => false,
    }
}

/// An expression after a statement.
pub fn preceded(statement: &TokenStream, expression: &Expr) -> Expr {
    let at = place(expression);
    Expr::Verbatim(quote_spanned!(at=> { #statement #expression }))
}

/// Puts a statement before an expression, at the start of a block.
pub fn prepend(statement: Option<TokenStream>, expression: &mut Expr) {
    let Some(statement) = statement else { return };
    let at = place(expression);
    match expression {
        Expr::Block(it) if it.attrs.is_empty() && it.label.is_none() => {
            let items = it.block.stmts.iter().take_while(|it| matches!(it, Stmt::Item(_))).count();
            it.block.stmts.insert(items, Stmt::Expr(Expr::Verbatim(statement), None));
        }
        // In parentheses, since an expression that begins like a statement would end like one.
        _ => *expression = Expr::Verbatim(quote_spanned!(at=> { #statement (#expression) })),
    }
}
