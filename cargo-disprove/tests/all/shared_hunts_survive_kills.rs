//! Hunts and servers that are killed at any moment lose no finding, and no failure is reduced twice at a time.

use crate::support::{
    fixture::wait_until,
    hub::Hub,
    redis::{Redis, has_server},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
};

const PROPERTIES: &str = r#"
#[property]
fn fails(list: Vec<u8>) {
    assert!(list.len() < 6, "too long");
}

#[property]
fn aborts(list: Vec<u8>) {
    if list.len() > 3 && list[2] > 200 {
        std::process::abort();
    }
}

#[property]
fn deep(list: Vec<u8>) {
    let good = list.iter().zip(b"disprove").take_while(|(a, b)| a == b).count();
    target!(good);
    assert!(good < 3, "found it");
}

#[property]
fn holds(list: Vec<u8>) {
    assert_eq!(list.len(), list.iter().count());
}
"#;

const FAILING: [&str; 3] = ["fails", "aborts", "deep"];
const HUBS: usize = 3;

/// How often hubs are killed (default 8); the server is killed 2 times for 5 of them. `DISPROVE_TEST_KILLS` sets it: with 50, the
/// server is killed 20 times.
fn kills() -> usize {
    env::var("DISPROVE_TEST_KILLS").map_or(8, |text| text.parse().expect("a number"))
}

/// Links of these hubs that still run.
fn links(hubs: &[Hub]) -> usize {
    let mut count = 0;
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(folder) = fs::read_link(process.path().join("cwd")) else { continue };
        let variables = fs::read(process.path().join("environ")).unwrap_or_default();
        let is_link = String::from_utf8_lossy(&variables).contains("DISPROVE_SHARE_LINK=");
        count +=
            usize::from(is_link && hubs.iter().any(|hub| hub.fixture.path("") == folder.join("")));
    }
    count
}

/// The token of the last reduced finding of a property.
fn reduced(hub: &Hub, property: &str) -> Option<String> {
    let finding = hub.findings(property).into_iter().rfind(|finding| finding["reduced"] == true)?;
    finding["token"].as_str().map(str::to_owned)
}

#[test]
fn kills_of_hubs_and_servers_lose_nothing() {
    if !has_server() {
        return;
    }
    let mut redis = Redis::start("killed", &[]);
    let mut hubs: Vec<Hub> =
        (0..HUBS).map(|number| Hub::new("fleet", number, PROPERTIES)).collect();
    let url = redis.url();
    let arguments = ["--share", &*url, "--jobs", "1"];
    for hub in &mut hubs {
        hub.hunt(&arguments, &[]);
    }
    let mut known = BTreeSet::new();
    let mut server_kills = 0;
    for number in 0..kills() {
        // At another point each time.
        let mut polls = 20 + number * 7_919 % 400;
        wait_until("the end of the delay", &mut || {
            polls = polls.saturating_sub(1);
            polls == 0
        });
        if (number + 1) * 2 / 5 > number * 2 / 5 {
            redis.kill();
            server_kills += 1;
            let mut polls = number * 101 % 200;
            wait_until("a pause", &mut || {
                polls = polls.saturating_sub(1);
                polls == 0
            });
            redis.restart();
        }
        let hub = &mut hubs[number * 7 % HUBS];
        hub.kill();
        for property in FAILING {
            let saved = hubs.iter().any(|hub| !hub.failures(property).is_empty());
            assert!(saved || !known.contains(property), "the failure of {property} is gone");
            if saved {
                known.insert(property);
            }
        }
        hubs[number * 7 % HUBS].hunt(&arguments, &[]);
    }
    // What was found anywhere is known everywhere, reduced, also on the server.
    for property in FAILING {
        for hub in &hubs {
            wait_until(&format!("the failure of {property}"), &mut || {
                !hub.failures(property).is_empty() && reduced(hub, property).is_some()
            });
        }
        let key = format!("d:test:failures:fleet-props::{property}");
        wait_until("the failure on the server", &mut || redis.count(&["HLEN", &key]) >= 1);
    }
    for hub in &mut hubs {
        // One that was just started has run no case yet.
        wait_until("a finding of the last hunt", &mut || hub.has_found());
        assert_eq!(hub.interrupt(), 1);
        assert_eq!(hub.failures("holds").len() + hub.findings("holds").len(), 0);
    }
    wait_until("the end of all links", &mut || links(&hubs) == 0);
    for property in FAILING {
        let mut tokens = BTreeSet::new();
        for hub in &hubs {
            let token = reduced(hub, property).expect("it is reduced");
            // What a killed reduction has left may be there too.
            let has = |file: &String| {
                fs::read_to_string(hub.fixture.path(file)).is_ok_and(|text| text.trim() == token)
            };
            assert!(hub.failures(property).iter().any(has), "{property}: {token} is not saved");
            tokens.insert(token);
        }
        assert_eq!(tokens.len(), 1, "all know the same reduced failure of {property}");
    }

    // A lease is granted once, and again only to take over from what was killed.
    let mut leases: BTreeMap<String, usize> = BTreeMap::new();
    for event in hubs.iter().flat_map(Hub::events) {
        if event["event"] == "lease" {
            *leases.entry(format!("{} {}", event["property"], event["fault"])).or_default() += 1;
        }
    }
    for (failure, count) in leases {
        assert!(count <= 1 + kills() + server_kills, "{failure}: {count} reductions");
    }
    assert!(server_kills * 5 >= kills(), "the server was killed {server_kills} times");
}
