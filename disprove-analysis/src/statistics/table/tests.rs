//! Tests of `table.rs`.

use super::{super::chi_square_p, Table};
use disprove::prelude::*;

/// Kills and pairs of both groups; the odds ratio and its interval, the same with Haldane's correction, G², its p, and
/// Fisher's p. Recorded by `vectors/vectors.py` with scipy and statsmodels.
const RECORDED: [([u64; 4], [f64; 9]); 10] = [
    (
        [13, 148, 11, 239],
        [
            1.995_959_595_959_596,
            0.869_747_823_936_792,
            4.580_471_027_418_999,
            1.979_624_578_854_484,
            0.876_512_819_867_43,
            4.471_028_129_169_317,
            2.661_436_291_792_958,
            0.102_807_862_315_181,
            0.127_984_670_412_197,
        ],
    ),
    (
        [13, 148, 31, 718],
        [
            2.134_050_179_211_469,
            1.088_309_939_648_23,
            4.184_626_089_939_529,
            2.174_486_030_574_592,
            1.119_782_794_086_394,
            4.222_595_240_911_733,
            4.401_027_849_506_134,
            0.035_917_277_056_898,
            0.037_086_356_716_534,
        ],
    ),
    (
        [1, 42, 43, 824],
        [
            0.442_994_895_065_23,
            0.059_514_486_410_753,
            3.297_423_684_368_633,
            0.649_356_044_869_132,
            0.123_797_249_510_192,
            3.406_079_494_305_461,
            0.815_986_615_347_76,
            0.366_356_204_398_26,
            0.717_491_581_473_056,
        ],
    ),
    (
        [4, 63, 40, 803],
        [
            1.293_220_338_983_051,
            0.447_422_070_574_781,
            3.737_899_748_689_11,
            1.425_770_308_123_249,
            0.519_806_733_253_769,
            3.910_724_585_657_582,
            0.212_003_588_169_05,
            0.645_201_524_258_518,
            0.553_275_811_986_765,
        ],
    ),
    (
        [8, 43, 36, 823],
        [
            4.996_825_396_825_397,
            2.162_426_373_647_266,
            11.546_411_175_260_712,
            5.165_927_069_264_905,
            2.278_197_205_418_049,
            11.714_000_184_662_186,
            10.899_703_657_836_628,
            0.000_961_796_458_859_953,
            0.000_884_065_020_390_899,
        ],
    ),
    (
        [0, 10, 5, 20],
        [
            0.134_199_134_199_134,
            0.006_686_892_212_334,
            2.693_240_304_753_056,
            0.134_199_134_199_134,
            0.006_686_892_212_334,
            2.693_240_304_753_056,
            4.540_266_747_225_944,
            0.033_106_432_573_919,
            0.140_036_209_001_726,
        ],
    ),
    (
        [3, 4, 1, 4],
        [
            9.0,
            0.366_636_931_925_545,
            220.927_006_929_157_56,
            5.444_444_444_444_445,
            0.364_069_110_341_885,
            81.418_539_685_517_96,
            2.092_992_575_058_192,
            0.147_975_959_385_023,
            0.485_714_285_714_286,
        ],
    ),
    (
        [4000, 150_000, 900, 1_766_905],
        [
            53.759_665_144_596_65,
            49.999_716_609_482_73,
            57.802_359_541_994_434,
            53.736_362_659_654_17,
            49.978_902_205_421_655,
            57.776_312_493_247_104,
            15_951.074_623_762_755,
            0.0,
            0.0,
        ],
    ),
    (
        [7, 7, 2, 9],
        [
            45.0,
            1.833_184_659_627_726,
            1_104.635_034_645_787_8,
            45.0,
            1.833_184_659_627_726,
            1_104.635_034_645_787_8,
            12.395_343_049_808_883,
            0.000_430_405_914_955_468,
            0.003_234_265_734_265_735,
        ],
    ),
    (
        [5, 10, 5, 10],
        [
            1.0,
            0.173_245_592_534_304,
            5.772_152_615_091_745,
            1.0,
            0.187_971_879_937_425,
            5.319_944_665_834_568,
            0.0,
            1.0,
            1.0,
        ],
    ),
];

fn is_near(found: f64, recorded: f64) -> bool {
    (found - recorded).abs() <= 1e-9 * recorded.abs().max(1.0)
}

fn table([one, one_of, other, other_of]: [u64; 4]) -> Table {
    Table::new(one, one_of, other, other_of)
}

