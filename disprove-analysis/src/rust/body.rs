//! Lowers statements.

use super::{
    expression::{Lower, bare, conjuncts},
    macros::Reading,
    outcome::Outcome,
    pattern::{assigned, pattern},
    rules::Rules,
};
use crate::ir::{Arm, Expr as Lowered, Kind, Loop, Pattern, Place, Stmt, Update};
use syn::{BinOp, Block, Expr, ExprIf, Item, Local, Stmt as Written};

/// Whether the last expression of a block is there for its effect rather than its value.
pub fn is_statement(expr: &Expr) -> bool {
    match expr {
        Expr::While(_) | Expr::ForLoop(_) | Expr::Assign(_) => true,
        Expr::Binary(both) => {
            super::expression::relation(both.op).is_none() && is_assignment(both.op)
        }
        Expr::If(branch) => branch.else_branch.is_none() || ends_as_statement(&branch.then_branch),
        Expr::Match(choice) => {
            choice.arms.iter().any(|arm| match &*arm.body {
                Expr::Tuple(unit) => unit.elems.is_empty(),
                other => !matches!(other, Expr::Macro(_)) && is_statement(other),
            }) || choice.arms.iter().all(|arm| is_statement(&arm.body))
        }
        Expr::Block(block) => ends_as_statement(&block.block),
        Expr::Unsafe(block) => ends_as_statement(&block.block),
        Expr::Macro(call) => super::macros::is_statement(&call.mac),
        Expr::MethodCall(call) => call.method == "for_each",
        _ => false,
    }
}

fn ends_as_statement(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Written::Expr(last, None)) => is_statement(last),
        Some(Written::Macro(call)) => {
            call.semi_token.is_some() || super::macros::is_statement(&call.mac)
        }
        _ => true,
    }
}

