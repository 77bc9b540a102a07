//! The simplicity order of byte strings: shorter ones first, then by the first byte that differs.

use std::cmp::Ordering;

use super::alphabet::{nth_sequence, sequence_count, sequence_index};

/// The number of values of a byte.
const VALUES: u32 = 256;

/// Orders byte strings by simplicity.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// The index of `bytes` among the byte strings of at least `min` bytes. `None` if it is shorter or the index has more
/// than 128 bits.
pub(crate) fn byte_index(min: usize, bytes: &[u8]) -> Option<u128> {
    let digits = bytes.iter().map(|&byte| Some(u32::from(byte)));
    sequence_index(VALUES, min, bytes.len(), digits)
}

/// The byte string at this index among those of `min` to `max` bytes. `None` past the last one, and for more than
/// 8192 bytes.
pub(crate) fn nth_bytes(min: usize, max: usize, index: u128) -> Option<Vec<u8>> {
    let digits = nth_sequence(VALUES, min, max, index)?;
    let mut bytes = Vec::new();
    for digit in digits {
        bytes.push(digit as u8);
    }
    Some(bytes)
}

/// The number of byte strings of `min` to `max` bytes; `None` if it has more than 128 bits.
pub(crate) fn bytes_count(min: usize, max: usize) -> Option<u128> {
    sequence_count(VALUES, min, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_strings_round_trip_and_agree_with_compare() {
        for (min, max) in [(0, 0), (0, 2), (1, 1), (1, 2)] {
            let strings: Vec<Vec<u8>> =
                (0..).map_while(|index| nth_bytes(min, max, index)).collect();
            assert_eq!(bytes_count(min, max), Some(strings.len() as u128));
            for (index, bytes) in strings.iter().enumerate() {
                assert_eq!(byte_index(min, bytes), Some(index as u128));
            }
            for pair in strings.windows(2) {
                assert_eq!(compare(&pair[0], &pair[1]), Ordering::Less, "{pair:?}");
            }
        }
    }

    #[test]
    fn short_byte_strings_have_known_indices() {
        assert_eq!(byte_index(0, &[]), Some(0));
        assert_eq!(byte_index(0, &[0]), Some(1));
        assert_eq!(byte_index(0, &[0, 0]), Some(257));
        assert_eq!(byte_index(2, &[1, 2]), Some(258));
        assert_eq!(byte_index(2, &[1]), None);
        assert_eq!(nth_bytes(3, 9, 0), Some(vec![0, 0, 0]));
    }

    #[test]
    fn an_index_or_count_over_128_bits_is_none() {
        assert_eq!(byte_index(16, &[255; 16]), Some(u128::MAX));
        assert_eq!(byte_index(0, &[255; 16]), None);
        assert_eq!(byte_index(17, &[0; 17]), Some(0));
        assert_eq!(bytes_count(0, 16), None);
        assert_eq!(bytes_count(0, 15), Some(((1 << 120) - 1) / 255 * 256 + 1));
        assert_eq!(nth_bytes(8193, usize::MAX, 0), None);
    }
}
