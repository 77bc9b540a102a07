//! Inputs of fuzz targets: a choice tree, or the seed of a random case.

use super::PERCENT;
#[cfg(any(test, feature = "fuzz"))]
use super::{CaseSeed, Dictionary, size_and_distribution};
use crate::choice::{DecodeError, Tree, from_base64, to_base64};

/// An input of a fuzz target.
#[derive(Clone, Debug)]
pub(crate) enum FuzzInput {
    Tree(Tree),
    /// A random stream and a size: where there is no tree to mutate yet.
    Random {
        random_state: u64,
        size: u32,
    },
}

/// The version of random cases, after those of trees.
const RANDOM: u8 = 3;

/// The start of an input as text.
const PREFIX: &str = "f:";

impl FuzzInput {
    /// Decodes the bytes of a fuzz target.
    pub(crate) fn decode(bytes: &[u8]) -> Result<FuzzInput, DecodeError> {
        let random = bytes.strip_prefix(&[RANDOM]).and_then(|rest| rest.split_first_chunk::<8>());
        if let Some((state, size)) = random {
            if let Ok(size) = size.try_into().map(u32::from_le_bytes) {
                if size & PERCENT <= 100 {
                    return Ok(FuzzInput::Random {
                        random_state: u64::from_le_bytes(*state),
                        size,
                    });
                }
            }
        }
        Tree::from_structured(bytes).map(FuzzInput::Tree)
    }

    /// A random case, with one of the distributions that draw no literals: other processes know other literals.
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn random(random_state: u64, case: u64) -> FuzzInput {
        let distribution = Dictionary::empty().order().of_case(case);
        FuzzInput::Random { random_state, size: size_and_distribution(100, distribution) }
    }

    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            FuzzInput::Tree(tree) => tree.to_structured(),
            FuzzInput::Random { random_state, size } => {
                let mut bytes = vec![RANDOM];
                bytes.extend(random_state.to_le_bytes());
                bytes.extend(size.to_le_bytes());
                bytes
            }
        }
    }

    /// Decodes the text of [`fuzz_input_text`].
    pub(crate) fn from_text(text: &str) -> Option<FuzzInput> {
        FuzzInput::decode(&from_base64(text.strip_prefix(PREFIX)?)?).ok()
    }

    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn into_case_seed(self) -> CaseSeed {
        match self {
            FuzzInput::Tree(tree) => CaseSeed::of(tree),
            FuzzInput::Random { random_state, size } => CaseSeed::random(random_state, size),
        }
    }
}

/// The input of a fuzz target as text, for the job of a worker.
///
/// # Errors
/// If it is not an input.
pub fn fuzz_input_text(bytes: &[u8]) -> Result<String, DecodeError> {
    FuzzInput::decode(bytes).map(|_| PREFIX.to_owned() + &to_base64(bytes))
}

#[cfg(test)]
mod tests {
    use super::{FuzzInput, Tree, fuzz_input_text};

    #[test]
    fn trees_and_seeds_are_read_back_from_bytes_and_text() {
        let mut tree = Tree::default();
        tree.push(&crate::choice::predefined::PREDEFINED[0], &crate::choice::Value::Bool(true));
        let token = tree.to_token();
        for bytes in [tree.to_bytes(), FuzzInput::Tree(tree).encode()] {
            let text = fuzz_input_text(&bytes).expect("an input");
            let Some(FuzzInput::Tree(again)) = FuzzInput::from_text(&text) else {
                panic!("{text}")
            };
            assert_eq!(again.to_token(), token);
        }
        let random = FuzzInput::Random { random_state: 0x1234_5678_9abc_def0, size: 0x0350 };
        let text = fuzz_input_text(&random.encode()).expect("an input");
        let Some(FuzzInput::Random { random_state, size }) = FuzzInput::from_text(&text) else {
            panic!("{text}")
        };
        assert_eq!((random_state, size), (0x1234_5678_9abc_def0, 0x0350));
        for bytes in [&b""[..], b"\n", b"\x03", b"\x03123456789", b"\x0312345678\xff000"] {
            assert!(fuzz_input_text(bytes).is_err(), "{bytes:?}");
        }
    }
}
