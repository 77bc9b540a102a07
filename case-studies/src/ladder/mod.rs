//! Ladders: failures behind several nested conditions, each of which few inputs satisfy.
//!
//! A search that sees branch coverage climbs one step at a time. One that sees compared operands can take a step at
//! once, even without branches.

mod little_endian;
mod rungs;

use crate::{
    Options,
    comparison::Published,
    contest::{Contender, Contest, hold},
    findings::Findings,
    repetition::{Found, Repetition},
    rival::{FuzzTarget, Rival},
};
use disprove::prelude::*;
use little_endian::little_endian;

/// The code with all that `#[trace]` tells.
mod seen {
    use disprove::trace;
    super::rungs::rungs!(#[trace]);
}

/// The code with branches only.
mod branches {
    use disprove::trace;
    super::rungs::rungs!(#[trace(operands = false)]);
}

/// Executions of ours, and of tools that look by chance.
const LIMIT: u64 = 200_000;

/// libFuzzer is faster and less apt: with these it finds most of what it finds at all.
const LIBFUZZER_LIMIT: u64 = 2_000_000;

/// crabcheck needs tens of microseconds for each execution.
const CRABCHECK_LIMIT: u64 = 100_000;

/// The one that is a number, and can be climbed with numbers as well.
const MAGIC: &str = "32-bit magic number";

/// A failure that has to be climbed to.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    pub name: &'static str,
    /// Panics at the top, and tells all on the way.
    pub climb: fn(&[u8]),
    /// The same without what is compared.
    pub climb_by_branches: fn(&[u8]),
    /// What it is climbed with.
    pub inputs: Inputs,
    /// The shortest input that gets there.
    #[cfg(test)]
    pub top: &'static [u8],
    /// Others: of how many runs how many got there, and after how many executions in the median of these.
    pub published: Published,
}

/// How inputs are drawn, up to a length. What is compared with several bytes at once can be written into a piece; in a
/// list every byte is a choice of its own.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// `bytes()`.
    Piece(usize),
    /// `vec(any::<u8>())`.
    List(usize),
    /// `any::<u32>()`, in bytes.
    Number,
}

impl Inputs {
    /// The longest input in bytes.
    pub fn longest(self) -> usize {
        match self {
            Inputs::Piece(longest) | Inputs::List(longest) => longest,
            Inputs::Number => 4,
        }
    }
}

/// All of them.
pub const LADDERS: [Ladder; 5] = [
    Ladder {
        name: "bug",
        climb: seen::bug,
        climb_by_branches: branches::bug,
        inputs: Inputs::Piece(64),
        #[cfg(test)]
        top: b"bug",
        published: &[
            ("random bytes (sketch)", "2/20 - - - -"),
            ("edges (sketch)", "20/20 16,087 - - -"),
            ("edges and operands (sketch)", "20/20 151 - - -"),
        ],
    },
    Ladder {
        name: "abcdef",
        climb: seen::abcdef,
        climb_by_branches: branches::abcdef,
        inputs: Inputs::Piece(64),
        #[cfg(test)]
        top: b"abcdef",
        published: &[
            ("random bytes (sketch)", "0/20 - - - -"),
            ("edges (sketch)", "20/20 123,862 - - -"),
            ("edges and operands (sketch)", "20/20 374 - - -"),
        ],
    },
    Ladder {
        name: "starts_with",
        climb: seen::abcdef_at_once,
        climb_by_branches: branches::abcdef_at_once,
        inputs: Inputs::Piece(64),
        #[cfg(test)]
        top: b"abcdef",
        published: &[
            ("edges (sketch)", "0/20 - - - -"),
            ("edges and operands (sketch)", "20/20 38 - - -"),
        ],
    },
    Ladder {
        name: MAGIC,
        climb: |bytes| seen::magic(little_endian(bytes)),
        climb_by_branches: |bytes| branches::magic(little_endian(bytes)),
        inputs: Inputs::Piece(64),
        #[cfg(test)]
        top: &[0xEF, 0xBE, 0xAD, 0xDE],
        published: &[
            ("edges (sketch)", "0/20 - - - -"),
            ("edges and operands (sketch)", "20/20 31 - - -"),
        ],
    },
    Ladder {
        name: "FUZZ",
        climb: seen::fuzz,
        climb_by_branches: branches::fuzz,
        inputs: Inputs::List(8),
        #[cfg(test)]
        top: b"FUZZ",
        published: &[("crabcheck, limit 220,000 (measured before)", "3/5 42,642 37,696 - 45,552")],
    },
];

fn run(repetition: Repetition, inputs: Inputs, climb: fn(&[u8])) -> Option<Found> {
    let climb = |bytes: Vec<u8>| climb(&bytes);
    match inputs {
        Inputs::Piece(longest) => repetition.run(bytes().len(0..=longest), climb),
        Inputs::List(longest) => repetition.run(vec(any::<u8>()).len(0..=longest), climb),
        Inputs::Number => repetition.run(any::<u32>(), |n: u32| climb(n.to_le_bytes().to_vec())),
    }
}

/// Every ladder with all who climb it.
pub fn contests() -> Vec<Contest> {
    LADDERS.map(contest).into()
}

fn contest(ladder: Ladder) -> Contest {
    let Ladder { name, climb, climb_by_branches, inputs, published, .. } = ladder;
    let ours = |search, inputs, climb| {
        Contender::ours(search, LIMIT, move |repetition| run(repetition, inputs, climb))
    };
    let mut contenders = vec![
        ours(Search::Random, inputs, climb),
        ours(Search::Mutate, inputs, climb),
        ours(Search::Mutate, inputs, climb_by_branches).with("no operands"),
        ours(Search::Auto, inputs, climb),
    ];
    if let Inputs::Piece(longest) = inputs {
        let list = Inputs::List(longest);
        contenders.extend([
            ours(Search::Mutate, list, climb).with("list"),
            ours(Search::Mutate, list, climb_by_branches).with("list, no operands"),
            ours(Search::Auto, list, climb).with("list"),
        ]);
    }
    if name == MAGIC {
        contenders.extend([
            ours(Search::Mutate, Inputs::Number, climb).with("number"),
            ours(Search::Auto, Inputs::Number, climb).with("number"),
        ]);
    }
    let longest = inputs.longest();
    let target = FuzzTarget { name, longest };
    contenders.extend([
        Contender::other(Rival::LibFuzzer, LIBFUZZER_LIMIT, target),
        Contender::other(Rival::Crabcheck, CRABCHECK_LIMIT, target),
        Contender::other(Rival::Proptest, LIMIT, target),
        Contender::other(Rival::Quickcheck, LIMIT, target),
    ]);
    Contest { name, published, contenders }
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let mut findings = hold(options, "The top of a ladder", &contests(), 20);
    findings.tables[0].remark(
        "Within 200,000 executions; libFuzzer within 2,000,000 and crabcheck within 100,000. Inputs are up to 64 bytes \
         in one piece, or where it says so a list of them or a number; for FUZZ a list of up to 8. (sketch) is a loop of an earlier experiment, on 20 other seeds.",
    );
    findings
}

#[cfg(test)]
mod tests;
