//! The address of the dashboard.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// A free port of this machine.
pub(crate) const DEFAULT: &str = "127.0.0.1:0";

/// Reads the value of `--serve`: an IP address, a port, or both.
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    let text = text.trim();
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let local = text.strip_prefix("localhost").map(|rest| format!("127.0.0.1{rest}"));
    let text = local.as_deref().unwrap_or(text);
    let ip = || text.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let port = || text.trim_start_matches(':').parse().ok();
    text.parse()
        .ok()
        .or_else(|| ip().map(|ip| SocketAddr::new(ip, 0)))
        .or_else(|| port().map(|port| SocketAddr::new(loopback, port)))
        .ok_or_else(|| {
            "expected an IP address and a port such as 127.0.0.1:8080; filters go before `--serve`"
                .to_owned()
        })
}

/// The URL that leads a browser to an address.
pub(super) fn url(address: SocketAddr, token: Option<&str>) -> String {
    let ip = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
    format!("http://{}/{query}", SocketAddr::new(ip, address.port()))
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT, address, url};

    #[test]
    fn addresses_have_short_forms() {
        let read = |text: &str| address(text).map(|address| address.to_string());
        for (text, expected) in [
            (DEFAULT, "127.0.0.1:0"),
            ("8080", "127.0.0.1:8080"),
            (":8080", "127.0.0.1:8080"),
            ("localhost", "127.0.0.1:0"),
            ("localhost:1", "127.0.0.1:1"),
            ("0.0.0.0", "0.0.0.0:0"),
            ("[::1]:80", "[::1]:80"),
            ("::1", "[::1]:0"),
        ] {
            assert_eq!(read(text), Ok(expected.to_owned()), "{text}");
        }
        for text in ["", "round_trip", "example.org:80", "127.0.0.1:99999", "localhostile"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_url_names_a_machine_and_contains_the_token() {
        let of = |text: &str, token| url(address(text).expect("an address"), token);
        assert_eq!(of("8080", None), "http://127.0.0.1:8080/");
        assert_eq!(of("0.0.0.0:9", Some("a1")), "http://127.0.0.1:9/?token=a1");
        assert_eq!(of("[::]:9", None), "http://[::1]:9/");
        assert_eq!(of("10.1.2.3:9", None), "http://10.1.2.3:9/");
    }
}
