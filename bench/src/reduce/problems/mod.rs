//! The problems, each with its generator, its property and its minimal form.

pub mod binheap;
pub mod bound5;
pub mod calculator;
pub mod counted;
pub mod distinct;
pub mod equal;
pub mod formulas;
pub mod gaps;
pub mod intervals;
pub mod large;
pub mod links;
pub mod lists;
pub mod long_lists;
pub mod matrix;
pub mod near;
pub mod operations;
pub mod pairs;
pub mod parser;
pub mod record;
pub mod reverse;
pub mod stack;
pub mod sum46;
