//! Mistakes in a test give a clear message after few executions, never a hang or an overflow.

#![cfg(feature = "regex")]

use disprove::prelude::*;
use std::{
    cell::Cell,
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

/// The message of the panic.
#[track_caller]
fn complaint<R>(mistake: impl FnOnce() -> R) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(mistake)) else { panic!("it did not panic") };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

/// Executions after which a property must have given up.
const MOST_EXECUTIONS: u64 = 10_000;

#[track_caller]
fn assert_says<R>(words: &[&str], mistake: impl FnOnce() -> R) {
    let message = complaint(mistake);
    for word in words {
        assert!(message.contains(word), "`{word}` is missing in: {message}");
    }
}

/// Runs a property that must give up soon without calling its function. Returns the advice.
#[track_caller]
fn assert_gives_up<G>(generator: G) -> String
where
    G: IntoGenerator<Value: Debug + 'static>,
{
    let report = check(generator).seed(1).cases(50).run(|_| panic!("the property was called"));
    assert_eq!(report.verdict(), Verdict::GaveUp);
    assert!(report.cases() == 0 && report.unreached() == report.executions());
    assert!(report.executions() < MOST_EXECUTIONS, "{} executions", report.executions());
    report.advice().concat()
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "that is the mistake")]
fn empty_ranges_of_integers_are_named() {
    assert_says(&["range 5..5", "is empty", "start must be below its end"], || check(5..5_u8));
    assert_says(&["range 6..5", "is empty"], || check(6..5_i64));
    assert_says(&["range 6..=5", "is empty"], || check(6..=5_u32));
    assert_says(&["range 1..-1", "is empty"], || check(1..-1_i128));
    assert_says(&["range 0..0", "is empty"], || check(0..0_u128));
    assert_says(&["range 9..=3", "is empty"], || int(9..=3_usize));
    assert_says(&["range 2..2", "is empty"], || vec(2..2_i8));
    assert_says(&["range 2..2", "is empty"], || option(2..2_i8));
    assert_says(&["range 2..2", "is empty"], || check((0..9_u8, 2..2_i8)));
    assert_says(&["range 2..1", "is empty"], || one_of![0..9_u8, 2..1]);
}

#[test]
fn empty_ranges_of_floats_and_characters_are_named() {
    assert_says(&["range 1.0..1.0", "is empty"], || check(1.0..1.0));
    assert_says(&["range 1.0..=0.5", "is empty"], || check(1.0..=0.5_f32));
    assert_says(&["range 0.0..NaN", "bound that is NaN"], || check(0.0..f64::NAN));
    assert_says(&["NaN"], || check(f64::NAN..));
    assert_says(&["NaN"], || float(f32::NAN..=f32::NAN));
    assert_says(&["range 'b'..'b'", "is empty"], || check('b'..'b'));
    assert_says(&["range 'b'..='a'", "is empty"], || check('b'..='a'));
}

#[test]
fn an_empty_range_drawn_in_a_function_is_blamed_on_the_generator() {
    fn place(src: &mut Source) -> usize {
        let list = src.draw(vec(any::<u8>()));
        src.draw(0..list.len())
    }
    let message = complaint(|| check(place).name("places").seed(1).run(|_| true));
    assert!(message.starts_with("places: the generator panicked at "), "{message}");
    assert!(message.contains("bad_input.rs:"), "the place is the caller's: {message}");
    assert!(message.contains("the range 0..0 is empty"), "{message}");
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "that is the mistake")]
fn contradictory_lengths_are_named() {
    assert_says(&["range of lengths 5..=4 is empty"], || vec(any::<u8>()).len(5..=4));
    assert_says(&["range of lengths 3..3 is empty"], || vec(any::<u8>()).len(3..3));
    assert_says(&["range of lengths 0..0 is empty"], || text().len(0..0));
    assert_says(&["range of lengths ..0 is empty"], || bytes().len(..0));
    assert_says(&["range of lengths 9..2 is empty", "its start must not be above"], || {
        set(any::<u8>()).len(9..2)
    });
    assert_says(&["range of lengths 9..2 is empty"], || map(any::<u8>(), any::<u8>()).len(9..2));
    assert_says(&["range of lengths 9..2 is empty"], || vec(any::<u8>()).unique().len(9..2));
    assert_says(&["subsequence of length 4", "than the 3 given"], || subsequence([1, 2, 3]).len(4));
    assert_says(&["subsequence of length 5..9", "than the 3"], || subsequence([1, 2, 3]).len(5..9));
    assert_says(&["range of lengths 2..1 is empty"], || subsequence([1, 2, 3]).len(2..1));
}

