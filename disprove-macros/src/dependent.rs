//! Arguments whose `#[draw(..)]` names an earlier argument.

use crate::{arguments::Argument, borrow::Borrow};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

#[cfg(test)]
mod tests;

/// The generator of all arguments: a tuple, or, where one depends on another, a function that draws them in
/// order. Tuples are preferred, since they can encode examples.
pub fn generator(arguments: &[Argument]) -> TokenStream {
    let values: Vec<_> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Value { generator, ty, borrow, variable, .. } => {
                Some((generator, ty, borrow, variable))
            }
            Argument::Source { .. } => None,
        })
        .collect();
    let is_named_later = |number: usize| {
        let (.., Some(name)) = values[number] else { return false };
        values[number + 1..].iter().any(|(generator, ..)| mentions(generator, name))
    };
    if !(0..values.len()).any(is_named_later) {
        let generators = values.iter().map(|(generator, ..)| generator);
        return quote!((#(#generators,)*));
    }
    let source = Ident::new("__src", Span::mixed_site());
    let (mut draws, mut names) = (Vec::new(), Vec::new());
    for (number, (generator, ty, borrow, variable)) in values.iter().enumerate() {
        let hidden = format_ident!("__{number}", span = Span::mixed_site());
        // Other variables must not shadow names in the draws, such as the function `vec`.
        let variable = variable.as_ref().filter(|_| is_named_later(number));
        let Bound { name, lend } = bind(hidden, variable, borrow.as_deref());
        draws.push(quote!(let #name: #ty = #source.draw(#generator); #lend));
        names.push(name);
    }
    let types = values.iter().map(|(_, ty, ..)| ty);
    quote! {
        |#source: &mut ::disprove::Source| -> (#(#types,)*) {
            #(#draws)*
            (#(#names,)*)
        }
    }
}

/// The variables of one argument.
pub struct Bound {
    /// Holds the drawn value.
    pub name: Ident,
    /// Binds the borrow that later draws name, if the argument is a reference.
    pub lend: Option<TokenStream>,
}

/// Binds the value of an argument to `variable` if later draws name it, and otherwise to a hidden variable. If the
/// argument is a reference, `variable` borrows the hidden one.
pub fn bind(hidden: Ident, variable: Option<&Ident>, borrow: Option<&Borrow>) -> Bound {
    match (variable, borrow) {
        (None, _) => Bound { name: hidden, lend: None },
        (Some(variable), None) => Bound { name: variable.clone(), lend: None },
        (Some(variable), Some(Borrow { reference, .. })) => {
            let lend = Some(quote!(let #variable: #reference = &#hidden;));
            Bound { name: hidden, lend }
        }
    }
}

/// Whether the tokens name this variable. Functions, macros, path segments, fields and methods are other names.
pub fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    let mut after_point = false;
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match &token {
            TokenTree::Group(group) => mentions(&group.stream(), name),
            TokenTree::Ident(word) => {
                let is_other = match tokens.peek() {
                    Some(TokenTree::Group(next)) => next.delimiter() == Delimiter::Parenthesis,
                    Some(TokenTree::Punct(next)) => {
                        next.as_char() == '!' || (next.as_char() == ':')
                    }
                    _ => false,
                };
                word == name && !is_other && !after_point
            }
            _ => false,
        };
        if found {
            return true;
        }
        // `..` is a range, whose end may be the variable.
        after_point = match &token {
            TokenTree::Punct(point) => point.as_char() == '.' && !after_point,
            _ => false,
        };
    }
    false
}
