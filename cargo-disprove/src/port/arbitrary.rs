//! Generators of types: `impl Arbitrary` of both libraries, the derive of proptest, and functions of a `Gen`.

use super::{
    body::whole_lines,
    edits::Edits,
    strategy::Want,
    translator::{Code, Refusal, Translation, Translator, name, range},
    types::{GENERIC, Generated},
};
use std::ops::Range;
use syn::{
    Attribute, Block, Expr, ExprCall, ExprMethodCall, Field, Fields, FnArg, GenericParam, Generics,
    ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, LitInt, LitStr, Macro, Meta, Pat, Path,
    Signature, Stmt, Token, Type, UnOp,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// The size of values in quickcheck, unless it is changed.
const DEFAULT_SIZE: &str = "100";

/// The type that an impl is for.
pub(super) fn implementing_type(item: &ItemImpl) -> Option<String> {
    let Type::Path(path) = &*item.self_ty else { return None };
    path.path.segments.last().map(|last| last.ident.to_string())
}

/// Translates `impl Arbitrary for T` of quickcheck.
pub(super) fn quickcheck_impl(
    code: Code,
    module: usize,
    item: &ItemImpl,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    let Some((_, path, _)) = &item.trait_ else { return Err("no trait".to_owned()) };
    translator.edits.replace(range(path), name("Arbitrary"));
    translator.type_parameters.insert("Self".to_owned());
    let is_bounded = translator.generics(&item.generics);
    for part in &item.items {
        match part {
            ImplItem::Fn(function) if function.sig.ident == "arbitrary" => {
                translator.drawing_function(&function.sig, &function.block)?;
                // The old trait requires `Clone`, the new one does not.
                if is_bounded && translator.source(&function.block).contains("clone") {
                    return Err("`clone` of a type parameter".to_owned());
                }
            }
            ImplItem::Fn(function) if function.sig.ident == "shrink" => {
                translator.edits.delete(lines_of_function(code.text, function));
            }
            other => return Err(format!("`{}` in `impl Arbitrary`", translator.shortened(other))),
        }
    }
    Ok(translator.finish())
}

/// Translates a function with a parameter of the type `&mut Gen`.
pub(super) fn drawing_helper(
    code: Code,
    module: usize,
    function: &ItemFn,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    translator.generics(&function.sig.generics);
    translator.drawing_function(&function.sig, &function.block)?;
    Ok(translator.finish())
}

/// The lines of a function, with those of its attributes and a blank line before it.
fn lines_of_function(text: &str, function: &ImplItemFn) -> Range<usize> {
    let lines = whole_lines(text, range(function));
    let before = &text[..lines.start];
    let blank = before.trim_end_matches([' ', '\n', '\r']).len();
    // The line break at the end of the last line stays.
    let start = text[blank..lines.start].find('\n').map_or(lines.start, |at| blank + at + 1);
    start..lines.end
}

impl Translator<'_> {
    /// Translates the bounds of type parameters. Returns whether one is `Arbitrary`.
    pub(super) fn generics(&mut self, generics: &Generics) -> bool {
        struct Bounds<'t, 'a>(&'t mut Translator<'a>, bool);
        impl<'ast> Visit<'ast> for Bounds<'_, '_> {
            fn visit_path(&mut self, path: &'ast Path) {
                if self.0.quickcheck(path).as_deref() == Some("Arbitrary") {
                    self.0.edits.replace(range(path), name("Arbitrary"));
                    self.1 = true;
                } else {
                    visit::visit_path(self, path);
                }
            }
        }
        for parameter in &generics.params {
            if let GenericParam::Type(parameter) = parameter {
                self.type_parameters.insert(parameter.ident.to_string());
            }
        }
        let mut bounds = Bounds(self, false);
        bounds.visit_generics(generics);
        bounds.1
    }

    /// A function that draws from a `Gen`.
    fn drawing_function(&mut self, signature: &Signature, block: &Block) -> Result<(), Refusal> {
        if signature.generics.params.iter().any(|parameter| {
            matches!(parameter, GenericParam::Type(parameter) if self.source(parameter).contains("Gen"))
        }) {
            return Err("`Gen` is a trait, as in quickcheck 0.9; port the suite to quickcheck 1 first".to_owned());
        }
        let mut variable = None;
        for input in &signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let Type::Reference(reference) = &*typed.ty else { continue };
            let Type::Path(path) = &*reference.elem else { continue };
            if self.quickcheck(&path.path).as_deref() != Some("Gen") {
                continue;
            }
            self.edits.replace(range(&path.path), name("Source"));
            variable = Some(match &*typed.pat {
                Pat::Ident(pattern) => pattern.ident.to_string(),
                _ => "_".to_owned(),
            });
        }
        let variable = variable.ok_or("a function without `&mut Gen`")?;
        let mut draws = Draws { translator: self, variable, refusal: None };
        draws.visit_block(block);
        match draws.refusal {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }
}

