//! Versions, networks and parts of HTTP messages.

use super::{is_encoded, reduces_to, round_trips, sees, values};
use disprove::prelude::*;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version as Protocol};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use semver::{BuildMetadata, Comparator, Op, Prerelease, Version, VersionReq};

#[test]
fn versions_can_be_written_and_parsed() {
    round_trips::<Version>("Version { major: 0, minor: 0, patch: 0 }");
    round_trips::<VersionReq>("VersionReq { comparators: [] }");
    for version in values(&any::<Version>(), 1_000) {
        assert_eq!(Version::parse(&version.to_string()).unwrap(), version);
    }
    for req in values(&any::<VersionReq>(), 1_000) {
        assert_eq!(VersionReq::parse(&req.to_string()).unwrap(), req, "{req}");
    }
    for version in ["1.2.3-alpha.1+001.a-b", "0.0.0-0.99999999999999999999.-", "1.0.0+-.0"] {
        is_encoded(&Version::parse(version).unwrap());
    }
    for req in [">=1.2.3-rc.1, <2", "1.2.*", "*", "~0.1", "=1.0.0"] {
        is_encoded(&VersionReq::parse(req).unwrap());
    }
}

#[test]
fn versions_have_edge_cases_and_reduce() {
    sees::<Version>(|version| version.major == u64::MAX);
    sees::<Version>(|version| version.pre.split('.').count() > 2);
    sees::<Version>(|version| !version.pre.is_empty() && !version.build.is_empty());
    sees::<Prerelease>(|pre| pre.as_str() == "alpha");
    sees::<BuildMetadata>(|build| build.starts_with('0') && build.len() > 1);
    sees::<VersionReq>(|req| req.comparators.len() > 2);
    sees::<Comparator>(|it| it.op == Op::Wildcard && it.minor.is_some());
    sees::<Comparator>(|it| !it.pre.is_empty());
    let shown = |version: &str| format!("{:?}", Version::parse(version).unwrap());
    reduces_to(&any::<Version>(), &shown("0.0.0-0"), |version| version.pre.is_empty());
    reduces_to(&any::<Version>(), &shown("1.0.1"), |version| {
        version.major < 1 || version.patch < 1
    });
    let req = format!("{:?}", VersionReq::parse("~0").unwrap());
    reduces_to(&any::<VersionReq>(), &req, |req| {
        req.comparators.iter().all(|it| it.op != Op::Tilde)
    });
}

#[test]
fn networks_have_all_prefixes() {
    round_trips::<IpNet>("0.0.0.0/0");
    round_trips::<Ipv4Net>("0.0.0.0/0");
    round_trips::<Ipv6Net>("::/0");
    sees::<Ipv4Net>(|net| net.prefix_len() == 32);
    sees::<Ipv6Net>(|net| net.prefix_len() == 128);
    sees::<Ipv4Net>(|net| net.prefix_len() == 8 && net.addr().is_loopback());
    sees::<Ipv4Net>(|net| net.prefix_len() == 16 && net.trunc() == *net);
    sees::<Ipv4Net>(|net| net.prefix_len() > 0 && net.trunc() != *net);
    reduces_to(&any::<IpNet>(), "0.0.0.0/9", |net| net.prefix_len() <= 8);
    reduces_to(&any::<IpNet>(), "::/0", |net| matches!(net, IpNet::V4(_)));
    reduces_to(&any::<Ipv4Net>(), "0.0.0.1/0", |net| net.trunc() == *net);
}

#[test]
fn parts_of_requests_round_trip() {
    round_trips::<Method>("GET");
    round_trips::<StatusCode>("200");
    round_trips::<Protocol>("HTTP/1.1");
    round_trips::<HeaderName>("\"0\"");
    round_trips::<HeaderValue>("\"\"");
    round_trips::<HeaderMap>("{}");
    round_trips::<Uri>("/");
    for uri in ["*", "http://u@[::1]:80/a?b", "example.org:443", "/a/../b?%00"] {
        is_encoded(&uri.parse::<Uri>().unwrap());
    }
}

#[test]
fn parts_of_requests_have_edge_cases_and_reduce() {
    sees::<Method>(|method| method.as_str().contains('!'));
    sees::<StatusCode>(|code| code.as_u16() == 999);
    sees::<StatusCode>(StatusCode::is_redirection);
    sees::<HeaderName>(|name| name == http::header::TRANSFER_ENCODING);
    sees::<HeaderValue>(|value| value.to_str().is_err());
    sees::<HeaderValue>(|value| value.as_bytes().contains(&b'\t'));
    sees::<HeaderMap>(|map| map.keys_len() < map.len());
    sees::<Uri>(|uri| uri.scheme().is_some() && uri.port().is_some() && uri.query().is_some());
    sees::<Uri>(|uri| uri.path() == "*");
    sees::<Uri>(|uri| uri.host().is_some() && uri.scheme().is_none());
    reduces_to(&any::<Method>(), "DELETE", |method| {
        !matches!(*method, Method::DELETE | Method::HEAD)
    });
    reduces_to(&any::<StatusCode>(), "500", |code| !code.is_server_error());
    reduces_to(&any::<HeaderMap>(), "{\"0\": \"b\"}", |map| map.values().all(|value| value != "b"));
    reduces_to(&any::<Uri>(), "http://a/", |uri| uri.scheme().is_none());
}
