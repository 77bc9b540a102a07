//! The expansion of `#[property]` on an impl block: the block as it was written, and a test that calls its rules.

mod bundles;
mod call;
mod expansion;
mod method;
mod options;
mod selection;
mod title;

use crate::{
    crate_path::is_fuzz, errors::Errors, harness::HarnessFunction, property::Declared, settings,
};
use bundles::Bundles;
use expansion::Expansion;
use method::{Method, Part};
use options::Options;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use selection::MachineTest;
use syn::{
    Attribute, ImplItem, ImplItemFn, ItemImpl, LitStr, Visibility, parse_quote, spanned::Spanned,
};
use title::Title;

#[cfg(test)]
mod tests;

/// A function with `#[rule]`.
struct Rule {
    method: Method,
    options: Options,
}

/// The functions of the block that have a role.
#[derive(Default)]
struct Machine {
    rules: Vec<Rule>,
    /// `#[initial]` without `self`.
    constructors: Vec<Method>,
    /// `#[initial]` with `self`.
    initials: Vec<Method>,
    invariants: Vec<Method>,
}

/// Expands `#[property(settings)] impl Type { .. }`.
pub fn expand(settings: TokenStream, mut block: ItemImpl) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    check_block(&block, &mut errors);
    let title = Title::of(&block.self_ty, &mut errors);
    let machine = Machine::read(&mut block, &mut errors);
    let bundles = Bundles::of(&machine.rules, &mut errors);
    for rule in &machine.rules {
        bundles.check(&rule.method, &mut errors);
    }
    let attributes = Attributes::sort(std::mem::take(&mut block.attrs));
    let unnamed =
        title.as_ref().map_or_else(|| format_ident!("machine"), |title| title.test.clone());
    let tests =
        selection::tests(settings, &attributes.properties, &unnamed, &machine.rules, &mut errors);
    for example in &attributes.examples {
        errors.at(
            example,
            "a state machine has no arguments that an example could give values for; remove the example, \
             and keep a failure with `#[replay(..)]`",
        );
    }
    let mut replays = Vec::new();
    for replay in &attributes.replays {
        replays.extend(settings::replay(replay, &mut errors));
    }
    errors.finish()?;
    let title = title.expect("a type without a name was refused");

    // Functions that only a test calls would be dead code elsewhere.
    let in_tests = (!attributes.is_test && !is_fuzz()).then(|| quote!(#[cfg(test)]));
    let expansion = machine.expansion(&block.self_ty, &bundles, &title);
    let mut harnesses = TokenStream::new();
    for (i, test) in tests.iter().enumerate() {
        let function = TestFunction { test, number: i, in_tests: &in_tests };
        harnesses.extend(function.expand(&mut block, &expansion, &attributes, &replays));
    }
    let lints = attributes.block.iter().filter(|attribute| !is_for_block_only(attribute));
    let implementation = expansion.implementation;
    let implementation = quote! {
        #in_tests
        #(#lints)*
        #implementation
    };
    block.attrs = attributes.block;
    Ok(quote! {
        #block
        #implementation
        #harnesses
    })
}

/// The functions of one test of a machine.
struct TestFunction<'a> {
    test: &'a MachineTest,
    /// Its number among the tests of the block.
    number: usize,
    in_tests: &'a Option<TokenStream>,
}

impl TestFunction<'_> {
    /// Adds the function that runs the machine to its block, and returns the test that calls it.
    fn expand(
        &self,
        block: &mut ItemImpl,
        expansion: &Expansion,
        attributes: &Attributes,
        replays: &[LitStr],
    ) -> TokenStream {
        let TestFunction { test: MachineTest { name, settings, rules }, number, in_tests } = self;
        let function = |name: &str| match number {
            0 => format_ident!("__disprove_{name}"),
            _ => format_ident!("__disprove_{name}_{number}"),
        };
        let (run, under_shuttle) = (function("machine"), function("case"));
        let title = name.to_string();
        let declared = Declared {
            title: &title,
            arguments: Vec::new(),
            settings,
            replays: replays.to_vec(),
            draws: true,
            attributes: &attributes.test,
        };
        let (declaration, history) = (declared.tokens(), declared.history());
        let mut case = expansion.case(rules.as_deref());
        if settings.shuttle {
            // Shuttle is given a function that captures nothing.
            block.items.push(parse_quote! {
                #in_tests
                fn #under_shuttle(__src: &mut ::disprove::Source) -> ::disprove::Outcome {
                    #case(__src)
                }
            });
            case =
                quote!(|__src| ::disprove::__private::under_shuttle(Self::#under_shuttle, __src));
        }
        if let Some(runtime) = &settings.runtime {
            case = runtime.around_cases(&case);
        }
        let ty = block.self_ty.clone();
        let body = quote_spanned! {ty.span()=>
            ::disprove::__private::run_machine(#declaration, #history, || {
                ::disprove::__private::machine_case(#case)
            });
        };
        block.items.push(parse_quote! {
            #in_tests
            fn #run() {
                #body
            }
        });
        let harness = HarnessFunction {
            name,
            visibility: &Visibility::Inherited,
            attributes: &attributes.test,
            is_test: !attributes.is_test,
            body: quote!(<#ty>::#run()),
        };
        harness.tokens()
    }
}

