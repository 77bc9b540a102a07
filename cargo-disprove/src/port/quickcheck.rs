//! The forms of quickcheck tests: `quickcheck! { .. }`, `#[quickcheck]`, and calls of `quickcheck(..)`.

use super::{
    body::multiline_literals,
    syntax::ClosureTest,
    translator::{Code, Need, Refusal, Translation, Translator, columns, name, range},
};
use quote::ToTokens;
use std::ops::Range;
use syn::{
    Attribute, Expr, ExprCall, ExprCast, ExprMethodCall, FnArg, GenericArgument, Item, ItemFn,
    Macro, Pat, PathArguments, ReturnType, Signature, Stmt, Type,
    parse::{Parse, ParseStream},
    visit::{self, Visit},
};

/// The functions of `quickcheck! { .. }`.
pub(super) struct Functions(pub(super) Vec<ItemFn>);

impl Parse for Functions {
    fn parse(input: ParseStream) -> syn::Result<Functions> {
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(input.parse()?);
        }
        Ok(Functions(functions))
    }
}

/// Where the attribute of a property goes.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// In a new line above the function.
    Above,
    /// Instead of `#[quickcheck]`.
    Instead(&'a Attribute),
}

/// Translates a function that is a property.
pub(super) fn function(
    code: Code,
    module: usize,
    function: &ItemFn,
    place: Place,
    dedent: usize,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    translator.dedent = dedent;
    if let Some(attribute) = function.attrs.iter().find(|each| is_other_test(each)) {
        return Err(format!("the attribute `{}`", translator.source(attribute)));
    }
    translator.check_property(&function.sig)?;
    translator.quickcheck_body(&function.sig.output, &function.block, true)?;
    match place {
        Place::Above => {
            let start = match &function.vis {
                syn::Visibility::Inherited => range(&function.sig).start,
                visibility => range(visibility).start,
            };
            let indentation = translator.indentation(start);
            translator.edits.insert(start, format!("#[{}]\n{indentation}", name("property")));
        }
        Place::Instead(attribute) => {
            translator.edits.replace(range(attribute), format!("#[{}]", name("property")));
        }
    }
    Ok(translator.finish())
}

/// A test attribute other than `#[test]` and `#[quickcheck]`.
fn is_other_test(attribute: &Attribute) -> bool {
    attribute.path().segments.len() > 1
        && attribute.path().segments.last().is_some_and(|last| last.ident == "test")
}

impl Translator<'_> {
    /// Checks the signature of a property.
    fn check_property(&mut self, signature: &Signature) -> Result<(), Refusal> {
        if !signature.generics.params.is_empty() {
            return Err("a generic property".to_owned());
        }
        if signature.unsafety.is_some() || signature.asyncness.is_some() {
            return Err("an `unsafe` or `async` property".to_owned());
        }
        if signature.inputs.len() > 12 {
            return Err("a property with more than 12 arguments".to_owned());
        }
        for input in &signature.inputs {
            let FnArg::Typed(typed) = input else {
                return Err("a property with `self`".to_owned());
            };
            self.check_quickcheck_type(&typed.ty)?;
        }
        self.check_output(&signature.output)
    }

    /// Properties return `()`, `bool`, `TestResult` or a `Result` of these.
    fn check_output(&self, output: &ReturnType) -> Result<(), Refusal> {
        let ReturnType::Type(_, ty) = output else { return Ok(()) };
        let is_known = match &**ty {
            Type::Tuple(tuple) => tuple.elems.is_empty(),
            Type::Path(path) => {
                path.path.is_ident("bool")
                    || self.quickcheck(&path.path).as_deref() == Some("TestResult")
                    || path.path.segments.last().is_some_and(|last| last.ident == "Result")
            }
            _ => false,
        };
        if is_known {
            Ok(())
        } else {
            Err(format!("a property that returns `{}`", self.source(&**ty)))
        }
    }
}

/// A call that runs a property.
struct RunCall {
    /// The expression.
    at: Range<usize>,
    /// Its argument.
    property: Expr,
    cases: Option<String>,
}

/// Finds the calls that run properties, and closure forms of `proptest!`.
struct Calls<'t, 'a> {
    translator: &'t Translator<'a>,
    runs: Vec<RunCall>,
    closures: Vec<(Range<usize>, Macro)>,
    refusal: Option<Refusal>,
}

