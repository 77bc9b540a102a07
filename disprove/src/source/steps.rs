//! Draws in steps, for generators of other libraries, which cannot hold a source while they draw.

use super::{
    RejectedAttempts, Source,
    fuel::Fuel,
    identity::Mark,
    items::Items,
    refusal::{Refused, refuse},
    sample::{Dictionary, Distribution, Lengths, Weights},
    set_branch_distance,
};
use crate::random::Random;

/// A list that is being drawn: see [`begin_list`].
#[derive(Debug)]
pub struct ListSteps {
    progress: Progress,
    element: fn() -> &'static str,
    /// The stream that the current element has interrupted.
    interrupted: Option<u64>,
    /// Before the current element.
    mark: Mark,
    duplicates: usize,
    is_outermost: bool,
}

#[derive(Debug)]
enum Progress {
    Random {
        length: usize,
        /// Elements left.
        left: usize,
    },
    Recorded {
        items: Items,
        before: Fuel,
    },
}

/// A source of its own, outside of any case.
pub fn free_source(seed: u64) -> Source {
    let mut src = Source::with(Dictionary::empty());
    src.restart_with(Random::from_state(seed), 100, Distribution::numbered(0));
    src
}

/// Renews the budget of a source of its own, which makes any number of values.
pub fn refill(src: &mut Source) {
    src.reset();
    src.fuel = Fuel::BLOCK;
}

/// Opens the span of a value, until [`end_value`].
#[inline]
pub fn begin_value(src: &mut Source, name: &'static str) {
    if src.is_recording() {
        src.open(name, 0);
    }
    src.descend();
}

/// Closes the span of a value.
#[inline]
pub fn end_value(src: &mut Source) {
    src.ascend();
    if src.is_recording() {
        src.close();
    }
}

/// Begins an argument of the named type, until [`end_argument`]. It may copy an earlier one of the same type.
pub fn begin_argument(src: &mut Source, type_name: fn() -> &'static str) -> Option<u64> {
    let interrupted = src.begin_part(type_name);
    begin_value(src, type_name());
    interrupted
}

/// Ends an argument.
pub fn end_argument(src: &mut Source, interrupted: Option<u64>) {
    end_value(src);
    src.end_part(interrupted);
}

/// Starts a list of at least `least` and at most `most` elements. The list and its elements have names.
pub fn begin_list(
    src: &mut Source,
    name: &'static str,
    (least, most): (usize, usize),
    element: fn() -> &'static str,
) -> ListSteps {
    let lengths = Lengths { min: least, max: most, explicit: true };
    let is_outermost = src.begin_fixed(name, least);
    let progress = if src.is_recording() {
        let before = src.draws_so_far();
        Progress::Recorded { items: src.begin_items(name, &lengths), before }
    } else {
        let length = src.length(&lengths);
        src.enter_level();
        Progress::Random { length, left: length }
    };
    let mark = src.mark();
    ListSteps { progress, element, interrupted: None, mark, duplicates: 0, is_outermost }
}

/// Elements to reserve memory for.
pub fn expected_elements(list: &ListSteps) -> usize {
    match &list.progress {
        Progress::Random { length, .. } => *length,
        Progress::Recorded { items, .. } => items.room(),
    }
}

/// Continues with the next element. False if there is none, and the list is over.
pub fn next_element(src: &mut Source, list: &mut ListSteps) -> bool {
    src.end_part(list.interrupted.take());
    let has_more = match &mut list.progress {
        Progress::Random { left: 0, .. } => {
            src.leave_level();
            false
        }
        Progress::Random { left, .. } => {
            *left -= 1;
            true
        }
        Progress::Recorded { items, before } => {
            let has_more = src.next_item(items);
            if !has_more {
                src.count_if_idle(*before);
            } else if list.duplicates > 0 {
                src.retry();
            }
            has_more
        }
    };
    if has_more {
        list.mark = src.mark();
        list.interrupted = src.begin_part(list.element);
    } else {
        src.end_fixed(list.is_outermost);
    }
    has_more
}

/// Discards the current element, of which the list has one already. False if there were too many of them, and the list
/// is over.
pub fn discard_element(src: &mut Source, list: &mut ListSteps) -> bool {
    src.end_part(list.interrupted.take());
    src.rewind(list.mark);
    list.duplicates += 1;
    let is_over = match &mut list.progress {
        Progress::Random { length, left } => {
            *left += 1;
            list.duplicates > max_duplicates(*length)
        }
        Progress::Recorded { items, .. } => {
            src.discard_item(items);
            list.duplicates > max_duplicates(items.length())
        }
    };
    if is_over {
        match &list.progress {
            Progress::Random { .. } => src.leave_level(),
            // Too short a list rejects the case.
            Progress::Recorded { items, .. } if items.is_short() => {}
            Progress::Recorded { items, .. } => src.stop_items(items),
        }
        src.end_fixed(list.is_outermost);
    }
    !is_over
}

