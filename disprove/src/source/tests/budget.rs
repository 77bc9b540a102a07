//! Tests of the budget: never an endless loop, never a stack overflow, and a value where possible.

use super::{Refused, run};
use crate::{
    choice::Tree,
    generator::{Generator, IntoGenerator, any, array, bytes, just, text, vec},
    random::Random,
    source::{Fill, Source, StackLimits},
};
use std::{fmt::Debug, rc::Rc, thread};

/// The stack of a test thread, whatever the environment sets.
const STACK: usize = 2 << 20;

/// The results of some cases. Checks that recording and replay give the same results.
fn endings<T: Debug + PartialEq + Send + 'static>(
    cases: u64,
    generator: impl Generator<Value = T> + Send + 'static,
) -> Vec<Result<T, Refused>> {
    let body = move || {
        let (mut plain, mut recording) = (Source::new(), Source::recording());
        let case = |case| {
            plain.restart(Random::for_case(1, case), 100);
            let random = run(&mut plain, |src| generator.generate(src));
            recording.record(Random::for_case(1, case), 100);
            let recorded = run(&mut recording, |src| generator.generate(src));
            assert!(random == recorded, "case {case} ends differently when it is recorded");
            let tree = Rc::new(recording.take_tree());
            if random.is_ok() {
                recording.replay(tree, Fill::Simplest, Random::for_case(2, case), 100);
                let replayed = run(&mut recording, |src| generator.generate(src));
                assert!(random == replayed, "case {case} ends differently when it is replayed");
            }
            random
        };
        (0..cases).map(case).collect()
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(body).expect("a thread");
    thread.join().expect("neither a panic nor an overflow")
}

fn assert_all_overrun<T: Debug + PartialEq + Send + 'static>(
    generator: impl Generator<Value = T> + Send + 'static,
) {
    assert_eq!(endings(2, generator), [Err(Refused::Overrun), Err(Refused::Overrun)]);
}

#[test]
fn an_endless_loop_of_draws_overruns() {
    assert_all_overrun(
        |src: &mut Source| {
            while src.draw(any::<u8>()) < u8::MAX || src.draw(just(true)) {}
        },
    );
    assert_all_overrun(
        |src: &mut Source| while src.draw(vec(any::<bool>()).len(1..)).len() < 1_000 {},
    );
}

#[test]
fn an_endless_loop_of_draws_without_a_choice_overruns() {
    assert_all_overrun(|src: &mut Source| while src.draw(just(1)) == 1 {});
    assert_all_overrun(|src: &mut Source| {
        src.draw(any::<u8>());
        while src.draw(|_: &mut Source| true) {}
    });
    // Along a guide without choices every list is empty, and no length is drawn.
    let mut src = Source::recording();
    src.replay(Rc::default(), Fill::Simplest, Random::for_case(1, 1), 100);
    let end = run(&mut src, |src| while src.draw(vec(any::<u8>())).is_empty() {});
    assert_eq!(end, Err(Refused::Overrun));
}

#[test]
fn an_explicit_length_extends_the_budget_of_draws_without_a_choice() {
    for end in endings(1, vec(|src: &mut Source| src.draw(just(1u8))).len(200_000)) {
        assert_eq!(end.expect("a value").len(), 200_000);
    }
}

/// A list of three numbers in each of many rows does not fit, and its end must not be made of zeros.
#[test]
fn a_value_of_fixed_size_that_does_not_fit_is_refused() {
    let too_large = |end: &Result<usize, Refused>| matches!(end, Err(Refused::TooLarge(_)));
    let rows = vec(any::<(u8, u8, u8)>()).len(1_000_000).map(|rows| rows.len());
    assert!(endings(1, rows).iter().all(too_large));
    let array = array::<100_000, _>((any::<[u8; 20]>(), any::<u64>())).map(|rows| rows.len());
    let on_a_large_stack = || {
        let mut src = Source::new();
        src.restart(Random::for_case(1, 1), 100);
        run(&mut src, |src| array.generate(src))
    };
    let end = thread::scope(|scope| {
        let body = || {
            let _limits = StackLimits::of_thread(256 << 20);
            on_a_large_stack()
        };
        let thread = thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, body);
        thread.expect("a thread").join().expect("no overflow")
    });
    assert!(too_large(&end), "{end:?}");
    let bytes = (bytes().len(5 << 20), bytes().len(5 << 20)).into_generator();
    assert!(endings(1, bytes.map(|(a, b)| a.len() + b.len())).iter().all(too_large));
}

