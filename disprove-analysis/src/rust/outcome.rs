//! The meaning of leaving a test.

use super::expression::{Lower, bare, path_text};
use crate::ir::{Form, Stmt, Verdict};
use quote::ToTokens;
use syn::{Expr, GenericArgument, Lit, PathArguments, ReturnType, Type};

/// What a return type says about the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Unit,
    Bool,
    /// quickcheck's `TestResult`.
    TestResult,
    Result,
    ResultOfBool,
}

impl Outcome {
    /// Determined from the written type.
    pub fn of(output: &ReturnType) -> Outcome {
        match output {
            ReturnType::Default => Outcome::Unit,
            ReturnType::Type(_, ty) => Outcome::of_type(ty),
        }
    }

    fn of_type(ty: &Type) -> Outcome {
        let Type::Path(path) = ty else { return Outcome::Unit };
        let Some(last) = path.path.segments.last() else { return Outcome::Unit };
        let name = last.ident.to_string();
        match name.as_str() {
            "bool" => Outcome::Bool,
            "TestResult" => Outcome::TestResult,
            _ if name.ends_with("Result") || name == "Outcome" => {
                let first = match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => arguments.args.first(),
                    _ => None,
                };
                match first {
                    Some(GenericArgument::Type(inner))
                        if Outcome::of_type(inner) == Outcome::Bool =>
                    {
                        Outcome::ResultOfBool
                    }
                    Some(GenericArgument::Type(inner))
                        if Outcome::of_type(inner) == Outcome::TestResult =>
                    {
                        Outcome::TestResult
                    }
                    _ => Outcome::Result,
                }
            }
            _ => Outcome::Unit,
        }
    }

    /// Determined from the last expression of a closure without a written type.
    pub fn of_body(body: &Expr) -> Outcome {
        let last = match body {
            Expr::Block(block) => match block.block.stmts.last() {
                Some(syn::Stmt::Expr(last, None)) => last,
                _ => return Outcome::Unit,
            },
            other => other,
        };
        if super::body::is_statement(last) {
            return Outcome::Unit;
        }
        match last {
            Expr::Block(_) => Outcome::of_body(last),
            Expr::If(branch) => {
                let then = branch.then_branch.stmts.last();
                match then {
                    Some(syn::Stmt::Expr(value, None)) => Outcome::of_body(value),
                    _ => Outcome::Unit,
                }
            }
            Expr::Call(call) => match bare(&call.func) {
                Expr::Path(path) => {
                    let text = path_text(&path.path);
                    if text.contains("TestResult::") {
                        Outcome::TestResult
                    } else if text == "Ok" || text == "Err" {
                        Outcome::Result
                    } else {
                        Outcome::Bool
                    }
                }
                _ => Outcome::Bool,
            },
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Outcome::Unit,
            _ => Outcome::Bool,
        }
    }

    pub fn verdict(self) -> Verdict {
        match self {
            Outcome::Unit => Verdict::None,
            Outcome::Bool | Outcome::TestResult | Outcome::ResultOfBool => Verdict::ReturnBool,
            Outcome::Result => Verdict::ReturnResult,
        }
    }
}

impl Lower<'_> {
    /// Leaves the function with a value.
    pub fn leave(&mut self, value: &Expr, statements: &mut Vec<Stmt>) {
        let span = self.origin.span(value);
        if let Some(refused) = must_fail(value) {
            let (body, value) = self.lambda_body(&refused.body);
            let form = Form::Raises { reads: value.into_iter().collect(), body, bound: None };
            let assertion = self.assertion(form, refused);
            statements.extend([Stmt::Assert(assertion), Stmt::Return(None)]);
            return;
        }
        if self.outcome == Outcome::TestResult
            && let Some(asserted) = self.verdict_of_helper(value)
        {
            statements.extend([asserted, Stmt::Return(None)]);
            return;
        }
        let leaving = match self.judged(value) {
            Judged::Passes => Stmt::Return(None),
            Judged::Fails => Stmt::Fail(span),
            Judged::Discards => Stmt::Discard,
            Judged::By(inner) => {
                self.asserting = self.outcome.verdict() == Verdict::ReturnBool;
                let value = self.expr(inner);
                self.asserting = false;
                statements.append(&mut self.before);
                if self.helping && self.outcome == Outcome::TestResult {
                    let assertion = self.assertion(Form::Holds(value), inner);
                    statements.push(Stmt::Assert(assertion));
                    Stmt::Return(None)
                } else {
                    Stmt::Return(Some(value))
                }
            }
        };
        statements.push(leaving);
    }

    /// A verdict computed by a function of the file.
    fn verdict_of_helper(&mut self, value: &Expr) -> Option<Stmt> {
        let Expr::Call(call) = bare(value) else { return None };
        let Expr::Path(path) = bare(&call.func) else { return None };
        let name = self.called_path(&path.path);
        if !self.helpers.contains(&name, &self.inside, self.scopes) {
            return None;
        }
        self.asserted_by(&name, call.args.iter().collect(), call)
    }

    fn judged<'e>(&self, value: &'e Expr) -> Judged<'e> {
        if self.outcome == Outcome::Unit {
            return Judged::By(value);
        }
        match bare(value) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(verdict) if verdict.value => Judged::Passes,
                Lit::Bool(_) => Judged::Fails,
                _ => Judged::By(value),
            },
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Judged::Passes,
            Expr::Call(call) => self.judged_call(value, call),
            // `TestCaseError::fail(..).into()` and similar are calls; a named error fails.
            Expr::MethodCall(call) if call.method == "into" => self.judged(&call.receiver),
            _ => Judged::By(value),
        }
    }

    fn judged_call<'e>(&self, value: &'e Expr, call: &'e syn::ExprCall) -> Judged<'e> {
        let Expr::Path(path) = bare(&call.func) else { return Judged::By(value) };
        let text = path_text(&path.path);
        let argument = call.args.first();
        let name = text.rsplit("::").next().unwrap_or_default();
        match (name, argument) {
            ("discard", None) => Judged::Discards,
            ("failed", None) => Judged::Fails,
            ("passed", None) => Judged::Passes,
            ("error", Some(_)) if text.contains("TestResult") => Judged::Fails,
            ("from_bool", Some(inner)) => self.judged(inner),
            ("Ok", Some(inner)) if self.outcome == Outcome::ResultOfBool => self.judged(inner),
            ("Ok", Some(inner)) => match self.judged(inner) {
                Judged::By(_) => Judged::By(value),
                judged => judged,
            },
            ("Err", Some(inner)) => {
                let text = inner.to_token_stream().to_string().to_lowercase();
                if text.contains("reject") || text.contains("discard") {
                    Judged::Discards
                } else {
                    Judged::Fails
                }
            }
            _ => Judged::By(value),
        }
    }
}

/// The closure of `TestResult::must_fail(..)`.
fn must_fail(value: &Expr) -> Option<&syn::ExprClosure> {
    let Expr::Call(call) = bare(value) else { return None };
    let Expr::Path(path) = bare(&call.func) else { return None };
    match call.args.first().map(bare) {
        Some(Expr::Closure(closure))
            if path_text(&path.path).ends_with("TestResult::must_fail") =>
        {
            Some(closure)
        }
        _ => None,
    }
}

enum Judged<'e> {
    Passes,
    Fails,
    Discards,
    By(&'e Expr),
}
