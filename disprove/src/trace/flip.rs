//! Flip distances of comparisons: how far two operands are from comparing the other way.

use super::view::View;
use crate::{choice::Number, source::squash};

/// What a comparison asks. A relation and its negation, such as `<` and `>=`, have the same flip distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==` and `!=`.
    Equal,
    /// `<` and `>=`.
    Less,
    /// `<=` and `>`.
    AtMost,
    /// The operands are of interest to the search, but decide nothing alone.
    Undecided,
}

/// The distance from the other outcome, above 0; `None` if unknown.
pub(super) fn flip_distance(relation: Relation, left: &View<'_>, right: &View<'_>) -> Option<f64> {
    let difference = difference(left, right)?;
    Some(match relation {
        // One step makes equal values unequal.
        Relation::Equal if difference == 0.0 => 1.0,
        Relation::Equal => difference.abs(),
        Relation::Less if difference < 0.0 => -difference,
        Relation::Less => difference + 1.0,
        Relation::AtMost if difference > 0.0 => difference,
        Relation::AtMost => 1.0 - difference,
        Relation::Undecided => return None,
    })
}

/// `left - right`. For sequences its sign is that of the first elements that differ, and its size is the sum over all
/// elements.
fn difference(left: &View<'_>, right: &View<'_>) -> Option<f64> {
    Some(match (left, right) {
        (View::Number(left), View::Number(right)) => numbers(*left, *right),
        (View::Float(left), View::Float(right)) => floats(*left, *right),
        (View::Char(left), View::Char(right)) => numbers(number(*left), number(*right)),
        (View::Bool(left), View::Bool(right)) => f64::from(*left as i8 - *right as i8),
        (View::Text(left), View::Text(right)) => {
            sequences(left.chars().map(number), right.chars().map(number))
        }
        (View::Bytes(left), View::Bytes(right)) => {
            sequences(left.iter().map(|it| byte(*it)), right.iter().map(|it| byte(*it)))
        }
        (View::Numbers(left), View::Numbers(right)) => {
            sequences(left.iter().copied(), right.iter().copied())
        }
        _ => return None,
    })
}

fn number(character: char) -> Number {
    Number::natural(u128::from(u32::from(character)))
}

fn byte(byte: u8) -> Number {
    Number::natural(u128::from(byte))
}

/// Integer subtraction distinguishes large neighbors.
fn numbers(left: Number, right: Number) -> f64 {
    if left >= right {
        left.distance_above(right) as f64
    } else {
        -(right.distance_above(left) as f64)
    }
}

fn floats(left: f64, right: f64) -> f64 {
    // The difference of equal infinities is NaN.
    #[expect(clippy::float_cmp, reason = "equal values have no difference")]
    let same = left == right;
    if same { 0.0 } else { (left - right).clamp(-f64::MAX, f64::MAX) }
}

/// A missing element counts 1, a wrong one less.
fn sequences(
    mut left: impl Iterator<Item = Number>,
    mut right: impl Iterator<Item = Number>,
) -> f64 {
    let (mut sum, mut sign) = (0.0, 0.0);
    loop {
        let difference = match (left.next(), right.next()) {
            (None, None) => return sum * sign,
            (Some(_), None) => 1.0,
            (None, Some(_)) => -1.0,
            (Some(left), Some(right)) => match numbers(left, right) {
                0.0 => continue,
                difference => squash(difference.abs()).copysign(difference),
            },
        };
        sum += difference.abs();
        if sign == 0.0 {
            sign = 1.0_f64.copysign(difference);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Relation, flip_distance};
    use crate::trace::view::{View, Viewed};

    fn flip(relation: Relation, left: &View<'_>, right: &View<'_>) -> f64 {
        flip_distance(relation, left, right).unwrap()
    }

    #[test]
    fn numbers_flip_by_the_smallest_change() {
        use Relation::{AtMost, Equal, Less};
        for (relation, left, right, expected) in [
            (Equal, 3, 10, 7.0),
            (Equal, 10, -3, 13.0),
            (Equal, 4, 4, 1.0),
            (Less, 4, 4, 1.0),
            (Less, 7, 4, 4.0),
            (Less, 4, 7, 3.0),
            (AtMost, 7, 4, 3.0),
            (AtMost, 4, 4, 1.0),
            (AtMost, 4, 7, 4.0),
        ] {
            let found = flip(relation, &left.view(), &right.view());
            assert!((found - expected).abs() < 1e-9, "{relation:?} {left} {right}");
        }
        let huge = u128::MAX.view();
        assert!((flip(Equal, &huge, &(u128::MAX - 1).view()) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn sequences_flip_element_by_element() {
        use Relation::{Equal, Less};
        let near = |text: &str| flip(Equal, &text.view(), &"hello".view());
        assert!(near("hellp") < near("hellz"));
        assert!(near("hellz") < near("jellz"));
        assert!(near("hell") < near("hel"));
        let less = |list: &[u32]| flip(Less, &list.view(), &[5_u32, 5].view());
        assert!(less(&[6, 0]) < less(&[900, 0]));
    }

    #[test]
    fn floats_and_other_types() {
        let float = |left: f64| flip(Relation::Less, &left.view(), &0.5.view());
        assert!((float(0.0) - 0.5).abs() < 1e-9 && float(f64::INFINITY) >= f64::MAX);
        assert_eq!(flip_distance(Relation::Equal, &true.view(), &1.view()), None);
        assert_eq!(flip_distance(Relation::Undecided, &1.view(), &1.view()), None);
        assert!(flip_distance(Relation::Less, &f64::NAN.view(), &0.5.view()).unwrap().is_nan());
    }
}
