//! Random secrets of the dashboard: the token of its URL, and the nonce of its script.

use std::{fmt::Write as _, io};

/// Bytes of a secret: 128 bits cannot be guessed.
const BYTES: usize = 16;

/// A random secret in hexadecimal.
pub(super) fn secret() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut text = String::new();
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{BYTES, secret};

    #[test]
    fn secrets_differ() {
        let [one, other] = [(); 2].map(|()| secret().expect("random bytes"));
        assert!(one != other && one.len() == 2 * BYTES, "{one} {other}");
    }
}
