//! Shards: the part of a job that one of several machines does, where all it knows is its number.

/// One of several shards: its number, from 0, and how many there are.
pub(crate) type Shard = (usize, usize);

/// Reads a shard: `0/4` is the first of four.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(k, n)| k.parse().ok().zip(n.parse().ok()));
    match parts {
        Some((k, n)) if k < n => Ok((k, n)),
        _ => {
            Err("write the number of the shard, from 0, and the number of shards, as in 0/4"
                .to_owned())
        }
    }
}

/// The elements of a shard.
pub(crate) fn part_of<T>(all: Vec<T>, (number, of): Shard) -> Vec<T> {
    all.into_iter().skip(number).step_by(of).collect()
}

/// The elements of a shard, and never none: if there are more shards than elements, some have the same.
pub(crate) fn work_of<T>(mut all: Vec<T>, (number, of): Shard) -> Vec<T> {
    match all.len() {
        0 => all,
        length if length < of => vec![all.swap_remove(number % length)],
        _ => part_of(all, (number, of)),
    }
}

#[cfg(test)]
mod tests {
    use super::{part_of, shard, work_of};

    #[test]
    fn shards_are_numbered_from_0() {
        assert_eq!(shard("0/4"), Ok((0, 4)));
        assert_eq!(shard("3/4"), Ok((3, 4)));
        for bad in ["4/4", "0/0", "1", "a/b", "-1/2", ""] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_are_disjoint_and_complete() {
        let all: Vec<usize> = (0..10).collect();
        let mut together: Vec<usize> = (0..4).flat_map(|k| part_of(all.clone(), (k, 4))).collect();
        together.sort_unstable();
        assert_eq!(together, all);
        assert_eq!(work_of(all.clone(), (1, 4)), [1, 5, 9]);
    }

    #[test]
    fn every_shard_has_work_if_there_is_some() {
        let works: Vec<Vec<char>> = (0..5).map(|k| work_of(vec!['a', 'b'], (k, 5))).collect();
        assert_eq!(works, [['a'], ['b'], ['a'], ['b'], ['a']]);
        assert!(work_of(Vec::<char>::new(), (1, 5)).is_empty());
    }
}