impl<'ast> Visit<'ast> for Calls<'_, '_> {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func
            && self.translator.quickcheck(&path.path).as_deref() == Some("quickcheck")
            && let Some(property) = call.args.first()
        {
            self.runs.push(RunCall { at: range(call), property: property.clone(), cases: None });
            return;
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "quickcheck"
            && let Some(property) = call.args.first()
        {
            match self.settings(&call.receiver) {
                Ok(cases) => {
                    self.runs.push(RunCall { at: range(call), property: property.clone(), cases });
                }
                Err(refusal) => self.refusal = self.refusal.take().or(Some(refusal)),
            }
            return;
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let translator = self.translator;
        let old = translator.code.scope.old_macro(translator.module, &mac.path);
        if old.is_some_and(|old| old.name == "proptest") {
            // From the path to the closing delimiter.
            let end = super::strategy::delimiters(&mac.delimiter).1.byte_range().end;
            self.closures.push((range(&mac.path).start..end, mac.clone()));
        }
    }
}

impl Calls<'_, '_> {
    /// The number of cases that a chain such as `QuickCheck::new().tests(1000)` sets.
    fn settings(&self, receiver: &Expr) -> Result<Option<String>, Refusal> {
        match receiver {
            Expr::MethodCall(call) => {
                let cases = self.settings(&call.receiver)?;
                match (call.method.to_string().as_str(), call.args.first()) {
                    ("tests", Some(tests)) => Ok(Some(self.translator.count(tests))),
                    ("max_tests" | "min_tests_passed", Some(_)) => Ok(cases),
                    (other, _) => Err(format!("the setting `{other}` has no counterpart")),
                }
            }
            Expr::Call(call) => {
                let is_new = matches!(&*call.func, Expr::Path(path)
                    if self.translator.quickcheck(&path.path).as_deref() == Some("QuickCheck::new"));
                if is_new { Ok(None) } else { Err("an unknown `QuickCheck`".to_owned()) }
            }
            Expr::Paren(inner) => self.settings(&inner.expr),
            _ => Err("a `QuickCheck` in a variable".to_owned()),
        }
    }
}

/// Whether a function runs properties, and with which library.
pub(super) fn runs_properties(code: Code, module: usize, function: &ItemFn) -> bool {
    let translator = Translator::new(code, module);
    let mut calls =
        Calls { translator: &translator, runs: Vec::new(), closures: Vec::new(), refusal: None };
    calls.visit_block(&function.block);
    !calls.runs.is_empty() || !calls.closures.is_empty() || calls.refusal.is_some()
}

/// Translates a function that runs properties.
pub(super) fn runner(code: Code, module: usize, function: &ItemFn) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    let (runs, closures) = {
        let mut calls = Calls {
            translator: &translator,
            runs: Vec::new(),
            closures: Vec::new(),
            refusal: None,
        };
        calls.visit_block(&function.block);
        if let Some(refusal) = calls.refusal {
            return Err(refusal);
        }
        (calls.runs, calls.closures)
    };
    for (at, mac) in closures {
        let test: ClosureTest =
            mac.parse_body().map_err(|why| format!("`proptest!` cannot be read: {why}"))?;
        translator.closure_test(&test, at)?;
    }
    let test = function.attrs.iter().find(|attribute| attribute.path().is_ident("test"));
    if let ([run], Some(test)) = (&runs[..], test)
        && function.sig.inputs.is_empty()
        && let Some(lifted) = translator.lifted(function, test, run)
    {
        lifted?;
        return Ok(translator.finish());
    }
    for run in &runs {
        translator.check_call(function, run)?;
    }
    for statement in &function.block.stmts {
        if let Stmt::Item(Item::Fn(item)) = statement {
            translator.generics(&item.sig.generics);
        }
    }
    // What is left of the body may have results too.
    translator.quickcheck_body(&ReturnType::Default, &function.block, false)?;
    Ok(translator.finish())
}

/// The function that a property names, and the types of its arguments.
struct Target<'a> {
    signature: &'a Signature,
    /// `None` if it is an item of the module.
    inner: Option<&'a ItemFn>,
}

