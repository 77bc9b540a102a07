//! Choices with their spans as bytes: the inputs of fuzz targets.
//!
//! Unlike a token, the bytes guide a replay by spans, so that a mutated tree does not scramble what follows the mutation.
//! Unlike an image, they are short, and may be stored: bounds and sites are left out, and labels are hashes of type names. Where a
//! label has changed since, the replay takes the simplest value.
//!
//! Version 2: choices as in version 1, and between them the starts and ends of spans, which have a kind of their own. Its
//! payload is 0 for an end, 1 for a start with a new label, and more for the label of an earlier start. The top bit
//! says that a continue flag follows the start. Other continue flags are bools with a payload of 2 or 3. The last byte
//! is a checksum.

#[cfg(any(test, feature = "fuzz", feature = "conformance"))]
mod encode;

use super::{
    DecodeError, Label, Value,
    codec::{AFTER_TRUE, BOOL, ENDS_EARLY, MORE, checksum, read_choice, read_number, take},
    predefined::{CONTINUE, PREDEFINED},
    tree::{Span, Tree},
};

const VERSION: u8 = 2;

/// The kind of the starts and ends of spans, which no choice has.
const SPAN: u8 = 7;
const END: u128 = 0;
const NEW: u128 = 1;
/// The first payload of a known label.
const KNOWN: u128 = 2;

/// Added to the payload of a bool that is a continue flag.
const FLAG: u128 = 2;

impl Tree {
    /// Decodes the bytes of `Tree::to_structured`, or those of [`Tree::to_bytes`], which have no spans.
    pub(crate) fn from_structured(bytes: &[u8]) -> Result<Tree, DecodeError> {
        let Some((check, covered)) = bytes.split_last().filter(|_| bytes[0] == VERSION) else {
            return Tree::from_bytes(bytes);
        };
        if checksum(covered) != *check {
            return Err(DecodeError::new("checksum mismatch"));
        }
        let mut rest = covered.get(1..).unwrap_or_default();
        let mut tree = Tree::default();
        let mut known: Vec<Label> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        while let Some((head, after)) = rest.split_first() {
            rest = after;
            let kind = head >> 4 & 7;
            let mut payload = u128::from(head & 15);
            if payload == MORE {
                payload = payload.saturating_add(read_number(&mut rest)?);
            }
            if kind == BOOL && payload >= FLAG {
                tree.push(&PREDEFINED[CONTINUE as usize], &Value::Bool(payload > FLAG));
            } else if kind != SPAN {
                let (bounds, value) = read_choice(kind, payload, &mut rest)?;
                tree.push(&bounds, &value);
            } else if payload == END {
                let at = open.pop().ok_or(UNBALANCED)?;
                tree.spans[at].end = tree.choices.len() as u32;
                tree.spans[at].next = tree.spans.len() as u32;
            } else {
                if payload == NEW {
                    let label = take(&mut rest, 8)?.try_into().expect("eight bytes were taken");
                    known.push(Label::from_bits(u64::from_le_bytes(label)));
                }
                let at = if payload == NEW { known.len() - 1 } else { (payload - KNOWN) as usize };
                let label = *known.get(at).ok_or(UNBALANCED)?;
                open.push(tree.spans.len());
                tree.spans.push(Span::new(label, tree.choices.len() as u32, 0));
                if head & AFTER_TRUE != 0 {
                    tree.push(&PREDEFINED[CONTINUE as usize], &Value::Bool(true));
                }
            }
        }
        if open.is_empty() { Ok(tree) } else { Err(ENDS_EARLY) }
    }
}

const UNBALANCED: DecodeError = DecodeError::new("a span ends that has not started");

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::{
        generator::{Generator, IntoGenerator, any, vec},
        random::Random,
        source::{CaseSeed, Source},
    };

    type Values = (Vec<Vec<u8>>, String, Option<(f64, u128, i64)>, Vec<(bool, String)>);

    fn recorded(case: u64) -> (Tree, Values) {
        let mut src = Source::recording();
        src.record(Random::for_case(7, case), (case % 101) as u32);
        let value = any::<Values>().generate(&mut src);
        (src.take_tree(), value)
    }

    #[test]
    fn decoded_spans_and_values_are_those_of_the_tree() {
        for case in 0..200 {
            let (tree, value) = recorded(case);
            let bytes = tree.to_structured();
            let again = Tree::from_structured(&bytes).expect("it was just encoded");
            assert_eq!(again.to_token(), tree.to_token());
            assert_eq!(again.spans.len(), tree.spans.len());
            for (one, other) in again.spans.iter().zip(&tree.spans) {
                assert_eq!((one.label, one.start, one.end), (other.label, other.start, other.end));
                assert_eq!(one.next, other.next);
            }
            for at in 0..tree.spans.len() {
                let flags = [&tree, &again].map(|tree| tree.continue_flag(at).map(|it| it.value));
                assert_eq!(flags[0], flags[1]);
            }
            assert_eq!(again.to_structured(), bytes);
            let mut src = Source::recording();
            src.start_from(&CaseSeed::of(again));
            assert_eq!(format!("{:?}", any::<Values>().generate(&mut src)), format!("{value:?}"));
        }
    }

    #[test]
    fn a_replay_is_guided_by_spans() {
        let pairs = (vec(any::<u8>()), vec(any::<u8>())).into_generator();
        let tree = pairs.encode(&(std::vec![1, 2], std::vec![3, 4])).expect("all are allowed");
        let mut damaged = Tree::from_structured(&tree.to_structured()).expect("a tree");
        // The first list ends after its first element; what is left of it is not read by the second one.
        let second =
            (0..damaged.spans.len()).filter(|at| damaged.continue_flag(*at).is_some()).nth(1);
        let flag = damaged.spans[second.expect("an element")].start as usize;
        damaged.choices[flag].value = 0;
        let again = Tree::from_structured(&damaged.to_structured()).expect("a tree");
        let mut src = Source::recording();
        src.start_from(&CaseSeed::of(again));
        assert_eq!(pairs.generate(&mut src), (std::vec![1], std::vec![3, 4]));
    }

    #[test]
    fn bytes_without_spans_are_accepted_and_damaged_bytes_are_not() {
        let (tree, _) = recorded(9);
        let flat = Tree::from_structured(&tree.to_bytes()).expect("version 1");
        assert_eq!((flat.spans.len(), flat.to_token()), (0, tree.to_token()));
        let bytes = tree.to_structured();
        assert!(Tree::from_structured(&[]).is_err() && Tree::from_structured(&[2]).is_err());
        for at in 0..bytes.len() {
            assert!(Tree::from_structured(&bytes[..at]).is_err(), "{at}");
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Tree::from_structured(&damaged).is_err(), "{at}");
        }
    }
}
