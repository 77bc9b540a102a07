//! The forms of proptest tests: `proptest! { .. }`, its closure form, `prop_compose!`, and functions for them.

use super::{
    body::{ERROR, Returns},
    config::Settings,
    index::StrategyFunction,
    strategy::{Translated, Want},
    translator::{
        Code, Refusal, Translation, Translator, columns, name, range, resolve_names, with_trait,
    },
    types::Generated,
};
use proc_macro2::Span;
use std::{collections::HashSet, ops::Range};
use syn::{
    Attribute, Block, Expr, FnArg, Generics, Ident, Pat, ReturnType, Token, Type, Visibility,
    bracketed, parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

/// Values that a property can have as arguments.
const MAX_ARGUMENTS: usize = 12;

/// Columns of a line in new code.
pub(super) const WIDTH: usize = 100;

/// The content of `proptest! { .. }`.
pub(super) struct Tests {
    pub(super) config: Option<(Range<usize>, Expr)>,
    pub(super) functions: Vec<Function>,
}

/// A function of `proptest!`.
pub(super) struct Function {
    pub(super) attributes: Vec<Attribute>,
    visibility: Visibility,
    asyncness: Option<Token![async]>,
    fn_token: Token![fn],
    pub(super) name: Ident,
    parentheses: token::Paren,
    arguments: Vec<Argument>,
    output: ReturnType,
    pub(super) block: Block,
}

/// An argument: `pattern in strategy` or `pattern: type`.
struct Argument {
    pattern: Pat,
    source: ArgumentSource,
}

enum ArgumentSource {
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

fn arguments(input: ParseStream) -> syn::Result<Vec<Argument>> {
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
    fn range(&self) -> Range<usize> {
        let end = match &self.source {
            ArgumentSource::In(strategy) => range(strategy).end,
            ArgumentSource::Type(ty) => range(ty).end,
        };
        range(&self.pattern).start..end
    }
}

/// An argument in new code.
struct NewArgument {
    /// In the signature.
    argument: Option<String>,
    /// In the body.
    draws: Vec<String>,
}

/// Translates a function of `proptest!`.
pub(super) fn function(
    code: Code,
    module: usize,
    function: &Function,
    config: Option<&Expr>,
    dedent: usize,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    translator.dedent = dedent;
    let mut settings = match config {
        Some(config) => translator.config(config)?,
        None => Settings::default(),
    };
    if function.asyncness.is_some() {
        return Err("an async test".to_owned());
    }
    if !matches!(function.output, ReturnType::Default) {
        return Err("a test with a return type".to_owned());
    }
    let tests: Vec<&Attribute> = function
        .attributes
        .iter()
        .filter(|attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == "test")
        })
        .collect();
    match tests[..] {
        [test] if test.path().is_ident("test") => {
            let attribute = format!("#[{}{}]", name("property"), settings.attribute());
            translator.edits.replace(range(test), attribute);
        }
        [] => {
            settings.is_function = true;
            let start = match &function.visibility {
                Visibility::Inherited => range(&function.fn_token).start,
                visibility => range(visibility).start,
            };
            let indentation = translator.indentation(start);
            let attribute =
                format!("#[{}{}]\n{indentation}", name("property"), settings.attribute());
            translator.edits.insert(start, attribute);
        }
        _ => return Err("a test attribute of another crate".to_owned()),
    }
    let source = source_name(code.text, range(&function.block));
    let arguments = translator.new_arguments(&function.arguments, source)?;
    let output = match translator.proptest_body(&function.block)? {
        Returns::Unit => String::new(),
        Returns::Result => format!(" -> Result<(), {ERROR}>"),
    };
    translator.write_arguments(function, &arguments, source, output.len());
    let end = function.parentheses.span.close().byte_range().end;
    translator.edits.insert(end, output);
    Ok(translator.finish())
}

/// A name for the source that the body does not use.
fn source_name(text: &str, body: Range<usize>) -> &'static str {
    let is_used = |name: &str| {
        text[body.clone()]
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == name)
    };
    if is_used("src") { "draws" } else { "src" }
}

