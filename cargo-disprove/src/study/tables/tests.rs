//! Tests of `tables.rs`.
