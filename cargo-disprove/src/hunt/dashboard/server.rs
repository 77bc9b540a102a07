//! The HTTP server of the dashboard. A thread accepts connections, and each has a thread of its own, so that no client makes
//! the hunt or another client wait.

use super::{
    request::{self, Access, Request, Status, UNAVAILABLE},
    stream::{self, Feed},
};
use std::{
    collections::HashMap,
    io::{self, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Connections at once: several people with several tabs each.
const MAX_CONNECTIONS: usize = 32;

/// How often the listener is polled: people do not notice, and it is cheap.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time in which a client must take what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// Time in which clients get the end of the hunt, before their connections are closed.
const END_TIME: Duration = Duration::from_secs(1);

/// A server under way.
pub(super) struct Server {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    access: Access,
    feed: Arc<Feed>,
    is_over: AtomicBool,
    /// Open connections by number, to close them in the end.
    open: Mutex<HashMap<u64, TcpStream>>,
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, TcpStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Serves a feed.
    pub(super) fn start(
        listener: TcpListener,
        access: Access,
        feed: Arc<Feed>,
    ) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let (is_over, open) = (AtomicBool::new(false), Mutex::new(HashMap::new()));
        let shared = Arc::new(Shared { access, feed, is_over, open });
        let server = Arc::clone(&shared);
        let thread = thread::Builder::new().name("dashboard".to_owned());
        let thread = thread.spawn(move || accept(&listener, &server))?;
        Ok(Server { shared, thread: Some(thread) })
    }

    /// Ends the server: waits a moment for clients to get the last state, then closes their connections.
    pub(super) fn end(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.shared.is_over.store(true, Relaxed);
        let _ = thread.join();
        let start = Instant::now();
        while !self.shared.open().is_empty() && start.elapsed() < END_TIME {
            thread::sleep(POLL_INTERVAL);
        }
        for stream in self.shared.open().values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut count = 0;
    while !shared.is_over.load(Relaxed) {
        // Errors are those of one connection, or of too many open files: later ones may work.
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(POLL_INTERVAL);
            continue;
        };
        count += 1;
        serve(stream, count, shared);
    }
}

/// Answers a connection in a thread of its own.
fn serve(stream: TcpStream, number: u64, shared: &Arc<Shared>) {
    let Ok(copy) = stream.try_clone() else { return };
    // Some systems let it inherit the mode of the listener.
    if stream.set_nonblocking(false).is_err() || stream.set_write_timeout(Some(WRITE_TIME)).is_err()
    {
        return;
    }
    let is_full = {
        let mut open = shared.open();
        let is_full = open.len() >= MAX_CONNECTIONS;
        if !is_full {
            open.insert(number, copy);
        }
        is_full
    };
    if is_full {
        // A few bytes fit into the buffer of a new connection.
        let _ = refuse(&stream, UNAVAILABLE);
        return;
    }
    let server = Arc::clone(shared);
    let thread = thread::Builder::new().name("dashboard client".to_owned());
    let started = thread.spawn(move || {
        let _ = answer(stream, &server);
        server.open().remove(&number);
    });
    if started.is_err() {
        shared.open().remove(&number);
    }
}

fn answer(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    match request::read(&mut stream, &shared.access) {
        None => Ok(()),
        Some(Err(status)) => {
            refuse(&stream, status)?;
            // What the client still sends must not make the system discard the answer.
            stream.shutdown(Shutdown::Write)?;
            drain(&mut stream);
            Ok(())
        }
        Some(Ok(Request::Page)) => {
            let (policy, page) = shared.feed.page()?;
            let length = page.len();
            let kind = "text/html; charset=utf-8";
            let head = format!(
                "{}Content-Security-Policy: {policy}\r\nContent-Length: {length}\r\n\r\n",
                head((200, "OK"), kind)
            );
            stream.write_all(head.as_bytes())?;
            stream.write_all(page.as_bytes())
        }
        Some(Ok(Request::Events)) => {
            stream
                .write_all(format!("{}\r\n", head((200, "OK"), "text/event-stream")).as_bytes())?;
            stream::send(&mut stream, &shared.feed)
        }
    }
}

/// The lines that all answers have in common. Nothing is stored: the page may contain confidential inputs.
fn head((code, reason): Status, kind: &str) -> String {
    format!(
        "HTTP/1.1 {code} {reason}\r\n\
         Content-Type: {kind}\r\n\
         Connection: close\r\n\
         Cache-Control: no-store\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\n"
    )
}

fn refuse(mut stream: &TcpStream, status: Status) -> io::Result<()> {
    let text = format!("{} {}\n", status.0, status.1);
    let head = head(status, "text/plain; charset=utf-8");
    let allow = if status.0 == 405 { "Allow: GET\r\n" } else { "" };
    let length = text.len();
    stream.write_all(format!("{head}{allow}Content-Length: {length}\r\n\r\n{text}").as_bytes())
}

/// Bytes and time that the rest of a refused request may take.
const MAX_DRAINED: u64 = 1 << 20;
const DRAIN_TIME: Duration = Duration::from_millis(500);

fn drain(stream: &mut TcpStream) {
    let _ = stream.set_read_timeout(Some(DRAIN_TIME));
    let _ = io::copy(&mut io::Read::take(stream, MAX_DRAINED), &mut io::sink());
}
