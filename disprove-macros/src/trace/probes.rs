//! The probes of a function, each with a number.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::{Block, Expr, Item, Stmt, parse_quote_spanned, spanned::Spanned};

/// The span of generated tokens: compiler errors point at the expression, and its variables are hidden from user
/// code.
pub fn place(expression: &impl Spanned) -> Span {
    expression.span().resolved_at(Span::mixed_site())
}

/// Numbers the probes, and collects what they need.
#[derive(Default)]
pub struct Probes {
    next: u32,
    /// Some probes see values, so they need method lookup by type.
    pub are_typed: bool,
}

impl Probes {
    /// The arguments of a probe: the number of the function, and its own number.
    pub fn number(&mut self, at: Span) -> TokenStream {
        let ordinal = Literal::u32_unsuffixed(self.next);
        self.next += 1;
        let function = function(at);
        quote_spanned!(at=> #function, #ordinal)
    }

    /// A statement that records that execution reached this place.
    pub fn hit(&mut self, at: Span) -> TokenStream {
        let number = self.number(at);
        quote_spanned!(at=> ::disprove::__private::trace::hit(#number);)
    }

    /// A condition that records its truth.
    pub fn branch(&mut self, at: Span, condition: &Expr) -> Expr {
        let number = self.number(at);
        Expr::Verbatim(
            quote_spanned!(at=> ::disprove::__private::trace::branch(#number, #condition)),
        )
    }

    /// Puts a probe before an expression.
    pub fn after_hit(&mut self, expression: &mut Expr) {
        let at = place(expression);
        if let Expr::Block(it) = expression {
            if it.attrs.is_empty() && it.label.is_none() {
                return self.first(at, &mut it.block);
            }
        }
        let hit = self.hit(at);
        // In parentheses, since an expression that begins like a statement would end like one.
        *expression = Expr::Verbatim(quote_spanned!(at=> { #hit (#expression) }));
    }

    /// Puts a probe at the start of a block, after leading items, where lints expect them.
    pub fn first(&mut self, at: Span, block: &mut Block) {
        let hit = self.hit(at);
        let items = block.stmts.iter().take_while(|it| matches!(it, Stmt::Item(_))).count();
        block.stmts.insert(items, Stmt::Expr(Expr::Verbatim(hit), None));
    }

    /// The items that the probes of a function need, for the start of its body.
    pub fn items(&self, name: &Ident) -> Vec<Stmt> {
        let at = Span::mixed_site();
        let function = function(at);
        // With the name, since all functions in the body of a macro have the position of its invocation.
        let text = name.to_string();
        let place = quote_spanned! {name.span()=>
            ::core::concat!(::core::module_path!(), "::", #text), ::core::line!(), ::core::column!()
        };
        let number: Item = parse_quote_spanned! {at=>
            const #function: u32 = ::disprove::__private::trace::place(#place);
        };
        let lookup = self.are_typed.then(|| -> Item {
            parse_quote_spanned! {at=>
                use ::disprove::__private::trace::{NoteKnown as _, NoteUnknown as _};
            }
        });
        lookup.into_iter().chain([number]).map(Stmt::Item).collect()
    }
}

/// The name of the constant with the number of the function. User code can see it, so it is unlikely.
const FUNCTION: &str = "__DISPROVE_FUNCTION";

fn function(at: Span) -> Ident {
    Ident::new(FUNCTION, at)
}

/// Whether the body of a function has probes.
pub fn are_in(block: &Block) -> bool {
    let is_number =
        |statement: &Stmt| matches!(statement, Stmt::Item(Item::Const(it)) if it.ident == FUNCTION);
    block.stmts.iter().any(is_number)
}
