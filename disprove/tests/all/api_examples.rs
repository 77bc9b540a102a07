//! Examples of the documentation of the library that are properties. A doc test compiles them, but does not run them.

use crate::{machines::transcript, page::blocks, scripted::report};
use disprove::prelude::*;

mod front_page {
    use disprove::prelude::*;

    fn encode(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn decode(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    #[property]
    fn rle_round_trips(bytes: Vec<u8>) {
        assert_eq!(decode(&encode(&bytes)), bytes);
    }
}

#[expect(
    clippy::stable_sort_primitive,
    reason = "the documentation shows the function that all know"
)]
mod sorting {
    use disprove::prelude::*;

    #[property(cases = 1_000)]
    fn sorting_keeps_every_element(xs: Vec<i32>, #[draw(-9..=9)] x: i32) {
        let mut sorted = xs.clone();
        sorted.sort();
        assert_eq!(sorted.contains(&x), xs.contains(&x));
    }
}

#[property]
fn a_sum_is_not_smaller(a: u16, b: u16) {
    assert!(u32::from(a) + u32::from(b) >= u32::from(a));
}

#[property(cases = 2_000, time = "10s", max_failures = 1)]
fn doubling_is_adding(n: u16) {
    assert_eq!(u32::from(n) * 2, u32::from(n) + u32::from(n));
}

#[property(cases = 1_000)]
fn an_inserted_letter_is_found(
    mut text: Vec<u8>,
    #[draw(b'a'..=b'z')] letter: u8,
    src: &mut Source,
) {
    assume!(!text.contains(&letter));
    let at = src.draw(0..=text.len());
    text.insert(at, letter);
    assert_eq!(text.iter().position(|byte| *byte == letter), Some(at));
}

#[property]
#[example("abc", [1, 2], 0)]
fn parts_add_up(text: &str, bytes: &[u8], #[draw(index(bytes))] i: usize) {
    let (before, after) = bytes.split_at(i);
    assert_eq!(before.len() + after.len(), bytes.len());
    assert!(text.chars().count() <= text.len());
}

mod functions {
    use disprove::{Function, prelude::*};

    #[property]
    fn filtering_twice_is_filtering_once(mut xs: Vec<u8>, keep: Function<u8, bool>) {
        xs.retain(keep.as_fn());
        let once = xs.clone();
        xs.retain(keep.as_fn());
        assert_eq!(xs, once);
    }
}

mod queue {
    use disprove::prelude::*;
    use std::collections::VecDeque;

    #[derive(Default)]
    struct QueueVsModel {
        queue: VecDeque<u8>,
        model: Vec<u8>,
    }

    #[property(steps = 100)]
    impl QueueVsModel {
        #[rule]
        fn push(&mut self, x: u8) {
            self.queue.push_back(x);
            self.model.push(x);
        }

        #[rule(when = |s| !s.model.is_empty(), weight = 2)]
        fn pop(&mut self) {
            assert_eq!(self.queue.pop_front(), Some(self.model.remove(0)));
        }

        #[invariant]
        fn same_length(&self) -> bool {
            self.queue.len() == self.model.len()
        }
    }
}

/// A queue whose `pop_front` returns the newest element.
#[derive(Default)]
struct QueueVsModel {
    queue: Vec<u8>,
    model: Vec<u8>,
}

#[property(steps = 100)]
#[ignore = "it fails; another test calls it"]
impl QueueVsModel {
    #[rule]
    fn push(&mut self, x: u8) {
        self.queue.push(x);
        self.model.push(x);
    }

    #[rule(when = |s| !s.model.is_empty(), weight = 2)]
    fn pop(&mut self) {
        assert_eq!(self.queue.pop(), Some(self.model.remove(0)));
    }
}

#[test]
fn the_guide_shows_the_calls_of_the_report() {
    let calls = &blocks(include_str!("../../src/guide/state_machines.md"), "text")[0];
    let calls: Vec<&str> = calls.lines().map(str::trim).collect();
    let report = report(queue_vs_model);
    assert_eq!(transcript(&report), calls, "{report}");
}

mod bundles {
    use disprove::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Files {
        open: BTreeMap<usize, String>,
        opened: usize,
    }

    #[property]
    impl Files {
        #[rule(bundle = handles)]
        fn open(&mut self, text: String) -> usize {
            self.opened += 1;
            self.open.insert(self.opened, text);
            self.opened
        }

        #[rule]
        fn read(&mut self, #[from(handles)] handle: usize) {
            assert!(self.open.contains_key(&handle));
        }

        #[rule]
        fn close(&mut self, #[consumes(handles)] handle: usize) {
            assert!(self.open.remove(&handle).is_some());
        }
    }
}

mod threads {
    use disprove::prelude::*;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    #[derive(Default)]
    struct Counter(AtomicU32);

    #[property(cases = 50, steps = 3)]
    impl Counter {
        #[rule(parallel)]
        fn add(&self, #[draw(1..4)] n: u32) -> u32 {
            self.0.fetch_add(n, SeqCst)
        }

        #[rule]
        fn reset(&mut self) {
            *self.0.get_mut() = 0;
        }
    }
}

mod several_tests {
    use disprove::prelude::*;

    #[derive(Default)]
    struct Pool {
        used: u32,
    }

    #[property]
    #[property(name = open_pool, rules = [changes], cases = 100)]
    impl Pool {
        #[rule(group = changes, weight = |pool| 8 - pool.used)]
        fn take(&mut self) {
            self.used += 1;
        }

        #[rule(group = changes, weight = |pool| pool.used)]
        fn give_back(&mut self) {
            self.used -= 1;
        }

        #[rule(ends)]
        fn close(&mut self) {
            self.used = 0;
        }

        #[invariant]
        fn is_not_overdrawn(&self) -> bool {
            self.used <= 8
        }
    }
}