/// Translates draws from a `Gen`.
struct Draws<'t, 'a> {
    translator: &'t mut Translator<'a>,
    /// The name of the `Gen`.
    variable: String,
    refusal: Option<Refusal>,
}

impl Draws<'_, '_> {
    fn refuse(&mut self, why: impl Into<String>) {
        self.refusal.get_or_insert_with(|| why.into());
    }

    fn is_gen(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Path(path) if path.path.is_ident(&self.variable))
    }

    /// `T::arbitrary(g)`
    fn arbitrary(&mut self, call: &ExprCall) -> bool {
        let Expr::Path(function) = &*call.func else { return false };
        let segments = &function.path.segments;
        let is_arbitrary = segments.last().is_some_and(|last| last.ident == "arbitrary");
        let [argument] = &call.args.iter().collect::<Vec<_>>()[..] else { return false };
        if !is_arbitrary || !self.is_gen(argument) {
            return false;
        }
        let any = name("any");
        let g = &self.variable;
        let ty = if let Some(qself) = &function.qself {
            Some((*qself.ty).clone())
        } else {
            let mut path = function.path.clone();
            path.segments.pop();
            path.segments.pop_punct();
            let is_trait = self.translator.quickcheck(&path).as_deref() == Some("Arbitrary");
            (!is_trait).then_some(Type::Path(syn::TypePath { qself: None, path }))
        };
        let text = match ty {
            None => format!("{g}.draw({any}())"),
            Some(ty) => {
                if let Err(refusal) = self.translator.check_quickcheck_type(&ty) {
                    self.refuse(refusal);
                    return true;
                }
                let written = self.translator.source(&ty).to_owned();
                format!("{g}.draw({any}::<{}>())", self.translator.with_parameters(&ty, written))
            }
        };
        self.translator.edits.replace(range(call), text);
        true
    }

    /// `g.choose(values).unwrap()` and what makes a value of the reference: the argument of `choose`.
    fn chosen<'e>(&self, expression: &'e Expr) -> Option<&'e Expr> {
        let Expr::MethodCall(call) = expression else { return None };
        match call.method.to_string().as_str() {
            "unwrap" | "expect" => match &*call.receiver {
                Expr::MethodCall(inner) if inner.method == "copied" || inner.method == "cloned" => {
                    self.choose(&inner.receiver)
                }
                _ => None,
            },
            "clone" => self.reference(&call.receiver),
            _ => None,
        }
    }

    /// `g.choose(values).unwrap()`
    fn reference<'e>(&self, expression: &'e Expr) -> Option<&'e Expr> {
        let Expr::MethodCall(call) = expression else { return None };
        let unwraps = call.method == "unwrap" || call.method == "expect";
        if unwraps { self.choose(&call.receiver) } else { None }
    }

    fn choose<'e>(&self, expression: &'e Expr) -> Option<&'e Expr> {
        let Expr::MethodCall(call) = expression else { return None };
        (call.method == "choose" && self.is_gen(&call.receiver))
            .then(|| call.args.first())
            .flatten()
    }

    fn sample(&mut self, at: Range<usize>, values: &Expr) {
        self.visit_expr(values);
        let values = self.translator.rendered(values);
        let text = format!("{}.draw({}({values}))", self.variable, name("sample"));
        self.translator.edits.replace(at, text);
    }
}

impl<'ast> Visit<'ast> for Draws<'_, '_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Some(values) = self.chosen(expression) {
            return self.sample(range(expression), values);
        }
        if let Expr::Unary(unary) = expression
            && matches!(unary.op, UnOp::Deref(_))
            && let Some(values) = self.reference(&unary.expr)
        {
            return self.sample(range(expression), values);
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if self.arbitrary(call) {
            return;
        }
        let known = matches!(&*call.func, Expr::Path(path) if path.path.get_ident()
            .is_some_and(|name| self.translator.code.index.functions.contains_key(&name.to_string())));
        self.visit_expr(&call.func);
        for argument in &call.args {
            // A function of the file that draws is ported too.
            if !(known && self.is_gen(argument)) {
                self.visit_expr(argument);
            }
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.is_gen(&call.receiver) {
            if call.method == "size" {
                self.translator.edits.replace(range(call), DEFAULT_SIZE);
            } else {
                self.refuse(format!("`{}.{}(..)` has no counterpart", self.variable, call.method));
            }
            return;
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if path.path.is_ident(&self.variable) {
            let variable = self.variable.clone();
            self.refuse(format!("the `Gen` `{variable}` goes to other code"));
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let arguments = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        if let Ok(arguments) = arguments {
            for argument in &arguments {
                self.visit_expr(argument);
            }
            return;
        }
        let text = self.translator.source(&mac.tokens);
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|word| word == self.variable) {
            self.refuse(format!("`{}!` with a `Gen`", self.translator.source(&mac.path)));
        }
    }
}

impl Translator<'_> {
    /// A type with `_` for parameters that are left out.
    fn with_parameters(&self, ty: &Type, written: String) -> String {
        let Type::Path(path) = ty else { return written };
        let Some(last) = path.path.segments.last() else { return written };
        if !last.arguments.is_none() {
            return written;
        }
        let short = last.ident.to_string();
        let count = match self.code.index.local_types.get(&short) {
            Some(local) => local.generics,
            None if GENERIC.iter().any(|(name, _)| *name == short) => match short.as_str() {
                "HashMap" | "BTreeMap" | "Result" => 2,
                _ => 1,
            },
            None => 0,
        };
        if count == 0 { written } else { format!("{written}<{}>", vec!["_"; count].join(", ")) }
    }
}

