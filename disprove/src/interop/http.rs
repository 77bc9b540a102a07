//! Feature `http`: methods, status codes, versions, headers and URIs.

use crate::{
    generator::{Arbitrary, Encoder, Generator, Int, Strings, any, text, vec},
    source::Source,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version};
use std::{any::type_name, sync::LazyLock};

/// The kinds of most values: well-known ones, and others.
const KINDS: u32 = 2;
const KNOWN: u32 = 0;
const OTHER: u32 = 1;

/// The simplest comes first.
static METHODS: [Method; 9] = [
    Method::GET,
    Method::POST,
    Method::PUT,
    Method::DELETE,
    Method::HEAD,
    Method::OPTIONS,
    Method::CONNECT,
    Method::PATCH,
    Method::TRACE,
];

/// Characters of tokens besides digits and letters.
const SIGNS: &str = "!#$%&'*+-.^_`|~";

fn tokens(letters: &[(char, char)]) -> Strings {
    let signs = SIGNS.chars().map(|sign| (sign, sign));
    let characters: Vec<_> = letters.iter().copied().chain([('0', '9')]).chain(signs).collect();
    text().over(&characters).len(1..)
}

static METHOD_TOKENS: LazyLock<Strings> = LazyLock::new(|| tokens(&[('A', 'Z'), ('a', 'z')]));
static NAMES: LazyLock<Strings> = LazyLock::new(|| tokens(&[('a', 'z')]));

/// The simplest is `GET`. Half are other tokens than the standard methods.
impl Arbitrary for Method {
    fn arbitrary(src: &mut Source) -> Method {
        src.span(type_name::<Method>(), |src| match src.branch(KINDS, KNOWN) {
            KNOWN => METHODS[src.branch(METHODS.len() as u32, 0) as usize].clone(),
            _ => Method::from_bytes(METHOD_TOKENS.generate(src).as_bytes()).expect("a token"),
        })
    }

    fn encode(value: &Method, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Method>(), 0, |encoder| {
            match METHODS.iter().position(|known| known == value) {
                Some(at) => {
                    encoder.branch(KINDS, KNOWN, KNOWN)
                        && encoder.branch(METHODS.len() as u32, 0, at as u32)
                }
                None => {
                    encoder.branch(KINDS, KNOWN, OTHER)
                        && METHOD_TOKENS.encode_into(&value.to_string(), encoder)
                }
            }
        })
    }
}

/// Status codes that programs distinguish; the simplest comes first.
const CODES: [u16; 20] = [
    200, 100, 101, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 409, 418, 429, 500, 502, 503,
    504,
];

/// The first and the last status code.
const FIRST_CODE: u16 = 100;
const LAST_CODE: u16 = 999;

/// The simplest is 200. Codes without a meaning occur.
impl Arbitrary for StatusCode {
    fn arbitrary(src: &mut Source) -> StatusCode {
        src.span(type_name::<StatusCode>(), |src| {
            let code = match src.branch(KINDS, KNOWN) {
                KNOWN => CODES[src.branch(CODES.len() as u32, 0) as usize],
                _ => u16::between(src, FIRST_CODE, LAST_CODE),
            };
            StatusCode::from_u16(code).expect("of three digits")
        })
    }

    fn encode(value: &StatusCode, encoder: &mut Encoder) -> bool {
        let code = value.as_u16();
        encoder.span(type_name::<StatusCode>(), 0, |encoder| {
            match CODES.iter().position(|known| *known == code) {
                Some(at) => {
                    encoder.branch(KINDS, KNOWN, KNOWN)
                        && encoder.branch(CODES.len() as u32, 0, at as u32)
                }
                None => {
                    encoder.branch(KINDS, KNOWN, OTHER)
                        && code.encode_between(FIRST_CODE, LAST_CODE, encoder)
                }
            }
        })
    }
}

/// The simplest comes first.
const VERSIONS: [Version; 5] =
    [Version::HTTP_11, Version::HTTP_10, Version::HTTP_2, Version::HTTP_3, Version::HTTP_09];

/// The simplest is HTTP/1.1.
impl Arbitrary for Version {
    fn arbitrary(src: &mut Source) -> Version {
        VERSIONS[src.branch(VERSIONS.len() as u32, 0) as usize]
    }

    fn encode(value: &Version, encoder: &mut Encoder) -> bool {
        let at = VERSIONS.iter().position(|known| known == value);
        at.is_some_and(|at| encoder.branch(VERSIONS.len() as u32, 0, at as u32))
    }
}

/// Names of headers that programs treat in their own ways.
static HEADERS: [HeaderName; 10] = [
    http::header::HOST,
    http::header::ACCEPT,
    http::header::CONTENT_LENGTH,
    http::header::CONTENT_TYPE,
    http::header::TRANSFER_ENCODING,
    http::header::CONNECTION,
    http::header::SET_COOKIE,
    http::header::COOKIE,
    http::header::AUTHORIZATION,
    http::header::LOCATION,
];

