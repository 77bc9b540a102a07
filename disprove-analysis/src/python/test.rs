//! The tests of a file, and the helpers that they call.

use super::{
    asserter::{Helpers, is_decorated},
    given::{self, Arguments, is_given},
    lines::Lines,
    lowering::{Lowering, span},
    path::last,
    scope::Bound,
};
use crate::ir::{File, Framework, Function, Language, Test, Verdict};
use ruff_python_ast::{
    self as ast, Stmt,
    visitor::{self, Visitor},
};

/// Goes through a file.
pub(super) struct Tests<'a> {
    text: &'a str,
    lines: Lines<'a>,
    helpers: Helpers,
    pub(super) file: File,
}

/// What the decorators of a machine's methods are called.
const OF_MACHINES: [&str; 3] = ["rule", "initialize", "invariant"];

/// A function that makes values, or that makes what a test needs.
const NO_TESTS: [&str; 3] = ["composite", "fixture", "property"];

impl<'a> Tests<'a> {
    pub(super) fn new(text: &'a str, body: &[Stmt]) -> Tests<'a> {
        let lines = Lines::new(text);
        Tests { text, lines, helpers: Helpers::of(body), file: File::default() }
    }

    pub(super) fn body(&mut self, body: &[Stmt], class: Option<&str>) {
        for statement in body {
            match statement {
                Stmt::FunctionDef(function) => self.function(function, class),
                Stmt::ClassDef(inner) => self.body(&inner.body, Some(&inner.name)),
                Stmt::If(branch) => {
                    self.body(&branch.body, class);
                    for clause in &branch.elif_else_clauses {
                        self.body(&clause.body, class);
                    }
                }
                Stmt::Try(inner) => {
                    self.body(&inner.body, class);
                    self.body(&inner.orelse, class);
                }
                Stmt::With(inner) => self.body(&inner.body, class),
                _ => {}
            }
        }
    }

    fn function(&mut self, function: &ast::StmtFunctionDef, class: Option<&str>) {
        let own = function.name.as_str();
        let full = class.map_or_else(|| own.to_owned(), |class| format!("{class}.{own}"));
        let of_machine = class.and_then(|_| machine_arguments(function));
        if is_given(function) {
            let arguments = given::arguments(function);
            self.test(&full, function, class, arguments, Framework::Hypothesis, false);
        } else if let Some(arguments) = of_machine {
            self.test(&full, function, class, arguments, Framework::Hypothesis, true);
        } else if is_decorated(function, &NO_TESTS) {
            return;
        } else if own.starts_with("test") {
            let arguments = given::of_rule(function, None);
            self.test(&full, function, class, arguments, Framework::Unit, false);
        } else if self.helpers.holds(&full) {
            let is_static = is_decorated(function, &["staticmethod"]);
            let skipped = usize::from(class.is_some() && !is_static);
            let parameters = function.parameters.iter().skip(skipped);
            let parameters = parameters.map(|each| each.name().to_string()).collect();
            let body = self.lower(function, class, &Arguments::default());
            let span = span(function.range);
            self.file.helpers.push(Function { name: full.clone(), parameters, body, span });
        }
        let mut nested = Nested::default();
        nested.visit_body(&function.body);
        for inner in nested.0 {
            let name = format!("{full}.{}", inner.name);
            let arguments = given::arguments(inner);
            self.test(&name, inner, class, arguments, Framework::Hypothesis, false);
        }
    }

    fn test(
        &mut self,
        name: &str,
        function: &ast::StmtFunctionDef,
        class: Option<&str>,
        arguments: Arguments,
        framework: Framework,
        stateful: bool,
    ) {
        let body = self.lower(function, class, &arguments);
        let (line, _) = self.lines.place(function.name.range.start().into());
        let Arguments { generated, handle, other } = arguments;
        self.file.tests.push(Test {
            language: Language::Python,
            name: name.to_owned(),
            line,
            span: span(function.range),
            framework,
            generated,
            handle,
            other,
            body,
            verdict: Verdict::None,
            should_fail: is_decorated(function, &["raises", "expectedFailure"]),
            stateful,
        });
    }

    fn lower(
        &self,
        function: &ast::StmtFunctionDef,
        class: Option<&str>,
        arguments: &Arguments,
    ) -> Vec<crate::ir::Stmt> {
        let mut lowering = Lowering {
            text: self.text,
            lines: &self.lines,
            helpers: &self.helpers,
            class,
            bound: Bound::of(&function.parameters, &function.body),
            handles: arguments.handle.iter().cloned().collect(),
            pending: Vec::new(),
        };
        lowering.body(&function.body)
    }
}

/// The arguments of a rule or of an invariant of a machine.
fn machine_arguments(function: &ast::StmtFunctionDef) -> Option<Arguments> {
    for decorator in &function.decorator_list {
        if let ast::Expr::Call(call) = &decorator.expression
            && last(&call.func).is_some_and(|name| OF_MACHINES.contains(&name))
            && call.arguments.args.is_empty()
        {
            return Some(given::of_rule(function, Some(&call.arguments)));
        }
    }
    None
}

/// Properties inside of other functions.
#[derive(Default)]
struct Nested<'a>(Vec<&'a ast::StmtFunctionDef>);

impl<'a> Visitor<'a> for Nested<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::FunctionDef(function) = stmt
            && is_given(function)
        {
            self.0.push(function);
        }
        visitor::walk_stmt(self, stmt);
    }
}