fn is_assignment(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

impl Lower<'_> {
    /// Lowers the body of the test: its last expression is the verdict.
    pub fn test_body(&mut self, block: &Block) -> Vec<Stmt> {
        for written in &block.stmts {
            match written {
                Written::Item(Item::Fn(nested)) => {
                    self.local_functions.push(nested.sig.ident.to_string());
                }
                Written::Local(local) => {
                    if let (syn::Pat::Ident(ident), Some(init)) = (&local.pat, &local.init)
                        && matches!(&*init.expr, Expr::Closure(_))
                    {
                        self.local_functions.push(ident.ident.to_string());
                    }
                }
                _ => {}
            }
        }
        self.block_statements(block, true)
    }

    /// Lowers a block in statement position. With `last`, its last expression leaves the function.
    pub fn block_statements(&mut self, block: &Block, last: bool) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for (at, written) in block.stmts.iter().enumerate() {
            match written {
                Written::Expr(value, None) if last && at + 1 == block.stmts.len() => {
                    self.finish(value, &mut statements);
                }
                Written::Macro(call)
                    if last && at + 1 == block.stmts.len() && call.semi_token.is_none() =>
                {
                    let value = syn::ExprMacro { attrs: Vec::new(), mac: call.mac.clone() };
                    self.finish(&Expr::Macro(value), &mut statements);
                }
                written => self.written(written, &mut statements),
            }
        }
        statements
    }

    /// Lowers a block and the value at its end.
    pub fn block_parts(&mut self, block: &Block) -> (Vec<Stmt>, Option<Lowered>) {
        let mut statements = Vec::new();
        let mut value = None;
        for (at, written) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == block.stmts.len();
            match written {
                Written::Expr(last, None) if is_last && !is_statement(last) => {
                    value = Some(self.expr(last));
                    statements.append(&mut self.before);
                }
                Written::Macro(call)
                    if is_last
                        && call.semi_token.is_none()
                        && !super::macros::is_statement(&call.mac) =>
                {
                    let span = self.origin.span(&call.mac);
                    value = Some(Lowered::new(self.macro_value(&call.mac, span), span));
                }
                written => self.written(written, &mut statements),
            }
        }
        (statements, value)
    }

    fn written(&mut self, written: &Written, statements: &mut Vec<Stmt>) {
        match written {
            Written::Local(local) => self.local(local, statements),
            Written::Expr(expr, _) => self.statement(expr, statements),
            Written::Macro(call) => self.macro_statement(&call.mac, statements),
            Written::Item(Item::Fn(nested)) => {
                let (body, value) = self.lambda_body(&Expr::Block(syn::ExprBlock {
                    attrs: Vec::new(),
                    label: None,
                    block: (*nested.block).clone(),
                }));
                let parameters = nested.sig.inputs.iter().map(super::walk::parameter).collect();
                let kind = Kind::Lambda { parameters, body, value: value.map(Box::new) };
                let lambda = Lowered::new(kind, self.origin.span(nested));
                statements.push(Stmt::Define(nested.sig.ident.to_string(), lambda));
            }
            Written::Item(Item::Macro(definition)) => {
                if let Some(name) = &definition.ident {
                    let rules = Rules::of(definition.mac.tokens.clone());
                    self.local_macros.push((name.to_string(), rules));
                } else {
                    self.macro_statement(&definition.mac, statements);
                }
            }
            Written::Item(_) => {}
        }
    }

    fn local(&mut self, local: &Local, statements: &mut Vec<Stmt>) {
        let Some(init) = &local.init else { return };
        let value = self.expr(&init.expr);
        statements.append(&mut self.before);
        let pattern = pattern(&local.pat);
        if self.is_handle(&init.expr) {
            self.handles.extend(pattern.names().into_iter().map(str::to_owned));
        }
        statements.push(match &init.diverge {
            Some((_, otherwise)) => {
                let inside = match &**otherwise {
                    Expr::Block(block) => self.block_statements(&block.block, false),
                    _ => Vec::new(),
                };
                Stmt::BindOrElse { pattern, value, otherwise: inside }
            }
            None => Stmt::Bind { pattern, value, fresh: true },
        });
    }

    /// Lowers the last expression of a test.
    fn finish(&mut self, value: &Expr, statements: &mut Vec<Stmt>) {
        let leaves = !matches!(self.outcome, Outcome::Unit | Outcome::Bool);
        match value {
            _ if self.outcome == Outcome::Unit => self.statement(value, statements),
            Expr::If(branch) if leaves => self.branch(branch, true, statements),
            Expr::Match(choice) if leaves => self.choice(choice, true, statements),
            Expr::Block(block) if leaves => {
                let inside = self.block_statements(&block.block, true);
                statements.push(Stmt::Block(inside));
            }
            Expr::Return(_) | Expr::Loop(_) => self.statement(value, statements),
            other if is_statement(other) => self.statement(other, statements),
            other => self.leave(other, statements),
        }
    }

    /// Lowers an expression in statement position.
    pub fn statement(&mut self, expr: &Expr, statements: &mut Vec<Stmt>) {
        match expr {
            Expr::Paren(inner) => self.statement(&inner.expr, statements),
            Expr::Group(inner) => self.statement(&inner.expr, statements),
            Expr::If(branch) => self.branch(branch, false, statements),
            Expr::Match(choice) => self.choice(choice, false, statements),
            Expr::Block(block) => self.nested(&block.block, statements),
            Expr::Unsafe(block) => self.nested(&block.block, statements),
            Expr::Async(block) => self.nested(&block.block, statements),
            Expr::ForLoop(each) => {
                let source = self.expr(&each.expr);
                statements.append(&mut self.before);
                let body = self.block_statements(&each.body, false);
                let kind = Loop::For(pattern(&each.pat), source);
                statements.push(Stmt::Loop { kind, body });
            }
            Expr::While(each) => self.while_loop(each, statements),
            Expr::Loop(each) => {
                let (body, _) = self.left_by_break(each.label.as_ref(), true, |lower| {
                    lower.block_statements(&each.body, false)
                });
                statements.push(Stmt::Loop { kind: Loop::Forever, body });
            }
            Expr::Return(leave) => match &leave.expr {
                Some(value) => self.leave(value, statements),
                None => statements.push(Stmt::Return(None)),
            },
            Expr::Break(leave) => self.leave_by_break(leave, statements),
            Expr::Continue(_) => statements.push(Stmt::Continue),
            Expr::Assign(assign) => self.assign(&assign.left, &assign.right, statements),
            Expr::Binary(both) if is_assignment(both.op) => {
                self.change(&both.left, &both.right, statements);
            }
            Expr::Macro(call) => self.macro_statement(&call.mac, statements),
            other => self.effect(other, statements),
        }
    }

    fn nested(&mut self, block: &Block, statements: &mut Vec<Stmt>) {
        let inside = self.block_statements(block, false);
        statements.push(Stmt::Block(inside));
    }

    fn branch(&mut self, branch: &ExprIf, last: bool, statements: &mut Vec<Stmt>) {
        let mut parts = Vec::new();
        conjuncts(&branch.cond, &mut parts);
        let binding = parts.iter().position(|part| matches!(part, Expr::Let(_)));
        let chosen = binding.map(|at| self.lets(&parts, at));
        let condition = if chosen.is_none() { Some(self.expr(&branch.cond)) } else { None };
        statements.append(&mut self.before);
        let then = self.block_statements(&branch.then_branch, last);
        let mut otherwise = Vec::new();
        match branch.else_branch.as_ref().map(|(_, otherwise)| &**otherwise) {
            Some(Expr::Block(block)) => otherwise = self.block_statements(&block.block, last),
            Some(Expr::If(next)) => self.branch(next, last, &mut otherwise),
            _ => {}
        }
        statements.push(match (chosen, condition) {
            (Some((scrutinee, pattern, guard)), _) => Stmt::Match {
                scrutinee,
                arms: vec![
                    Arm { pattern, guard, body: then },
                    Arm { pattern: Pattern::Wild, guard: None, body: otherwise },
                ],
            },
            (None, Some(condition)) => Stmt::If { condition, then, otherwise },
            (None, None) => unreachable!("a condition without a pattern was lowered"),
        });
    }

    fn choice(&mut self, choice: &syn::ExprMatch, last: bool, statements: &mut Vec<Stmt>) {
        let scrutinee = self.expr(&choice.expr);
        statements.append(&mut self.before);
        let mut arms = Vec::new();
        for arm in &choice.arms {
            let guard = arm.guard.as_ref().map(|(_, guard)| self.expr(guard));
            let mut body = Vec::new();
            if last {
                self.finish(&arm.body, &mut body);
            } else {
                self.statement(&arm.body, &mut body);
            }
            arms.push(Arm { pattern: pattern(&arm.pat), guard, body });
        }
        statements.push(Stmt::Match { scrutinee, arms });
    }

    fn assign(&mut self, left: &Expr, right: &Expr, statements: &mut Vec<Stmt>) {
        let value = self.expr(right);
        statements.append(&mut self.before);
        statements.push(match assigned(left) {
            Some(pattern) => Stmt::Bind { pattern, value, fresh: false },
            None => Stmt::Update(self.place(left), Update::Store, value),
        });
    }

    /// Lowers `left += right`.
    pub fn change(&mut self, left: &Expr, right: &Expr, statements: &mut Vec<Stmt>) {
        let value = self.expr(right);
        statements.append(&mut self.before);
        let place = self.place(left);
        statements.push(Stmt::Update(place, Update::Change, value));
    }

    fn place(&mut self, expr: &Expr) -> Place {
        let mut place = Place { name: None, part: false, reads: Vec::new() };
        let mut at = expr;
        loop {
            at = match at {
                Expr::Path(path) => {
                    place.name = path.path.get_ident().map(ToString::to_string);
                    break;
                }
                Expr::Field(field) => &field.base,
                Expr::Index(index) => {
                    place.reads.push(self.expr(&index.index));
                    &index.expr
                }
                Expr::Unary(unary) => &unary.expr,
                Expr::Paren(inner) => bare(&inner.expr),
                Expr::Try(inner) => &inner.expr,
                Expr::MethodCall(call) => {
                    for argument in &call.args {
                        place.reads.push(self.expr(argument));
                    }
                    &call.receiver
                }
                Expr::Reference(inner) => &inner.expr,
                other => {
                    place.reads.push(self.expr(other));
                    break;
                }
            };
            place.part = true;
        }
        place
    }

    /// Lowers a macro in statement position.
    pub fn macro_statement(&mut self, call: &syn::Macro, statements: &mut Vec<Stmt>) {
        let reading = self.macro_reading(call);
        statements.append(&mut self.before);
        match reading {
            Reading::Statements(all) => statements.extend(all),
            Reading::Value(kind) => {
                let span = self.origin.span(call);
                statements.push(Stmt::Effect(Lowered::new(kind, span)));
            }
        }
    }
}
