//! The promises of the library, a module for each; one binary, because linking each would take longer than running it.
//!
//! Tests that need another environment, or a process that they may kill, start this binary again: see `child.rs`.

mod arrays;
mod assumption_lints;
mod assumptions;
mod backtraces;
mod bad_input;
mod book;
mod child;
mod compile_errors;
mod counterparts;
mod crate_names;
mod documents;
mod environment;
mod explain;
mod generated_functions;
mod guide_examples;
mod guided;
mod guides;
mod histories;
mod hostile_data;
#[cfg(all(
    feature = "arbitrary",
    feature = "arrayvec",
    feature = "bstr",
    feature = "bytes",
    feature = "camino",
    feature = "chrono",
    feature = "either",
    feature = "half",
    feature = "http",
    feature = "indexmap",
    feature = "ipnet",
    feature = "jiff",
    feature = "num-bigint",
    feature = "num-complex",
    feature = "num-rational",
    feature = "ordered-float",
    feature = "proptest",
    feature = "quickcheck",
    feature = "rand",
    feature = "rust_decimal",
    feature = "semver",
    feature = "serde_json",
    feature = "smallvec",
    feature = "smol_str",
    feature = "time",
    feature = "tokio",
    feature = "url",
    feature = "uuid",
))]
mod interop;
mod isolation;
mod jobs;
mod keep_line;
mod literals;
mod machine_arguments;
mod machine_reduction;
mod machine_rules;
mod machines;
mod miri_mode;
mod mutation;
mod other_macros;
mod page;
mod parallel_machines;
mod pictures;
mod printing;
mod properties;
mod random_distributions;
mod readme;
mod reducing;
mod reduction_page;
mod regressions;
mod releasing;
mod remote_types;
mod replays;
mod runs;
mod scripted;
#[cfg(feature = "shuttle")]
mod shuttle_machines;
#[cfg(feature = "turmoil")]
mod simulations;
mod soak;
mod steering;
mod steering_page;
mod structure;
mod trace_lints;
mod traces;
mod tutorial;