/// Reports impl blocks that cannot be a state machine.
fn check_block(block: &ItemImpl, errors: &mut Errors) {
    if let Some((_, path, _)) = &block.trait_ {
        errors.at(
            path,
            "a state machine is the impl block of a type itself: remove the trait, and call its functions from rules",
        );
    }
    if !block.generics.params.is_empty() {
        errors.at(
            &block.generics,
            "a state machine cannot be generic, for a test runs with concrete types; \
             write the types out, as in `impl Machine<u8>`",
        );
    }
}

/// The role of a function, given by its attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Rule,
    Initial,
    Invariant,
}

fn role(attribute: &Attribute) -> Option<Role> {
    let path = attribute.path();
    match () {
        () if path.is_ident("rule") => Some(Role::Rule),
        () if path.is_ident("initial") => Some(Role::Initial),
        () if path.is_ident("invariant") => Some(Role::Invariant),
        () => None,
    }
}

impl Machine {
    /// Sorts the functions, and removes the attributes that rustc does not know.
    fn read(block: &mut ItemImpl, errors: &mut Errors) -> Machine {
        let mut machine = Machine::default();
        for item in &mut block.items {
            let ImplItem::Fn(function) = item else { continue };
            let roles = |attribute: &&Attribute| role(attribute).is_some();
            let Some(attribute) = function.attrs.iter().find(roles).cloned() else { continue };
            if let Some(second) = function.attrs.iter().filter(roles).nth(1) {
                errors.at(
                    second,
                    "a function is a rule, an initial function or an invariant: keep one of the attributes",
                );
            }
            function.attrs.retain(|attribute| role(attribute).is_none());
            match role(&attribute) {
                Some(Role::Rule) => machine.rule(&attribute, function, errors),
                Some(Role::Initial) => machine.initial(&attribute, function, errors),
                Some(Role::Invariant) => machine.invariant(&attribute, function, errors),
                None => {}
            }
        }
        if machine.rules.is_empty() {
            errors.at(
                block.impl_token,
                "a state machine needs a rule: write `#[rule]` before a function that takes `&mut self`",
            );
        }
        machine
    }

    fn rule(&mut self, attribute: &Attribute, function: &mut ImplItemFn, errors: &mut Errors) {
        let options = Options::read(attribute, errors);
        let mut method = Method::read(function, errors);
        match &method.receiver {
            None => errors.at(&method.name, "a rule is called on the machine: add `&mut self`"),
            Some(receiver) if !method.borrows() => {
                errors.at(receiver, "a rule borrows the machine: write `&mut self`");
            }
            Some(_) => {}
        }
        if let Some(parallel) = &options.parallel {
            check_parallel(parallel, &method, &options, errors);
        } else if options.bundle.is_none() {
            method.return_early(&mut function.block);
        }
        self.rules.push(Rule { method, options });
    }

    fn initial(&mut self, attribute: &Attribute, function: &mut ImplItemFn, errors: &mut Errors) {
        refuse_options(attribute, errors);
        let mut method = Method::read(function, errors);
        for part in &method.parts {
            if let Part::Bundled { bundle, .. } = part {
                errors
                    .at(bundle, "bundles are empty at the start; take values out of them in rules");
            }
        }
        match &method.receiver {
            None => {
                if method.value().is_none() {
                    errors.at(
                        &method.name,
                        "an initial function without `self` makes the machine: let it return `Self`, or add `&mut self`",
                    );
                }
                self.constructors.push(method);
            }
            Some(receiver) => {
                if !method.borrows() {
                    errors
                        .at(receiver, "an initial function borrows the machine: write `&mut self`");
                }
                method.return_early(&mut function.block);
                self.initials.push(method);
            }
        }
    }

