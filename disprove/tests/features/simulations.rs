//! Simulated networks: failures of distributed systems are found, reduced and replayed.

use disprove::{Network, Report, prelude::*};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc, time::Duration};
use tokio::time;
use turmoil::net::UdpSocket;

const NODES: [&str; 3] = ["a", "b", "c"];

/// The values that the replicas of a register have at the end. Each keeps the last value that arrives: a register must
/// compare timestamps instead.
fn replicas(src: &mut Source) -> Vec<u8> {
    let values = Rc::new(RefCell::new(BTreeMap::new()));
    let network = Network::new().delay(Duration::from_millis(8));
    let mut sim = network.sim(src);
    for name in NODES {
        let values = values.clone();
        sim.host(name, move || {
            let values = values.clone();
            async move {
                let socket = UdpSocket::bind("0.0.0.0:7").await?;
                loop {
                    let mut value = [0];
                    socket.recv_from(&mut value).await?;
                    values.borrow_mut().insert(name, value[0]);
                }
            }
        });
    }
    for writer in 1..=2_u8 {
        sim.client(format!("writer{writer}"), async move {
            let socket = UdpSocket::bind("0.0.0.0:8").await?;
            time::sleep(Duration::from_millis(5 * u64::from(writer))).await;
            for name in NODES {
                socket.send_to(&[writer], (name, 7)).await?;
            }
            time::sleep(Duration::from_millis(15)).await;
            Ok(())
        });
    }
    network.run(&mut sim, src).expect("the writers end");
    drop(sim);
    NODES.iter().map(|name| values.borrow()[name]).collect()
}

#[property]
#[ignore = "run by the test below"]
fn replicas_agree(#[draw(replicas)] values: Vec<u8>) {
    assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "they differ");
}

#[test]
fn the_report_lists_the_late_message_as_the_page_says() {
    let panic = std::panic::catch_unwind(replicas_agree).expect_err("the replicas differ");
    let report = panic.downcast_ref::<String>().expect("a report");
    let page = include_str!("../../../book/src/guides/async-and-threads.md");
    assert_shown(page, "replicas_agree(", report);
}

/// Asserts that a report has the lines of the output that begins with this line on a page.
#[track_caller]
pub fn assert_shown(page: &str, first: &str, report: &str) {
    let (_, shown) = page.split_once(&format!("```text\n    {first}")).expect(first);
    let (shown, _) = shown.split_once("```").expect("the end of the output");
    assert!(report.contains(&format!("    {first}")), "{report}");
    let mut lines = report.lines();
    for line in shown.lines().filter(|line| !line.is_empty()) {
        assert!(lines.any(|printed| printed.contains(line)), "{line}: {report}");
    }
}

fn agree(replicas: &[u8]) -> bool {
    replicas.windows(2).all(|pair| pair[0] == pair[1])
}

fn told<T>(report: &Report<T>) -> (Vec<String>, String, u64) {
    let failure = &report.failures()[0];
    (failure.notes().to_vec(), failure.replay_token().to_owned(), failure.reduction_runs())
}

#[test]
fn replicas_without_timestamps_diverge_by_one_late_message() {
    for seed in 0..5 {
        let run = || check(replicas).seed(seed).max_failures(1).run(|replicas| agree(&replicas));
        let report = run();
        let failure = &report.failures()[0];
        assert!(!failure.is_flaky());
        assert_eq!(failure.value(), &[2, 2, 1], "seed {seed}");
        let notes = failure.notes();
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert_eq!(notes[0], "after 6 ms: writer1 to c takes 6 ms more: UDP [0x1]");
        // The same seed gives the same run, and the token the same input.
        assert_eq!(told(&run()), told(&report));
        for _ in 0..3 {
            let again = check(replicas)
                .replay(failure.replay_token())
                .cases(1)
                .run(|replicas| agree(&replicas));
            let replayed = &again.failures()[0];
            assert_eq!(replayed.found_at(), 1);
            assert_eq!(replayed.original(), failure.value());
            assert_eq!(replayed.notes(), notes);
            assert_eq!(replayed.replay_token(), failure.replay_token());
        }
    }
}

/// An election by votes, which a node must remember when it crashes. With `remembers` it does.
fn leaders(remembers: bool, src: &mut Source) -> Vec<&'static str> {
    let leaders = Rc::new(RefCell::new(Vec::new()));
    // What a node has on its disk.
    let disk = Rc::new(RefCell::new(BTreeMap::<&str, u8>::new()));
    let network = Network::new()
        .delay(Duration::from_millis(3))
        .losses(2)
        .partitions(1)
        .crashes(NODES, 1)
        .within(Duration::from_millis(12));
    let mut sim = network.sim(src);
    for name in NODES {
        let disk = disk.clone();
        sim.host(name, move || {
            let disk = disk.clone();
            async move {
                let socket = UdpSocket::bind("0.0.0.0:7").await?;
                let mut vote = disk.borrow().get(name).copied();
                loop {
                    let mut candidate = [0];
                    let (_, from) = socket.recv_from(&mut candidate).await?;
                    let vote = *vote.get_or_insert(candidate[0]);
                    if remembers {
                        disk.borrow_mut().insert(name, vote);
                    }
                    socket.send_to(&[vote], from).await?;
                }
            }
        });
    }
    for (number, candidate) in (0..).zip(["first", "second"]) {
        let leaders = leaders.clone();
        sim.client(candidate, async move {
            let socket = UdpSocket::bind("0.0.0.0:8").await?;
            let mut votes = BTreeMap::new();
            for _ in 0..2 {
                for name in NODES {
                    socket.send_to(&[number], (name, 7)).await?;
                }
                let _ = time::timeout(Duration::from_millis(10), async {
                    loop {
                        let mut vote = [0];
                        let (_, from) = socket.recv_from(&mut vote).await?;
                        votes.insert(from, vote[0]);
                    }
                    #[expect(unreachable_code, reason = "gives the block its type")]
                    std::io::Result::Ok(())
                })
                .await;
            }
            if votes.values().filter(|vote| **vote == number).count() >= 2 {
                leaders.borrow_mut().push(candidate);
            }
            Ok(())
        });
    }
    network.run(&mut sim, src).expect("the candidates end");
    drop(sim);
    leaders.take()
}

