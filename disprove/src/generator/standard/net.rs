//! Network addresses.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use std::{
    any::type_name,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
};

/// Special-purpose networks (IANA registry), each with its first address and prefix length. Half of all addresses are in
/// one of them.
const NETWORKS_V4: [(Ipv4Addr, u32); 11] = [
    (Ipv4Addr::LOCALHOST, 32),
    (Ipv4Addr::new(127, 0, 0, 0), 8),    // loopback
    (Ipv4Addr::new(10, 0, 0, 0), 8),     // private
    (Ipv4Addr::new(172, 16, 0, 0), 12),  // private
    (Ipv4Addr::new(192, 168, 0, 0), 16), // private
    (Ipv4Addr::new(169, 254, 0, 0), 16), // link-local
    (Ipv4Addr::new(100, 64, 0, 0), 10),  // shared
    (Ipv4Addr::new(192, 0, 2, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),    // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),    // reserved
    (Ipv4Addr::BROADCAST, 32),
];

/// The same for IPv6. A third of all addresses are in one of them, a third are IPv4-mapped.
const NETWORKS_V6: [(Ipv6Addr, u32); 8] = [
    (Ipv6Addr::LOCALHOST, 128),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10), // link-local
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7),  // unique local
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96), // translated from IPv4
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8),  // multicast
    (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3),  // global
];

/// The kinds of addresses: any, one of a special network, or IPv4-mapped (IPv6 only).
const ANYWHERE: u32 = 0;
const NETWORK: u32 = 1;

impl Arbitrary for Ipv4Addr {
    #[inline]
    fn arbitrary(src: &mut Source) -> Ipv4Addr {
        src.span(type_name::<Ipv4Addr>(), |src| {
            if src.branch(2, 0) == ANYWHERE {
                return Ipv4Addr::from_bits(u32::arbitrary(src));
            }
            let network = src.branch(NETWORKS_V4.len() as u32, 0);
            let (first, fixed) = NETWORKS_V4[network as usize];
            let hosts = u32::MAX.checked_shr(fixed).unwrap_or(0);
            Ipv4Addr::from_bits(first.to_bits() | u32::between(src, 0, hosts))
        })
    }

    #[inline]
    fn encode(value: &Ipv4Addr, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Ipv4Addr>(), 0, |encoder| {
            encoder.branch(2, 0, ANYWHERE) && u32::encode(&value.to_bits(), encoder)
        })
    }
}

impl Arbitrary for Ipv6Addr {
    #[inline]
    fn arbitrary(src: &mut Source) -> Ipv6Addr {
        src.span(type_name::<Ipv6Addr>(), |src| match src.branch(3, 0) {
            ANYWHERE => Ipv6Addr::from_bits(u128::arbitrary(src)),
            NETWORK => {
                let network = src.branch(NETWORKS_V6.len() as u32, 0);
                let (first, fixed) = NETWORKS_V6[network as usize];
                let hosts = u128::MAX.checked_shr(fixed).unwrap_or(0);
                Ipv6Addr::from_bits(first.to_bits() | u128::between(src, 0, hosts))
            }
            _ => Ipv4Addr::arbitrary(src).to_ipv6_mapped(),
        })
    }

    #[inline]
    fn encode(value: &Ipv6Addr, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Ipv6Addr>(), 0, |encoder| {
            encoder.branch(3, 0, ANYWHERE) && u128::encode(&value.to_bits(), encoder)
        })
    }
}

impl Arbitrary for SocketAddrV4 {
    #[inline]
    fn arbitrary(src: &mut Source) -> SocketAddrV4 {
        src.span(type_name::<SocketAddrV4>(), |src| {
            SocketAddrV4::new(Ipv4Addr::arbitrary(src), u16::arbitrary(src))
        })
    }

    #[inline]
    fn encode(value: &SocketAddrV4, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<SocketAddrV4>(), 0, |encoder| {
            Ipv4Addr::encode(value.ip(), encoder) && u16::encode(&value.port(), encoder)
        })
    }
}

impl Arbitrary for SocketAddrV6 {
    #[inline]
    fn arbitrary(src: &mut Source) -> SocketAddrV6 {
        src.span(type_name::<SocketAddrV6>(), |src| {
            let (ip, port) = (Ipv6Addr::arbitrary(src), u16::arbitrary(src));
            let (flow, scope) = (u32::arbitrary(src), u32::arbitrary(src));
            SocketAddrV6::new(ip, port, flow, scope)
        })
    }

    #[inline]
    fn encode(value: &SocketAddrV6, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<SocketAddrV6>(), 0, |encoder| {
            Ipv6Addr::encode(value.ip(), encoder)
                && u16::encode(&value.port(), encoder)
                && u32::encode(&value.flowinfo(), encoder)
                && u32::encode(&value.scope_id(), encoder)
        })
    }
}

/// Addresses of either version. IPv4 is the simpler one.
macro_rules! versions {
    ($($type:ident: $four:ty, $six:ty;)*) => {$(
        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(src: &mut Source) -> $type {
                src.span(type_name::<$type>(), |src| {
                    if src.branch(2, 0) == 0 {
                        $type::V4(<$four>::arbitrary(src))
                    } else {
                        $type::V6(<$six>::arbitrary(src))
                    }
                })
            }

            #[inline]
            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                encoder.span(type_name::<$type>(), 0, |encoder| match value {
                    $type::V4(four) => encoder.branch(2, 0, 0) && <$four>::encode(four, encoder),
                    $type::V6(six) => encoder.branch(2, 0, 1) && <$six>::encode(six, encoder),
                })
            }
        }
    )*};
}

versions! {
    IpAddr: Ipv4Addr, Ipv6Addr;
    SocketAddr: SocketAddrV4, SocketAddrV6;
}
