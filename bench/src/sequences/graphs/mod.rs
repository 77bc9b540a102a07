//! petgraph 0.5.1: a graph of each kind beside a model of it, and calls of their methods.

mod adapter;
mod call;
mod model;
mod world;

pub use call::Call;

use super::faulty::{FaultyCrate, Outcome};

/// The graphs of petgraph 0.5.1, of which several are known to lose edges and nodes or to panic.
pub struct Graphs;

impl FaultyCrate for Graphs {
    type Call = Call;
    const NAME: &'static str = "petgraph 0.5.1";

    fn run(calls: &[Call]) -> Outcome {
        world::run(calls)
    }

    fn size(call: &Call) -> u64 {
        call.size()
    }

    /// The low bits leave graphs out.
    fn keeps(call: &Call, seed: u64) -> bool {
        (seed / 2) >> (call.graph as u64) & 1 == 0
    }
}
