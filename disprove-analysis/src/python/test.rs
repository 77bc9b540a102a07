//! Finds the tests of a file and the helpers that they call.

use super::{
    asserter::{Helpers, is_decorated},
    expression::parameter,
    given::{self, Arguments, Givens},
    inside::{Property, properties},
    lowering::{Lowering, span},
    path::last,
    scope::{Bound, Read},
};
use crate::{
    ir::{File, Framework, Function, Language, Test, Verdict},
    lines::Lines,
};
use ruff_python_ast::{self as ast, Stmt};

/// Walks a file.
pub(super) struct Tests<'a> {
    text: &'a str,
    lines: Lines<'a>,
    helpers: Helpers,
    givens: Givens,
    /// Everything outside functions and classes.
    module: &'a [Stmt],
    pub(super) file: File,
}

/// A test before its body is lowered.
struct Draft<'d> {
    name: String,
    at: ruff_text_size::TextRange,
    whole: ruff_text_size::TextRange,
    parameters: Option<&'d ast::Parameters>,
    body: Body<'d>,
    class: Option<&'d str>,
    arguments: Arguments,
    framework: Framework,
    should_fail: bool,
    stateful: bool,
    /// The body of the enclosing function.
    around: &'d [Stmt],
}

#[derive(Clone, Copy)]
enum Body<'d> {
    Statements(&'d [Stmt]),
    /// The expression of a lambda.
    Value(&'d ast::Expr),
}

/// The decorators of a state machine's methods.
const OF_MACHINES: [&str; 3] = ["rule", "initialize", "invariant"];

/// Decorators of strategies and fixtures.
const NO_TESTS: [&str; 3] = ["composite", "fixture", "property"];

impl<'a> Tests<'a> {
    pub(super) fn new(text: &'a str, module: &'a [Stmt]) -> Tests<'a> {
        let lines = Lines::new(text);
        let (helpers, givens) = (Helpers::of(module), Givens::of(module));
        Tests { text, lines, helpers, givens, module, file: File::default() }
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
                    for ast::ExceptHandler::ExceptHandler(handler) in &inner.handlers {
                        self.body(&handler.body, class);
                    }
                    self.body(&inner.orelse, class);
                    self.body(&inner.finalbody, class);
                }
                Stmt::With(inner) => self.body(&inner.body, class),
                Stmt::For(inner) => self.body(&inner.body, class),
                Stmt::While(inner) => self.body(&inner.body, class),
                _ => {
                    let scope = if class.is_some() { body } else { &[] };
                    self.inside(std::slice::from_ref(statement), scope, class, class, &[]);
                }
            }
        }
    }

    fn function(&mut self, function: &ast::StmtFunctionDef, class: Option<&str>) {
        let own = function.name.as_str();
        let full = class.map_or_else(|| own.to_owned(), |class| format!("{class}.{own}"));
        let of_machine = class.and_then(|_| machine_arguments(function));
        if self.givens.is_given(function) {
            let arguments = self.givens.arguments(function);
            self.test(draft(full.clone(), function, class, arguments));
        } else if let Some(arguments) = of_machine {
            let draft = draft(full.clone(), function, class, arguments);
            self.test(Draft { stateful: true, ..draft });
        } else if is_decorated(function, &NO_TESTS) {
            return;
        } else if own.starts_with("test") {
            let arguments = given::of_unit(function);
            let draft = draft(full.clone(), function, class, arguments);
            self.test(Draft { framework: Framework::Unit, ..draft });
        } else if self.helpers.holds(&full) {
            let is_static = is_decorated(function, &["staticmethod"]);
            let skipped = usize::from(class.is_some() && !is_static);
            let parameters = function.parameters.iter().skip(skipped);
            let parameters = parameters.map(|each| parameter(each.name())).collect();
            let body = self.lower(
                Some(&function.parameters),
                Body::Statements(&function.body),
                class,
                None,
                &[],
            );
            let span = span(function.range);
            self.file.helpers.push(Function { name: full.clone(), parameters, body, span });
        }
        self.inside(&function.body, &function.body, Some(&full), class, &function.body);
    }

    /// Reads properties inside a function or another statement. Their names begin with that of `outer`. Functions are
    /// looked up in `scope`, and those in `around` can be called.
    fn inside(
        &mut self,
        statements: &[Stmt],
        scope: &[Stmt],
        outer: Option<&str>,
        class: Option<&str>,
        around: &[Stmt],
    ) {
        let name = |own: &str| outer.map_or_else(|| own.to_owned(), |name| format!("{name}.{own}"));
        for property in properties(statements, [scope, self.module], &self.givens) {
            match property {
                Property::Decorated(function) => {
                    let arguments = self.givens.arguments(function);
                    let draft = draft(name(&function.name), function, class, arguments);
                    self.test(Draft { around, ..draft });
                }
                Property::Rule(machine, function) => {
                    let Some(arguments) = machine_arguments(function) else { continue };
                    let full = name(&format!("{}.{}", machine.name, function.name));
                    let draft = draft(full, function, Some(&machine.name), arguments);
                    self.test(Draft { stateful: true, around, ..draft });
                }
                Property::Called { under, function, arguments } => {
                    let full = under.map_or_else(|| name(&function.name), name);
                    // It is already listed as a unit test or a helper.
                    self.file
                        .tests
                        .retain(|test| test.framework != Framework::Unit || test.name != full);
                    self.test(Draft { around, ..draft(full, function, class, arguments) });
                }
                Property::Lambda { under, lambda, arguments } => self.test(Draft {
                    name: name(under.unwrap_or("<lambda>")),
                    at: lambda.range,
                    whole: lambda.range,
                    parameters: lambda.parameters.as_deref(),
                    body: Body::Value(&lambda.body),
                    class,
                    arguments,
                    framework: Framework::Hypothesis,
                    should_fail: false,
                    stateful: false,
                    around,
                }),
            }
        }
    }

    fn test(&mut self, draft: Draft) {
        let handle = draft.arguments.handle.as_deref();
        let body = self.lower(draft.parameters, draft.body, draft.class, handle, draft.around);
        let (line, _) = self.lines.place(draft.at.start().into());
        let Arguments { generated, handle, other } = draft.arguments;
        self.file.tests.push(Test {
            language: Language::Python,
            name: draft.name,
            line,
            span: span(draft.whole),
            framework: draft.framework,
            generated,
            mutable: Vec::new(),
            handle,
            other,
            body,
            verdict: Verdict::None,
            should_fail: draft.should_fail,
            stateful: draft.stateful,
        });
    }

    fn lower(
        &self,
        parameters: Option<&ast::Parameters>,
        body: Body,
        class: Option<&str>,
        handle: Option<&str>,
        around: &[Stmt],
    ) -> Vec<crate::ir::Stmt> {
        let mut bound = match body {
            Body::Statements(body) => Bound::of(parameters, body),
            Body::Value(value) => Bound::of_value(parameters, value),
        };
        let seen = self.seen(body, &bound, around);
        for function in &seen {
            bound.add(&function.name);
        }
        let mut lowering = Lowering {
            text: self.text,
            lines: &self.lines,
            helpers: &self.helpers,
            givens: &self.givens,
            class,
            bound,
            handles: handle.into_iter().map(ToOwned::to_owned).collect(),
            pending: Vec::new(),
        };
        let mut lowered = Vec::new();
        for function in seen {
            lowered.push(lowering.definition(function));
        }
        match body {
            Body::Statements(body) => lowered.append(&mut lowering.body(body)),
            Body::Value(value) => {
                let mut inside = Vec::new();
                lowering.effect(value, &mut inside);
                lowered.append(&mut lowering.pending);
                lowered.append(&mut inside);
            }
        }
        lowered
    }

    /// The enclosing functions that a property calls.
    fn seen<'b>(
        &self,
        body: Body,
        bound: &Bound,
        around: &'b [Stmt],
    ) -> Vec<&'b ast::StmtFunctionDef> {
        if around.is_empty() {
            return Vec::new();
        }
        let read = match body {
            Body::Statements(body) => Read::in_body(body),
            Body::Value(value) => Read::in_expression(value),
        };
        let functions = around.iter().filter_map(Stmt::as_function_def_stmt);
        functions
            .filter(|function| {
                let name = function.name.as_str();
                read.iter().any(|read| read == name)
                    && !bound.has(name)
                    && !self.givens.is_given(function)
            })
            .collect()
    }
}

fn draft<'d>(
    name: String,
    function: &'d ast::StmtFunctionDef,
    class: Option<&'d str>,
    arguments: Arguments,
) -> Draft<'d> {
    Draft {
        name,
        at: function.name.range,
        whole: function.range,
        parameters: Some(&function.parameters),
        body: Body::Statements(&function.body),
        class,
        arguments,
        framework: Framework::Hypothesis,
        should_fail: is_decorated(function, &["raises", "expectedFailure"]),
        stateful: false,
        around: &[],
    }
}

/// The arguments of a rule or an invariant of a state machine.
pub(super) fn machine_arguments(function: &ast::StmtFunctionDef) -> Option<Arguments> {
    for decorator in &function.decorator_list {
        if let ast::Expr::Call(call) = &decorator.expression
            && last(&call.func).is_some_and(|name| OF_MACHINES.contains(&name))
            && call.arguments.args.is_empty()
        {
            return Some(given::of_rule(function, &call.arguments));
        }
    }
    None
}
