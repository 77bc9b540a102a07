//! Lowers code that must fail: `pytest.raises` and related functions, as a call and around a block.

use super::{
    assertion::is_raises,
    lowering::{Known, Lowering, at},
    path::last,
};
use crate::ir::{Form, Kind, Pattern, Stmt};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

impl Lowering<'_> {
    /// Lowers `assertRaises(E, f, x)`; `None` if there is nothing to call, as in a `with` statement.
    pub(super) fn raises_call(&mut self, call: &ast::ExprCall) -> Option<Form> {
        let [_, function, arguments @ ..] = &*call.arguments.args else { return None };
        let mut arguments: Vec<_> = arguments.to_vec();
        // The expected message stands between the two.
        let mut function = function;
        let with_text = last(&call.func).is_some_and(|name| name.to_lowercase().contains("regex"));
        if with_text {
            if arguments.is_empty() {
                return None;
            }
            let [_, _, called, ..] = &*call.arguments.args else { return None };
            function = called;
            arguments.remove(0);
        }
        // Older versions of pytest executed the text in `pytest.raises(E, "text")`.
        if function.is_string_literal_expr() {
            return None;
        }
        let inner = ast::ExprCall {
            node_index: ast::AtomicNodeIndex::NONE,
            range_start: call.range_start,
            func: Box::new(function.clone()),
            arguments: ast::Arguments {
                range: call.arguments.range,
                node_index: ast::AtomicNodeIndex::NONE,
                args: arguments.into_boxed_slice(),
                keywords: call.arguments.keywords.clone(),
            },
        };
        let value = if function.is_lambda_expr() {
            self.expression(function)
        } else {
            at(self.call(&inner), call.range())
        };
        Some(Form::Raises { reads: vec![value], body: Vec::new(), bound: None })
    }

    /// Lowers `with a, b: body`.
    pub(super) fn with(
        &mut self,
        items: &[ast::WithItem],
        body: &[ast::Stmt],
        out: &mut Vec<Stmt>,
    ) {
        let [item, rest @ ..] = items else {
            let mut body = self.body(body);
            out.append(&mut body);
            return;
        };
        if let Some(call) = refusing(&item.context_expr) {
            let mut inner = Vec::new();
            self.with(rest, body, &mut inner);
            let bound = match item.optional_vars.as_deref() {
                Some(ast::Expr::Name(name)) => Some(name.id.to_string()),
                _ => None,
            };
            let form = Form::Raises { reads: Vec::new(), body: inner, bound };
            let known = Known { unseen_by_paper: true, ..Known::default() };
            let refusal = Stmt::Assert(self.assertion(form, call.range(), known));
            out.push(match &item.context_expr {
                // The body may raise only if the condition holds; it is lowered once.
                ast::Expr::If(choice) => {
                    let condition = self.expression(&choice.test);
                    Stmt::If { condition, then: vec![refusal], otherwise: Vec::new() }
                }
                _ => refusal,
            });
            return;
        }
        let value = self.expression(&item.context_expr);
        out.append(&mut self.pending);
        match &item.optional_vars {
            Some(target) => self.bind(target, value, out),
            None => out.push(Stmt::Bind { pattern: Pattern::Wild, value, fresh: false }),
        }
        self.with(rest, body, out);
    }

    /// Lowers `info = pytest.raises(E, f, x)`.
    pub(super) fn bound_refusal(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<Stmt> {
        let (name, call) = (target.as_name_expr()?, refusing(value)?);
        let Form::Raises { reads, body, .. } = self.raises_call(call)? else { return None };
        let form = Form::Raises { reads, body, bound: Some(name.id.to_string()) };
        let known = Known { unseen_by_paper: true, ..Known::default() };
        Some(Stmt::Assert(self.assertion(form, call.range(), known)))
    }
}

/// `raises(E)`, also as one side of `raises(E) if bad else nullcontext()`.
fn refusing(expression: &ast::Expr) -> Option<&ast::ExprCall> {
    if let ast::Expr::If(choice) = expression {
        return refusing(&choice.body).or_else(|| refusing(&choice.orelse));
    }
    let call = expression.as_call_expr()?;
    last(&call.func).is_some_and(is_raises).then_some(call)
}

/// Whether an unused value has no effect.
pub(super) fn is_idle(kind: &Kind) -> bool {
    matches!(kind, Kind::Literal | Kind::Name(_))
}
