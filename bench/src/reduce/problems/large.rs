//! Collections of several hundred entries, most of which must stay.

use crate::reduce::problem::problem;
use disprove::prelude::*;
use std::collections::BTreeMap;

pub const LONGEST: usize = 400;

problem! {
    /// A map of 250 entries.
    Map: BTreeMap<u32, String> = "large-map",
    |src| src.draw(map(any::<u32>(), text()).len(..=LONGEST)),
    |map| map.len() >= 250,
    |map| map.len(),
    |map| map.values().all(String::is_empty) && map.keys().copied().eq(0..250),
}

problem! {
    /// 200 records, one of them not small.
    Records: Vec<(u16, u32)> = "large-records",
    |src| src.draw(vec((any::<u16>(), any::<u32>())).len(..=LONGEST)),
    |list| list.len() >= 200 && list.iter().any(|x| x.0 >= 500),
    |list| list.len(),
    |list| {
        let changed: Vec<&(u16, u32)> = list.iter().filter(|x| **x != (0, 0)).collect();
        list.len() == 200 && changed == [&(500, 0)]
    },
}

problem! {
    /// 150 texts that are not empty.
    Texts: Vec<String> = "large-texts",
    |src| src.draw(vec(text().alphabet("[a-z]")).len(..=LONGEST)),
    |list| list.iter().filter(|text| !text.is_empty()).count() >= 150,
    |list| list.len(),
    |list| list.len() == 150 && list.iter().all(|text| text == "a"),
}
