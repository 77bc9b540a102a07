//! Statistics for judging tests by mutants.
//!
//! The unit is a pair of a test and a mutant: does the test fail on the mutant? Paper (e) answers with a [`Table`] per
//! category. This module reports those figures and corrects three problems beside them: empty cells
//! ([`Table::haldane`], [`Table::fisher`]), rare events ([`firth`]), and pairs that share a mutant ([`Strata`],
//! [`bootstrap`]). Shares have Wilson's interval ([`Interval::of_share`]).
//!
//! All intervals are 95 % confidence intervals, and all p values are two-sided.

mod bootstrap;
mod firth;
mod fisher;
mod interval;
mod matrix;
mod phi;
mod strata;
mod table;

pub use bootstrap::{bootstrap, quantile};
pub use firth::{Coefficient, Fit, Pairs, Unfit, firth};
pub use interval::{Estimate, Interval, chi_square_p};
pub use phi::{correlations, phi};
pub use strata::Strata;
pub use table::Table;