#[test]
fn endless_recursion_through_draw_overruns() {
    fn chain(src: &mut Source) -> u64 {
        1 + src.draw(chain)
    }
    fn fork(src: &mut Source) -> u64 {
        src.draw(any::<u8>());
        src.draw(fork) + src.draw(fork)
    }
    assert_all_overrun(chain);
    assert_all_overrun(fork);
}

#[test]
#[expect(unconditional_recursion, reason = "the budget has to end it")]
fn endless_recursion_without_draw_overruns() {
    fn chain(src: &mut Source) -> u64 {
        u64::from(src.draw(any::<u8>())) + chain(src)
    }
    fn fork(src: &mut Source) -> u64 {
        if src.draw(any::<bool>()) { fork(src) + chain(src) } else { fork(src) }
    }
    assert_all_overrun(chain);
    assert_all_overrun(fork);
}

#[test]
#[expect(unconditional_recursion, reason = "the budget has to end it")]
fn endless_recursion_with_large_frames_overruns() {
    /// Frames of a kilobyte, which leaves room for those of an unoptimized build.
    fn wide(src: &mut Source) -> u64 {
        let mut room = [0_u64; 128];
        room[src.draw(0..128_usize)] = 1;
        let deeper = wide(src);
        deeper + std::hint::black_box(&room).iter().sum::<u64>()
    }
    assert_all_overrun(wide);
}

#[test]
fn a_function_whose_simplest_alternative_is_recursive_overruns() {
    /// The simplest alternative is recursive, so starving does not end it.
    fn tree(src: &mut Source) -> String {
        match src.draw(0..4_u8) {
            0 => format!("({}{})", tree(src), src.draw(tree)),
            1 => format!("[{}]", src.draw(vec(tree).len(..=3)).concat()),
            _ => ".".to_owned(),
        }
    }
    let simplest = || {
        let mut src = Source::recording();
        src.replay(Rc::default(), Fill::Simplest, Random::for_case(1, 1), 100);
        run(&mut src, tree)
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(simplest).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), Err(Refused::Overrun));
}

#[test]
fn runaway_recursion_ends_with_a_value() {
    #[derive(Debug, PartialEq)]
    struct Size(usize);

    /// Calls itself three times, with a probability of 9/10.
    fn wild(src: &mut Source) -> Size {
        if src.draw(0..10_u8) == 0 {
            return Size(1);
        }
        Size(1 + src.draw(wild).0 + src.draw(wild).0 + src.draw(wild).0)
    }
    let all = endings(30, wild);
    let sizes: Vec<usize> = all.iter().map(|end| end.as_ref().expect("a value").0).collect();
    assert!(sizes.contains(&1), "none ends at once: {sizes:?}");
    assert!(sizes.iter().any(|size| *size > 5_000), "none starves: {sizes:?}");
}

#[test]
fn strings_of_megabytes_are_drawn() {
    let ends = endings(1, text().len(3_000_000));
    assert!(ends.iter().all(|end| end.as_ref().is_ok_and(|t| t.chars().count() == 3_000_000)));
    let ends = endings(1, bytes().len(5_000_000));
    assert!(ends.iter().all(|end| end.as_ref().is_ok_and(|b| b.len() == 5_000_000)));
    let ends = endings(1, vec(bytes().len(100_000)).len(20));
    let plain = |b: &Vec<u8>| b.len() == 100_000 && b.iter().any(|byte| *byte != b[0]);
    assert!(ends.iter().all(|end| end.as_ref().is_ok_and(|all| all.iter().all(plain))));
}

#[test]
fn endless_draws_of_megabytes_overrun() {
    let too_large = |end: &Result<(), Refused>| matches!(end, Err(Refused::TooLarge(_)));
    let texts = |src: &mut Source| while src.draw(text().len(1_000_000)).len() > 1 {};
    assert!(endings(2, texts).iter().all(too_large));
    let all_bytes = |src: &mut Source| while src.draw(bytes().len(1_000_000)).len() > 1 {};
    assert!(endings(2, all_bytes).iter().all(too_large));
    assert_all_overrun(|src: &mut Source| while !src.draw(text().len(50)).is_empty() {});
}

#[test]
fn strings_are_the_shortest_after_half_of_the_byte_budget() {
    let ends = endings(1, |src: &mut Source| {
        let first = src.draw(bytes().len(3 << 20));
        let second = src.draw(bytes().len(3 << 20));
        let rest: Vec<String> = (0..50).map(|_| src.draw(text().len(2..))).collect();
        (first.len() + second.len(), rest)
    });
    for end in ends {
        let (bytes, rest) = end.expect("a value");
        assert_eq!(bytes, 6 << 20);
        assert!(rest.iter().all(|text| text == "00"), "{rest:?}");
    }
}

