//! Walks the items of a file and finds its tests.

use super::{
    Options,
    asserter::{self, Asserters},
    expression::Lower,
    framework::{Marks, marks},
    machine,
    outcome::Outcome,
    pattern::{pattern, typed},
    place::Origin,
    rules::Rules,
    scopes::with_items,
    tokens,
};
use crate::ir::{Enumeration, File, Framework, Function, Language, Pattern, Scopes, Test, Verdict};
use quote::ToTokens;
use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};
use syn::{Block, FnArg, ImplItem, Item, ItemFn, ItemImpl, Signature, Type};

/// Maximum depth of nested macro expansions. A few occur in practice, and some macros never end.
pub const DEEPEST_MACRO: usize = 12;

/// Maximum number of macro expansions per file. No file of the corpus needs as many; macros that call several others
/// multiply.
const MOST_MACROS: usize = 1_000;

/// The state of the walk.
pub struct Walker<'o> {
    pub origin: Origin,
    pub options: &'o Options,
    /// The enclosing modules.
    path: Vec<String>,
    pub file: File,
    helpers: Asserters,
    /// The type whose methods are lowered.
    pub of_type: Option<String>,
    /// Macros defined in the file.
    pub macros: BTreeMap<String, Rules>,
    /// Macros whose definitions hold tests.
    pub hiding: BTreeSet<String>,
    /// Properties already read, by position and the test that runs them.
    seen: BTreeSet<(u32, String)>,
    /// The depth of nested macro expansions.
    pub expanding: usize,
    /// The number of expansions left.
    pub expansions: Cell<usize>,
}

/// A test before its body is lowered.
pub struct Draft<'d> {
    pub name: String,
    pub at: proc_macro2::Span,
    pub whole: crate::ir::Span,
    pub framework: Framework,
    pub arguments: Vec<Pattern>,
    pub handle: Option<String>,
    pub outcome: Outcome,
    pub body: &'d Block,
    pub should_fail: bool,
}

/// The parameter of a function.
pub fn parameter(argument: &FnArg) -> Pattern {
    match argument {
        FnArg::Receiver(receiver) => {
            Pattern::Name { name: "self".to_owned(), mutable: receiver.mutability.is_some() }
        }
        FnArg::Typed(argument) => typed(argument),
    }
}

