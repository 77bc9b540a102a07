//! Crash files of fuzz targets with a type, as `book/src/guides/from-cargo-fuzz.md` shows.

use arbitrary::{Arbitrary as _, Unstructured};
use disprove::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Request {
    id: u16,
    body: String,
}

/// As the derive macro of `arbitrary` writes it: the last field takes what is left.
impl<'a> arbitrary::Arbitrary<'a> for Request {
    fn arbitrary(data: &mut Unstructured<'a>) -> arbitrary::Result<Request> {
        Ok(Request { id: data.arbitrary()?, body: data.arbitrary()? })
    }

    fn arbitrary_take_rest(mut data: Unstructured<'a>) -> arbitrary::Result<Request> {
        Ok(Request { id: data.arbitrary()?, body: String::arbitrary_take_rest(data)? })
    }
}

#[property]
#[example(Request::arbitrary_take_rest(Unstructured::new(include_bytes!("crash-1"))).unwrap())]
fn requests_are_answered(request: Request) {
    assert_eq!(answer(&request).len(), request.body.len());
}

#[property]
fn foreign_requests_are_answered(#[draw(from_arbitrary::<Request>())] request: Request) {
    assert_eq!(answer(&request).len(), request.body.len());
}

fn answer(request: &Request) -> String {
    request.body.chars().rev().collect()
}

fn crash() -> Request {
    Request::arbitrary_take_rest(Unstructured::new(include_bytes!("crash-1"))).unwrap()
}

#[test]
fn a_crash_file_is_read_as_libfuzzer_reads_it() {
    // Of 5 bytes, 2 are a number, and the others are the last field.
    assert_eq!(crash(), Request { id: 0x3231, body: "abc".to_owned() });
    let other = <Request as arbitrary::Arbitrary>::arbitrary(&mut Unstructured::new(b"12abc"));
    assert_ne!(other.unwrap(), crash(), "the two functions differ");
}

#[test]
fn a_crash_is_reduced_if_its_type_derives_arbitrary_of_this_library() {
    let fails = |request: &Request| request.body.len() < 2;
    let report = check(any::<Request>()).database(Db::none()).example(crash).run(|it| fails(&it));
    let failure = &report.failures()[0];
    assert_eq!(failure.found_at(), 1);
    assert_eq!(failure.value(), &Request { id: 0, body: "00".to_owned() });

    let foreign = check(from_arbitrary::<Request>()).database(Db::none());
    let report = foreign.example(crash).run(|it| fails(&it));
    let failure = &report.failures()[0];
    assert_eq!((failure.found_at(), failure.value()), (1, &crash()), "it is reported as it is");
}
