//! Mutations of fuzz inputs: one structure-preserving edit of a tree, or a part of one tree in another.

use super::session::{Session, hash, session};
use crate::{
    choice::Tree,
    search::{
        Rng, byte_values, fill_holes, longest_bytes, splice_strings, value_bytes, with_bytes,
    },
    source::FuzzInput,
};

/// The share of mutations that change the bytes of one value with the mutator of libFuzzer, which knows the operands of
/// comparisons. `case-studies libfuzzer` shows its effect.
const BYTES: f64 = 0.5;

/// Bytes by which a string may grow in one mutation.
const GROWTH: usize = 64;

/// Mutations to try until one changes the input and fits into its largest size.
const TRIES: usize = 16;

/// The share of crossovers. libFuzzer calls the mutator and the crossover equally often; what a crossover refuses, the
/// mutator gets.
const CROSSOVERS: f64 = 0.25;

/// The share of crossovers between strings. An input that is one string has no other part to exchange.
const STRINGS: f64 = 0.5;

/// The mutator of libFuzzer: changes bytes, of which there are then at most this many.
pub type ByteMutator<'a> = dyn FnMut(&mut Vec<u8>, usize) + 'a;

/// Mutates an input. `None` if it has no tree with a mutation that fits: the caller then falls back to the mutator of
/// bytes. An input that is not a tree becomes a random case.
pub fn mutate(
    bytes: &[u8],
    max_size: usize,
    seed: u32,
    mutator: &mut ByteMutator<'_>,
) -> Option<Vec<u8>> {
    let mut rng = Rng::new(u64::from(seed));
    let mut session = session();
    let input = session.base_of(bytes);
    let Some(_) = session.recorded.base(input, bytes) else {
        let random = FuzzInput::random(rng.word(), rng.word()).encode();
        return Some(random).filter(|random| random.len() <= max_size);
    };
    for _ in 0..TRIES {
        let changed = if rng.chance(BYTES) {
            mutate_value(&mut session, input, bytes, &mut rng, mutator)
        } else {
            mutate_tree(&mut session, input, bytes, &mut rng)
        };
        let Some(changed) = changed else { continue };
        let changed = changed.to_structured();
        if changed.len() <= max_size && changed != bytes {
            session.mutated(input, &changed);
            return Some(changed);
        }
    }
    None
}

/// One edit of the tree.
fn mutate_tree(session: &mut Session, input: u64, bytes: &[u8], rng: &mut Rng) -> Option<Tree> {
    let (edits, tree) = session.recorded.edits(input, bytes, rng)?;
    let mut mutant = edits.next(tree, rng)?.tree;
    fill_holes(&mut mutant, rng);
    Some(mutant)
}

/// The bytes of one value, changed by the mutator of libFuzzer.
fn mutate_value(
    session: &mut Session,
    input: u64,
    bytes: &[u8],
    rng: &mut Rng,
    mutator: &mut ByteMutator<'_>,
) -> Option<Tree> {
    let (edits, tree) = session.recorded.edits(input, bytes, rng)?;
    let values = byte_values(tree, &edits.shape);
    let value = *values.get(rng.below(values.len()))?;
    let mut bytes = value_bytes(tree, &edits.shape, value);
    let most = longest_bytes(tree, value, bytes.len() + GROWTH);
    mutator(&mut bytes, most);
    bytes.truncate(most);
    with_bytes(tree, &edits.shape, value, &bytes)
}

/// The first input with a part of the second one: in the place of a part with the same label, or inside of a string. `None` if
/// there is none that fits.
pub fn crossover(one: &[u8], other: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
    let mut rng = Rng::new(u64::from(seed));
    if !rng.chance(CROSSOVERS) {
        return None;
    }
    let mut session = session();
    let input = session.base_of(one);
    let host = session.recorded.base(input, one)?.tree.clone();
    let donor = session.recorded.base(hash(other), other)?.tree.clone();
    for _ in 0..TRIES {
        let spliced = if rng.chance(STRINGS) {
            splice_strings(&host, &donor, &mut rng)
        } else {
            graft(&host, &donor, &mut rng)
        };
        let Some(spliced) = spliced else { continue };
        let spliced = spliced.to_structured();
        if spliced.len() <= max_size && spliced != one && spliced != other {
            session.mutated(input, &spliced);
            return Some(spliced);
        }
    }
    None
}

/// A tree with a part of another one, in the place of a part with the same label.
fn graft(host: &Tree, donor: &Tree, rng: &mut Rng) -> Option<Tree> {
    let at = rng.below(host.spans.len());
    if !is_part(host, at) {
        return None;
    }
    let label = host.spans[at].label;
    let alike: Vec<usize> = (0..donor.spans.len())
        .filter(|at| donor.spans[*at].label == label && is_part(donor, *at))
        .collect();
    let part = alike.get(rng.below(alike.len()))?;
    Some(host.graft(at, donor, *part))
}

/// Whether a span can be exchanged: it exists, was not discarded, and is not the end of a collection.
fn is_part(tree: &Tree, at: usize) -> bool {
    tree.spans.get(at).is_some_and(|span| !span.discarded() && span.len() > 0)
        && tree.continue_flag(at).is_none_or(|flag| flag.value == 1)
}
