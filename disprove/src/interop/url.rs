//! `url`.

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

/// The simplest first. Those up to `ws` are special: a host must follow, and a port may be the usual one.
const SCHEMES: [&str; 8] = ["http", "https", "ftp", "ws", "wss", "file", "a", "x-y+z.1"];

/// It has neither user nor port.
const FILE: &str = "file";

/// Hosts that programs stumble over: names with a meaning, of other scripts, with a dot at the end, of
/// numbers that are read as addresses, of the longest label.
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

/// Ports: the usual ones of schemes, and the ends.
const PORTS: [u16; 6] = [80, 443, 21, 8080, 0, u16::MAX];

/// Parts of paths, queries and fragments that programs stumble over.
const PARTS: [&str; 8] = ["..", ".", "%2F", "%00", "%", "a b", "é", "\\"];

/// Host names: without a digit at the start of a label, which would make it a number.
static NAMES: LazyLock<Strings> = LazyLock::new(|| text().over(&[('a', 'z')]).len(1..=8));

/// Ordinary parts of paths, queries and fragments.
static PLAIN: LazyLock<Strings> = LazyLock::new(|| {
    let signs = "=&;,+~!$'()*_.-".chars().map(|sign| (sign, sign));
    let characters: Vec<_> = signs.chain([('a', 'z'), ('0', '9')]).collect();
    text().over(&characters).len(0..=8)
});

/// One part in four is there, or awkward.
const QUARTER: u64 = 1 << 62;

/// One URL in sixteen is a text that happens to be one, or the simplest.
const TEXT: u64 = 1 << 60;

const SIMPLEST: &str = "http://a/";

/// The simplest is `http://a/`. Hosts are names, addresses of both versions, and names in other scripts; the
/// other parts are mostly missing, and awkward where they are not. URLs without a host, such as `data:`,
/// are among those that are given as examples only.
impl Arbitrary for Url {
    fn arbitrary(src: &mut Source) -> Url {
        src.span(type_name::<Url>(), |src| {
            let text = if src.boolean(TEXT) { String::arbitrary(src) } else { composed(src) };
            Url::parse(&text)
                .unwrap_or_else(|_| Url::parse(SIMPLEST).expect("it is the simplest URL"))
        })
    }

    fn encode(value: &Url, encoder: &mut Encoder) -> bool {
        // A few URLs change when they are written and read again.
        Url::parse(value.as_str()).as_ref() == Ok(value)
            && encoder.span(type_name::<Url>(), 0, |encoder| {
                encoder.coin(TEXT, true) && String::encode(&value.as_str().to_owned(), encoder)
            })
    }
}

fn composed(src: &mut Source) -> String {
    let scheme = SCHEMES[src.branch(SCHEMES.len() as u32, 0) as usize];
    // The same is drawn for all schemes, so that none is the simplest for having fewer parts.
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
    let place = src.branch(PORTS.len() as u32 + 1, 0).checked_sub(1);
    let port = place.map_or_else(|| u16::arbitrary(src), |place| PORTS[place as usize]);
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

/// What may stand in a user, a path, a query or a fragment without ending it.
fn part(src: &mut Source) -> String {
    src.span("part", |src| {
        if src.boolean(QUARTER) {
            return PARTS[src.branch(PARTS.len() as u32, 0) as usize].to_owned();
        }
        PLAIN.generate(src)
    })
}
