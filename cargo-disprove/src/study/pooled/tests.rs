//! Tests of `pooled.rs`.