impl Translator<'_> {
    fn new_arguments(
        &mut self,
        arguments: &[Argument],
        source: &str,
    ) -> Result<Vec<NewArgument>, Refusal> {
        let mut known = HashSet::new();
        let mut new = Vec::new();
        for argument in arguments {
            let pattern = self.source(&argument.pattern).to_owned();
            match &argument.source {
                ArgumentSource::In(strategy) => {
                    self.check_independent(strategy, &known)?;
                    let translated = self.strategy(strategy, Want::Any)?;
                    let code = self.rendered(strategy);
                    let is_crowd = arguments.len() > MAX_ARGUMENTS;
                    new.push(new_argument(
                        &argument.pattern,
                        &pattern,
                        translated,
                        &code,
                        source,
                        is_crowd,
                    ));
                }
                ArgumentSource::Type(ty) => {
                    let ty_text = self.source(ty);
                    let argument = match self.any_of_proptest(ty)? {
                        Generated::Default => format!("{pattern}: {ty_text}"),
                        Generated::By(generator) => {
                            format!("#[draw({})] {pattern}: {ty_text}", generator.text(Want::Any))
                        }
                    };
                    new.push(NewArgument { argument: Some(argument), draws: Vec::new() });
                }
            }
            variables(&argument.pattern, &mut known);
        }
        // In the body, an argument may hide a function of the same name.
        for draw in new.iter_mut().flat_map(|argument| &mut argument.draws) {
            *draw = resolve_names(draw, &mut |found| {
                if known.contains(found) { format!("disprove::{found}") } else { name(found) }
            });
        }
        Ok(new)
    }

    /// A strategy with the name of an earlier argument would depend on it in new code.
    fn check_independent(&self, strategy: &Expr, known: &HashSet<String>) -> Result<(), Refusal> {
        struct Names<'a>(&'a HashSet<String>, Option<String>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
                for argument in &call.args {
                    self.visit_expr(argument);
                }
            }

            fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
                let ident = path.path.get_ident().map(ToString::to_string);
                self.1 = self.1.take().or(ident.filter(|ident| self.0.contains(ident)));
            }
        }
        let mut names = Names(known, None);
        syn::visit::Visit::visit_expr(&mut names, strategy);
        match names.1 {
            Some(name) => Err(format!("`{name}` is an argument and also part of a strategy")),
            None => Ok(()),
        }
    }

    /// Writes the arguments into the signature, and the draws into the body.
    fn write_arguments(
        &mut self,
        function: &Function,
        new: &[NewArgument],
        source: &str,
        output: usize,
    ) {
        let open = function.parentheses.span.open().byte_range().end;
        let close = function.parentheses.span.close().byte_range().start;
        let has_draws = new.iter().any(|argument| !argument.draws.is_empty());
        let source_argument = has_draws.then(|| format!("{source}: &mut {}", name("Source")));
        let content = &self.code.text[open..close];
        if content.contains('\n') {
            self.write_in_place(function, new, source_argument.as_deref());
        } else {
            let mut all: Vec<&str> =
                new.iter().filter_map(|each| each.argument.as_deref()).collect();
            all.extend(source_argument.as_deref());
            let line = self.code.text[..open].rfind('\n').map_or(0, |at| at + 1);
            // Each name of the library has two marks.
            let marks = all
                .iter()
                .map(|each| each.chars().filter(|c| *c >= '\u{E000}' && *c <= '\u{E001}').count());
            let width: usize = all.iter().map(|each| each.chars().count() + 2).sum::<usize>()
                - marks.sum::<usize>();
            let before = (open - line).saturating_sub(self.dedent);
            if before + width + output + " {".len() <= WIDTH {
                self.edits.replace(open..close, all.join(", "));
            } else {
                let indentation = self.indentation(open);
                let lines: Vec<String> =
                    all.iter().map(|each| format!("\n{indentation}    {each},")).collect();
                self.edits.replace(open..close, format!("{}\n{indentation}", lines.concat()));
            }
        }
        if has_draws {
            let indentation = self.indentation(range(&function.fn_token).start);
            let draws: Vec<String> = new
                .iter()
                .flat_map(|argument| &argument.draws)
                .map(|draw| format!("\n{indentation}    {draw}"))
                .collect();
            let start = function.block.brace_token.span.open().byte_range().end;
            self.edits.insert(start, draws.concat());
        }
    }

    /// Keeps the lines and comments between arguments.
    fn write_in_place(&mut self, function: &Function, new: &[NewArgument], source: Option<&str>) {
        let close = function.parentheses.span.close().byte_range().start;
        let mut end = None;
        for (number, (argument, new)) in function.arguments.iter().zip(new).enumerate() {
            let at = argument.range();
            if let Some(text) = &new.argument {
                self.edits.replace(at.clone(), text.clone());
                end = Some(at.end);
            } else {
                let next =
                    function.arguments.get(number + 1).map_or(close, |next| next.range().start);
                let until = if number + 1 < function.arguments.len() { next } else { at.end };
                self.edits.delete(at.start..until);
            }
        }
        let Some(source) = source else { return };
        match end {
            Some(end) => {
                let column = function.arguments.first().map_or(0, |first| first.range().start);
                let indentation = self.indentation(column);
                self.edits.insert(end, format!(",\n{indentation}{source}"));
            }
            None => {
                let open = function.parentheses.span.open().byte_range().end;
                self.edits.replace(open..close, source);
            }
        }
    }
}