#[test]
fn invalid_patterns_are_named_with_the_reason() {
    assert_says(&["the regex `[a-`", "is not valid", "unclosed character class"], || check("[a-"));
    assert_says(&["the regex `(a`", "is not valid", "unclosed group"], || regex("(a"));
    assert_says(&["the regex `*a`", "is not valid", "repetition"], || check(("*a", 0..3_u8)));
    assert_says(&["the regex `a{3,1}`", "is not valid"], || check("a{3,1}"));
    assert_says(&["the regex `(?=a)b`", "is not valid", "look-around"], || check("(?=a)b"));
    assert_says(&["the regex `(?<!a)b`", "is not valid", "look-around"], || check("(?<!a)b"));
    assert_says(&["the regex `(a)\\1`", "is not valid", "backreferences"], || check(r"(a)\1"));
    assert_says(&["the regex `\\bword\\b`", "word boundary"], || check(r"\bword\b"));
    assert_says(&["the regex `a^b`", "can never match"], || check("a^b"));
    assert_says(&["can never match", "class without characters"], || check(r"[a&&b]"));
    assert_says(&["the regex `.{9999999}`", "too long"], || check(".{9999999}"));
}

#[test]
fn strings_that_are_not_alphabets_are_named() {
    assert_says(&["`ab` is not a class of characters", "`[a-z0-9]`"], || text().alphabet("ab"));
    assert_says(&["`[a-z]+` is not a class"], || chars().alphabet("[a-z]+"));
    assert_says(&["the regex `[z-a]`", "is not valid"], || text().alphabet("[z-a]"));
}

#[test]
fn choices_without_alternatives_are_named() {
    assert_says(
        &["a weight in `one_of!` is 0", "remove the alternative"],
        || one_of![0 => just(1), 1 => just(2)],
    );
    assert_says(&["`sample` needs at least one value"], || sample(Vec::<u8>::new()));
    assert_says(&["`sample` needs at least one value"], || sample([0_u8; 0]));
    let nothing = check(subsequence(Vec::<u8>::new())).run(|list| list.is_empty());
    assert_eq!(nothing.verdict(), Verdict::Exhausted);
}

#[test]
fn a_domain_too_small_for_distinct_elements_gives_up() {
    for advice in [
        assert_gives_up(vec(0..5_u8).unique().len(6)),
        assert_gives_up(vec(any::<bool>()).unique().len(3..)),
    ] {
        assert!(advice.contains("passed the filters of the generator"), "{advice}");
    }
    assert_gives_up(set(0..100_u8).len(101..=200));
    assert_gives_up(hash_set(just(7)).len(2));
    assert_gives_up(map(any::<bool>(), any::<u64>()).len(3));
    assert_gives_up(hash_map(0..2_u8, any::<u64>()).len(4..));
}

#[test]
fn a_filter_that_rejects_everything_gives_up() {
    let advice = assert_gives_up(any::<u64>().filter(|_| false));
    assert!(advice.contains("with `map` or `then`"), "{advice}");
    assert_gives_up(int(0..3_u8).filter(|n| *n > 3));
    assert_gives_up(vec(any::<u64>().filter(|_| false)).len(1..));
    assert_gives_up(|src: &mut Source| src.draw(any::<i32>().filter(|_| false)));
}

#[test]
fn an_assumption_that_never_holds_gives_up() {
    let report = check(any::<u64>()).seed(1).cases(50).run(|_| assume!(false));
    assert_eq!(report.verdict(), Verdict::GaveUp);
    assert_eq!((report.cases(), report.unreached()), (0, 0));
    let advice = &report.advice()[0];
    assert!(
        advice.starts_with("no input was accepted: `assume!` at disprove/tests/all/bad_input.rs:")
    );
    assert!(
        advice.ends_with(" rejected 5,000; generate inputs that meet the condition"),
        "{advice}"
    );
}

/// Counting its inputs meets some that exceed the budget of a case.
#[test]
fn the_inputs_of_a_tree_without_a_limit_are_counted_in_part() {
    fn depth(src: &mut Source) -> usize {
        match src.draw(0..3) {
            0 => 0,
            1 => 1 + src.draw(depth),
            _ => 1 + src.draw(depth).max(src.draw(depth)),
        }
    }
    let report = check(depth).seed(1).cases(2_000).run(|_| true);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 2_000));
}

