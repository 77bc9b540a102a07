//! Conformance suite that every strategy passes.
