//! Parses the contents of macros that hold tests.

use syn::{
    Attribute, Block, Expr, Generics, Ident, ItemFn, Pat, ReturnType, Stmt, Token, Type,
    Visibility, parenthesized,
    parse::{Parse, ParseStream},
    spanned::Spanned,
};

/// A function of `proptest!`: `fn name(pattern in strategy, other: Type) { .. }`.
pub struct Proptest {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub arguments: Vec<Pat>,
    pub output: ReturnType,
    pub body: Block,
}

/// The items of `proptest! { .. }`, with or without `#![proptest_config(..)]`.
pub struct Proptests(pub Vec<Proptest>);

/// `proptest!([config,] |(pattern in strategy)| body)`.
pub struct Closure {
    pub arguments: Vec<Pat>,
    pub body: Expr,
}

/// The items of `quickcheck! { .. }`.
pub struct Functions(pub Vec<ItemFn>);

/// `(value, pattern if guard, message)` of `matches!` and `assert_matches!`, also with a value after `=>`.
pub struct Matches {
    pub value: Expr,
    pub pattern: Pat,
    pub guard: Option<Expr>,
}

/// Statements without enclosing braces.
pub struct Statements(pub Vec<Stmt>);

impl Parse for Proptests {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(Proptests(items))
    }
}

impl Parse for Proptest {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<Option<Token![async]>>()?;
        input.parse::<Token![fn]>()?;
        let name = input.parse()?;
        input.parse::<Generics>()?;
        let inner;
        parenthesized!(inner in input);
        let arguments = arguments(&inner)?;
        let output = input.parse()?;
        Ok(Proptest { attributes, name, arguments, output, body: input.parse()? })
    }
}

/// `pattern in strategy, other: Type`.
fn arguments(input: ParseStream) -> syn::Result<Vec<Pat>> {
    let mut patterns = Vec::new();
    while !input.is_empty() {
        input.call(Attribute::parse_outer)?;
        patterns.push(Pat::parse_single(input)?);
        if input.parse::<Option<Token![:]>>()?.is_some() {
            input.parse::<Type>()?;
        } else {
            input.parse::<Token![in]>()?;
            input.parse::<Expr>()?;
        }
        if input.parse::<Option<Token![,]>>()?.is_none() {
            break;
        }
    }
    if input.is_empty() { Ok(patterns) } else { Err(input.error("expected `,`")) }
}

impl Parse for Closure {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if !input.peek(Token![|]) && !input.peek(Token![move]) {
            input.parse::<Expr>()?;
            input.parse::<Token![,]>()?;
        }
        input.parse::<Option<Token![move]>>()?;
        input.parse::<Token![|]>()?;
        let inner;
        parenthesized!(inner in input);
        let arguments = arguments(&inner)?;
        input.parse::<Token![|]>()?;
        let body = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Closure { arguments, body })
    }
}

impl Parse for Functions {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(Functions(items))
    }
}

impl Parse for Matches {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.parse::<Option<Token![if]>>()?.is_some() {
            Some(input.parse()?)
        } else {
            None
        };
        if input.parse::<Option<Token![=>]>>()?.is_some() {
            input.parse::<Expr>()?;
        }
        if input.parse::<Option<Token![,]>>()?.is_some() {
            // The message.
            input.parse::<proc_macro2::TokenStream>()?;
        }
        if input.is_empty() {
            Ok(Matches { value, pattern, guard })
        } else {
            Err(syn::Error::new(input.span().span(), "expected `,`"))
        }
    }
}

impl Parse for Statements {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Block::parse_within(input).map(Statements)
    }
}
