//! Arguments whose `#[draw(..)]` names an earlier argument.

use crate::arguments::Argument;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

#[cfg(test)]
mod tests;

/// The generator of all arguments: a tuple, or, where one depends on another, a function that draws them in
/// order. Of a tuple the choices of an example are known, so it is preferred.
pub fn generator(arguments: &[Argument]) -> TokenStream {
    let values: Vec<_> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Value { generator, ty, variable, .. } => Some((generator, ty, variable)),
            Argument::Source { .. } => None,
        })
        .collect();
    let is_named_later = |number: usize| {
        let (_, _, Some(name)) = values[number] else { return false };
        values[number + 1..].iter().any(|(generator, ..)| mentions(generator, name))
    };
    if !(0..values.len()).any(is_named_later) {
        let generators = values.iter().map(|(generator, ..)| generator);
        return quote!((#(#generators,)*));
    }
    let source = Ident::new("__src", Span::mixed_site());
    let (mut draws, mut names) = (Vec::new(), Vec::new());
    for (number, (generator, ty, variable)) in values.iter().enumerate() {
        // The others must not hide what their draws name: there is a function `vec`.
        let name = match variable {
            Some(variable) if is_named_later(number) => variable.clone(),
            _ => format_ident!("__{number}", span = Span::mixed_site()),
        };
        draws.push(quote!(let #name: #ty = #source.draw(#generator);));
        names.push(name);
    }
    let types = values.iter().map(|(_, ty, _)| ty);
    quote! {
        |#source: &mut ::disprove::Source| -> (#(#types,)*) {
            #(#draws)*
            (#(#names,)*)
        }
    }
}

/// Whether the tokens name this variable. What is called, is a path, or stands after a point is another name.
fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
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
        // Two points are a range, whose end may be the variable.
        after_point = match &token {
            TokenTree::Punct(point) => point.as_char() == '.' && !after_point,
            _ => false,
        };
    }
    false
}