#[test]
fn endless_generators_give_up() {
    fn chain(src: &mut Source) -> u64 {
        1 + src.draw(chain)
    }
    #[expect(unconditional_recursion, reason = "that is the mistake")]
    fn direct(src: &mut Source) -> u64 {
        u64::from(src.draw(any::<u8>())) + direct(src)
    }
    fn circle() -> Boxed<'static, u64> {
        lazy(circle).map(|n| n + 1).boxed()
    }
    let endless = |src: &mut Source| -> u8 {
        loop {
            src.draw(any::<u64>());
        }
    };
    for advice in [assert_gives_up(chain), assert_gives_up(direct), assert_gives_up(circle())] {
        assert!(advice.contains("exceeded the size budget of a case"), "{advice}");
    }
    let advice = assert_gives_up(endless);
    assert!(advice.contains("exceeded the size budget of a case"), "{advice}");
}

/// Has no base case, so no value exists.
#[derive(Debug, Arbitrary)]
struct Endless {
    next: Box<Endless>,
}

#[test]
fn a_type_without_a_base_case_gives_up() {
    let advice = assert_gives_up(any::<Endless>());
    assert!(advice.contains("exceeded the size budget of a case"), "{advice}");
    // An `Option` can leave it out.
    let report = check(any::<Option<Endless>>()).seed(1).cases(5).run(|one| one.is_none());
    assert!(report.failures().is_empty() && report.cases() > 0, "{report:?}");
}

#[test]
fn a_generator_that_panics_is_blamed() {
    let broken = any::<u8>().map(|n| if n > 100 { panic!("cannot make {n}") } else { n });
    let message = complaint(|| check(broken).name("bytes").seed(1).run(|_| true));
    assert!(message.starts_with("bytes: the generator panicked at "), "{message}");
    assert!(
        message.contains(concat!(file!(), ":")) && message.contains(": cannot make "),
        "{message}"
    );
    let always = |_: &mut Source| -> u8 { panic!("no value today") };
    assert_says(&["the generator panicked", "no value today"], || check(always).run(|_| true));
    let filter = any::<u8>().filter(|_| panic!("a bad question"));
    assert_says(&["the generator panicked", "a bad question"], || check(filter).run(|_| true));
}

#[test]
fn a_panic_of_a_generator_is_reduced_and_reported_with_its_choices_seed_and_token() {
    let generator = || {
        |src: &mut Source| {
            let list = src.draw(vec(any::<u8>()));
            let limit = src.draw(0..200_u8);
            assert!(list.iter().all(|n| *n <= limit), "{list:?} exceeds {limit}");
            (list, limit)
        }
    };
    let message =
        complaint(|| check(generator()).name("bytes").seed(1).database(Db::none()).run(|_| true));
    assert!(message.contains(": [1] exceeds 0\n\n  Reduced "), "{message}");
    assert!(
        message.contains("\n\n    the generator drew: ([1], 0)\n\n  to run it again\n"),
        "{message}"
    );
    assert!(message.contains("\n    seed     .seed(1)"), "{message}");
    let (_, token) = message.split_once(".replay(\"").expect("a token");
    let (token, _) = token.split_once('"').expect("the end of the token");
    let again = complaint(|| {
        check(generator()).name("bytes").replay(token).database(Db::none()).run(|_| true)
    });
    assert!(again.contains(": [1] exceeds 0\n\n  Reduced in "), "{again}");
    assert!(again.contains(token), "{again}");
}

/// Draws a number; panics for large odd ones.
fn even_if_large() -> impl Generator<Value = u16> {
    any::<u16>().map(|n| if n > 1_000 && n % 2 == 1 { panic!("cannot make {n}") } else { n })
}

#[test]
fn a_panic_of_a_generator_hides_no_failure_that_was_found_before_it() {
    for seed in 0..50 {
        let run = || check(even_if_large()).name("numbers").seed(seed).database(Db::none());
        let run = || run().max_failures(2).run(|n| n < 10);
        let Ok(report) = std::panic::catch_unwind(run) else {
            // The generator panicked first, and no failure is known.
            continue;
        };
        assert_eq!(report.failures()[0].value(), &10);
        let text = report.to_string();
        let (failure, broken) = text.split_once("\n\nnumbers: the generator panicked at ").unwrap();
        assert!(failure.starts_with("numbers failed on case "), "{text}");
        assert!(broken.contains(": cannot make 1001\n\n  Reduced"), "{text}");
        assert!(broken.contains("\n    the generator drew: 1001\n"), "{text}");
        return;
    }
    panic!("the failure was never found first");
}

