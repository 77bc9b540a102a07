//! Follows the influence of generated values to assertions and derives their categories.
//!
//! The engine walks a test once (`walk`, `statement`, `evaluation`, `call`). Every value becomes an interned term, so
//! the same value has the same identity wherever it is written. Loop heads are terms that receive their final values
//! after the loop has been walked; following terms down computes the fixpoint. The engine splits assertions into claims
//! about terms (`assertion`, `proposition`, `predicate`). After the walk, each claim gets the label of the first row
//! that fits (`claim`). Both rule sets share this code. They differ in what counts as an influence (names or values)
//! and in what calls and branches write.

mod alias;
mod asserter;
mod assertion;
mod call;
mod choice;
mod claim;
mod closure;
mod drawing;
mod effect;
mod ending;
mod evaluation;
mod influence;
mod iteration;
mod judgment;
mod matching;
mod names;
mod predicate;
mod proposition;
mod scope;
mod statement;
mod term;
#[cfg(test)]
mod tests;
mod walk;

pub use judgment::{Atom, Judged, JudgedAssertion, Mode, Outcome, Rule, Tag};

use self::{asserter::Helpers, influence::Influences, walk::Walk};
use crate::{
    ir::{File, Framework, Test},
    lines::Lines,
};

/// Stack size of the walk. It recurses as deep as front ends let expressions nest, which overflows a default stack in
/// debug builds. Unused stack costs nothing.
const STACK: usize = 64 << 20;

/// Assigns categories to every assertion of the property tests of a file. Unit tests are listed without assertions.
/// `text` is the file's text, for quotations.
///
/// ```
/// use disprove_analysis::{engine, ir};
/// assert!(engine::judge(&ir::File::default(), "", engine::Mode::Refined).is_empty());
/// ```
pub fn judge(file: &File, text: &str, mode: Mode) -> Vec<Judged> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let Ok(worker) = worker.spawn_scoped(scope, || judge_here(file, text, mode)) else {
            return judge_here(file, text, mode);
        };
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn judge_here(file: &File, text: &str, mode: Mode) -> Vec<Judged> {
    let lines = Lines::new(text);
    let helpers = Helpers::of(file);
    let mut judged = Vec::new();
    for test in &file.tests {
        let walk = Walk::new(file, &helpers, test, &lines, mode);
        judged.push(judge_test(test, walk));
    }
    judged
}

fn judge_test<'a>(test: &'a Test, mut walk: Walk<'a>) -> Judged {
    if test.framework != Framework::Unit {
        walk.statements(&test.body);
        walk.follow_the_rest();
    }
    if test.should_fail && test.framework != Framework::Unit {
        let reads = walk.reads.clone();
        walk.assert_refusal(reads, test.span);
        if let Some(whole) = walk.assertions.last_mut() {
            whole.line = test.line;
            whole.text.clone_from(&test.name);
        }
    }
    let has_generated = !walk.generated.is_empty() && test.framework != Framework::Unit;
    let (mode, source) = (walk.mode, walk.text);
    let mut influences = Influences::new(&walk.terms, mode, &walk.generated);
    let mut assertions = Vec::new();
    for pending in walk.assertions {
        let mut atoms = Vec::new();
        for atom in &pending.atoms {
            atoms.push(atom.judged(&mut influences, mode, source));
        }
        let mut labels = Vec::new();
        let mut tags = pending.tags;
        if test.stateful {
            tags.push(Tag::Stateful);
        }
        for atom in &atoms {
            if let Outcome::Label(label) = atom.label {
                labels.push(label);
            }
            tags.extend(&atom.tags);
        }
        labels.sort_unstable();
        labels.dedup();
        tags.sort_unstable();
        tags.dedup();
        assertions.push(JudgedAssertion {
            line: pending.line,
            column: pending.column,
            text: pending.text,
            labels,
            tags,
            atoms,
        });
    }
    let of_generated =
        |it: &JudgedAssertion| it.atoms.iter().any(|atom| atom.label != Outcome::NotProperty);
    Judged {
        test: test.name.clone(),
        line: test.line,
        framework: test.framework,
        implicit_only: has_generated && walk.calls && !assertions.iter().any(of_generated),
        assertions,
        stateful: test.stateful,
    }
}
