//! Records with the same key and different values.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

#[derive(Clone, Debug, Arbitrary)]
pub struct Record {
    #[draw(0..100)]
    key: u32,
    value: u32,
}

pub struct Records;

impl Problem for Records {
    type Value = Vec<Record>;
    const NAME: &'static str = "h_record";

    fn generate(src: &mut Source) -> Vec<Record> {
        src.draw(vec(any::<Record>()))
    }

    fn judge(records: &Vec<Record>) -> Judgement {
        let clash = |a: &Record, b: &Record| a.key >= 3 && a.key == b.key && a.value != b.value;
        Judgement::fails_if(records.iter().any(|a| records.iter().any(|b| clash(a, b))))
    }

    fn size(records: &Vec<Record>) -> usize {
        records.len()
    }

    fn is_minimal(records: &Vec<Record>) -> bool {
        matches!(records[..], [Record { key: 3, value: 0 }, Record { key: 3, value: 1 }])
    }
}
