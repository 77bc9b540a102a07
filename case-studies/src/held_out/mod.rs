//! Problems that no search was tuned on: they are here to tell whether what works on the other studies works elsewhere.
//!
//! Nothing of the library may be changed to do better here, or they are not held out any more. The last three have no
//! structure that could be used, and show what guidance costs where it cannot help.

mod earlier;
mod shapes;
mod values;

use crate::{
    Options,
    findings::Findings,
    sweep::{Problem, sweep},
};

#[cfg(test)]
pub use shapes::{Perfect, every_leaf_is_shallow};

/// Executions each search has.
const LIMIT: u64 = 20_000;

/// All problems.
pub fn problems() -> Vec<Problem> {
    vec![
        Problem::new("search tree of depth 18", LIMIT, earlier::deep_search_tree),
        Problem::new("dependent sum of 9,973", LIMIT, earlier::dependent_sum),
        Problem::new("far vertex, few edges each", LIMIT, earlier::far_vertex_in_a_sparse_graph),
        Problem::new("largest product, a + b == c", LIMIT, earlier::largest_product),
        Problem::new("floats on two curves", LIMIT, values::crossing),
        Problem::new("nested brackets", LIMIT, values::brackets),
        Problem::new("checksum of bytes", LIMIT, values::checksum),
        Problem::new("three labels at once", LIMIT, values::three_labels),
        Problem::new("two equal lists", LIMIT, values::equal_lists),
        Problem::new("nearly sorted shuffle", LIMIT, values::nearly_sorted),
        Problem::new("perfect tree", LIMIT, shapes::perfect_tree),
        Problem::new("leaning tree", LIMIT, shapes::leaning_tree),
        Problem::new("calculator shows 7,919", LIMIT, shapes::calculator),
        Problem::new("traps", LIMIT, shapes::traps),
        Problem::new("no structure: a hash as score", LIMIT, values::hash_as_score),
        Problem::new("no structure: no score", LIMIT, values::no_score),
        Problem::new("no structure: a hash rejects", LIMIT, values::hash_rejects),
    ]
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    sweep(options, "Held-out problems, within 20,000 executions", &problems(), 100)
}
