//! The dashboard over real connections.

use super::{Dashboard, Finding, FleetView, Listening, PropertyView, Snapshot};
use crate::{
    book::assert_said,
    coverage::LineTable,
    hunt::{row::Row, search_finds::SearchFinds},
    web::sample::Sample,
};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{Arc, OnceLock},
};

/// A text that must be escaped everywhere on the page.
const ODD: &str = "</script><b onclick='x()'>\"odd\"";

fn dashboard(address: &str) -> (Dashboard, SocketAddr) {
    let listening = Listening::at(address.parse().expect("an address")).expect("a free port");
    let port = listening.access.address.port();
    let dashboard = Dashboard::start(listening).expect("it starts");
    (dashboard, SocketAddr::from(([127, 0, 0, 1], port)))
}

fn snapshot(executions: u64) -> Snapshot {
    let sample = |seconds| Sample { seconds, executions, coverage: Some(7), ..Sample::default() };
    let row = Row { property: format!("a::{ODD}"), executions, ..Row::default() };
    let samples = vec![sample(0.0), sample(2.0)];
    Snapshot {
        name: "workspace".to_owned(),
        properties: vec![PropertyView { row, samples, ..PropertyView::default() }],
        ..Snapshot::default()
    }
}

fn finding(message: &str) -> Finding {
    let (message, report) = (message.to_owned(), format!("the report of {message}"));
    Finding { property: "a::b".to_owned(), message, report, ..Finding::default() }
}

/// Sends bytes, and returns the whole answer.
fn ask(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, target: &str, host: &str) -> String {
    ask(address, format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
}

/// A stream of events.
struct Events(BufReader<TcpStream>);

impl Events {
    fn open(address: SocketAddr) -> Events {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = format!("GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut events = Events(BufReader::new(stream));
        let status = events.line();
        assert_eq!(status, "HTTP/1.1 200 OK");
        while !events.line().is_empty() {}
        events
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("it writes");
        line.trim_end().to_owned()
    }

    /// The name of the next event, and its parts.
    fn next(&mut self) -> (String, Vec<Value>) {
        let name = self.line().strip_prefix("event: ").expect("a name").to_owned();
        let data = self.line();
        let data = data.strip_prefix("data: ").expect("data");
        assert_eq!(self.line(), "");
        (name, serde_json::from_str(data).expect("JSON"))
    }
}

/// The HTML of a part.
fn part<'a>(parts: &'a [Value], id: &str) -> Option<&'a str> {
    parts.iter().find(|part| part["id"] == id).and_then(|part| part["html"].as_str())
}

#[test]
fn the_page_shows_the_current_state_and_loads_nothing() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    assert_eq!(dashboard.url(), format!("http://{address}/"));
    dashboard.found(&finding(ODD));
    dashboard.message(&format!("a message {ODD}"));
    dashboard.publish(snapshot(1_234));
    let answer = get(address, "/", &address.to_string());
    let (head, page) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains(&format!("\r\nContent-Length: {}", page.len())), "{head}");
    assert!(head.contains("default-src 'none'; script-src 'nonce-"), "{head}");
    let parts = ["1,234", "the report of ", "7 blocks after 2 s", "No process runs now."];
    for part in [&parts[..], &["a message &lt;/script&gt;"]].concat() {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<b ") && !page.contains("http://") && !page.contains("https://"));
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
}