/// Duplicates to draw before giving up: twice the length, plus some for short collections. If the length exceeds the
/// number of distinct values, most values of a small domain have been drawn by then. Duplicates do not use up the budget
/// of a case, so this limit alone ends the search for a further element.
pub(crate) fn max_duplicates(length: usize) -> usize {
    2 * length.min(1 << 18) + 32
}

/// Attempts of a filter before it rejects the case. A rejection unwinds, which costs as much as a dozen to hundreds
/// of attempts.
pub(crate) const ATTEMPTS: u32 = 64;

/// A filter that is being drawn: see [`begin_filter`].
#[derive(Debug)]
pub struct FilterSteps {
    name: &'static str,
    number: u32,
    mark: Mark,
    rejected: RejectedAttempts,
}

/// Starts a filter, and its first attempt.
pub fn begin_filter(src: &mut Source, name: &'static str) -> FilterSteps {
    begin_value(src, name);
    let rejected = RejectedAttempts::default();
    let mut filter = FilterSteps { name, number: 0, mark: src.mark(), rejected };
    begin_attempt(src, &mut filter);
    filter
}

fn begin_attempt(src: &mut Source, filter: &mut FilterSteps) {
    if src.is_recording() {
        src.open_attempt(filter.name, filter.number);
    }
    filter.mark = src.mark();
}

/// The value of the attempt is drawn, and the condition follows: it may record a branch distance.
pub fn end_attempt(src: &Source) {
    if src.is_recording() {
        set_branch_distance(0.0);
    }
}

/// The condition holds, and the filter is over.
pub fn accept_attempt(src: &mut Source) {
    if src.is_recording() {
        src.close();
    }
    end_value(src);
}

/// The condition does not hold. True if another attempt has begun; otherwise the filter is over.
pub fn refuse_attempt(src: &mut Source, filter: &mut FilterSteps) -> bool {
    if src.is_recording() {
        filter.rejected.add(src.innermost());
        src.close_discarded();
    }
    src.rewind(filter.mark);
    filter.number += 1;
    let goes_on = filter.number < ATTEMPTS;
    if goes_on {
        begin_attempt(src, filter);
    } else {
        if let Some(span) = filter.rejected.give_up() {
            src.restore(span);
        }
        end_value(src);
    }
    goes_on
}

/// One of several alternatives, uniformly. The first is the simplest.
pub fn choose_branch(src: &mut Source, count: u32) -> u32 {
    src.branch(count, 0)
}

/// One of several alternatives, by weight.
pub fn choose_weighted(src: &mut Source, weights: &Weights) -> u32 {
    src.weighted_branch(weights, 0, 0)
}

/// True with a probability of `threshold / 2^64`.
pub fn choose_bool(src: &mut Source, threshold: u64) -> bool {
    src.boolean(threshold)
}

/// Starts a recursive value: a leaf, or a composite with weights that nesting damps. True if it is a composite.
pub fn begin_recursive(
    src: &mut Source,
    name: &'static str,
    weights: &Weights,
    may_recurse: bool,
) -> bool {
    begin_value(src, name);
    src.count_node();
    let damping = src.damping();
    let is_composite = may_recurse && src.weighted_branch(weights, 0, damping) > 0;
    src.enter_level();
    is_composite
}

/// Ends a recursive value.
pub fn end_recursive(src: &mut Source) {
    src.leave_level();
    end_value(src);
}

/// Rejects the case, by unwinding.
pub fn reject_case() -> ! {
    refuse(Refused::Rejected)
}

#[cfg(test)]
mod tests {
    use super::{begin_list, begin_value, end_value, next_element};
    use crate::{
        generator::{Generator, any, vec},
        random::Random,
        source::{Fill, Source},
    };
    use std::{any::type_name, rc::Rc};

    fn in_steps(src: &mut Source) -> Vec<u8> {
        begin_value(src, "value");
        let mut list = begin_list(src, "list", (0, 20), type_name::<u8>);
        let mut bytes = Vec::new();
        while next_element(src, &mut list) {
            bytes.push(any::<u8>().generate(src));
        }
        end_value(src);
        bytes
    }

    #[test]
    fn a_list_is_the_same_at_once_and_in_steps_in_every_mode() {
        for case in 0..200 {
            let random = || Random::for_case(1, case);
            let mut plain = Source::new();
            plain.restart(random(), 100);
            let bytes = in_steps(&mut plain);
            plain.restart(random(), 100);
            assert_eq!(vec(any::<u8>()).len(..=20).generate(&mut plain), bytes);
            let mut recording = Source::recording();
            recording.record(random(), 100);
            assert_eq!(in_steps(&mut recording), bytes);
            let tree = Rc::new(recording.take_tree());
            let mut replaying = Source::recording();
            replaying.replay(Rc::clone(&tree), Fill::Simplest, Random::for_case(2, 0), 100);
            assert_eq!(in_steps(&mut replaying), bytes);
            assert_eq!(replaying.take_tree().to_token(), tree.to_token());
        }
    }
}
