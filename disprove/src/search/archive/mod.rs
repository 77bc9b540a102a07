//! Archives of inputs: a seed pool, a Pareto front, a diversity archive, near misses, an archive by shape, and
//! fingerprints of past inputs.

mod diversity;
mod near_misses;
mod pareto_front;
mod seed_pool;
mod seen;
mod shapes;

pub(crate) use diversity::DiversityArchive;
pub(crate) use near_misses::NearMisses;
pub(crate) use pareto_front::ParetoFront;
pub(crate) use seed_pool::SeedPool;
pub(crate) use seen::{Fingerprints, IdentityHasher};
pub(crate) use shapes::{Form, ShapeArchive};
