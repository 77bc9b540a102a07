//! `cargo disprove hunt --share`: hunts on several machines find together what none finds alone.

use crate::support::{
    fixture::{Fixture, wait_until},
    hub::Hub,
    rare::{SCRAMBLE, scramble},
    redis::{Redis, has_server},
};
use disprove::{
    __private::{DataFolder, corpus_in},
    Database, Db,
    prelude::*,
};
use std::{fs, process::Command};

/// The seeds: one for each property.
const SEEDS: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

/// Two properties whose bugs are close to a seed, which is hopeless to guess.
fn halves() -> String {
    let [one, two] = SEEDS.map(scramble);
    format!(
        r#"
{SCRAMBLE}
#[property]
fn first(n: u64, list: Vec<u8>) {{
    if scramble(n) == {one} {{
        assert!(list.is_empty(), "found the first");
    }}
}}

#[property]
fn second(n: u64, list: Vec<u8>) {{
    if scramble(n) == {two} {{
        assert!(list.is_empty(), "found the second");
    }}
}}
"#
    )
}

/// Gives a hub one of the seeds, and nothing else.
fn seed(hub: &Hub, property: &str, n: u64) {
    let _ = fs::remove_dir_all(hub.fixture.path(".disprove"));
    let _ = fs::remove_file(hub.fixture.path("events"));
    let folder = DataFolder::chosen(hub.fixture.path(".disprove"));
    let tree = any::<(u64, Vec<u8>)>().encode(&(n, Vec::new())).expect("a value");
    corpus_in(&folder).save(&format!("halves-props::{property}"), &tree).expect("it is saved");
}

fn seed_both(hubs: &[Hub; 2]) {
    seed(&hubs[0], "first", SEEDS[0]);
    seed(&hubs[1], "second", SEEDS[1]);
}

/// Waits until both hubs know both failures, and ends them.
fn wait_for_both(hubs: &mut [Hub; 2]) {
    for property in ["first", "second"] {
        for hub in &*hubs {
            wait_until("a finding everywhere", &mut || !hub.findings(property).is_empty());
            wait_until("a saved failure", &mut || hub.failures(property).len() == 1);
        }
    }
    for hub in hubs {
        assert_eq!(hub.interrupt(), 1);
    }
}

#[test]
fn two_hubs_with_half_of_the_seeds_find_what_neither_finds_alone() {
    if !has_server() {
        return;
    }
    let mut hubs = [Hub::new("halves", 1, &halves()), Hub::new("halves", 2, &halves())];
    seed_both(&hubs);
    for (hub, found) in hubs.iter_mut().zip(["first", "second"]) {
        hub.hunt(&["--time", "4s", "--jobs", "1"], &[]);
        assert_eq!(hub.wait(), 1, "{:?}", hub.events());
        for property in ["first", "second"] {
            assert_eq!(hub.findings(property).len(), usize::from(property == found), "alone");
        }
    }

    let redis = Redis::start("halves", &[]);
    seed_both(&hubs);
    for hub in &mut hubs {
        hub.hunt(&["--share", &redis.url(), "--jobs", "1"], &[]);
    }
    wait_for_both(&mut hubs);
    for property in ["first", "second"] {
        let key = format!("d:test:failures:halves-props::{property}");
        let reply = redis.call(&["HVALS", &key]);
        for hub in &hubs {
            let [finding] = &hub.findings(property)[..] else { panic!("{:?}", hub.events()) };
            assert_eq!(finding["message"], format!("found the {property}"));
            assert_eq!((&finding["reduced"], &finding["saved"]), (&true.into(), &true.into()));
            assert!(reply.contains(finding["token"].as_str().expect("a token")), "{reply}");
            let test = hub.fixture.cargo_test(&["--test", "props", property]);
            assert!(test.code != 0 && test.out.contains("found the"), "{test:?}");
        }
        assert!(reply.starts_with("*1\r\n") && reply.contains("\nreduced\n"), "{reply}");
        // At most one of them has reduced it for long.
        let name = format!("halves-props::{property}");
        let is_lease =
            |event: &serde_json::Value| event["event"] == "lease" && event["property"] == *name;
        let leases = hubs.iter().flat_map(Hub::events).filter(is_lease).count();
        assert!(leases <= 1, "{property}: {leases}");
    }
    assert_eq!(redis.count(&["ZCARD", "d:test:workers"]), 0, "both have said goodbye");

    share_with_tls_and_a_user(&mut hubs);
    a_wiped_server_is_filled_again(&mut hubs[0]);
}

fn a_wiped_server_is_filled_again(hub: &mut Hub) {
    let mut redis = Redis::start("wiped", &[]);
    let _ = fs::remove_file(hub.fixture.path("events"));
    let count = |redis: &Redis| redis.count(&["HLEN", "d:test:failures:halves-props::first"]);
    hub.hunt(&["--jobs", "1"], &[("DISPROVE_SHARE", &redis.url())]);
    wait_until("the failure on the server", &mut || count(&redis) == 1);
    redis.call(&["FLUSHALL"]);
    wait_until("the failure again", &mut || count(&redis) == 1);
    redis.kill();
    wait_until("the loss of the connection", &mut || !hub.is_connected());
    redis.restart();
    wait_until("the failure after a restart", &mut || count(&redis) == 1);
    assert_eq!(hub.interrupt(), 1);
    let lines = hub.events().iter().filter(|event| event["connected"] == false).count();
    assert_eq!(lines, 1, "one line for one loss");
}

