//! Inserts probes into the body of a function.

use super::{
    Records,
    compare::{self, Context, Look},
    decision::{self, trace},
    exits::{self, Exits, Returns},
    nested, pattern,
    probes::{Probes, place},
};
use crate::walk::{self, Walk};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use std::mem;
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprClosure, ExprIf, ExprMatch, ExprMethodCall, ExprTry,
    Item, Local, Pat, Signature, Stmt, parse_quote_spanned,
};

/// Puts probes into a function.
pub fn function(signature: &Signature, block: &mut Block, records: Records) {
    let context = Context {
        is_async: signature.asyncness.is_some(),
        is_unsafe: signature.unsafety.is_some(),
        is_untyped: false,
    };
    let (exits, returns) = (Exits::function(), Returns::of(&signature.output));
    let mut body = Body { probes: Probes::default(), context, records, exits, returns };
    let at = place(&signature.ident);
    body.probes.first(at, block);
    body.value(block);
    block.stmts.splice(0..0, body.probes.items(&signature.ident));
}

pub struct Body {
    pub(super) probes: Probes,
    pub(super) context: Context,
    pub(super) records: Records,
    pub(super) exits: Exits,
    pub(super) returns: Returns,
}

impl Walk for Body {
    fn expression(&mut self, expression: &mut Expr) {
        match expression {
            // The compiler evaluates these.
            Expr::Const(_) => {}
            Expr::Repeat(it) => self.expression(&mut it.expr),
            Expr::If(_) => self.branches(expression, false),
            Expr::While(_) => self.turns(expression),
            Expr::ForLoop(_) => self.rounds(expression),
            Expr::Loop(it) => {
                self.probes.first(place(&it.loop_token), &mut it.body);
                self.block(&mut it.body);
            }
            Expr::Match(_) => self.arms(expression, false),
            Expr::Let(it) => self.matched(&it.pat, &mut it.expr),
            Expr::Closure(it) => self.closure(it, false, false),
            Expr::Try(it) => self.question(it),
            Expr::Return(it) => {
                if let Some(left) = self.left(it) {
                    *expression = left;
                }
            }
            Expr::Binary(it) if matches!(it.op, BinOp::And(_) | BinOp::Or(_)) && self.decides() => {
                self.chain(expression);
            }
            Expr::Binary(it) => {
                if let Some(comparison) = self.binary(it) {
                    *expression = comparison;
                }
            }
            Expr::MethodCall(it) if decision::is_each(it) && self.decides() => {
                self.each(expression);
            }
            Expr::MethodCall(it) => {
                if let Some(call) = self.method(it) {
                    *expression = call;
                }
            }
            Expr::Call(it) => {
                self.expression(&mut it.func);
                it.args.iter_mut().for_each(|argument| self.argument(argument, false));
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
                let missed = self.missed(otherwise);
                self.expression(otherwise);
                exits::prepend(missed, otherwise);
                self.probes.after_hit(otherwise);
            }
        }
    }
}

impl Body {
    fn block(&mut self, block: &mut Block) {
        self.statements(block, |_, _| false);
    }

