//! Tests of `arguments.rs`.

use super::{Argument, arguments};
use crate::errors::Errors;
use quote::{ToTokens, quote};
use syn::{Signature, parse_quote};

fn read(mut signature: Signature) -> (Vec<Argument>, Signature, Vec<String>) {
    let mut errors = Errors::default();
    let arguments = arguments(&mut signature, &mut errors);
    let mistakes = errors.finish().err().into_iter().flatten();
    (arguments, signature, mistakes.map(|error| error.to_string()).collect())
}

fn names(signature: Signature) -> Vec<String> {
    let (arguments, ..) = read(signature);
    let name = |argument| match argument {
        Argument::Value { name, .. } => name,
        Argument::Source { .. } => "the source".to_owned(),
    };
    arguments.into_iter().map(name).collect()
}

#[test]
fn an_argument_is_called_as_it_is_written_without_its_binding_mode() {
    let signature = parse_quote!(fn f(
        x: u8,
        mut rest: Vec<u8>,
        (low, mut high): (u8, u16),
        Point { x: ref left, y, .. }: Point,
        shapes::Square(side): Square,
        _: u8,
        &small: &u8,
    ));
    let expected = [
        "x",
        "rest",
        "(low, high)",
        "Point { x: left, y, .. }",
        "shapes::Square(side)",
        "_",
        "small",
    ];
    assert_eq!(names(signature), expected);
}

#[test]
fn the_source_is_recognized_under_any_path_and_in_any_place() {
    let signature = parse_quote!(fn f(x: u8, src: &mut disprove::Source, y: u8));
    assert_eq!(names(signature), ["x", "the source", "y"]);
    let signature = parse_quote!(fn f(_: (&mut Source)));
    assert_eq!(names(signature), ["the source"]);
}

#[test]
fn a_value_comes_from_its_draw_or_its_type_and_the_draw_is_taken_off() {
    let (arguments, signature, mistakes) =
        read(parse_quote!(fn f(#[draw(1..=6)] #[allow(unused)] die: u8, flag: bool)));
    let generator = |index: usize| match &arguments[index] {
        Argument::Value { generator, .. } => generator.to_string(),
        Argument::Source { .. } => unreachable!("there is none"),
    };
    let drawn = quote!(match 1..=6 {
        __generator => ::disprove::__private::Fits::<u8, _>::of(&__generator)
            .check()
            .generator::<u8, _>(__generator),
    });
    assert_eq!(generator(0), drawn.to_string());
    assert_eq!(generator(1), quote!(::disprove::__private::own::<bool>()).to_string());
    let rest = quote!(fn f(#[allow(unused)] die: u8, flag: bool));
    assert_eq!(signature.to_token_stream().to_string(), rest.to_string());
    assert_eq!(mistakes, [""; 0]);
}

#[test]
fn a_borrowed_argument_is_generated_as_its_owner() {
    let (arguments, signature, mistakes) =
        read(parse_quote!(fn f(s: &str, #[draw(vec(0..3))] xs: &[u8], e: &Expr)));
    let generators = arguments.iter().map(|argument| match argument {
        Argument::Value { generator, borrow: Some(_), .. } => generator.to_string(),
        _ => unreachable!("all are borrowed"),
    });
    let expected = [
        quote!(::disprove::__private::own::<::disprove::__private::std::string::String>()),
        quote!(match vec(0..3) {
            __generator =>
                ::disprove::__private::Fits::<::disprove::__private::std::vec::Vec<u8>, _>::of(
                    &__generator
                )
                .check()
                .generator::<::disprove::__private::std::vec::Vec<u8>, _>(__generator),
        }),
        quote!(::disprove::__private::FitsItself::<Expr>::NEW.check().own::<Expr>()),
    ];
    assert!(generators.eq(expected.iter().map(ToString::to_string)));
    let kept = quote!(fn f(s: &str, xs: &[u8], e: &Expr));
    assert_eq!(signature.to_token_stream().to_string(), kept.to_string());
    assert_eq!(mistakes, [""; 0]);
}

#[test]
fn reports_all_mistakes_in_the_arguments() {
    let (.., told) = read(parse_quote!(fn f(
        &self,
        a: &impl Copy,
        b: Vec<impl Copy>,
        one: &mut Source,
        #[draw(0..3)] two: &mut Source,
        #[cfg(unix)] c: u8,
        #[draw()] d: u8
    )));
    assert_eq!(told.len(), 7, "{told:#?}");
}
