//! The problems and counters, shared with `bench`.

// Some of them serve other libraries.
#![allow(dead_code)]

#[path = "../../src/reduce/probe.rs"]
pub mod probe;
#[path = "../../src/reduce/problem.rs"]
pub mod problem;
#[path = "../../src/reduce/problems/mod.rs"]
pub mod problems;
