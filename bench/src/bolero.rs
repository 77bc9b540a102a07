//! bolero through `check!` and its default engine. A number of iterations lifts its default time limit of one second.
//! It prints a line per run to standard error, so every measurement runs in a child process.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use ::bolero::generator::bolero_generator::driver::Driver;
use ::bolero::{ValueGenerator, check, produce};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// Runs this many iterations; a rejected one counts for bolero but not for our consumer.
pub fn run(workload: Workload, cases: u64) {
    match workload {
        Workload::U64 => iterate(cases, produce::<u64>(), |v| eat_u64(*v)),
        Workload::Vec => {
            iterate(cases, produce::<Vec<u64>>().with().len(0..=VEC_MAX), |v| eat_vec(v));
        }
        Workload::Text => {
            iterate(cases, produce::<String>().with().len(0..=STRING_MAX), |v| eat_text(v));
        }
        Workload::Expr => iterate(cases, Exprs(EXPR_DEPTH), eat_expr),
        Workload::Struct8 => iterate(cases, produce::<Mixed>(), eat_mixed),
        Workload::Filter => {
            let candidates = produce::<Vec<i32>>().with().len(0..=FILTER_MAX);
            iterate(cases, candidates.filter_gen(|v| accept(v)), |v| eat_filtered(v));
        }
    }
}

fn iterate<G>(cases: u64, generator: G, property: impl Fn(&G::Output) + RefUnwindSafe)
where
    G: ValueGenerator + RefUnwindSafe,
    G::Output: Debug + RefUnwindSafe,
{
    check!().with_generator(generator).with_iterations(cases as usize).for_each(property);
}

/// `levels` is the number of levels left.
struct Exprs(u32);

impl ValueGenerator for Exprs {
    type Output = Expr;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Expr> {
        let branch = if self.0 <= 1 { 0 } else { driver.gen_variant(4, 0)? };
        let mut deeper = || Exprs(self.0 - 1).generate(driver).map(Box::new);
        Some(match branch {
            0 => Expr::Lit(driver.produce()?),
            1 => Expr::Add(deeper()?, deeper()?),
            2 => Expr::Mul(deeper()?, deeper()?),
            _ => Expr::Neg(deeper()?),
        })
    }
}
