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
            let message = first_failure(ladder, vec![top]).expect("the top fails");
            assert!(message.contains(ladder.says), "{}: {message}", ladder.name);
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

/// Climbs with inputs of one kind; none is found by chance.
fn by_chance(ladder: Ladder, inputs: impl Generator<Value = Vec<u8>>) -> usize {
    let report = check(inputs)
        .seed(1)
        .cases(2_000)
        .max_executions(2_000)
        .search(Search::Random)
        .database(Db::none())
        .run(|bytes| (ladder.climb)(&bytes));
    report.failures().len()
}

#[test]
fn chance_does_not_climb() {
    for ladder in LADDERS {
        assert_eq!(by_chance(ladder, pieces()), 0, "{}", ladder.name);
        assert_eq!(by_chance(ladder, lists()), 0, "{}", ladder.name);
        assert_eq!(by_chance(ladder, short_lists()), 0, "{}", ladder.name);
        assert!(!ladder.published.is_empty());
    }
}
