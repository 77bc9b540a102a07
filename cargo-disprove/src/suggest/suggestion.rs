//! A suggested property, and how one is written.

use super::{
    concrete::Concrete,
    definition::Api,
    pass::pass,
    ty::Ty,
    value::{Values, snake, variable},
};
use std::{collections::BTreeSet, fmt::Write as _};

/// What a property says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    RoundTrip,
    Rejection,
    Model,
    Law,
    Idempotence,
    Commutativity,
    Bounds,
    Inclusion,
    Paths,
    NoPanic,
}

impl Shape {
    pub(super) fn name(self) -> &'static str {
        match self {
            Shape::RoundTrip => "round trip",
            Shape::Rejection => "rejection",
            Shape::Model => "model",
            Shape::Law => "law",
            Shape::Idempotence => "idempotence",
            Shape::Commutativity => "commutativity",
            Shape::Bounds => "bounds",
            Shape::Inclusion => "inclusion",
            Shape::Paths => "equal paths",
            Shape::NoPanic => "no panic",
        }
    }
}

/// A property that may hold.
#[derive(Clone, Debug)]
pub(super) struct Suggestion {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// What it says, in a sentence.
    pub(super) claim: String,
    /// The functions it is about, as shown.
    pub(super) functions: Vec<String>,
    /// File and line of the first of them.
    pub(super) place: String,
    /// Names of the functions that generate its values.
    pub(super) helpers: BTreeSet<String>,
    /// Whether a name or documentation says that it should hold. If not, it is only shown if it holds.
    pub(super) is_expected: bool,
    /// The function with its attribute.
    pub(super) source: String,
}

/// A property that is being written.
pub(super) struct Draft<'v, 'a> {
    values: &'v Values<'a>,
    arguments: Vec<String>,
    names: BTreeSet<String>,
    helpers: BTreeSet<String>,
    functions: Vec<String>,
    place: String,
    /// Whether one of the functions is documented to panic.
    may_panic: bool,
    pub(super) lines: Vec<String>,
}

/// A variable of a draft.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Ty,
}

impl<'v, 'a> Draft<'v, 'a> {
    /// A draft about these functions.
    pub(super) fn new(values: &'v Values<'a>, about: &[&Concrete<'_>]) -> Draft<'v, 'a> {
        let api = values.api;
        let first = about.first().map(|it| it.function);
        Draft {
            values,
            arguments: Vec::new(),
            names: BTreeSet::new(),
            helpers: BTreeSet::new(),
            functions: about.iter().map(|it| it.shown(api)).collect(),
            place: first.map(|it| format!("{}:{}", it.file, it.line)).unwrap_or_default(),
            may_panic: about.iter().any(|it| it.may_panic()),
            lines: Vec::new(),
        }
    }

    /// Lets the body draw values itself.
    pub(super) fn draw_in_body(&mut self) {
        self.names.insert("src".to_owned());
        self.arguments.push("src: &mut Source".to_owned());
    }

    /// A value that the body draws.
    pub(super) fn drawn(&mut self, name: &str, ty: &Ty) -> Result<String, String> {
        let generator = self.values.generator(name, &ty.owned())?;
        self.helpers.extend(generator.helpers);
        Ok(format!("src.draw({})", generator.code))
    }

    /// Says what it is about, where that is not a function.
    pub(super) fn about(&mut self, what: String) {
        self.functions.push(what);
    }

    pub(super) fn api(&self) -> &'a Api {
        self.values.api
    }