#[test]
fn a_stream_begins_with_the_current_state_and_continues_with_changes() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    dashboard.found(&finding("first"));
    dashboard.publish(snapshot(10));
    let mut events = Events::open(address);
    let (name, parts) = events.next();
    assert_eq!(name, "update");
    assert!(part(&parts, "failure-0").is_some_and(|html| html.contains("first")));
    assert!(part(&parts, "p0-cases").is_some_and(|html| html.contains(">10<")));
    assert!(part(&parts, "p0-curves").is_some_and(|html| html.contains("<svg")));

    dashboard.found(&finding("second"));
    dashboard.publish(snapshot(11));
    let (_, parts) = events.next();
    assert!(part(&parts, "failure-1").is_some_and(|html| html.contains("second")));
    assert!(part(&parts, "p0-cases").is_some_and(|html| html.contains(">11<")));
    for unchanged in ["failure-0", "p0-state", "p0-searches", "messages-list"] {
        assert_eq!(part(&parts, unchanged), None);
    }
    // A second client gets everything.
    let (_, parts) = Events::open(address).next();
    assert!(part(&parts, "failure-0").is_some() && part(&parts, "failure-1").is_some());

    dashboard.publish(Snapshot { is_over: true, ..snapshot(12) });
    let (name, parts) = events.next();
    assert!(name == "update" && part(&parts, "facts").is_some_and(|html| html.contains("ended")));
    assert_eq!(events.next(), ("end".to_owned(), Vec::new()));
    assert_eq!(events.line(), "", "the connection is closed");
    assert!(TcpStream::connect(address).is_err(), "nobody listens any more");
}

#[test]
fn a_property_has_its_figures_and_those_of_each_search() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    let found =
        SearchFinds { name: "mutate".to_owned(), executions: 4_000, corpus: 12, findings: 3 };
    let mut view = snapshot(5_000);
    view.properties[0].row = Row {
        per_second: 71.0,
        rejected: 25.0,
        coverage: Some(96),
        corpus: 13,
        searches: vec![found],
        ..view.properties[0].row.clone()
    };
    dashboard.publish(view);
    let (_, parts) = Events::open(address).next();
    for (id, text) in [
        ("p0-speed", ">71<"),
        ("p0-rejected", ">25"),
        ("p0-blocks", ">96<"),
        ("p0-corpus", ">13<"),
        ("p0-searches", ">Executions<"),
        ("p0-searches", ">Per 1,000 executions<"),
        ("p0-searches", ">mutate<"),
        ("p0-searches", ">4,000<"),
        ("p0-searches", ">12<"),
        ("p0-searches", ">3<"),
    ] {
        assert!(part(&parts, id).is_some_and(|html| html.contains(text)), "{id}: {parts:?}");
    }
    let curves = part(&parts, "p0-curves").expect("curves");
    for title in ["Coverage: ", "Corpus: ", "Speed: ", "Rejected inputs"] {
        assert!(curves.contains(title), "{title}: {curves}");
    }
}

#[test]
fn without_coverage_or_line_tables_the_page_says_so() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    let mut page = |view: PropertyView| {
        dashboard.publish(Snapshot { properties: vec![view], ..Snapshot::default() });
        get(address, "/", &address.to_string())
    };
    let without_coverage = page(PropertyView::default());
    assert!(without_coverage.contains("No coverage yet"), "{without_coverage}");
    let unknown = OnceLock::from(Err("the test binary has no line tables".to_owned()));
    let view = PropertyView { blocks: 3, lines: Arc::new(unknown), ..PropertyView::default() };
    let without_lines = page(PropertyView { has_lines: true, ..view });
    assert!(without_lines.contains("Unknown: the test binary has no line tables."));
}

#[test]
fn the_lines_of_a_property_are_limited_as_the_page_says() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    // Of the 28 lines of each file, every other one is covered.
    let block = |number: u32| vec![(format!("src/{}.rs", number / 28), number % 28 + 1)];
    let table = LineTable::of((0..102 * 28).map(block).collect());
    let view = PropertyView {
        blocks: 102 * 28,
        covered: Arc::new((1..=102 * 14).map(|number| 2 * number).collect()),
        lines: Arc::new(OnceLock::from(table)),
        has_lines: true,
        ..PropertyView::default()
    };
    dashboard.publish(Snapshot { properties: vec![view], ..Snapshot::default() });
    let page = get(address, "/", &address.to_string());
    assert_eq!(page.matches(", 21, 23 and 2 more ranges<").count(), 100);
    assert!(page.contains("And 2 more files."));
    assert_said("guides/coverage.md", "up to 12 ranges in each of 100 files");
}