fn openssl(folder: &Fixture, arguments: &[&str]) {
    let output = Command::new("openssl").current_dir(folder.path("")).args(arguments).output();
    let output = output.expect("openssl is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn share_with_tls_and_a_user(hubs: &mut [Hub; 2]) {
    let keys = Fixture::empty("tls-keys");
    let new = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
    let authority = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test"];
    openssl(&keys, &[&new[..], &authority].concat());
    let request = ["req", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "request"];
    openssl(&keys, &[&request[..], &["-subj", "/CN=127.0.0.1"]].concat());
    keys.file("names", "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n");
    let sign = ["x509", "-req", "-in", "request", "-CA", "ca.pem", "-CAkey", "ca.key"];
    let rest = ["-CAcreateserial", "-days", "2", "-out", "cert.pem", "-extfile", "names"];
    openssl(&keys, &[&sign[..], &rest].concat());

    // As the documentation recommends.
    let page = include_str!("../../../docs/fleet.md");
    let rules = crate::support::quoted(page, "rights it needs", "```text\n");
    keys.file("users.acl", rules);
    let path = |name: &str| keys.path(name).display().to_string();
    let (certificate, key, users) = (path("cert.pem"), path("key.pem"), path("users.acl"));
    let redis = Redis::start(
        "tls",
        &[
            "--tls-port",
            "PORT",
            "--port",
            "0",
            "--tls-cert-file",
            &certificate,
            "--tls-key-file",
            &key,
        ]
        .into_iter()
        .chain(["--tls-auth-clients", "no", "--tls-ca-cert-file", &path("ca.pem")])
        .chain(["--aclfile", &users])
        .collect::<Vec<_>>(),
    );
    let url = format!("rediss://fleet@127.0.0.1:{}/0", redis.port);
    keys.file("password", "correct-horse\n");
    let authority = path("ca.pem");
    let trust = ("SSL_CERT_FILE", authority.as_str());
    let password = path("password");
    seed_both(hubs);
    for hub in &mut *hubs {
        let variables = [trust, ("DISPROVE_SHARE_PASSWORD_FILE", &password)];
        hub.hunt(&["--share", &url, "--jobs", "1"], &variables);
    }
    wait_for_both(hubs);

    // Without the right password or certificate there is no connection, and the hunt continues.
    let hub = &mut hubs[0];
    for variables in [
        [trust, ("DISPROVE_SHARE_PASSWORD", "wrong-horse")],
        [("SSL_CERT_FILE", "/dev/null"), ("DISPROVE_SHARE_PASSWORD", "correct-horse")],
    ] {
        let _ = fs::remove_file(hub.fixture.path("events"));
        hub.hunt(&["--share", &url, "--jobs", "1"], &variables);
        let is_refused = |hub: &Hub| hub.events().iter().any(|event| event["connected"] == false);
        wait_until("a refusal", &mut || is_refused(hub));
        assert_eq!(hub.interrupt(), 1);
        for file in ["events", "errors"] {
            let text = fs::read_to_string(hub.fixture.path(file)).expect("a file");
            assert!(!text.contains("horse"), "{text}");
        }
    }
}

#[test]
fn what_a_server_says_is_not_believed() {
    if !has_server() {
        return;
    }
    let mut hub = Hub::new(
        "hostile",
        1,
        r#"
#[property]
fn holds(n: u64) {
    assert_eq!(n ^ 0, n);
}
"#,
    );
    let redis = Redis::start("hostile", &[]);
    let key = |kind: &str| format!("d:test:{kind}:hostile-props::holds");
    let token = any::<u64>().encode(&5).expect("a number").to_token();
    let name = disprove::__private::entry_name(&token);
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
        ("33333333333333333333333333333333", ""),
    ] {
        redis.call(&["HSET", &failures, field, value]);
        redis.call(&["HSET", &corpus, field, value]);
        redis.call(&["HSET", &key("fixed"), field, value]);
        redis.call(&[
            "XADD",
            "d:test:news",
            "*",
            "k",
            "failures",
            "p",
            "hostile-props::holds",
            "h",
            field,
            "v",
            value,
        ]);
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
    hub.hunt(&["--share", &redis.url(), "--jobs", "1"], &[]);
    let has_tried = |redis: &Redis| {
        redis.count(&["HLEN", &key("fixed")]) > 6
            || !redis.call(&["ZSCORE", "d:test:workers", "x"]).is_empty()
    };
    wait_until("the connection", &mut || hub.is_connected() && has_tried(&redis));
    let left_out = |hub: &Hub| hub.events().into_iter().rfind(|event| event["left_out"].is_u64());
    wait_until("a count of what is left out", &mut || left_out(&hub).is_some());
    // More of it while the hunt runs.
    redis.call(&[
        "XADD",
        "d:test:news",
        "*",
        "k",
        "corpus",
        "p",
        "hostile-props::holds",
        "h",
        "x",
        "v",
        &huge,
    ]);
    redis.call(&[
        "XADD",
        "d:test:news",
        "*",
        "k",
        "failures",
        "p",
        "hostile-props::holds",
        "h",
        &name,
        "v",
        "d1:AA",
    ]);
    redis.call(&["SET", "d:test:lease:hostile-props::holds:x", "somebody"]);
    let reader = || redis.call(&["CLIENT", "LIST"]).contains("cmd=xread");
    wait_until("a read", &mut || reader());
    assert_eq!(hub.interrupt(), 0, "{:?}", hub.events());
    let count = left_out(&hub).expect("a count")["left_out"].as_u64().expect("a number");
    assert!(count >= 10, "{count}");
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
                while stream.write_all(&[b'x'; 1 << 16]).is_ok() {}
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
    let executions = |hub: &Hub| {
        let last = hub.events().into_iter().rfind(|event| event["event"] == "progress");
        last.map_or(0, |event| event["executions"].as_u64().expect("a number"))
    };
    let before = executions(hub);
    wait_until("further cases", &mut || executions(hub) > before);
    assert_eq!(hub.interrupt(), 0);
}
