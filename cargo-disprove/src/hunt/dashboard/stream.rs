//! The feed of the dashboard: the last snapshot of the hunt, its parts as HTML, and the stream of their changes.

use super::{page, part::Parts, secret::secret, snapshot::Snapshot};
use serde_json::json;
use std::{
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Time without a change after which something is written anyway, to notice that a client is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// What clients see.
#[derive(Default)]
pub(super) struct Feed {
    /// The last snapshot and its number. The hunt holds this lock only to replace it.
    latest: Mutex<(u64, Arc<Snapshot>)>,
    changed: Condvar,
    /// Made by the first client that asks, so that a hunt without clients makes nothing.
    rendered: Mutex<Rendered>,
}

/// The parts of the page.
#[derive(Default)]
struct Rendered {
    number: u64,
    snapshot: Arc<Snapshot>,
    parts: Parts,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Feed {
    /// Replaces the snapshot.
    pub(super) fn publish(&self, snapshot: Snapshot) {
        let mut latest = lock(&self.latest);
        *latest = (latest.0 + 1, Arc::new(snapshot));
        self.changed.notify_all();
    }

    /// Waits for a snapshot with another number, and returns its number.
    fn wait(&self, number: u64) -> u64 {
        let latest = lock(&self.latest);
        let wait = self.changed.wait_timeout_while(latest, KEEP_ALIVE, |latest| latest.0 == number);
        wait.map_or(number, |(latest, _)| latest.0)
    }

    /// Renders what has changed since the last call.
    fn refresh(&self) -> MutexGuard<'_, Rendered> {
        let (number, snapshot) = lock(&self.latest).clone();
        let mut rendered = lock(&self.rendered);
        if rendered.number < number {
            for part in page::changed_parts(&rendered.snapshot, &snapshot) {
                rendered.parts.set(number, part);
            }
            rendered.number = number;
            rendered.snapshot = snapshot;
        }
        rendered
    }

    /// The page as it is now, and the policy that belongs to it.
    pub(super) fn page(&self) -> io::Result<(String, String)> {
        let nonce = secret()?;
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let rendered = self.refresh();
        Ok((policy, page::page(&rendered.snapshot, &rendered.parts, &nonce)))
    }

    /// The parts that changed after a snapshot as JSON, the number of the new one, and whether it is the last.
    fn changes(&self, since: u64) -> (String, u64, bool) {
        let rendered = self.refresh();
        let mut parts = Vec::new();
        for part in rendered.parts.since(since) {
            let html = part.html.as_str();
            parts.push(json!({ "id": part.id, "html": html, "into": part.into }));
        }
        (json!(parts).to_string(), rendered.number, rendered.snapshot.is_over)
    }
}

/// Sends the current state, and then every change, until the hunt is over or the client is gone.
pub(super) fn send(stream: &mut impl Write, feed: &Feed) -> io::Result<()> {
    let (parts, mut number, mut is_over) = feed.changes(0);
    event(stream, "update", &parts)?;
    while !is_over {
        let next = feed.wait(number);
        if next == number {
            stream.write_all(b": the hunt goes on\n\n")?;
            continue;
        }
        let parts;
        (parts, number, is_over) = feed.changes(number);
        event(stream, "update", &parts)?;
    }
    event(stream, "end", "[]")
}

/// Writes an event. JSON has no line breaks.
fn event(stream: &mut impl Write, name: &str, data: &str) -> io::Result<()> {
    stream.write_all(format!("event: {name}\ndata: {data}\n\n").as_bytes())?;
    stream.flush()
}
