//! Distances by type, derived ones included.

use super::{distance, falls};
use crate::feedback::Measure;
use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    num::{NonZero, Wrapping},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

#[test]
fn strings_have_an_edit_distance() {
    falls(&["zzzzzz", "debugs", "debug", "bugs", "bag", "bug"], |text| distance!(text == "bug"));
    assert_eq!("abcdef".distance("xabcdef"), 1.0, "one more in front");
    assert_eq!("abcdef".distance("abdef"), 1.0, "one less in the middle");
    assert_eq!("".distance("abc"), 3.0);
    let (long, other) = ("a".repeat(500), "b".repeat(300));
    assert!(long.distance(&other) > 200.0);
    let (owned, cow) = (String::from("bag"), Cow::Borrowed("bug"));
    assert!(
        distance!(owned == "bug") > 0.0
            && distance!(owned == cow) > 0.0
            && distance!(cow == "bug") == 0.0
    );
    assert!(distance!(owned < String::from("a")) < distance!(owned < String::from("A")));
}

#[test]
fn sequences_add_up_the_distances_of_their_elements() {
    falls(&[[90, 90], [1, 90], [1, 3], [1, 2]], |list| distance!(list == [1, 2]));
    let (vec, array) = (vec![1, 2, 4], [1, 2, 3]);
    assert!(distance!(vec == array) < distance!(vec == [7, 8, 9]));
    assert!(distance!(vec[..2] == array[1..]) > 0.0 && distance!(vec == array[..]) > 0.0);
    assert!(distance!(vec.as_slice() == array) > 0.0 && distance!(vec == [1, 2, 4]) == 0.0);
    assert!(distance!(vec <= vec![1, 2, 3]) < distance!(vec <= vec![-9, 900]));
    assert!(distance!(vec <= vec![1, 2]) > 0.0);
    let lists = [[1, 2], [1, 3], [70, 90]];
    let [one, near, far] = lists.map(VecDeque::from);
    assert!(0.0 < distance!(one == near) && distance!(one == near) < distance!(one == far));
    let [one, near, far] = lists.map(BTreeSet::from);
    assert!(0.0 < distance!(one == near) && distance!(one == near) < distance!(one == far));
    let (one, other) = (HashSet::from([1, 2]), HashSet::from([1, 3, 4]));
    assert_eq!(one.distance(&other), 3.0);
    let (one, other) = (HashMap::from([(1, 2)]), HashMap::from([(1, 9), (2, 0)]));
    assert!(one.distance(&other) > 1.0 && one.distance(&other) < 2.0);
    let [one, near, far] = [[(1, 2)], [(1, 9)], [(80, 90)]].map(BTreeMap::from);
    assert!(one.distance(&near) > 0.0 && one.distance(&near) < one.distance(&far));
    assert!([f64::NAN].distance(&[f64::NAN]) > 0.0);
}

