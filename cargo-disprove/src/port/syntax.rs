//! The syntax inside of `proptest!`.

use super::translator::range;
use std::ops::Range;
use syn::{
    Attribute, Block, Expr, Ident, Pat, ReturnType, Token, Type, Visibility, bracketed,
    parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

/// The content of `proptest! { .. }`.
pub(super) struct Tests {
    pub(super) config: Option<(Range<usize>, Expr)>,
    pub(super) functions: Vec<Function>,
}

/// A function of `proptest!`.
pub(super) struct Function {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) asyncness: Option<Token![async]>,
    pub(super) fn_token: Token![fn],
    pub(super) name: Ident,
    pub(super) parentheses: token::Paren,
    pub(super) arguments: Vec<Argument>,
    pub(super) output: ReturnType,
    pub(super) block: Block,
}

/// An argument: `pattern in strategy` or `pattern: type`.
pub(super) struct Argument {
    pub(super) pattern: Pat,
    pub(super) source: ArgumentSource,
}

pub(super) enum ArgumentSource {
    In(Expr),
    Type(Type),
}

impl Parse for Tests {
    fn parse(input: ParseStream) -> syn::Result<Tests> {
        let mut config = None;
        if input.peek(Token![#]) && input.peek2(Token![!]) {
            let start = input.span().byte_range().start;
            input.parse::<Token![#]>()?;
            input.parse::<Token![!]>()?;
            let inner;
            let bracket = bracketed!(inner in input);
            inner.parse::<Ident>()?;
            let value;
            parenthesized!(value in inner);
            config = Some((start..bracket.span.close().byte_range().end, value.parse()?));
        }
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(input.parse()?);
        }
        Ok(Tests { config, functions })
    }
}

impl Parse for Function {
    fn parse(input: ParseStream) -> syn::Result<Function> {
        let content;
        Ok(Function {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            asyncness: input.parse()?,
            fn_token: input.parse()?,
            name: input.parse()?,
            parentheses: parenthesized!(content in input),
            arguments: arguments(&content)?,
            output: input.parse()?,
            block: input.parse()?,
        })
    }
}

pub(super) fn arguments(input: ParseStream) -> syn::Result<Vec<Argument>> {
    let all = Punctuated::<Argument, Token![,]>::parse_terminated(input)?;
    Ok(all.into_iter().collect())
}

impl Parse for Argument {
    fn parse(input: ParseStream) -> syn::Result<Argument> {
        let pattern = Pat::parse_single(input)?;
        let source = if input.peek(Token![in]) {
            input.parse::<Token![in]>()?;
            ArgumentSource::In(input.parse()?)
        } else {
            input.parse::<Token![:]>()?;
            ArgumentSource::Type(input.parse()?)
        };
        Ok(Argument { pattern, source })
    }
}

impl Argument {
    pub(super) fn range(&self) -> Range<usize> {
        let end = match &self.source {
            ArgumentSource::In(strategy) => range(strategy).end,
            ArgumentSource::Type(ty) => range(ty).end,
        };
        range(&self.pattern).start..end
    }
}

/// The closure form: `proptest!(|(x in strategy)| { .. })`.
pub(super) struct ClosureTest {
    pub(super) config: Option<Expr>,
    pub(super) mover: Option<Token![move]>,
    pub(super) arguments: Vec<Argument>,
    pub(super) body: Expr,
}

impl Parse for ClosureTest {
    fn parse(input: ParseStream) -> syn::Result<ClosureTest> {
        let mut config = None;
        if !input.peek(Token![|]) && !input.peek(Token![move]) {
            config = Some(input.parse()?);
            input.parse::<Token![,]>()?;
        }
        let mover = input.parse()?;
        input.parse::<Token![|]>()?;
        let content;
        parenthesized!(content in input);
        let arguments = arguments(&content)?;
        input.parse::<Token![|]>()?;
        let body = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(ClosureTest { config, mover, arguments, body })
    }
}
