//! Held-out problems: no search was tuned on them, so they show whether results generalize.
//!
//! The library must not be changed to do better here. The last three problems have no exploitable structure and show
//! what guidance costs where it cannot help.

mod earlier;
mod shapes;
mod values;

use crate::{
    Options,
    comparison::{Problem, compare},
    findings::Findings,
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
    compare(options, "Held-out problems, within 20,000 executions", &problems(), 100)
}
