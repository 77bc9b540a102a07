//! A file, parsed: its modules with their items.

use super::{
    arbitrary,
    compose::ComposedFunctions,
    index::Index,
    scope::{Library, Scope, arms, is_cfg_test, without_dollars},
    translator::{Code, Refusal, range},
    unit::PortedFile,
    variables::function_variables,
    words::words,
};
use quote::ToTokens;
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path as FilePath, PathBuf},
};
use syn::{Block, Item, ItemImpl, ItemMacro, visit::Visit};

/// The items of a module.
type ModuleItems = Vec<(usize, Vec<Item>)>;

/// A file, parsed.
pub(super) struct ParsedFile {
    pub(super) file: PortedFile,
    pub(super) items: ModuleItems,
}

/// Why a file cannot be read as Rust.
pub(super) struct Unparsable {
    pub(super) line: usize,
    pub(super) message: String,
}

impl ParsedFile {
    pub(super) fn new(
        path: PathBuf,
        shown: String,
        text: String,
        has_mark: bool,
        is_test: bool,
    ) -> Result<ParsedFile, Unparsable> {
        let parsed = syn::parse_file(&text).map_err(|why| Unparsable {
            line: why.span().start().line,
            message: why.to_string(),
        })?;
        let mut file = PortedFile {
            path,
            shown,
            has_mark,
            words: words(parsed.to_token_stream()),
            variables: function_variables(&parsed),
            scope: Scope::default(),
            index: Index::default(),
            units: Vec::new(),
            calls: Vec::new(),
            wrappers: Vec::new(),
            text,
        };
        let mut items = Vec::new();
        let content = 0..file.text.len();
        add_module(&mut file, &mut items, None, false, is_test, content, parsed.items);
        for (module, items) in &items {
            file.index.add(&file.text, &file.scope, *module, items);
            for item in items {
                if let Item::Macro(item) = item
                    && is_macro(&file.scope, *module, item, "prop_compose")
                    && let Ok(ComposedFunctions(functions)) = item.mac.parse_body()
                {
                    for function in functions {
                        let signature = function.signature(&file.text, *module);
                        file.index.add_strategy(function.name.to_string(), signature);
                    }
                }
            }
        }
        Ok(ParsedFile { file, items })
    }

    pub(super) fn path(&self) -> &FilePath {
        &self.file.path
    }

    pub(super) fn shown(&self) -> &str {
        &self.file.shown
    }

    /// Types with a generator of one of the libraries.
    pub(super) fn generated_types(&self) -> HashSet<String> {
        let mut found = HashSet::new();
        for (module, items) in &self.items {
            for item in items {
                match item {
                    Item::Impl(block) if self.arbitrary_of(*module, block).is_some() => {
                        found.extend(arbitrary::implementing_type(block));
                    }
                    Item::Struct(item)
                        if arbitrary::derived(self.code(), *module, &item.attrs).is_some() =>
                    {
                        found.insert(item.ident.to_string());
                    }
                    Item::Enum(item)
                        if arbitrary::derived(self.code(), *module, &item.attrs).is_some() =>
                    {
                        found.insert(item.ident.to_string());
                    }
                    _ => {}
                }
            }
        }
        found
    }

    pub(super) fn code(&self) -> Code<'_> {
        Code { text: &self.file.text, scope: &self.file.scope, index: &self.file.index }
    }

    pub(super) fn arbitrary_of(&self, module: usize, block: &ItemImpl) -> Option<Library> {
        let (_, path, _) = block.trait_.as_ref()?;
        let old = self.file.scope.old(module, path)?;
        (old.name == "Arbitrary").then_some(old.library)
    }
}

/// What the manifest says about a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileSettings {
    pub(super) is_no_std: bool,
    pub(super) is_old_quickcheck: bool,
    /// Why nothing in the file can be ported.
    pub(super) refusal: Option<Refusal>,
}

fn add_module(
    file: &mut PortedFile,
    all: &mut ModuleItems,
    parent: Option<usize>,
    is_expansion: bool,
    is_test: bool,
    content: Range<usize>,
    items: Vec<Item>,
) {
    let module = file.scope.add(parent, is_expansion, is_test, content, &items);
    for item in &items {
        match item {
            Item::Fn(function) => local_uses(file, module, &function.block),
            Item::Mod(item) => {
                if let Some((brace, inner)) = &item.content {
                    let content =
                        brace.span.open().byte_range().end..brace.span.close().byte_range().start;
                    let is_test = is_test || is_cfg_test(&item.attrs);
                    add_module(file, all, Some(module), false, is_test, content, inner.clone());
                }
            }
            Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                for (_, expansion) in arms(item) {
                    let content = expansion.span_open().byte_range().end
                        ..expansion.span_close().byte_range().start;
                    let tokens = without_dollars(expansion.stream());
                    let inner = tokens.and_then(|tokens| syn::parse2::<syn::File>(tokens).ok());
                    if let Some(inner) = inner {
                        add_module(file, all, Some(module), true, is_test, content, inner.items);
                    }
                }
            }
            _ => {}
        }
    }
    all.push((module, items));
}

/// Adds the imports inside of a function to its module.
fn local_uses(file: &mut PortedFile, module: usize, block: &Block) {
    struct Uses(Vec<syn::ItemUse>);
    impl<'ast> Visit<'ast> for Uses {
        fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
            self.0.push(item.clone());
        }
    }
    let mut uses = Uses(Vec::new());
    uses.visit_block(block);
    for item in uses.0 {
        let text = &file.text[range(&item.tree)];
        if text.contains("proptest") || text.contains("quickcheck") {
            file.scope.modules[module].import_local(&item);
        }
    }
}

fn is_macro(scope: &Scope, module: usize, item: &ItemMacro, name: &str) -> bool {
    scope.old_macro(module, &item.mac.path).is_some_and(|old| old.name == name)
}
