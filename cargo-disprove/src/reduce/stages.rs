//! The way from coarse to fine: which parts are taken out first, and when to start again.

use super::{
    arguments::Parts,
    block, chunk,
    edit::{Edit, Level},
    expression, literal,
    session::Session,
};
use disprove::{prelude::*, reducer};
use std::{
    collections::{BTreeSet, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Mutex,
};

/// So many edits are tried together. The reducer looks at all of them for each of its proposals, so more would
/// take it longer than most commands.
const MOST: usize = 1_000;

/// Reduces the best of a session until nothing more can be taken out, or it is over.
pub(super) fn reduce(session: &Session<'_>, parts: Parts) {
    let start = session.best();
    let mut stages = Stages {
        session,
        filler: block::filler(&start),
        keywords: literal::keywords(&start),
        vain: Mutex::new(HashSet::new()),
    };
    loop {
        let before = session.best_length();
        match parts {
            Parts::Bytes => stages.run(&chunk::bytes),
            Parts::Lines => stages.lines(),
            Parts::Auto | Parts::Tokens => {
                stages.lines();
                stages.tokens();
            }
        }
        if session.best_length() == before || session.over().is_some() {
            return;
        }
    }
}

struct Stages<'s, 'a> {
    session: &'s Session<'a>,
    /// What stands for a body that is taken out.
    filler: Option<Vec<u8>>,
    /// Words of the start that are no names. What is left in the end says less about that.
    keywords: BTreeSet<Vec<u8>>,
    /// Edits of lines that did not work when they were tried alone. They are not tried again on the same lines:
    /// what else was taken out seldom helps them.
    vain: Mutex<HashSet<u64>>,
}

impl Stages<'_, '_> {
    /// Blocks, the outer ones first.
    fn lines(&mut self) {
        let filler = self.filler.clone();
        let filler = filler.as_deref();
        loop {
            let before = self.session.best_length();
            self.at_each_depth(
                &|text, depth| block::deletions(text, depth, filler),
                &|text, depth| block::stubs(text, depth, filler),
            );
            self.at_each_depth(&|_, _| Level::default(), &block::unwrappings);
            self.run(&block::pairs);
            self.bodies();
            if self.session.best_length() == before || self.session.over().is_some() {
                return;
            }
        }
    }

    fn bodies(&mut self) {
        let before = self.session.best_length();
        self.run(&|text| {
            let mut level = block::bodies(text);
            level.edits.truncate(1);
            level
        });
        if self.session.best_length() < before {
            self.run(&block::bodies);
        }
    }

    /// What lines are made of, outside of brackets first.
    fn tokens(&mut self) {
        self.run_once(&literal::values);
        let mut depth = 0;
        while depth <= expression::depth(&self.session.best()) {
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
        self.run(&literal::blanks);
    }

    fn at_each_depth(
        &mut self,
        first: &dyn Fn(&[u8], usize) -> Level,
        second: &dyn Fn(&[u8], usize) -> Level,
    ) {
        let mut depth = 0;
        // Something at each depth is in the way of what is deeper.
        while !block::deletions(&self.session.best(), depth, None).edits.is_empty() {
            self.run(&|text| first(text, depth));
            self.run_once(&|text| second(text, depth));
            depth += 1;
        }
    }

    fn run(&mut self, level: &dyn Fn(&[u8]) -> Level) {
        self.run_parts(level, false);
    }

    /// Without edits that were tried before.
    fn run_once(&mut self, level: &dyn Fn(&[u8]) -> Level) {
        self.run_parts(level, true);
    }

    fn run_parts(&mut self, level: &dyn Fn(&[u8]) -> Level, once: bool) {
        let text = self.session.best();
        let whole = level(&text);
        if whole.edits.len() > MOST {
            self.run_level(&joined(&whole));
        }
        // From the back: what is taken out there moves nothing before it.
        let Level { mut edits, fillers } = level(&self.session.best());
        if once {
            let text = self.session.best();
            let vain = self.vain.lock().expect("nothing panics while it is locked");
            edits.retain(|edit| !vain.contains(&mark(&text, edit)));
        }
        let fillers = if edits.len() > MOST { Vec::new() } else { fillers };
        while !edits.is_empty() {
            let part = edits.split_off(edits.len().saturating_sub(MOST));
            self.run_level(&Level { edits: part, fillers: fillers.clone() });
            // An edit that reaches into what was changed is none any more.
            let length = self.session.best_length();
            edits.retain(|edit| edit.parts.iter().all(|(range, _)| range.end <= length));
        }
    }

    /// The choices are which edits are not made; the simplest is to make all of them.
    fn run_level(&mut self, level: &Level) {
        let session = self.session;
        let text = session.best();
        let count = level.edits.len();
        if count == 0 {
            return;
        }
        let made = Mutex::new(vec![true; count]);
        reducer(vec(any::<bool>()).len(count))
            .jobs(session.limits.jobs)
            .stop_when(|| session.over().is_some())
            .on_smaller(|kept| {
                kept.clone_into(&mut made.lock().expect("nothing panics while it is locked"));
                session.improve(level.apply(&text, kept));
            })
            .run(vec![true; count], |kept| {
                if kept.iter().all(|kept| *kept) {
                    return true;
                }
                // To put something back, and take out something else for it, seldom pays.
                if is_undone(&made.lock().expect("nothing panics while it is locked"), kept) {
                    return false;
                }
                let candidate = level.apply(&text, kept);
                let works = candidate.len() < session.best_length() && session.ask(&candidate);
                if !works {
                    let made = made.lock().expect("nothing panics while it is locked");
                    if let Some(number) = only_more(&made, kept) {
                        let mut vain = self.vain.lock().expect("nothing panics while it is locked");
                        vain.insert(mark(&text, &level.edits[number]));
                    }
                }
                works
            });
    }
}

/// Neighbours as one edit, for as many as can be tried together.
fn joined(level: &Level) -> Level {
    let size = level.edits.len().div_ceil(MOST);
    let join = |edits: &[Edit]| Edit {
        parts: edits.iter().flat_map(|edit| edit.parts.iter().cloned()).collect(),
    };
    Level { edits: level.edits.chunks(size).map(join).collect(), fillers: Vec::new() }
}

/// Whether an edit that was made is not made any more.
fn is_undone(before: &[bool], now: &[bool]) -> bool {
    before.iter().zip(now).any(|(before, now)| !before && *now)
}

/// The one edit that is made in addition, if it is one.
fn only_more(before: &[bool], now: &[bool]) -> Option<usize> {
    let mut changed = (0..now.len()).filter(|at| before[*at] != now[*at]);
    let first = changed.next()?;
    (before[first] && changed.next().is_none()).then_some(first)
}

/// An edit by the lines it is in and what it makes of them.
fn mark(text: &[u8], edit: &Edit) -> u64 {
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
