//! HTTP requests of the dashboard: reads their heads, and refuses all but the few that it answers.

use std::{
    io::{self, Read},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

/// Bytes of a request, without a body: more than browsers send for a page without cookies.
const MAX_HEAD: usize = 8 << 10;

/// Time in which a request must arrive: a browser sends it at once.
const MAX_TIME: Duration = Duration::from_secs(5);

/// What the dashboard answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Page,
    Events,
}

/// A status line.
pub(super) type Status = (u16, &'static str);

const BAD_REQUEST: Status = (400, "Bad Request");
const FORBIDDEN: Status = (403, "Forbidden");
const NOT_FOUND: Status = (404, "Not Found");
const METHOD_NOT_ALLOWED: Status = (405, "Method Not Allowed");
const TIMEOUT: Status = (408, "Request Timeout");
const TOO_LARGE: Status = (431, "Request Header Fields Too Large");
pub(super) const UNAVAILABLE: Status = (503, "Service Unavailable");

/// Who may ask.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) address: SocketAddr,
    /// The secret of the URL. Without one, only a page that the browser found by the name of this machine may ask:
    /// another site could point its own name at this machine.
    pub(super) token: Option<String>,
}

/// Reads a request. `None` if the connection broke.
pub(super) fn read(stream: &mut TcpStream, access: &Access) -> Option<Result<Request, Status>> {
    let start = Instant::now();
    let mut head = Vec::new();
    let mut buffer = [0; 1_024];
    loop {
        let left = MAX_TIME.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Some(Err(TIMEOUT));
        }
        stream.set_read_timeout(Some(left)).ok()?;
        match stream.read(&mut buffer) {
            Ok(0) if head.is_empty() => return None,
            Ok(0) => return Some(Err(BAD_REQUEST)),
            Ok(read) => head.extend_from_slice(&buffer[..read]),
            Err(why) => match why.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Some(Err(TIMEOUT)),
                io::ErrorKind::Interrupted => {}
                _ => return None,
            },
        }
        if let Some(end) = head.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            return Some(
                str::from_utf8(&head[..end]).map_or(Err(BAD_REQUEST), |it| check(it, access)),
            );
        }
        if head.len() > MAX_HEAD {
            return Some(Err(TOO_LARGE));
        }
    }
}

/// Checks the head of a request.
fn check(head: &str, access: &Access) -> Result<Request, Status> {
    let mut lines = head.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = words[..] else { return Err(BAD_REQUEST) };
    if !matches!(version, "HTTP/1.1" | "HTTP/1.0") || !target.starts_with('/') {
        return Err(BAD_REQUEST);
    }
    let mut host = None;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(BAD_REQUEST)?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BAD_REQUEST);
        }
        if name.eq_ignore_ascii_case("host") && host.replace(value.trim()).is_some() {
            return Err(BAD_REQUEST);
        }
    }
    let host = host.ok_or(BAD_REQUEST)?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let is_allowed = match &access.token {
        Some(token) => query.split('&').any(|pair| has_token(pair, token)),
        None => is_own_name(host, access.address.port()),
    };
    if !is_allowed {
        return Err(FORBIDDEN);
    }
    if method != "GET" {
        return Err(METHOD_NOT_ALLOWED);
    }
    match path {
        "/" => Ok(Request::Page),
        "/events" => Ok(Request::Events),
        _ => Err(NOT_FOUND),
    }
}

/// Whether a host is a name of this machine for itself, with the port of the dashboard.
fn is_own_name(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    let is_own = name.eq_ignore_ascii_case("localhost") || matches!(name, "127.0.0.1" | "[::1]");
    is_own && given == Some(port)
}

/// Compares the token in constant time, so that its bytes cannot be guessed one by one.
fn has_token(pair: &str, token: &str) -> bool {
    let Some(given) = pair.strip_prefix("token=") else { return false };
    let differences =
        given.bytes().zip(token.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b));
    given.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::{
        Access, BAD_REQUEST, FORBIDDEN, METHOD_NOT_ALLOWED, NOT_FOUND, Request, Status, check,
    };

    fn ask(head: &str, token: Option<&str>) -> Result<Request, Status> {
        let address = "127.0.0.1:8080".parse().expect("an address");
        check(head, &Access { address, token: token.map(str::to_owned) })
    }

    fn get(target: &str, host: &str) -> Result<Request, Status> {
        ask(&format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept: */*"), None)
    }

    #[test]
    fn two_paths_are_answered() {
        assert_eq!(get("/", "127.0.0.1:8080"), Ok(Request::Page));
        assert_eq!(get("/?a=b", "localhost:8080"), Ok(Request::Page));
        assert_eq!(get("/events", "LOCALHOST:8080"), Ok(Request::Events));
        for path in ["/etc/passwd", "/../Cargo.toml", "/events/", "//", "/%2e%2e/a"] {
            assert_eq!(get(path, "127.0.0.1:8080"), Err(NOT_FOUND), "{path}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        for host in ["attacker.example:8080", "127.0.0.1:81", "127.0.0.1", "127.0.0.1.a:8080", ""] {
            assert_eq!(get("/", host), Err(FORBIDDEN), "{host}");
        }
        assert_eq!(get("/", "[::1]:8080"), Ok(Request::Page));
    }

    #[test]
    fn a_token_must_be_complete() {
        let with = |target: &str| {
            ask(&format!("GET {target} HTTP/1.1\r\nhost: hunts.example.org"), Some("a1b2"))
        };
        assert_eq!(with("/?token=a1b2"), Ok(Request::Page));
        assert_eq!(with("/events?x=1&token=a1b2"), Ok(Request::Events));
        for target in
            ["/", "/?token=", "/?token=a1b", "/?token=a1b3", "/?token=a1b2c", "/?tokena1b2"]
        {
            assert_eq!(with(target), Err(FORBIDDEN), "{target}");
        }
        assert_eq!(with("/no?token=a1b2"), Err(NOT_FOUND));
    }

    #[test]
    fn malformed_requests_are_refused() {
        for head in [
            "",
            "GET /",
            "GET / HTTP/2",
            "GET http://127.0.0.1:8080/ HTTP/1.1\r\nHost: 127.0.0.1:8080",
            "GET / HTTP/1.1",
            "GET / HTTP/1.1\r\nHost",
            "GET / HTTP/1.1\r\n Host: 127.0.0.1:8080",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nHost: 127.0.0.1:8080",
            "GET  / HTTP/1.1\r\nHost: 127.0.0.1:8080",
        ] {
            assert_eq!(ask(head, None), Err(BAD_REQUEST), "{head}");
        }
        let post = "POST / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 5";
        assert_eq!(ask(post, None), Err(METHOD_NOT_ALLOWED));
    }
}
