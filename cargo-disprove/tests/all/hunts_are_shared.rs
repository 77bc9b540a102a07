//! `cargo disprove hunt --share`: hunts on several machines find together what none finds alone.

use crate::support::{
    fixture::{Fixture, git, wait_until},
    hub::Hub,
    rare::{INPUT, SCRAMBLE, failing, scramble},
    redis::{Redis, has_server},
};
use disprove::{
    __private::{DataFolder, corpus_in, entry_name, failure_name},
    Database,
    prelude::*,
};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    process::Command,
};

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
    // Tests do not see the password.
    let _ = std::env::var("DISPROVE_SHARE_PASSWORD").map(|password| panic!("{{password}}"));
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
    assert!(redis.count(&["HLEN", "d:test:turns"]) >= 2, "times and discoveries");
    // The first hub had no such entry, and cannot guess it.
    let other = any::<(u64, Vec<u8>)>().encode(&(SEEDS[1], Vec::new())).expect("a value");
    let other = entry_name(&other.to_token());
    let corpus = hubs[0].fixture.files(".disprove/corpus");
    assert!(corpus.iter().any(|file| file.ends_with(&other)), "{corpus:?}");

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
    // The hunt continues meanwhile: only the first further cases can be those before the loss.
    let executions = || {
        let events = hub.events().into_iter().filter(|event| event["event"] == "progress");
        events.filter_map(|event| event["executions"].as_u64()).max()
    };
    for _ in 0..2 {
        let before = executions();
        wait_until("further cases", &mut || executions() > before);
    }
    redis.restart();
    wait_until("the failure after a restart", &mut || count(&redis) == 1);
    assert_eq!(hub.interrupt(), 1);
    let lines = hub.events().iter().filter(|event| event["connected"] == false).count();
    assert_eq!(lines, 1, "one line for one loss");
}

