//! Feature `ipnet`: `IpNet`, `Ipv4Net` and `Ipv6Net`.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::{
    any::type_name,
    net::{Ipv4Addr, Ipv6Addr},
};

/// The probability that the bits after the prefix are zeros: one half, as a share of `2^64`.
const TRUNCATED: u64 = 1 << 63;

/// Functions that draw and write a network inside of a span: both versions alike, so that one reduces to the other.
macro_rules! networks {
    ($($type:ident: $address:ident, $bits:literal, $draw:ident, $encode:ident;)*) => {$(
        fn $draw(src: &mut Source) -> $type {
            let is_truncated = src.boolean(TRUNCATED);
            let prefix = u8::between(src, 0, $bits);
            let network = $type::new($address::arbitrary(src), prefix);
            let network = network.expect("not longer than the address");
            if is_truncated { network.trunc() } else { network }
        }

        fn $encode(value: &$type, encoder: &mut Encoder) -> bool {
            encoder.boolean(TRUNCATED, false)
                && value.prefix_len().encode_between(0, $bits, encoder)
                && $address::encode(&value.addr(), encoder)
        }

        /// The simplest has only zeros. Of half of them, the bits after the prefix are zeros.
        impl Arbitrary for $type {
            fn arbitrary(src: &mut Source) -> $type {
                src.span(type_name::<$type>(), $draw)
            }

            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                encoder.span(type_name::<$type>(), 0, |encoder| $encode(value, encoder))
            }
        }
    )*};
}

networks! {
    Ipv4Net: Ipv4Addr, 32, four, encode_four;
    Ipv6Net: Ipv6Addr, 128, six, encode_six;
}

/// IPv4 is the simpler version.
impl Arbitrary for IpNet {
    fn arbitrary(src: &mut Source) -> IpNet {
        src.span(type_name::<IpNet>(), |src| match src.branch(2, 0) {
            0 => IpNet::V4(four(src)),
            _ => IpNet::V6(six(src)),
        })
    }

    fn encode(value: &IpNet, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<IpNet>(), 0, |encoder| match value {
            IpNet::V4(net) => encoder.branch(2, 0, 0) && encode_four(net, encoder),
            IpNet::V6(net) => encoder.branch(2, 0, 1) && encode_six(net, encoder),
        })
    }
}
