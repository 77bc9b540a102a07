//! Finds the tests of a file and what they need, and translates them one by one.

use super::{
    arbitrary,
    body::multiline_literals,
    compose::{self, ComposedFunctions},
    parse::{FileSettings, ParsedFile},
    proptest,
    quickcheck::{self, Functions, Place},
    scope::{Library, Module, is_cfg_test},
    strategy::delimiters,
    syntax::Tests,
    translator::{Code, Refusal, Translation, columns, range, resolve_names},
    unit::{MacroCall, PortedFile, Unit, UnitKind, Wrapper},
    variables::{Variables, dollar_names, variables},
    words::{Word, old_words, words},
};
use quote::ToTokens;
use std::{collections::HashSet, ops::Range};
use syn::{Attribute, Block, ImplItem, Item, ItemFn, ItemImpl, ItemMacro, Signature, Visibility};

/// Idents that the definition of a macro may contain if it is `quickcheck!` with other limits for Miri.
const WRAPPER_WORDS: [&str; 24] = [
    "quickcheck",
    "as_items",
    "test",
    "fn",
    "prop",
    "let",
    "mut",
    "QuickCheck",
    "new",
    "if",
    "cfg",
    "miri",
    "rng",
    "gen",
    "r#gen",
    "Gen",
    "tests",
    "max_tests",
    "as",
    "item",
    "ident",
    "ty",
    "tt",
    "meta",
];

/// Translates everything in the file.
pub(super) fn translated(
    mut parsed: ParsedFile,
    generated: &HashSet<String>,
    settings: &FileSettings,
) -> PortedFile {
    parsed.file.index.generated_types.clone_from(generated);
    parsed.file.index.is_no_std = settings.is_no_std;
    parsed.file.index.is_old_quickcheck = settings.is_old_quickcheck;
    let mut finder =
        Finder { parsed: &parsed, units: Vec::new(), calls: Vec::new(), wrappers: Vec::new() };
    for (module, items) in &parsed.items {
        finder.find_wrappers(*module, items);
    }
    for (module, items) in &parsed.items {
        for item in items {
            finder.item(*module, item);
        }
    }
    let Finder { mut units, calls, wrappers, .. } = finder;
    for unit in &mut units {
        let is_test = parsed.file.scope.modules[unit.module].is_test || unit.has_condition;
        if !is_test && unit.is_ported() {
            unit.result = Err("it is not in a module with `#[cfg(test)]`".to_owned());
        }
    }
    if let Some(why) = &settings.refusal {
        for unit in &mut units {
            unit.result = Err(why.clone());
        }
    }
    parsed.file.units = units;
    parsed.file.calls = calls;
    parsed.file.wrappers = wrappers;
    parsed.file
}

struct Finder<'a> {
    parsed: &'a ParsedFile,
    units: Vec<Unit>,
    calls: Vec<MacroCall>,
    wrappers: Vec<Wrapper>,
}

