//! Little-endian numbers.

/// A number of the first four bytes, as far as there are so many.
pub fn little_endian(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = *from;
    }
    u32::from_le_bytes(word)
}
