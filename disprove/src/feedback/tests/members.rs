//! Distances of `contains`, `starts_with`, `is_empty` and `is_sorted`.

use super::{distance, falls};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    rc::Rc,
};

#[test]
fn distances_to_a_range_fall_from_both_sides() {
    falls(&[90, 12, 10, 9], |x| distance!((0..10).contains(&x)));
    falls(&[-90, -1, 0], |x| distance!((0..10).contains(&x)));
    falls(&[90, 11, 10], |x| distance!((0..=10).contains(&x)));
    falls(&[-90, -1, 0], |x| distance!((0..).contains(&x)));
    falls(&[90, 10, 9], |x| distance!((..10).contains(&x)));
    falls(&[90, 11, 10], |x| distance!((..=10).contains(&x)));
    falls(&['~', '{', 'z'], |x| distance!(('a'..='z').contains(&x)));
    falls(&[9.0, 1.5, 0.5], |x| distance!((0.0..1.0).contains(&x)));
    falls(&[50, 90], |x| distance!(!(0..60).contains(&x)));
    let backwards = 5..3;
    assert!(distance!(backwards.contains(&4)) > 0.0);
}

#[test]
fn the_nearest_member_of_a_collection_counts() {
    let members = [10, 20, 30];
    let values = [900, 45, 26, 21, 20];
    let vec = members.to_vec();
    falls(&values, |x| distance!(vec.contains(&x)));
    falls(&values, |x| distance!(members.contains(&x)));
    falls(&values, |x| distance!(members[..].contains(&x)));
    let queue: VecDeque<i32> = members.into();
    falls(&values, |x| distance!(queue.contains(&x)));
    let (sorted, hashed) = (BTreeSet::from(members), HashSet::from(members));
    falls(&values, |x| distance!(sorted.contains(&x)));
    falls(&values, |x| distance!(hashed.contains(&x)));
    let map: BTreeMap<i32, ()> = members.map(|x| (x, ())).into();
    falls(&values, |x| distance!(map.contains_key(&x)));
    let map: HashMap<i32, ()> = members.map(|x| (x, ())).into();
    falls(&values, |x| distance!(map.contains_key(&x)));
    let shared = Rc::new(members.to_vec());
    falls(&values, |x| {
        let x = &x;
        distance!(shared.contains(x))
    });
    let empty: Vec<i32> = Vec::new();
    assert!(distance!(empty.contains(&3)) > distance!(vec.contains(&i32::MIN)));
    falls(&[20, 21], |x| distance!(!vec.contains(&x)));
    let names: HashSet<String> = ["ada".to_string()].into();
    falls(&["xyz", "adz", "ada"], |name| distance!(names.contains(name)));
}

#[test]
fn the_nearest_substring_counts() {
    falls(&["", "xxxxx", "xbxxx", "xbxgx", "xbvgx", "xbugx"], |text| {
        distance!(text.contains("bug"))
    });
    falls(&["", "zzz", "zug", "cug", "bug"], |text| distance!(text.starts_with("bug")));
    falls(&["", "x", "xg", "xug", "xbug"], |text| distance!(text.ends_with("bug")));
    let owned = String::from("bag");
    assert!(distance!(owned.contains("bug")) < distance!(owned.contains("zzz")));
    assert!(distance!(owned.starts_with('c')) < distance!(owned.starts_with('z')));
    assert!(distance!(owned.contains('h')) < distance!(owned.contains('z')));
    assert!(distance!(owned.contains(&String::from("ag"))) == 0.0);
    assert!(distance!(owned.contains(char::is_numeric)) > 0.0);
    assert!(distance!(owned.contains(|c| c == 'z')) > 0.0);
    assert!(distance!(owned.contains(['x', 'z'])) > 0.0);
    let long = "a".repeat(100_000);
    assert!(distance!(long.contains("ab")) > 0.0);
}

#[test]
fn prefixes_and_suffixes_of_slices_have_distances() {
    falls(&[[9, 9, 9], [1, 9, 9], [1, 3, 9], [1, 2, 9]], |xs| distance!(xs.starts_with(&[1, 2])));
    falls(&[[9, 9, 9], [9, 9, 2], [9, 1, 2]], |xs| distance!(xs.ends_with(&[1, 2])));
    let (list, part) = (vec![1, 2, 3], vec![1, 5]);
    assert!(distance!(list.starts_with(&part)) > 0.0);
    assert!(distance!(list.starts_with(&[])) == 0.0);
    let short: [i32; 1] = [1];
    assert!(distance!(short.starts_with(&[1, 2, 3])) > distance!(short.starts_with(&[1, 2])));
}

#[test]
fn is_empty_and_is_sorted_have_falling_distances() {
    falls(&["abc", "ab", "a", ""], |text| distance!(text.is_empty()));
    falls(&[&[1, 2][..], &[1], &[]], |list| distance!(list.is_empty()));
    falls(&["", "a"], |text| distance!(!text.is_empty()));
    falls(&["", "a", "abc"], |text| distance!(text.len() == 3));
    falls(&[[3, 2, 1], [1, 9, 2], [1, 3, 2], [1, 2, 2]], |list| distance!(list.is_sorted()));
    let list = vec![9.5, f64::NAN];
    assert!(distance!(list.is_sorted()) > 0.0);
    assert!(distance!([3, 1].iter().is_sorted()) > 0.0);
    let map: HashMap<u8, u8> = [(1, 1)].into();
    assert!(distance!(map.is_empty()) > 0.0);
    assert!(distance!((0..5).is_empty()) > 0.0);
}
