//! Arrays among the arguments of a property, which may need a larger stack than test threads have.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, Type};

/// Runs a test where the stack has room for its arguments, if there are arrays in their types.
pub fn with_room_for(types: &[&Type], test: TokenStream) -> TokenStream {
    let mut arrays = Vec::new();
    for ty in types {
        find_arrays(ty, &mut arrays);
    }
    if arrays.is_empty() {
        return test;
    }
    quote! {
        ::disprove::__private::with_stack_for(
            ::core::mem::size_of::<(#(#arrays,)*)>(),
            || { #test },
        );
    }
}

/// Adds the arrays in a type. Boxed ones are made on the stack too.
fn find_arrays<'a>(ty: &'a Type, found: &mut Vec<&'a Type>) {
    match ty {
        Type::Array(array) => {
            found.push(ty);
            find_arrays(&array.elem, found);
        }
        Type::Paren(inner) => find_arrays(&inner.elem, found),
        Type::Group(inner) => find_arrays(&inner.elem, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| find_arrays(ty, found)),
        Type::Path(path) => {
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &segment.arguments else { continue };
                for argument in &arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        find_arrays(ty, found);
                    }
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn finds_arrays_wherever_they_are() {
        for (ty, expected) in [
            ("u8", ""),
            ("Vec<(u8, String)>", ""),
            ("[u8; 4]", "[u8 ; 4]"),
            ("Option<Box<[u8; N]>>", "[u8 ; N]"),
            ("(a::B, [[u8; 2]; 3])", "[[u8 ; 2] ; 3] [u8 ; 2]"),
        ] {
            let ty: Type = syn::parse_str(ty).expect("a type");
            let mut found = Vec::new();
            find_arrays(&ty, &mut found);
            let found: Vec<String> =
                found.iter().map(|ty| ty.to_token_stream().to_string()).collect();
            assert_eq!(found.join(" "), expected);
        }
    }
}
