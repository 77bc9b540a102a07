//! Edge cases occur, and invalid values do not.

use super::{never, random, sees};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    ffi::{CString, OsString},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6},
    num::NonZero,
    ops::{Bound, ControlFlow, Range},
    path::{Component, Path, PathBuf},
    task::Poll,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

#[test]
fn collections_are_empty_or_long() {
    sees::<Vec<u8>>(Vec::is_empty);
    sees::<Vec<u8>>(|v| v.len() > 32);
    sees::<VecDeque<u8>>(|v| v.len() > 2);
    sees::<LinkedList<u8>>(|v| v.len() > 2);
    sees::<BinaryHeap<u8>>(|v| v.len() > 2);
    sees::<BTreeSet<u8>>(BTreeSet::is_empty);
    sees::<BTreeSet<u8>>(|v| v.len() > 16);
    sees::<BTreeMap<u8, String>>(|v| v.len() > 2);
    sees::<HashSet<bool>>(|v| v.len() == 2);
    sees::<HashMap<u8, String>>(|v| v.len() > 2);
}

#[test]
fn non_zero_integers_reach_both_ends() {
    sees::<NonZero<u8>>(|n| *n == NonZero::<u8>::MAX);
    sees::<NonZero<u64>>(|n| n.get() == 1);
    sees::<NonZero<u128>>(|n| *n == NonZero::<u128>::MAX);
    sees::<NonZero<i8>>(|n| n.get() == i8::MIN);
    sees::<NonZero<i8>>(|n| n.get() == i8::MAX);
    sees::<NonZero<i32>>(|n| n.get() == -1);
    sees::<NonZero<i64>>(|n| n.get() == i64::MAX);
    sees::<NonZero<i128>>(|n| *n == NonZero::<i128>::MIN);
}

#[test]
fn all_variants_occur() {
    for ordering in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
        sees::<Ordering>(|found| *found == ordering);
    }
    sees::<Bound<u8>>(|bound| matches!(bound, Bound::Included(_)));
    sees::<Bound<u8>>(|bound| matches!(bound, Bound::Excluded(_)));
    sees::<Poll<u8>>(Poll::is_ready);
    sees::<ControlFlow<u8, char>>(ControlFlow::is_break);
    sees::<Range<u8>>(|range| range.is_empty() && range.start > range.end);
    sees::<Range<u8>>(|range| !range.is_empty());
}

#[test]
fn durations_are_zero_short_and_maximal() {
    sees::<Duration>(Duration::is_zero);
    sees::<Duration>(|d| *d == Duration::from_nanos(1));
    sees::<Duration>(|d| *d < Duration::from_millis(1) && !d.is_zero());
    sees::<Duration>(|d| d.as_secs() == u64::MAX);
    sees::<Duration>(|d| d.as_secs() > 0 && d.subsec_nanos() > 0);
    let short = (0..1_000).filter(|case| random::<Duration>(*case).as_secs() < 100_000).count();
    assert!(short > 500, "{short} of 1000");
}

#[test]
fn times_are_before_and_after_the_epoch() {
    sees::<SystemTime>(|time| *time == UNIX_EPOCH);
    sees::<SystemTime>(|time| *time < UNIX_EPOCH);
    sees::<SystemTime>(|time| *time > SystemTime::now());
    sees::<SystemTime>(|time| {
        time.duration_since(UNIX_EPOCH).is_ok_and(|d| d.as_secs() == 1 << 31)
    });
}

#[test]
fn special_addresses_are_likely() {
    sees::<Ipv4Addr>(Ipv4Addr::is_unspecified);
    sees::<Ipv4Addr>(|ip| *ip == Ipv4Addr::LOCALHOST);
    sees::<Ipv4Addr>(Ipv4Addr::is_broadcast);
    sees::<Ipv4Addr>(Ipv4Addr::is_private);
    sees::<Ipv4Addr>(Ipv4Addr::is_link_local);
    sees::<Ipv4Addr>(Ipv4Addr::is_documentation);
    sees::<Ipv4Addr>(Ipv4Addr::is_multicast);
    sees::<Ipv4Addr>(|ip| !ip.is_private() && !ip.is_multicast() && ip.octets()[0] > 0);
    sees::<Ipv6Addr>(Ipv6Addr::is_unspecified);
    sees::<Ipv6Addr>(Ipv6Addr::is_loopback);
    sees::<Ipv6Addr>(Ipv6Addr::is_multicast);
    sees::<Ipv6Addr>(Ipv6Addr::is_unique_local);
    sees::<Ipv6Addr>(Ipv6Addr::is_unicast_link_local);
    sees::<Ipv6Addr>(|ip| ip.segments()[..2] == [0x2001, 0xdb8]);
    sees::<Ipv6Addr>(|ip| ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback()));
    sees::<IpAddr>(IpAddr::is_ipv4);
    sees::<IpAddr>(IpAddr::is_ipv6);
    sees::<SocketAddr>(|address| address.port() == 0);
    sees::<SocketAddrV6>(|address| address.scope_id() != 0 && address.flowinfo() == 0);
}

#[test]
fn paths_have_edge_cases() {
    sees::<PathBuf>(|path| path.as_os_str().is_empty());
    sees::<PathBuf>(|path| path.as_path() == Path::new("/"));
    sees::<PathBuf>(|path| path.has_root() && path.components().count() > 3);
    sees::<PathBuf>(|path| !path.has_root() && path.components().count() > 3);
    sees::<PathBuf>(|path| path.components().any(|part| part == Component::ParentDir));
    sees::<PathBuf>(|path| path.components().any(|part| part == Component::CurDir));
    sees::<PathBuf>(|path| path.extension().is_some());
    sees::<PathBuf>(|path| path.to_str().is_some_and(|string| string.contains(' ')));
    sees::<PathBuf>(|path| path.to_str().is_some_and(|string| string.contains("//")));
    sees::<PathBuf>(|path| {
        path.to_str().is_some_and(|string| string.len() > 1 && string.ends_with('/'))
    });
    sees::<PathBuf>(|path| path.to_str().is_some_and(|string| !string.is_ascii()));
    never::<PathBuf>(|path| path.as_os_str().len() > 2_000);
}

#[test]
fn operating_system_strings_may_be_invalid_unicode() {
    sees::<OsString>(|string| string.is_empty());
    sees::<OsString>(|string| string.to_str().is_some_and(|string| !string.is_ascii()));
    sees::<CString>(|string| string.is_empty());
    sees::<CString>(|string| string.to_str().is_err());
    sees::<CString>(|string| string.to_str().is_ok_and(|string| string.len() > 2));
    never::<CString>(|string| string.as_bytes().contains(&0));
    if cfg!(unix) {
        sees::<OsString>(|string| string.to_str().is_none());
        sees::<PathBuf>(|path| path.to_str().is_none());
    }
}
