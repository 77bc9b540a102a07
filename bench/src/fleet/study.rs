//! The study: properties with bugs of two kinds, so that no hub finds all of them by luck.
//!
//! Four bugs are rare: only the number of executions matters. The other four are ladders of four rungs, with a score: a hub
//! climbs on from what others have reached. All conditions are about scrambled numbers, so that no search finds them by
//! looking at comparisons. One hub takes 20 seconds: news takes about a second, which is to be a small part of it.

use serde_json::Value;

/// The properties, each with one bug.
pub const BUGS: [&str; 8] =
    ["rare_1", "rare_2", "rare_3", "rare_4", "ladder_1", "ladder_2", "ladder_3", "ladder_4"];

/// The test file.
pub const CODE: &str = r#"
use disprove::prelude::*;

fn scramble(n: u64, salt: u64) -> u64 {
    let mut n = n ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..4 {
        n = (n ^ (n >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    }
    n
}

fn rare(n: u64, salt: u64) {
    assert!(scramble(n, salt) % 200_000 != 7, "found it");
}

fn ladder(list: &[u32], salt: u64) {
    let mut good = 0;
    for (number, n) in list.iter().enumerate() {
        if scramble(u64::from(*n), salt + number as u64) % 2_000 != 7 {
            break;
        }
        good += 1;
    }
    target!(good);
    assert!(good < 4, "found it");
}

#[property]
fn rare_1(n: u64) { rare(n, 1); }
#[property]
fn rare_2(n: u64) { rare(n, 2); }
#[property]
fn rare_3(n: u64) { rare(n, 3); }
#[property]
fn rare_4(n: u64) { rare(n, 4); }
#[property]
fn ladder_1(list: Vec<u32>) { ladder(&list, 10); }
#[property]
fn ladder_2(list: Vec<u32>) { ladder(&list, 20); }
#[property]
fn ladder_3(list: Vec<u32>) { ladder(&list, 30); }
#[property]
fn ladder_4(list: Vec<u32>) { ladder(&list, 40); }
"#;

/// Whether each bug was found by some hub.
pub fn has_all(output: &str) -> bool {
    let mut found = [false; BUGS.len()];
    for event in events(output, "finding") {
        let property = event["property"].as_str().unwrap_or_default();
        for (found, bug) in found.iter_mut().zip(BUGS) {
            *found |= property.rsplit("::").next() == Some(bug);
        }
    }
    found.iter().all(|found| *found)
}

/// The executions of all hubs, which their last lines tell.
pub fn executions(output: &str) -> u64 {
    events(output, "end").filter_map(|event| event["executions"].as_u64()).sum()
}

/// The executions of all hubs for each property.
pub fn by_property(output: &str) -> String {
    let mut parts = Vec::new();
    for bug in BUGS {
        let mut sum = 0;
        for event in events(output, "property") {
            if event["property"].as_str().is_some_and(|name| name.ends_with(bug)) {
                sum += event["executions"].as_u64().unwrap_or(0);
            }
        }
        parts.push(format!("{bug} {sum}"));
    }
    parts.join(", ")
}

fn events<'a>(output: &'a str, name: &'a str) -> impl Iterator<Item = Value> + 'a {
    let parse = |line: &str| serde_json::from_str::<Value>(line).ok();
    output.lines().filter_map(parse).filter(move |event| event["event"] == *name)
}

#[cfg(test)]
mod tests {
    use super::{BUGS, executions, has_all};

    #[test]
    fn the_page_counts_the_bugs_of_the_study() {
        let page = include_str!("../../../book/src/evidence/sharing.md");
        assert!(page.contains(&format!("all {} bugs of a study: four rare ones", BUGS.len())));
        assert_eq!(BUGS.iter().filter(|bug| bug.starts_with("rare")).count(), 4);
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let most = crate::fleet::Options::default().most;
        assert!(page.contains(&format!("-- fleet` runs 1 to {most} hunts")), "{most}");
        assert!(page.contains("and four that are reached step by step"));
        assert_eq!(BUGS.iter().filter(|bug| bug.starts_with("ladder")).count(), 4);
        let guide = include_str!("../../../book/src/guides/fleet.md");
        let guide = guide.split_whitespace().collect::<Vec<_>>().join(" ");
        let bugs = format!("until they had found all {} bugs of a study", BUGS.len());
        assert!(guide.contains(&format!("We ran 1 to {most} hunts with one server, {bugs}")));
    }

    #[test]
    fn findings_and_executions_are_read_from_the_output() {
        let mut output = String::new();
        for bug in BUGS {
            assert!(!has_all(&output));
            output.extend(["{\"event\":\"finding\",\"property\":\"p::", bug, "\"}\ncut off"]);
            output += "\n{\"event\":\"end\",\"executions\":5}\n";
        }
        assert!(has_all(&output));
        assert_eq!(executions(&output), 40);
    }
}