impl Finder<'_> {
    fn code(&self) -> Code<'_> {
        self.parsed.code()
    }

    fn find_wrappers(&mut self, module: usize, items: &[Item]) {
        for item in items {
            let Item::Macro(item) = item else { continue };
            let Some(name) = &item.ident else { continue };
            let found = words(item.mac.tokens.clone());
            let runs = found.iter().any(|word| word.text == "quickcheck");
            let variables: HashSet<String> = dollar_names(item.mac.tokens.clone());
            let is_plain = found.iter().all(|word| {
                WRAPPER_WORDS.contains(&word.text.as_str()) || variables.contains(&word.text)
            });
            let is_list = found.iter().any(|word| word.text == "as_items");
            if runs && is_plain && is_list {
                self.wrappers.push(Wrapper { name: name.to_string(), range: range(item) });
            } else if self.hides_tests(module, item, &found) {
                let why = format!("the tests in the macro `{name}!` cannot be read");
                let library =
                    if found.iter().any(|word| word.text == "proptest" && word.before_bang) {
                        Library::Proptest
                    } else {
                        Library::Quickcheck
                    };
                self.push(
                    UnitKind::Test(library),
                    name.to_string(),
                    module,
                    range(item),
                    None,
                    false,
                    Err(why),
                );
            }
        }
    }

    /// Whether a macro defines tests in a way that cannot be read.
    fn hides_tests(&self, module: usize, item: &ItemMacro, found: &[Word]) -> bool {
        let defines = found
            .iter()
            .any(|word| word.before_bang && (word.text == "proptest" || word.text == "quickcheck"));
        if !defines {
            return false;
        }
        let modules = &self.code().scope.modules;
        let at = range(item);
        let is_read = modules.iter().any(|each| {
            each.is_macro
                && each.parent == Some(module)
                && at.start < each.content.start
                && each.content.end < at.end
        });
        !is_read
    }

    fn item(&mut self, module: usize, item: &Item) {
        match item {
            Item::Fn(function) => self.function(module, function),
            Item::Macro(item) => self.macro_call(module, item),
            Item::Impl(block) => self.implementation(module, block),
            Item::Struct(found) => {
                self.derive(module, item, &found.attrs, &found.ident.to_string(), &found.vis);
            }
            Item::Enum(found) => {
                self.derive(module, item, &found.attrs, &found.ident.to_string(), &found.vis);
            }
            _ => {}
        }
    }

    fn derive(
        &mut self,
        module: usize,
        item: &Item,
        attributes: &[Attribute],
        name: &str,
        visibility: &Visibility,
    ) {
        let Some(derived) = arbitrary::derived(self.code(), module, attributes) else { return };
        let result = arbitrary::derive(self.code(), module, item, &derived);
        let beside = match &result {
            Ok(translation) => arbitrary::beside(translation, &derived.at, self.code().text),
            Err(_) => None,
        };
        let is_public = !matches!(visibility, Visibility::Inherited);
        self.push(UnitKind::Type, name.to_owned(), module, range(item), None, is_public, result);
        let last = self.units.last_mut().expect("one was added");
        last.beside = beside;
        last.has_condition = derived.has_condition;
    }

    fn implementation(&mut self, module: usize, block: &ItemImpl) {
        match self.parsed.arbitrary_of(module, block) {
            Some(library) => {
                let name = arbitrary::implementing_type(block).unwrap_or_else(|| "?".to_owned());
                let result = match library {
                    Library::Quickcheck => arbitrary::quickcheck_impl(self.code(), module, block),
                    Library::Proptest => arbitrary::proptest_impl(self.code(), module, block),
                };
                self.push(UnitKind::Type, name, module, range(block), None, false, result);
                let last = self.units.last_mut().expect("one was added");
                last.has_condition = is_cfg_test(&block.attrs);
            }
            None if block.trait_.is_none() => {
                let Some(ty) = arbitrary::implementing_type(block) else { return };
                for item in &block.items {
                    let ImplItem::Fn(function) = item else { continue };
                    let key = format!("{ty}::{}", function.sig.ident);
                    let is_public = !matches!(function.vis, Visibility::Inherited);
                    self.helper(
                        module,
                        &key,
                        range(function),
                        &function.sig,
                        &function.block,
                        is_public,
                    );
                }
            }
            None => {}
        }
    }

    fn function(&mut self, module: usize, function: &ItemFn) {
        let name = function.sig.ident.to_string();
        let quickcheck_attribute = function.attrs.iter().find(|attribute| {
            let old = self.code().scope.old(module, attribute.path());
            old.is_some_and(|old| old.name == "quickcheck")
        });
        let kind = UnitKind::Test(Library::Quickcheck);
        if let Some(attribute) = quickcheck_attribute {
            let result = match &attribute.meta {
                syn::Meta::Path(_) => quickcheck::function(
                    self.code(),
                    module,
                    function,
                    Place::Instead(attribute),
                    0,
                ),
                _ => Err("the arguments of `#[quickcheck(..)]`".to_owned()),
            };
            return self.push(kind, name, module, range(function), None, false, result);
        }
        let is_test = function.attrs.iter().any(|attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == "test")
        });
        if quickcheck::runs_properties(self.code(), module, function) {
            let result = quickcheck::runner(self.code(), module, function);
            let text = &self.code().text[range(function)];
            let library =
                if text.contains("proptest!") { Library::Proptest } else { Library::Quickcheck };
            return self.push(
                UnitKind::Test(library),
                name,
                module,
                range(function),
                None,
                false,
                result,
            );
        }
        if is_test {
            let used = self.old_names_in(module, function.to_token_stream(), &function.block);
            if let Some(first) = used.first() {
                let library = if self.is_quickcheck_name(module, first) {
                    Library::Quickcheck
                } else {
                    Library::Proptest
                };
                let why = format!("it uses `{first}`");
                self.push(
                    UnitKind::Test(library),
                    name,
                    module,
                    range(function),
                    None,
                    false,
                    Err(why),
                );
            }
            return;
        }
        let is_public = !matches!(function.vis, Visibility::Inherited);
        self.helper(module, &name, range(function), &function.sig, &function.block, is_public);
    }

    fn is_quickcheck_name(&self, module: usize, name: &str) -> bool {
        let path = syn::parse_str::<syn::Path>(name);
        path.is_ok_and(|path| {
            self.code()
                .scope
                .old(module, &path)
                .is_some_and(|old| old.library == Library::Quickcheck)
        })
    }

    /// The names of the libraries in code.
    fn old_names_in(
        &self,
        module: usize,
        tokens: proc_macro2::TokenStream,
        block: &Block,
    ) -> Vec<String> {
        let old = self.code().scope.old_names(module);
        let used = old_words(&words(tokens), &old, &variables(block));
        used.into_iter().collect()
    }

    /// A function that uses one of the libraries and is not a test.
    fn helper(
        &mut self,
        module: usize,
        key: &str,
        at: Range<usize>,
        signature: &Signature,
        block: &Block,
        is_public: bool,
    ) {
        let mut tokens = signature.to_token_stream();
        tokens.extend(block.to_token_stream());
        let used = self.old_names_in(module, tokens, block);
        if used.is_empty() {
            return;
        }
        let means = |wanted: &str| {
            used.iter().any(|name| {
                let path = syn::parse_str::<syn::Path>(name);
                path.is_ok_and(|path| {
                    let old = self.code().scope.old(module, &path);
                    old.is_some_and(|old| old.library == Library::Quickcheck && old.name == wanted)
                })
            })
        };
        let text = &self.code().text[range(signature)];
        let result = if means("Gen") || text.contains("quickcheck::Gen") {
            let function = ItemFn {
                attrs: Vec::new(),
                vis: Visibility::Inherited,
                sig: signature.clone(),
                block: Box::new(block.clone()),
            };
            arbitrary::drawing_helper(self.code(), module, &function)
        } else if means("TestResult") || means("Arbitrary") || text.contains("quickcheck::") {
            self.quickcheck_helper(module, signature, block)
        } else {
            compose::helper(self.code(), module, key, signature, block)
        };
        self.push(UnitKind::Function, key.to_owned(), module, at, None, is_public, result);
    }

    fn quickcheck_helper(
        &self,
        module: usize,
        signature: &Signature,
        block: &Block,
    ) -> Result<Translation, Refusal> {
        let mut translator = super::translator::Translator::new(self.code(), module);
        translator.generics(&signature.generics);
        translator.quickcheck_body(&signature.output, block, false)?;
        Ok(translator.finish())
    }

    fn macro_call(&mut self, module: usize, item: &ItemMacro) {
        let old = self.code().scope.old_macro(module, &item.mac.path);
        let wrapper = item.mac.path.get_ident().map(ToString::to_string);
        let wrapper =
            wrapper.filter(|name| self.wrappers.iter().any(|wrapper| wrapper.name == *name));
        let name = match (&old, &wrapper) {
            (_, Some(_)) => "quickcheck",
            (Some(old), None) => old.name.as_str(),
            (None, None) => return,
        };
        let kind = match name {
            "proptest" => UnitKind::Test(Library::Proptest),
            "quickcheck" => UnitKind::Test(Library::Quickcheck),
            "prop_compose" => UnitKind::Function,
            _ => return,
        };
        let (open, close) = delimiters(&item.mac.delimiter);
        let (open, close) = (open.byte_range(), close.byte_range());
        let text = self.code().text;
        let first =
            text[open.end..close.start].find(|c: char| !c.is_whitespace()).unwrap_or_default();
        let outer = columns(text, range(&item.mac.path).start);
        let dedent = columns(text, open.end + first).saturating_sub(outer);
        let mut literals = Vec::new();
        multiline_literals(item.mac.tokens.clone(), &mut literals);
        let mut call = MacroCall {
            range: range(item),
            attributes: item.attrs.iter().map(range).collect(),
            open: range(&item.mac.path).start..open.end,
            close: close.start..range(item).end,
            config: None,
            dedent,
            units: Vec::new(),
            wrapper,
            literals,
        };
        let number = self.calls.len();
        let parsed = self.functions(module, name, item, &mut call);
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(why) => {
                let title = text[range(&item.mac.path)].to_owned();
                let why = format!("`{title}!` cannot be read: {why}");
                return self.push(
                    kind,
                    format!("{title}!"),
                    module,
                    range(item),
                    None,
                    false,
                    Err(why),
                );
            }
        };
        let mut start = call.config.as_ref().map_or(open.end, |config| config.end);
        for (name, end, line, is_public, result) in parsed {
            call.units.push(self.units.len());
            self.push(kind, name, module, start..end, Some(number), is_public, result);
            let last = self.units.last_mut().expect("one was added");
            last.line = line;
            start = end;
        }
        self.calls.push(call);
    }

    /// The functions in a macro call: name, end, line, visibility and translation.
    fn functions(
        &self,
        module: usize,
        name: &str,
        item: &ItemMacro,
        call: &mut MacroCall,
    ) -> syn::Result<Vec<(String, usize, usize, bool, Result<Translation, Refusal>)>> {
        let code = self.code();
        let line = |at: usize| code.text[..at].matches('\n').count() + 1;
        let mut found = Vec::new();
        match name {
            "proptest" => {
                let tests: Tests = item.mac.parse_body()?;
                call.config = tests.config.as_ref().map(|(at, _)| at.clone());
                let config = tests.config.as_ref().map(|(_, config)| config);
                for function in &tests.functions {
                    let result = proptest::function(code, module, function, config, call.dedent);
                    let at = range(&function.name).start;
                    found.push((
                        function.name.to_string(),
                        range(&function.block).end,
                        line(at),
                        false,
                        result,
                    ));
                }
            }
            "prop_compose" => {
                let ComposedFunctions(functions) = item.mac.parse_body()?;
                for function in &functions {
                    let result = compose::composed(code, module, function, call.dedent);
                    let at = function.range();
                    found.push((
                        function.name.to_string(),
                        at.end,
                        line(range(&function.name).start),
                        true,
                        result,
                    ));
                }
            }
            _ => {
                let Functions(functions) = item.mac.parse_body()?;
                for function in &functions {
                    let result =
                        quickcheck::function(code, module, function, Place::Above, call.dedent);
                    let at = range(&function.sig.ident).start;
                    found.push((
                        function.sig.ident.to_string(),
                        range(function).end,
                        line(at),
                        false,
                        result,
                    ));
                }
            }
        }
        Ok(found)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a unit")]
    fn push(
        &mut self,
        kind: UnitKind,
        name: String,
        module: usize,
        region: Range<usize>,
        block: Option<usize>,
        is_public: bool,
        result: Result<Translation, Refusal>,
    ) {
        let result = result.and_then(|translation| self.checked(module, &region, translation));
        let line = self.parsed.file.line(region.start);
        let beside = None;
        let has_condition = false;
        self.units.push(Unit {
            kind,
            name,
            module,
            line,
            region,
            block,
            is_public,
            is_used_elsewhere: false,
            has_condition,
            result,
            beside,
        });
    }

    /// Looks for names of the libraries in the new code.
    fn checked(
        &self,
        module: usize,
        region: &Range<usize>,
        translation: Translation,
    ) -> Result<Translation, Refusal> {
        let mut traits = false;
        let text = translation.edits.render(self.code().text, region.clone());
        let text = resolve_names(&text, &mut |name| {
            traits |= name.starts_with('+');
            if name.starts_with('+') { String::new() } else { format!("disprove::{name}") }
        });
        let Module { is_macro: is_expansion, is_test, .. } = self.code().scope.modules[module];
        if traits && (is_expansion || !is_test) {
            return Err("it would need imports in code that is not only for tests".to_owned());
        }
        let readable = if is_expansion { text.replace('$', "") } else { text };
        let tokens: proc_macro2::TokenStream = readable
            .parse()
            .map_err(|_| "the new code cannot be read; please report this as a bug".to_owned())?;
        let old = self.code().scope.old_names(module);
        let mut bound = Variables::default();
        let source = &self.code().text[region.clone()];
        bound.collect(source);
        let left = old_words(&words(tokens), &old, &bound.0);
        match left.first() {
            Some(name) => Err(format!("it uses `{name}`")),
            None => Ok(translation),
        }
    }
}
