//! The live dashboard of a hunt: one page, served to browsers, that follows the hunt by server-sent events.
//!
//! The hunt publishes snapshots and never waits. Threads of the server turn the last snapshot into HTML if a browser asks.

mod address;
mod hunt_parts;
mod page;
mod part;
mod property_parts;
mod request;
mod secret;
mod server;
mod snapshot;
mod stream;

use super::Finding;
use crate::{
    coverage::LineTable,
    error::{CommandError, usage},
    project::Binary,
};
pub(super) use address::{DEFAULT, address};
use request::Access;
use server::Server;
pub(super) use snapshot::{FleetView, Lines, PropertyView, Snapshot, WorkerView};
use std::{
    collections::VecDeque,
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use stream::Feed;

/// Time between two snapshots: people see it as live.
const INTERVAL: Duration = Duration::from_millis(500);

/// Messages to show.
const MAX_MESSAGES: usize = 100;

/// A dashboard.
pub(super) struct Dashboard {
    url: String,
    feed: Arc<Feed>,
    server: Server,
    start: Instant,
    last: Option<Instant>,
    findings: Vec<Arc<(f64, Finding)>>,
    messages: VecDeque<Arc<(f64, String)>>,
    lines: Vec<(Rc<Binary>, Lines)>,
    /// The last state of the fleet, which the hunt leaves before its end.
    fleet: Option<FleetView>,
}

/// An address that is in use for a dashboard.
pub(super) struct Listening {
    listener: TcpListener,
    access: Access,
}

impl Listening {
    /// Listens at an address. Only this machine reaches a loopback address; any other needs a token.
    pub(super) fn at(address: SocketAddr) -> Result<Listening, CommandError> {
        let listener = TcpListener::bind(address).map_err(|why| cannot(address, &why))?;
        let own = listener.local_addr().map_err(|why| cannot(address, &why))?;
        let is_local = own.ip().is_loopback();
        let token = (!is_local).then(secret::secret).transpose();
        let token = token.map_err(|why| cannot(address, &why))?;
        Ok(Listening { listener, access: Access { address: own, token } })
    }
}

fn cannot(address: SocketAddr, why: &io::Error) -> CommandError {
    let hint = "give `--serve` another address, or none for a free port";
    usage(format!("cannot serve the dashboard at {address}: {why}; {hint}"))
}

impl Dashboard {
    /// Serves a dashboard.
    pub(super) fn start(listening: Listening) -> Result<Dashboard, CommandError> {
        let Listening { listener, access } = listening;
        let address = access.address;
        let url = address::url(address, access.token.as_deref());
        let feed = Arc::new(Feed::default());
        let server = Server::start(listener, access, Arc::clone(&feed));
        let server = server.map_err(|why| cannot(address, &why))?;
        Ok(Dashboard {
            url,
            feed,
            server,
            start: Instant::now(),
            last: None,
            findings: Vec::new(),
            messages: VecDeque::new(),
            lines: Vec::new(),
            fleet: None,
        })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Adds a failure. It is published at once.
    pub(super) fn found(&mut self, finding: &Finding) {
        self.findings.push(Arc::new((self.start.elapsed().as_secs_f64(), finding.clone())));
        self.last = None;
    }

    /// Adds a message. It is published at once.
    pub(super) fn message(&mut self, line: &str) {
        if self.messages.len() == MAX_MESSAGES {
            self.messages.pop_front();
        }
        let message = (self.start.elapsed().as_secs_f64(), line.to_owned());
        self.messages.push_back(Arc::new(message));
        self.last = None;
    }

    /// Whether a snapshot is due.
    pub(super) fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= INTERVAL)
    }

    /// The source lines of a binary. They are read in another thread.
    pub(super) fn lines(&mut self, binary: &Rc<Binary>, root: PathBuf) -> Lines {
        if let Some((_, lines)) = self.lines.iter().find(|(known, _)| Rc::ptr_eq(known, binary)) {
            return Arc::clone(lines);
        }
        let lines = Lines::default();
        self.lines.push((Rc::clone(binary), Arc::clone(&lines)));
        let (path, read) = (binary.path.clone(), Arc::clone(&lines));
        let thread = thread::Builder::new().name("line tables".to_owned());
        let started = thread.spawn(move || read.set(LineTable::read(&path, &root)).is_ok());
        if let Err(why) = started {
            let _ = lines.set(Err(format!("the line tables cannot be read: {why}")));
        }
        lines
    }

    /// Publishes a snapshot, with the failures and messages so far.
    pub(super) fn publish(&mut self, snapshot: Snapshot) {
        self.last = Some(Instant::now());
        let is_over = snapshot.is_over;
        if snapshot.fleet.is_some() {
            self.fleet.clone_from(&snapshot.fleet);
        }
        self.feed.publish(Snapshot {
            fleet: self.fleet.clone(),
            findings: self.findings.clone(),
            messages: self.messages.iter().cloned().collect(),
            ..snapshot
        });
        if is_over {
            self.server.end();
        }
    }
}

#[cfg(test)]
mod tests;
