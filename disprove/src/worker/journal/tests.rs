//! Tests of `journal.rs`.

use super::{Journal, JournalInput, last};
use crate::{
    case::{Batch, Watcher},
    generator::{any, vec},
    random::Random,
    source::Source,
};
use std::{env, fs, path::PathBuf};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(env::temp_dir().join(format!("disprove-journal-{name}-{}", std::process::id())))
    }

    fn journal(&self) -> Journal {
        Journal::create(&self.0, Box::new(|_, _| ())).expect("the folder can be written")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What the input draws that the journal names.
fn again(scratch: &Scratch) -> Vec<u64> {
    let input = last(&scratch.0).expect("a journal").input.expect("an input");
    let input = JournalInput::from_text(&input.to_text()).expect("a text of its own");
    let mut src = Source::recording();
    src.start_from(&input.case_seed().expect("one case"));
    src.draw(vec(any::<u64>()).len(3..))
}

#[test]
fn identifies_a_random_case_by_its_stream() {
    let scratch = Scratch::new("random");
    let mut journal = scratch.journal();
    let mut src = Source::new();
    for case in 0..5 {
        src.restart(Random::for_case(1, case), 50);
        journal.begin(&mut src);
        let value = src.draw(vec(any::<u64>()).len(3..));
        assert_eq!(last(&scratch.0).expect("a journal").case, case + 1);
        assert_eq!(again(&scratch), value);
    }
}

#[test]
fn a_recorded_case_is_known_by_its_choices_also_those_drawn_later() {
    let scratch = Scratch::new("choices");
    let mut journal = scratch.journal();
    let mut src = Source::recording();
    for case in [7, 8] {
        src.record(Random::for_case(1, case), 90 - case as u32 * 10);
        journal.begin(&mut src);
        journal.reached(&mut src);
        // As a property does that draws itself.
        let value = src.draw(vec(any::<u64>()).len(3..));
        assert_eq!(again(&scratch), value);
        assert!(matches!(
            last(&scratch.0).expect("a journal").input,
            Some(JournalInput::Choices(_))
        ));
    }
}

#[test]
fn a_guided_case_that_has_drawn_nothing_is_not_known() {
    let scratch = Scratch::new("guided");
    let mut journal = scratch.journal();
    let mut src = Source::recording();
    let nothing = JournalInput::Choices(crate::choice::Tree::default());
    src.start_from(&nothing.case_seed().expect("one case"));
    journal.begin(&mut src);
    let last = last(&scratch.0).expect("a journal");
    assert_eq!(last.case, 1);
    assert!(last.input.is_none());
}

#[test]
fn an_empty_or_foreign_file_is_no_case() {
    let scratch = Scratch::new("foreign");
    for content in [&b""[..], b"short", &[7; 100]] {
        fs::write(&scratch.0, content).expect("written");
        let last = last(&scratch.0).expect("a file");
        assert!(last.case == 0 && last.input.is_none());
    }
}

#[test]
fn many_short_cases_are_written_down_together_and_few_are_not() {
    let scratch = Scratch::new("batch");
    let mut journal = scratch.journal();
    let mut src = Source::new();
    for (count, together) in [(10, false), (5_000, true), (60_000, true)] {
        let batch = Batch { seed: 9, first: 77, count, full: 100 };
        journal.batch(batch);
        src.restart(Random::for_case(9, 77), 50);
        journal.begin(&mut src);
        let input = last(&scratch.0).expect("a journal").input.expect("an input");
        let Some(JournalInput::Batch(read)) = JournalInput::from_text(&input.to_text()) else {
            assert!(!together, "{count}");
            continue;
        };
        assert!(together && read == batch, "{read:?}");
    }
}