#[test]
fn wrapped_values_have_the_distance_of_their_contents() {
    falls(&[None, Some(90), Some(4), Some(3)], |x| distance!(x == Some(3)));
    falls(&[Some(90), Some(4), Some(3)], |x| distance!(x <= Some(3)));
    falls(&[Err(3), Ok(90), Ok(4), Ok(3)], |x: Result<u8, u8>| distance!(x == Ok(3)));
    falls(&[(9, 'z'), (1, 'z'), (1, 'b'), (1, 'a')], |x| distance!(x == (1, 'a')));
    falls(&[(9, 'a'), (4, 'a'), (1, 'c'), (1, 'b'), (1, 'a')], |x| distance!(x <= (1, 'a')));
    falls(&[9, 4, 3], |x: i32| distance!(Box::new(x) == Box::new(3)));
    falls(&[9, 4, 3], |x: i32| distance!(Rc::new(x) == Rc::new(3) && Arc::new(x) == Arc::new(3)));
    falls(&[9, 4, 3], |x: i32| distance!(&&x == &&3));
    falls(&[9, 4, 3], |x: u8| distance!(Wrapping(x) == Wrapping(3) && Reverse(x) == Reverse(3)));
    falls(&[9, 4, 3], |x: u8| distance!(NonZero::new(x) == NonZero::new(3)));
    let second = Duration::from_secs;
    falls(&[second(90), second(4), second(3)], |x| distance!(x == second(3)));
    let now = Instant::now();
    falls(&[second(90), second(4), second(3)], |x| distance!(now + x <= now + second(3)));
    falls(&[second(90), second(4), second(3)], |x| {
        distance!(SystemTime::UNIX_EPOCH + x == SystemTime::UNIX_EPOCH + second(3))
    });
    falls(&[Ordering::Less, Ordering::Equal, Ordering::Greater], |x| {
        distance!(x == Ordering::Greater)
    });
    falls(&[false, true], |x| distance!(x == true));
    assert_eq!(().distance(&()), 0.0);
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Opaque(u8);

fn generic<T: PartialOrd>(one: T, other: T) -> f64 {
    super::recorded_distance(|| disprove::__private::condition!(one < other))
}

#[test]
fn types_without_a_measure_have_no_distance() {
    assert_eq!((distance!(Opaque(9) < Opaque(1)), distance!(Opaque(2) < Opaque(1))), (1.0, 1.0));
    assert_eq!(distance!(Opaque(1) == Opaque(1)), 0.0);
    assert_eq!((distance!(Opaque(9) == Opaque(1)), distance!(Opaque(2) == Opaque(1))), (1.0, 1.0));
    assert_eq!((generic(9, 1), generic(1, 9), generic("b", "a")), (1.0, 0.0, 1.0));
    assert_eq!(distance!([Opaque(3)].contains(&Opaque(4))), 1.0);
    assert_eq!(distance!(vec![Opaque(3)] == [Opaque(4)]), 1.0);
}

struct Lying(f64);

impl PartialEq for Lying {
    fn eq(&self, other: &Lying) -> bool {
        self.0 == other.0
    }
}

impl Measure for Lying {
    fn distance(&self, _: &Lying) -> f64 {
        self.0
    }
}

#[test]
fn a_measure_never_decides_whether_a_condition_holds() {
    for lie in [0.0, -0.0, -5.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
        let (one, other) = (Lying(lie), Lying(17.0));
        assert!(distance!(one == other) > 0.0);
        assert!(distance!(one == other && true) >= 1.0);
        assert_eq!(distance!(one != other), 0.0);
    }
}

#[derive(Debug, Clone, PartialEq, PartialOrd, disprove::Measure)]
enum Tree<T> {
    Leaf,
    Node { value: T, left: Box<Tree<T>>, right: Box<Tree<T>> },
    Pair(T, T),
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, disprove::Measure)]
struct Named {
    number: u32,
    opaque: Opaque,
}

#[derive(PartialEq, disprove::Measure)]
struct Unit;

#[derive(PartialEq, disprove::Measure)]
enum Never {}

#[test]
fn derived_measures_add_up_fields_and_distinguish_variants() {
    let _recording = super::Recording::start(false);
    let node =
        |value| Tree::Node { value, left: Box::new(Tree::Leaf), right: Box::new(Tree::Leaf) };
    let wanted = node(5);
    assert_eq!(wanted.distance(&wanted), 0.0);
    assert!(node(6).distance(&wanted) < node(60).distance(&wanted));
    assert!(node(i64::MAX).distance(&wanted) < Tree::Leaf.distance(&wanted));
    let pair = || Box::new(Tree::Pair(1, 1));
    let far = Tree::Node { value: i64::MAX, left: pair(), right: pair() };
    assert!(far.distance(&wanted) < Tree::Leaf.distance(&wanted), "all fields differ");
    assert!(Tree::Leaf.distance(&Tree::Pair(1, 1)) > Tree::Leaf.distance(&wanted));
    assert_eq!(Tree::Pair(7, 1).order(&Tree::Pair(3, 900)), 4.0);
    assert_eq!(Unit.distance(&Unit), 0.0);
    let named = |number, opaque| Named { number, opaque: Opaque(opaque) };
    falls(&[named(90, 0), named(4, 0), named(3, 0)], |x| distance!(x == named(3, 0)));
    assert!(distance!(named(3, 0) == named(3, 1)) > 0.0, "unknown, but not equal");
    let never: Option<Never> = None;
    assert!(distance!(never.is_none()) == 0.0);
}
