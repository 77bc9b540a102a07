//! Lowers expressions.

use super::{
    asserter::Asserters, jump::Left, outcome::Outcome, pattern::pattern, place::Origin,
    rules::Rules, tokens,
};
use crate::ir::{Expr as Lowered, Junction, Kind, Pattern, RANGE, Relation, Scopes, Span, Stmt};
use quote::ToTokens;
use std::{cell::Cell, collections::BTreeMap};
use syn::{BinOp, Block, Expr, ExprClosure, ExprIf, ExprMatch, Path, UnOp};

/// Maximum nesting depth of expressions; deeper ones become opaque. Handwritten code stays far below it, and readers of
/// the lowered form may recurse.
const DEEPEST: usize = 150;

/// Lowers the body of one function.
pub struct Lower<'a> {
    pub origin: Origin,
    /// Functions and macros of the file that assert something.
    pub helpers: &'a Asserters,
    /// Macros defined in the file, and those defined inside the body so far.
    pub macros: &'a BTreeMap<String, Rules>,
    pub local_macros: Vec<(String, Rules)>,
    /// The depth of nested macro expansions.
    pub expanding: usize,
    /// The number of expansions left for this file.
    pub expansions: &'a Cell<usize>,
    /// Handles that values are drawn from: the argument and copies of it.
    pub handles: Vec<String>,
    /// What paths mean. Functions of the file without assertions are not assertions, whatever their names.
    pub scopes: &'a Scopes,
    /// The enclosing module or type, and the type that `Self` means.
    pub inside: String,
    pub of_type: Option<String>,
    /// The meaning of the returned value.
    pub outcome: Outcome,
    /// The function computes the verdict for its callers, which assert what it returns.
    pub helping: bool,
    /// Functions and closures of the body.
    pub local_functions: Vec<String>,
    /// Assertions inside the current expression, which are placed before its statement: `let e = r.unwrap_err();`.
    pub before: Vec<Stmt>,
    /// Targets of `break`, innermost last.
    pub left: Vec<Left>,
    /// Whether the current expression is asserted as a whole.
    pub asserting: bool,
    pub depth: usize,
}

/// A path as `a::b`, without generic arguments.
pub fn path_text(path: &Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    names.join("::")
}

/// Strips parentheses, references and similar wrappers.
pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        Expr::Reference(inner) => bare(&inner.expr),
        Expr::Cast(inner) => bare(&inner.expr),
        other => other,
    }
}

/// The operands of `a && b && c`.
pub fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
            conjuncts(&both.left, parts);
            conjuncts(&both.right, parts);
        }
        other => parts.push(other),
    }
}

/// The value of an expression without one.
pub fn unit(span: Span) -> Lowered {
    Lowered::new(Kind::Group(Vec::new()), span)
}

