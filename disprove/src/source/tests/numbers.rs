//! Specimens: integers, floats, bools.

use super::table::Table;
use crate::generator::{any, float, int};

/// Every form of range, for every integer type.
macro_rules! integers {
    ($table:ident: $($type:ty)*) => {$(
        $table.any::<$type>();
        $table.range(<$type>::MIN..=<$type>::MAX);
        $table.range(<$type>::MIN..<$type>::MAX);
        $table.range(3..=100 as $type);
        $table.range(<$type>::MAX / 3..);
        $table.range(<$type>::MAX - 1..<$type>::MAX);
    )*};
}

/// Ranges with negative numbers.
macro_rules! signed {
    ($table:ident: $($type:ty)*) => {$(
        $table.range(<$type>::MIN..0);
        $table.range(-100 as $type..=-50);
        $table.range(-9 as $type..100);
        $table.range(-7 as $type..);
    )*};
}

pub(super) fn add(table: &mut Table) {
    integers!(table: u8 u16 u32 u64 usize u128 i8 i16 i32 i64 isize i128);
    signed!(table: i8 i16 i32 i64 isize i128);
    table.range(1_u64 << 63..);
    table.range(1_u128 << 70..1 << 90);
    table.range(u128::MAX - 5..);
    table.range(i128::MIN..=i128::MIN + 5);
    table.range(-(1_i128 << 64)..=1 << 64);
    table.range(i128::MIN..=i128::from(i64::MIN));
    table.add("int(..)", int(5..9_u8), |n| (5..9).contains(n));
    floats(table);
    table.any::<bool>();
    table.any::<()>();
}

fn floats(table: &mut Table) {
    // NaN has many bit patterns, which all print alike.
    table.add_shown("f64", any::<f64>(), |x| format!("{:x}", x.to_bits()), |_| true);
    table.add_shown("f32", any::<f32>(), |x| format!("{:x}", x.to_bits()), |_| true);
    table.range(0.0..1.0);
    table.range(0.0..=1.0);
    table.range(-1.5..=7.25);
    table.range(-9.0..-0.001);
    table.range(1e300..);
    table.range(f64::MIN..=f64::MAX);
    table.range(f64::NEG_INFINITY..=f64::INFINITY);
    table.range(0.1..0.100_000_000_000_01);
    table.range(5e-324..1e-320);
    table.range(0.0..1.0_f32);
    table.range(-1e30_f32..=-1e-30);
    table.range(0.1_f32..=0.1);
    table.range(f32::MAX..);
    table.add("negative zero", -0.0..=0.0, |x| *x == 0.0);
    table.add("float(..)", float(2.0..3.0), |x: &f64| (2.0..3.0).contains(x));
}
