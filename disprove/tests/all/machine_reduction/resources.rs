//! Machines with several bundles, or with arguments that must agree.

use super::Machine;
use crate::scripted::seed;
use disprove::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub const ALL: &[Machine] = &[
    ("locks", locks, 9),
    ("transfers", transfers, 5),
    ("cache", cache, 6),
    ("sessions", sessions, 6),
];

/// Tasks that wait for each other in a ring of three, or of two with a third that waits for one of them.
#[derive(Default)]
struct Locks {
    tasks: u32,
    owners: BTreeMap<u32, u32>,
    made: u32,
    waits: BTreeMap<u32, u32>,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Locks {
    #[rule(bundle = tasks)]
    fn spawn(&mut self) -> u32 {
        self.tasks += 1;
        self.tasks
    }

    #[rule(bundle = locks)]
    fn lock(&mut self) -> u32 {
        self.made += 1;
        self.made
    }

    #[rule]
    fn acquire(&mut self, #[from(tasks)] task: u32, #[from(locks)] lock: u32) {
        if self.waits.contains_key(&task) {
            return;
        }
        match self.owners.get(&lock) {
            None => {
                self.owners.insert(lock, task);
            }
            Some(owner) if *owner != task => {
                self.waits.insert(task, *owner);
            }
            Some(_) => {}
        }
    }

    #[rule]
    fn release(&mut self, #[from(locks)] lock: u32) {
        if let Some(owner) = self.owners.remove(&lock) {
            self.waits.retain(|_, other| *other != owner);
        }
    }

    #[rule(when = |s| s.tasks > 0)]
    fn check(&self) {
        for start in 1..=self.tasks {
            let mut seen = BTreeSet::new();
            let mut at = start;
            while let Some(next) = self.waits.get(&at) {
                assert!(seen.insert(at), "deadlock");
                at = *next;
            }
        }
    }
}

/// Money moved out of a frozen account, or more than 5,000 in one.
#[derive(Default)]
struct Transfers {
    balances: Vec<u32>,
    frozen: BTreeSet<usize>,
    is_wrong: bool,
}

#[property(cases = 20_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Transfers {
    #[rule(bundle = accounts)]
    fn open(&mut self, #[draw(0..1_000)] deposit: u32) -> usize {
        self.balances.push(deposit);
        self.balances.len() - 1
    }

    #[rule]
    fn transfer(
        &mut self,
        #[from(accounts)] from: usize,
        #[from(accounts)] to: usize,
        #[draw(0..1_000)] amount: u32,
    ) {
        if self.balances[from] >= amount && from != to {
            self.is_wrong |= self.frozen.contains(&from) && amount >= 300;
            self.balances[from] -= amount;
            self.balances[to] += amount;
        }
    }

    #[rule]
    fn freeze(&mut self, #[from(accounts)] account: usize) {
        self.frozen.insert(account);
    }

    #[rule]
    fn thaw(&mut self, #[from(accounts)] account: usize) {
        self.frozen.remove(&account);
    }

    #[invariant]
    fn works(&self) -> bool {
        !self.is_wrong && self.balances.iter().all(|balance| *balance < 4_000)
    }
}

/// A cache of three entries. A value that was read is still the first to be dropped.
#[derive(Default)]
struct Cache {
    entries: Vec<(u16, u8)>,
    model: Vec<u16>,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Cache {
    #[rule]
    fn put(&mut self, #[draw(0..1_000)] key: u16, value: u8) {
        self.entries.retain(|(other, _)| *other != key);
        self.model.retain(|other| *other != key);
        self.entries.push((key, value));
        self.model.push(key);
        if self.entries.len() > 3 {
            self.entries.remove(0);
            self.model.remove(0);
        }
    }

    #[rule(when = |s| !s.entries.is_empty())]
    fn get(&mut self, #[draw(0..3)] place: usize) {
        let key = self.entries[place % self.entries.len()].0;
        if self.model.len() < 3 {
            self.entries.retain(|(other, _)| *other != key);
            self.entries.push((key, 0));
        }
        self.model.retain(|other| *other != key);
        self.model.push(key);
    }

    #[rule]
    fn len(&self) {
        assert!(self.entries.len() <= 3);
    }

    #[invariant]
    fn keeps_the_same_keys(&self) {
        let found: BTreeSet<u16> = self.entries.iter().map(|(key, _)| *key).collect();
        let expected: BTreeSet<u16> = self.model.iter().copied().collect();
        assert_eq!(found, expected);
    }
}

/// A user sees the messages of a room after leaving it, if another room was joined in between.
#[derive(Default)]
struct Sessions {
    users: u32,
    rooms: u32,
    joined: BTreeMap<u32, Vec<u32>>,
    left: BTreeSet<(u32, u32)>,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Sessions {
    #[rule(bundle = users)]
    fn user(&mut self) -> u32 {
        self.users += 1;
        self.users
    }

    #[rule(bundle = rooms)]
    fn room(&mut self, _name: String) -> u32 {
        self.rooms += 1;
        self.rooms
    }

    #[rule]
    fn join(&mut self, #[from(users)] user: u32, #[from(rooms)] room: u32) {
        self.joined.entry(user).or_default().push(room);
        self.left.remove(&(user, room));
    }

    #[rule]
    fn leave(&mut self, #[from(users)] user: u32, #[from(rooms)] room: u32) {
        if let Some(rooms) = self.joined.get_mut(&user) {
            if rooms.contains(&room) {
                self.left.insert((user, room));
            }
            if rooms.last() == Some(&room) {
                rooms.pop();
            }
        }
    }

    #[rule]
    fn send(&self, #[from(rooms)] room: u32, _text: String) {
        for (user, rooms) in &self.joined {
            assert!(!rooms.contains(&room) || !self.left.contains(&(*user, room)));
        }
    }
}
