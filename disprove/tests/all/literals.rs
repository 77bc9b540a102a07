//! Literals of the code under test in random inputs.

use disprove::prelude::*;
use std::panic::catch_unwind;

fn is_reserved(code: u32) -> bool {
    code == 918_273_645
}

fn is_command(text: &str) -> bool {
    text.contains("self-destruct")
}

// The settings of this repository turn literals off.
#[property(literals = true, cases = 50_000, test = false)]
fn no_code_is_reserved(code: u32) {
    assert!(!is_reserved(code));
}

#[property(literals = true, cases = 50_000, test = false)]
fn nothing_is_a_command(text: String) {
    assert!(!is_command(&text));
}

#[property(cases = 50_000, test = false)]
fn no_code_is_reserved_without_literals(code: u32) {
    assert!(!is_reserved(code));
}

#[test]
fn random_cases_find_the_literals_of_the_file() {
    assert!(catch_unwind(no_code_is_reserved).is_err());
    assert!(catch_unwind(nothing_is_a_command).is_err());
    assert!(catch_unwind(no_code_is_reserved_without_literals).is_ok());
}

fn found(literals: bool, seed: u64) -> Option<(u64, u32)> {
    let check =
        check(any::<u32>()).seed(seed).cases(50_000).literals(literals).database(Db::none());
    let report = check.reduce(false).run(|code| !is_reserved(code));
    // A failing case runs again from its seed: the value reported is that of the second run.
    report.failures().first().map(|failure| (failure.found_at(), *failure.value()))
}

#[test]
fn a_check_draws_literals_if_asked_to() {
    for seed in 0..5 {
        let first = found(true, seed).expect("about 30 of 50,000 cases draw it");
        assert_eq!(first.1, 918_273_645);
        assert_eq!(found(true, seed), Some(first), "a seed gives the same run");
        assert_eq!(found(false, seed), None);
    }
    let plain = check(any::<u32>()).seed(0).cases(50_000).database(Db::none());
    assert!(plain.run(|code| !is_reserved(code)).failures().is_empty(), "off by default");
}

#[trace]
fn parity(code: u32) -> &'static str {
    if code % 2 == 0 { "even" } else { "odd" }
}

#[test]
fn guided_searches_draw_literals_unless_a_score_guides_them() {
    let found = |literals, scored| -> Vec<u64> {
        let run = |seed| {
            let check = check(any::<u32>()).seed(seed).cases(10_000).literals(literals);
            let report = check.reduce(false).database(Db::none()).run(|code| {
                parity(code);
                if scored {
                    target!(code);
                }
                !is_reserved(code)
            });
            let guided = if scored { Search::Climb } else { Search::Mutate };
            assert!(report.searches().iter().any(|(search, _)| *search == guided));
            report.failures().first().map(disprove::Failure::found_at)
        };
        (1..=5).filter_map(run).collect()
    };
    let literals = found(true, false);
    assert!(literals.iter().any(|at| *at > 100), "guided by then: {literals:?}");
    assert!(found(false, false).is_empty());
    assert!(found(true, true).is_empty());
}

#[test]
fn a_token_needs_no_literals() {
    let codes = || check(any::<u32>()).database(Db::none());
    let drawn = codes().seed(1).cases(50_000).literals(true).run(|code| !is_reserved(code));
    let token = drawn.failures()[0].replay_token();
    let again = codes().replay(token).cases(1).run(|code| !is_reserved(code));
    let failure = &again.failures()[0];
    assert_eq!((failure.found_at(), *failure.original()), (1, 918_273_645));
}
