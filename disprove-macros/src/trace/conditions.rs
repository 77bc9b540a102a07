//! Conditions of a traced function, each of which leaves its flip distance.

use super::{
    Records,
    body::{Body, has_let},
    compare,
    decision::{self, trace},
    exits::{self, Returns},
    probes::place,
};
use crate::walk::Walk;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{BinOp, Block, Expr, ExprReturn, parse_quote_spanned, spanned::Spanned};

impl Body {
    /// A block that is the value of a function. Decisions in its last expression have no checks after them.
    pub(super) fn value(&mut self, block: &mut Block) {
        self.statements(block, |body, last| {
            if body.returns == Returns::Bool && body.decides() {
                let is_wrapped = !matches!(last, Expr::Lit(_)) && !diverges(last);
                body.boolean(last);
                if is_wrapped {
                    let (at, trace) = (place(last), trace(place(last)));
                    *last = Expr::Verbatim(quote_spanned!(at=> #trace::tail(#last)));
                }
                return true;
            }
            body.failing(last)
        });
    }

    /// A block that is a condition.
    pub(super) fn boolean_block(&mut self, block: &mut Block) {
        self.statements(block, |body, last| {
            body.boolean(last);
            true
        });
    }

    /// The value of a function that is not a condition. Records where it is `None` or `Err(..)`.
    pub(super) fn failing(&mut self, last: &mut Expr) -> bool {
        match last {
            Expr::If(it) if it.else_branch.is_some() && !has_let(&it.cond) && self.decides() => {
                self.condition(&mut it.cond);
                self.statements(&mut it.then_branch, Body::failing);
                if let Some((_, otherwise)) = &mut it.else_branch {
                    if !self.failing(otherwise) {
                        self.expression(otherwise);
                    }
                }
                true
            }
            Expr::Block(it) if it.attrs.is_empty() && it.label.is_none() => {
                self.statements(&mut it.block, Body::failing);
                true
            }
            failure if exits::is_failure(failure) && self.decides() => {
                let leave = self.exits.leave(place(failure));
                self.expression(failure);
                *failure = exits::preceded(&leave, failure);
                true
            }
            _ => false,
        }
    }

    /// Whether conditions are to leave their flip distance. Not across an await: a borrow would become part of the
    /// future.
    pub(super) fn decides(&self) -> bool {
        self.records == Records::Everything && !self.context.is_async
    }

    /// A condition, which leaves its flip distance.
    pub(super) fn boolean(&mut self, condition: &mut Expr) {
        if !self.decides() {
            return self.expression(condition);
        }
        match condition {
            Expr::Paren(it) => self.boolean(&mut it.expr),
            Expr::Group(it) => self.boolean(&mut it.expr),
            Expr::Unary(it) if decision::is_negation(it.op) && is_bool(&it.expr) => {
                self.boolean(&mut it.expr);
            }
            Expr::If(_) => self.branches(condition, true),
            Expr::Match(_) => self.arms(condition, true),
            Expr::Block(it) if it.attrs.is_empty() && it.label.is_none() => {
                self.boolean_block(&mut it.block);
            }
            Expr::Binary(it) if matches!(it.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.chain(condition);
            }
            Expr::Binary(it) if compare::is_comparison(it.op) && self.look(it).is_some() => {
                self.expression(condition);
            }
            Expr::MethodCall(it) if decision::is_each(it) => self.each(condition),
            // The value of a variable was decided before: what that left is still the best to go by.
            Expr::Lit(_) | Expr::Path(_) => {}
            Expr::Unary(it) if matches!(*it.expr, Expr::Path(_)) => {}
            it if diverges(it) => self.expression(it),
            _ => {
                if self.sees_values() {
                    if let Some(measured) = decision::measured(condition) {
                        *condition = measured;
                        return;
                    }
                }
                self.expression(condition);
                *condition = decision::leaf(condition);
            }
        }
    }

    /// `a && b && c`, or with `||`.
    pub(super) fn chain(&mut self, chain: &mut Expr) {
        let at = place(chain);
        let and = matches!(chain, Expr::Binary(it) if matches!(it.op, BinOp::And(_)));
        let mut links = Vec::new();
        decision::links(chain, and, &mut links);
        for (index, link) in links.iter_mut().enumerate() {
            self.boolean(link);
            if index > 0 {
                self.probes.after_hit(link);
            }
        }
        *chain = decision::chain(&links, and, at);
    }

    /// `xs.all(..)` or `xs.any(..)`.
    pub(super) fn each(&mut self, call: &mut Expr) {
        let Expr::MethodCall(it) = call else { return };
        // A function as the argument becomes a closure, which can have probes.
        if let Some(function @ Expr::Path(_)) = it.args.first_mut() {
            let at = place(function);
            *function = parse_quote_spanned!(at=> |element| #function(element));
        }
        let whole = self.method(it);
        if let Some(each) = decision::each(it) {
            self.probes.are_typed = true;
            *call = each;
        } else if let Some(whole) = whole {
            *call = whole;
        }
    }

    /// `return`, which records the checks that are not reached. `None` if it stays as it is.
    pub(super) fn left(&mut self, it: &mut ExprReturn) -> Option<Expr> {
        let value = it.expr.as_mut()?;
        let at = place(&it.return_token);
        let (leave, decides) = (self.exits.leave(at), self.decides());
        if decides && exits::is_constant(value) {
            self.expression(value);
            return Some(Expr::Verbatim(quote_spanned!(at=> { #leave #it })));
        }
        if !decides || self.returns != Returns::Bool {
            self.expression(value);
            return None;
        }
        self.boolean(value);
        Some(Expr::Verbatim(quote_spanned!(at=> return match #value { value => { #leave value } })))
    }

    /// The statement for a branch where a pattern did not match.
    pub(super) fn missed(&self, otherwise: &impl Spanned) -> Option<TokenStream> {
        let (at, trace) = (place(otherwise), trace(place(otherwise)));
        self.decides().then(|| quote_spanned!(at=> #trace::missed();))
    }
}

/// Whether an operand of `!` is known to be a Boolean, not a number or a reference.
fn is_bool(operand: &Expr) -> bool {
    match operand {
        Expr::Paren(it) => is_bool(&it.expr),
        Expr::Group(it) => is_bool(&it.expr),
        Expr::Unary(it) => decision::is_negation(it.op) && is_bool(&it.expr),
        Expr::Binary(it) => {
            matches!(it.op, BinOp::And(_) | BinOp::Or(_)) || compare::is_comparison(it.op)
        }
        Expr::MethodCall(it) => decision::is_each(it),
        Expr::Macro(it) => it.mac.path.is_ident("matches"),
        _ => false,
    }
}

/// Whether an expression has no value, so that nothing can be done with it.
fn diverges(expression: &Expr) -> bool {
    match expression {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) => true,
        Expr::Macro(it) => !it.mac.path.is_ident("matches"),
        _ => false,
    }
}
