//! What the page has found is mended: the same properties and the same machine, with the last cache.

mod kept;
pub mod lru;

#[path = "../first.rs"]
mod first;
#[path = "../machine.rs"]
mod machine;
#[path = "../zero.rs"]
mod zero;
