//! Distances of `all`, `any` and closures in options.

use super::{distance, falls};
use std::iter::zip;

#[test]
fn all_counts_the_elements_not_reached() {
    falls(&[[-1, -1, -1], [0, 9, 9], [1, -9, 1], [1, 1, -9], [1, 1, 0], [1, 1, 1]], |xs| {
        distance!(xs.iter().all(|x| *x > 0))
    });
    falls(&[[9, 1, 2, 3], [3, 1, 2, 3], [1, 2, 9, 3], [1, 2, 4, 3], [1, 2, 3, 3]], |xs| {
        distance!(xs.windows(2).all(|pair| pair[0] <= pair[1]))
    });
    falls(&[[9, 5], [2, 5], [0, 5], [0, -1]], |xs: [i32; 2]| distance!(!xs.iter().any(|x| *x > 0)));
}

#[test]
fn any_has_the_distance_of_the_nearest_element() {
    falls(&[[90, 90], [90, 50], [3, 50], [3, 1], [3, 0]], |xs| {
        distance!(xs.iter().any(|&x| x == 0))
    });
    falls(&[[90, 90], [50, 90], [50, 3], [50, 0]], |xs| distance!(!xs.iter().all(|&x| x > 0)));
    let empty: [i32; 0] = [];
    assert!(
        distance!(empty.iter().any(|x| *x == 0)) > distance!([i32::MAX].iter().any(|x| *x == 0))
    );
    assert_eq!(distance!(empty.iter().all(|x| *x == 0)), 0.0);
}

#[test]
fn conditions_in_closures_nest() {
    falls(&[[3, 90], [3, 80], [3, 4], [3, 5]], |xs| {
        distance!(xs.iter().all(|x| [3, 5].iter().any(|y| x == y)))
    });
    falls(&[[1, 9], [1, 3], [1, 2]], |xs| distance!(zip(&xs, &[1, 2]).all(|(x, y)| x == y)));
    falls(&[[1, 9], [1, 3], [1, 2]], |xs| distance!(xs.iter().zip([1, 2]).all(|(x, y)| *x == y)));
    falls(&[9, 4, 3], |x| distance!((0..2).all(|i| i < 2 && x == 3)));
    let limit = 3;
    falls(&[9, 4, 3], |x| distance!([x].into_iter().all(move |x: i32| x <= limit)));
    falls(&[[3, 9], [3, 6], [3, 5]], |xs| {
        distance!(xs.iter().enumerate().all(|(i, x)| *x == 3 + 2 * i))
    });
    falls(&["ab1", "aby", "abz"], |text| {
        distance!(text.chars().all(|c| c.is_alphabetic() && c != 'y'))
    });
}

#[test]
fn contents_of_options_and_results_have_distances() {
    falls(&[None, Some(90), Some(4), Some(3)], |x: Option<i32>| {
        distance!(x.is_some_and(|x| x == 3))
    });
    falls(&[Some(90), Some(4), Some(3)], |x: Option<i32>| distance!(x.is_none_or(|x| x == 3)));
    falls(&[Some(4), None], |x: Option<i32>| distance!(x.is_none_or(|x| x == 3)));
    falls(&[Err(1), Ok(90), Ok(4), Ok(3)], |x: Result<i32, i32>| {
        distance!(x.is_ok_and(|x| x == 3))
    });
    falls(&[Ok(1), Err(90), Err(3)], |x: Result<i32, i32>| distance!(x.is_err_and(|x| x == 3)));
    falls(&[None, Some(90), Some(4), Some(3)], |x: Option<i32>| {
        distance!(x.map_or(false, |x| x == 3))
    });
    falls(&[Some(9), Some(4), Some(3)], |x: Option<i32>| distance!(!x.is_some_and(|x| x > 3)));
    falls(&[Some(4), None], |x: Option<i32>| distance!(x.is_none()));
    falls(&[None, Some(4)], |x: Option<i32>| distance!(x.is_some()));
    let owned = Some(String::from("abc"));
    assert!(distance!(owned.clone().is_some_and(|text| text == "abd")) > 0.0);
    assert!(distance!(owned.as_ref().is_some_and(|text| text.len() == 3)) == 0.0);
}

#[test]
fn unrelated_methods_of_these_names_are_left_alone() {
    struct Both(bool, bool);
    impl Both {
        fn all(&self, test: impl Fn(bool) -> bool) -> bool {
            test(self.0) && test(self.1)
        }
        fn contains(self, other: bool) -> bool {
            self.0 == other || self.1 == other
        }
    }
    let both = Both(true, false);
    assert!(distance!(both.all(|b| b)) > 0.0);
    // Takes `self` by value, unlike the methods of this name in the standard library.
    let found = both.contains(false);
    assert_eq!(distance!(found), 0.0);
    let mut elements = [1, 2, 3].iter();
    assert!(disprove::__private::condition!(elements.any(|x| *x == 2)));
    assert_eq!(elements.next(), Some(&3));
    assert_eq!(distance!("abc".chars().all(char::is_alphabetic)), 0.0);
}
