//! Determines which arguments Hypothesis generates.

use super::path::{called, last};
use ruff_python_ast as ast;
use std::collections::HashMap;

/// The arguments of a test, by role.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) generated: Vec<String>,
    pub(super) handle: Option<String>,
    pub(super) other: Vec<String>,
}

/// The names of `given` in a file, and decorators made from it.
#[derive(Default)]
pub(super) struct Givens {
    /// `from hypothesis import given as examples_of`.
    imported: Vec<String>,
    /// `given_numbers = given(integers())`, which decorates several tests.
    made: HashMap<String, ast::Arguments>,
}

impl Givens {
    pub(super) fn of(body: &[ast::Stmt]) -> Givens {
        let mut givens = Givens::default();
        for statement in body {
            match statement {
                ast::Stmt::ImportFrom(import) => {
                    let renamed = import.names.iter().filter(|each| each.name.as_str() == "given");
                    let renamed = renamed.filter_map(|each| each.asname.as_ref());
                    givens.imported.extend(renamed.map(ToString::to_string));
                }
                ast::Stmt::Assign(assign) => {
                    if let [ast::Expr::Name(name)] = &*assign.targets
                        && let Some(arguments) = givens.strategies(&assign.value)
                    {
                        givens.made.insert(name.id.to_string(), arguments.clone());
                    }
                }
                _ => {}
            }
        }
        givens
    }

    /// The arguments of `given(..)`. Decorators of the same name for steps of a story take a string and are skipped.
    pub(super) fn strategies<'s>(&'s self, value: &'s ast::Expr) -> Option<&'s ast::Arguments> {
        if let ast::Expr::Name(name) = value {
            return self.made.get(name.id.as_str());
        }
        let call = value.as_call_expr()?;
        let name = last(&call.func)?;
        if name != "given" && !self.imported.iter().any(|imported| imported == name) {
            return None;
        }
        let is_story = call.arguments.args.first().is_some_and(|first| {
            first.is_string_literal_expr()
                || first.is_f_string_expr()
                || called(first).is_some_and(|name| matches!(name, "parse" | "re" | "cfparse"))
        });
        (!is_story).then_some(&call.arguments)
    }

    /// All `@given(..)` of a function.
    fn decorators<'s>(
        &'s self,
        function: &'s ast::StmtFunctionDef,
    ) -> impl Iterator<Item = &'s ast::Arguments> {
        function.decorator_list.iter().filter_map(|each| self.strategies(&each.expression))
    }

    /// Whether a function is a property.
    pub(super) fn is_given(&self, function: &ast::StmtFunctionDef) -> bool {
        self.decorators(function).next().is_some()
    }

    /// The arguments of a property.
    pub(super) fn arguments(&self, function: &ast::StmtFunctionDef) -> Arguments {
        let mut filled = Filled::new(&function.parameters);
        for given in self.decorators(function) {
            filled.fill(given);
        }
        filled.done()
    }
}

/// The arguments of a function that `given(..)` is applied to.
pub(super) fn called_with(parameters: &ast::Parameters, given: &ast::Arguments) -> Arguments {
    let mut filled = Filled::new(parameters);
    filled.fill(given);
    filled.done()
}

/// The arguments of a function without `given`.
pub(super) fn of_unit(function: &ast::StmtFunctionDef) -> Arguments {
    Filled::new(&function.parameters).done()
}

/// The arguments of a rule, all passed by keyword, and the state, which counts as generated like the arguments that led
/// to it.
pub(super) fn of_rule(function: &ast::StmtFunctionDef, given: &ast::Arguments) -> Arguments {
    let mut filled = Filled::new(&function.parameters);
    for (name, generated) in &mut filled.parameters {
        *generated = name == "self";
    }
    for keyword in &given.keywords {
        match &keyword.arg {
            Some(name) if !matches!(name.as_str(), "target" | "targets") => {
                filled.mark(name, &keyword.value);
            }
            Some(_) => {}
            None => filled.all(),
        }
    }
    filled.done()
}

/// Parameters, and whether each is generated.
struct Filled {
    /// Positional parameters first.
    parameters: Vec<(String, bool)>,
    positional: usize,
    /// `*args`, `**kwargs`.
    rest: Option<String>,
    keywords: Option<String>,
    handle: Option<String>,
}

impl Filled {
    fn new(all: &ast::Parameters) -> Filled {
        let positional = all.posonlyargs.iter().chain(&all.args);
        let mut parameters: Vec<_> =
            positional.map(|each| (each.parameter.name.to_string(), false)).collect();
        let count = parameters.len();
        for each in &all.kwonlyargs {
            parameters.push((each.parameter.name.to_string(), false));
        }
        let rest = all.vararg.as_ref().map(|each| each.name.to_string());
        let keywords = all.kwarg.as_ref().map(|each| each.name.to_string());
        Filled { parameters, positional: count, rest, keywords, handle: None }
    }

    fn fill(&mut self, given: &ast::Arguments) {
        for keyword in &given.keywords {
            match &keyword.arg {
                Some(name) => self.mark(name, &keyword.value),
                None => self.all(),
            }
        }
        match &*given.args {
            [ast::Expr::EllipsisLiteral(_)] => self.all(),
            strategies if strategies.iter().any(ast::Expr::is_starred_expr) => self.all(),
            strategies => {
                // From the right, skipping those passed by keyword.
                let mut at = self.positional;
                for strategy in strategies.iter().rev() {
                    while at > 0 && self.parameters[at - 1].1 {
                        at -= 1;
                    }
                    if at == 0 {
                        if let Some(rest) = self.rest.clone() {
                            self.parameters.push((rest, true));
                        }
                        return;
                    }
                    self.take(at - 1, strategy);
                }
            }
        }
    }

    fn mark(&mut self, name: &str, strategy: &ast::Expr) {
        match self.parameters.iter().position(|(parameter, _)| parameter == name) {
            Some(at) => self.take(at, strategy),
            None => {
                if let Some(keywords) = self.keywords.take() {
                    self.parameters.push((keywords, true));
                }
            }
        }
    }

    fn take(&mut self, at: usize, strategy: &ast::Expr) {
        self.parameters[at].1 = true;
        if let ast::Expr::Call(call) = strategy
            && last(&call.func) == Some("data")
            && call.arguments.args.is_empty()
        {
            self.handle = Some(self.parameters[at].0.clone());
        }
    }

    /// Unknown which: all but `self`.
    fn all(&mut self) {
        for (name, generated) in &mut self.parameters {
            *generated |= !matches!(name.as_str(), "self" | "cls");
        }
    }

    fn done(self) -> Arguments {
        let mut arguments = Arguments { handle: self.handle, ..Arguments::default() };
        for (name, generated) in self.parameters {
            let list = if generated { &mut arguments.generated } else { &mut arguments.other };
            if !list.contains(&name) {
                list.push(name);
            }
        }
        for name in self.rest.into_iter().chain(self.keywords) {
            if !arguments.generated.contains(&name) {
                arguments.other.push(name);
            }
        }
        arguments
    }
}
