//! Types that disprove generates as a whole.

use crate::{Arbitrary, Gen, empty_shrinker, shrink::Shrinker, single_shrinker};
use disprove::prelude::{any, vec};
use std::{
    ffi::{CString, OsString},
    iter::{once, successors},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::NonZero,
    ops::RangeFull,
    path::PathBuf,
    time::{Duration, SystemTime},
};

/// Types whose lists are drawn at once, with what they shrink to.
macro_rules! native {
    ($($type:ty: $value:ident => $shrink:expr;)*) => {
        $(
            impl Arbitrary for $type {
                fn arbitrary(g: &mut Gen) -> $type {
                    g.draw(&any::<$type>())
                }

                fn shrink(&self) -> Shrinker<$type> {
                    let $value = self.clone();
                    $shrink
                }

                fn list(g: &mut Gen) -> Vec<$type> {
                    let lists = vec(any::<$type>()).len(..=g.most());
                    g.draw(&lists)
                }
            }
        )*
    };
}

macro_rules! unsigned {
    ($($type:ident)*) => {
        native! { $($type: n => Box::new(halves(n as u128).map(move |less| n - less as $type));)* }
    };
}

macro_rules! signed {
    ($($type:ident)*) => {
        native! {
            $($type: n => {
                let positive = Some(n).filter(|n| *n < 0).and_then(|n| n.checked_neg());
                let smaller = halves(n.unsigned_abs() as u128).map(move |less| {
                    if n < 0 { n.wrapping_add(less as $type) } else { n - less as $type }
                });
                Box::new(positive.into_iter().chain(smaller))
            };)*
        }
    };
}

/// The number, its half, a quarter, .. 1.
fn halves(n: u128) -> impl Iterator<Item = u128> {
    successors(Some(n).filter(|n| *n > 0), |n| Some(n / 2).filter(|n| *n > 0))
}

/// 0, and integers on the way to a float.
fn smaller_floats(x: f64) -> impl Iterator<Item = f64> {
    let whole = if x.is_finite() { x.trunc().abs().min(u64::MAX as f64) as u64 } else { 0 };
    let zero = (whole > 0 || (x != 0.0 && x.is_finite())).then_some(0.0);
    let rest = halves(u128::from(whole)).skip(1).map(move |less| (whole - less as u64) as f64);
    let last = (whole > 0 && x.fract() != 0.0).then_some(whole as f64);
    zero.into_iter().chain(rest.chain(last).map(move |y| y.copysign(x)))
}

unsigned! { u8 u16 u32 u64 u128 usize }
signed! { i8 i16 i32 i64 i128 isize }

native! {
    bool: bit => if bit { single_shrinker(false) } else { empty_shrinker() };
    char: _c => empty_shrinker();
    f32: x => Box::new(smaller_floats(f64::from(x)).map(|y| y as f32));
    f64: x => Box::new(smaller_floats(x));
    IpAddr: _address => empty_shrinker();
    Ipv4Addr: _address => empty_shrinker();
    Ipv6Addr: _address => empty_shrinker();
    SocketAddr: _address => empty_shrinker();
    SocketAddrV4: _address => empty_shrinker();
    SocketAddrV6: _address => empty_shrinker();
    RangeFull: _range => empty_shrinker();
    Duration: time => Box::new(time.as_millis().try_into().unwrap_or(u64::MAX).shrink().map(Duration::from_millis));
    SystemTime: time => match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => Box::new(since.shrink().map(|since| SystemTime::UNIX_EPOCH + since)),
        Err(_) => empty_shrinker(),
    };
    PathBuf: path => Box::new(once(path.iter().skip(1).collect()).filter(move |shorter| *shorter != path));
    OsString: _text => empty_shrinker();
    CString: text => Box::new(
        text.into_bytes().shrink().filter_map(|bytes| CString::new(bytes).ok())
    );
}

macro_rules! non_zero {
    ($($type:ident)*) => {
        native! {
            $(NonZero<$type>: n => Box::new(n.get().shrink().filter_map(NonZero::new));)*
        }
    };
}

non_zero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Arbitrary for () {
    fn arbitrary(_: &mut Gen) {}
}
