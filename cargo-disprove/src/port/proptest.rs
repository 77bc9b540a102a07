//! The forms of proptest tests: `proptest! { .. }` and its closure form.

use super::{
    body::{ERROR, Returns},
    config::Settings,
    strategy::{Translated, Want},
    syntax::{Argument, ArgumentSource, ClosureTest, Function},
    translator::{Code, Refusal, Translation, Translator, name, range, resolve_names},
    types::Generated,
};
use std::{collections::HashSet, ops::Range};
use syn::{Attribute, Expr, Pat, ReturnType, Visibility};

/// Values that a property can have as arguments.
const MAX_ARGUMENTS: usize = 12;

/// Columns of a line in new code.
pub(super) const WIDTH: usize = 100;

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
pub(super) fn source_name(text: &str, body: Range<usize>) -> &'static str {
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
                    Translator::check_independent(strategy, &known)?;
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
    fn check_independent(strategy: &Expr, known: &HashSet<String>) -> Result<(), Refusal> {
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
            let close = function.block.brace_token.span.close().byte_range().start;
            // A body in one line continues in a new one.
            let end = match &self.code.text[start..close] {
                body if body.trim_start_matches(' ').starts_with(['\n', '\r']) => String::new(),
                body if body.trim().is_empty() => format!("\n{indentation}"),
                _ => format!("\n{indentation}    "),
            };
            self.edits.insert(start, draws.concat() + &end);
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
        if let Some(end) = end {
            let column = function.arguments.first().map_or(0, |first| first.range().start);
            let indentation = self.indentation(column);
            self.edits.insert(end, format!(",\n{indentation}{source}"));
        } else {
            let open = function.parentheses.span.open().byte_range().end;
            self.edits.replace(open..close, source);
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
                    Translator::check_independent(strategy, &known)?;
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
        let new = format!("{check}.assert({mover}|{pattern}|{output} {})", self.rendered(body));
        self.edits.replace(at, new);
        Ok(())
    }
}
