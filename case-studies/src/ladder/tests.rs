//! Tests of the ladders.

use super::*;

/// What happens to these inputs: the message of the first that fails.
fn first_failure(ladder: Ladder, inputs: Vec<Vec<u8>>) -> Option<String> {
    let count = inputs.len() as u64;
    let report = check(0..inputs.len())
        .seed(1)
        .cases(count)
        .database(Db::none())
        .max_failures(1)
        .run(|place| (ladder.climb)(&inputs[place]));
    report.failures().first().map(|failure| failure.message().to_owned())
}

#[test]
fn only_the_top_of_a_ladder_fails_and_says_so() {
    for ladder in LADDERS {
        let longer = [ladder.top, b"!"].concat();
        for top in [ladder.top.to_vec(), longer] {
            assert!(first_failure(ladder, vec![top]).is_some(), "{}", ladder.name);
        }
        let mut near = vec![Vec::new(), [b"!", ladder.top].concat()];
        for place in 0..ladder.top.len() {
            near.push(ladder.top[..place].to_vec());
            for bit in 0..8 {
                let mut other = ladder.top.to_vec();
                other[place] ^= 1 << bit;
                near.push(other);
            }
        }
        assert_eq!(first_failure(ladder, near), None, "{}", ladder.name);
    }
}

#[test]
fn numbers_are_read_with_the_lowest_byte_first() {
    assert_eq!(little_endian(&[]), 0);
    assert_eq!(little_endian(&[1, 2]), 0x201);
    assert_eq!(little_endian(&[1, 2, 3, 4, 5]), 0x0403_0201);
}

#[test]
fn branches_alone_are_the_same_ladder() {
    for ladder in LADDERS {
        let other = Ladder { climb: ladder.climb_by_branches, ..ladder };
        let top = ladder.top.to_vec();
        assert!(first_failure(other, vec![top.clone()]).is_some(), "{}", ladder.name);
        let below = [&top[..top.len() - 1], b"!"].concat();
        let events = |climb: fn(&[u8])| disprove::trace::record(|| climb(&below)).1;
        let (seen, branches) = (events(ladder.climb), events(ladder.climb_by_branches));
        assert_eq!(seen.events().len(), branches.events().len(), "{}", ladder.name);
        assert!(!seen.operands().is_empty() && branches.operands().is_empty(), "{}", ladder.name);
    }
}

#[test]
fn chance_does_not_climb_and_mutation_does() {
    for ladder in LADDERS {
        let Ladder { name, climb, published, .. } = ladder;
        let inputs = if name == MAGIC { Inputs::Number } else { ladder.inputs };
        assert!(run(Repetition::new(Search::Random, 1, 2_000), inputs, climb).is_none(), "{name}");
        assert!(run(Repetition::new(Search::Mutate, 1, 2_000), inputs, climb).is_some(), "{name}");
        assert!(!published.is_empty());
    }
}
