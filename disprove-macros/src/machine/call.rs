//! One call of a function of a machine: its arguments are drawn, it is told, it is made.

use super::{
    bundles::{Bundles, variable},
    method::{Method, Part},
};
use crate::{
    borrow::Target,
    dependent::{Bound, bind},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{ReturnType, ext::IdentExt, spanned::Spanned};

/// The variables of the expansion, which the user's code cannot see.
pub struct Names {
    pub machine: Ident,
    pub bundles: Ident,
    pub source: Ident,
    pub rule: Ident,
    pub telling: Ident,
}

impl Names {
    pub fn new() -> Names {
        let name = |name: &str| Ident::new(name, Span::mixed_site());
        Names {
            machine: name("__machine"),
            bundles: name("__bundles"),
            source: name("__src"),
            rule: name("__rule"),
            telling: name("__telling"),
        }
    }
}

/// The parts of a call.
pub struct Call {
    /// Makes the generators, once for the whole run, but for those that depend on what a call is given.
    pub generators: Vec<TokenStream>,
    /// Draws the arguments.
    pub draws: Vec<TokenStream>,
    /// Their texts in the script.
    shows: Vec<TokenStream>,
    /// The arguments.
    pub passed: Vec<TokenStream>,
    /// The bundles something is taken out of, and the variables that say what.
    taken: Vec<(Ident, Ident)>,
    name: Ident,
    /// It may return early because of an assumption.
    assumes: bool,
    telling: Ident,
    span: Span,
}

impl Call {
    /// `number` tells the generators of the functions apart.
    pub fn new(method: &Method, number: usize, bundles: &Bundles, names: &Names) -> Call {
        let output = match &method.output {
            ReturnType::Default => Span::mixed_site(),
            ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
        };
        let mut call = Call {
            generators: Vec::new(),
            draws: Vec::new(),
            shows: Vec::new(),
            passed: Vec::new(),
            taken: Vec::new(),
            name: method.name.clone(),
            assumes: method.assumes,
            telling: names.telling.clone(),
            span: output,
        };
        let (source, all) = (&names.source, &names.bundles);
        for (i, part) in method.parts.iter().enumerate() {
            let span = match part {
                Part::Value { span, .. } => *span,
                Part::Source => Span::mixed_site(),
                Part::Bundled { bundle, .. } => bundle.span(),
            };
            // Mistakes are told where the argument stands.
            let span = span.resolved_at(Span::mixed_site());
            let hidden = format_ident!("__{i}", span = span);
            let (earlier, later) = (&method.parts[..i], &method.parts[i + 1..]);
            let is_named = |name: &&Ident| later.iter().any(|part| part.names(name));
            let visible = part.variable().filter(is_named);
            match part {
                Part::Value { generator, borrow, .. } => {
                    let Bound { name, lend } = bind(hidden, visible, borrow.as_deref());
                    let drawn = if earlier.iter().filter_map(Part::variable).any(|v| part.names(v))
                    {
                        generator.clone()
                    } else {
                        let made =
                            format_ident!("__generator_{number}_{i}", span = Span::mixed_site());
                        call.generators.push(quote!(let #made = #generator;));
                        quote_spanned!(span=> ::disprove::Generator::by_ref(&#made))
                    };
                    call.draws.push(quote_spanned!(span=> let #name = #source.draw(#drawn); #lend));
                    let shown = quote!((&::disprove::__private::Show(&#name)).show());
                    let (shown, passed) = match borrow.as_ref().map(|borrow| borrow.target) {
                        None => (shown, quote!(#name)),
                        Some(Target::Text) => (shown, quote!(&#name)),
                        Some(_) => (quote!(::std::format!("&{}", #shown)), quote!(&#name)),
                    };
                    call.shows.push(shown);
                    call.passed.push(passed);
                }
                Part::Source => {
                    call.shows.push(quote!(::std::string::String::from("src")));
                    call.passed.push(quote!(#source));
                }
                Part::Bundled { bundle, consumed, .. } => {
                    let Bound { name, .. } = bind(hidden, visible, None);
                    let tag = format_ident!("__{i}_tag", span = Span::mixed_site());
                    let place = bundles.place(bundle);
                    let how = Ident::new(if *consumed { "take" } else { "copy" }, span);
                    call.draws.push(quote_spanned! {span=>
                        let (#tag, #name) = #all.#place.#how(#source);
                    });
                    let end = if *consumed { "" } else { ".clone()" };
                    let text = format!("{}_{{}}{end}", variable(bundle));
                    call.shows.push(quote!(::std::format!(#text, #tag.number)));
                    call.passed.push(quote!(#name));
                    if *consumed {
                        call.taken.push((bundle.clone(), tag));
                    }
                }
            }
        }
        call
    }

    /// The first value taken out of a bundle: the variable that holds its tag.
    pub fn taken_from(&self, bundle: &Ident) -> Option<&Ident> {
        self.taken.iter().find(|(from, _)| from == bundle).map(|(_, tag)| tag)
    }

    /// The arguments as the script shows them.
    pub fn shown(&self) -> TokenStream {
        let shows = &self.shows;
        quote! {{
            use ::disprove::__private::{ShowDebug as _, ShowOpaque as _};
            <[::std::string::String]>::join(&[#(#shows),*], ", ")
        }}
    }

    /// Tells `machine.name(arguments);`, with something around it. The braces in `before` are filled with `fill`.
    pub fn tell(&self, before: &str, fill: &TokenStream, after: &str) -> TokenStream {
        let text = format!("{before}{}({{}}){after};", self.name.unraw());
        let (shown, telling) = (self.shown(), &self.telling);
        quote!(::disprove::__private::tell_call(#telling, || ::std::format!(#text, #fill #shown));)
    }

    /// The call itself.
    pub fn made(&self, receiver: Option<&Ident>) -> TokenStream {
        let (name, passed) = (&self.name, &self.passed);
        let receiver = receiver.map(|receiver| quote!(#receiver,));
        quote_spanned!(self.span=> Self::#name(#receiver #(#passed),*))
    }

    /// Draws the arguments, and makes a value of the call that another thread can run.
    pub fn prepared(&self, telling: &Ident) -> TokenStream {
        let (draws, shown) = (&self.draws, self.shown());
        let machine = Ident::new("__machine", Span::mixed_site());
        let text = format!("machine.{}({{}})", self.name.unraw());
        let made = self.made(Some(&machine));
        quote_spanned! {self.span=>
            #(#draws)*
            let __line = if #telling {
                ::std::format!(#text, #shown)
            } else {
                ::std::string::String::new()
            };
            ::disprove::__private::Call::new(__line, move |#machine: &Self| #made)
        }
    }

    /// The call as a step that passes, fails or rejects.
    pub fn ended(&self, receiver: &Ident) -> TokenStream {
        let made = self.made(Some(receiver));
        let ended = ended(self.assumes);
        quote_spanned!(self.span=> ::disprove::__private::#ended(#made))
    }
}

/// The function that turns what was returned into the end of the case, if it is one.
pub fn ended(assumes: bool) -> Ident {
    Ident::new(if assumes { "ended_early" } else { "ended" }, Span::mixed_site())
}
