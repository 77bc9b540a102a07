//! The tasks: which properties can reveal which bugs.

use super::{Mutant, PROPERTIES, Property};

/// A mistake, and the properties that can show it.
const SHOWN: [(Mutant, &[&str]); 8] = [
    (
        Mutant::Insert1,
        &[
            "InsertPost",
            "InsertModel",
            "DeleteInsert",
            "InsertInsert",
            "InsertUnion",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Insert2,
        &[
            "InsertPost",
            "InsertModel",
            "DeleteInsert",
            "InsertInsert",
            "InsertUnion",
            "UnionDeleteInsert",
            "InsertDelete",
        ],
    ),
    (
        Mutant::Insert3,
        &[
            "InsertPost",
            "InsertModel",
            "InsertDelete",
            "InsertInsert",
            "InsertUnion",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Delete4,
        &[
            "DeleteModel",
            "DeletePost",
            "DeleteDelete",
            "DeleteInsert",
            "DeleteUnion",
            "InsertDelete",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Delete5,
        &[
            "DeleteModel",
            "DeletePost",
            "DeleteDelete",
            "DeleteInsert",
            "DeleteUnion",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Union6,
        &[
            "UnionValid",
            "UnionPost",
            "UnionModel",
            "DeleteUnion",
            "InsertUnion",
            "UnionDeleteInsert",
            "UnionUnionAssoc",
            "UnionUnionIdem",
        ],
    ),
    (
        Mutant::Union7,
        &[
            "UnionValid",
            "UnionPost",
            "UnionModel",
            "DeleteUnion",
            "InsertUnion",
            "UnionDeleteInsert",
            "UnionUnionAssoc",
        ],
    ),
    (
        Mutant::Union8,
        &[
            "UnionPost",
            "UnionModel",
            "DeleteUnion",
            "InsertUnion",
            "UnionDeleteInsert",
            "UnionUnionAssoc",
        ],
    ),
];

/// The 53 tasks.
pub fn tasks() -> Vec<(Mutant, &'static Property)> {
    let mut tasks = Vec::new();
    for (mutant, names) in SHOWN {
        for name in names {
            let property = PROPERTIES.iter().find(|property| property.name == *name);
            tasks.push((mutant, property.expect("the table names properties there are")));
        }
    }
    tasks
}
