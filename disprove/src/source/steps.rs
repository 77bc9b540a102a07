//! Draws in steps, for generators of other libraries, which cannot hold a source while they draw.

use super::{
    Source,
    fuel::Fuel,
    items::Items,
    sample::{Dictionary, Distribution, Lengths},
};
use crate::random::Random;

/// A list that is being drawn: see [`begin_list`].
#[derive(Debug)]
pub struct ListSteps {
    progress: Progress,
    element: fn() -> &'static str,
    /// The stream that the current element has interrupted.
    interrupted: Option<u64>,
}

#[derive(Debug)]
enum Progress {
    /// Elements left.
    Random(usize),
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

/// Opens the span of a value, until [`end_value`].
pub fn begin_value(src: &mut Source, name: &'static str) {
    if src.is_recording() {
        src.open(name, 0);
    }
    src.descend();
}

/// Closes the span of a value.
pub fn end_value(src: &mut Source) {
    src.ascend();
    if src.is_recording() {
        src.close();
    }
}

/// Starts a list of at most `most` elements. The list and its elements have names.
pub fn begin_list(
    src: &mut Source,
    name: &'static str,
    most: usize,
    element: fn() -> &'static str,
) -> ListSteps {
    let lengths = Lengths { min: 0, max: most, explicit: true };
    let progress = if src.is_recording() {
        let before = src.draws_so_far();
        Progress::Recorded { items: src.begin_items(name, &lengths), before }
    } else {
        let length = src.length(&lengths);
        src.enter_level();
        Progress::Random(length)
    };
    ListSteps { progress, element, interrupted: None }
}

/// Continues with the next element. False if there is none, and the list is over.
pub fn next_element(src: &mut Source, list: &mut ListSteps) -> bool {
    src.end_part(list.interrupted.take());
    let has_more = match &mut list.progress {
        Progress::Random(0) => {
            src.leave_level();
            false
        }
        Progress::Random(left) => {
            *left -= 1;
            true
        }
        Progress::Recorded { items, before } => {
            let has_more = src.next_item(items);
            if !has_more {
                src.count_if_idle(*before);
            }
            has_more
        }
    };
    if has_more {
        list.interrupted = src.begin_part(list.element);
    }
    has_more
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
        let mut list = begin_list(src, "list", 20, type_name::<u8>);
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
