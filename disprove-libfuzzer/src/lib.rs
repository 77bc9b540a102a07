//! Properties as libFuzzer targets.
//!
//! `cargo disprove fuzz init` writes a package of fuzz targets, and `cargo disprove fuzz run NAME` runs one of them. A
//! target calls [`fuzz_property!`].
//!
//! An input of libFuzzer is a choice tree. The custom mutator applies one structure-preserving edit to it, and the
//! crossover puts a part of one tree in the place of a part of another. Inputs that the property rejects are not kept. A
//! failure prints its report and its replay token, and aborts where the property panicked.
//!
//! The package needs `cargo-fuzz = true` in its `[package.metadata]`, as `cargo fuzz init` writes it, and depends on
//! `disprove`, `disprove-libfuzzer` and `libfuzzer-sys`. In such a package, `#[property]` expands to a function that
//! `fuzz_property!` calls, instead of a test.

#![deny(missing_docs)]
#![warn(rustdoc::all)]

pub use disprove::__private::fuzz as __fuzz;
pub use libfuzzer_sys as __libfuzzer_sys;
use libfuzzer_sys::{Corpus, fuzzer_mutate};

/// Makes a libFuzzer target of a property.
///
/// The path leads from the root of the crate to a function with `#[property]`, or to the test of a state machine, which is
/// named after its type in snake case. Modules on the way may be private. Use it once, at the root of the crate.
///
/// `cargo disprove fuzz init` writes a file such as this one for each property. It links libFuzzer, so it is not an example
/// that can run here:
///
/// ```ignore
/// // fuzz/fuzz_targets/props__round_trip.rs
/// #![no_main]
///
/// include!("../../tests/props.rs");
///
/// disprove_libfuzzer::fuzz_property!(round_trip);
/// ```
#[macro_export]
macro_rules! fuzz_property {
    ($($segment:ident)::+) => {
        #[doc(hidden)]
        pub struct __DisproveFuzz;

        $crate::__libfuzzer_sys::fuzz_target!(init: $crate::__fuzz::begin(module_path!()), |bytes: &[u8]| -> $crate::__libfuzzer_sys::Corpus {
            const PATH: u64 = $crate::__fuzz::path_hash(
                concat!(module_path!() $(, "::", stringify!($segment))+),
            );
            $crate::run(<__DisproveFuzz as $crate::__fuzz::FuzzTarget<PATH>>::run, bytes)
        });

        $crate::__libfuzzer_sys::fuzz_mutator!(
            |data: &mut [u8], size: usize, max_size: usize, seed: u32| {
                $crate::mutate(data, size, max_size, seed)
            }
        );

        $crate::__libfuzzer_sys::fuzz_crossover!(
            |one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
                $crate::crossover(one, other, out, seed)
            }
        );
    };
}

/// Runs a property with an input. Inputs that it rejects are not kept.
#[doc(hidden)]
pub fn run(property: fn(), bytes: &[u8]) -> Corpus {
    if __fuzz::run(property, bytes) { Corpus::Keep } else { Corpus::Reject }
}

/// Mutates `data[..size]` in place; returns the new size, which is at least 1.
#[doc(hidden)]
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mutated = __fuzz::mutate(&data[..size], max_size, seed, &mut mutate_bytes);
    if let Some(mutated) = mutated {
        data[..mutated.len()].copy_from_slice(&mutated);
        return mutated.len();
    }
    let size = fuzzer_mutate(data, size, max_size);
    size.clamp(1, max_size.max(1))
}

/// The mutator of libFuzzer.
fn mutate_bytes(bytes: &mut Vec<u8>, most: usize) {
    let size = bytes.len().min(most);
    bytes.resize(most, 0);
    if most > 0 {
        let size = fuzzer_mutate(bytes, size, most);
        bytes.truncate(size);
    }
}

/// Writes the first input with a part of the second one to `out`; returns its size, or 0 if the inputs have no common part:
/// libFuzzer then calls the mutator.
#[doc(hidden)]
pub fn crossover(one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
    let Some(spliced) = __fuzz::crossover(one, other, out.len(), seed) else { return 0 };
    out[..spliced.len()].copy_from_slice(&spliced);
    spliced.len()
}
