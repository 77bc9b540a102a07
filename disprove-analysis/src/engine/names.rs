//! Collects the names that statements mention: in `paper` mode a condition influences all of them.

use crate::ir::{Argument, Assertion, Callee, Expr, Form, Kind, Loop, Pattern, Place, Stmt};

/// Collects names, once per occurrence.
#[derive(Default)]
pub(super) struct Names<'a> {
    found: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The names in these statements, including nested ones.
    pub(super) fn of(statements: &'a [Stmt]) -> Vec<&'a str> {
        Names::of_closure(statements, None)
    }

    /// The names in the body of a closure.
    pub(super) fn of_closure(body: &'a [Stmt], value: Option<&'a Expr>) -> Vec<&'a str> {
        let mut names = Names::default();
        names.statements(body);
        names.optional(value);
        names.found.sort_unstable();
        names.found.dedup();
        names.found
    }

    fn statements(&mut self, all: &'a [Stmt]) {
        for statement in all {
            self.statement(statement);
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        self.found.extend(pattern.names());
    }

    fn place(&mut self, place: &'a Place) {
        self.found.extend(place.name.as_deref());
        self.expressions(&place.reads);
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Bind { pattern, value, .. } => {
                self.pattern(pattern);
                self.expression(value);
            }
            Stmt::BindOrElse { pattern, value, otherwise } => {
                self.pattern(pattern);
                self.expression(value);
                self.statements(otherwise);
            }
            Stmt::Update(place, _, value) => {
                self.place(place);
                self.expression(value);
            }
            Stmt::Effect(value) | Stmt::Assume(value) => self.expression(value),
            Stmt::If { condition, then, otherwise } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            Stmt::Match { scrutinee, arms } => {
                self.expression(scrutinee);
                for arm in arms {
                    self.pattern(&arm.pattern);
                    self.optional(arm.guard.as_ref());
                    self.statements(&arm.body);
                }
            }
            Stmt::Loop { kind, body } => {
                match kind {
                    Loop::For(pattern, source) => {
                        self.pattern(pattern);
                        self.expression(source);
                    }
                    Loop::While(condition, pattern) => {
                        self.expression(condition);
                        if let Some(pattern) = pattern {
                            self.pattern(pattern);
                        }
                    }
                    Loop::Forever => {}
                }
                self.statements(body);
            }
            Stmt::Try { body, handlers, otherwise, finally } => {
                self.statements(body);
                for handler in handlers {
                    self.pattern(&handler.pattern);
                    self.statements(&handler.body);
                }
                self.statements(otherwise);
                self.statements(finally);
            }
            Stmt::Block(body) => self.statements(body),
            Stmt::Define(name, value) => {
                self.found.push(name);
                self.expression(value);
            }
            Stmt::Assert(assertion) => self.assertion(assertion),
            Stmt::Return(value) => self.optional(value.as_ref()),
            Stmt::Fail(_) | Stmt::Discard | Stmt::Break | Stmt::Continue => {}
        }
    }

    fn assertion(&mut self, assertion: &'a Assertion) {
        match &assertion.form {
            Form::Holds(value) => self.expression(value),
            Form::Compare(_, one, other) | Form::In(one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Form::Contains { text, part } => {
                self.expression(text);
                self.expression(part);
            }
            Form::IsType(value, of) => {
                self.expression(value);
                self.optional(of.as_ref());
            }
            Form::Raises { reads, body, .. } => {
                self.expressions(reads);
                self.statements(body);
            }
            Form::Matches { value, pattern, guard } => {
                self.expression(value);
                self.pattern(pattern);
                self.optional(guard.as_ref());
            }
            Form::Helper { arguments, .. } => self.arguments(arguments),
        }
    }

    fn optional(&mut self, value: Option<&'a Expr>) {
        if let Some(value) = value {
            self.expression(value);
        }
    }

    fn expressions(&mut self, all: &'a [Expr]) {
        for each in all {
            self.expression(each);
        }
    }

    fn arguments(&mut self, all: &'a [Argument]) {
        for argument in all {
            self.expression(&argument.value);
        }
    }

    fn expression(&mut self, expression: &'a Expr) {
        match &expression.kind {
            Kind::Literal | Kind::Path(_) => {}
            Kind::Name(name) => self.found.push(name),
            Kind::Field(of, _)
            | Kind::Same(of)
            | Kind::Borrow(of)
            | Kind::Wrap(_, of)
            | Kind::Conv(of)
            | Kind::Not(of) => {
                self.expression(of);
            }
            Kind::Index(one, other) | Kind::Compare(_, one, other) | Kind::In(one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Kind::Group(all)
            | Kind::Draw(all)
            | Kind::Operation(_, all)
            | Kind::Junction(_, all)
            | Kind::Text(_, all) => self.expressions(all),
            Kind::Call { callee, arguments } => {
                match callee {
                    Callee::Function(name) => self.found.push(name),
                    Callee::Method(_, of) | Callee::Value(of) => self.expression(of),
                    Callee::Macro(_) => {}
                }
                self.arguments(arguments);
            }
            Kind::If(condition, then, otherwise) => {
                self.expression(condition);
                self.expression(then);
                self.expression(otherwise);
            }
            Kind::Match(scrutinee, arms) => {
                self.expression(scrutinee);
                for (pattern, guard, value) in arms {
                    self.pattern(pattern);
                    self.optional(guard.as_ref());
                    self.expression(value);
                }
            }
            Kind::Quantified { pattern, source, body, .. } => {
                self.pattern(pattern);
                self.expression(source);
                self.expression(body);
            }
            Kind::Comprehension { pattern, source, condition, element } => {
                self.pattern(pattern);
                self.expression(source);
                self.optional(condition.as_deref());
                self.expression(element);
            }
            Kind::Lambda { parameters, body, value } => {
                for parameter in parameters {
                    self.pattern(parameter);
                }
                self.statements(body);
                self.optional(value.as_deref());
            }
            Kind::Block(body, value) => {
                self.statements(body);
                self.expression(value);
            }
            Kind::Matches { value, pattern, guard, .. } => {
                self.expression(value);
                self.pattern(pattern);
                self.optional(guard.as_deref());
            }
            Kind::Assertion(assertion) => self.assertion(assertion),
            Kind::Opaque(names) => self.found.extend(names.iter().map(String::as_str)),
        }
    }
}
