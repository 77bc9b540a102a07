//! Inserts probes into the body of a function.

use super::{
    Records,
    compare::{self, Context, Look},
    nested, pattern,
    probes::{Probes, place},
};
use crate::walk::{self, Walk};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use std::mem;
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprClosure, ExprForLoop, ExprIf, ExprMatch,
    ExprMethodCall, ExprTry, ExprWhile, Item, Local, Pat, Signature, Stmt, parse_quote_spanned,
};

/// Puts probes into a function.
pub fn function(signature: &Signature, block: &mut Block, records: Records) {
    let context = Context {
        is_async: signature.asyncness.is_some(),
        is_unsafe: signature.unsafety.is_some(),
        is_untyped: false,
    };
    let mut body = Body { probes: Probes::default(), context, records };
    let at = place(&signature.ident);
    body.probes.first(at, block);
    body.block(block);
    block.stmts.splice(0..0, body.probes.items(&signature.ident));
}

struct Body {
    probes: Probes,
    context: Context,
    records: Records,
}

impl Walk for Body {
    fn expression(&mut self, expression: &mut Expr) {
        match expression {
            // The compiler evaluates these.
            Expr::Const(_) => {}
            Expr::Repeat(it) => self.expression(&mut it.expr),
            Expr::If(it) => self.branches(it),
            Expr::While(it) => {
                if let Some(hit) = self.turns(it) {
                    exit(expression, &hit);
                }
            }
            Expr::ForLoop(it) => {
                if let Some(hit) = self.rounds(it) {
                    exit(expression, &hit);
                }
            }
            Expr::Loop(it) => {
                self.probes.first(place(&it.loop_token), &mut it.body);
                self.block(&mut it.body);
            }
            Expr::Match(it) => self.arms(it),
            Expr::Let(it) => self.matched(&it.pat, &mut it.expr),
            Expr::Closure(it) => self.closure(it, false),
            Expr::Try(it) => self.question(it),
            Expr::Binary(it) => {
                if let Some(comparison) = self.binary(it) {
                    *expression = comparison;
                }
            }
            Expr::MethodCall(it) => {
                if let Some(call) = self.method(it) {
                    *expression = call;
                }
            }
            Expr::Call(it) => {
                self.expression(&mut it.func);
                it.args.iter_mut().for_each(|argument| self.argument(argument));
            }
            Expr::Block(it) => self.block(&mut it.block),
            Expr::TryBlock(it) => self.block(&mut it.block),
            Expr::Unsafe(it) => {
                let inside = Context { is_unsafe: true, ..self.context };
                self.inside(inside, |body| body.block(&mut it.block));
            }
            Expr::Async(it) => {
                let inside = Context { is_async: true, ..self.context };
                self.inside(inside, |body| body.block(&mut it.block));
            }
            _ => walk::parts(expression, self),
        }
    }

    fn local(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.expression(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.expression(otherwise);
                self.probes.after_hit(otherwise);
            }
        }
    }
}

impl Body {
    fn block(&mut self, block: &mut Block) {
        walk::block(block, self);
        for statement in &mut block.stmts {
            if let Stmt::Item(Item::Fn(it)) = statement {
                nested(it, self.records);
            }
        }
    }

    fn inside(&mut self, context: Context, action: impl FnOnce(&mut Body)) {
        let outside = mem::replace(&mut self.context, context);
        action(self);
        self.context = outside;
    }

    /// Whether operands are to be recorded, and can be.
    fn sees_values(&self) -> bool {
        self.records == Records::Everything && !self.context.is_untyped
    }

    fn look(&self, it: &ExprBinary) -> Option<Look> {
        if self.sees_values() { compare::look(it, self.context) } else { None }
    }

    /// A condition that records its truth. A comparison does so with the probe of its operands.
    fn condition(&mut self, condition: &mut Expr) {
        let at = place(condition);
        if let Expr::Binary(it) = condition
            && compare::is_comparison(it.op)
            && let Some(look) = self.look(it)
        {
            walk::parts(condition, self);
            let Expr::Binary(it) = condition else { return };
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            *condition = compare::compared(it, look, &number, true);
            return;
        }
        self.expression(condition);
        *condition = self.probes.branch(at, condition);
    }

