//! Random and damaged data for every decoder of stored data. None may panic, or allocate far more than the data is long.

use disprove::__private::{DECODERS, Decoder};
use fastrand::Rng;
use peak_alloc::PeakAlloc;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most memory that decoding one input may allocate.
const MOST_MEMORY: usize = 64 << 20;

/// Bytes of random data at most.
const LONGEST: usize = 300;

/// Valid inputs that are damaged.
const VALID: u64 = 500;

/// The results of one decoder.
#[derive(Default)]
struct Results {
    accepted: u64,
    refused: u64,
    panics: u64,
    /// The largest memory of one input, in bytes.
    memory: usize,
}

fn main() -> ExitCode {
    let Some(inputs) = std::env::args().nth(1).and_then(|inputs| inputs.parse().ok()) else {
        eprintln!("expected argument: INPUTS");
        return ExitCode::from(2);
    };
    if run(inputs) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Feeds this many inputs to each decoder. False if one of them panicked, or allocated too much.
fn run(inputs: u64) -> bool {
    println!("decoder              inputs    accepted     refused  panics  most memory");
    let mut is_good = true;
    for decoder in &DECODERS {
        let Results { accepted, refused, panics, memory } = attack(decoder, inputs);
        let kib = memory.div_ceil(1024);
        println!(
            "{:<15} {inputs:>11} {accepted:>11} {refused:>11} {panics:>7} {kib:>8} KiB",
            decoder.name
        );
        is_good &= panics == 0 && memory <= MOST_MEMORY;
    }
    is_good
}

fn attack(decoder: &Decoder, inputs: u64) -> Results {
    let mut rng = Rng::with_seed(1);
    let valid: Vec<Vec<u8>> = (1..=VALID).map(decoder.valid).collect();
    let mut results = Results::default();
    for number in 0..inputs {
        let input = match number % 4 {
            0 => random(&mut rng),
            _ => damaged(&mut rng, &valid),
        };
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let accepted = catch_unwind(AssertUnwindSafe(|| (decoder.accepts)(&input)));
        let memory = MEMORY.peak_usage().saturating_sub(before);
        results.memory = results.memory.max(memory);
        match accepted {
            Ok(true) => results.accepted += 1,
            Ok(false) => results.refused += 1,
            Err(_) => results.panics += 1,
        }
    }
    results
}

/// Random bytes; half of the time only few different ones.
fn random(rng: &mut Rng) -> Vec<u8> {
    let length = rng.usize(..LONGEST) >> rng.u32(..5);
    let (few, base) = (rng.bool(), rng.u8(..));
    (0..length).map(|_| if few { base ^ rng.u8(..) & 3 } else { rng.u8(..) }).collect()
}

/// Valid data after a few edits that keep most of its structure.
fn damaged(rng: &mut Rng, valid: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = valid[rng.usize(..valid.len())].clone();
    for _ in 0..rng.usize(..4) {
        let at = rng.usize(..=bytes.len());
        let end = (at + rng.usize(..16)).min(bytes.len());
        match rng.u8(..8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.splice(at..at, random(rng)).for_each(drop),
            // Parts twice, or many times.
            3 => {
                let part = bytes[at..end].repeat(rng.usize(1..50));
                bytes.splice(at..at, part).for_each(drop);
            }
            // Parts of another input.
            4 => {
                let other = &valid[rng.usize(..valid.len())];
                let from = rng.usize(..=other.len());
                bytes.splice(at.., other[from..].iter().copied()).for_each(drop);
            }
            // Numbers: lengths and counts become huge.
            5 => bytes[at..end].fill([0x00, 0x7f, 0x80, 0xff, b'9'][rng.usize(..5)]),
            6 if at < end => bytes[at] ^= 1 << rng.u8(..8),
            _ if at < end => bytes[at] = rng.u8(..),
            _ => bytes.push(rng.u8(..)),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_decoder_panics_or_allocates_much() {
        assert!(super::run(2_000), "the table shows which");
    }
}