    /// Walks through the statements. `last` may do so for the last expression.
    pub(super) fn statements(
        &mut self,
        block: &mut Block,
        last: impl FnOnce(&mut Body, &mut Expr) -> bool,
    ) {
        let checks = exits::checks(block);
        let mut later = checks.iter().filter(|is_check| **is_check).count();
        let mut last = Some(last);
        let count = block.stmts.len();
        let mut statements = Vec::with_capacity(count);
        for (at, mut statement) in mem::take(&mut block.stmts).into_iter().enumerate() {
            later -= usize::from(checks[at]);
            self.exits.before(later);
            match &mut statement {
                Stmt::Local(local) => {
                    if local.init.as_ref().is_some_and(|init| init.diverge.is_some())
                        && self.decides()
                    {
                        let (at, trace) = (place(local), trace(place(local)));
                        let mark = quote_spanned!(at=> #trace::mark(););
                        statements.push(Stmt::Expr(Expr::Verbatim(mark), None));
                    }
                    self.local(local);
                }
                Stmt::Expr(expression, None) if at + 1 == count => {
                    let is_done = last.take().is_some_and(|last| last(self, expression));
                    if !is_done {
                        self.expression(expression);
                    }
                }
                Stmt::Expr(expression, _) => self.expression(expression),
                Stmt::Item(Item::Fn(it)) => nested(it, self.records),
                Stmt::Macro(_) | Stmt::Item(_) => {}
            }
            self.exits.after(later);
            statements.push(statement);
        }
        block.stmts = statements;
    }

    fn inside(&mut self, context: Context, action: impl FnOnce(&mut Body)) {
        let outside = mem::replace(&mut self.context, context);
        action(self);
        self.context = outside;
    }

    /// Whether operands are to be recorded, and can be.
    pub(super) fn sees_values(&self) -> bool {
        self.records == Records::Everything && !self.context.is_untyped
    }

    pub(super) fn look(&self, it: &ExprBinary) -> Option<Look> {
        if self.sees_values() { compare::look(it, self.context) } else { None }
    }

    /// A condition that records its truth. A comparison does so with the probe of its operands.
    pub(super) fn condition(&mut self, condition: &mut Expr) {
        let at = place(condition);
        let look = match condition {
            Expr::Binary(it) if compare::is_comparison(it.op) => self.look(it),
            _ => None,
        };
        if let Some(look) = look {
            walk::parts(condition, self);
            let Expr::Binary(it) = condition else { return };
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            *condition = compare::compared(it, look, &number, true);
            return;
        }
        self.boolean(condition);
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

    pub(super) fn branches(&mut self, expression: &mut Expr, is_condition: bool) {
        let is_marked = self.decides() && (is_condition || exits::may_leave(quote_of(expression)));
        let Expr::If(it) = expression else { return };
        let at = place(&it.if_token);
        let is_pattern = has_let(&it.cond);
        if is_pattern {
            self.links(&mut it.cond);
            self.probes.first(at, &mut it.then_branch);
        } else {
            self.condition(&mut it.cond);
        }
        self.branch_block(&mut it.then_branch, is_condition);
        self.otherwise(it, is_pattern, is_condition);
        if is_pattern && is_marked {
            let trace = trace(at);
            *expression = exits::preceded(&quote_spanned!(at=> #trace::mark();), expression);
        }
    }

    fn branch_block(&mut self, block: &mut Block, is_condition: bool) {
        if is_condition { self.boolean_block(block) } else { self.block(block) }
    }

    fn otherwise(&mut self, it: &mut ExprIf, is_pattern: bool, is_condition: bool) {
        let at = place(&it.if_token);
        match &mut it.else_branch {
            Some((_, otherwise)) => {
                let missed = self.missed(otherwise);
                if is_condition {
                    self.boolean(otherwise);
                } else {
                    self.expression(otherwise);
                }
                // A further `if` has its own probe.
                if is_pattern && matches!(**otherwise, Expr::Block(_)) {
                    exits::prepend(missed, otherwise);
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

    /// `while`. If the function can be left from inside, the iterations left are counted.
    fn turns(&mut self, expression: &mut Expr) {
        let Expr::While(it) = expression else { return };
        let at = place(&it.while_token);
        let is_plain = it.attrs.is_empty();
        if has_let(&it.cond) {
            self.links(&mut it.cond);
            self.probes.first(at, &mut it.body);
            self.block(&mut it.body);
            if is_plain {
                let hit = self.probes.hit(at);
                exit(expression, &hit);
            }
            return;
        }
        self.condition(&mut it.cond);
        let rounds = self.enter(&it.body, is_plain, at);
        self.block(&mut it.body);
        if let Some(rounds) = rounds {
            self.exits.exit();
            let (condition, trace) = (&it.cond, trace(at));
            *it.cond = Expr::Verbatim(quote_spanned!(at=> #rounds.going(#condition)));
            *expression = Expr::Verbatim(
                quote_spanned!(at=> match &#trace::Rounds::new() { #rounds => #expression }),
            );
        }
    }

    fn rounds(&mut self, expression: &mut Expr) {
        let Expr::ForLoop(it) = expression else { return };
        let at = place(&it.for_token);
        let is_plain = it.attrs.is_empty();
        self.expression(&mut it.expr);
        self.probes.first(at, &mut it.body);
        let rounds = self.enter(&it.body, is_plain, at);
        self.block(&mut it.body);
        if let Some(rounds) = rounds {
            self.exits.exit();
            let (elements, trace) = (&it.expr, trace(at));
            *it.expr = Expr::Verbatim(quote_spanned!(at=> #rounds.count(#elements)));
            *expression = Expr::Verbatim(
                quote_spanned!(at=> match &#trace::Rounds::new() { #rounds => #expression }),
            );
        }
        if is_plain {
            let hit = self.probes.hit(at);
            exit(expression, &hit);
        }
    }

    /// Enters a loop that the function can be left from.
    fn enter(&mut self, body: &Block, is_plain: bool, at: Span) -> Option<Ident> {
        let is_counted = is_plain && self.decides() && exits::may_leave(body.to_token_stream());
        is_counted.then(|| self.exits.enter(at))
    }

    pub(super) fn arms(&mut self, expression: &mut Expr, is_condition: bool) {
        let is_marked = self.decides() && (is_condition || exits::may_leave(quote_of(expression)));
        let Expr::Match(it) = expression else { return };
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
            if is_condition {
                self.boolean(&mut arm.body);
            } else {
                self.expression(&mut arm.body);
            }
            if is_marked {
                let missed = self.missed(&arm.body);
                exits::prepend(missed, &mut arm.body);
            }
            self.probes.after_hit(&mut arm.body);
            arm.comma.get_or_insert_default();
        }
        self.look_at_match(it, literals);
        if is_marked {
            let trace = trace(at);
            *expression = exits::preceded(&quote_spanned!(at=> #trace::mark();), expression);
        }
    }

    /// Compares the value of a `match` with the literals of its patterns.
    fn look_at_match(&mut self, it: &mut ExprMatch, literals: Option<TokenStream>) {
        let at = place(&it.match_token);
        let is_barred = self.context.is_unsafe && compare::is_static(&it.expr);
        if let Some(literals) = literals {
            if !is_barred && self.sees_values() {
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
    }

    /// The value of `let pattern = value` in a condition. A place stays a place.
    fn matched(&mut self, pattern: &Pat, value: &mut Expr) {
        let at = place(value);
        let is_value = matches!(value, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_));
        self.expression(value);
        let literals = pattern::literals([pattern].into_iter(), at);
        if let Some(literals) = literals {
            if is_value && self.sees_values() {
                self.probes.are_typed = true;
                let number = self.probes.number(at);
                let look = quote_spanned! {at=>
                    (&::disprove::__private::trace::MatchValue(&value)).note(#number, #literals)
                };
                *value = passed_on(value, &look);
            }
        }
    }

    fn closure(&mut self, it: &mut ExprClosure, is_argument: bool, is_condition: bool) {
        // A closure that is not an argument gets its parameter types from a later call.
        let has_types = it.inputs.iter().all(|input| matches!(input, Pat::Type(_)));
        let inside = Context {
            is_async: self.context.is_async || it.asyncness.is_some(),
            is_untyped: self.context.is_untyped || !is_argument && !has_types,
            ..self.context
        };
        if it.constness.is_none() {
            // `return` leaves the closure, not the function.
            let exits = mem::replace(&mut self.exits, Exits::function());
            let returns = mem::take(&mut self.returns);
            self.inside(inside, |body| {
                if is_condition {
                    body.boolean(&mut it.body);
                } else {
                    body.expression(&mut it.body);
                }
            });
            (self.exits, self.returns) = (exits, returns);
            self.probes.after_hit(&mut it.body);
        }
    }

    fn argument(&mut self, argument: &mut Expr, is_condition: bool) {
        match argument {
            Expr::Closure(it) => self.closure(it, true, is_condition),
            _ => self.expression(argument),
        }
    }

    fn question(&mut self, it: &mut ExprTry) {
        let at = place(&it.question_token);
        self.expression(&mut it.expr);
        if it.attrs.is_empty() && !self.context.is_untyped {
            self.probes.are_typed = true;
            let number = self.probes.number(at);
            let question = quote_spanned! {at=>
                (&::disprove::__private::trace::QuestionMark(&value)).note(#number, ())
            };
            if !self.decides() {
                *it.expr = passed_on(&it.expr, &question);
                return;
            }
            let (leave, missed) = (self.exits.leave(at), self.missed(&it.question_token));
            let look = quote_spanned!(at=> if #question { #missed #leave });
            let (trace, value) = (trace(at), &it.expr);
            *it.expr = Expr::Verbatim(quote_spanned! {at=>
                (match (#trace::mark(), #value) {
                    ((), value) => {
                        if #trace::is_recording() {
                            #look
                        }
                        value
                    }
                })
            });
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
    pub(super) fn method(&mut self, it: &mut ExprMethodCall) -> Option<Expr> {
        self.expression(&mut it.receiver);
        let is_condition = decision::has_condition(it);
        it.args.iter_mut().for_each(|argument| self.argument(argument, is_condition));
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
                        .note(#number, ::disprove::__private::trace::Relation::Undecided);
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

fn quote_of(expression: &Expr) -> TokenStream {
    expression.to_token_stream()
}

/// Whether a condition contains `let`.
pub fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) if matches!(it.op, BinOp::And(_)) => {
            has_let(&it.left) || has_let(&it.right)
        }
        _ => false,
    }
}