#[test]
fn an_election_without_a_disk_has_two_leaders_after_a_crash() {
    let forgets = |src: &mut Source| leaders(false, src);
    let report = check(forgets).seed(1).cases(500).max_failures(1).run(|leaders| leaders.len() < 2);
    let failure = &report.failures()[0];
    assert_eq!(failure.value(), &["first", "second"]);
    let notes = failure.notes();
    assert!(notes.iter().any(|note| note.ends_with(" crashes")), "{notes:?}");
    let again =
        check(forgets).replay(failure.replay_token()).cases(1).run(|leaders| leaders.len() < 2);
    assert_eq!((again.failures()[0].notes(), again.failures()[0].found_at()), (notes, 1));
}

#[test]
fn an_election_with_a_disk_survives_the_same_faults() {
    let report = check(|src: &mut Source| leaders(true, src)).seed(1).cases(100).run(|leaders| {
        label!("{} leaders", leaders.len());
        leaders.len() < 2
    });
    assert!(report.failures().is_empty(), "{report}");
    assert!(report.labels().iter().any(|(label, _)| label == "1 leaders"), "{report}");
}

#[property(seed = 1)]
#[should_panic(expected = "n: 10,")]
fn a_panic_of_a_host_is_the_failure(n: u8, src: &mut Source) {
    let network = Network::new().delay(Duration::ZERO);
    let mut sim = network.sim(src);
    sim.client("only", async move {
        assert!(n < 10, "too large");
        Ok(())
    });
    network.run(&mut sim, src).expect("it returns no error");
}

#[property(seed = 1)]
#[should_panic(expected = "Ran for duration: 50ms")]
fn a_simulation_that_does_not_end_fails(src: &mut Source) -> turmoil::Result {
    let network = Network::new().duration(Duration::from_millis(50));
    let mut sim = network.sim(src);
    sim.client("only", async { std::future::pending().await });
    network.run(&mut sim, src)
}

/// Whether the answer to a datagram arrives.
fn arrives(network: &Network, src: &mut Source) -> bool {
    let mut sim = network.sim(src);
    sim.host("server", || async {
        let socket = UdpSocket::bind("0.0.0.0:7").await?;
        let mut received = [0];
        let (_, from) = socket.recv_from(&mut received).await?;
        socket.send_to(&received, from).await?;
        std::future::pending().await
    });
    let (send, receive) = std::sync::mpsc::channel();
    sim.client("client", async move {
        let socket = UdpSocket::bind("0.0.0.0:8").await?;
        socket.send_to(&[1], "server:7").await?;
        let answer = time::timeout(Duration::from_millis(20), socket.recv_from(&mut [0])).await;
        send.send(answer.is_ok())?;
        Ok(())
    });
    network.run(&mut sim, src).expect("the client ends");
    drop(sim);
    receive.recv().expect("the client has sent it")
}

#[test]
fn a_delay_is_at_most_the_longest_one() {
    // A message and its answer must arrive within 20 ms, and the steps of the clock take a few.
    let verdict = |most| {
        let network = Network::new().delay(Duration::from_millis(most));
        let inputs = move |src: &mut Source| arrives(&network, src);
        check(inputs).seed(1).cases(200).max_failures(1).run(|arrived| arrived).verdict()
    };
    assert_eq!((verdict(8), verdict(12)), (Verdict::Passed, Verdict::Falsified));
}

#[test]
fn losses_and_partitions_are_drawn_and_reported() {
    let quiet = Network::new().delay(Duration::ZERO).within(Duration::from_millis(5));
    for (network, expected) in [
        (quiet.clone().losses(3), "is lost: "),
        (quiet.clone().partitions(3), "is lost, separated"),
    ] {
        let inputs = move |src: &mut Source| arrives(&network, src);
        let report = check(inputs.clone()).seed(1).max_failures(1).run(|arrived| arrived);
        let failure = &report.failures()[0];
        let notes = failure.notes();
        assert!(notes.len() == 1 && notes[0].contains(expected), "{notes:?}");
        let again = check(inputs).replay(failure.replay_token()).cases(1).run(|arrived| arrived);
        assert_eq!((again.failures()[0].notes(), again.failures()[0].found_at()), (notes, 1));
    }
    let inputs = move |src: &mut Source| arrives(&quiet, src);
    assert!(check(inputs).seed(1).cases(50).run(|arrived| arrived).failures().is_empty());
}

#[property(seed = 1)]
#[should_panic(expected = "n: 10,")]
fn a_panic_of_a_server_is_the_failure(n: u8, src: &mut Source) {
    let network = Network::new().delay(Duration::ZERO);
    let mut sim = network.sim(src);
    sim.host("server", move || async move {
        assert!(n < 10, "too large");
        std::future::pending().await
    });
    sim.client("client", async {
        time::sleep(Duration::from_millis(5)).await;
        Ok(())
    });
    network.run(&mut sim, src).expect("it returns no error");
}