/// The simplest is `0`. Half are well-known.
impl Arbitrary for HeaderName {
    fn arbitrary(src: &mut Source) -> HeaderName {
        src.span(type_name::<HeaderName>(), |src| {
            if src.branch(KINDS, 0) == 0 {
                let name = NAMES.generate(src);
                return HeaderName::from_bytes(name.as_bytes()).expect("a token in lower case");
            }
            HEADERS[src.branch(HEADERS.len() as u32, 0) as usize].clone()
        })
    }

    fn encode(value: &HeaderName, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<HeaderName>(), 0, |encoder| {
            encoder.branch(KINDS, 0, 0) && NAMES.encode_into(&value.as_str().to_owned(), encoder)
        })
    }
}

/// The allowed bytes, as characters of Latin-1.
static VALUES: LazyLock<Strings> =
    LazyLock::new(|| text().over(&[('\t', '\t'), (' ', '~'), ('\u{80}', '\u{ff}')]));

/// The simplest is empty. Tabs and bytes that are no ASCII occur.
impl Arbitrary for HeaderValue {
    fn arbitrary(src: &mut Source) -> HeaderValue {
        let bytes: Vec<u8> = VALUES.generate(src).chars().map(|c| c as u8).collect();
        HeaderValue::from_bytes(&bytes).expect("all bytes are allowed")
    }

    fn encode(value: &HeaderValue, encoder: &mut Encoder) -> bool {
        let text = value.as_bytes().iter().map(|byte| char::from(*byte)).collect();
        // Reports do not show the values of sensitive ones.
        !value.is_sensitive() && VALUES.encode_into(&text, encoder)
    }
}

/// The simplest is empty. Names occur several times.
impl Arbitrary for HeaderMap {
    fn arbitrary(src: &mut Source) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in vec(any::<(HeaderName, HeaderValue)>()).generate(src) {
            map.append(name, value);
        }
        map
    }

    fn encode(value: &HeaderMap, encoder: &mut Encoder) -> bool {
        let mut entries = Vec::new();
        for (name, value) in value {
            entries.push((name.clone(), value.clone()));
        }
        vec(any::<(HeaderName, HeaderValue)>()).encode_into(&entries, encoder)
    }
}

/// The probability of an optional part: 1/4, as a share of `2^64`.
const QUARTER: u64 = 1 << 62;

/// The probability of an arbitrary string, if it is a valid URI, or else the simplest: 1/16, as a share of `2^64`. Examples
/// are encoded this way.
const STRING: u64 = 1 << 60;

/// Parts of paths and queries.
static PARTS: LazyLock<Strings> = LazyLock::new(|| {
    let signs = "=&;,+~!$'()*_.-%".chars().map(|sign| (sign, sign));
    let characters: Vec<_> = [('a', 'z'), ('0', '9')].into_iter().chain(signs).collect();
    text().over(&characters).len(0..=8)
});

static HOSTS: LazyLock<Strings> = LazyLock::new(|| text().over(&[('a', 'z')]).len(1..=8));

/// The simplest is `/`. Half have a scheme and a host; `*` and a host alone occur.
impl Arbitrary for Uri {
    fn arbitrary(src: &mut Source) -> Uri {
        src.span(type_name::<Uri>(), |src| {
            let uri = if src.boolean(STRING) { String::arbitrary(src) } else { composed(src) };
            uri.parse().unwrap_or_else(|_| Uri::default())
        })
    }

    fn encode(value: &Uri, encoder: &mut Encoder) -> bool {
        let text = value.to_string();
        text.parse::<Uri>().is_ok_and(|parsed| parsed == *value)
            && encoder.span(type_name::<Uri>(), 0, |encoder| {
                encoder.boolean(STRING, true) && String::encode(&text, encoder)
            })
    }
}

fn composed(src: &mut Source) -> String {
    let form = src.branch(4, 0);
    let host = HOSTS.generate(src);
    let port =
        if src.boolean(QUARTER) { format!(":{}", u16::arbitrary(src)) } else { String::new() };
    let mut path = String::new();
    while src.boolean(QUARTER) {
        path.extend(["/", &PARTS.generate(src)]);
    }
    let query =
        if src.boolean(QUARTER) { format!("?{}", PARTS.generate(src)) } else { String::new() };
    let slash = if path.is_empty() { "/" } else { "" };
    match form {
        0 => format!("{path}{slash}{query}"),
        1 => format!("http://{host}{port}{path}{query}"),
        2 => format!("{host}{port}"),
        _ => "*".to_owned(),
    }
}
