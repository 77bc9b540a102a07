//! The interface to compiler coverage, in tests that `cargo disprove` builds.
//!
//! The functions that the compiler's probes call are not in this library. The tool compiles them separately and links
//! them in, so a plain build contains only a null pointer. At process start they find [`MEETING`] in its linker
//! section and set the pointer.
//!
//! This is the only file of the library with `unsafe`. It relies on two facts. Whoever sets the pointer follows
//! [`CONTRACT`]: the layout of both tables, and calls only from the thread that records. The buffer is a thread-local
//! without a destructor, so it lives as long as its thread.
#![allow(unsafe_code)]

use super::{
    buffer::Buffer,
    pairs::Pair,
    recorder::{BUFFER, record_numbers, record_pair, take_over},
    view::{View, Viewed},
};
use std::{
    ptr::null_mut,
    slice,
    sync::atomic::{AtomicPtr, Ordering::Relaxed},
};

/// Version of this interface. `cargo-disprove/runtime/coverage.rs` and `disprove-libfuzzer/runtime/coverage.c` have the same
/// number.
const CONTRACT: usize = 4;

/// Events of memory comparisons: this bit, the site, and in the lowest bits the length of the common prefix.
const PREFIX: u32 = 1 << 30;
const EQUAL_BITS: u32 = 6;

/// Its size never changes, since a process may contain several versions of this library.
#[repr(C)]
struct Meeting {
    contract: usize,
    library: &'static Library,
    probes: AtomicPtr<Probes>,
}

/// Functions that the probes call.
#[repr(C)]
struct Library {
    flush: extern "C" fn(usize),
    numbers: extern "C" fn(usize),
    bytes: extern "C" fn(u32, *const u8, *const u8, usize),
}

/// Functions that control the probes.
#[repr(C)]
struct Probes {
    attach: extern "C" fn(*mut u32, usize, *mut Pair, usize, &'static Library),
    detach: extern "C" fn() -> usize,
    pause: extern "C" fn(),
    resume: extern "C" fn(),
    push: extern "C" fn(u32) -> bool,
    places: extern "C" fn() -> u32,
    is_new: extern "C" fn(usize) -> bool,
    end: extern "C" fn(),
}

static LIBRARY: Library = Library { flush, numbers, bytes };

/// A linker section, since a symbol would clash between two versions of this library.
#[cfg_attr(target_os = "linux", unsafe(link_section = "disprove_coverage"))]
#[used]
static MEETING: Meeting =
    Meeting { contract: CONTRACT, library: &LIBRARY, probes: AtomicPtr::new(null_mut()) };

/// The probes, if this build has them.
#[inline]
fn probes() -> Option<&'static Probes> {
    // SAFETY: it is null, or was set to a table that lives as long as the process.
    unsafe { MEETING.probes.load(Relaxed).as_ref() }
}

/// Lets the probes fill the buffer of this thread.
#[inline]
pub(super) fn attach() {
    if let Some(probes) = probes() {
        let (events, size) = BUFFER.with(Buffer::lend);
        let (pairs, room) = BUFFER.with(Buffer::pairs);
        (probes.attach)(events, size, pairs, room, MEETING.library);
    }
}

/// The probes, if they fill the buffer of this thread.
#[inline]
fn attached() -> Option<&'static Probes> {
    probes().filter(|_| BUFFER.with(Buffer::is_lent))
}

/// Ends that, and takes over the recorded events.
#[inline]
pub(super) fn detach() {
    if let Some(probes) = attached() {
        flush((probes.detach)());
        BUFFER.with(Buffer::take_back);
    }
}

/// Pauses the compiler's probes: generators are often compiled together with the code under test.
#[inline]
pub(crate) fn pause() {
    if let Some(probes) = attached() {
        (probes.pause)();
    }
}

/// Resumes the compiler's probes.
#[inline]
pub(crate) fn resume() {
    if let Some(probes) = attached() {
        (probes.resume)();
    }
}

/// Whether libFuzzer will add the input of the last case, of this size, to its corpus.
#[cfg(any(test, feature = "fuzz"))]
pub(crate) fn is_new_to_libfuzzer(size: usize) -> bool {
    probes().is_some_and(|probes| (probes.is_new)(size))
}

