//! The stages of a reduction, from coarse to fine, repeated until nothing changes.

use super::{
    arguments::Granularity,
    block, chunk,
    edit::{Edit, EditSet},
    expression, literal,
    reduction::Reduction,
};
use disprove::{prelude::*, reducer};
use std::{
    collections::{BTreeSet, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Mutex,
};

/// Edits passed to the reducer together. It looks at all of them for each candidate, so more would take longer than most
/// commands.
const MAX_EDITS: usize = 1_000;

/// Reduces the best candidate until nothing more can be removed, or a limit stops it.
pub(super) fn reduce(reduction: &Reduction<'_>, granularity: Granularity) {
    let start = reduction.best();
    let mut stages = Stages {
        reduction,
        filler: block::filler(&start, granularity == Granularity::Lines),
        keywords: literal::keywords(&start),
        failed_edits: Mutex::new(HashSet::new()),
    };
    loop {
        let before = reduction.best_length();
        match granularity {
            Granularity::Bytes => stages.run(&chunk::bytes),
            Granularity::Lines => stages.lines(),
            Granularity::Auto | Granularity::Tokens => {
                stages.lines();
                stages.tokens();
            }
        }
        if reduction.best_length() == before || reduction.stopped().is_some() {
            return;
        }
    }
}

struct Stages<'s, 'a> {
    reduction: &'s Reduction<'a>,
    /// Replaces a removed body.
    filler: Option<Vec<u8>>,
    /// Keywords of the original text, which shows them better than the result.
    keywords: BTreeSet<Vec<u8>>,
    /// Edits of lines that failed alone. They are not tried again on the same lines: other removals seldom help.
    failed_edits: Mutex<HashSet<u64>>,
}

impl Stages<'_, '_> {
    /// Removes blocks, outer ones first.
    fn lines(&mut self) {
        let filler = self.filler.clone();
        let filler = filler.as_deref();
        loop {
            let before = self.reduction.best_length();
            self.at_each_depth(
                &|text, depth| block::deletions(text, depth, filler),
                &|text, depth| block::stubs(text, depth, filler),
            );
            self.at_each_depth(&|_, _| EditSet::default(), &block::unwrappings);
            self.run(&block::pairs);
            self.bodies();
            if self.reduction.best_length() == before || self.reduction.stopped().is_some() {
                return;
            }
        }
    }

    fn bodies(&mut self) {
        let before = self.reduction.best_length();
        self.run(&|text| {
            let mut level = block::bodies(text);
            level.edits.truncate(1);
            level
        });
        if self.reduction.best_length() < before {
            self.run(&block::bodies);
        }
    }

    /// Removes parts of lines, outside of brackets first.
    fn tokens(&mut self) {
        self.run_once(&literal::values);
        let mut depth = 0;
        while depth <= expression::depth(&self.reduction.best()) {
            self.run_once(&|text| expression::items(text, depth));
            self.run_once(&|text| expression::operands(text, depth));
            depth += 1;
        }
        self.run_once(&expression::beginnings);
        self.run_once(&expression::brackets);
        let keywords = self.keywords.clone();
        self.run_once(&|text| literal::names(text, &keywords));
        self.run_once(&literal::lone_words);
        self.run_once(&literal::characters);
        self.run(&literal::whitespace);
    }

    fn at_each_depth(
        &mut self,
        first: &dyn Fn(&[u8], usize) -> EditSet,
        second: &dyn Fn(&[u8], usize) -> EditSet,
    ) {
        let mut depth = 0;
        // Deeper blocks exist only below blocks of each smaller depth.
        while !block::deletions(&self.reduction.best(), depth, None).edits.is_empty() {
            self.run(&|text| first(text, depth));
            self.run_once(&|text| second(text, depth));
            depth += 1;
        }
    }

    fn run(&mut self, level: &dyn Fn(&[u8]) -> EditSet) {
        self.run_parts(level, false);
    }

    /// The same without edits that failed before.
    fn run_once(&mut self, level: &dyn Fn(&[u8]) -> EditSet) {
        self.run_parts(level, true);
    }

    fn run_parts(&mut self, level: &dyn Fn(&[u8]) -> EditSet, once: bool) {
        let text = self.reduction.best();
        let whole = level(&text);
        if whole.edits.len() > MAX_EDITS {
            self.run_level(&joined(&whole));
        }
        // From the back: removals there do not move what comes before.
        let EditSet { mut edits, fillers } = level(&self.reduction.best());
        if once {
            let text = self.reduction.best();
            let failed_edits = self.failed_edits.lock().expect("not poisoned");
            edits.retain(|edit| !failed_edits.contains(&edit_hash(&text, edit)));
        }
        let fillers = if edits.len() > MAX_EDITS { Vec::new() } else { fillers };
        while !edits.is_empty() {
            let part = edits.split_off(edits.len().saturating_sub(MAX_EDITS));
            self.run_level(&EditSet { edits: part, fillers: fillers.clone() });
            // Edits beyond the changed end are invalid.
            let length = self.reduction.best_length();
            edits.retain(|edit| edit.parts.iter().all(|(range, _)| range.end <= length));
        }
    }

    /// Lets the reducer choose which edits are not made; the simplest choice is to make all of them.
    fn run_level(&mut self, level: &EditSet) {
        let reduction = self.reduction;
        let text = reduction.best();
        let count = level.edits.len();
        if count == 0 {
            return;
        }
        let made = Mutex::new(vec![true; count]);
        reducer(vec(any::<bool>()).len(count))
            .jobs(reduction.limits.jobs)
            .stop_when(|| reduction.stopped().is_some())
            .on_smaller(|kept| {
                kept.clone_into(&mut made.lock().expect("not poisoned"));
                reduction.improve(level.apply(&text, kept));
            })
            .run(vec![true; count], |kept| {
                if kept.iter().all(|kept| *kept) {
                    return true;
                }
                // Undoing an edit to make another one seldom pays.
                if is_undone(&made.lock().expect("not poisoned"), kept) {
                    return false;
                }
                let candidate = level.apply(&text, kept);
                let works = candidate.len() < reduction.best_length()
                    && reduction.is_interesting(&candidate);
                if !works {
                    let made = made.lock().expect("not poisoned");
                    if let Some(number) = single_addition(&made, kept) {
                        let mut failed_edits = self.failed_edits.lock().expect("not poisoned");
                        failed_edits.insert(edit_hash(&text, &level.edits[number]));
                    }
                }
                works
            });
    }
}

/// Joins adjacent edits, so that the reducer can handle all of them.
fn joined(level: &EditSet) -> EditSet {
    let size = level.edits.len().div_ceil(MAX_EDITS);
    let join = |edits: &[Edit]| Edit {
        parts: edits.iter().flat_map(|edit| edit.parts.iter().cloned()).collect(),
    };
    EditSet { edits: level.edits.chunks(size).map(join).collect(), fillers: Vec::new() }
}

/// Whether an edit made before is not made now.
fn is_undone(before: &[bool], now: &[bool]) -> bool {
    before.iter().zip(now).any(|(before, now)| !before && *now)
}

/// The additional edit, if there is exactly one.
fn single_addition(before: &[bool], now: &[bool]) -> Option<usize> {
    let mut changed = (0..now.len()).filter(|at| before[*at] != now[*at]);
    let first = changed.next()?;
    (before[first] && changed.next().is_none()).then_some(first)
}

/// A hash of an edit: its lines and the change.
fn edit_hash(text: &[u8], edit: &Edit) -> u64 {
    let mut hash = DefaultHasher::new();
    let start = edit.parts.iter().map(|(range, _)| range.start).min().unwrap_or(0);
    let end = edit.parts.iter().map(|(range, _)| range.end).max().unwrap_or(0);
    let line_start = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line_end =
        text[end..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| end + at);
    text[line_start..line_end].hash(&mut hash);
    for (range, new) in &edit.parts {
        (range.start - line_start, range.end - line_start, new).hash(&mut hash);
    }
    hash.finish()
}