/// Translates `impl Arbitrary for T` of proptest.
pub(super) fn proptest_impl(
    code: Code,
    module: usize,
    item: &ItemImpl,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    let Some((_, path, _)) = &item.trait_ else { return Err("no trait".to_owned()) };
    translator.edits.replace(range(path), name("Arbitrary"));
    if !item.generics.params.is_empty() {
        return Err("a generic `impl Arbitrary`".to_owned());
    }
    for part in &item.items {
        match part {
            ImplItem::Type(ty) if ty.ident == "Parameters" || ty.ident == "Strategy" => {
                let mut lines = whole_lines(code.text, range(ty));
                // With a blank line behind them.
                let blank = code.text[lines.end..]
                    .find(|c: char| c != ' ' && c != '\n')
                    .unwrap_or_default();
                if let Some(line) = code.text[lines.end..lines.end + blank].rfind('\n') {
                    lines.end += line + 1;
                }
                translator.edits.delete(lines);
            }
            ImplItem::Fn(function) if function.sig.ident == "arbitrary_with" => {
                translator.arbitrary_with(function)?;
            }
            other => return Err(format!("`{}` in `impl Arbitrary`", translator.shortened(other))),
        }
    }
    Ok(translator.finish())
}

impl Translator<'_> {
    fn arbitrary_with(&mut self, function: &ImplItemFn) -> Result<(), Refusal> {
        if let Some(FnArg::Typed(typed)) = function.sig.inputs.first()
            && let Pat::Ident(parameter) = &*typed.pat
        {
            let word = parameter.ident.to_string();
            let body = self.source(&function.block);
            if body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|each| each == word) {
                return Err(format!("the parameter `{word}` of `arbitrary_with`"));
            }
        }
        let signature = format!("fn arbitrary(src: &mut {}) -> Self", name("Source"));
        self.edits.replace(range(&function.sig), signature);
        let Some(Stmt::Expr(last, None)) = function.block.stmts.last() else {
            return Err("a function without a strategy at its end".to_owned());
        };
        self.edits.insert(range(last).start, "src.draw(");
        let end = match last {
            Expr::MethodCall(call) if call.method == "boxed" || call.method == "sboxed" => {
                // Nothing has to be boxed any more.
                let mut block = function.block.clone();
                block.stmts.pop();
                block.stmts.push(Stmt::Expr((*call.receiver).clone(), None));
                self.strategy_block(&block, Want::Any)?;
                self.edits.delete(range(&*call.receiver).end..range(last).end);
                range(last).end
            }
            _ => {
                self.strategy_block(&function.block, Want::Any)?;
                range(last).end
            }
        };
        self.edits.insert(end, ")");
        Ok(())
    }
}

/// A derive of proptest.
pub(super) struct Derived {
    /// The place of `Arbitrary`.
    pub(super) at: Range<usize>,
    /// It is inside of `#[cfg_attr(test, ..)]`.
    pub(super) has_condition: bool,
}

/// The `Arbitrary` in a `#[derive(..)]` of proptest.
pub(super) fn derived(code: Code, module: usize, attributes: &[Attribute]) -> Option<Derived> {
    let translator = Translator::new(code, module);
    let place = |list: &syn::MetaList| {
        let paths = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
        let found =
            paths.iter().find(|path| translator.proptest(path).as_deref() == Some("Arbitrary"));
        found.map(range)
    };
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else { continue };
        if list.path.is_ident("derive") {
            if let Some(at) = place(list) {
                return Some(Derived { at, has_condition: false });
            }
        } else if list.path.is_ident("cfg_attr") {
            let metas =
                list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
            let is_test = metas.first().is_some_and(|first| first.path().is_ident("test"));
            for meta in metas.iter().skip(1) {
                if let Meta::List(inner) = meta
                    && inner.path.is_ident("derive")
                    && let Some(at) = place(inner)
                    && is_test
                {
                    return Some(Derived { at, has_condition: true });
                }
            }
        }
    }
    None
}

