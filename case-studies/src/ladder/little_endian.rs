//! Little-endian numbers.

/// A number made of the first four bytes, or fewer if the input is shorter.
pub fn little_endian(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = *from;
    }
    u32::from_le_bytes(word)
}
