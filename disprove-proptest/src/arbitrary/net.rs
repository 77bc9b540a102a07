//! Addresses and times.

use super::{SMapped, StrategyFor, any, arbitraries, mapped};
use crate::{
    num,
    strategy::{Just, MapInto, Strategy, TupleUnion, WA, statics},
};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, SocketAddrV4, SocketAddrV6},
    ops::Range,
    time::{Duration, Instant, SystemTime},
};

type Into2<A, B, T> = TupleUnion<(WA<MapInto<StrategyFor<A>, T>>, WA<MapInto<StrategyFor<B>, T>>)>;

arbitraries! {
    [] Ipv4Addr,
        TupleUnion<(WA<Just<Ipv4Addr>>, WA<Just<Ipv4Addr>>, WA<MapInto<num::u32::Any, Ipv4Addr>>)>, ():
        () => crate::prop_oneof![
            1 => Just(Ipv4Addr::UNSPECIFIED),
            4 => Just(Ipv4Addr::LOCALHOST),
            10 => num::u32::ANY.prop_map_into(),
        ];
    [] Ipv6Addr,
        TupleUnion<(WA<SMapped<Ipv4Addr, Ipv6Addr>>, WA<MapInto<StrategyFor<[u16; 8]>, Ipv6Addr>>)>, ():
        () => crate::prop_oneof![
            2 => mapped(any::<Ipv4Addr>(), |ip| ip.to_ipv6_mapped()),
            1 => any::<[u16; 8]>().prop_map_into(),
        ];
    [] IpAddr, Into2<Ipv4Addr, Ipv6Addr, IpAddr>, (): () => crate::prop_oneof![
        any::<Ipv4Addr>().prop_map_into(),
        any::<Ipv6Addr>().prop_map_into(),
    ];
    [] SocketAddrV4, SMapped<(Ipv4Addr, u16), SocketAddrV4>, ():
        () => mapped(any::<(Ipv4Addr, u16)>(), |(ip, port)| SocketAddrV4::new(ip, port));
    [] SocketAddrV6, SMapped<(Ipv6Addr, u16, u32, u32), SocketAddrV6>, ():
        () => mapped(any::<(Ipv6Addr, u16, u32, u32)>(), |(ip, port, flow, scope)| {
            SocketAddrV6::new(ip, port, flow, scope)
        });
    [] SocketAddr, Into2<SocketAddrV4, SocketAddrV6, SocketAddr>, (): () => crate::prop_oneof![
        any::<SocketAddrV4>().prop_map_into(),
        any::<SocketAddrV6>().prop_map_into(),
    ];
    [] Shutdown, TupleUnion<(WA<Just<Shutdown>>, WA<Just<Shutdown>>, WA<Just<Shutdown>>)>, ():
        () => crate::prop_oneof![
            Just(Shutdown::Both),
            Just(Shutdown::Read),
            Just(Shutdown::Write),
        ];
    [] Duration, SMapped<(u64, u32), Duration>, ():
        () => mapped(any::<(u64, u32)>(), |(seconds, nanos)| {
            let carries = seconds.checked_add(u64::from(nanos / 1_000_000_000)).is_some();
            Duration::new(seconds, if carries { nanos } else { nanos % 1_000_000_000 })
        });
    [] Instant, Just<Instant>, (): () => Just(Instant::now());
    [] SystemTime,
        statics::Map<(num::i32::Any, Range<u32>), fn((i32, u32)) -> SystemTime>, ():
        () => mapped((num::i32::ANY, 0..1_000_000_000u32), |(seconds, nanos)| {
            let distance = Duration::new(u64::from(seconds.unsigned_abs()), nanos);
            if seconds >= 0 {
                SystemTime::UNIX_EPOCH + distance
            } else {
                SystemTime::UNIX_EPOCH - distance
            }
        });
}