#[test]
fn an_explicit_length_extends_the_budget() {
    for end in endings(2, vec(any::<u64>()).len(100_000)) {
        let all = end.expect("a value");
        assert_eq!(all.len(), 100_000);
        let zeros = all[99_000..].iter().filter(|n| **n == 0).count();
        assert!(zeros < 200, "{zeros} of the last 1000 are 0: the source starves");
    }
    for end in endings(2, vec(vec(any::<u8>()).len(300)).len(300)) {
        let all = end.expect("a value");
        assert!(all.len() == 300 && all.iter().all(|row| row.len() == 300));
        assert!(all[299].iter().any(|n| *n != 0), "the source starves");
    }
    for end in endings(1, vec((any::<bool>(), any::<i8>(), any::<u16>())).len(50_000..=50_001)) {
        let all = end.expect("a value");
        assert!(all[49_000..].iter().any(|row| row.0 && row.1 != 0), "the source starves");
    }
}

#[test]
fn nested_explicit_lengths_extend_the_budget() {
    for (rows, columns) in [(200, 200), (100, 1_000), (1_000, 100)] {
        for end in endings(1, vec(vec(any::<u16>()).len(columns)).len(rows..=rows)) {
            let all = end.expect("a value");
            assert!(all.len() == rows && all.iter().all(|row| row.len() == columns));
            let zeros = all[rows - 1].iter().filter(|n| **n == 0).count();
            assert!(zeros * 2 < columns, "{zeros} of {columns} are 0: the source starves");
        }
    }
}

#[test]
fn recursion_through_long_lists_ends() {
    /// Half of its elements are such lists.
    fn wild(src: &mut Source) -> usize {
        if src.draw(0..2_u8) == 0 { 1 } else { src.draw(vec(wild).len(300)).iter().sum() }
    }
    // A value or an overrun, and soon.
    assert!(endings(1, wild).iter().all(|end| end.as_ref().map_or(true, |size| *size < 1 << 22)));
}

#[test]
fn an_explicit_length_extends_the_budget_where_the_guide_has_no_choices() {
    let pair = (any::<u8>(), vec(any::<u16>()).len(100_000)).into_generator();
    let mut src = Source::recording();
    src.record(Random::for_case(1, 1), 100);
    let (first, _) = pair.generate(&mut src);
    let tree = src.take_tree();
    for fill in [Fill::Simplest, Fill::Random] {
        // Span 0 is the pair, span 1 the list.
        src.replay(Rc::new(tree.without(&[1])), fill, Random::for_case(1, 2), 100);
        let (again, list) = run(&mut src, |src| pair.generate(src)).expect("a value");
        assert_eq!((again, list.len()), (first, 100_000));
        assert_eq!(list[99_000..].iter().all(|n| *n == 0), fill == Fill::Simplest);
    }
}

/// A number below this many spans.
fn deep(levels: u32) -> impl Fn(&mut Source) -> u64 {
    move |src| descend(levels, src)
}

fn descend(levels: u32, src: &mut Source) -> u64 {
    if levels == 1 { src.draw(any::<u64>()) } else { src.draw(deep(levels - 1)) }
}

#[test]
fn sixty_nested_spans_do_not_starve() {
    let shallow = endings(20, deep(60));
    let numbers: Vec<u64> = shallow.into_iter().map(|end| end.expect("a value")).collect();
    assert!(numbers.iter().filter(|n| **n != 0).count() > 10, "{numbers:?}");
    assert!(
        endings(20, deep(100)).iter().all(|end| *end == Ok(0)),
        "deeper, the simplest is drawn"
    );
    assert!(endings(3, deep(200)).iter().all(|end| *end == Err(Refused::Overrun)));
}

#[test]
fn a_draw_after_a_deep_one_does_not_starve() {
    let ends = endings(20, |src: &mut Source| (src.draw(deep(100)), src.draw(any::<u64>())));
    let after: Vec<u64> = ends.into_iter().map(|end| end.expect("a value").1).collect();
    assert!(after.iter().filter(|n| **n != 0).count() > 10, "{after:?}");
}

#[test]
fn a_hostile_token_allocates_no_more_than_its_values_need() {
    // Every byte is a `true` and a `false`: one more list, which is empty.
    let tree = Tree::from_choices(vec![0x80; 20_000]).expect("valid choices");
    let mut src = Source::recording();
    src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(1, 1), 100);
    let lists = run(&mut src, |src| any::<Vec<Vec<Vec<u64>>>>().generate(src)).expect("a value");
    let reserved: usize = lists.iter().map(Vec::capacity).sum();
    assert!(lists.len() > 1_000 && reserved <= 8 * lists.len(), "{} {reserved}", lists.len());
}