#[test]
fn tables_agree_with_scipy_and_statsmodels() {
    for (counts, recorded) in RECORDED {
        let table = table(counts);
        let (ratio, haldane) = (table.odds_ratio().unwrap(), table.haldane().unwrap());
        let found = [
            ratio.value,
            ratio.interval.low,
            ratio.interval.high,
            haldane.value,
            haldane.interval.low,
            haldane.interval.high,
            table.g_squared(),
            table.p(),
            table.fisher(),
        ];
        for (number, (found, recorded)) in found.into_iter().zip(recorded).enumerate() {
            assert!(is_near(found, recorded), "{counts:?}, {number}: {found}, not {recorded}");
        }
    }
}

/// The V of 2x2 tables with a statistic this large, of 1,916,905 pairs, is printed in paper (e) as 0.0512 and 0.0229.
#[test]
fn the_published_strengths_are_those_of_the_likelihood_ratio() {
    for (statistic, strength) in [(5_015.334_f64, "0.0512"), (1_002.539, "0.0229")] {
        assert_eq!(format!("{:.4}", (statistic / 1_916_905.0).sqrt()), strength);
        assert!(chi_square_p(statistic, 1) < 1e-200);
    }
}

#[test]
fn tails_of_chi_square_agree_with_scipy() {
    for (statistic, degrees, p) in [
        (1.5, 1, 0.220_671_361_919_843),
        (20.0, 1, 7.744_216_431_044_088e-6),
        (700.0, 1, 2.990_226_975_124_623e-154),
        (7.2, 3, 0.065_789_052_685_071),
        (30.0, 11, 0.001_584_595_257_306_606),
    ] {
        let found = chi_square_p(statistic, degrees);
        assert!((found / p - 1.0_f64).abs() < 1e-9, "{statistic} {degrees}: {found}");
    }
    assert!(chi_square_p(f64::NAN, 1).is_nan());
    assert!(chi_square_p(f64::INFINITY, 1) == 0.0);
}

#[test]
fn a_group_without_pairs_has_no_ratio() {
    let table = Table::new(0, 0, 3, 9);
    assert_eq!((table.odds_ratio(), table.haldane()), (None, None));
    assert!(is_near(table.p(), 1.0) && is_near(table.fisher(), 1.0));
    assert!(is_near(Table::default().v(), 0.0) && is_near(Table::default().fisher(), 1.0));
}

/// Kills and pairs of a group.
fn group(src: &mut Source) -> (u64, u64) {
    let of = src.draw(0..=60);
    (src.draw(0..=of), of)
}

#[property]
fn the_odds_ratio_inverts_when_the_groups_are_swapped(
    #[draw(group)] one: (u64, u64),
    #[draw(group)] other: (u64, u64),
) {
    assume!(one.1 > 0 && other.1 > 0);
    let here = table([one.0, one.1, other.0, other.1]).odds_ratio().unwrap();
    let there = table([other.0, other.1, one.0, one.1]).odds_ratio().unwrap();
    assert!(is_near(here.value * there.value, 1.0));
    assert!(is_near(here.interval.low * there.interval.high, 1.0));
}

#[property]
fn probabilities_are_between_nothing_and_one(
    #[draw(group)] one: (u64, u64),
    #[draw(group)] other: (u64, u64),
) {
    let table = table([one.0, one.1, other.0, other.1]);
    for p in [table.p(), table.fisher()] {
        assert!((0.0..=1.0).contains(&p), "{p}");
    }
    assert!(table.v() <= 1.2 && table.g_squared() >= 0.0);
}

#[property]
fn the_exact_test_does_not_care_for_the_order(
    #[draw(group)] one: (u64, u64),
    #[draw(group)] other: (u64, u64),
) {
    let here = table([one.0, one.1, other.0, other.1]).fisher();
    assert!(is_near(here, table([other.0, other.1, one.0, one.1]).fisher()));
    assert!(is_near(here, table([one.1 - one.0, one.1, other.1 - other.0, other.1]).fisher()));
}

#[property]
fn a_ratio_lies_in_its_interval(#[draw(group)] one: (u64, u64), #[draw(group)] other: (u64, u64)) {
    assume!(one.1 > 0 && other.1 > 0);
    let ratio = table([one.0, one.1, other.0, other.1]).odds_ratio().unwrap();
    assert!(ratio.interval.holds(ratio.value) && ratio.value.is_finite());
}