#[test]
fn a_stored_panic_of_a_generator_hides_no_stored_failure() {
    let folder = crate::child::Scratch::new("generator-panic-beside-failure");
    let run =
        |seed| check(even_if_large()).name("numbers").seed(seed).database(Db::at(folder.path()));
    // The generator panics in one of the runs, and the property fails in the other.
    complaint(|| run(1).replay(token_of(1_001)).run(|_| true));
    let failed = run(1).replay(token_of(500)).max_failures(1).run(|n| n < 10);
    assert!(!failed.failures().is_empty());
    let both = run(2).cases(1).run(|n| n < 10);
    let text = both.to_string();
    assert_eq!(both.failures()[0].value(), &10);
    assert!(text.contains("\n\nnumbers: the generator panicked at "), "{text}");
    // Once the generator is fixed, only the failure is left.
    let fixed = check(any::<u16>()).name("numbers").seed(3).database(Db::at(folder.path()));
    let text = fixed.run(|n| n < 10).to_string();
    assert!(text.starts_with("numbers failed again") && !text.contains("panicked"), "{text}");
}

/// The replay token of a number.
fn token_of(number: u16) -> String {
    let report = check(number..=number).database(Db::none()).run(|_| false);
    report.failures()[0].replay_token().to_owned()
}

#[test]
fn a_panic_of_a_generator_is_saved_until_it_is_fixed() {
    let folder = crate::child::Scratch::new("generator-panic");
    let database = || Db::at(folder.path());
    let broken = any::<u8>().map(|n| if n > 100 { panic!("cannot make {n}") } else { n });
    let message =
        complaint(|| check(broken).name("bytes").seed(1).database(database()).run(|_| true));
    assert!(message.contains("  saved; the next run tries it first\n"), "{message}");
    let saved = folder.files();
    assert!(saved.iter().any(|file| file.starts_with("failures/bytes-")), "{saved:?}");
    let first = Cell::new(None);
    let fixed = check(any::<u8>()).name("bytes").seed(2).database(database());
    let report = fixed.run(|n| {
        first.set(first.get().or(Some(n)));
        true
    });
    assert!(report.failures().is_empty());
    assert_eq!(first.get(), Some(101), "the saved input runs first");
    let left = folder.files();
    assert!(!left.iter().any(|file| file.starts_with("failures/bytes-")), "{left:?}");
}

/// Mistakes in the body of a property, where a panic is usually a failure.
mod in_the_body {
    use disprove::prelude::*;

    fn odd(src: &mut Source) -> u8 {
        let n = src.draw(any::<u8>());
        assert!(n % 2 == 1, "{n} is even");
        n
    }

    #[property(cases = 50, seed = 1)]
    #[should_panic(expected = ": 0 is even\n\n  Reduced ")]
    fn a_generator_that_panics_is_blamed(n: u8, src: &mut Source) {
        let m = src.draw(0..=n);
        src.draw(odd);
        let _ = m;
    }

    #[property(cases = 50, seed = 1)]
    #[should_panic(
        expected = "(\n        n: 0,\n    )\n        m = 0\n    the generator drew: 0, 0\n"
    )]
    fn a_generator_that_panics_is_reported_with_the_arguments(n: u8, src: &mut Source) {
        let m = src.draw(0..=n);
        src.draw(odd);
        let _ = m;
    }

    #[property(cases = 50, seed = 1)]
    #[should_panic(expected = "is even")]
    fn a_function_that_is_called_directly_is_not_a_generator(src: &mut Source) {
        odd(src);
    }

    #[property(cases = 50, seed = 1)]
    #[should_panic(expected = r"the regex `\bword` uses a word boundary, which is not supported")]
    fn a_pattern_that_is_not_supported_fails_the_test(#[draw(r"\bword")] word: String) {
        assert!(!word.is_empty());
    }

    #[property(cases = 50, seed = 1)]
    #[should_panic(expected = "the range 0..0 is empty")]
    fn an_empty_range_is_named(list: Vec<u8>, src: &mut Source) {
        src.draw(0..list.len());
    }
}