    /// The parts of a condition with `let`, which cannot be wrapped as one expression.
    fn links(&mut self, condition: &mut Expr) {
        match condition {
            Expr::Binary(it) if matches!(it.op, BinOp::And(_)) => {
                self.links(&mut it.left);
                self.links(&mut it.right);
                if !matches!(*it.right, Expr::Let(_)) {
                    self.probes.after_hit(&mut it.right);
                }
            }
            _ => self.expression(condition),
        }
    }

    fn branches(&mut self, it: &mut ExprIf) {
        let at = place(&it.if_token);
        let is_pattern = has_let(&it.cond);
        if is_pattern {
            self.links(&mut it.cond);
            self.probes.first(at, &mut it.then_branch);
        } else {
            self.condition(&mut it.cond);
        }
        self.block(&mut it.then_branch);
        match &mut it.else_branch {
            Some((_, otherwise)) => {
                self.expression(otherwise);
                // A further `if` has its own probe.
                if is_pattern && matches!(**otherwise, Expr::Block(_)) {
                    self.probes.after_hit(otherwise);
                }
            }
            none if is_pattern => {
                let hit = self.probes.hit(at);
                let otherwise = Expr::Verbatim(quote_spanned!(at=> { #hit }));
                *none = Some((syn::Token![else](at), Box::new(otherwise)));
            }
            None => {}
        }
    }

    /// `while`. Returns the probe for the end of the loop unless the condition records it.
    fn turns(&mut self, it: &mut ExprWhile) -> Option<TokenStream> {
        let at = place(&it.while_token);
        if has_let(&it.cond) {
            self.links(&mut it.cond);
            self.probes.first(at, &mut it.body);
            self.block(&mut it.body);
            return it.attrs.is_empty().then(|| self.probes.hit(at));
        }
        self.condition(&mut it.cond);
        self.block(&mut it.body);
        None
    }

    fn rounds(&mut self, it: &mut ExprForLoop) -> Option<TokenStream> {
        let at = place(&it.for_token);
        self.expression(&mut it.expr);
        self.probes.first(at, &mut it.body);
        self.block(&mut it.body);
        it.attrs.is_empty().then(|| self.probes.hit(at))
    }

    fn arms(&mut self, it: &mut ExprMatch) {
        let at = place(&it.match_token);
        let patterns = it.arms.iter().map(|arm| &arm.pat);
        let literals = pattern::literals(patterns, at);
        self.expression(&mut it.expr);
        for arm in &mut it.arms {
            if let Some((_, guard)) = &mut arm.guard {
                if has_let(guard) {
                    self.links(guard);
                } else {
                    self.condition(guard);
                }
            }
            self.expression(&mut arm.body);
            self.probes.after_hit(&mut arm.body);
            arm.comma.get_or_insert_default();
        }
        let is_barred = self.context.is_unsafe && compare::is_static(&it.expr);
        if let Some(literals) = literals
            && !is_barred
            && self.sees_values()
        {
            // An arm that is never taken sees the value before all others.
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            let look: Arm = parse_quote_spanned! {at=>
                ref value if ::disprove::__private::trace::wanted(#number)
                    && (&::disprove::__private::trace::MatchValue(value)).note(#number, #literals) =>
                    ::core::unreachable!(),
            };
            it.arms.insert(0, look);
        }
    }

    /// The value of `let pattern = value` in a condition. A place stays a place.
    fn matched(&mut self, pattern: &Pat, value: &mut Expr) {
        let at = place(value);
        let is_value = matches!(value, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_));
        self.expression(value);
        let literals = pattern::literals([pattern].into_iter(), at);
        if let Some(literals) = literals
            && is_value
            && self.sees_values()
        {
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            let look = quote_spanned! {at=>
                (&::disprove::__private::trace::MatchValue(&value)).note(#number, #literals)
            };
            *value = passed_on(value, &look);
        }
    }

    fn closure(&mut self, it: &mut ExprClosure, is_argument: bool) {
        // A closure that is not an argument gets its parameter types from a later call.
        let has_types = it.inputs.iter().all(|input| matches!(input, Pat::Type(_)));
        let inside = Context {
            is_async: self.context.is_async || it.asyncness.is_some(),
            is_untyped: self.context.is_untyped || !is_argument && !has_types,
            ..self.context
        };
        if it.constness.is_none() {
            self.inside(inside, |body| body.expression(&mut it.body));
            self.probes.after_hit(&mut it.body);
        }
    }

    fn argument(&mut self, argument: &mut Expr) {
        match argument {
            Expr::Closure(it) => self.closure(it, true),
            _ => self.expression(argument),
        }
    }

    fn question(&mut self, it: &mut ExprTry) {
        let at = place(&it.question_token);
        self.expression(&mut it.expr);
        if it.attrs.is_empty() && !self.context.is_untyped {
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            let look = quote_spanned! {at=>
                (&::disprove::__private::trace::QuestionMark(&value)).note(#number, ())
            };
            *it.expr = passed_on(&it.expr, &look);
        }
    }

    fn binary(&mut self, it: &mut ExprBinary) -> Option<Expr> {
        let look = if compare::is_comparison(it.op) { self.look(it) } else { None };
        self.expression(&mut it.left);
        self.expression(&mut it.right);
        if matches!(it.op, BinOp::And(_) | BinOp::Or(_)) {
            self.probes.after_hit(&mut it.right);
        }
        let look = look?;
        self.probes.are_typed = true;
        let number = self.probes.number(place(&it.op));
        Some(compare::compared(it, look, &number, false))
    }

    /// A method call, with a probe if it is `x.starts_with("..")` or similar.
    fn method(&mut self, it: &mut ExprMethodCall) -> Option<Expr> {
        self.expression(&mut it.receiver);
        it.args.iter_mut().for_each(|argument| self.argument(argument));
        let is_known = COMPARING.iter().any(|name| it.method == name);
        let argument = it.args.first().filter(|it| is_known && compare::is_text(it))?;
        let is_fine = compare::is_pure(&it.receiver)
            && it.attrs.is_empty()
            && it.args.len() == 1
            && !(self.context.is_unsafe && compare::is_static(&it.receiver))
            && self.sees_values();
        if !is_fine {
            return None;
        }
        self.probes.are_typed = true;
        let at = it.method.span().resolved_at(proc_macro2::Span::mixed_site());
        let number = self.probes.number(at);
        let receiver = &it.receiver;
        Some(Expr::Verbatim(quote_spanned! {at=>
            ({
                if ::disprove::__private::trace::wanted(#number) {
                    (&::disprove::__private::trace::Compared(&(#receiver), &(#argument)))
                        .note(#number, ());
                }
                #it
            })
        }))
    }
}

/// Methods of strings and slices that compare with a literal.
const COMPARING: [&str; 6] = [
    "contains",
    "ends_with",
    "eq_ignore_ascii_case",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// Binds a value to `value`, runs the probe, and passes it on.
fn passed_on(value: &Expr, look: &TokenStream) -> Expr {
    let at = place(value);
    Expr::Verbatim(quote_spanned! {at=>
        (match #value {
            value => {
                if ::disprove::__private::trace::is_recording() {
                    #look;
                }
                value
            }
        })
    })
}

/// A loop followed by a probe. The `match` keeps the temporaries of the loop alive as long as before.
fn exit(expression: &mut Expr, hit: &TokenStream) {
    let at = place(expression);
    *expression = Expr::Verbatim(quote_spanned!(at=> match (#expression) { () => { #hit } }));
}

/// Whether a condition contains `let`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) if matches!(it.op, BinOp::And(_)) => {
            has_let(&it.left) || has_let(&it.right)
        }
        _ => false,
    }
}