impl Translator<'_> {
    /// The name of the function in `function as fn(..) -> ..`.
    fn property_name(property: &Expr) -> Option<String> {
        match property {
            Expr::Cast(ExprCast { expr, .. }) => Translator::property_name(expr),
            Expr::Paren(inner) => Translator::property_name(&inner.expr),
            Expr::Path(path) => {
                let last = path.path.segments.last()?;
                (path.path.segments.len() == 1).then(|| last.ident.to_string())
            }
            _ => None,
        }
    }

    /// Makes a test that runs one property the property. `None` if it does more than that.
    fn lifted(
        &mut self,
        function: &ItemFn,
        test: &Attribute,
        run: &RunCall,
    ) -> Option<Result<(), Refusal>> {
        let name = Translator::property_name(&run.property)?;
        let mut inner = None;
        let mut items = Vec::new();
        for statement in &function.block.stmts {
            match statement {
                Stmt::Item(Item::Fn(item)) if item.sig.ident == name => inner = Some(item),
                Stmt::Item(Item::Use(item)) if Translator::is_old_use(item) => {}
                Stmt::Item(item) => items.push(item),
                Stmt::Expr(expression, _) if range(expression) == run.at => {}
                _ => return None,
            }
        }
        let outer = self.code.index.functions.get(&name);
        let target = match (inner, outer) {
            (Some(inner), _) => Target { signature: &inner.sig, inner: Some(inner) },
            (None, Some(outer)) => Target { signature: outer, inner: None },
            (None, None) => return None,
        };
        let is_plain = target.signature.generics.params.is_empty()
            && !inner.is_some_and(|inner| self.calls_itself(inner))
            && !self.has_loose_comments(function, inner, &items, run);
        if !is_plain {
            return None;
        }
        Some(self.lift(function, test, run, &target, &items))
    }

    fn is_old_use(item: &syn::ItemUse) -> bool {
        let mut leaves = Vec::new();
        super::scope::flatten(&item.tree, &mut Vec::new(), &mut leaves);
        leaves.iter().all(|leaf| super::scope::is_old_path(&leaf.path))
    }

    fn calls_itself(&self, inner: &ItemFn) -> bool {
        let word = inner.sig.ident.to_string();
        let body = self.source(&inner.block);
        body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|each| each == word)
    }

    /// Comments that belong to no item would be lost.
    fn has_loose_comments(
        &self,
        function: &ItemFn,
        inner: Option<&ItemFn>,
        items: &[&Item],
        run: &RunCall,
    ) -> bool {
        let block = range(&function.block);
        let mut kept: Vec<Range<usize>> = items.iter().map(|item| range(*item)).collect();
        kept.extend(inner.map(range));
        kept.push(run.at.clone());
        kept.sort_by_key(|each| each.start);
        let mut at = block.start;
        let mut gaps = String::new();
        for each in kept {
            gaps.push_str(self.code.text.get(at..each.start).unwrap_or_default());
            at = at.max(each.end);
        }
        gaps.push_str(self.code.text.get(at..block.end).unwrap_or_default());
        let name = inner.map(|inner| inner.attrs.len()).unwrap_or_default();
        gaps.contains("//") || gaps.contains("/*") || name > 0
    }

    fn lift(
        &mut self,
        function: &ItemFn,
        test: &Attribute,
        run: &RunCall,
        target: &Target,
        items: &[&Item],
    ) -> Result<(), Refusal> {
        self.check_property(target.signature)?;
        let settings =
            run.cases.as_ref().map(|cases| format!("(cases = {cases})")).unwrap_or_default();
        self.edits.replace(range(test), format!("#[{}{settings}]", name("property")));
        let parentheses = range(&target.signature.paren_token.span.join());
        let outer = range(&function.sig.paren_token.span.join()).start..range(&function.block).end;
        let indentation = self.indentation(range(&function.sig).start);
        let Some(inner) = target.inner else {
            // A call of the function.
            let arguments = Translator::argument_names(target.signature);
            let parameters = self.code.text[parentheses.clone()].to_owned();
            let output = match &target.signature.output {
                ReturnType::Default => String::new(),
                ReturnType::Type(_, ty) => {
                    let is_result = matches!(&**ty, Type::Path(path)
                        if self.quickcheck(&path.path).as_deref() == Some("TestResult"));
                    let ty =
                        if is_result { name("Outcome") } else { self.source(&**ty).to_owned() };
                    format!(" -> {ty}")
                }
            };
            let called = &target.signature.ident;
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("{indentation}    {}\n", self.source(*item)))
                .collect();
            let new = format!(
                "{parameters}{output} {{\n{}{indentation}    {called}({})\n{indentation}}}",
                items.concat(),
                arguments.join(", ")
            );
            self.needs.insert(Need::Function(called.to_string()));
            self.edits.replace(outer, new);
            return Ok(());
        };
        self.quickcheck_body(&inner.sig.output, &inner.block, true)?;
        let block = range(&inner.block);
        let head = self.edits.render(self.code.text, parentheses.start..block.start + 1);
        let body = self.edits.render(self.code.text, block.start + 1..block.end);
        let shift = columns(self.code.text, range(inner).start)
            .saturating_sub(columns(self.code.text, range(function).start));
        let mut literals = Vec::new();
        multiline_literals(inner.to_token_stream(), &mut literals);
        let mut new = format!("{head}{body}");
        if literals.is_empty() {
            new = new.replace(&format!("\n{}", " ".repeat(shift)), "\n");
        }
        let items: Vec<String> = items
            .iter()
            .map(|item| format!("\n{indentation}    {}", self.rendered(*item)))
            .collect();
        let open = new.len() - body_len(&new, &head);
        new.insert_str(open, &items.concat());
        self.edits.replace(outer, new);
        Ok(())
    }

    /// Names for the arguments of a call.
    fn argument_names(signature: &Signature) -> Vec<String> {
        let names = signature.inputs.iter().enumerate().map(|(number, input)| match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(variable) => variable.ident.to_string(),
                _ => format!("value{number}"),
            },
            FnArg::Receiver(_) => "self".to_owned(),
        });
        names.collect()
    }

    /// Replaces `quickcheck(property as fn(..) -> ..)` by `check(..).assert(..)`.
    fn check_call(&mut self, function: &ItemFn, run: &RunCall) -> Result<(), Refusal> {
        let inner = |name: &str| {
            function.block.stmts.iter().find_map(|statement| match statement {
                Stmt::Item(Item::Fn(item)) if item.sig.ident == name => Some(&item.sig),
                _ => None,
            })
        };
        let property = match &run.property {
            Expr::Cast(cast) => &*cast.expr,
            other => other,
        };
        let signature = Translator::property_name(property)
            .and_then(|name| inner(&name).or_else(|| self.code.index.functions.get(&name)));
        let types: Vec<Type> = match (&run.property, signature) {
            (Expr::Cast(cast), _) if !has_placeholders(&cast.ty) => match &*cast.ty {
                Type::BareFn(function) => {
                    function.inputs.iter().map(|input| input.ty.clone()).collect()
                }
                _ => return Err("a property of an unknown type".to_owned()),
            },
            (_, Some(signature)) if signature.generics.params.is_empty() => signature
                .inputs
                .iter()
                .filter_map(|input| match input {
                    FnArg::Typed(typed) => Some((*typed.ty).clone()),
                    FnArg::Receiver(_) => None,
                })
                .collect(),
            _ => return Err("the types of the property are not written".to_owned()),
        };
        for ty in &types {
            self.check_quickcheck_type(ty)?;
        }
        if let Some(signature) = signature {
            self.check_output(&signature.output)?;
        }
        let texts: Vec<&str> = types.iter().map(|ty| self.source(ty)).collect();
        let property_text = self.source(property);
        let names = match signature {
            Some(signature) => Translator::argument_names(signature),
            None => (0..types.len()).map(|number| format!("value{number}")).collect(),
        };
        let (ty, called) = if let [one] = &texts[..] {
            ((*one).to_owned(), property_text.to_owned())
        } else {
            let names = names.join(", ");
            (format!("({})", texts.join(", ")), format!("|({names})| {property_text}({names})"))
        };
        if texts.len() > 12 {
            return Err("a property with more than 12 arguments".to_owned());
        }
        let cases = run.cases.as_ref().map(|cases| format!(".cases({cases})")).unwrap_or_default();
        let text = format!("{}({}::<{ty}>()){cases}.assert({called})", name("check"), name("any"));
        self.edits.replace(run.at.clone(), text);
        Ok(())
    }
}

/// The length of what follows the head, which may have been moved to the left.
fn body_len(text: &str, head: &str) -> usize {
    let braces = head.matches('{').count();
    let open = text.match_indices('{').nth(braces - 1).map_or(0, |(at, _)| at + 1);
    text.len() - open
}

/// Whether a type has a `_`.
fn has_placeholders(ty: &Type) -> bool {
    match ty {
        Type::Infer(_) => true,
        Type::BareFn(function) => function.inputs.iter().any(|input| has_placeholders(&input.ty)),
        Type::Tuple(tuple) => tuple.elems.iter().any(has_placeholders),
        Type::Path(path) => path.path.segments.iter().any(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().any(
                |argument| matches!(argument, GenericArgument::Type(ty) if has_placeholders(ty)),
            ),
            _ => false,
        }),
        _ => false,
    }
}
