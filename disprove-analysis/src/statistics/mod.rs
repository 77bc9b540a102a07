//! The statistics of judging tests by mutants.
//!
//! The unit is a pair of a test and a mutant, and the question whether the test fails on the mutant. Paper (e) answers with a
//! [`Table`] per category. Three things of it are put right beside its own figures: empty cells ([`Table::haldane`],
//! [`Table::fisher`]), rare events ([`firth`]), and pairs that share a mutant ([`Strata`], [`bootstrap`]). How many inputs
//! a mutant takes is told by [`Survival`], which keeps the mutants that were never found in the count.
//!
//! All intervals are of 95 %, and all p values are two-sided.

mod bootstrap;
mod firth;
mod fisher;
mod interval;
mod matrix;
mod phi;
mod strata;
mod survival;
mod table;

pub use bootstrap::{bootstrap, quantile};
pub use firth::{Coefficient, Fit, Pairs, Unfit, firth};
pub use interval::{Estimate, Interval, chi_square_p};
pub use phi::{correlations, phi};
pub use strata::Strata;
pub use survival::{Step, Subject, Survival};
pub use table::Table;
