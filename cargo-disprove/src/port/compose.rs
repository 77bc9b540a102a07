//! Functions that return strategies: `prop_compose!`, and ordinary ones.

use super::{
    index::{StrategyFunction, associated_value},
    proptest::source_name,
    strategy::Want,
    syntax::{Argument, ArgumentSource, arguments},
    translator::{
        Code, Refusal, StrategyVariable, Translation, Translator, name, range, with_trait,
    },
    types::Generated,
};
use proc_macro2::Span;
use std::{fmt::Write as _, ops::Range};
use syn::{
    Attribute, Block, FnArg, Generics, Ident, ReturnType, Token, Type, Visibility, parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

/// A function of `prop_compose!`.
pub(super) struct Composed {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    fn_token: Token![fn],
    pub(super) name: Ident,
    generics: Generics,
    outer: Punctuated<FnArg, Token![,]>,
    outer_close: Span,
    stages: Vec<Vec<Argument>>,
    output: Type,
    block: Block,
}

impl Parse for Composed {
    fn parse(input: ParseStream) -> syn::Result<Composed> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let fn_token = input.parse()?;
        let name = input.parse()?;
        let generics = input.parse()?;
        let content;
        let outer_close = parenthesized!(content in input).span.close();
        let outer = Punctuated::parse_terminated(&content)?;
        let mut stages = Vec::new();
        while input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            stages.push(arguments(&content)?);
        }
        input.parse::<Token![->]>()?;
        let output = input.parse()?;
        let block = input.parse()?;
        Ok(Composed {
            attributes,
            visibility,
            fn_token,
            name,
            generics,
            outer,
            outer_close,
            stages,
            output,
            block,
        })
    }
}

/// The functions of `prop_compose! { .. }`.
pub(super) struct ComposedFunctions(pub(super) Vec<Composed>);

impl Parse for ComposedFunctions {
    fn parse(input: ParseStream) -> syn::Result<ComposedFunctions> {
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(input.parse()?);
        }
        Ok(ComposedFunctions(functions))
    }
}

impl Composed {
    /// What callers of the function need to know.
    pub(super) fn signature(&self, text: &str, module: usize) -> StrategyFunction {
        StrategyFunction {
            module,
            value: self.generics.params.is_empty().then(|| text[range(&self.output)].to_owned()),
            parameters: self.outer.iter().map(|_| false).collect(),
        }
    }

    /// From its attributes to its end.
    pub(super) fn range(&self) -> Range<usize> {
        let start = match (self.attributes.first(), &self.visibility) {
            (Some(first), _) => range(first),
            (None, Visibility::Inherited) => range(&self.fn_token),
            (None, visibility) => range(visibility),
        };
        start.start..range(&self.block).end
    }
}

/// Translates a function of `prop_compose!` into one that returns a generator.
pub(super) fn composed(
    code: Code,
    module: usize,
    function: &Composed,
    dedent: usize,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    translator.dedent = dedent;
    if !function.generics.params.is_empty() {
        return Err("a generic function of `prop_compose!`".to_owned());
    }
    let borrows = |argument: &FnArg| matches!(argument, FnArg::Typed(typed) if code.text[range(&*typed.ty)].contains('&'));
    if function.outer.iter().any(borrows) {
        return Err("a function of `prop_compose!` that borrows".to_owned());
    }
    let [stage] = &function.stages[..] else {
        translator.stages(function)?;
        return Ok(translator.finish());
    };
    let (mut generators, mut patterns) = (Vec::new(), Vec::new());
    for argument in stage {
        patterns.push(translator.source(&argument.pattern).to_owned());
        let want = if stage.len() == 1 { Want::Generator } else { Want::Any };
        generators.push(match &argument.source {
            ArgumentSource::In(strategy) => {
                translator.strategy(strategy, want)?;
                translator.rendered(strategy)
            }
            ArgumentSource::Type(ty) => match translator.any_of_proptest(ty)? {
                Generated::Default => format!("{}::<{}>()", name("any"), translator.source(ty)),
                Generated::By(generator) => generator.text(want),
            },
        });
    }
    let (generator, pattern) = match &generators[..] {
        [one] => (one.clone(), patterns[0].clone()),
        _ => (
            format!("({}).into_generator(){}", generators.join(", "), with_trait("IntoGenerator")),
            format!("({})", patterns.join(", ")),
        ),
    };
    let output = translator.source(&function.output);
    let block = range(&function.block);
    let indentation = translator.indentation(range(&function.fn_token).start);
    let head = format!(
        " -> impl {}<Value = {output}> {{\n{indentation}    {generator}.map(move |{pattern}| {}",
        name("Generator"),
        with_trait("Generator")
    );
    translator.edits.replace(function.outer_close.byte_range().end..block.start, head);
    let body = translator.composed_body(function);
    let close = translator.indentation(block.end - 1);
    translator.edits.replace(block, format!("{body})\n{close}}}"));
    Ok(translator.finish())
}

