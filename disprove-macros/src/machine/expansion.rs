//! The implementation of `StateMachine` for a machine: thin functions that call those of the block.

use super::{
    Machine, Rule,
    bundles::{Bundles, variable},
    call::{Call, Generators, Names, ended, step_result},
    method::Method,
    options::Weight,
    title::Title,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

/// What a machine adds to its block.
pub struct Expansion {
    /// The implementation of the trait.
    pub implementation: TokenStream,
    /// The type of the bundles.
    bundles: TokenStream,
    /// The generators that are made once.
    generators: Vec<TokenStream>,
    /// All rules, if their weights depend on the state or one of them ends a case.
    weighted: Option<Vec<u32>>,
}

impl Expansion {
    /// An expression: the function that runs one case, with all rules or only some.
    pub fn case(&self, rules: Option<&[u32]>) -> TokenStream {
        let Expansion { bundles, generators, weighted, .. } = self;
        let machine = |name: &str| {
            let name = Ident::new(name, Span::mixed_site());
            quote!(::disprove::__private::#name::<Self, #bundles, _>)
        };
        match rules.or(weighted.as_deref()) {
            None => {
                let machine = machine("machine");
                quote!(#machine((#(#generators,)*)))
            }
            Some(rules) => {
                let machine = machine("weighted_machine");
                quote!(#machine((#(#generators,)*), &[#(#rules),*]))
            }
        }
    }
}

impl Machine {
    /// Implements the trait for `ty`.
    pub fn expansion(&self, ty: &Type, bundles: &Bundles, title: &Title) -> Expansion {
        let names = Names::new();
        let Names { machine, bundles: all, generators: made, source, rule, transcribing } = &names;
        let mut generators = Generators::default();
        let start = start(&self.constructors, title, bundles, &names, &mut generators);
        let initials: Vec<TokenStream> = self
            .initials
            .iter()
            .map(|method| {
                let call = Call::new(method, bundles, &names, &mut generators);
                let (draws, result) = (&call.draws, call.result(machine));
                let transcribe = call.transcribe(&quote!("machine."), "");
                quote! {{ #(#draws)* #transcribe #result?; }}
            })
            .collect();
        let rules: Vec<(u32, &Rule, Call)> = (0..)
            .zip(&self.rules)
            .map(|(i, rule)| (i, rule, Call::new(&rule.method, bundles, &names, &mut generators)))
            .collect();
        let steps = rules.iter().map(|(i, rule, call)| step(rule, *i, call, bundles, &names));
        let allows = rules.iter().map(|(i, rule, _)| {
            let allowed = allowed(rule, bundles, &names);
            quote!(#i => #allowed,)
        });
        let checks = self.invariants.iter().map(|method| check(method, &names));
        let constants = rules.iter().map(|(_, rule, _)| constant_weight(rule));
        let (weight, ends) = (weight(&rules, &names), ends(&rules));
        let weighted = (weight.is_some() || ends.is_some())
            .then(|| rules.iter().map(|(number, _, _)| *number).collect());
        let (parallel, prepare) = prepare(&rules, &names);
        let bundles = bundles.ty();
        let Generators { parameters, types, .. } = &generators;
        let source_type = quote!(&mut ::disprove::Source);
        let result = quote!(::disprove::__private::StepResult);
        let implementation = quote! {
            #[automatically_derived]
            impl<#(#parameters: ::disprove::Generator<Value = #types>),*>
                ::disprove::__private::StateMachine<#bundles, (#(#parameters,)*)> for #ty
            {
                const WEIGHTS: &'static [u32] = &[#(#constants),*];
                const PARALLEL: &'static [u32] = &[#(#parallel),*];
                #ends

                fn start(
                    #made: &(#(#parameters,)*),
                    #transcribing: bool,
                    #source: #source_type,
                ) -> ::core::result::Result<Self, ::disprove::Outcome> {
                    #start
                }

                fn initialize(
                    #machine: &mut Self,
                    #made: &(#(#parameters,)*),
                    #transcribing: bool,
                    #source: #source_type,
                ) -> #result {
                    #(#initials)*
                    ::core::result::Result::Ok(())
                }

                #[inline]
                fn allows(#machine: &Self, #all: &#bundles, #rule: u32) -> bool {
                    match #rule { #(#allows)* _ => false }
                }

                #weight

                #[inline]
                fn step(
                    #machine: &mut Self,
                    #all: &mut #bundles,
                    #made: &(#(#parameters,)*),
                    #rule: u32,
                    #transcribing: bool,
                    #source: #source_type,
                ) -> #result {
                    match #rule { #(#steps)* _ => {} }
                    ::core::result::Result::Ok(())
                }

                // Called in three places, of which one is the loop of steps. If it were always inlined, an edit
                // that changes the length of a file would compile its machines again.
                #[inline]
                fn check_invariants(#machine: &mut Self, #transcribing: bool) -> #result {
                    #(#checks)*
                    ::core::result::Result::Ok(())
                }

                fn prepare<'__machine>(
                    #machine: &'__machine Self,
                    #all: &#bundles,
                    #made: &(#(#parameters,)*),
                    #rule: u32,
                    #transcribing: bool,
                    #source: #source_type,
                ) -> ::disprove::__private::Call<'__machine> {
                    #prepare
                }
            }
        };
        Expansion { implementation, bundles, generators: generators.expressions, weighted }
    }
}

/// Calls an invariant.
fn check(method: &Method, Names { machine, transcribing, .. }: &Names) -> TokenStream {
    let name = &method.name;
    let line = format!("machine.{name}();");
    let (span, result) = (method.output_span(), step_result(method.assumes));
    let called = quote_spanned!(span=> Self::#name(#machine));
    let called = ended(called, method.asyncness.is_some(), span);
    let called = quote_spanned!(span=> ::disprove::__private::#result(#called));
    quote_spanned! {span=>
        ::disprove::__private::transcribe_failure(#transcribing, #line, || #called)?;
    }
}

fn constant_weight(rule: &Rule) -> u32 {
    match rule.options.weight {
        Some(Weight::Constant(weight)) => weight,
        _ => 1,
    }
}

/// The rules that end a case, if there are any.
fn ends(rules: &[(u32, &Rule, Call)]) -> Option<TokenStream> {
    let ending = rules.iter().filter(|(_, rule, _)| rule.options.ends.is_some());
    let numbers: Vec<u32> = ending.map(|(number, _, _)| *number).collect();
    (!numbers.is_empty()).then(|| quote!(const ENDS: &'static [u32] = &[#(#numbers),*];))
}

/// The function that returns the weight of a rule in a state, if one depends on it.
fn weight(rules: &[(u32, &Rule, Call)], names: &Names) -> Option<TokenStream> {
    let Names { machine, rule, .. } = names;
    let mut is_constant = true;
    let arms: Vec<TokenStream> = rules
        .iter()
        .map(|(number, rule, _)| {
            let Some(Weight::Function(function)) = &rule.options.weight else {
                let weight = constant_weight(rule);
                return quote!(#number => #weight,);
            };
            is_constant = false;
            let span = function.span().resolved_at(Span::mixed_site());
            quote_spanned!(span=> #number => ::disprove::__private::weight(#machine, #function),)
        })
        .collect();
    (!is_constant).then(|| {
        quote! {
            fn weight(#machine: &Self, #rule: u32) -> u32 {
                match #rule { #(#arms)* _ => 0 }
            }
        }
    })
}

/// The numbers of the parallel rules, and the body that prepares a call of one.
fn prepare(rules: &[(u32, &Rule, Call)], names: &Names) -> (Vec<u32>, TokenStream) {
    let Names { rule, .. } = names;
    let parallel = rules.iter().filter(|(_, rule, _)| rule.options.parallel.is_some());
    let (numbers, arms): (Vec<u32>, Vec<TokenStream>) = parallel
        .map(|(number, _, call)| {
            let prepared = call.prepared(names);
            (*number, quote!(#number => { #prepared }))
        })
        .unzip();
    let otherwise = quote!(::core::unreachable!("only parallel rules are called on threads"));
    let body =
        if arms.is_empty() { otherwise } else { quote!(match #rule { #(#arms)* _ => #otherwise }) };
    (numbers, body)
}

/// Makes the machine: its default, or one of its constructors.
fn start(
    constructors: &[Method],
    title: &Title,
    bundles: &Bundles,
    names: &Names,
    generators: &mut Generators,
) -> TokenStream {
    let (shown, Names { source, transcribing, .. }) = (&title.shown, names);
    if constructors.is_empty() {
        let before = format!("let mut machine = {shown}::");
        let span = title.span.resolved_at(Span::mixed_site());
        return quote_spanned! {span=>
            if #transcribing {
                ::disprove::__private::transcribe_call(#before, "default", &[], &[], ";");
            }
            ::core::result::Result::Ok(<Self as ::disprove::__private::Start>::start())
        };
    }
    let count = constructors.len() as u32;
    let arms = constructors.iter().enumerate().map(|(i, method)| {
        let i = i as u32;
        let pattern = if i + 1 == count { quote!(_) } else { quote!(#i) };
        let call = Call::new(method, bundles, names, generators);
        let fallible = method.value().is_some_and(|(_, fallible)| fallible);
        let unwrap = if fallible { ".unwrap()" } else { "" };
        let before = format!("let mut machine = {shown}::");
        let transcribe = call.transcribe(&quote!(#before), unwrap);
        let (draws, called) = (&call.draws, call.called(None));
        let made = if fallible {
            quote!(::disprove::__private::unwrap_value(#called))
        } else {
            quote!(::core::result::Result::Ok(#called))
        };
        quote!(#pattern => { #(#draws)* #transcribe #made })
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
        quote_spanned!(span=> ::disprove::__private::allows(#machine, #when))
    });
    let conditions: Vec<TokenStream> = needs.chain(when).collect();
    if conditions.is_empty() { quote!(true) } else { quote!(#(#conditions)&&*) }
}

/// The arm that calls a rule.
fn step(rule: &Rule, number: u32, call: &Call, bundles: &Bundles, names: &Names) -> TokenStream {
    let Names { machine, bundles: all, source, .. } = names;
    let draws = &call.draws;
    if rule.options.parallel.is_some() {
        let transcribe = call.transcribe(&quote!("machine."), "");
        let called = call.called(Some(machine));
        return quote!(#number => { #(#draws)* #transcribe let _ = #called; });
    }
    let Some(bundle) = &rule.options.bundle else {
        let transcribe = call.transcribe(&quote!("machine."), "");
        let result = call.result(machine);
        return quote!(#number => { #(#draws)* #transcribe #result?; });
    };
    let fallible = rule.method.value().is_some_and(|(_, fallible)| fallible);
    let unwrap = if fallible { ".unwrap()" } else { "" };
    let place = bundles.place(bundle);
    let before = format!("let {}_{{}} = machine.", variable(bundle));
    let before = quote!(&::disprove::__private::std::format!(#before, #all.#place.next()));
    let transcribe = call.transcribe(&before, unwrap);
    let called = call.called(Some(machine));
    let value =
        if fallible { quote!(::disprove::__private::unwrap_value(#called)?) } else { called };
    // A value that replaces a consumed one keeps its name.
    let (fresh, name) = match call.consumed_from(bundle) {
        Some(tag) => (quote!(), quote!(#tag.name)),
        None => (quote!(let __name = #all.#place.name(#source);), quote!(__name)),
    };
    quote! {
        #number => {
            #fresh
            #(#draws)*
            #transcribe
            let __value = #value;
            #all.#place.put(#name, __value);
        }
    }
}
