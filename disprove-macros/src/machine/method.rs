//! A function of a machine: its arguments, and what it returns.

use crate::{
    arguments::{self, Argument},
    assume,
    borrow::Borrow,
    dependent, draw, drawn,
    errors::Errors,
    printing, property,
};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{
    Attribute, Block, FnArg, GenericArgument, ImplItemFn, PatType, PathArguments, Receiver,
    ReturnType, Signature, Token, Type, spanned::Spanned,
};

/// One argument of a function of the machine.
pub enum Part {
    /// A generated value.
    Value {
        generator: TokenStream,
        ty: Box<Type>,
        /// Whether `#[draw(..)]` gives the generator.
        is_drawn: bool,
        /// The reference, if the function borrows the value.
        borrow: Option<Box<Borrow>>,
        /// The variable, if the pattern is one.
        variable: Option<Ident>,
        span: Span,
    },
    /// The source that the function draws from itself.
    Source,
    /// A value of a bundle.
    Bundled {
        bundle: Ident,
        /// Whether it is removed from the bundle.
        consumed: bool,
        /// The variable, if the pattern is one.
        variable: Option<Ident>,
    },
}

impl Part {
    /// The name that later arguments may use.
    pub fn variable(&self) -> Option<&Ident> {
        match self {
            Part::Value { variable, .. } | Part::Bundled { variable, .. } => variable.as_ref(),
            Part::Source => None,
        }
    }

    /// Whether its generator names this variable.
    pub fn names(&self, variable: &Ident) -> bool {
        matches!(self, Part::Value { generator, .. } if dependent::mentions(generator, variable))
    }
}

/// A rule, an initial function or an invariant.
pub struct Method {
    pub name: Ident,
    /// `self` in some form.
    pub receiver: Option<Receiver>,
    pub parts: Vec<Part>,
    pub output: ReturnType,
    /// It returns early where an `assume!` does not hold.
    pub assumes: bool,
    /// The keyword of an async function.
    pub asyncness: Option<Token![async]>,
}

impl Method {
    /// Reads a function and removes the attributes that rustc does not know.
    pub fn read(function: &mut ImplItemFn, errors: &mut Errors) -> Method {
        property::check_signature(&function.sig, errors);
        for attribute in &function.attrs {
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                errors.at(
                    attribute,
                    "a function of a state machine cannot be conditional; put the condition on the \
                     whole block, or write `when = |_| cfg!(..)`",
                );
            }
        }
        let (parts, source) = parts(&mut function.sig, errors);
        if let Some(source) = source {
            drawn::tell(&mut function.block, &source);
        }
        printing::hide(&mut function.block);
        // Clippy does not report owned arguments of functions that come from an expansion.
        let keyword = &mut function.sig.fn_token.span;
        *keyword = keyword.resolved_at(Span::mixed_site());
        Method {
            name: function.sig.ident.clone(),
            receiver: function.sig.receiver().cloned(),
            parts,
            output: function.sig.output.clone(),
            assumes: false,
            asyncness: function.sig.asyncness,
        }
    }

    /// Lets `assume!` return early, in a function that returns an outcome.
    pub fn return_early(&mut self, body: &mut Block) {
        let before = body.stmts.len();
        assume::return_early(body);
        self.assumes = body.stmts.len() > before;
    }

    /// The span at which the compiler reports what it returns.
    pub fn output_span(&self) -> Span {
        match &self.output {
            ReturnType::Default => Span::mixed_site(),
            ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
        }
    }

    /// Whether it takes `&self` or `&mut self`.
    pub fn borrows(&self) -> bool {
        self.receiver.as_ref().is_some_and(|receiver| {
            receiver.reference.is_some() || matches!(*receiver.ty, Type::Reference(_))
        })
    }

    /// Whether it takes `&mut self`.
    pub fn changes(&self) -> bool {
        self.receiver.as_ref().is_some_and(|receiver| {
            matches!(&*receiver.ty, Type::Reference(reference) if reference.mutability.is_some())
        })
    }

    /// The type it returns without the `Result` around it, and whether there is one.
    pub fn value(&self) -> Option<(&Type, bool)> {
        let ReturnType::Type(_, ty) = &self.output else { return None };
        Some(without_result(ty))
    }
}

/// `T` of `Result<T, ..>` under any path; any other type is returned unchanged.
fn without_result(ty: &Type) -> (&Type, bool) {
    let last = match ty {
        Type::Path(path) => path.path.segments.last().filter(|last| last.ident == "Result"),
        _ => None,
    };
    let inner = last.and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    });
    match inner {
        Some(GenericArgument::Type(inner)) => (inner, true),
        _ => (ty, false),
    }
}

/// The arguments without `self`, in order, and the name of the source.
fn parts(signature: &mut Signature, errors: &mut Errors) -> (Vec<Part>, Option<Ident>) {
    // Arguments that do not come from a bundle are read like those of a property.
    let mut plain = signature.clone();
    plain.inputs = signature
        .inputs
        .iter()
        .filter(|input| match input {
            FnArg::Receiver(_) => false,
            FnArg::Typed(input) => !input.attrs.iter().any(is_bundled),
        })
        .cloned()
        .collect();
    let mut plain = arguments::arguments(&mut plain, errors).into_iter();
    let (mut parts, mut source) = (Vec::new(), None);
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let span = input.span();
        let part = if input.attrs.iter().any(is_bundled) {
            if let Type::Reference(reference) = &*input.ty {
                errors.at(
                    reference,
                    "a value of a bundle is given as a clone, or taken out with `#[consumes(..)]`; remove the `&`",
                );
            }
            bundled(input, errors)
        } else {
            plain.next().map(|argument| match argument {
                Argument::Value { generator, ty, borrow, variable, .. } => {
                    let is_drawn = input.attrs.iter().any(draw::is_draw);
                    Part::Value { generator, ty, is_drawn, borrow, variable, span }
                }
                Argument::Source { name } => {
                    source = name;
                    Part::Source
                }
            })
        };
        parts.extend(part);
        input.attrs.retain(|attribute| !draw::is_draw(attribute) && !is_bundled(attribute));
    }
    (parts, source)
}

fn is_bundled(attribute: &Attribute) -> bool {
    attribute.path().is_ident("from") || attribute.path().is_ident("consumes")
}

fn bundled(input: &PatType, errors: &mut Errors) -> Option<Part> {
    let attributes = &input.attrs;
    let first = attributes.iter().find(|attribute| is_bundled(attribute))?;
    let origins = attributes.iter().filter(|other| is_bundled(other) || draw::is_draw(other));
    if origins.clone().count() > 1 {
        for origin in origins {
            errors.at(origin, "a value has one origin: keep one of these attributes");
        }
    }
    let consumed = first.path().is_ident("consumes");
    if let Ok(bundle) = first.parse_args::<Ident>() {
        Some(Part::Bundled { bundle, consumed, variable: arguments::variable(&input.pat) })
    } else {
        let name = if consumed { "consumes" } else { "from" };
        errors.at(
            first,
            format!("`#[{name}(..)]` needs the name of a bundle, such as `#[{name}(accounts)]`"),
        );
        None
    }
}
