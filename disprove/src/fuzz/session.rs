//! The state of a fuzzing process: the input under way, its outcome, and the trees of recent inputs.

use super::recorded::RecordedTrees;
use crate::{
    choice::Tree,
    source::FuzzInput,
    trace::{Comparisons, end_fuzz_case, is_new_to_libfuzzer},
};
use std::{
    cell::Cell,
    sync::{LazyLock, Mutex, MutexGuard},
};

thread_local! {
    /// Whether this thread runs an input of libFuzzer.
    static IS_TARGET: Cell<bool> = const { Cell::new(false) };
}

/// Not thread-local: a property with large arguments runs on a thread of its own.
static SESSION: LazyLock<Mutex<Session>> = LazyLock::new(Mutex::default);

#[derive(Debug, Default)]
pub(super) struct Session {
    /// The hash of the input under way, and the input until the property has taken it.
    input: (u64, Option<FuzzInput>),
    /// What the last input drew and compared, if it was accepted.
    accepted: Option<(Tree, Comparisons)>,
    /// The hash of the last mutated input, and that of the input it was made of.
    mutated: (u64, u64),
    pub(super) recorded: RecordedTrees,
}

impl Session {
    /// The hash of the input to mutate. libFuzzer mutates an input five times in a row, each time what the last mutation made;
    /// here every mutation is one edit of an input in the corpus, so that good parts are kept.
    pub(super) fn base_of(&self, bytes: &[u8]) -> u64 {
        let (input, (mutated, base)) = (hash(bytes), self.mutated);
        if input == mutated && self.recorded.has(base) { base } else { input }
    }

    /// Keeps the tree of the last input, and returns whether the property accepted it.
    fn keep_accepted(&mut self, size: usize) -> bool {
        let Some((tree, comparisons)) = self.accepted.take() else { return false };
        self.recorded.keep(self.input.0, &tree, comparisons, is_new_to_libfuzzer(size));
        true
    }

    /// Says what an input was mutated to.
    pub(super) fn mutated(&mut self, base: u64, mutated: &[u8]) {
        self.mutated = (hash(mutated), base);
    }
}

pub(super) fn session() -> MutexGuard<'static, Session> {
    SESSION.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs a property with an input of libFuzzer. False if the input is rejected: it is not a tree, or the property does not
/// accept it.
///
/// # Panics
/// If the property fails, after the report was printed.
pub fn run(property: fn(), bytes: &[u8]) -> bool {
    let Ok(input) = FuzzInput::decode(bytes) else { return false };
    {
        let mut session = session();
        (session.input, session.accepted) = ((hash(bytes), Some(input)), None);
    }
    set_target(true);
    property();
    set_target(false);
    let accepted = session().keep_accepted(bytes.len());
    end_fuzz_case();
    accepted
}

/// Names the crate of the fuzz target, before its first input.
#[cfg(feature = "fuzz")]
pub fn begin(target_crate: &str) {
    crate::source::set_target_crate(target_crate);
}

/// Whether this thread runs an input of libFuzzer.
pub(crate) fn is_target() -> bool {
    IS_TARGET.get()
}

/// Says that this thread runs an input of libFuzzer, or no longer does.
pub(crate) fn set_target(is_target: bool) {
    IS_TARGET.set(is_target);
}

/// The input to run.
pub(crate) fn take_input() -> Option<FuzzInput> {
    session().input.1.take()
}

/// Ends a case that the property accepted.
pub(crate) fn accept(tree: Tree, comparisons: Comparisons) {
    session().accepted = Some((tree, comparisons));
}

/// A hash of an input.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
    let mut hash = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    hash
}
