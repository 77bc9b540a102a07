//! What the page has found is mended: the same properties and the same machine, with the last cache.

mod kept;
pub mod lru;

#[path = "../assumed.rs"]
mod assumed;
#[path = "../machine.rs"]
mod machine;
#[path = "../properties.rs"]
mod properties;
