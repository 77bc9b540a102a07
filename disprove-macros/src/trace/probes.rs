//! The probes of a function, each with its number.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::{Block, Expr, Item, Stmt, parse_quote_spanned, spanned::Spanned};

/// Where the tokens made of an expression are said to stand, for the errors of the compiler. Variables there are
/// invisible to those of the user.
pub fn place(expression: &impl Spanned) -> Span {
    expression.span().resolved_at(Span::mixed_site())
}

/// Counts probes, and remembers what they need.
#[derive(Default)]
pub struct Probes {
    next: u32,
    /// Some look at values, whose types decide how.
    pub are_typed: bool,
}

impl Probes {
    /// What a probe is given: the number of the function, and its own.
    pub fn number(&mut self, at: Span) -> TokenStream {
        let ordinal = Literal::u32_unsuffixed(self.next);
        self.next += 1;
        let function = function(at);
        quote_spanned!(at=> #function, #ordinal)
    }

    /// A statement that says this place is reached.
    pub fn hit(&mut self, at: Span) -> TokenStream {
        let number = self.number(at);
        quote_spanned!(at=> ::disprove::__private::trace::hit(#number);)
    }

    /// A condition whose truth is told.
    pub fn branch(&mut self, at: Span, condition: &Expr) -> Expr {
        let number = self.number(at);
        Expr::Verbatim(
            quote_spanned!(at=> ::disprove::__private::trace::branch(#number, #condition)),
        )
    }

    /// An expression before which a place is reached.
    pub fn after_hit(&mut self, expression: &mut Expr) {
        let at = place(expression);
        if let Expr::Block(it) = expression
            && it.attrs.is_empty()
            && it.label.is_none()
        {
            return self.first(at, &mut it.block);
        }
        let hit = self.hit(at);
        // In brackets, because what begins like a statement would end like one.
        *expression = Expr::Verbatim(quote_spanned!(at=> { #hit (#expression) }));
    }

    /// The first thing a block does is to say that it is reached. Items that come first stay so: lints want them there.
    pub fn first(&mut self, at: Span, block: &mut Block) {
        let hit = self.hit(at);
        let items = block.stmts.iter().take_while(|it| matches!(it, Stmt::Item(_))).count();
        block.stmts.insert(items, Stmt::Expr(Expr::Verbatim(hit), None));
    }

    /// The items that all probes of a function need, to stand before all else.
    pub fn items(&self, name: &Ident) -> Vec<Stmt> {
        let (line, column) = position(name.span());
        let at = Span::mixed_site();
        let function = function(at);
        let number: Item = parse_quote_spanned! {at=>
            const #function: u32 =
                ::disprove::__private::trace::place(::core::module_path!(), #line, #column);
        };
        let lookup = self.are_typed.then(|| -> Item {
            parse_quote_spanned! {at=>
                use ::disprove::__private::trace::{Known as _, Unknown as _};
            }
        });
        lookup.into_iter().chain([number]).map(Stmt::Item).collect()
    }
}

/// The name of the number of the function. It is an item, and so could be seen by the user: nobody has this name.
fn function(at: Span) -> Ident {
    Ident::new("__DISPROVE_FUNCTION", at)
}

/// Line and column of a name; outside of the compiler, in tests, there are none.
fn position(span: Span) -> (Literal, Literal) {
    let (line, column) = if proc_macro::is_available() {
        (span.unwrap().line(), span.unwrap().column())
    } else {
        (0, 0)
    };
    (Literal::usize_unsuffixed(line), Literal::usize_unsuffixed(column))
}
