//! Integration tests of `cargo disprove`: each module is named after the promise it tests.
#![cfg(unix)]

#[cfg(feature = "python")]
mod classify_reads_projects;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod coverage_guides_tests;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod dashboard_follows_the_hunt;
mod docs_agents;
mod docs_ci;
mod docs_compatibility;
mod docs_five_minutes;
#[cfg(feature = "share")]
mod docs_fleet;
mod docs_foreign_types;
mod docs_hunting;
mod docs_judging;
mod docs_readme;
mod docs_reduce_files;
mod docs_reference;
mod docs_tutorial;
mod failures_are_replayed_and_reviewed;
mod folders_are_merged;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod fuzz_targets_find_bugs;
mod hunt_explains_bad_input;
mod hunt_finds_and_saves_failures;
mod hunt_leaves_nothing_behind;
mod hunt_loses_no_finding;
mod hunt_runs_tests_as_cargo_does;
mod hunt_survives_crashes;
mod hunt_survives_its_environment;
mod hunt_survives_kills;
#[cfg(feature = "share")]
mod hunts_are_shared;
mod mutants_are_built_together;
mod mutants_judge_every_test;
mod mutants_survive_bad_tests;
mod port_rewrites_suites;
mod proptest_suites_are_properties;
mod quickcheck_suites_are_properties;
mod reduce_explains_bad_input;
mod reduce_minimizes_files;
mod report_shows_its_figures;
#[cfg(feature = "share")]
mod servers_are_not_trusted;
#[cfg(feature = "share")]
mod shared_hunts_survive_kills;
mod study_is_on_the_page;
mod study_pools_projects;
#[cfg(feature = "python")]
mod study_tests_python;
mod suggest_proposes_properties;
mod suggestions_are_on_the_page;
mod support;
mod sweep_counts_inputs;
mod test_prints_messages;
mod tests_run_without_cargo;
