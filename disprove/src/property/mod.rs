//! The ways to state a property: `#[property]`, `check(..)`, and what `#[derive(Arbitrary)]` expands to.

mod announcer;
mod check;
mod declaration;
mod field;
mod foreign;
mod function;
#[cfg(any(test, feature = "fuzz"))]
mod fuzz_case;
mod harness;
mod kept;
mod lent;
mod printer;
mod seeded;
mod stack;

pub use check::{Check, check, record};
pub use declaration::{Declaration, Foreign, place};
pub use field::{Fits, FitsItself, encode_field, field, own};
pub use foreign::{ANY_TEST, CaseSource, TestName, lend, run_without_draws};
pub use function::{machine_case, run_function, run_machine, run_property, try_property};
pub use harness::Disproved;
pub use lent::Lent;
pub use printer::{Arguments, Choose, Print, Printer};
pub use seeded::draw_with_seed;
pub use stack::with_stack_for;
