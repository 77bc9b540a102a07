//! Smaller values, for tests that call `shrink` themselves. No run of this crate does.

use crate::Arbitrary;
use std::iter::{empty, once, successors};

/// Smaller values of a value.
pub(crate) type Shrinker<A> = Box<dyn Iterator<Item = A>>;

/// No smaller values. In disprove: nothing needs to be written.
///
/// ```
/// assert_eq!(quickcheck::empty_shrinker::<u8>().count(), 0);
/// ```
pub fn empty_shrinker<A: 'static>() -> Box<dyn Iterator<Item = A>> {
    Box::new(empty())
}

/// One smaller value. In disprove: nothing needs to be written.
///
/// ```
/// assert_eq!(quickcheck::single_shrinker(7).collect::<Vec<_>>(), [7]);
/// ```
pub fn single_shrinker<A: 'static>(value: A) -> Box<dyn Iterator<Item = A>> {
    Box::new(once(value))
}

/// Lists without some of the elements, and lists with one smaller element.
pub(crate) fn smaller_lists<A: Arbitrary>(list: &[A]) -> Shrinker<Vec<A>> {
    let length = list.len();
    let sizes =
        successors(Some(length).filter(|size| *size > 0), |size| (*size > 1).then_some(size / 2));
    let whole = list.to_vec();
    let shorter = sizes.flat_map(move |size| {
        let whole = whole.clone();
        (0..length).step_by(size).map(move |start| {
            let mut rest = whole.clone();
            rest.drain(start..(start + size).min(length));
            rest
        })
    });
    let whole = list.to_vec();
    let smaller = (0..length).flat_map(move |at| {
        let whole = whole.clone();
        whole[at].shrink().map(move |element| {
            let mut list = whole.clone();
            list[at] = element;
            list
        })
    });
    Box::new(shorter.chain(smaller))
}

#[cfg(test)]
mod tests {
    use crate::Arbitrary;

    #[test]
    fn values_shrink_to_smaller_ones() {
        assert_eq!(100_u8.shrink().collect::<Vec<_>>(), [0, 50, 75, 88, 94, 97, 99]);
        assert_eq!((-4_i32).shrink().collect::<Vec<_>>(), [4, 0, -2, -3]);
        assert_eq!(i8::MIN.shrink().count(), 8);
        assert_eq!(0_i64.shrink().count() + 0_u64.shrink().count(), 0);
        let lists: Vec<Vec<u8>> = vec![1, 2].shrink().collect();
        assert_eq!(lists, [vec![], vec![2], vec![1], vec![0, 2], vec![1, 0], vec![1, 1]]);
        assert_eq!("a".to_owned().shrink().collect::<Vec<_>>(), [""]);
        assert_eq!(Some(1_u8).shrink().collect::<Vec<_>>(), [None, Some(0)]);
        assert_eq!((1_u8, true).shrink().collect::<Vec<_>>(), [(0, true), (1, false)]);
        assert_eq!(f64::NAN.shrink().count(), 0);
        assert_eq!(2.5_f64.shrink().collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
    }
}
