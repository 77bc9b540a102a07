//! Machines whose values are made from others of the same bundle.

use super::Machine;
use crate::scripted::seed;
use disprove::prelude::*;
use std::collections::BTreeSet;

pub const ALL: &[Machine] = &[
    ("folders", folders, 5),
    ("commits", commits, 6),
    ("channels", channels, 9),
    ("ropes", ropes, 7),
];

/// Folders in folders. One can be moved into a folder in a folder of its own.
#[derive(Default)]
struct Folders {
    parents: Vec<Option<usize>>,
}

impl Folders {
    fn depth(&self, mut at: usize) -> Option<usize> {
        for depth in 0..100 {
            match self.parents[at] {
                None => return Some(depth),
                Some(parent) => at = parent,
            }
        }
        None
    }
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Folders {
    #[rule(bundle = folders)]
    fn root(&mut self) -> usize {
        self.parents.push(None);
        self.parents.len() - 1
    }

    #[rule(bundle = folders)]
    fn folder(&mut self, #[from(folders)] parent: usize, _name: u8) -> usize {
        self.parents.push(Some(parent));
        self.parents.len() - 1
    }

    #[rule]
    fn move_to(&mut self, #[from(folders)] folder: usize, #[from(folders)] to: usize) {
        let parent = self.parents[to];
        if folder != to && parent != Some(folder) {
            self.parents[folder] = Some(to);
        }
    }

    #[rule]
    fn list(&self, #[from(folders)] folder: usize) {
        let _ = self.parents[folder];
    }

    #[invariant]
    fn no_cycle(&self) -> bool {
        (0..self.parents.len()).all(|folder| self.depth(folder).is_some())
    }
}

/// Commits. The one that two others have in common is wrong if both have it through different merges.
#[derive(Default)]
struct Commits {
    ancestors: Vec<(BTreeSet<usize>, bool)>,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Commits {
    #[rule(bundle = commits)]
    fn first(&mut self) -> usize {
        self.ancestors.push((BTreeSet::new(), false));
        self.ancestors.len() - 1
    }

    #[rule(bundle = commits)]
    fn commit(&mut self, #[from(commits)] parent: usize, _message: String) -> usize {
        let mut ancestors = self.ancestors[parent].0.clone();
        ancestors.insert(parent);
        self.ancestors.push((ancestors, self.ancestors[parent].1));
        self.ancestors.len() - 1
    }

    #[rule(bundle = commits)]
    fn merge(&mut self, #[from(commits)] a: usize, #[from(commits)] b: usize) -> usize {
        let mut ancestors = &self.ancestors[a].0 | &self.ancestors[b].0;
        let merges = a != b && !ancestors.contains(&a) && !ancestors.contains(&b);
        ancestors.extend([a, b]);
        self.ancestors.push((ancestors, merges));
        self.ancestors.len() - 1
    }

    #[rule]
    fn base(&self, #[from(commits)] a: usize, #[from(commits)] b: usize) {
        let common: Vec<usize> =
            (&self.ancestors[a].0 & &self.ancestors[b].0).into_iter().collect();
        let unrelated = !self.ancestors[a].0.contains(&b) && !self.ancestors[b].0.contains(&a);
        let both = self.ancestors[a].1 && self.ancestors[b].1;
        assert!(a == b || !unrelated || !both || common.len() < 3);
    }
}

/// A channel. What was sent by a sender that was cloned and dropped twice is lost.
#[derive(Default)]
struct Channels {
    senders: Vec<(usize, bool)>,
    sent: usize,
    lost: usize,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Channels {
    #[rule(bundle = senders)]
    fn channel(&mut self) -> usize {
        self.senders.push((0, false));
        self.senders.len() - 1
    }

    #[rule(bundle = senders)]
    fn copy(&mut self, #[from(senders)] sender: usize) -> usize {
        self.senders.push((self.senders[sender].0 + 1, false));
        self.senders.len() - 1
    }

    #[rule]
    fn send(&mut self, #[from(senders)] sender: usize, _value: u16) {
        self.senders[sender].1 = true;
        self.sent += 1;
    }

    #[rule]
    fn close(&mut self, #[consumes(senders)] sender: usize) {
        let (copies, has_sent) = self.senders[sender];
        if copies >= 2 && has_sent {
            self.lost += 1;
        }
    }

    #[rule]
    fn receive(&mut self) {
        assert!(self.sent == 0 || self.lost < 2);
    }
}

/// Texts joined from parts. Splitting a text of three parts at the end of its second one is wrong.
#[derive(Default)]
struct Ropes {
    is_wrong: bool,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Ropes {
    #[rule(bundle = ropes)]
    fn text(&mut self, #[draw(0..6)] length: usize) -> Vec<usize> {
        vec![length]
    }

    #[rule(bundle = ropes)]
    fn join(
        &mut self,
        #[consumes(ropes)] mut a: Vec<usize>,
        #[consumes(ropes)] b: Vec<usize>,
    ) -> Vec<usize> {
        a.extend(b);
        a.retain(|part| *part > 0);
        a.truncate(4);
        a
    }

    #[rule(bundle = ropes)]
    fn repeat(&mut self, #[from(ropes)] rope: Vec<usize>) -> Vec<usize> {
        rope.iter().map(|part| 2 * part).collect()
    }

    #[rule]
    fn split(&mut self, #[from(ropes)] rope: Vec<usize>, #[draw(0..12)] at: usize) {
        let ends: Vec<usize> = (0..rope.len()).map(|i| rope[..=i].iter().sum()).collect();
        self.is_wrong |= rope.len() >= 3 && ends[..ends.len() - 1].contains(&at);
    }

    #[invariant]
    fn works(&self) -> bool {
        !self.is_wrong
    }
}