#[test]
fn invalid_settings_are_named() {
    let settings = || check(any::<u8>()).name("bytes");
    assert_says(&["bytes: ", "`cases` is 0", "at least 1"], || settings().cases(0).run(|_| true));
    assert_says(&["bytes: ", "`max_executions` is 0"], || {
        settings().max_executions(0).run(|_| true)
    });
    assert_says(&["bytes: ", "`max_failures` is 0"], || settings().max_failures(0).run(|_| true));
    assert_says(&["bytes: ", "`time` is 0"], || settings().time(Duration::ZERO).run(|_| true));
    assert_says(&["bytes: ", "`reduction_runs` is 0", "`reduce`"], || {
        settings().reduction_runs(0).run(|_| true)
    });
    assert_says(&["bytes: ", "`reduction_time` is 0", "`reduce`"], || {
        settings().reduction_time(Duration::ZERO).run(|_| true)
    });
    for temperature in [-0.1, 10.1, f64::NAN] {
        assert_says(&["bytes: ", "`temperature` is ", "from 0", "to 10"], || {
            settings().temperature(temperature).run(|_| true)
        });
    }
}

#[test]
fn an_invalid_percentage_is_named() {
    for percent in [-1.0, 100.1, f64::INFINITY, f64::NAN] {
        let report = check(any::<u8>()).run(|n| cover!("small", n < 9, percent));
        let failure = &report.failures()[0];
        assert!(failure.message().contains("from 0 to 100"), "{percent}: {}", failure.message());
        assert!(failure.location().is_some_and(|place| place.contains("bad_input.rs")));
    }
}

#[test]
fn damaged_tokens_are_named() {
    let report = check(vec(any::<u16>())).seed(1).run(|list| list.len() < 3);
    let token = report.failures()[0].replay_token().to_owned();
    let replay = |token: &str| {
        let token = token.to_owned();
        complaint(|| check(vec(any::<u16>())).name("lists").replay(token).run(|_| true))
    };
    for (damaged, why) in [
        (String::new(), "it must start with `d1:`"),
        ("AAEB".to_owned(), "it must start with `d1:`"),
        (token.replace("d1:", "d2:"), "a later version of disprove; update the library"),
        (format!("{token}!"), "invalid character or length"),
        (format!("{token}A"), "copy the whole token"),
        (token[..token.len() - 1].to_owned(), "copy the whole token"),
        ("d1:".to_owned(), "it ends inside a choice"),
    ] {
        let message = replay(&damaged);
        assert!(
            message.starts_with(&format!("lists: invalid replay token `{damaged}`: ")),
            "{message}"
        );
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn a_token_with_any_character_changed_is_refused_or_harmless() {
    let report = check(vec(any::<u16>())).seed(1).run(|list| list.len() < 3);
    let token = report.failures()[0].replay_token().to_owned();
    let mut refused = 0;
    for place in 3..token.len() {
        let mut changed = token.clone();
        let other = if &changed[place..=place] == "A" { "B" } else { "A" };
        changed.replace_range(place..=place, other);
        let run = || check(vec(any::<u16>())).cases(1).replay(changed).run(|_| true);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(report) => assert_eq!(report.verdict(), Verdict::Passed),
            Err(_) => refused += 1,
        }
    }
    // The checksum is a byte.
    assert!(refused * 10 >= (token.len() - 3) * 9, "{refused} of {}", token.len() - 3);
}

#[test]
fn a_token_of_another_generator_is_accepted() {
    let report = check((text(), any::<f64>(), vec(any::<u64>()))).seed(1).run(|_| false);
    let token = report.failures()[0].replay_token().to_owned();
    let report = check(vec((0..3_u8, any::<bool>())).len(2)).cases(1).replay(token).run(|list| {
        assert!(list.len() == 2 && list.iter().all(|pair| pair.0 < 3));
    });
    assert_eq!(report.verdict(), Verdict::Passed);
}

#[test]
fn an_assumption_outside_a_property_is_named() {
    assert_says(&["`assume!` does not hold", "outside of a property"], || assume!(1 > 2));
}

#[test]
fn lengths_beyond_memory_give_up() {
    let report = check(vec(any::<u8>()).len(1 << 60)).cases(5).run(|_| ());
    assert_eq!(report.verdict(), Verdict::GaveUp);
    let report = check(text().len(1 << 60..)).cases(5).run(|_| ());
    assert_eq!(report.verdict(), Verdict::GaveUp);
    let report = check(vec(any::<u8>()).len(..=usize::MAX - 1)).cases(5).run(|_| ());
    assert_eq!(report.verdict(), Verdict::Passed);
}
