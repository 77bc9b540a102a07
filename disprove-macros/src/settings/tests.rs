//! Tests of `settings.rs`.

use super::{example, machine_settings, replay, settings};
use crate::errors::Errors;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, parse_quote};

fn mistakes(errors: Errors) -> Vec<String> {
    let found = errors.finish().err().into_iter().flatten();
    found.map(|error| error.to_string()).collect()
}

fn read(tokens: TokenStream) -> Result<String, Vec<String>> {
    let mut errors = Errors::default();
    let fields = settings(tokens, &mut errors).overrides;
    let mistakes = mistakes(errors);
    if mistakes.is_empty() { Ok(quote!(#(#fields),*).to_string()) } else { Err(mistakes) }
}

/// The text of these fields.
fn overrides(fields: TokenStream) -> String {
    fields.to_string()
}

#[test]
fn only_literals_are_constant() {
    let mut errors = Errors::default();
    let mut is_constant = |tokens| settings(tokens, &mut errors).is_constant;
    assert!(is_constant(quote!(cases = 3, search = pool, time = "2s", isolate = "1s")));
    assert!(!is_constant(quote!(cases = count())));
    assert!(!is_constant(quote!(isolate = LIMIT)));
}

#[test]
fn a_history_is_erased_and_a_time_limit_optional() {
    let mut errors = Errors::default();
    let found = settings(quote!(history = Paths, isolate), &mut errors);
    let history = found.history.map(|history| history.to_string());
    let expected =
        quote!(::disprove::__private::erase(<Paths as ::core::default::Default>::default()));
    assert_eq!(history, Some(expected.to_string()));
    let limit = found.isolate.map(|limit| limit.to_string());
    assert_eq!(limit, Some(quote!(::core::option::Option::None).to_string()));
}

#[test]
fn numbers_are_any_expression_and_a_search_is_a_word() {
    let calls =
        read(quote!(cases = 10_000, seed = LIMIT * 2, max_executions = f(1, 2), search = pool,));
    let expected = overrides(quote!(
        cases: ::core::option::Option::Some(10_000),
        seed: ::core::option::Option::Some(LIMIT * 2),
        max_executions: ::core::option::Option::Some(f(1, 2)),
        search: ::core::option::Option::Some(::disprove::Search::Pool)
    ));
    assert_eq!(calls, Ok(expected));
    for (word, variant) in [
        (quote!(auto), quote!(Auto)),
        (quote!(random), quote!(Random)),
        (quote!(climb), quote!(Climb)),
        (quote!(anneal), quote!(Anneal)),
        (quote!(mutate), quote!(Mutate)),
    ] {
        let variant = quote!(search: ::core::option::Option::Some(::disprove::Search::#variant));
        assert_eq!(read(quote!(search = #word)), Ok(overrides(variant)));
    }
    assert_eq!(read(quote!()), Ok(String::new()));
    assert_eq!(
        read(quote!(seed = 0)),
        Ok(overrides(quote!(seed: ::core::option::Option::Some(0)))),
        "zero is a seed like any other"
    );
}

#[test]
fn a_reduction_has_a_number_of_runs_and_a_time() {
    let calls = read(quote!(reduction_runs = 50, reduction_time = "1m30s"));
    let expected = overrides(quote!(
        reduction_runs: ::core::option::Option::Some(50),
        reduction_time: ::core::option::Option::Some(::core::time::Duration::from_millis(90000u64))
    ));
    assert_eq!(calls, Ok(expected));
    let calls = read(quote!(time = "1h2m3s4ms"));
    let milliseconds = 3_723_004_u64;
    let time = quote!(::core::time::Duration::from_millis(#milliseconds));
    assert_eq!(calls, Ok(overrides(quote!(time: ::core::option::Option::Some(#time)))));
    let found = read(quote!(reduction_runs = 0, reduction_time = 5)).expect_err("two mistakes");
    assert_eq!(found[0], "`reduction_runs = 0` would reduce nothing; give at least 1");
    assert!(found[1].contains("a time with its unit"), "{found:?}");
}

#[test]
fn a_temperature_is_a_number_up_to_ten() {
    for (tokens, number) in [
        (quote!(temperature = 0.3), quote!(0.3f64)),
        (quote!(temperature = 10), quote!(10f64)),
        (quote!(temperature = 0), quote!(0f64)),
        (quote!(temperature = WARM), quote!(WARM)),
    ] {
        let expected = overrides(quote!(temperature: ::core::option::Option::Some(#number)));
        assert_eq!(read(tokens), Ok(expected));
    }
    for tokens in [
        quote!(temperature = 10.5),
        quote!(temperature = -1),
        quote!(temperature = "warm"),
        quote!(temperature = true),
    ] {
        let found = read(tokens).expect_err("a mistake");
        assert_eq!(found, ["expected a number from 0, which accepts no worse input, to 10"]);
    }
}

#[test]
fn flags_are_literals_or_other_expressions() {
    let found = read(quote!(reduce = false, explain = VERBOSE, literals = false));
    let expected = overrides(quote!(
        reduce: ::core::option::Option::Some(false),
        explain: ::core::option::Option::Some(VERBOSE),
        literals: ::core::option::Option::Some(false)
    ));
    assert_eq!(found, Ok(expected));
    for tokens in [quote!(reduce = 0), quote!(explain = "no"), quote!(test = 1)] {
        assert_eq!(read(tokens).expect_err("a mistake"), ["expected `true` or `false`"]);
    }
}

#[test]
fn counts_start_at_one() {
    for (tokens, expected) in [
        (quote!(cases = 0), "`cases = 0` would test nothing; give at least 1"),
        (quote!(max_executions = 0), "`max_executions = 0` would test nothing; give at least 1"),
        (
            quote!(max_failures = 0),
            "`max_failures = 0` would stop before the first failure; give at least 1",
        ),
        (quote!(reduction_runs = 0), "`reduction_runs = 0` would reduce nothing; give at least 1"),
    ] {
        assert_eq!(read(tokens).expect_err("a mistake"), [expected]);
    }
}

#[test]
fn reports_every_mistake() {
    let found =
        read(quote!(case = 3, cases = 0, seed = 1, seed = 2, search = fast, max_executions))
            .expect_err("five mistakes");
    let wanted =
        ["unknown setting `case`", "at least 1", "twice", "unknown search", "needs a value"];
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn reports_a_missing_comma_or_value() {
    for tokens in
        [quote!(cases = 3 seed = 1), quote!(cases = , seed = 1), quote!(3), quote!(cases(3))]
    {
        assert_eq!(read(tokens).expect_err("a mistake").len(), 1);
    }
}

#[test]
fn an_example_has_one_value_per_argument() {
    let attribute: Attribute = parse_quote!(#[example(vec![0, 0], (1, 2))]);
    let mut errors = Errors::default();
    let call = example(&attribute, &[None, None], &mut errors).map(|call| call.to_string());
    assert_eq!(call, Some(quote!(|| (vec![0, 0], (1, 2),)).to_string()));
    assert!(example(&attribute, &[None], &mut errors).is_none());
    assert!(example(&attribute, &[], &mut errors).is_none());
    let found = mistakes(errors);
    assert!(found[0].contains("needs 1 value, one per argument, but has 2"), "{found:?}");
    assert!(found[1].contains("no arguments"), "{found:?}");
}

#[test]
fn a_replay_token_is_a_string_that_starts_with_its_version() {
    let mut errors = Errors::default();
    let token = replay(&parse_quote!(#[replay("d1:AAEB")]), &mut errors);
    assert_eq!(token.map(|token| token.value()), Some("d1:AAEB".to_owned()));
    assert!(replay(&parse_quote!(#[replay("AAEB")]), &mut errors).is_none());
    assert!(replay(&parse_quote!(#[replay(d1)]), &mut errors).is_none());
    assert_eq!(mistakes(errors).len(), 2);
}

#[test]
fn machines_have_settings_of_their_own() {
    let mut errors = Errors::default();
    let found = machine_settings(quote!(steps = 7, cases = 3, threads = shuttle), &mut errors);
    let fields = &found.overrides;
    assert_eq!(
        quote!(#(#fields),*).to_string(),
        overrides(quote!(
            steps: ::core::option::Option::Some(7),
            cases: ::core::option::Option::Some(3)
        ))
    );
    assert!(found.shuttle && mistakes(errors).is_empty());

    let mut errors = Errors::default();
    assert!(!machine_settings(quote!(threads = std), &mut errors).shuttle);
    machine_settings(quote!(threads = fast, steps = 0), &mut errors);
    let found = mistakes(errors);
    assert_eq!(found.len(), 2);
    assert!(
        found[0].contains("`std` and `shuttle`") && found[1].contains("at least 1"),
        "{found:?}"
    );
    assert!(read(quote!(steps = 3)).is_err(), "a function has no steps");
}