fn new_argument(
    pattern: &Pat,
    text: &str,
    translated: Translated,
    code: &str,
    source: &str,
    is_crowd: bool,
) -> NewArgument {
    let reference = match pattern {
        Pat::Ident(variable) if variable.by_ref.is_some() && variable.subpat.is_none() => {
            Some((variable.ident.to_string(), variable.mutability.is_some()))
        }
        _ => None,
    };
    let Some(ty) = translated.ty.filter(|_| !is_crowd) else {
        let draws = match reference {
            None => vec![format!("let {text} = {source}.draw({code});")],
            Some((name, false)) => {
                vec![
                    format!("let {name} = {source}.draw({code});"),
                    format!("let {name} = &{name};"),
                ]
            }
            Some((name, true)) => vec![
                format!("let mut {name} = {source}.draw({code});"),
                format!("let {name} = &mut {name};"),
            ],
        };
        return NewArgument { argument: None, draws };
    };
    let draw = if translated.is_default { String::new() } else { format!("#[draw({code})] ") };
    let argument = match reference {
        Some((name, false)) if !ty.starts_with('&') => format!("{draw}{name}: &{ty}"),
        _ => format!("{draw}{text}: {ty}"),
    };
    NewArgument { argument: Some(argument), draws: Vec::new() }
}

/// The variables of a pattern.
fn variables(pattern: &Pat, found: &mut HashSet<String>) {
    struct Variables<'a>(&'a mut HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Variables<'_> {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.insert(pattern.ident.to_string());
        }
    }
    syn::visit::Visit::visit_pat(&mut Variables(found), pattern);
}

/// The closure form: `proptest!(|(x in strategy)| { .. })`.
pub(super) struct ClosureTest {
    config: Option<Expr>,
    mover: Option<Token![move]>,
    arguments: Vec<Argument>,
    body: Expr,
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

impl Translator<'_> {
    /// Replaces the closure form at `at` by `check(..).assert(..)`.
    pub(super) fn closure_test(
        &mut self,
        test: &ClosureTest,
        at: Range<usize>,
    ) -> Result<(), Refusal> {
        let settings = match &test.config {
            Some(config) => self.config(config)?,
            None => Settings::default(),
        };
        let (mut generators, mut patterns) = (Vec::new(), Vec::new());
        let mut known = HashSet::new();
        for argument in &test.arguments {
            patterns.push(self.source(&argument.pattern).to_owned());
            generators.push(match &argument.source {
                ArgumentSource::In(strategy) => {
                    self.check_independent(strategy, &known)?;
                    self.strategy(strategy, Want::Any)?;
                    self.rendered(strategy)
                }
                ArgumentSource::Type(ty) => match self.any_of_proptest(ty)? {
                    Generated::Default => format!("{}::<{}>()", name("any"), self.source(ty)),
                    Generated::By(generator) => generator.text(Want::Any),
                },
            });
            variables(&argument.pattern, &mut known);
        }
        let Expr::Block(body) = &test.body else {
            return Err("a closure without a block".to_owned());
        };
        let output = match self.proptest_body(&body.block)? {
            Returns::Unit => String::new(),
            Returns::Result => format!(" -> Result<(), {ERROR}>"),
        };
        let (generator, pattern) = match &generators[..] {
            [one] => (one.clone(), patterns[0].clone()),
            _ => (format!("({})", generators.join(", ")), format!("({})", patterns.join(", "))),
        };
        let mover = if test.mover.is_some() { "move " } else { "" };
        let indentation = self.indentation(at.start);
        let methods = settings.methods()?;
        let mut check = format!("{}({generator}){methods}", name("check"));
        let end = format!(".assert({mover}|{pattern}|{output} {{");
        if indentation.len() + check.len() + end.len() > WIDTH && generators.len() > 1 {
            let lines: Vec<String> =
                generators.iter().map(|each| format!("\n{indentation}    {each},")).collect();
            check = format!(
                "{}(({}\n{indentation})){methods}\n{indentation}",
                name("check"),
                lines.concat()
            );
        }
        let text = format!("{check}.assert({mover}|{pattern}|{output} {})", self.rendered(body));
        self.edits.replace(at, text);
        Ok(())
    }
}

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
        let start = self.attributes.first().map(range).unwrap_or_else(|| match &self.visibility {
            Visibility::Inherited => range(&self.fn_token),
            visibility => range(visibility),
        });
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
        return Err("a function of `prop_compose!` with strategies in several stages".to_owned());
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
    let columns = columns(code.text, block.end - 1).saturating_sub(dedent);
    // The body is inside of another function now, and perhaps no longer inside of the macro.
    let body = code.text[block.clone()].to_owned();
    let body = if dedent == 0 { body.replace('\n', "\n    ") } else { body };
    translator.edits.replace(block, format!("{body})\n{}}}", " ".repeat(columns)));
    Ok(translator.finish())
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
            let Type::ImplTrait(_) = &*typed.ty else { continue };
            if !self.source(&*typed.ty).contains("Strategy") {
                continue;
            }
            return Err("a strategy as a parameter of a function".to_owned());
        }
        Ok(())
    }
}
