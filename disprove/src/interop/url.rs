//! Feature `url`: `Url`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, Strings, text},
    source::Source,
};
use std::{
    any::type_name,
    fmt::Write as _,
    net::{Ipv4Addr, Ipv6Addr},
    sync::LazyLock,
};
use url::Url;

/// The simplest comes first. All but the last two are special: they need a host and may have a default port.
const SCHEMES: [&str; 8] = ["http", "https", "ftp", "ws", "wss", "file", "a", "x-y+z.1"];

/// The scheme without user and port.
const FILE: &str = "file";

/// Hosts that are edge cases: special names, other scripts, a trailing dot, numbers that are parsed as addresses, the
/// longest label.
const HOSTS: [&str; 8] = [
    "localhost",
    "example.com",
    "münchen.example",
    "xn--mnchen-3ya.example",
    "a.b.c.d.e.",
    "0x7f.1",
    "例え.テスト",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com",
];

/// Ports that are edge cases: the defaults of schemes, and both ends of the range.
const PORTS: [u16; 6] = [80, 443, 21, 8080, 0, u16::MAX];

/// Parts of paths, queries and fragments that are edge cases.
const PARTS: [&str; 8] = ["..", ".", "%2F", "%00", "%", "a b", "é", "\\"];

/// Host names: without a digit at the start of a label, which would make it a number.
static NAMES: LazyLock<Strings> = LazyLock::new(|| text().over(&[('a', 'z')]).len(1..=8));

/// Ordinary parts of paths, queries and fragments.
static PLAIN: LazyLock<Strings> = LazyLock::new(|| {
    let signs = "=&;,+~!$'()*_.-".chars().map(|sign| (sign, sign));
    let characters: Vec<_> = signs.chain([('a', 'z'), ('0', '9')]).collect();
    text().over(&characters).len(0..=8)
});

/// The probability of an optional part, and of an edge case: 1/4, as a share of `2^64`.
const QUARTER: u64 = 1 << 62;

/// The probability of an arbitrary string, if it is a valid URL, or else the simplest URL: 1/16, as a share of `2^64`.
/// Examples are encoded this way.
const STRING: u64 = 1 << 60;

const SIMPLEST: &str = "http://a/";

/// The simplest is `http://a/`. Hosts are names, addresses of both versions, and names in other scripts. Other parts are
/// mostly missing, and often edge cases. URLs without a host, such as `data:`, occur only as examples.
impl Arbitrary for Url {
    fn arbitrary(src: &mut Source) -> Url {
        src.span(type_name::<Url>(), |src| {
            let url = if src.boolean(STRING) { String::arbitrary(src) } else { composed(src) };
            Url::parse(&url)
                .unwrap_or_else(|_| Url::parse(SIMPLEST).expect("it is the simplest URL"))
        })
    }

    fn encode(value: &Url, encoder: &mut Encoder) -> bool {
        // A few URLs change when they are printed and parsed again.
        Url::parse(value.as_str()).as_ref() == Ok(value)
            && encoder.span(type_name::<Url>(), 0, |encoder| {
                encoder.boolean(STRING, true) && String::encode(&value.as_str().to_owned(), encoder)
            })
    }
}

fn composed(src: &mut Source) -> String {
    let scheme = SCHEMES[src.branch(SCHEMES.len() as u32, 0) as usize];
    // All schemes draw the same parts, so that none is simpler by having fewer choices.
    let user = src.boolean(QUARTER).then(|| user(src));
    let host = src.span("host", host);
    let port = src.boolean(QUARTER).then(|| port(src));
    let (user, port) = if scheme == FILE { (None, None) } else { (user, port) };
    let mut url =
        format!("{scheme}://{}{host}{}", user.unwrap_or_default(), port.unwrap_or_default());
    while src.boolean(QUARTER) {
        let _ = write!(url, "/{}", part(src));
    }
    for mark in ['?', '#'] {
        if src.boolean(QUARTER) {
            let _ = write!(url, "{mark}{}", part(src));
        }
    }
    url
}

fn user(src: &mut Source) -> String {
    let name = part(src);
    if bool::arbitrary(src) { format!("{name}:{}@", part(src)) } else { format!("{name}@") }
}

fn port(src: &mut Source) -> String {
    let index = src.branch(PORTS.len() as u32 + 1, 0).checked_sub(1);
    let port = index.map_or_else(|| u16::arbitrary(src), |index| PORTS[index as usize]);
    format!(":{port}")
}

fn host(src: &mut Source) -> String {
    match src.branch(4, 0) {
        0 => NAMES.generate(src),
        1 => HOSTS[src.branch(HOSTS.len() as u32, 0) as usize].to_owned(),
        2 => Ipv4Addr::arbitrary(src).to_string(),
        _ => format!("[{}]", Ipv6Addr::arbitrary(src)),
    }
}

/// A part of a user, path, query or fragment, without separators.
fn part(src: &mut Source) -> String {
    src.span("part", |src| {
        if src.boolean(QUARTER) {
            return PARTS[src.branch(PARTS.len() as u32, 0) as usize].to_owned();
        }
        PLAIN.generate(src)
    })
}
