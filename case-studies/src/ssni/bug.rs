//! The injected bugs: each omits one part of a rule.

use super::rule::{KINDS, Rules};

/// A table with one thing left out.
#[derive(Clone, Debug)]
pub struct Bug {
    /// What was left out of what.
    pub name: String,
    pub rules: Rules,
}

/// What was measured elsewhere: mean tests, those whose precondition fails included.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// FuzzChick's successful runs, and of 30 runs how many were.
    pub fuzzchick: (u32, u32),
    /// MUTAGEN in 30 of 30 runs: mean, median and most.
    pub mutagen: [u32; 3],
    /// The hand-written generator at random, as measured by us.
    pub smart: u32,
}

/// All mistakes, in the published order. The last one changes nothing that can be seen, as `Halt` makes no step; it is
/// not counted.
pub fn bugs() -> Vec<Bug> {
    let mut bugs = Vec::new();
    let correct = Rules::correct();
    for (kind, name) in KINDS.iter().enumerate() {
        let rule = &correct.0[kind];
        for dropped in 0..rule.condition.len() {
            let mut rules = correct.clone();
            let (from, to) = rules.0[kind].condition.remove(dropped);
            let name = format!("{name} condition without {from:?} to {to:?}");
            bugs.push(Bug { name, rules });
        }
        for dropped in 0..rule.result.len() {
            let mut rules = correct.clone();
            let left_out = rules.0[kind].result.remove(dropped);
            bugs.push(Bug { name: format!("{name} result without {left_out:?}"), rules });
        }
        for dropped in 0..rule.pc.len() {
            let mut rules = correct.clone();
            let left_out = rules.0[kind].pc.remove(dropped);
            bugs.push(Bug { name: format!("{name} pc without {left_out:?}"), rules });
        }
    }
    bugs
}

impl Published {
    /// For each mistake that is counted.
    pub const ALL: [Published; 20] = [
        published((13_975, 30), [3_633, 2_982, 8_272], 18),
        published((23_963, 21), [7_122, 4_428, 27_145], 55),
        published((19_679, 20), [4_634, 3_266, 14_545], 43),
        published((20_398, 19), [16_831, 5_558, 185_686], 185),
        published((17_348, 28), [2_327, 1_940, 6_676], 84),
        published((10_727, 22), [2_313, 1_650, 10_209], 39),
        published((5_071, 30), [333, 177, 2_602], 97),
        published((5_597, 30), [299, 187, 1_577], 11),
        published((16_403, 11), [26_343, 15_452, 190_083], 176),
        published((11_553, 4), [25_045, 7_769, 112_332], 128),
        published((11_304, 21), [2_537, 2_219, 7_076], 24),
        published((18_507, 8), [14_483, 9_443, 56_258], 108),
        published((17_962, 16), [13_455, 10_488, 52_348], 120),
        published((10_622, 28), [3_928, 2_974, 13_850], 19),
        published((23_866, 26), [43_678, 39_452, 101_601], 111),
        published((25_322, 30), [27_602, 23_402, 95_104], 171),
        published((28_516, 30), [52_345, 30_404, 341_379], 268),
        published((24_219, 8), [123_401, 89_440, 480_442], 850),
        published((18_639, 15), [30_682, 22_274, 169_025], 177),
        published((18_883, 26), [15_842, 12_828, 52_492], 66),
    ];
}

const fn published(fuzzchick: (u32, u32), mutagen: [u32; 3], smart: u32) -> Published {
    Published { fuzzchick, mutagen, smart }
}
