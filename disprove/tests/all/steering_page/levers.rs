//! Searches, restarts, histories and steps of one's own.

use disprove::{
    history::{Buckets, Union},
    prelude::*,
};
use std::collections::HashSet;

#[property(search = anneal, temperature = 0.5, cases = 2_000)]
fn no_plan_wastes_more_than_it_uses(#[draw(vec(1..=9u32).len(6))] pieces: Vec<u32>) {
    let (mut bars, mut left) = (0, 0);
    for piece in &pieces {
        if *piece > left {
            (bars, left) = (bars + 1, 10);
        }
        left -= piece;
    }
    let (used, bought) = (pieces.iter().sum::<u32>(), 10 * bars);
    target!(bought - used);
    assert!(bought - used <= used + 10);
}

#[property(cases = 2_000)]
fn no_walk_leaves_the_island(#[draw(vec(0..4u8).len(0..=100))] walk: Vec<u8>) {
    let (mut x, mut y) = (0_i32, 0_i32);
    for step in &walk {
        match step {
            0 => x = (x + 1).min(9),
            1 => x -= 1,
            2 => y = (y + 1).min(9),
            _ => y -= 1,
        }
    }
    // A longer walk is a detour.
    if walk.len() > 50 {
        restart!();
    }
    target!(x + y);
    assert!(x + y <= 18);
}

/// Merges neighbors that are equal, as a tile game does.
fn merged(tiles: &[u8]) -> Vec<u8> {
    let mut merged: Vec<u8> = Vec::new();
    for tile in tiles {
        match merged.last_mut() {
            Some(last) if last == tile => *last = last.saturating_add(1),
            _ => merged.push(*tile),
        }
    }
    merged
}

#[property]
fn merging_ends(tiles: Vec<u8>) {
    let next = merged(&tiles);
    seed!((next.clone(),));
    assert!(next.len() <= tiles.len());
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Start,
    Sign,
    Digits,
    Broken,
}

/// The states a reader of numbers goes through.
fn states(text: &str) -> Vec<State> {
    let mut states = vec![State::Start];
    for c in text.chars() {
        states.push(match (states[states.len() - 1], c) {
            (State::Start, '-') => State::Sign,
            (State::Start | State::Sign | State::Digits, '0'..='9') => State::Digits,
            _ => State::Broken,
        });
    }
    states
}

#[property(history = Union::<Vec<State>>)]
fn every_state_is_worth_a_visit(text: String) {
    let states = states(&text);
    assert_eq!(states.len(), text.chars().count() + 1);
    observe!(states);
}

#[property(history = Buckets::<Vec<char>>)]
fn texts_with_many_equal_characters_too(#[draw("[a-d]{0,40}")] text: String) {
    let letters: Vec<char> = text.chars().collect();
    assert!(letters.len() <= 40);
    observe!(letters);
}

/// Which state was followed by which other state.
#[derive(Default)]
struct Transitions(HashSet<(State, State)>);

impl History for Transitions {
    type Observation = Vec<State>;

    fn update(&mut self, states: &Vec<State>) -> bool {
        let before = self.0.len();
        self.0.extend(states.windows(2).map(|pair| (pair[0], pair[1])));
        self.0.len() > before
    }
}

#[property(history = Transitions)]
fn every_transition_is_worth_a_visit(text: String) {
    let states = states(&text);
    assert_eq!(states[0], State::Start);
    observe!(states);
}

/// The digit that makes the weighted sum of an article number a multiple of ten.
fn check_digit(digits: &[u32]) -> u32 {
    let sum: u32 = digits.iter().zip([1, 3].iter().cycle()).map(|(digit, by)| digit * by).sum();
    (10 - sum % 10) % 10
}

/// Another number that is valid if this one is: two digits change, one of them the last.
fn another(digits: &[u32], src: &mut Source) -> Vec<u32> {
    let mut digits = digits.to_vec();
    let i = src.draw(0..12usize);
    digits[i] = src.draw(0..10);
    digits[12] = check_digit(&digits[..12]);
    digits
}

fn number() -> impl Generator<Value = Vec<u32>> {
    vec(0..10u32).len(13).neighbor(|digits, _, src| another(digits, src))
}

#[property]
fn one_wrong_digit_is_found(#[draw(number())] digits: Vec<u32>, #[draw(0..12usize)] slip: usize) {
    assume!(digits[12] == check_digit(&digits[..12]));
    let mut slipped = digits.clone();
    slipped[slip] = (slipped[slip] + 1) % 10;
    assert_ne!(slipped[12], check_digit(&slipped[..12]));
}