impl Lower<'_> {
    /// Lowers an expression to a value.
    pub fn expr(&mut self, expr: &Expr) -> Lowered {
        let span = self.origin.extent(expr);
        if self.depth > DEEPEST {
            return Lowered::new(Kind::Opaque(tokens::names(expr.to_token_stream())), span);
        }
        self.depth += 1;
        let kind = self.kind(expr, span);
        self.depth -= 1;
        Lowered::new(kind, span)
    }

    fn kind(&mut self, expr: &Expr, span: Span) -> Kind {
        match expr {
            Expr::Lit(_) => Kind::Literal,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => Kind::Name(name.to_string()),
                None => Kind::Path(path_text(&path.path)),
            },
            Expr::Field(field) => {
                let member = field.member.to_token_stream().to_string();
                Kind::Field(self.boxed(&field.base), member)
            }
            Expr::Index(index) => {
                let base = self.boxed(&index.expr);
                Kind::Index(base, self.boxed(&index.index))
            }
            Expr::Paren(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::Group(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::Reference(inner) if inner.mutability.is_some() => {
                Kind::Borrow(self.boxed(&inner.expr))
            }
            Expr::Reference(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::RawAddr(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::Cast(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::Await(inner) => Kind::Same(self.boxed(&inner.base)),
            Expr::Try(inner) => Kind::Same(self.boxed(&inner.expr)),
            Expr::Unary(unary) => match unary.op {
                UnOp::Deref(_) => Kind::Same(self.boxed(&unary.expr)),
                UnOp::Not(_) => Kind::Not(self.boxed(&unary.expr)),
                _ if matches!(bare(&unary.expr), Expr::Lit(_)) => Kind::Literal,
                _ => Kind::Operation("-", vec![self.expr(&unary.expr)]),
            },
            Expr::Binary(both) => self.binary(&both.left, both.op, &both.right, span),
            Expr::Tuple(tuple) => Kind::Group(self.all(&tuple.elems)),
            Expr::Array(array) => Kind::Group(self.all(&array.elems)),
            Expr::Repeat(repeat) => {
                Kind::Group(vec![self.expr(&repeat.expr), self.expr(&repeat.len)])
            }
            Expr::Range(range) => {
                let ends = range.start.iter().chain(range.end.iter()).map(|end| &**end);
                let ends = Lowered::new(Kind::Group(self.all(ends)), span);
                Kind::Wrap(RANGE.to_owned(), Box::new(ends))
            }
            Expr::Struct(literal) => {
                let fields = literal.fields.iter().map(|field| &field.expr);
                let all: Vec<&Expr> = fields.chain(literal.rest.as_deref()).collect();
                Kind::Group(self.all(all))
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call, span),
            Expr::Macro(call) => self.macro_value(&call.mac, span),
            Expr::Closure(closure) => self.closure(closure),
            Expr::If(branch) => self.if_value(branch, span),
            Expr::Match(choice) => self.match_value(choice),
            Expr::Block(block) => match &block.label {
                Some(label) => self.labeled_value(label, &block.block, span),
                None => self.block_value(&block.block, span),
            },
            Expr::Loop(each) => self.loop_value(each, span),
            Expr::Unsafe(block) => self.block_value(&block.block, span),
            Expr::Const(block) => self.block_value(&block.block, span),
            Expr::Async(block) => self.block_value(&block.block, span),
            Expr::TryBlock(block) => self.block_value(&block.block, span),
            Expr::Let(binding) => Kind::Matches {
                value: self.boxed(&binding.expr),
                pattern: pattern(&binding.pat),
                guard: None,
                binds: true,
            },
            Expr::Verbatim(_) | Expr::Infer(_) => {
                Kind::Opaque(tokens::names(expr.to_token_stream()))
            }
            // Assignments, loops and jumps have no value.
            other => {
                let mut statements = Vec::new();
                self.statement(other, &mut statements);
                Kind::Block(statements, Box::new(unit(span)))
            }
        }
    }

    pub fn boxed(&mut self, expr: &Expr) -> Box<Lowered> {
        Box::new(self.expr(expr))
    }

    pub fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Lowered> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn binary(&mut self, left: &Expr, op: BinOp, right: &Expr, span: Span) -> Kind {
        if let Some(relation) = relation(op) {
            return Kind::Compare(relation, self.boxed(left), self.boxed(right));
        }
        let sign = match op {
            BinOp::And(_) => return self.junction(Junction::And, left, right),
            BinOp::Or(_) => return self.junction(Junction::Or, left, right),
            BinOp::Add(_) => "+",
            BinOp::Sub(_) => "-",
            BinOp::Mul(_) => "*",
            BinOp::Div(_) => "/",
            BinOp::Rem(_) => "%",
            BinOp::BitXor(_) => "^",
            BinOp::BitAnd(_) => "&",
            BinOp::BitOr(_) => "|",
            BinOp::Shl(_) => "<<",
            BinOp::Shr(_) => ">>",
            _ => {
                let mut statements = Vec::new();
                self.change(left, right, &mut statements);
                return Kind::Block(statements, Box::new(unit(span)));
            }
        };
        Kind::Operation(sign, vec![self.expr(left), self.expr(right)])
    }

    fn junction(&mut self, junction: Junction, left: &Expr, right: &Expr) -> Kind {
        let mut parts = Vec::new();
        for side in [left, right] {
            let side = self.expr(side);
            match side.kind {
                Kind::Junction(same, inner) if same == junction => parts.extend(inner),
                _ => parts.push(side),
            }
        }
        Kind::Junction(junction, parts)
    }

    fn closure(&mut self, closure: &ExprClosure) -> Kind {
        let parameters: Vec<Pattern> = closure.inputs.iter().map(pattern).collect();
        let (body, value) = self.lambda_body(&closure.body);
        Kind::Lambda { parameters, body, value: value.map(Box::new) }
    }

    /// The effects of a closure, and its value if it has one. Leaving it does not leave the test.
    pub fn lambda_body(&mut self, body: &Expr) -> (Vec<Stmt>, Option<Lowered>) {
        let outside = std::mem::replace(&mut self.outcome, Outcome::Unit);
        let pending = std::mem::take(&mut self.before);
        let asserting = std::mem::replace(&mut self.asserting, false);
        let lowered = match body {
            Expr::Block(block) => self.block_parts(&block.block),
            Expr::Unsafe(block) => self.block_parts(&block.block),
            other if super::body::is_statement(other) => {
                let mut statements = Vec::new();
                self.statement(other, &mut statements);
                (statements, None)
            }
            other => {
                let value = self.expr(other);
                (std::mem::take(&mut self.before), Some(value))
            }
        };
        (self.outcome, self.before, self.asserting) = (outside, pending, asserting);
        lowered
    }

    /// Lowers a block whose last expression is its value.
    pub fn block_value(&mut self, block: &Block, span: Span) -> Kind {
        let pending = std::mem::take(&mut self.before);
        let (statements, value) = self.block_parts(block);
        self.before = pending;
        match value {
            Some(value) if statements.is_empty() => Kind::Same(Box::new(value)),
            value => Kind::Block(statements, Box::new(value.unwrap_or_else(|| unit(span)))),
        }
    }

    fn block_expr(&mut self, block: &Block) -> Lowered {
        let span = self.origin.span(block);
        Lowered::new(self.block_value(block, span), span)
    }

    fn if_value(&mut self, branch: &ExprIf, span: Span) -> Kind {
        let mut parts = Vec::new();
        conjuncts(&branch.cond, &mut parts);
        let binding = parts.iter().position(|part| matches!(part, Expr::Let(_)));
        let condition = match binding {
            None => Some(self.boxed(&branch.cond)),
            Some(_) => None,
        };
        let scrutinee = binding.map(|at| self.lets(&parts, at));
        let then = self.block_expr(&branch.then_branch);
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => self.expr(otherwise),
            None => unit(span),
        };
        match (condition, scrutinee) {
            (_, Some((value, pattern, guard))) => Kind::Match(
                Box::new(value),
                vec![(pattern, guard, then), (Pattern::Wild, None, otherwise)],
            ),
            (Some(condition), None) => Kind::If(condition, Box::new(then), Box::new(otherwise)),
            (None, None) => unreachable!("a condition without a pattern was lowered"),
        }
    }

    /// The first pattern of a chain with its value; the other conditions of the chain become its guard.
    pub fn lets(&mut self, parts: &[&Expr], at: usize) -> (Lowered, Pattern, Option<Lowered>) {
        let Expr::Let(binding) = parts[at] else {
            unreachable!("the position is that of a pattern");
        };
        let value = self.expr(&binding.expr);
        let pattern = pattern(&binding.pat);
        let mut others = Vec::new();
        for (other, part) in parts.iter().enumerate() {
            if other != at {
                others.push(self.expr(part));
            }
        }
        let guard = match others.len() {
            0 | 1 => others.pop(),
            _ => {
                let span = others[0].span;
                Some(Lowered::new(Kind::Junction(Junction::And, others), span))
            }
        };
        (value, pattern, guard)
    }

    fn match_value(&mut self, choice: &ExprMatch) -> Kind {
        let scrutinee = self.boxed(&choice.expr);
        let mut arms = Vec::new();
        for arm in &choice.arms {
            let guard = arm.guard.as_ref().map(|(_, guard)| self.expr(guard));
            arms.push((pattern(&arm.pat), guard, self.expr(&arm.body)));
        }
        Kind::Match(scrutinee, arms)
    }
}

/// The comparison of an operator.
pub fn relation(op: BinOp) -> Option<Relation> {
    Some(match op {
        BinOp::Eq(_) => Relation::Eq,
        BinOp::Ne(_) => Relation::Ne,
        BinOp::Lt(_) => Relation::Lt,
        BinOp::Le(_) => Relation::Le,
        BinOp::Gt(_) => Relation::Gt,
        BinOp::Ge(_) => Relation::Ge,
        _ => return None,
    })
}
