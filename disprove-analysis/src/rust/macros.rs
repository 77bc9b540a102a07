//! Lowers macros: assertions, formats, and those that projects define.

use super::{
    expression::{Lower, bare, path_text, unit},
    forms::{Matches, Statements},
    pattern::pattern,
    template::{captures, nameless},
    tokens,
    walk::DEEPEST_MACRO,
};
use crate::ir::{Argument, Callee, Expr as Lowered, Form, Kind, Relation, Span, Stmt};
use quote::ToTokens;
use syn::{Block, Expr, ExprLit, Lit, Macro, Token, parse::Parser, punctuated::Punctuated};

/// The meaning of a macro.
pub enum Reading {
    Value(Kind),
    Statements(Vec<Stmt>),
}

/// Macros that fail when reached.
const FAILURES: [&str; 7] =
    ["panic", "unreachable", "todo", "unimplemented", "fail", "bail", "prop_fail"];

/// Macros that format a template, or print it.
const FORMATS: [&str; 20] = [
    "format",
    "format_args",
    "print",
    "println",
    "eprint",
    "eprintln",
    "note",
    "label",
    "event",
    "concat",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "log",
    "format_compact",
    "anyhow",
    "eyre",
    "classify",
];

/// The last name of a macro's path.
pub fn name(call: &Macro) -> String {
    call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// Whether it is used for its effect.
pub fn is_statement(call: &Macro) -> bool {
    let name = name(call);
    name.contains("assert")
        || name.contains("assume")
        || FAILURES.contains(&name.as_str())
        || name.contains("print")
        || name == "check"
        || name == "ensure"
}

/// The arguments of a macro, if they are expressions.
pub fn arguments(call: &Macro) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    parser.parse2(call.tokens.clone()).ok().map(|all| all.into_iter().collect())
}

