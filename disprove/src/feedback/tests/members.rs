//! Branch distance of membership conditions.

use super::{falls, far};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    rc::Rc,
};

#[test]
fn ranges_are_approached_from_both_sides() {
    falls(&[90, 12, 10, 9], |x| far!((0..10).contains(&x)));
    falls(&[-90, -1, 0], |x| far!((0..10).contains(&x)));
    falls(&[90, 11, 10], |x| far!((0..=10).contains(&x)));
    falls(&[-90, -1, 0], |x| far!((0..).contains(&x)));
    falls(&[90, 10, 9], |x| far!((..10).contains(&x)));
    falls(&[90, 11, 10], |x| far!((..=10).contains(&x)));
    falls(&['~', '{', 'z'], |x| far!(('a'..='z').contains(&x)));
    falls(&[9.0, 1.5, 0.5], |x| far!((0.0..1.0).contains(&x)));
    falls(&[50, 90], |x| far!(!(0..60).contains(&x)));
    let backwards = 5..3;
    assert!(far!(backwards.contains(&4)) > 0.0);
}

#[test]
fn collections_are_approached_at_their_nearest_member() {
    let members = [10, 20, 30];
    let values = [900, 45, 26, 21, 20];
    let vec = members.to_vec();
    falls(&values, |x| far!(vec.contains(&x)));
    falls(&values, |x| far!(members.contains(&x)));
    falls(&values, |x| far!(members[..].contains(&x)));
    let queue: VecDeque<i32> = members.into();
    falls(&values, |x| far!(queue.contains(&x)));
    let (sorted, hashed) = (BTreeSet::from(members), HashSet::from(members));
    falls(&values, |x| far!(sorted.contains(&x)));
    falls(&values, |x| far!(hashed.contains(&x)));
    let map: BTreeMap<i32, ()> = members.map(|x| (x, ())).into();
    falls(&values, |x| far!(map.contains_key(&x)));
    let map: HashMap<i32, ()> = members.map(|x| (x, ())).into();
    falls(&values, |x| far!(map.contains_key(&x)));
    let shared = Rc::new(members.to_vec());
    falls(&values, |x| {
        let x = &x;
        far!(shared.contains(x))
    });
    let empty: Vec<i32> = Vec::new();
    assert!(far!(empty.contains(&3)) > far!(vec.contains(&i32::MIN)));
    falls(&[20, 21], |x| far!(!vec.contains(&x)));
    let names: HashSet<String> = ["ada".to_string()].into();
    falls(&["xyz", "adz", "ada"], |name| far!(names.contains(name)));
}

#[test]
fn texts_are_approached_at_their_nearest_part() {
    falls(&["", "xxxxx", "xbxxx", "xbxgx", "xbvgx", "xbugx"], |text| far!(text.contains("bug")));
    falls(&["", "zzz", "zug", "cug", "bug"], |text| far!(text.starts_with("bug")));
    falls(&["", "x", "xg", "xug", "xbug"], |text| far!(text.ends_with("bug")));
    let owned = String::from("bag");
    assert!(far!(owned.contains("bug")) < far!(owned.contains("zzz")));
    assert!(far!(owned.starts_with('c')) < far!(owned.starts_with('z')));
    assert!(far!(owned.contains('h')) < far!(owned.contains('z')));
    assert!(far!(owned.contains(&String::from("ag"))) == 0.0);
    assert!(far!(owned.contains(char::is_numeric)) > 0.0);
    assert!(far!(owned.contains(|c| c == 'z')) > 0.0);
    assert!(far!(owned.contains(['x', 'z'])) > 0.0);
    let long = "a".repeat(100_000);
    assert!(far!(long.contains("ab")) > 0.0);
}

#[test]
fn slices_begin_and_end() {
    falls(&[[9, 9, 9], [1, 9, 9], [1, 3, 9], [1, 2, 9]], |xs| far!(xs.starts_with(&[1, 2])));
    falls(&[[9, 9, 9], [9, 9, 2], [9, 1, 2]], |xs| far!(xs.ends_with(&[1, 2])));
    let (list, part) = (vec![1, 2, 3], vec![1, 5]);
    assert!(far!(list.starts_with(&part)) > 0.0);
    assert!(far!(list.starts_with(&[])) == 0.0);
    let short: [i32; 1] = [1];
    assert!(far!(short.starts_with(&[1, 2, 3])) > far!(short.starts_with(&[1, 2])));
}

#[test]
fn emptiness_and_order_are_approached() {
    falls(&["abc", "ab", "a", ""], |text| far!(text.is_empty()));
    falls(&[&[1, 2][..], &[1], &[]], |list| far!(list.is_empty()));
    falls(&["", "a"], |text| far!(!text.is_empty()));
    falls(&["", "a", "abc"], |text| far!(text.len() == 3));
    falls(&[[3, 2, 1], [1, 9, 2], [1, 3, 2], [1, 2, 2]], |list| far!(list.is_sorted()));
    let list = vec![9.5, f64::NAN];
    assert!(far!(list.is_sorted()) > 0.0);
    assert!(far!([3, 1].iter().is_sorted()) > 0.0);
    let map: HashMap<u8, u8> = [(1, 1)].into();
    assert!(far!(map.is_empty()) > 0.0);
    assert!(far!((0..5).is_empty()) > 0.0);
}
