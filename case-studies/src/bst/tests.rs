//! Tests of the binary search trees.

use super::*;
use disprove::prelude::*;

fn report(property: &Property, mutant: Option<Mutant>, trees: Trees, cases: u64) -> Report<Input> {
    check(inputs(property, trees))
        .seed(1)
        .cases(cases)
        .max_executions(cases)
        .search(Search::Random)
        .database(Db::none())
        .max_failures(1)
        .reduce(false)
        .run(|input| property.check(Operations(mutant), &input))
}

fn tree(keys: &[i32]) -> Tree {
    let insert = |tree, key: &i32| Operations(None).insert(*key, -key, &tree);
    keys.iter().fold(Tree::Empty, insert)
}

fn keys(tree: &Tree) -> Vec<i32> {
    tree.list().iter().map(|(key, _)| *key).collect()
}

#[test]
fn there_are_53_tasks_and_every_mutant_has_some() {
    let tasks = tasks();
    assert_eq!(tasks.len(), 53);
    let counts = Mutant::ALL.map(|mutant| tasks.iter().filter(|task| task.0 == mutant).count());
    assert_eq!(counts, [6, 7, 6, 7, 6, 8, 7, 6]);
    assert_eq!(Mutant::ALL.map(Mutant::name)[5..], ["union_6", "union_7", "union_8"]);
}

#[test]
fn the_correct_operations_do_what_they_should() {
    let ops = Operations(None);
    let all = tree(&[5, 2, 8, 1, 3, 9, 7]);
    assert!(all.is_valid());
    assert_eq!(keys(&ops.delete(5, &all)), [1, 2, 3, 7, 8, 9]);
    assert!(ops.delete(5, &all).is_valid());
    assert_eq!(ops.delete(4, &all), all);
    assert_eq!((all.find(3), all.find(4)), (Some(-3), None));
    assert_eq!(ops.insert(3, 30, &all).find(3), Some(30));
    let united = ops.union(&tree(&[4, 2, 6]), &ops.insert(2, 77, &all));
    assert_eq!(keys(&united), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert!(united.is_valid());
    assert_eq!(united.find(2), Some(-2));
}

#[test]
fn keys_out_of_order_or_twice_are_no_search_tree() {
    let leaf = |key| Tree::leaf(key, 0);
    assert!(Tree::node(leaf(1), 2, 0, leaf(3)).is_valid());
    assert!(!Tree::node(leaf(2), 2, 0, Tree::Empty).is_valid());
    assert!(!Tree::node(Tree::Empty, 2, 0, leaf(2)).is_valid());
    let far = Tree::node(leaf(1), 2, 0, leaf(9));
    assert!(!Tree::node(far, 5, 0, Tree::Empty).is_valid());
}

#[test]
fn the_correct_tree_has_all_properties() {
    for property in &PROPERTIES {
        let report = report(property, None, Trees::Bespoke, 2_000);
        assert_eq!(report.cases(), 2_000, "{}: search trees only", property.name);
        assert_eq!(report.verdict(), Verdict::Passed, "{}: {report}", property.name);
        for trees in [Trees::Derived, Trees::Narrow] {
            let report = self::report(property, None, trees, 2_000);
            assert!(report.failures().is_empty(), "{}: {report}", property.name);
        }
    }
}

#[test]
fn derived_trees_are_search_trees_now_and_then() {
    for property in &PROPERTIES {
        let report = report(property, None, Trees::Derived, 2_000);
        let valid = report.cases() as f64 / report.executions() as f64;
        assert!((0.02..0.9).contains(&valid), "{}: {valid}", property.name);
    }
}

#[test]
fn every_task_is_solved_with_search_trees() {
    for (mutant, property) in tasks() {
        let report = report(property, Some(mutant), Trees::Narrow, 2_000);
        let task = format!("{} by {}", mutant.name(), property.name);
        let failure = report.failures().first().unwrap_or_else(|| panic!("{task}"));
        let (operations, input) = (Operations(None), failure.value());
        assert!((property.holds)(operations, input), "{task}: {input:?} is not a counterexample");
    }
}

#[test]
fn nearly_every_task_is_solved_where_keys_seldom_meet() {
    let solved = |(mutant, property): &(Mutant, &Property)| {
        !report(property, Some(*mutant), Trees::Bespoke, 2_500).failures().is_empty()
    };
    let solved = tasks().iter().filter(|task| solved(task)).count();
    assert!(solved >= 51, "{solved} of 53");
}

#[test]
fn what_is_no_task_cannot_be_solved() {
    let tasks = tasks();
    for mutant in Mutant::ALL {
        for property in &PROPERTIES {
            let is_task =
                |task: &(Mutant, &Property)| (task.0, task.1.name) == (mutant, property.name);
            if !tasks.iter().any(is_task) {
                let report = report(property, Some(mutant), Trees::Narrow, 300);
                assert!(report.failures().is_empty(), "{} {}", mutant.name(), property.name);
            }
        }
    }
}