/// The names that patterns bind.
pub fn leaves(patterns: &[Pattern]) -> Vec<String> {
    let mut names = Vec::new();
    for pattern in patterns {
        for name in pattern.names() {
            if !names.iter().any(|other| other == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// The bound names that can be written.
pub fn mutable_leaves(patterns: &[Pattern]) -> Vec<String> {
    let mut names = Vec::new();
    for pattern in patterns {
        match pattern {
            Pattern::Name { name, mutable: true } => names.push(name.clone()),
            Pattern::Parts(_, inner) | Pattern::Either(inner) => {
                names.append(&mut mutable_leaves(inner));
            }
            Pattern::At(_, inner) => {
                names.append(&mut mutable_leaves(std::slice::from_ref(&**inner)));
            }
            _ => {}
        }
    }
    names
}

impl<'o> Walker<'o> {
    pub fn new(offset: u32, options: &'o Options) -> Self {
        Walker {
            origin: Origin { offset, call: None },
            options,
            path: Vec::new(),
            file: File::default(),
            helpers: Asserters::default(),
            of_type: None,
            macros: BTreeMap::new(),
            hiding: BTreeSet::new(),
            expanding: 0,
            expansions: Cell::new(MOST_MACROS),
            seen: BTreeSet::new(),
        }
    }

    /// Walks a whole file.
    pub fn file(mut self, file: &syn::File) -> File {
        let candidates = asserter::candidates(&file.items);
        self.file.scopes = Scopes::of_module(&self.options.module);
        self.add_to_scopes(&file.items);
        let definitions = asserter::definitions(&file.items);
        self.helpers = asserter::asserting(&candidates, &definitions, &self.file.scopes);
        for (_, definition) in &definitions {
            if let Some(name) = &definition.ident {
                let rules = Rules::of(definition.mac.tokens.clone());
                self.macros.insert(name.to_string(), rules);
            }
        }
        // A macro may call another one that makes tests.
        loop {
            let known = self.hiding.len();
            for (_, definition) in &definitions {
                let tokens = &definition.mac.tokens;
                let mut holds = tokens::any_ident(tokens.clone(), &mut |name| {
                    matches!(name, "test" | "proptest" | "quickcheck" | "property")
                });
                tokens::each_macro(tokens.clone(), &mut |name, _| {
                    holds |= self.hiding.contains(&name.to_string());
                    false
                });
                if let (true, Some(name)) = (holds, &definition.ident) {
                    self.hiding.insert(name.to_string());
                }
            }
            if self.hiding.len() == known {
                break;
            }
        }
        for candidate in &candidates {
            if self.helpers.functions.contains(&candidate.full_name()) {
                let parameters = candidate.signature.inputs.iter().map(parameter).collect();
                let outcome = Outcome::of(&candidate.signature.output);
                let mut lowering = self.lowering(outcome, None);
                lowering.inside = candidate.inside();
                lowering.of_type.clone_from(&candidate.of_type);
                lowering.helping = outcome == Outcome::TestResult;
                let body = lowering.test_body(candidate.block);
                self.file.helpers.push(Function {
                    name: candidate.full_name(),
                    parameters,
                    body,
                    span: self.origin.span(candidate.block),
                });
            }
        }
        self.items(&file.items, &mut Vec::new());
        self.file.tests.sort_by_key(|test| test.span.start);
        self.file
    }

    /// Reads the body of a function that draws from a handle.
    pub fn lower(
        &self,
        outcome: Outcome,
        handle: Option<String>,
        block: &Block,
    ) -> Vec<crate::ir::Stmt> {
        self.lowering(outcome, handle).test_body(block)
    }

    fn lowering(&self, outcome: Outcome, handle: Option<String>) -> Lower<'_> {
        Lower {
            origin: self.origin,
            helpers: &self.helpers,
            macros: &self.macros,
            local_macros: Vec::new(),
            expanding: 0,
            expansions: &self.expansions,
            handles: handle.into_iter().collect(),
            scopes: &self.file.scopes,
            inside: self.path.join("::"),
            of_type: self.of_type.clone(),
            outcome,
            helping: false,
            local_functions: Vec::new(),
            before: Vec::new(),
            left: Vec::new(),
            asserting: false,
            depth: 0,
        }
    }

    /// Learns what paths mean in these items of the current module.
    pub fn add_to_scopes(&mut self, items: &[Item]) {
        let scopes = std::mem::take(&mut self.file.scopes);
        self.file.scopes = with_items(scopes, items, &self.path.join("::"));
    }

    pub fn items<'f>(&mut self, items: &'f [Item], scopes: &mut Vec<&'f [Item]>) {
        scopes.push(items);
        for item in items {
            match item {
                Item::Fn(function) => self.function(function, None, scopes),
                Item::Mod(module) => {
                    if let Some((_, inner)) = &module.content {
                        self.path.push(module.ident.to_string());
                        self.items(inner, scopes);
                        self.path.pop();
                    }
                }
                Item::Macro(call) => self.item_macro(call, scopes),
                Item::Enum(enumeration) => self.file.enumerations.push(Enumeration {
                    name: enumeration.ident.to_string(),
                    variants: enumeration
                        .variants
                        .iter()
                        .map(|variant| variant.ident.to_string())
                        .collect(),
                }),
                Item::Impl(block) => match machine::framework(block) {
                    Some(framework) => self.machine(block, framework),
                    None => self.implementation(block, scopes),
                },
                _ => {}
            }
        }
        scopes.pop();
    }

    pub fn full_name(&self, name: &str) -> String {
        let mut full = self.path.join("::");
        if !full.is_empty() {
            full.push_str("::");
        }
        full + name
    }

    pub fn function(&mut self, function: &ItemFn, within: Option<Framework>, scopes: &[&[Item]]) {
        let marks = marks(&function.attrs);
        let name = self.full_name(&function.sig.ident.to_string());
        let framework = within.or(marks.framework);
        match framework {
            None | Some(Framework::Unit) => {
                let found = self.properties(&name, marks, &function.block, scopes);
                if framework.is_some() && !found {
                    self.unit(name, &function.sig, self.origin.span(function), marks);
                }
            }
            Some(framework) => {
                let (arguments, handle) = arguments(&function.sig, framework);
                self.test(Draft {
                    name,
                    at: function.sig.ident.span(),
                    whole: self.origin.span(function),
                    framework,
                    arguments,
                    handle,
                    outcome: Outcome::of(&function.sig.output),
                    body: &function.block,
                    should_fail: marks.should_panic,
                });
            }
        }
    }

    fn unit(&mut self, name: String, signature: &Signature, span: crate::ir::Span, marks: Marks) {
        self.file.tests.push(Test {
            language: Language::Rust,
            name,
            line: self.origin.place(&signature.ident).line,
            span,
            framework: Framework::Unit,
            generated: Vec::new(),
            mutable: Vec::new(),
            handle: None,
            other: Vec::new(),
            body: Vec::new(),
            verdict: Verdict::None,
            should_fail: marks.should_panic,
            stateful: false,
        });
    }

    /// Adds a test.
    pub fn test(&mut self, draft: Draft) {
        if !self.seen.insert((draft.whole.start, draft.name.clone())) {
            return;
        }
        let mut generated = leaves(&draft.arguments);
        let mutable = mutable_leaves(&draft.arguments);
        generated.extend(draft.handle.clone());
        let body = self.lower(draft.outcome, draft.handle.clone(), draft.body);
        self.file.tests.push(Test {
            language: Language::Rust,
            name: draft.name,
            line: self.origin.place(&draft.at).line,
            span: draft.whole,
            framework: draft.framework,
            generated,
            mutable,
            handle: draft.handle,
            other: Vec::new(),
            body,
            verdict: draft.outcome.verdict(),
            should_fail: draft.should_fail,
            stateful: false,
        });
    }

    fn implementation(&mut self, block: &ItemImpl, scopes: &[&[Item]]) {
        for inner in &block.items {
            if let ImplItem::Fn(method) = inner {
                let owner = block.self_ty.to_token_stream().to_string().replace(' ', "");
                let name = self.full_name(&format!("{owner}::{}", method.sig.ident));
                self.properties(&name, marks(&method.attrs), &method.block, scopes);
            }
        }
    }
}

/// The generated arguments of a function, and its handle.
pub fn arguments(signature: &Signature, framework: Framework) -> (Vec<Pattern>, Option<String>) {
    let mut patterns = Vec::new();
    let mut handle = None;
    for argument in &signature.inputs {
        if let FnArg::Typed(argument) = argument {
            if is_handle(&argument.ty, framework) {
                handle = pattern(&argument.pat).names().first().map(|name| (*name).to_owned());
            } else {
                patterns.push(typed(argument));
            }
        }
    }
    (patterns, handle)
}

fn is_handle(ty: &Type, framework: Framework) -> bool {
    let wanted = match framework {
        Framework::Disprove => "Source",
        Framework::Hegel => "TestCase",
        Framework::Arbtest => "Unstructured",
        _ => return false,
    };
    match ty {
        Type::Reference(inner) => is_handle(&inner.elem, framework),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == wanted),
        _ => false,
    }
}
