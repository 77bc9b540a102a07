//! Lowers loops and `break` with a value.

use super::expression::{Lower, conjuncts, unit};
use crate::ir::{Expr as Lowered, Kind, Loop, Pattern, Span, Stmt};
use syn::{Block, Expr, ExprBreak, ExprLoop, ExprWhile, Label};

/// A loop, or a block with a label.
pub struct Left {
    label: Option<String>,
    is_loop: bool,
    /// The variable of its value, under a name that no program uses.
    value: String,
}

impl Lower<'_> {
    /// Lowers a target of `break`. Also returns the name of the variable that its value is written to.
    pub fn left_by_break<T>(
        &mut self,
        label: Option<&Label>,
        is_loop: bool,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (T, String) {
        let value = format!("value of loop {}", self.left.len());
        let label = label.map(|label| label.name.ident.to_string());
        self.left.push(Left { label, is_loop, value: value.clone() });
        let lowered = inside(self);
        self.left.pop();
        (lowered, value)
    }

    /// Lowers `break value` and `break 'label value`.
    pub fn leave_by_break(&mut self, leave: &ExprBreak, statements: &mut Vec<Stmt>) {
        if let Some(value) = &leave.expr {
            let value = self.expr(value);
            statements.append(&mut self.before);
            let label = leave.label.as_ref().map(|label| label.ident.to_string());
            let is_left = |it: &&Left| if label.is_some() { it.label == label } else { it.is_loop };
            statements.push(match self.left.iter().rev().find(is_left) {
                Some(left) => written(&left.value, value, false),
                None => Stmt::Effect(value),
            });
        }
        statements.push(Stmt::Break);
    }

    /// Lowers `loop { .. break value; }`.
    pub fn loop_value(&mut self, each: &ExprLoop, span: Span) -> Kind {
        let (body, name) =
            self.left_by_break(each.label.as_ref(), true, |lower| lower.block_parts(&each.body));
        let (mut statements, value) = body;
        statements.extend(value.map(Stmt::Effect));
        left_with(name, statements, span)
    }

    /// Lowers `'label: { .. break 'label value; .. last }` as a loop of one iteration.
    pub fn labeled_value(&mut self, label: &Label, block: &Block, span: Span) -> Kind {
        let (body, name) = self.left_by_break(Some(label), false, |lower| lower.block_parts(block));
        let (mut statements, value) = body;
        statements.extend(value.map(|value| written(&name, value, false)));
        statements.push(Stmt::Break);
        left_with(name, statements, span)
    }

    pub fn while_loop(&mut self, each: &ExprWhile, statements: &mut Vec<Stmt>) {
        let mut parts = Vec::new();
        conjuncts(&each.cond, &mut parts);
        let binding = parts.iter().position(|part| matches!(part, Expr::Let(_)));
        let (kind, guard) = match binding {
            Some(at) => {
                let (value, pattern, guard) = self.lets(&parts, at);
                (Loop::While(value, Some(pattern)), guard)
            }
            None => (Loop::While(self.expr(&each.cond), None), None),
        };
        statements.append(&mut self.before);
        let mut body = self.block_statements(&each.body, false);
        if let Some(condition) = guard {
            body = vec![Stmt::If { condition, then: body, otherwise: vec![Stmt::Break] }];
        }
        statements.push(Stmt::Loop { kind, body });
    }
}

fn written(name: &str, value: Lowered, fresh: bool) -> Stmt {
    let pattern = Pattern::Name { name: name.to_owned(), mutable: true };
    Stmt::Bind { pattern, value, fresh }
}

fn left_with(name: String, body: Vec<Stmt>, span: Span) -> Kind {
    let statements =
        vec![written(&name, unit(span), true), Stmt::Loop { kind: Loop::Forever, body }];
    Kind::Block(statements, Box::new(Lowered::new(Kind::Name(name), span)))
}
