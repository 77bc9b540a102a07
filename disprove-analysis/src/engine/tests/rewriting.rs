//! A refined label depends on what is compared, not on syntax: rewriting a test does not change it.

use super::*;
use disprove::prelude::*;

/// A value without effects.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(u8),
    /// An argument or a local, by its number.
    Variable(usize),
    Call(&'static str, Vec<Value>),
    Method(Box<Value>, &'static str),
    Field(Box<Value>, &'static str),
    Sum(Box<Value>, Box<Value>),
    Pair(Box<Value>, Box<Value>),
    Element(Box<Value>, Box<Value>),
    Text(Box<Value>),
}

const ARGUMENTS: usize = 2;

/// Locals in their order, and what is compared in the end.
#[derive(Clone, Debug)]
struct Program {
    locals: Vec<Value>,
    relation: &'static str,
    left: Value,
    right: Value,
    in_loop: bool,
}

fn value(src: &mut Source, variables: usize, depth: u32) -> Value {
    let kinds = if depth == 0 { 2 } else { 9 };
    match src.draw(0..kinds) {
        0 => Value::Variable(src.draw(0..variables)),
        1 => Value::Number(src.draw(0..3)),
        2 => {
            let name = ["f", "g", "pack"][src.draw(0..3)];
            let mut arguments = Vec::new();
            for _ in 0..src.draw(1..=2) {
                arguments.push(value(src, variables, depth - 1));
            }
            Value::Call(name, arguments)
        }
        3 => Value::Method(
            Box::new(value(src, variables, depth - 1)),
            ["len", "first", "to_key"][src.draw(0..3)],
        ),
        4 => Value::Field(Box::new(value(src, variables, depth - 1)), ["a", "b"][src.draw(0..2)]),
        5 => Value::Sum(
            Box::new(value(src, variables, depth - 1)),
            Box::new(value(src, variables, depth - 1)),
        ),
        6 => Value::Pair(
            Box::new(value(src, variables, depth - 1)),
            Box::new(value(src, variables, depth - 1)),
        ),
        7 => Value::Element(
            Box::new(value(src, variables, depth - 1)),
            Box::new(value(src, variables, depth - 1)),
        ),
        _ => Value::Text(Box::new(value(src, variables, depth - 1))),
    }
}

fn program(src: &mut Source) -> Program {
    let mut locals = Vec::new();
    for number in 0..src.draw(0..4_usize) {
        locals.push(value(src, ARGUMENTS + number, 2));
    }
    let variables = ARGUMENTS + locals.len();
    Program {
        locals,
        relation: ["==", "!=", "<="][src.draw(0..3)],
        left: value(src, variables, 3),
        right: value(src, variables, 3),
        in_loop: src.draw(any()),
    }
}

impl Value {
    fn written(&self, names: &[String]) -> String {
        let all = |values: &[Value]| {
            let written: Vec<String> = values.iter().map(|value| value.written(names)).collect();
            written.join(", ")
        };
        match self {
            Value::Number(number) => number.to_string(),
            Value::Variable(at) => names[*at].clone(),
            Value::Call(name, arguments) => format!("{name}({})", all(arguments)),
            Value::Method(of, name) => format!("({}).{name}()", of.written(names)),
            Value::Field(of, name) => format!("({}).{name}", of.written(names)),
            Value::Sum(one, other) => {
                format!("({} + {})", one.written(names), other.written(names))
            }
            Value::Pair(one, other) => {
                format!("({}, {})", one.written(names), other.written(names))
            }
            Value::Element(of, at) => format!("({})[{}]", of.written(names), at.written(names)),
            Value::Text(of) => format!("format!(\"{{}} a\", {})", of.written(names)),
        }
    }

    fn parts(&mut self) -> Vec<&mut Value> {
        match self {
            Value::Number(_) | Value::Variable(_) => Vec::new(),
            Value::Call(_, arguments) => arguments.iter_mut().collect(),
            Value::Method(of, _) | Value::Field(of, _) | Value::Text(of) => vec![of],
            Value::Sum(one, other) | Value::Pair(one, other) | Value::Element(one, other) => {
                vec![one, other]
            }
        }
    }

    /// Replaces every variable by a value.
    fn substitute(&mut self, by: &dyn Fn(usize) -> Value) {
        if let Value::Variable(at) = self {
            *self = by(*at);
            return;
        }
        for part in self.parts() {
            part.substitute(by);
        }
    }

    /// Extracts the part at this position and leaves a variable there.
    fn take(&mut self, place: &mut usize, variable: usize) -> Option<Value> {
        if *place == 0 {
            return Some(std::mem::replace(self, Value::Variable(variable)));
        }
        *place -= 1;
        for part in self.parts() {
            if let Some(taken) = part.take(place, variable) {
                return Some(taken);
            }
        }
        None
    }
}

impl Program {
    fn names(&self) -> Vec<String> {
        let arguments = ["x", "y"].map(str::to_owned).into_iter();
        arguments.chain((0..self.locals.len()).map(|at| format!("local_{at}"))).collect()
    }

    fn condition(&self, names: &[String]) -> String {
        format!("{} {} {}", self.left.written(names), self.relation, self.right.written(names))
    }

    fn written(&self, names: &[String], check: &str) -> String {
        let mut lines = vec![format!("#[property] fn test({}: T, {}: T) {{", names[0], names[1])];
        for (at, local) in self.locals.iter().enumerate() {
            let name = &names[ARGUMENTS + at];
            lines.push(format!("    let {name} = {};", local.written(names)));
        }
        lines.push(if self.in_loop {
            format!("    for _ in 0..3 {{ {check} }}")
        } else {
            format!("    {check}")
        });
        lines.push("}".to_owned());
        lines.join("\n")
    }

    fn label(&self) -> Vec<String> {
        let names = self.names();
        labels(&self.written(&names, &format!("assert!({});", self.condition(&names))))
    }
}

fn labels(text: &str) -> Vec<String> {
    shown(&rust_file(text, Mode::Refined))
}

#[property]
fn a_part_that_gets_a_name_changes_no_label(
    #[draw(program)] before: Program,
    #[draw(0..12)] place: usize,
    left: bool,
) {
    let mut after = before.clone();
    let variable = ARGUMENTS + after.locals.len();
    let side = if left { &mut after.left } else { &mut after.right };
    let mut place = place;
    if let Some(part) = side.take(&mut place, variable) {
        after.locals.push(part);
        assert_eq!(after.label(), before.label());
    }
}

#[property]
fn a_local_that_is_written_out_changes_no_label(#[draw(program)] before: Program) {
    let mut locals: Vec<Value> = Vec::new();
    let by = |locals: &[Value], at: usize| match at.checked_sub(ARGUMENTS) {
        Some(local) => locals[local].clone(),
        None => Value::Variable(at),
    };
    for local in &before.locals {
        let mut local = local.clone();
        local.substitute(&|at| by(&locals, at));
        locals.push(local);
    }
    let mut after = before.clone();
    after.left.substitute(&|at| by(&locals, at));
    after.right.substitute(&|at| by(&locals, at));
    after.locals.clear();
    assert_eq!(after.label(), before.label());
}

#[property]
fn other_names_change_no_label(#[draw(program)] program: Program, #[draw("[a-e]")] start: String) {
    let names: Vec<String> = (0..program.names().len()).map(|at| format!("{start}{at}")).collect();
    let check = format!("assert!({});", program.condition(&names));
    assert_eq!(labels(&program.written(&names, &check)), program.label());
}

#[property]
fn a_local_that_hides_one_out_of_use_changes_no_label(#[draw(program)] program: Program) {
    let uses = |value: &Value, wanted: usize| {
        let found = std::cell::Cell::new(false);
        value.clone().substitute(&|at| {
            found.set(found.get() || at == wanted);
            Value::Variable(at)
        });
        found.get()
    };
    let mut names = program.names();
    for at in 1..program.locals.len() {
        let old = ARGUMENTS + at - 1;
        let later = &program.locals[at + 1..];
        let used = later.iter().chain([&program.left, &program.right]).any(|it| uses(it, old));
        if !used {
            names[old + 1] = names[old].clone();
        }
    }
    let check = format!("assert!({});", program.condition(&names));
    assert_eq!(labels(&program.written(&names, &check)), program.label());
}

#[property]
fn a_condition_that_gets_a_name_changes_no_label(#[draw(program)] program: Program) {
    let names = program.names();
    let check = format!("let holds = {}; assert!(holds);", program.condition(&names));
    assert_eq!(labels(&program.written(&names, &check)), program.label());
}

#[property]
fn wrapping_both_sides_changes_no_label(
    #[draw(program)] program: Program,
    #[draw(0..3)] wrapper: usize,
) {
    let names = program.names();
    let sides = [&program.left, &program.right].map(|side| side.written(&names));
    let [left, right] = sides.map(|side| match wrapper {
        0 => format!("Some({side})"),
        1 => format!("Ok({side})"),
        _ => format!("&{side}"),
    });
    let check = format!("assert!({left} {} {right});", program.relation);
    assert_eq!(labels(&program.written(&names, &check)), program.label());
}

#[property]
fn swapping_the_sides_changes_no_label(#[draw(program)] program: Program) {
    let mut swapped = program.clone();
    std::mem::swap(&mut swapped.left, &mut swapped.right);
    assert_eq!(swapped.label(), program.label());
}

#[property]
fn a_double_negation_changes_no_label(#[draw(program)] program: Program) {
    let names = program.names();
    let check = format!("assert!(!(!({})));", program.condition(&names));
    assert_eq!(labels(&program.written(&names, &check)), program.label());
}
