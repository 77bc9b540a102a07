//! Tests of `literal.rs`.

use super::implement;
use crate::declaration::Declaration;
use proc_macro2::TokenStream;
use quote::quote;

fn implemented(item: TokenStream) -> String {
    let declaration = Declaration::read(item).unwrap_or_else(|error| panic!("{error}"));
    implement(&declaration).to_string()
}

#[test]
fn a_value_is_written_with_its_path_and_its_fields() {
    let found = implemented(quote!(
        enum Shape<T> {
            Dot,
            Nothing {},
            Line(T, u8),
            Named { r#in: u8 },
        }
    ));
    let expected = quote! {
        #[automatically_derived]
        impl<T: ::disprove::__private::Literal> ::disprove::__private::Literal for Shape<T> {
            fn literal(&self, out: &mut ::disprove::__private::Written) {
                use ::disprove::__private::{LiteralKnown as _, LiteralUnknown as _};
                match self {
                    Self::Dot {} => out.push("Shape::Dot"),
                    Self::Nothing {} => out.push("Shape::Nothing {}"),
                    Self::Line { 0: __0, 1: __1, } => {
                        out.push("Shape::Line(");
                        (&::disprove::__private::LiteralOf(__0)).write(out);
                        out.push(", ");
                        (&::disprove::__private::LiteralOf(__1)).write(out);
                        out.push(")");
                    },
                    Self::Named { r#in: __0, } => {
                        out.push("Shape::Named { r#in: ");
                        (&::disprove::__private::LiteralOf(__0)).write(out);
                        out.push(" }");
                    },
                }
            }
        }
    };
    assert_eq!(found, expected.to_string());
}

#[test]
fn a_type_without_fields_looks_nothing_up() {
    let found = implemented(quote!(
        struct Marker;
    ));
    assert!(found.contains("\"Marker\"") && !found.contains("use"), "{found}");
}
