//! What a server sends is not trusted: it can neither harm a machine nor make it report what does not fail.

use crate::support::{
    fixture::wait_until,
    hub::Hub,
    redis::{Redis, has_server},
};
use disprove::{__private::entry_name, Database, Db, prelude::*};
use std::fs;

fn key(kind: &str) -> String {
    format!("d:test:{kind}:hostile-props::holds")
}

/// Announces an entry.
fn news(redis: &Redis, kind: &str, name: &str, value: &str) {
    let start = ["XADD", "d:test:news", "*", "k", kind, "p", "hostile-props::holds"];
    redis.call(&[&start[..], &["h", name, "v", value]].concat());
}

/// Fills a server with entries that are damaged, forged or too large. Returns the name of one that is valid, but passes.
fn write_rubbish(redis: &Redis) -> String {
    let token = any::<u64>().encode(&5).expect("a number").to_token();
    let name = entry_name(&token);
    let huge = "x".repeat(3 << 20);
    let (failures, corpus) = (key("failures"), key("corpus"));
    // It passes here, so it is no failure.
    redis.call(&["HSET", &failures, &name, &format!("{token}\nreduced\nsomebody")]);
    for (field, value) in [
        ("../../../evil", "d1:AA\n\n"),
        ("no name", "d1:AA"),
        ("00000000000000000000000000000000", "rubbish"),
        ("11111111111111111111111111111111", &*huge),
        ("22222222222222222222222222222222", &*token),
        ("33333333333333333333333333333333", &*huge),
        ("44444444444444444444444444444444", &*huge),
        ("55555555555555555555555555555555", ""),
    ] {
        redis.call(&["HSET", &failures, field, value]);
        redis.call(&["HSET", &corpus, field, value]);
        redis.call(&["HSET", &key("fixed"), field, value]);
        news(redis, "failures", field, value);
        redis.call(&["XADD", "d:test:news", "*", field, value]);
    }
    redis.call(&[
        "HSET",
        "d:test:turns",
        "hostile-props::holds seconds",
        "1e300",
        "x seconds",
        "nan",
    ]);
    redis.call(&["ZADD", "d:test:workers", "1e300", "somebody"]);
    name
}

#[test]
fn what_a_server_says_is_not_believed() {
    if !has_server() {
        return;
    }
    let mut hub = Hub::new(
        "hostile",
        1,
        r"
#[property]
fn holds(n: u64) {
    assert_eq!(n ^ 0, n);
}
",
    );
    let redis = Redis::start("hostile", &[]);
    let (name, huge) = (write_rubbish(&redis), "x".repeat(3 << 20));
    hub.hunt(&["--share", &redis.url(), "--jobs", "1"], &[]);
    wait_until("the connection", &mut || hub.is_connected());
    let left_out = |hub: &Hub| hub.events().into_iter().rfind(|event| event["left_out"].is_u64());
    wait_until("a count of what is left out", &mut || left_out(&hub).is_some());
    // More of it while the hunt runs.
    news(&redis, "corpus", "x", &huge);
    news(&redis, "failures", &name, "d1:AA");
    redis.call(&["SET", "d:test:lease:hostile-props::holds:x", "somebody"]);
    let reader = || redis.call(&["CLIENT", "LIST"]).contains("cmd=xread");
    wait_until("a read", &mut || reader());
    assert_eq!(hub.interrupt(), 0, "{:?}", hub.events());
    let count = left_out(&hub).expect("a count")["left_out"].as_u64().expect("a number");
    // Two are no names of entries, two cannot be decoded, and three are too large: failures and corpus entries.
    assert!(count >= 14, "{count}");
    assert!(hub.fixture.files(".disprove/failures").is_empty());
    assert!(hub.findings("holds").is_empty());
    assert!(hub.fixture.files(".disprove").iter().all(|file| !file.contains("evil")));
    assert!(!hub.fixture.path("evil").exists());
    let entries = Db::at(hub.fixture.path(".disprove")).load("hostile-props::holds");
    assert!(entries.entries.is_empty() && entries.problems.is_empty());

    a_server_that_never_stops_sending_is_left(&mut hub);
}

/// A server that speaks the protocol, but answers everything with an endless string.
fn a_server_that_never_stops_sending_is_left(hub: &mut Hub) {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            std::thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(b"$9000000000\r\n");
                while stream.write_all(&[b'x'; 1 << 12]).is_ok() {}
            });
        }
    });
    let _ = fs::remove_file(hub.fixture.path("events"));
    hub.hunt(&["--share", &format!("redis://127.0.0.1:{port}"), "--jobs", "1"], &[]);
    let is_left = |hub: &Hub| {
        let text = fs::read_to_string(hub.fixture.path("events")).unwrap_or_default();
        text.contains("no longer shared with") && text.contains("MiB at once")
    };
    wait_until("the end of the link", &mut || is_left(hub));
    let text = fs::read_to_string(hub.fixture.path("events")).expect("events");
    let limit = text.split("it sent ").nth(1).and_then(|rest| rest.split(" at once").next());
    let page = include_str!("../../../book/src/guides/fleet.md");
    assert!(page.contains(&format!("if it uses {}", limit.expect("a limit"))), "{limit:?}");
    let executions = |hub: &Hub| {
        let last = hub.events().into_iter().rfind(|event| event["event"] == "progress");
        last.map_or(0, |event| event["executions"].as_u64().expect("a number"))
    };
    let before = executions(hub);
    wait_until("further cases", &mut || executions(hub) > before);
    assert_eq!(hub.interrupt(), 0);
}
