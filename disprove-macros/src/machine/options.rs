//! The options in `#[rule(..)]`.

use crate::errors::Errors;
use proc_macro2::Ident;
use syn::{
    Attribute, Expr, LitInt, Meta, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

/// The options of a rule.
#[derive(Default)]
pub struct Options {
    /// The condition under which the rule can be called: a function of the machine.
    pub when: Option<Expr>,
    /// How often it is called, compared to the others.
    pub weight: Option<Weight>,
    /// The bundle for the value that it returns.
    pub bundle: Option<Ident>,
    /// Whether it is also called on several threads at once.
    pub parallel: Option<Ident>,
    /// Whether no rule is called after it.
    pub ends: Option<Ident>,
    /// The name under which `#[property(rules = [..])]` selects it together with others.
    pub group: Option<Ident>,
}

/// How often a rule is called.
pub enum Weight {
    Constant(u32),
    /// A function of the machine.
    Function(Expr),
}

const KNOWS: &str =
    "`#[rule(..)]` takes `when`, `weight`, `bundle`, `parallel`, `ends` and `group`";

impl Options {
    /// Reads `#[rule]` or `#[rule(..)]`.
    pub fn read(attribute: &Attribute, errors: &mut Errors) -> Options {
        let mut options = Options::default();
        let tokens = match &attribute.meta {
            Meta::Path(_) => return options,
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(_) => {
                errors.at(attribute, "write `#[rule]`, or `#[rule(..)]` with options");
                return options;
            }
        };
        let read = |input: ParseStream| {
            while !input.is_empty() {
                options.option(input)?;
                if !input.is_empty() {
                    let _: Token![,] = input.parse()?;
                }
            }
            Ok(())
        };
        if let Err(error) = read.parse2(tokens) {
            errors.add(error);
        }
        options
    }

    fn option(&mut self, input: ParseStream) -> syn::Result<()> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error(format!("expected an option; {KNOWS}")));
        }
        let name = Ident::parse_any(input)?;
        let twice = || {
            Err(syn::Error::new(name.span(), format!("`{name}` is given twice; keep one of them")))
        };
        match name.to_string().as_str() {
            "when" if self.when.is_some() => twice(),
            "weight" if self.weight.is_some() => twice(),
            "bundle" if self.bundle.is_some() => twice(),
            "parallel" if self.parallel.is_some() => twice(),
            "ends" if self.ends.is_some() => twice(),
            "group" if self.group.is_some() => twice(),
            "when" => {
                value(&name, "when = |machine| !machine.is_empty()", input)?;
                self.when = Some(input.parse()?);
                Ok(())
            }
            "weight" => {
                value(&name, "weight = 3", input)?;
                self.weight = Some(weight(input)?);
                Ok(())
            }
            "bundle" => {
                self.bundle = Some(named(&name, "a bundle", "bundle = accounts", input)?);
                Ok(())
            }
            "group" => {
                self.group = Some(named(&name, "a group", "group = writes", input)?);
                Ok(())
            }
            "parallel" => {
                self.parallel = Some(name);
                Ok(())
            }
            "ends" => {
                self.ends = Some(name);
                Ok(())
            }
            _ => Err(syn::Error::new(name.span(), format!("unknown option `{name}`; {KNOWS}"))),
        }
    }
}

fn value(name: &Ident, example: &str, input: ParseStream) -> syn::Result<()> {
    let equals: Option<Token![=]> = input.parse()?;
    if equals.is_none() || input.is_empty() || input.peek(Token![,]) {
        let message = format!("`{name}` needs a value: write `{example}`");
        return Err(syn::Error::new(name.span(), message));
    }
    Ok(())
}

/// A name without quotes.
fn named(name: &Ident, what: &str, example: &str, input: ParseStream) -> syn::Result<Ident> {
    value(name, example, input)?;
    let not_a_name = |error: syn::Error| {
        let message = format!("{what} has a name: write `{example}`, without quotes");
        syn::Error::new(error.span(), message)
    };
    input.parse().map_err(not_a_name)
}

/// An integer, or a function of the machine.
fn weight(input: ParseStream) -> syn::Result<Weight> {
    let weight: Expr = input.parse()?;
    if !matches!(weight, Expr::Lit(_) | Expr::Unary(_)) {
        return Ok(Weight::Function(weight));
    }
    let number = syn::parse2::<LitInt>(quote::quote!(#weight)).ok();
    match number.and_then(|number| number.base10_parse().ok()) {
        None => Err(syn::Error::new_spanned(
            weight,
            "a weight is an integer from 1 to 4294967295, such as `weight = 3`, or a function of the machine, such as \
             `weight = |machine| machine.free`",
        )),
        Some(0) => Err(syn::Error::new_spanned(
            weight,
            "with weight 0 the rule would never be called; give at least 1",
        )),
        Some(weight) => Ok(Weight::Constant(weight)),
    }
}
