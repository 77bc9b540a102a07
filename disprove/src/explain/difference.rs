//! Differences between two inputs.

use super::debug_node::DebugNode;

/// An input: the named arguments, and the values drawn in the body.
pub(super) type ParsedInput = Vec<(String, DebugNode)>;

/// PartPath to a part of an input: the number of the argument, then of the part at each level. The empty path is the whole
/// input.
pub(super) type PartPath = Vec<usize>;

/// The name of the calls of a state machine, which are a list of one argument. No argument has this name.
pub(crate) const CALLS: &str = "calls of the machine";

/// Paths to the smallest parts in which two inputs differ.
pub(super) fn difference(one: &ParsedInput, other: &ParsedInput) -> Vec<PartPath> {
    let mut paths = Vec::new();
    let same_names = one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0);
    if !same_names {
        return vec![PartPath::new()];
    }
    for (number, (mine, theirs)) in one.iter().zip(other).enumerate() {
        collect(&mine.1, &theirs.1, &mut vec![number], &mut paths);
    }
    paths
}

fn collect(one: &DebugNode, other: &DebugNode, path: &mut PartPath, paths: &mut Vec<PartPath>) {
    if one == other {
        return;
    }
    if !one.has_same_parts(other) {
        paths.push(path.clone());
        return;
    }
    for (number, (mine, theirs)) in one.parts.iter().zip(&other.parts).enumerate() {
        path.push(number);
        collect(&mine.1, &theirs.1, path, paths);
        path.pop();
    }
}

/// PartPath to the smallest part that contains all of these.
pub(super) fn common(paths: &[PartPath]) -> PartPath {
    let Some(first) = paths.first() else { return PartPath::new() };
    let mut length = first.len();
    for path in paths {
        length = first.iter().zip(path).take(length).take_while(|(a, b)| a == b).count();
    }
    first[..length].to_vec()
}

/// The part at a path.
pub(super) fn node_at<'a>(input: &'a ParsedInput, path: &[usize]) -> Option<&'a DebugNode> {
    let (argument, parts) = path.split_first()?;
    let mut node = &input.get(*argument)?.1;
    for part in parts {
        node = &node.parts.get(*part)?.1;
    }
    Some(node)
}

/// The name of a part, as a Rust expression.
pub(super) fn name(input: &ParsedInput, path: &[usize]) -> String {
    let Some((argument, parts)) = path.split_first() else { return "the input".to_owned() };
    let (name, mut node) = (&input[*argument].0, &input[*argument].1);
    if name == CALLS {
        return call_name(node, parts);
    }
    let mut name = if name.is_empty() { "input".to_owned() } else { name.clone() };
    for part in parts {
        name.push_str(&node.suffix(*part));
        node = &node.parts[*part].1;
    }
    name
}

/// The name of a part of the calls of a state machine, such as "key of call 2".
fn call_name(calls: &DebugNode, path: &[usize]) -> String {
    let Some((call, inside)) = path.split_first() else { return "calls".to_owned() };
    let call_name = format!("call {}", call.wrapping_add(1));
    let Some((argument, parts)) = inside.split_first() else { return call_name };
    let (name, node) = &calls.parts[*call].1.parts[*argument];
    let mut node = node;
    let mut name = name.clone().unwrap_or_else(|| format!("argument {}", argument + 1));
    for part in parts {
        name.push_str(&node.suffix(*part));
        node = &node.parts[*part].1;
    }
    format!("{name} of {call_name}")
}

/// Distance of two inputs: the number of parts that differ, and by how much.
pub(super) fn distance(one: &ParsedInput, other: &ParsedInput, paths: &[PartPath]) -> (usize, u64) {
    let mut amount = 0u64;
    for path in paths {
        amount = amount.saturating_add(match (node_at(one, path), node_at(other, path)) {
            (Some(mine), Some(theirs)) => part_distance(mine, theirs),
            _ => 1 << 20,
        });
    }
    (paths.len(), amount)
}

fn part_distance(one: &DebugNode, other: &DebugNode) -> u64 {
    let (mine, theirs) = (one.text(), other.text());
    let length = one.parts.len().abs_diff(other.parts.len()) as u64;
    if one.is_collection() && other.is_collection() && length > 0 {
        return length.saturating_mul(4).saturating_add(mine.len().abs_diff(theirs.len()) as u64);
    }
    if let (Ok(mine), Ok(theirs)) = (mine.parse::<f64>(), theirs.parse::<f64>()) {
        // Integers with a difference of 1 have distance 1; each further bit of the difference adds 1.
        return (1.0 + (mine - theirs).abs().max(0.5)).log2().clamp(0.0, 2048.0) as u64;
    }
    let changed = mine.chars().zip(theirs.chars()).filter(|(a, b)| a != b).count();
    (1 + changed + mine.len().abs_diff(theirs.len())) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(texts: &[&str]) -> ParsedInput {
        let mut input = ParsedInput::new();
        for (number, text) in texts.iter().enumerate() {
            input.push((["a", "b", "c"][number].to_owned(), DebugNode::parse(text)));
        }
        input
    }

    fn names(one: &[&str], other: &[&str]) -> Vec<String> {
        let (one, other) = (input(one), input(other));
        difference(&one, &other).iter().map(|path| name(&one, path)).collect()
    }

    #[test]
    fn finds_the_smallest_parts_that_differ() {
        assert_eq!(names(&["1", "2"], &["1", "2"]), [""; 0]);
        assert_eq!(names(&["1", "2"], &["1", "3"]), ["b"]);
        assert_eq!(names(&["[1, 2, 3]"], &["[1, 5, 6]"]), ["a[1]", "a[2]"]);
        assert_eq!(names(&["[1, 2, 3]"], &["[1, 2]"]), ["a"]);
        assert_eq!(names(&["P { x: Some(1) }"], &["P { x: Some(2) }"]), ["a.x.0"]);
        assert_eq!(names(&["P { x: Some(1) }"], &["P { x: None }"]), ["a.x"]);
        assert_eq!(names(&["1"], &["1", "2"]), ["the input"]);
    }

    #[test]
    fn finds_the_smallest_part_that_contains_others() {
        assert_eq!(common(&[vec![0, 1, 2], vec![0, 1, 3]]), [0, 1]);
        assert_eq!(common(&[vec![0, 1], vec![1]]), [0; 0]);
        assert_eq!(common(&[vec![0, 1]]), [0, 1]);
        assert_eq!(common(&[vec![0], vec![0, 1]]), [0]);
    }

    #[test]
    fn inputs_with_fewer_changes_are_nearer() {
        let from = input(&["10", "[1, 2]", "\"ab\""]);
        let distance_of = |texts: &[&str]| {
            let other = input(texts);
            distance(&from, &other, &difference(&from, &other))
        };
        assert!(
            distance_of(&["11", "[1, 2]", "\"ab\""]) < distance_of(&["100", "[1, 2]", "\"ab\""])
        );
        assert!(
            distance_of(&["100", "[1, 2]", "\"ab\""]) < distance_of(&["11", "[1, 3]", "\"ab\""])
        );
        assert!(distance_of(&["10", "[1]", "\"ab\""]) < distance_of(&["10", "[]", "\"ab\""]));
        assert!(distance_of(&["10", "[1, 2]", "\"a\""]) < distance_of(&["10", "[1, 2]", "\"\""]));
    }
}
