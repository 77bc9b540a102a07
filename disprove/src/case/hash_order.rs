//! Counts the hash maps and sets with random iteration order that a thread creates.

use std::hash::{BuildHasher, RandomState};

/// The first key of the next `RandomState` of this thread. Each one has a key that is higher by one; this call creates
/// one too. The standard library prints keys, but does not promise to: `None` if it no longer does.
pub(crate) fn next_hash_key() -> Option<u64> {
    let printed = format!("{:?}", RandomState::new().build_hasher());
    let (_, after) = printed.split_once("k0: ")?;
    let end = after.find(|c: char| !c.is_ascii_digit())?;
    after[..end].parse().ok()
}

/// Whether this thread has created another `RandomState` between two calls of [`next_hash_key`].
pub(crate) fn has_hashed_between(before: Option<u64>, after: Option<u64>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => after.wrapping_sub(before) > 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        collections::{BTreeMap, HashMap, HashSet},
        hash::{BuildHasherDefault, DefaultHasher},
    };

    #[test]
    fn notices_a_hash_set_between_two_calls() {
        let before = next_hash_key();
        assert!(before.is_some(), "this version of the standard library prints its keys");
        assert!(!has_hashed_between(before, next_hash_key()));
        let before = next_hash_key();
        let _map: BTreeMap<u8, u8> = BTreeMap::from([(1, 2)]);
        assert!(!has_hashed_between(before, next_hash_key()));
        let before = next_hash_key();
        let set: HashSet<u8> = HashSet::from([1, 2]);
        assert!(has_hashed_between(before, next_hash_key()), "{set:?}");
        let before = next_hash_key();
        let map: HashMap<u8, u8> = HashMap::from([(1, 2)]);
        assert!(has_hashed_between(before, next_hash_key()), "{map:?}");
        let before = next_hash_key();
        let fixed: HashSet<u8, BuildHasherDefault<DefaultHasher>> = HashSet::default();
        assert!(!has_hashed_between(before, next_hash_key()), "{fixed:?}");
        assert!(!has_hashed_between(None, before));
    }
}