    /// A name that no other variable has.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2;
        while !self.names.insert(free.clone()) {
            free = format!("{name}_{number}");
            number += 1;
        }
        free
    }

    /// An argument of the property for a parameter of this name and type.
    pub(super) fn draw(&mut self, name: &str, ty: &Ty) -> Result<Variable, String> {
        self.argument(name, ty, "")
    }

    /// An argument that the body changes.
    pub(super) fn draw_mut(&mut self, name: &str, ty: &Ty) -> Result<Variable, String> {
        self.argument(name, ty, "mut ")
    }

    fn argument(&mut self, name: &str, ty: &Ty, prefix: &str) -> Result<Variable, String> {
        let ty = ty.owned();
        let generator = self.values.generator(name, &ty)?;
        let name = match (name, &ty) {
            ("self" | "other" | "rhs" | "value", Ty::Own(id, _)) => {
                snake(&self.values.api.types[*id].name)
            }
            (name, _) => variable(name),
        };
        // A crate or a keyword cannot be shadowed without surprise.
        let name = self.fresh(&name);
        self.helpers.extend(generator.helpers);
        let draw = if generator.is_plain {
            String::new()
        } else {
            format!("#[draw({})] ", generator.code)
        };
        self.arguments.push(format!("{draw}{prefix}{name}: {}", self.api().code(&ty)));
        Ok(Variable { name, ty })
    }

    /// Arguments for all inputs of a function.
    pub(super) fn draw_all(&mut self, function: &Concrete<'_>) -> Result<Vec<Variable>, String> {
        let mut all = Vec::new();
        for (name, ty) in &function.inputs {
            all.push(match ty {
                Ty::RefMut(_) => self.draw_mut(name, ty)?,
                _ => self.draw(name, ty)?,
            });
        }
        Ok(all)
    }

    /// The call of a function with these variables. `keep` says that they are used again.
    pub(super) fn call(
        &self,
        function: &Concrete<'_>,
        variables: &[&Variable],
        keep: bool,
    ) -> Result<String, String> {
        let api = self.api();
        let mut passed = Vec::new();
        for ((_, wanted), variable) in function.inputs.iter().zip(variables) {
            let argument = pass(api, wanted, &variable.name, &variable.ty, keep);
            passed.push(argument.ok_or_else(|| {
                format!("`{}` cannot be passed as `{}`", api.code(&variable.ty), api.code(wanted))
            })?);
        }
        Ok(function.call(api, &passed))
    }

    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// The finished property.
    pub(super) fn finish(
        self,
        name: &str,
        shape: Shape,
        claim: impl Into<String>,
        is_expected: bool,
    ) -> Suggestion {
        let mut source = String::from("#[property]\n");
        let head = format!("fn {name}({}) {{", self.arguments.join(", "));
        // As rustfmt would break it, whose default width is 100.
        if head.len() <= 100 && !head.contains("#[draw") {
            source.push_str(&head);
        } else {
            let _ = writeln!(source, "fn {name}(");
            for argument in &self.arguments {
                let _ = writeln!(source, "    {argument},");
            }
            source.push_str(") {");
        }
        source.push('\n');
        for line in &self.lines {
            let _ = writeln!(source, "    {line}");
        }
        source.push_str("}\n");
        Suggestion {
            name: name.to_owned(),
            shape,
            claim: claim.into(),
            functions: self.functions,
            place: self.place,
            helpers: self.helpers,
            is_expected: is_expected && !self.may_panic,
            source,
        }
    }
}

/// A name for a property about a function: with its type, where it has one.
pub(super) fn subject(api: &Api, function: &Concrete<'_>) -> String {
    let owner = match &function.owner {
        Some(Ty::Own(id, _)) => Some(snake(&api.types[*id].name)),
        Some(Ty::Std(name, _)) => Some(snake(name)),
        _ => None,
    };
    let name = function.name();
    match owner {
        Some(owner) if function.function.of_standard.as_deref() == Some("FromStr") => {
            format!("parsed_{owner}")
        }
        Some(owner) => format!("{owner}_{name}"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
impl Suggestion {
    /// One of this name, without content.
    pub(super) fn named(name: &str) -> Suggestion {
        Suggestion {
            name: name.to_owned(),
            shape: Shape::Law,
            claim: String::new(),
            functions: Vec::new(),
            place: String::new(),
            helpers: BTreeSet::new(),
            is_expected: true,
            source: String::new(),
        }
    }
}