/// Translates a type with a derived `Arbitrary` of proptest.
pub(super) fn derive(
    code: Code,
    module: usize,
    item: &Item,
    derived: &Derived,
) -> Result<Translation, Refusal> {
    let mut translator = Translator::new(code, module);
    translator.edits.replace(derived.at.clone(), name("Arbitrary"));
    let (generics, attributes, groups): (_, _, Vec<&Fields>) = match item {
        Item::Struct(item) => (&item.generics, &item.attrs, vec![&item.fields]),
        Item::Enum(item) => {
            for variant in &item.variants {
                translator.proptest_attributes(&variant.attrs, None)?;
            }
            (
                &item.generics,
                &item.attrs,
                item.variants.iter().map(|variant| &variant.fields).collect(),
            )
        }
        _ => return Err("neither a struct nor an enum".to_owned()),
    };
    for parameter in &generics.params {
        if let GenericParam::Type(parameter) = parameter {
            translator.type_parameters.insert(parameter.ident.to_string());
        }
    }
    translator.proptest_attributes(attributes, None)?;
    for field in groups.into_iter().flatten() {
        translator.field_generator(field)?;
    }
    if derived.has_condition && translator.edits.count() > 1 {
        return Err("attributes of fields would be needed in tests only".to_owned());
    }
    Ok(translator.finish())
}

impl Translator<'_> {
    fn field_generator(&mut self, field: &Field) -> Result<(), Refusal> {
        if self.proptest_attributes(&field.attrs, Some(field))? {
            return Ok(());
        }
        if let Generated::By(generator) = self.any_of_proptest(&field.ty)? {
            let start = match (&field.vis, &field.ident) {
                (syn::Visibility::Inherited, Some(name)) => range(name).start,
                (syn::Visibility::Inherited, None) => range(&field.ty).start,
                (visibility, _) => range(visibility).start,
            };
            let draw = format!("#[draw({})] ", generator.text(Want::Any));
            self.edits.insert(start, draw);
        }
        Ok(())
    }

    /// Translates `#[proptest(..)]`. Returns whether one gives the generator.
    fn proptest_attributes(
        &mut self,
        attributes: &[Attribute],
        field: Option<&Field>,
    ) -> Result<bool, Refusal> {
        let mut is_generated = false;
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("proptest"))
        {
            let mut new = None;
            let mut refusal = None;
            let parsed = attribute.parse_nested_meta(|meta| {
                let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match word.as_str() {
                    "weight" | "w" => {
                        let weight: LitInt = meta.value()?.parse()?;
                        new = Some(format!("#[weight({})]", weight.base10_digits()));
                    }
                    "strategy" if field.is_some() => {
                        let value = meta.value()?;
                        if value.peek(LitStr) {
                            let text: LitStr = value.parse()?;
                            new = Some(self.string_strategy(&text.value()).unwrap_or_else(|why| {
                                refusal = Some(why);
                                String::new()
                            }));
                        } else {
                            let strategy: Expr = value.parse()?;
                            match self.strategy(&strategy, Want::Any) {
                                Ok(_) => {
                                    new = Some(format!("#[draw({})]", self.rendered(&strategy)));
                                }
                                Err(why) => refusal = Some(why),
                            }
                        }
                        is_generated = true;
                    }
                    "no_params" => new = Some(String::new()),
                    _ => refusal = Some(format!("`#[proptest({word})]` has no counterpart")),
                }
                Ok(())
            });
            if let Some(why) = refusal {
                return Err(why);
            }
            parsed.map_err(|why| format!("`#[proptest(..)]` cannot be read: {why}"))?;
            self.edits.replace(range(attribute), new.unwrap_or_default());
        }
        Ok(is_generated)
    }

    /// A strategy that is written in a string.
    fn string_strategy(&mut self, text: &str) -> Result<String, Refusal> {
        let strategy: Expr = syn::parse_str(text)
            .map_err(|why| format!("the strategy `{text}` cannot be read: {why}"))?;
        let code = Code { text, ..self.code };
        let mut inner = Translator::new(code, self.module);
        inner.strategy(&strategy, Want::Any)?;
        let rendered = inner.rendered(&strategy);
        self.needs.extend(inner.needs);
        Ok(format!("#[draw({rendered})]"))
    }
}

/// The edits that add the new derive beside the old one.
pub(super) fn beside(translation: &Translation, at: &Range<usize>, text: &str) -> Option<Edits> {
    let mut edits = Edits::default();
    // Attributes of fields would have to be doubled too.
    let plain = &text[at.clone()];
    if translation.edits.count() > 1 {
        return None;
    }
    edits.replace(at.clone(), format!("{plain}, disprove::Arbitrary"));
    Some(edits)
}
