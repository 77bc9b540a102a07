//! What the memory says a generator would make of a guide, it makes.

use super::table;
use crate::{
    choice::Tree,
    generator::{any, vec},
    one_of,
    random::Random,
    reduce::memory::Memory,
    runner::check,
    source::{
        Fill, Source,
        tests::{
            mutilation::{Edit, LARGEST},
            run,
            table::Specimen,
        },
    },
};
use std::{cell::Cell, rc::Rc};

struct Maker<'a> {
    specimen: &'a Specimen,
    source: Source,
}

impl Maker<'_> {
    fn record(&mut self, seed: u64, size: u32) -> Option<Tree> {
        self.source.record(Random::for_case(seed, 0), size);
        self.tree()
    }

    fn replay(&mut self, guide: &Rc<Tree>) -> Option<Tree> {
        self.source.replay(Rc::clone(guide), Fill::Simplest, Random::for_case(0x5eed, 1), 100);
        self.tree()
    }

    /// `None` if the generator refuses.
    fn tree(&mut self) -> Option<Tree> {
        let made = run(&mut self.source, |src| self.specimen.make(src));
        let tree = self.source.take_tree();
        made.ok().map(|_| tree)
    }
}

fn shown(tree: &Tree) -> String {
    format!("{:?}", (0..tree.len()).map(|i| tree.value(i)).collect::<Vec<_>>())
}

/// Found by the property below: what a guide does not name is what has the lowest name, not what came last.
#[test]
fn things_that_a_guide_does_not_name_are_foretold() {
    let table = table();
    let specimen = table.iter().find(|specimen| specimen.name == "machine").expect("added above");
    let mut maker = Maker { specimen, source: Source::recording() };
    let (mut memory, mut cut_off) = (Memory::default(), 0);
    for seed in 0..200 {
        let Some(tree) = maker.record(seed, 40) else { continue };
        memory.keep(&tree, true);
        for end in 0..tree.len() {
            let guide = Rc::new(tree.cut(end..tree.len(), 0..tree.spans.len()));
            let known = memory.find(&guide).map(|(known, _)| Rc::clone(known));
            let made = maker.replay(&guide).expect("it never refuses");
            if let Some(known) = known {
                assert_eq!(shown(&known), shown(&made), "seed {seed}, cut off at {end}");
                cut_off += 1;
            }
            memory.keep(&made, true);
        }
    }
    assert!(cut_off > 50, "{cut_off} are foretold");
}

#[test]
fn the_memory_foretells_what_a_generator_makes_of_a_guide() {
    let table = table();
    let (foretold, all) = (Cell::new(0), Cell::new(0));
    let guides = vec(vec(any::<Edit>()).len(..=3)).len(1..=12);
    // Those that are like state machines are the last two, and the most difficult.
    let which = one_of![0..table.len(), table.len() - 2..table.len()];
    let case = (which, any::<u64>(), 0..=40_u32, guides);
    let cases = std::env::var("CASES").map_or(6_000, |cases| cases.parse().expect("a number"));
    let report =
        check(case).name("memory").cases(cases).seed(1).run(|(which, seed, size, guides)| {
            let specimen = &table[which];
            let mut maker = Maker { specimen, source: Source::recording() };
            let Some(start) = maker.record(seed, size) else { return };
            let mut memory = Memory::default();
            memory.keep(&start, true);
            // Most guides are made of what came last, as those of a reduction are.
            let mut last = start.clone();
            for (number, edits) in guides.iter().enumerate() {
                let mut guide = if number % 3 == 0 { start.clone() } else { last.clone() };
                for edit in edits {
                    let other = |seed| maker.record(seed, size).unwrap_or_default();
                    let edited = edit.apply(&guide, other);
                    guide = edited.filter(|edited| edited.len() <= LARGEST).unwrap_or(guide);
                }
                let guide = Rc::new(guide);
                let known = memory.find(&guide).map(|(known, _)| Rc::clone(known));
                let made = maker.replay(&guide);
                all.update(|count| count + 1);
                if let Some(known) = known {
                    foretold.update(|count| count + 1);
                    let made =
                        made.as_ref().map(|made| (shown(made), made.compare(&known).is_eq()));
                    assert_eq!(
                        made,
                        Some((shown(&known), true)),
                        "{}: guide {} of {edits:?}",
                        specimen.name,
                        shown(&guide)
                    );
                }
                if let Some(made) = made {
                    memory.keep(&made, true);
                    last = made;
                }
            }
        });
    println!("{} of {} foretold", foretold.get(), all.get());
    let failures: Vec<_> = report
        .failures()
        .iter()
        .map(|f| (&table[f.value().0].name, f.value(), f.message()))
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(foretold.get() * 5 > all.get(), "{} of {}", foretold.get(), all.get());
}
