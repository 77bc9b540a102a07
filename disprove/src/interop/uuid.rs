//! Feature `uuid`: `Uuid`.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use std::any::type_name;
use uuid::{Builder, Uuid};

/// The kinds of identifiers: any bits, version 4, or version 7.
const KINDS: u32 = 3;
const ANY: u32 = 0;
const RANDOM: u32 = 1;

/// Bits of the timestamp in version 7.
const TIME_BITS: u32 = 48;

/// The simplest is the nil UUID. A third each are of version 4, of version 7, and any bits, including all zeros and all
/// ones.
impl Arbitrary for Uuid {
    #[inline]
    fn arbitrary(src: &mut Source) -> Uuid {
        src.span(type_name::<Uuid>(), |src| match src.branch(KINDS, ANY) {
            ANY => Uuid::from_u128(u128::arbitrary(src)),
            RANDOM => Builder::from_random_bytes(u128::arbitrary(src).to_be_bytes()).into_uuid(),
            _ => {
                let time = u64::between(src, 0, u64::MAX >> (64 - TIME_BITS));
                let mut rest = [0; 10];
                rest.copy_from_slice(&u128::arbitrary(src).to_be_bytes()[6..]);
                Builder::from_unix_timestamp_millis(time, &rest).into_uuid()
            }
        })
    }

    #[inline]
    fn encode(value: &Uuid, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Uuid>(), 0, |encoder| {
            encoder.branch(KINDS, ANY, ANY) && u128::encode(&value.as_u128(), encoder)
        })
    }
}