#[test]
fn a_shared_hunt_shows_the_machines_and_what_waits() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    let machines = vec![("tower:4711:1a2b3c4d:0123456789".to_owned(), 3)];
    let fleet =
        FleetView { hubs: 2, machines, waiting: 5, is_connected: true, ..FleetView::default() };
    dashboard.publish(Snapshot { fleet: Some(fleet), ..Snapshot::default() });
    let page = get(address, "/", &address.to_string());
    let rows = page.split_once("id=\"machines-body\"").expect("a table").1;
    let row = rows.split("</tbody>").next().expect("its end");
    for part in [">tower<", ">4711<", ">0123456789<", ">3 s ago<"] {
        assert!(row.contains(part), "{part}: {row}");
    }
    assert!(page.contains("5 failures of other machines to try here"), "{page}");
}

#[test]
fn requests_that_are_not_for_the_dashboard_are_refused() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    dashboard.publish(snapshot(1));
    let own = address.to_string();
    let status = |answer: &str| answer.get(9..12).unwrap_or_default().to_owned();
    assert_eq!(
        status(&get(address, "/", "attacker.example")),
        "403",
        "another name for this machine"
    );
    assert_eq!(status(&get(address, "/", &format!("localhost:{}", address.port()))), "200");
    assert_eq!(status(&get(address, "/../../etc/passwd", &own)), "404");
    assert_eq!(status(&ask(address, b"nonsense\r\n\r\n")), "400");
    assert_eq!(status(&ask(address, b"GET / HTTP/1.1\r\n\xff: x\r\n\r\n")), "400");
    let post = format!("POST / HTTP/1.1\r\nHost: {own}\r\nContent-Length: 1\r\n\r\nx");
    let answer = ask(address, post.as_bytes());
    assert!(status(&answer) == "405" && answer.contains("\r\nAllow: GET\r\n"), "{answer}");
    let large = format!("GET / HTTP/1.1\r\nHost: {own}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(status(&ask(address, large.as_bytes())), "431");
    assert_eq!(status(&get(address, "/", &own)), "200", "it still answers");
}

#[test]
fn any_other_address_needs_the_token() {
    let (mut dashboard, address) = dashboard("0.0.0.0:0");
    dashboard.publish(snapshot(1));
    let url = dashboard.url().to_owned();
    let (start, token) = url.split_once("/?token=").expect("a token");
    assert_eq!(start, format!("http://127.0.0.1:{}", address.port()));
    assert_eq!(token.len(), 32);
    for (target, code) in [
        ("/".to_owned(), "403"),
        ("/events".to_owned(), "403"),
        (format!("/?token={}", &token[1..]), "403"),
        (format!("/?token={token}"), "200"),
    ] {
        let answer = get(address, &target, "hunts.example.org");
        assert_eq!(answer.get(9..12), Some(code), "{target}: {answer}");
    }
}

#[test]
fn clients_that_do_not_read_hold_up_nothing() {
    let (mut dashboard, address) = dashboard("127.0.0.1:0");
    dashboard.publish(snapshot(1));
    let mut idle = Vec::new();
    let refused = loop {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = format!("GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n");
        // A server that is full closes the connection.
        let _ = stream.write_all(request.as_bytes());
        let mut status = [0; 12];
        // It may do so before it has read the request, which resets the connection.
        if stream.read_exact(&mut status).is_err() || status.ends_with(b"503") {
            break true;
        }
        assert!(status.ends_with(b"200"), "{status:?}");
        idle.push(stream);
        if idle.len() > 100 {
            break false;
        }
    };
    assert!(refused, "the number of connections is limited");
    // Far more than the buffers of the connections hold.
    for number in 0..500 {
        dashboard.found(&finding(&format!("{number} {}", "x".repeat(20_000))));
        dashboard.publish(snapshot(number));
    }
    dashboard.publish(Snapshot { is_over: true, ..snapshot(0) });
    drop(idle);
}