impl Lower<'_> {
    /// Lowers a macro whose value is used.
    pub fn macro_value(&mut self, call: &Macro, span: Span) -> Kind {
        match self.macro_reading(call) {
            Reading::Value(kind) => kind,
            Reading::Statements(mut statements) => match statements.pop() {
                Some(Stmt::Assert(assertion)) if statements.is_empty() => {
                    Kind::Assertion(Box::new(assertion))
                }
                last => {
                    statements.extend(last);
                    Kind::Block(statements, Box::new(unit(span)))
                }
            },
        }
    }

    /// Determines the meaning of a macro.
    pub fn macro_reading(&mut self, call: &Macro) -> Reading {
        let name = name(call);
        if !is_known(&name)
            && let Some(reading) = self.expanded(&name, call)
        {
            return reading;
        }
        let asserting = std::mem::replace(&mut self.asserting, true);
        let form = self.asserted_form(&name, call);
        self.asserting = asserting;
        if let Some(form) = form {
            return self.asserted(form, &name, call);
        }
        match name.as_str() {
            "prop_assume" | "assume" => {
                let condition = arguments(call).and_then(|all| all.into_iter().next());
                let condition = match condition {
                    Some(condition) => self.expr(&condition),
                    None => self.opaque(call),
                };
                Reading::Statements(vec![Stmt::Assume(condition)])
            }
            "prop_reject" | "reject" | "discard" => Reading::Statements(vec![Stmt::Discard]),
            failure if FAILURES.contains(&failure) => {
                Reading::Statements(vec![Stmt::Fail(self.origin.span(call))])
            }
            _ => Reading::Value(self.plain_macro(&name, call)),
        }
    }

    /// Expands a macro of the file.
    fn expanded(&mut self, name: &str, call: &Macro) -> Option<Reading> {
        if self.expanding >= DEEPEST_MACRO || self.expansions.get() == 0 {
            return None;
        }
        let local = self.local_macros.iter().rev().find(|(local, _)| local == name);
        let rules = local.map(|(_, rules)| rules).or_else(|| self.macros.get(name))?;
        let tokens = rules.expand(&call.tokens)?;
        self.expansions.update(|left| left - 1);
        let outside = self.origin;
        self.origin = outside.inside(call);
        self.expanding += 1;
        let reading = if let Ok(value) = syn::parse2::<Expr>(tokens.clone()) {
            if super::body::is_statement(&value) {
                let mut statements = Vec::new();
                self.statement(&value, &mut statements);
                Some(Reading::Statements(statements))
            } else {
                Some(Reading::Value(self.expr(&value).kind))
            }
        } else if let Ok(Statements(stmts)) = syn::parse2(tokens) {
            let block = Block { brace_token: syn::token::Brace::default(), stmts };
            let (statements, value) = self.block_parts(&block);
            Some(match value {
                Some(value) => Reading::Value(Kind::Block(statements, Box::new(value))),
                None => Reading::Statements(vec![Stmt::Block(statements)]),
            })
        } else {
            None
        };
        self.expanding -= 1;
        self.origin = outside;
        reading
    }

    fn asserted(&mut self, form: Form, name: &str, call: &Macro) -> Reading {
        if let Form::Holds(Lowered { kind: Kind::Literal, .. }) = &form
            && call.tokens.to_string().starts_with("false")
        {
            return Reading::Statements(vec![Stmt::Fail(self.origin.span(call))]);
        }
        let mut assertion = self.assertion(form, call);
        assertion.by_name = !matches!(assertion.form, Form::Helper { .. }) && !is_known(name);
        Reading::Statements(vec![Stmt::Assert(assertion)])
    }

    fn asserted_form(&mut self, name: &str, call: &Macro) -> Option<Form> {
        if name.ends_with("assert_matches") || name == "assert_let" {
            if let Ok(matches) = syn::parse2::<Matches>(call.tokens.clone()) {
                let guard = matches.guard.as_ref().map(|guard| self.expr(guard));
                return Some(Form::Matches {
                    value: self.expr(&matches.value),
                    pattern: pattern(&matches.pattern),
                    guard,
                });
            }
            return Some(Form::Holds(self.opaque(call)));
        }
        let helper = self.helpers.macros.contains(name);
        if !helper && !name.contains("assert") && name != "ensure" && !name.starts_with("check_") {
            return None;
        }
        let Some(all) = arguments(call) else {
            let opaque = self.opaque(call);
            return Some(if helper || !is_known(name) {
                let opaque = Argument { value: opaque, keyword: None, mutable: false };
                Form::Helper { name: format!("{name}!"), arguments: vec![opaque] }
            } else {
                Form::Holds(opaque)
            });
        };
        if helper && !is_known(name) {
            let arguments = self.arguments(&all);
            return Some(Form::Helper { name: format!("{name}!"), arguments });
        }
        let compared = match name {
            "assert" | "debug_assert" | "prop_assert" | "ensure" => {
                return all.first().map(|condition| Form::Holds(self.expr(condition)));
            }
            "assert_eq" | "debug_assert_eq" | "prop_assert_eq" => Some(Relation::Eq),
            "assert_ne" | "debug_assert_ne" | "prop_assert_ne" => Some(Relation::Ne),
            _ => None,
        };
        if let (Some(relation), [left, right, ..]) = (compared, all.as_slice()) {
            return Some(Form::Compare(relation, self.expr(left), self.expr(right)));
        }
        // `epsilon = 1e-6` is an option of the comparison.
        let operands: Vec<&Expr> =
            all.iter().filter(|argument| !matches!(argument, Expr::Assign(_))).collect();
        let form = self.form_by_name(name, &operands)?;
        Some(super::assertion::called(form, &format!("{name}!")))
    }

    fn plain_macro(&mut self, name: &str, call: &Macro) -> Kind {
        if name == "matches"
            && let Ok(matches) = syn::parse2::<Matches>(call.tokens.clone())
        {
            let guard = matches.guard.as_ref().map(|guard| self.boxed(guard));
            return Kind::Matches {
                value: self.boxed(&matches.value),
                pattern: pattern(&matches.pattern),
                guard,
                binds: false,
            };
        }
        if matches!(name, "include_str" | "include_bytes" | "env" | "stringify" | "line" | "file") {
            return Kind::Literal;
        }
        let Some(all) = arguments(call) else { return self.repeated(call) };
        match (name, all.as_slice()) {
            ("dbg" | "black_box" | "pin", [one]) => Kind::Same(self.boxed(one)),
            ("vec" | "smallvec" | "array_vec" | "hashset" | "btreeset" | "arrayvec", _) => {
                Kind::Group(self.all(&all))
            }
            ("relative_eq" | "abs_diff_eq" | "ulps_eq", [left, right, ..]) => {
                Kind::Compare(Relation::Eq, self.boxed(left), self.boxed(right))
            }
            ("relative_ne" | "abs_diff_ne" | "ulps_ne", [left, right, ..]) => {
                Kind::Compare(Relation::Ne, self.boxed(left), self.boxed(right))
            }
            ("write" | "writeln", [into, rest @ ..]) => {
                let receiver = self.boxed(into);
                let value = Lowered::new(self.text(rest), self.origin.span(call));
                let callee = Callee::Method("write_fmt".to_owned(), receiver);
                let arguments = vec![Argument { value, keyword: None, mutable: false }];
                Kind::Call { callee, arguments }
            }
            (format, _) if FORMATS.contains(&format) => self.text(&all),
            _ => {
                let callee = Callee::Macro(path_text(&call.path));
                Kind::Call { callee, arguments: self.arguments(&all) }
            }
        }
    }

    /// Lowers a format: its template without names, the values of the names, and the arguments.
    fn text(&mut self, arguments: &[Expr]) -> Kind {
        let mut template = String::new();
        let mut parts = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            match bare(argument) {
                Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) if at == 0 => {
                    let span = self.origin.span(argument);
                    template = nameless(&literal.value());
                    for name in captures(&literal.value()) {
                        parts.push(Lowered::new(Kind::Name(name), span));
                    }
                }
                Expr::Assign(named) => parts.push(self.expr(&named.right)),
                other => parts.push(self.expr(other)),
            }
        }
        Kind::Text(template, parts)
    }

    /// Lowers `vec![value; count]`, or a macro of which only the names are known.
    fn repeated(&mut self, call: &Macro) -> Kind {
        let parser = Punctuated::<Expr, Token![;]>::parse_separated_nonempty;
        match parser.parse2(call.tokens.clone()) {
            Ok(all) => Kind::Group(self.all(&all)),
            Err(_) => Kind::Opaque(tokens::names(call.tokens.to_token_stream())),
        }
    }

    fn opaque(&self, call: &Macro) -> Lowered {
        Lowered::new(Kind::Opaque(tokens::names(call.tokens.clone())), self.origin.span(call))
    }
}

/// Macros with a known meaning, not one derived from their names.
fn is_known(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "assert_eq"
            | "assert_ne"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "prop_assert"
            | "prop_assert_eq"
            | "prop_assert_ne"
            | "ensure"
            | "assert_relative_eq"
            | "assert_relative_ne"
            | "assert_abs_diff_eq"
            | "assert_abs_diff_ne"
            | "assert_ulps_eq"
            | "assert_ulps_ne"
    ) || name.ends_with("assert_matches")
}