/// The rows of the machines on the dashboard of a hunt.
fn machines(hub: &Hub) -> String {
    let Some(served) = hub.events().into_iter().rfind(|event| event["event"] == "serve") else {
        return String::new();
    };
    let url = served["url"].as_str().expect("a URL");
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    assert!(!page.contains("correct-horse"), "{page}");
    let rows =
        page.split("id=\"machines-body\"").nth(1).and_then(|rest| rest.split("</tbody>").next());
    rows.unwrap_or_default().to_owned()
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
    let page = include_str!("../../../book/src/guides/fleet.md");
    keys.file("users.acl", crate::support::quoted(page, "rights that hunts need", "```text\n"));
    let path = |name: &str| keys.path(name).display().to_string();
    let mut arguments = Vec::new();
    for line in crate::support::quoted(page, "redis-server fleet.conf", "```text\n").lines() {
        let (key, value) = line.split_once(' ').expect("a key and a value");
        let value = match value {
            "6379" => "PORT".to_owned(),
            "cert.pem" | "key.pem" | "ca.pem" | "users.acl" => path(value),
            _ => value.trim_matches('"').to_owned(),
        };
        // The server of a test is for this machine only.
        if key != "bind" {
            arguments.extend([format!("--{key}"), value]);
        }
    }
    let redis = Redis::start("tls", &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let url = format!("rediss://fleet@127.0.0.1:{}/0", redis.port);
    keys.file("password", "correct-horse\n");
    let authority = path("ca.pem");
    let trust = ("SSL_CERT_FILE", authority.as_str());
    let password = path("password");
    seed_both(hubs);
    let passwords = [
        ("DISPROVE_SHARE_PASSWORD_FILE", password.as_str()),
        ("DISPROVE_SHARE_PASSWORD", "correct-horse"),
    ];
    for (hub, password) in hubs.iter_mut().zip(passwords) {
        let variables = [trust, password];
        hub.hunt(&["--share", &url, "--jobs", "1", "--serve"], &variables);
    }
    wait_until("both machines on the dashboard", &mut || {
        machines(&hubs[0]).matches("<th ").count() == 2
    });
    let rows = machines(&hubs[0]);
    for hub in &*hubs {
        assert!(rows.contains(&format!(">{}<", hub.id())), "{rows}");
    }
    wait_for_both(hubs);
    assert!(hubs.iter().flat_map(Hub::events).all(|event| !event.to_string().contains("horse")));

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
fn failures_of_other_machines_stay_saved_while_their_properties_are_hunted() {
    if !has_server() {
        return;
    }
    let output = scramble(INPUT);
    let names: Vec<String> = (1..=6).map(|number| format!("rare_{number}")).collect();
    let mut code = SCRAMBLE.to_owned();
    for name in &names {
        code.extend(["#[property]\nfn ", name, "(n: u64) {\n    assert!(scramble(n) != "]);
        code.extend([&*output.to_string(), ", \"found it\");\n}\n"]);
    }
    // Fails too, but is fixed by a commit of this checkout, according to the server.
    code.extend(["#[property]\nfn fixed(n: u64) {\n    assert!(scramble(n) != "]);
    // Fails only with `--release`. A hunt without it cannot know that.
    let released =
        "#[property]\nfn passes(n: u64) {\n    assert!(cfg!(debug_assertions) || scramble(n) != ";
    code.extend([&*output.to_string(), ");\n}\n", released, &output.to_string(), ");\n}\n"]);
    let mut hub = Hub::new("kept", 1, &code);
    hub.fixture.file(".gitignore", "/.disprove\n/Cargo.lock\n/events\n/errors\n");
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "one"]] {
        git(&hub.fixture, arguments);
    }
    let older = git(&hub.fixture, &["rev-parse", "HEAD"]);
    git(&hub.fixture, &["commit", "-q", "--allow-empty", "-m", "two"]);
    let head = git(&hub.fixture, &["rev-parse", "HEAD"]);
    let redis = Redis::start("kept", &[]);
    let token = failing().to_token();
    redis.call(&["HSET", "d:test:fixed:kept-props::fixed", &entry_name(&token), &older]);
    // The commit that fixed this one is not in this checkout.
    let unknown = "0123456789".repeat(4);
    redis.call(&["HSET", "d:test:fixed:kept-props::rare_1", &entry_name(&token), &unknown]);
    let more = ["fixed".to_owned(), "passes".to_owned()];
    for name in names.iter().chain(&more) {
        let value = format!("{token}\nreduced\nsomebody");
        redis.call(&[
            "HSET",
            &format!("d:test:failures:kept-props::{name}"),
            &entry_name(&token),
            &value,
        ]);
    }
    hub.hunt(&["--share", &redis.url(), "--jobs", "1"], &[]);
    for name in &names {
        let has_run = |event: &serde_json::Value| {
            event["event"] == "progress"
                && event["property"] == *format!("kept-props::{name}")
                && event["executions"].as_u64() > Some(100)
        };
        wait_until("cases of all properties", &mut || hub.events().iter().any(has_run));
    }
    let fix = || redis.call(&["HGET", "d:test:fixed:kept-props::passes", &entry_name(&token)]);
    wait_until("the commit of a failure that passes", &mut || fix().contains(&head));
    assert_eq!(hub.interrupt(), 1);
    for name in &more {
        assert_eq!((hub.findings(name).len(), hub.failures(name).len()), (0, 0), "{name}");
    }
    for name in &names {
        assert_eq!((hub.findings(name).len(), hub.failures(name).len()), (1, 1), "{name}");
        assert_eq!(hub.findings(name)[0]["found_by"], "another machine");
    }
    // They are no regressions until `cargo test` fails.
    assert!(!hub.fixture.path(".disprove/regressions").exists());
    let test = hub.fixture.cargo_test(&["--test", "props", "rare_1"]);
    assert!(test.code != 0 && test.out.contains("found it"), "{test:?}");
    let regressions = hub.fixture.files(".disprove/regressions");
    assert_eq!(regressions, [".disprove/regressions/kept-props.rare_1.txt"]);

    // While a file differs, nothing shows that the commit passes. The failure of the first property is tried first.
    redis.call(&["DEL", "d:test:fixed:kept-props::passes"]);
    fs::remove_dir_all(hub.fixture.path(".disprove")).expect("removed");
    hub.fixture.file(".gitignore", "/.disprove\n/Cargo.lock\n/events\n/errors\n# changed\n");
    hub.hunt(&["--share", &redis.url(), "--jobs", "1", "passes", "rare_2"], &[]);
    wait_until("the failure of the second property", &mut || hub.has_found());
    assert_eq!(hub.interrupt(), 1);
    assert_eq!(redis.count(&["EXISTS", "d:test:fixed:kept-props::passes"]), 0);
}

/// Each failing run takes half a second, and a list of eight random numbers needs many of them: the reduction lasts until
/// a lease is granted.
const SLOW: &str = r#"
#[property]
fn fails(list: Vec<u16>) {
    if list.len() >= 8 {
        std::thread::sleep(std::time::Duration::from_millis(500));
        panic!("too long");
    }
}
"#;

#[test]
fn a_lease_names_the_failure_that_is_reduced() {
    if !has_server() {
        return;
    }
    let mut hub = Hub::new("leased", 1, SLOW);
    let redis = Redis::start("leased", &[]);
    hub.hunt(&["--share", &redis.url(), "--jobs", "1"], &[]);
    let lease = |hub: &Hub| hub.events().into_iter().find(|event| event["event"] == "lease");
    wait_until("a lease", &mut || lease(&hub).is_some());
    assert_eq!(hub.interrupt(), 1);
    let [finding] = &hub.findings("fails")[..] else { panic!("{:?}", hub.events()) };
    // A second line says that the hunt ended before the reduction.
    let [message, location] = ["message", "location"].map(|key| {
        let text = finding[key].as_str().expect("a text");
        text.lines().next().expect("a line").to_owned()
    });
    assert_eq!(message, "too long");
    let lease = lease(&hub).expect("a lease");
    assert_eq!(lease["property"], "leased-props::fails");
    assert_eq!(lease["fault"], failure_name(&(message, location)));
}
