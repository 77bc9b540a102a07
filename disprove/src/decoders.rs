//! Every decoder of stored data as a function of bytes, for tests that feed them damaged data.

use crate::{
    choice::Tree,
    database,
    generator::{Generator, any},
    literals,
    random::Random,
    settings,
    source::{Fill, FuzzInput, Source},
    worker,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};

/// A decoder.
#[derive(Clone, Copy, Debug)]
pub struct Decoder {
    /// What it decodes.
    pub name: &'static str,
    /// Decodes bytes; returns whether all of them are valid.
    pub accepts: fn(&[u8]) -> bool,
    /// Valid data, of different size and content for each number.
    pub valid: fn(u64) -> Vec<u8>,
}

/// All decoders. Corpus files are entries of a database.
pub const DECODERS: [Decoder; 12] = [
    Decoder { name: "replay token", accepts: token, valid: |n| tree(n).to_token().into_bytes() },
    Decoder { name: "replay", accepts: replay, valid: |n| choices(&tree(n)) },
    Decoder {
        name: "tree bytes",
        accepts: |bytes| Tree::from_bytes(bytes).is_ok(),
        valid: |n| tree(n).to_bytes(),
    },
    Decoder {
        name: "tree image",
        accepts: |bytes| Tree::from_image(bytes).is_some(),
        valid: |n| tree(n).to_image(),
    },
    Decoder {
        name: "fuzz input",
        accepts: |bytes| FuzzInput::decode(bytes).is_ok(),
        valid: |n| tree(n).to_structured(),
    },
    Decoder {
        name: "database entry",
        accepts: database::decodes_entry,
        valid: |n| (tree(n).to_token() + "\n").into_bytes(),
    },
    Decoder {
        name: "regression file",
        accepts: database::decodes_regressions,
        valid: |n| {
            let [a, b] = [tree(n).to_token(), tree(n / 2).to_token()];
            format!("# A comment\n\n{a}\n# Another\n{b}\n").into_bytes()
        },
    },
    Decoder { name: "settings file", accepts: settings::decodes_file, valid: settings_file },
    Decoder {
        name: "worker job",
        accepts: worker::decodes_job,
        valid: |n| worker::encoded_job(n, &tree(n).to_token()).into_bytes(),
    },
    Decoder {
        name: "worker reply",
        accepts: worker::decodes_reply,
        valid: |n| worker::encoded_reply(n, &tree(n).to_token()).into_bytes(),
    },
    Decoder {
        name: "journal",
        accepts: worker::decodes_journal,
        valid: |n| worker::encoded_journal(n, &choices(&tree(n))),
    },
    Decoder { name: "literals", accepts: literals::decodes_cache, valid: literals::encoded_cache },
];

/// The types whose values the trees are choices of.
type Values = (Vec<Vec<Vec<u16>>>, String, Option<(f64, u128, i64)>, Vec<String>);

/// Choices of random values.
fn tree(number: u64) -> Tree {
    let mut src = Source::recording();
    src.record(Random::for_case(number, 0), (number % 101) as u32);
    any::<Values>().generate(&mut src);
    src.take_tree()
}

fn choices(tree: &Tree) -> Vec<u8> {
    let mut bytes = Vec::new();
    tree.write_choices(0, &mut bytes);
    bytes
}

fn token(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| Tree::from_token(text).is_ok())
}

/// Decodes choices, and makes values of them.
fn replay(bytes: &[u8]) -> bool {
    let Ok(tree) = Tree::from_choices(bytes.to_vec()) else { return false };
    let mut src = Source::recording();
    src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(0, 0), 100);
    // A refused case unwinds without a panic.
    let made = catch_unwind(AssertUnwindSafe(|| any::<Values>().generate(&mut src)));
    src.take_tree();
    made.is_ok()
}

/// A settings file with every kind of value.
fn settings_file(number: u64) -> Vec<u8> {
    format!(
        "# Settings\n[default]\ncases = {number}\nreduction_time = \"{}s\"\n\n[ci]\nexplain = {}\nsearch = \"climb\"\n",
        number % 100,
        number % 2 == 0
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decoder_accepts_its_valid_data() {
        for decoder in DECODERS {
            for number in 1..50 {
                let bytes = (decoder.valid)(number);
                assert!((decoder.accepts)(&bytes), "{}: {:?}", decoder.name, bytes.escape_ascii());
            }
        }
    }
}
