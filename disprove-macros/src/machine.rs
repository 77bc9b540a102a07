//! What `#[property]` on an impl block expands to: the block as it was written, and a test that calls its rules.

mod bundles;
mod call;
mod method;
mod options;
mod title;

use crate::{errors::Errors, settings};
use bundles::{Bundles, variable};
use call::{Call, Names, ended};
use method::{Method, Part};
use options::Options;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, ImplItem, ImplItemFn, ItemImpl, ext::IdentExt, parse_quote, spanned::Spanned,
};
use title::Title;

#[cfg(test)]
mod tests;

/// A function with `#[rule]`.
struct Rule {
    method: Method,
    options: Options,
}

/// The functions of the block that mean something here.
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
    let (mut calls, machine_calls) = settings::machine_settings(settings, &mut errors);
    let attributes = Attributes::sort(std::mem::take(&mut block.attrs));
    for example in &attributes.examples {
        errors.at(
            example,
            "a state machine has no arguments that an example could give values for; remove the example, \
             and keep a failure with `#[replay(..)]`",
        );
    }
    for replay in &attributes.replays {
        calls.extend(settings::replay(replay, &mut errors));
    }
    errors.finish()?;
    let title = title.expect("a type without a name was refused");

    // What only a test calls would be dead code elsewhere.
    let in_tests = (!attributes.is_test).then(|| quote!(#[cfg(test)]));
    let runner = machine.runner(&bundles, &title, &machine_calls);
    let (name, ty) = (&title.test, &block.self_ty);
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    block.items.push(parse_quote! {
        #in_tests
        fn __disprove_machine() {
            #runner
            ::disprove::__private::Property::new(#text, ::core::module_path!(), ())
                #(#calls)*
                .run_drawing(|(), __src: &mut ::disprove::Source| __case(__src));
        }
    });
    block.attrs = attributes.block;
    let test = (!attributes.is_test).then(|| quote!(#[::core::prelude::v1::test]));
    let outside = attributes.test;
    Ok(quote! {
        #block
        #test
        #(#outside)*
        fn #name() {
            <#ty>::__disprove_machine()
        }
    })
}

/// What a state machine cannot be.
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

/// What a function is.
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
    /// Sorts the functions, and takes off them what rustc does not know.
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

    /// The statements that make the generators, and a function `__case` that runs one case.
    fn runner(&self, bundles: &Bundles, title: &Title, calls: &[TokenStream]) -> TokenStream {
        let names = Names::new();
        let Names { machine, bundles: all, source, rule, telling } = &names;
        let mut number = 0;
        let mut generators = Vec::new();
        let mut call = |method: &Method| {
            let mut call = Call::new(method, number, bundles, &names);
            number += 1;
            generators.append(&mut call.generators);
            call
        };
        let make = make(&self.constructors, title, &names, &mut call);
        let initials: Vec<TokenStream> = self
            .initials
            .iter()
            .map(|method| {
                let call = call(method);
                let (draws, ended) = (&call.draws, call.ended(machine));
                let tell = call.tell("machine.", &quote!(), "");
                quote! {{ #(#draws)* #tell #ended?; }}
            })
            .collect();
        let rules: Vec<(u32, &Rule, Call)> =
            (0..).zip(&self.rules).map(|(i, rule)| (i, rule, call(&rule.method))).collect();
        let steps = rules.iter().map(|(i, rule, call)| step(rule, *i, call, bundles, &names));
        let allows = rules.iter().map(|(i, rule, _)| {
            let allowed = allowed(rule, bundles, &names);
            quote!(#i => #allowed,)
        });
        let checks = self.invariants.iter().map(|method| {
            let name = &method.name;
            let line = format!("machine.{}();", name.unraw());
            let (span, ended) = (output(method), ended(method.assumes));
            let made = quote_spanned!(span=> ::disprove::__private::#ended(Self::#name(#machine)));
            quote_spanned!(span=> ::disprove::__private::checking(#telling, #line, || #made)?;)
        });
        let weights = self.rules.iter().map(|rule| rule.options.weight.unwrap_or(1));
        let ty = bundles.ty();
        let case = case(&rules, &ty, &names);
        quote! {
            #(#generators)*
            let __runner = ::disprove::__private::Machine::new(
                &[#(#weights),*],
                |#telling: bool, #source: &mut ::disprove::Source| { #make },
                |#machine: &mut Self, #telling: bool, #source: &mut ::disprove::Source| {
                    #(#initials)*
                    ::core::result::Result::Ok(())
                },
                |#machine: &Self, #all: &#ty, #rule: u32| match #rule { #(#allows)* _ => false },
                |#machine: &mut Self, #all: &mut #ty, #rule: u32, #telling: bool, #source: &mut ::disprove::Source| {
                    match #rule { #(#steps)* _ => {} }
                    ::core::result::Result::Ok(())
                },
                |#machine: &mut Self, #telling: bool| {
                    #(#checks)*
                    ::core::result::Result::Ok(())
                },
            ) #(#calls)*;
            let __case = |#source: &mut ::disprove::Source| #case;
        }
    }
}

/// Runs one case; with parallel rules, these are called on several threads at the end.
fn case(rules: &[(u32, &Rule, Call)], bundles: &TokenStream, names: &Names) -> TokenStream {
    let Names { bundles: all, source, rule, telling, .. } = names;
    let parallel: Vec<&(u32, &Rule, Call)> =
        rules.iter().filter(|(_, rule, _)| rule.options.parallel.is_some()).collect();
    if parallel.is_empty() {
        return quote!(__runner.case(#source));
    }
    let numbers = parallel.iter().map(|(number, ..)| number);
    let arms = parallel.iter().map(|(number, _, call)| {
        let prepared = call.prepared(telling);
        quote!(#number => { #prepared })
    });
    quote! {
        __runner.parallel_case(
            &[#(#numbers),*],
            |#all: &#bundles, #rule: u32, #telling: bool, #source: &mut ::disprove::Source| match #rule {
                #(#arms)*
                _ => ::core::unreachable!("only parallel rules are called on threads"),
            },
            #source,
        )
    }
}

/// What a rule that is called on several threads cannot do.
fn check_parallel(parallel: &Ident, method: &Method, options: &Options, errors: &mut Errors) {
    if method.changes() {
        errors.at(
            &method.receiver,
            "a parallel rule is called by several threads at once: write `&self`",
        );
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
            Part::Bundled { bundle, consumed: true } => {
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

fn output(method: &Method) -> Span {
    match &method.output {
        syn::ReturnType::Default => Span::mixed_site(),
        syn::ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
    }
}

/// How the machine comes about: its default, or one of its constructors.
fn make(
    constructors: &[Method],
    title: &Title,
    names: &Names,
    call: &mut impl FnMut(&Method) -> Call,
) -> TokenStream {
    let (shown, Names { source, telling, .. }) = (&title.shown, names);
    if constructors.is_empty() {
        let line = format!("let mut machine = {shown}::default();");
        let span = title.span.resolved_at(Span::mixed_site());
        return quote_spanned! {span=>
            ::disprove::__private::tell_call(#telling, || ::std::string::String::from(#line));
            ::core::result::Result::Ok(<Self as ::disprove::__private::Start>::start())
        };
    }
    let count = constructors.len() as u32;
    let arms = constructors.iter().enumerate().map(|(i, method)| {
        let i = i as u32;
        let pattern = if i + 1 == count { quote!(_) } else { quote!(#i) };
        let call = call(method);
        let fallible = method.value().is_some_and(|(_, fallible)| fallible);
        let unwrap = if fallible { ".unwrap()" } else { "" };
        let tell = call.tell(&format!("let mut machine = {shown}::"), &quote!(), unwrap);
        let (draws, made) = (&call.draws, call.made(None));
        let made = if fallible {
            quote!(::disprove::__private::value_of(#made))
        } else {
            quote!(::core::result::Result::Ok(#made))
        };
        quote!(#pattern => { #(#draws)* #tell #made })
    });
    let which = if count == 1 {
        quote!(0u32)
    } else {
        quote!(::disprove::__private::constructor(#source, #count))
    };
    quote!(match #which { #(#arms)* })
}

/// Whether a rule can be called now.
fn allowed(rule: &Rule, bundles: &Bundles, names: &Names) -> TokenStream {
    let Names { machine, bundles: all, .. } = names;
    let needs = bundles
        .needs(&rule.method)
        .into_iter()
        .map(|(place, count)| quote!(#all.#place.has(#count)));
    let when = rule.options.when.iter().map(|when| {
        let span = when.span().resolved_at(Span::mixed_site());
        quote_spanned!(span=> { let __when: fn(&Self) -> bool = #when; __when(#machine) })
    });
    let conditions: Vec<TokenStream> = needs.chain(when).collect();
    if conditions.is_empty() { quote!(true) } else { quote!(#(#conditions)&&*) }
}

/// The arm that calls a rule.
fn step(rule: &Rule, number: u32, call: &Call, bundles: &Bundles, names: &Names) -> TokenStream {
    let Names { machine, bundles: all, source, .. } = names;
    let draws = &call.draws;
    if rule.options.parallel.is_some() {
        let (tell, made) = (call.tell("machine.", &quote!(), ""), call.made(Some(machine)));
        return quote!(#number => { #(#draws)* #tell let _ = #made; });
    }
    let Some(bundle) = &rule.options.bundle else {
        let tell = call.tell("machine.", &quote!(), "");
        let ended = call.ended(machine);
        return quote!(#number => { #(#draws)* #tell #ended?; });
    };
    let fallible = rule.method.value().is_some_and(|(_, fallible)| fallible);
    let unwrap = if fallible { ".unwrap()" } else { "" };
    let place = bundles.place(bundle);
    let before = format!("let {}_{{}} = machine.", variable(bundle));
    let tell = call.tell(&before, &quote!(#all.#place.next(),), unwrap);
    let made = call.made(Some(machine));
    let value = if fallible { quote!(::disprove::__private::value_of(#made)?) } else { made };
    // A value that replaces one that was taken out keeps its name.
    let (fresh, name) = match call.taken_from(bundle) {
        Some(tag) => (quote!(), quote!(#tag.name)),
        None => (quote!(let __name = #all.#place.name(#source);), quote!(__name)),
    };
    quote! {
        #number => {
            #fresh
            #(#draws)*
            #tell
            let __value = #value;
            #all.#place.put(#name, __value);
        }
    }
}

/// The attributes of the block, by where they go.
#[derive(Default)]
struct Attributes {
    examples: Vec<Attribute>,
    replays: Vec<Attribute>,
    /// Stay on the block.
    block: Vec<Attribute>,
    /// Go to the test.
    test: Vec<Attribute>,
    is_test: bool,
}

/// What is said about the code, and not about the test.
const ABOUT_CODE: [&str; 6] = ["allow", "warn", "deny", "forbid", "expect", "doc"];

impl Attributes {
    fn sort(attributes: Vec<Attribute>) -> Self {
        let mut sorted = Attributes::default();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("example") {
                sorted.examples.push(attribute);
            } else if path.is_ident("replay") {
                sorted.replays.push(attribute);
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
