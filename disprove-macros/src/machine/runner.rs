//! The test of a machine: its functions as closures, for the library to call.

use super::{
    Machine, Rule,
    bundles::{Bundles, variable},
    call::{Call, Names, ended},
    method::Method,
    title::Title,
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{ReturnType, ext::IdentExt, spanned::Spanned};

impl Machine {
    /// The statements that make the generators, and a function `__case` that runs one case.
    pub fn runner(&self, bundles: &Bundles, title: &Title) -> TokenStream {
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
        let start = make(&self.constructors, title, &names, &mut call);
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
                |#telling: bool, #source: &mut ::disprove::Source| { #start },
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
            );
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

fn output(method: &Method) -> Span {
    match &method.output {
        ReturnType::Default => Span::mixed_site(),
        ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
    }
}
