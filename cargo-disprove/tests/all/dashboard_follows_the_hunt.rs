//! `cargo disprove hunt --serve` shows a hunt in a real browser while it runs.

use crate::support::{
    axe::assert_accessible,
    browser::{Browser, browser},
    fixture::{Fixture, wait_until},
};
use serde_json::Value;
use std::{
    fs::{self, File},
    process::{Child, Command},
};

/// Found by mutation, one letter after the other.
const LIBRARY: &str = r#"
pub fn is_wrong(list: &[u8]) -> bool {
    if list.first() == Some(&b'b') {
        if list.get(1) == Some(&b'u') {
            if list.get(2) == Some(&b'g') {
                return true;
            }
        }
    }
    false
}

pub fn classify(n: u64) -> &'static str {
    if scramble(n) == 0x0123_4567_89ab_cdef {
        return "never";
    }
    "always"
}

fn scramble(mut n: u64) -> u64 {
    for _ in 0..4 {
        n = (n ^ (n >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    }
    n
}
"#;

const PROPERTIES: &str = r#"
#[property]
fn spells(list: Vec<u8>) {
    assert!(!watched::is_wrong(&list), "<b onclick='x()'>spelled</b>");
}

#[property]
fn holds(n: u64) {
    assume!(n % 5 != 0);
    assert_eq!(watched::classify(n), "always");
}
"#;

/// A hunt that serves a dashboard.
struct Watched {
    fixture: Fixture,
    child: Child,
    url: String,
}

impl Watched {
    fn start(name: &str) -> Watched {
        let fixture = Fixture::new(name, PROPERTIES);
        let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
        let own = format!("name = \"{name}\"");
        fixture.file("Cargo.toml", &manifest.replace(&own, "name = \"watched\""));
        fixture.file("src/lib.rs", LIBRARY);
        fixture.build();
        let all = ["hunt", "--json", "--seed", "1", "-j", "3", "--serve"];
        let events = File::create(fixture.path("events")).expect("a file");
        let mut command = fixture.command(&all);
        let child = command.stdout(events).spawn().expect("it runs");
        let mut watched = Watched { fixture, child, url: String::new() };
        wait_until("the address of the dashboard", &mut || {
            let served = watched.events().into_iter().find(|event| event["event"] == "serve");
            watched.url = served
                .and_then(|event| event["url"].as_str().map(str::to_owned))
                .unwrap_or_default();
            !watched.url.is_empty()
        });
        watched
    }

    fn events(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.fixture.path("events")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Ends the hunt as Ctrl-C does, and returns its exit code.
    fn interrupt(&mut self) -> Option<i32> {
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(kill.expect("it runs").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of an element.
fn text(browser: &mut Browser, selector: &str) -> String {
    let value = browser.value(&format!("document.querySelector({selector:?}).textContent"));
    value.as_str().expect("a text").to_owned()
}

#[test]
fn the_page_follows_the_hunt_to_its_end() {
    let mut watched = Watched::start("watched-page");
    let Some(mut browser) = browser("dashboard") else { return };
    browser.emulate(1200, 900, "light");
    browser.open_url(&watched.url);
    assert_eq!(text(&mut browser, "h1"), "watched-page");
    let is_connected = "document.getElementById('connection').textContent.startsWith('Connected')";
    browser.wait_for("the connection", is_connected);

    // The failure arrives with its report, as text.
    let failure = "document.querySelectorAll('#failure-list article').length === 1";
    browser.wait_for("the failure", failure);
    let report = text(&mut browser, "#failure-0 pre");
    assert!(report.contains("list: [98, 117, 103]"), "{report}");
    assert!(text(&mut browser, "#failure-0 .message").starts_with("<b onclick='x()'>spelled</b>"));
    assert_eq!(browser.value("document.querySelectorAll('b').length"), 0);
    assert!(text(&mut browser, "#failure-0 .small").contains(" by mutate · saved"));
    assert_eq!(
        text(&mut browser, "#failure-count"),
        "1 failure, the last one in watched-props::spells."
    );

    // Both properties have figures and curves, and those grow.
    for number in 0..2 {
        browser.wait_for(
            "the curves",
            &format!("document.querySelectorAll('#p{number}-curves svg').length === 4"),
        );
        let cases = format!("Number(document.querySelector('#p{number}-cases data').value)");
        let before = browser.value(&cases).as_f64().expect("a number");
        browser.wait_for("more cases", &format!("{cases} > {before}"));
    }
    let holds = "[...document.querySelectorAll('#properties tbody tr')].find(row => row.textContent.includes('holds'))";
    let rejected = format!("Number({holds}.querySelector('[id$=rejected] data').value)");
    let rejected = browser.value(&rejected).as_f64().expect("a number");
    assert!(rejected > 5.0 && rejected < 95.0, "{rejected}");
    let found = "document.getElementById('properties').textContent.includes('mutate')";
    assert_eq!(browser.value(found), true, "the search that found it has a row");
    assert!(text(&mut browser, "#workers-body").contains("hunts"));
    let processes = "document.querySelectorAll('#workers-body tr').length === 3";
    browser.wait_for("as many processes as the command says", processes);

    // The property `holds` never reaches line 15 of the library.
    let lines = "[...document.querySelectorAll('details.property')].find(it => it.textContent.includes('holds'))\
                 .querySelectorAll('.lines tbody tr')";
    browser.wait_for("the lines", &format!("{lines}.length > 1"));
    let foreign = format!("[...{lines}].filter(row => row.textContent.startsWith('/')).length");
    assert_eq!(browser.value(&foreign), 0, "files of the workspace only");
    let of = format!(
        "[...{lines}].map(row => row.textContent).find(text => text.startsWith('src/lib.rs'))"
    );
    let lines = browser.value(&of);
    let lines = lines.as_str().expect("a text");
    assert!(lines.ends_with("2–11, 15"), "{lines}");
    browser.picture("dashboard", "#properties");

    assert_accessible(&mut browser, "light");
    browser.emulate(400, 800, "dark");
    let beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.value(beyond), 0, "the page fits the window");
    assert_eq!(browser.value("getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 27)");
    assert_accessible(&mut browser, "dark and narrow");

    use_the_keyboard(&mut browser);

    assert_eq!(watched.interrupt(), Some(1));
    let is_over =
        "document.getElementById('connection').textContent.startsWith('The hunt has ended')";
    browser.wait_for("the end", is_over);
    assert!(text(&mut browser, "#facts").starts_with("ended after"));
    assert_eq!(text(&mut browser, "#failure-0 pre"), report, "the last state");
    assert_eq!(text(&mut browser, "#workers-body"), "The hunt is over.");
    assert_eq!(browser.problems, [] as [&str; 0]);
}

/// Sorts the table and closes a property, while the page changes.
fn use_the_keyboard(browser: &mut Browser) {
    let focused = |browser: &mut Browser, selector: &str| {
        browser.value(&format!("document.activeElement.matches({selector:?})")) == true
    };
    let go_to = |browser: &mut Browser, selector: &str| {
        for _ in 0..60 {
            browser.press("Tab");
            if focused(browser, selector) {
                return;
            }
        }
        panic!("the tab key does not lead to {selector}");
    };
    browser.value("document.activeElement.blur()");
    browser.press("Tab");
    assert!(focused(browser, ".skip"), "the first link skips the navigation");
    go_to(browser, "nav a[href='#properties']");
    browser.press("Enter");
    assert_eq!(browser.value("location.hash"), "#properties");
    go_to(browser, "#properties thead th:nth-child(4) button");
    browser.press("Enter");
    let sorted = "document.querySelector('#properties thead th:nth-child(4)').ariaSort";
    assert_eq!(browser.value(sorted), "descending");
    go_to(browser, "#properties tbody a");
    let updates = "Number(document.documentElement.dataset.updates)";
    let before = browser.value(updates).as_f64().expect("a number");
    browser.wait_for("two changes", &format!("{updates} > {before} + 1"));
    assert!(focused(browser, "#properties tbody a"), "a change does not move the focus");
    go_to(browser, "details.property summary");
    let is_open = "document.activeElement.parentElement.open";
    assert_eq!(browser.value(is_open), true);
    browser.press("Enter");
    assert_eq!(browser.value(is_open), false);
}