/// Types whose values can be used in every draw.
const COPIED: [&str; 16] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "u128", "u16", "u32",
    "u64", "u8", "usize",
];

impl Translator<'_> {
    /// The body, which is inside of another function now, and perhaps no longer inside of the macro.
    fn composed_body(&self, function: &Composed) -> String {
        let body = self.source(&function.block);
        if self.dedent == 0 { body.replace('\n', "\n    ") } else { body.to_owned() }
    }

    /// Several stages, of which later ones use the values of earlier ones, as a function that draws.
    fn stages(&mut self, function: &Composed) -> Result<(), Refusal> {
        for argument in &function.outer {
            let is_copied = matches!(argument, FnArg::Typed(typed)
                if COPIED.contains(&self.source(&*typed.ty)));
            if !is_copied {
                return Err(
                    "a function of `prop_compose!` in stages whose parameters are moved".to_owned()
                );
            }
        }
        let indentation = self.indentation(range(&function.fn_token).start);
        let block = range(&function.block);
        let source = source_name(self.code.text, function.range());
        let mut draws = String::new();
        for argument in function.stages.iter().flatten() {
            let pattern = self.source(&argument.pattern).to_owned();
            let generator = match &argument.source {
                ArgumentSource::In(strategy) => {
                    self.strategy(strategy, Want::Any)?;
                    self.rendered(strategy)
                }
                ArgumentSource::Type(ty) => match self.any_of_proptest(ty)? {
                    Generated::Default => format!("{}::<{}>()", name("any"), self.source(ty)),
                    Generated::By(generator) => generator.text(Want::Any),
                },
            };
            let _ =
                writeln!(draws, "{indentation}        let {pattern} = {source}.draw({generator});");
        }
        let output = self.source(&function.output);
        let head = format!(
            " -> impl {}<Value = {output}> {{\n{indentation}    move |{source}: &mut {}| {{\n{draws}{indentation}        ",
            name("Generator"),
            name("Source")
        );
        self.edits.replace(function.outer_close.byte_range().end..block.start, head);
        let body = self.composed_body(function).replace('\n', "\n    ");
        self.edits.replace(block, format!("{body}\n{indentation}    }}\n{indentation}}}"));
        Ok(())
    }
}

/// Translates a function that returns a strategy, or a result of a test case.
pub(super) fn helper(
    code: Code,
    module: usize,
    key: &str,
    signature: &syn::Signature,
    block: &Block,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    if code.index.strategies.contains_key(key) {
        translator.strategy_signature(signature)?;
        translator.strategy_block(block, Want::Generator)?;
    } else {
        translator.proptest_helper(signature, block)?;
    }
    Ok(translator.finish())
}

impl Translator<'_> {
    /// The signature of a function that returns a strategy.
    pub(super) fn strategy_signature(&mut self, signature: &syn::Signature) -> Result<(), Refusal> {
        let ReturnType::Type(_, output) = &signature.output else {
            return Err("no strategy is returned".to_owned());
        };
        self.strategy_type(output)?;
        for parameter in &signature.generics.params {
            if let syn::GenericParam::Type(parameter) = parameter {
                if !parameter.bounds.is_empty() || signature.generics.where_clause.is_some() {
                    let text = self.source(parameter);
                    if text.contains("Strategy") || text.contains("Arbitrary") {
                        return Err(format!("the type parameter `{text}` of a strategy"));
                    }
                }
                self.type_parameters.insert(parameter.ident.to_string());
            }
        }
        if signature.generics.where_clause.is_some() {
            return Err("a strategy with a `where` clause".to_owned());
        }
        for input in &signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let Type::ImplTrait(bounds) = &*typed.ty else { continue };
            for bound in &bounds.bounds {
                let syn::TypeParamBound::Trait(bound) = bound else { continue };
                if self.proptest(&bound.path).as_deref() != Some("Strategy") {
                    continue;
                }
                if !matches!(**output, Type::ImplTrait(_)) {
                    return Err("a boxed strategy of a strategy that is a parameter".to_owned());
                }
                let last = bound.path.segments.last().expect("a path has a segment");
                let path = range(&bound.path).start..range(&last.ident).end;
                self.edits.replace(path, name("IntoGenerator"));
                if let syn::Pat::Ident(variable) = &*typed.pat {
                    let ty = associated_value(&last.arguments).map(|ty| self.source(ty).to_owned());
                    let strategy = StrategyVariable { is_generator: false, ty };
                    self.variables.insert(variable.ident.to_string(), strategy);
                }
            }
        }
        Ok(())
    }
}
