//! One call of a function of a machine: draws its arguments, transcribes it, makes it.

use super::{
    bundles::{Bundles, variable},
    method::{Method, Part},
};
use crate::{
    borrow::Target,
    dependent::{Bound, bind},
};
use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, ext::IdentExt};

/// The variables of the expansion, which the user's code cannot see.
pub struct Names {
    pub machine: Ident,
    pub bundles: Ident,
    pub generators: Ident,
    pub source: Ident,
    pub rule: Ident,
    pub transcribing: Ident,
}

impl Names {
    pub fn new() -> Names {
        let name = |name: &str| Ident::new(name, Span::mixed_site());
        Names {
            machine: name("__machine"),
            bundles: name("__bundles"),
            generators: name("__generators"),
            source: name("__src"),
            rule: name("__rule"),
            transcribing: name("__transcribing"),
        }
    }
}

/// The generators that are made once for a run, as a tuple: those given by `#[draw(..)]` that name no argument.
#[derive(Default)]
pub struct Generators {
    /// Type parameters, one for each generator.
    pub parameters: Vec<Ident>,
    /// The types of their values.
    pub types: Vec<TokenStream>,
    pub expressions: Vec<TokenStream>,
}

impl Generators {
    /// Adds a generator, and returns its place in the tuple.
    fn add(&mut self, ty: &Type, expression: &TokenStream) -> Literal {
        let place = self.parameters.len();
        self.parameters.push(format_ident!("__G{place}", span = Span::mixed_site()));
        self.types.push(with_static_lifetimes(quote!(#ty)));
        self.expressions.push(expression.clone());
        Literal::usize_unsuffixed(place)
    }
}

/// The type with `'static` where a lifetime is left out, which the bounds of an impl block do not allow. Generated
/// values borrow nothing, so all their lifetimes can be that.
fn with_static_lifetimes(ty: TokenStream) -> TokenStream {
    let mut tokens = ty.into_iter().peekable();
    let mut found = TokenStream::new();
    while let Some(token) = tokens.next() {
        let next = tokens.peek();
        let is_lifetime =
            |token: &TokenTree| matches!(token, TokenTree::Punct(quote) if quote.as_char() == '\'');
        let fixed = || {
            let quote = Punct::new('\'', Spacing::Joint);
            [TokenTree::from(quote), Ident::new("static", Span::mixed_site()).into()]
        };
        match &token {
            TokenTree::Punct(and) if and.as_char() == '&' && !next.is_some_and(is_lifetime) => {
                found.extend([token]);
                found.extend(fixed());
            }
            quote if is_lifetime(quote) => {
                let is_elided = |next: &TokenTree| next.to_string() == "_";
                if next.is_some_and(is_elided) {
                    tokens.next();
                    found.extend(fixed());
                } else {
                    found.extend([token]);
                }
            }
            TokenTree::Group(group) => {
                let inner = with_static_lifetimes(group.stream());
                let mut group = proc_macro2::Group::new(group.delimiter(), inner);
                group.set_span(token.span());
                found.extend([TokenTree::Group(group)]);
            }
            _ => found.extend([token]),
        }
    }
    found
}

/// The parts of a call.
pub struct Call {
    /// Draws the arguments.
    pub draws: Vec<TokenStream>,
    /// Their names, empty if a pattern is not a variable.
    arguments: Vec<String>,
    /// Their texts in the transcript.
    shows: Vec<TokenStream>,
    /// The arguments.
    passed: Vec<TokenStream>,
    /// The bundles from which it consumes, and the variables that hold the tags of those values.
    consumed: Vec<(Ident, Ident)>,
    name: Ident,
    /// It may return early because of an `assume!`.
    assumes: bool,
    is_async: bool,
    transcribing: Ident,
    span: Span,
}

impl Call {
    pub fn new(
        method: &Method,
        bundles: &Bundles,
        names: &Names,
        generators: &mut Generators,
    ) -> Call {
        let mut call = Call {
            draws: Vec::new(),
            arguments: Vec::new(),
            shows: Vec::new(),
            passed: Vec::new(),
            consumed: Vec::new(),
            name: method.name.clone(),
            assumes: method.assumes,
            is_async: method.asyncness.is_some(),
            transcribing: names.transcribing.clone(),
            span: method.output_span(),
        };
        let Names { source, bundles: all, generators: made, .. } = names;
        for (i, part) in method.parts.iter().enumerate() {
            let span = match part {
                Part::Value { span, .. } => *span,
                Part::Source => Span::mixed_site(),
                Part::Bundled { bundle, .. } => bundle.span(),
            };
            // The compiler then reports mistakes where the argument stands.
            let span = span.resolved_at(Span::mixed_site());
            let hidden = format_ident!("__{i}", span = span);
            let (earlier, later) = (&method.parts[..i], &method.parts[i + 1..]);
            let is_named = |name: &&Ident| later.iter().any(|part| part.names(name));
            let visible = part.variable().filter(is_named);
            let name = part.variable().map(|name| name.unraw().to_string());
            call.arguments.push(name.unwrap_or_default());
            match part {
                Part::Value { generator, ty, is_drawn, borrow, .. } => {
                    let Bound { name, lend } = bind(hidden, visible, borrow.as_deref());
                    let is_dependent =
                        || earlier.iter().filter_map(Part::variable).any(|v| part.names(v));
                    let generator = if *is_drawn && !is_dependent() {
                        let place = generators.add(ty, generator);
                        quote_spanned!(span=> ::disprove::Generator::by_ref(&#made.#place))
                    } else {
                        generator.clone()
                    };
                    call.draws
                        .push(quote_spanned!(span=> let #name = #source.draw(#generator); #lend));
                    let shown = quote!((&&&::disprove::__private::Choose::of(&#name)).printer().text(&#name));
                    let (shown, passed) = match borrow.as_ref().map(|borrow| borrow.target) {
                        None => (shown, quote!(#name)),
                        Some(Target::Text) => (shown, quote!(&#name)),
                        Some(_) => (
                            quote!(::disprove::__private::std::format!("&{}", #shown)),
                            quote!(&#name),
                        ),
                    };
                    call.shows.push(shown);
                    call.passed.push(passed);
                }
                Part::Source => {
                    call.shows
                        .push(quote!(::disprove::__private::std::string::String::from("src")));
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
                    call.shows
                        .push(quote!(::disprove::__private::std::format!(#text, #tag.number)));
                    call.passed.push(quote!(#name));
                    if *consumed {
                        call.consumed.push((bundle.clone(), tag));
                    }
                }
            }
        }
        call
    }

    /// The variable that holds the tag of the first value consumed from a bundle.
    pub fn consumed_from(&self, bundle: &Ident) -> Option<&Ident> {
        self.consumed.iter().find(|(from, _)| from == bundle).map(|(_, tag)| tag)
    }

    /// Adds the call to the transcript, with `before` and `after` around it.
    pub fn transcribe(&self, before: &TokenStream, after: &str) -> TokenStream {
        let Call { transcribing, arguments, shows, .. } = self;
        let (name, after) = (self.name.to_string(), format!("{after};"));
        quote!(if #transcribing {
            use ::disprove::__private::Print as _;
            ::disprove::__private::transcribe_call(#before, #name, &[#(#arguments),*], &[#(#shows),*], #after)
        })
    }

    /// The call itself.
    pub fn called(&self, receiver: Option<&Ident>) -> TokenStream {
        let (name, passed) = (&self.name, &self.passed);
        let receiver = receiver.map(|receiver| quote!(#receiver,));
        let called = quote_spanned!(self.span=> Self::#name(#receiver #(#passed),*));
        ended(called, self.is_async, self.span)
    }

    /// Draws the arguments, and makes a value of the call that another thread can run.
    pub fn prepared(&self, names: &Names) -> TokenStream {
        let Names { machine, transcribing, .. } = names;
        let Call { draws, shows, .. } = self;
        let name = self.name.to_string();
        let called = self.called(Some(machine));
        quote_spanned! {self.span=>
            #(#draws)*
            let __line = if #transcribing {
                use ::disprove::__private::Print as _;
                ::disprove::__private::call_text("machine.", #name, &[#(#shows),*], "")
            } else {
                ::disprove::__private::std::string::String::new()
            };
            ::disprove::__private::Call::new(__line, #machine, move |#machine: &Self| #called)
        }
    }

    /// The call as a step that passes, fails or rejects.
    pub fn result(&self, receiver: &Ident) -> TokenStream {
        let called = self.called(Some(receiver));
        let result = step_result(self.assumes);
        quote_spanned!(self.span=> ::disprove::__private::#result(#called))
    }
}

/// A call of a function of the machine, after which an async function has ended.
pub fn ended(call: TokenStream, is_async: bool, span: Span) -> TokenStream {
    if is_async {
        quote_spanned!(span=> ::disprove::__private::block_on_runtime(#call))
    } else {
        call
    }
}

/// The function that converts what a call returned.
pub fn step_result(assumes: bool) -> Ident {
    let name = if assumes { "step_result_unless_rejected" } else { "step_result" };
    Ident::new(name, Span::mixed_site())
}
