//! The code under test.

mod code;
mod frames;
mod machine;
mod number;
mod validator;

pub use machine::invoke;
pub use validator::validate;
