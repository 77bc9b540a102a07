//! The trie predicts the tree that a generator draws along a guide.

use super::table;
use crate::{
    choice::Tree,
    generator::{Generator, IntoGenerator, any, vec},
    one_of,
    property::check,
    random::Random,
    reduce::trie::{CaseTrie, MAX_CHOICES},
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

struct Drawer<'a> {
    specimen: &'a Specimen,
    source: Source,
}

impl Drawer<'_> {
    fn record(&mut self, seed: u64, size: u32) -> Option<Tree> {
        self.source.record(Random::for_case(seed, 0), size);
        self.tree()
    }

    fn replay(&mut self, guide: &Rc<Tree>) -> Option<Tree> {
        self.source.replay(Rc::clone(guide), Fill::Simplest, Random::for_case(0x5eed, 1), 100);
        self.tree()
    }

    /// `None` if the generator rejects the case.
    fn tree(&mut self) -> Option<Tree> {
        let made = run(&mut self.source, |src| self.specimen.make(src));
        let tree = self.source.take_tree();
        made.ok().map(|_| tree)
    }
}

fn shown(tree: &Tree) -> String {
    format!("{:?}", (0..tree.len()).map(|i| tree.value(i)).collect::<Vec<_>>())
}

/// Found by the property below: a name missing from the guide is the lowest one, not the last one created.
#[test]
fn predicts_names_that_are_missing_from_the_guide() {
    let table = table();
    let specimen = table.iter().find(|specimen| specimen.name == "machine").expect("added above");
    let mut drawer = Drawer { specimen, source: Source::recording() };
    let (mut cases, mut cut_off) = (CaseTrie::default(), 0);
    for seed in 0..200 {
        let Some(tree) = drawer.record(seed, 40) else { continue };
        cases.insert(&tree, true);
        for end in 0..tree.len() {
            let guide = Rc::new(tree.cut(end..tree.len(), 0..tree.spans.len()));
            let known = cases.find(&guide).map(|(known, _)| Rc::clone(known));
            let made = drawer.replay(&guide).expect("the machine rejects nothing");
            if let Some(known) = known {
                assert_eq!(shown(&known), shown(&made), "seed {seed}, cut off at {end}");
                cut_off += 1;
            }
            cases.insert(&made, true);
        }
    }
    assert!(cut_off > 50, "{cut_off} are predicted");
}

#[test]
fn predicts_the_tree_drawn_along_a_guide() {
    let table = table();
    let (predicted, all) = (Cell::new(0), Cell::new(0));
    let guides = vec(vec(any::<Edit>()).len(..=3)).len(1..=12);
    // The last two draw as state machines do, and are the most difficult.
    let which = one_of![0..table.len(), table.len() - 2..table.len()];
    let case = (which, any::<u64>(), 0..=40_u32, guides);
    let cases = std::env::var("CASES").map_or(6_000, |cases| cases.parse().expect("a number"));
    let report =
        check(case).name("trie").cases(cases).seed(1).run(|(which, seed, size, guides)| {
            let specimen = &table[which];
            let mut drawer = Drawer { specimen, source: Source::recording() };
            let Some(start) = drawer.record(seed, size) else { return };
            let mut known_cases = CaseTrie::default();
            known_cases.insert(&start, true);
            // Most guides derive from the last case, as in a reduction.
            let mut last = start.clone();
            for (number, edits) in guides.iter().enumerate() {
                let mut guide = if number % 3 == 0 { start.clone() } else { last.clone() };
                for edit in edits {
                    let other = |seed| drawer.record(seed, size).unwrap_or_default();
                    let edited = edit.apply(&guide, other);
                    guide = edited.filter(|edited| edited.len() <= LARGEST).unwrap_or(guide);
                }
                let guide = Rc::new(guide);
                let known = known_cases.find(&guide).map(|(known, _)| Rc::clone(known));
                let made = drawer.replay(&guide);
                all.update(|count| count + 1);
                if let Some(known) = known {
                    predicted.update(|count| count + 1);
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
                    known_cases.insert(&made, true);
                    last = made;
                }
            }
        });
    println!("{} of {} predicted", predicted.get(), all.get());
    let failures: Vec<_> = report
        .failures()
        .iter()
        .map(|f| (&table[f.value().0].name, f.value(), f.message()))
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(predicted.get() * 5 > all.get(), "{} of {}", predicted.get(), all.get());
}

#[test]
fn knows_cases_up_to_its_limit() {
    // Each element has two choices, and the list ends with one.
    let list = vec![7; (MAX_CHOICES - 2) / 2];
    let pairs = (any::<u8>(), vec(any::<u8>())).into_generator();
    let triples = (any::<u8>(), vec(any::<u8>()), any::<u8>()).into_generator();
    let trees = [pairs.encode(&(1, list.clone())), triples.encode(&(1, list, 1))];
    for (more, tree) in trees.into_iter().enumerate() {
        let tree = tree.expect("all are allowed");
        assert_eq!(tree.len(), MAX_CHOICES + more);
        let mut cases = CaseTrie::default();
        cases.insert(&tree, true);
        assert_eq!(cases.find(&Rc::new(tree)).is_some(), more == 0, "{more}");
    }
}