/// Ends a case of a fuzz target: what runs from the end of the property up to here is not covered.
#[cfg(any(test, feature = "fuzz"))]
pub(crate) fn end_fuzz_case() {
    if let Some(probes) = probes() {
        (probes.end)();
    }
}

/// Adds an event if the probes have the buffer.
#[cold]
pub(super) fn push(event: u32) -> bool {
    let probes = attached();
    if let Some(probes) = probes {
        (probes.push)(event);
    }
    probes.is_some()
}

/// Number of sites with a compiler probe. Events up to this number belong to one.
#[inline]
pub(super) fn places() -> u32 {
    probes().map_or(0, |probes| (probes.places)())
}

/// The site of a memory comparison event.
pub(super) const fn compared(event: u32) -> Option<u32> {
    if event & PREFIX == 0 { None } else { Some((event & !PREFIX) >> EQUAL_BITS) }
}

/// The same event at another site.
pub(super) const fn compared_at(event: u32, place: u32) -> u32 {
    PREFIX | place << EQUAL_BITS | event & ((1 << EQUAL_BITS) - 1)
}

/// The probes have filled the buffer with `length` events.
extern "C" fn flush(length: usize) {
    let (events, size) = BUFFER.with(Buffer::place);
    // SAFETY: this is the buffer, and nothing writes to it before this function returns.
    take_over(unsafe { slice::from_raw_parts(events, length.min(size)) });
}

/// The probes have written `count` pairs of numbers.
extern "C" fn numbers(count: usize) {
    let (pairs, room) = BUFFER.with(Buffer::pairs);
    // SAFETY: as above.
    record_numbers(unsafe { slice::from_raw_parts(pairs, count.min(room)) });
}

/// The probes have seen a comparison of memory that differs.
extern "C" fn bytes(site: u32, left: *const u8, right: *const u8, length: usize) {
    // SAFETY: the caller compared `length` bytes of both.
    let (left, right) =
        unsafe { (slice::from_raw_parts(left, length), slice::from_raw_parts(right, length)) };
    record_pair(site, &View::Bytes(left), &View::Bytes(right));
    if let (Ok(left), Ok(right)) = (std::str::from_utf8(left), std::str::from_utf8(right)) {
        record_pair(site, &View::Text(left), &View::Text(right));
    }
    // In a list of bytes that is not a string, each byte is a choice.
    if let Some(at) = (0..length).find(|at| left[*at] != right[*at]) {
        record_pair(site, &left[at].view(), &right[at].view());
    }
}

#[cfg(test)]
mod tests {
    use super::{BUFFER, Pair, bytes, numbers};
    use crate::trace::record;

    fn seen(action: impl FnOnce()) -> Vec<String> {
        let ((), trace) = record(action);
        let mut all: Vec<String> = trace.operands().iter().map(ToString::to_string).collect();
        all.sort();
        all
    }

    #[test]
    fn records_numbers_and_memory_together() {
        let (a, b) = (b"\xff\x01", b"\xff\x02");
        let compare = || {
            bytes(1, a.as_ptr(), b.as_ptr(), 2);
            let pair = Pair { site: 2, width: 8, left: 5, right: 6 };
            BUFFER.with(|buffer| buffer.set_pair(0, pair));
            numbers(1);
        };
        let expected = ["1 and 2", "5 and 6", r#"b"\xff\x01" and b"\xff\x02""#];
        assert_eq!(seen(compare), expected);
        assert_eq!(seen(|| ()), Vec::<String>::new(), "and not once more");
    }

    #[test]
    fn memory_is_seen_as_bytes_as_a_string_and_as_its_first_difference() {
        let compare = |a: &[u8], b: &[u8]| seen(|| bytes(1, a.as_ptr(), b.as_ptr(), a.len()));
        assert_eq!(
            compare(b"ab", b"ac"),
            ["\"ab\" and \"ac\"", "98 and 99", "b\"ab\" and b\"ac\""]
        );
        assert_eq!(compare(b"a\xff", b"b\xff").len(), 2, "that is not text");
    }

    #[test]
    fn a_plain_build_has_no_probes() {
        assert!(super::probes().is_none());
        assert!(!super::push(1));
    }
}