    fn invariant(&mut self, attribute: &Attribute, function: &mut ImplItemFn, errors: &mut Errors) {
        refuse_options(attribute, errors);
        let mut method = Method::read(function, errors);
        match &method.receiver {
            None => errors.at(&method.name, "an invariant looks at the machine: add `&self`"),
            Some(receiver) if !method.borrows() => {
                errors.at(receiver, "an invariant borrows the machine: write `&self`");
            }
            Some(_) => {}
        }
        if let Some(argument) = function.sig.inputs.iter().nth(1) {
            errors.at(
                argument,
                "an invariant is checked after every step as it is: remove its arguments, or make it a rule",
            );
        }
        method.return_early(&mut function.block);
        self.invariants.push(method);
    }
}

/// Reports what a rule that is called on several threads cannot do.
fn check_parallel(parallel: &Ident, method: &Method, options: &Options, errors: &mut Errors) {
    if method.changes() {
        errors.at(
            &method.receiver,
            "a parallel rule is called by several threads at once: write `&self`",
        );
    }
    if let Some(asyncness) = &method.asyncness {
        errors.at(
            asyncness,
            "a parallel rule is called by threads of its own, which have no runtime: remove `async`, or `parallel`",
        );
    }
    if let Some(ends) = &options.ends {
        errors.at(ends, "no rule is called after one that ends the case, and several threads call a parallel rule: remove `ends`");
    }
    if let Some(bundle) = &options.bundle {
        errors.at(bundle, "what a parallel rule returns is compared, and cannot go into a bundle: remove `bundle`");
    }
    for part in &method.parts {
        match part {
            Part::Source => errors.at(
                parallel,
                format!(
                    "the arguments of a parallel rule are drawn before the threads start: \
                     remove the `&mut Source` of `{}`, or draw with `#[draw(..)]`",
                    method.name
                ),
            ),
            Part::Bundled { bundle, consumed: true, .. } => {
                errors.at(
                    bundle,
                    "a parallel rule cannot take a value out of a bundle: write `#[from(..)]`",
                );
            }
            _ => {}
        }
    }
}

fn refuse_options(attribute: &Attribute, errors: &mut Errors) {
    if matches!(attribute.meta, syn::Meta::Path(_)) {
        return;
    }
    let name = attribute.path();
    errors.at(attribute, format!("`#[{}]` takes no options", quote!(#name)));
}

/// The attributes of the block, by where they go.
#[derive(Default)]
struct Attributes {
    examples: Vec<Attribute>,
    replays: Vec<Attribute>,
    /// Further `#[property(..)]`: other tests of the machine.
    properties: Vec<Attribute>,
    /// Stay on the block.
    block: Vec<Attribute>,
    /// Go to the test.
    test: Vec<Attribute>,
    is_test: bool,
}

/// Attributes that concern the code, and not the test.
const ABOUT_CODE: [&str; 6] = ["allow", "warn", "deny", "forbid", "expect", "doc"];

/// Whether an attribute has no meaning for generated code: an expectation there would not be met.
fn is_for_block_only(attribute: &Attribute) -> bool {
    attribute.path().is_ident("expect") || attribute.path().is_ident("doc")
}

impl Attributes {
    fn sort(attributes: Vec<Attribute>) -> Self {
        let mut sorted = Attributes::default();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("example") {
                sorted.examples.push(attribute);
            } else if path.is_ident("replay") {
                sorted.replays.push(attribute);
            } else if path.segments.last().is_some_and(|last| last.ident == "property") {
                sorted.properties.push(attribute);
            } else if path.is_ident("cfg") {
                sorted.block.push(attribute.clone());
                sorted.test.push(attribute);
            } else if ABOUT_CODE.iter().any(|known| path.is_ident(known)) {
                sorted.block.push(attribute);
            } else {
                sorted.is_test |= path.segments.last().is_some_and(|last| last.ident == "test");
                sorted.test.push(attribute);
            }
        }
        sorted
    }
}
