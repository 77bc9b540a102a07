//! The compiler's own probes, in tests that `cargo disprove` builds.
//!
//! What they call is not in this library. The tool compiles it apart and links it in, so that a plain build has nothing of
//! it but a pointer that stays null. At the start of the process it finds [`MEETING`] in its section, and fills in
//! the pointer.
//!
//! This is the only file of the library with `unsafe`. What it relies on: who writes the pointer keeps [`CONTRACT`], which
//! says how both tables look and that nothing is called but by the thread that recording was asked for on; and the
//! buffer, being a variable of the thread without anything to drop, is there as long as the thread.
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

/// Changed with everything that the probes have to know: `cargo-disprove/runtime/coverage.rs` has the same.
const CONTRACT: usize = 3;

/// Events of memory that was compared: this bit, the place, and in the lowest bits how long the equal part is.
const PREFIX: u32 = 1 << 30;
const EQUAL_BITS: u32 = 6;

/// Of a size that stays the same, whatever else changes: there may be several versions of this library.
#[repr(C)]
struct Meeting {
    contract: usize,
    library: &'static Library,
    probes: AtomicPtr<Probes>,
}

/// What the probes call.
#[repr(C)]
struct Library {
    flush: extern "C" fn(usize),
    numbers: extern "C" fn(usize),
    bytes: extern "C" fn(u32, *const u8, *const u8, usize),
}

/// What is called to switch them.
#[repr(C)]
struct Probes {
    attach: extern "C" fn(*mut u32, usize, *mut Pair, usize, &'static Library),
    detach: extern "C" fn() -> usize,
    pause: extern "C" fn(),
    resume: extern "C" fn(),
    push: extern "C" fn(u32) -> bool,
    places: extern "C" fn() -> u32,
}

static LIBRARY: Library = Library { flush, numbers, bytes };

/// A section, and not a name that would clash where two versions of this library come together.
#[cfg_attr(target_os = "linux", unsafe(link_section = "disprove_coverage"))]
#[used]
static MEETING: Meeting =
    Meeting { contract: CONTRACT, library: &LIBRARY, probes: AtomicPtr::new(null_mut()) };

/// The probes, if there are any.
#[inline]
fn probes() -> Option<&'static Probes> {
    // SAFETY: it is null, or was set to a table that is there for as long as the process.
    unsafe { MEETING.probes.load(Relaxed).as_ref() }
}

/// From now on the probes fill the buffer of this thread.
#[inline]
pub(super) fn attach() {
    if let Some(probes) = probes() {
        let (events, size) = BUFFER.with(Buffer::lend);
        let (pairs, room) = BUFFER.with(Buffer::pairs);
        (probes.attach)(events, size, pairs, room, MEETING.library);
    }
}

/// The probes that have the buffer of this thread, if they have.
#[inline]
fn attached() -> Option<&'static Probes> {
    probes().filter(|_| BUFFER.with(Buffer::is_lent))
}

/// The end of that. What they have recorded is handed on.
#[inline]
pub(super) fn detach() {
    if let Some(probes) = attached() {
        flush((probes.detach)());
        BUFFER.with(Buffer::take_back);
    }
}

/// The probes of the compiler record nothing until they are told to: before the code under test there is that which makes
/// its input, much of which is compiled together with it.
#[inline]
pub(crate) fn pause() {
    if let Some(probes) = attached() {
        (probes.pause)();
    }
}

/// They go on.
#[inline]
pub(crate) fn resume() {
    if let Some(probes) = attached() {
        (probes.resume)();
    }
}

/// Adds an event, if the probes have the buffer.
#[cold]
pub(super) fn push(event: u32) -> bool {
    let probes = attached();
    if let Some(probes) = probes {
        (probes.push)(event);
    }
    probes.is_some()
}

/// How many places have a probe of the compiler. Events up to this number are of one.
#[inline]
pub(super) fn places() -> u32 {
    probes().map_or(0, |probes| (probes.places)())
}

/// The place of an event that says how long the equal parts of compared memory are.
pub(super) const fn compared(event: u32) -> Option<u32> {
    if event & PREFIX == 0 { None } else { Some((event & !PREFIX) >> EQUAL_BITS) }
}

/// The same event of another place.
pub(super) const fn compared_at(event: u32, place: u32) -> u32 {
    PREFIX | place << EQUAL_BITS | event & ((1 << EQUAL_BITS) - 1)
}

/// So many events are in the buffer.
extern "C" fn flush(length: usize) {
    let (events, size) = BUFFER.with(Buffer::place);
    // SAFETY: the place is that of the buffer, which nobody writes to before this returns.
    take_over(unsafe { slice::from_raw_parts(events, length.min(size)) });
}

/// So many pairs of numbers are there.
extern "C" fn numbers(count: usize) {
    let (pairs, room) = BUFFER.with(Buffer::pairs);
    // SAFETY: as above.
    record_numbers(unsafe { slice::from_raw_parts(pairs, count.min(room)) });
}

/// Memory was compared, and differs.
extern "C" fn bytes(site: u32, left: *const u8, right: *const u8, length: usize) {
    // SAFETY: that much of both was compared.
    let (left, right) =
        unsafe { (slice::from_raw_parts(left, length), slice::from_raw_parts(right, length)) };
    record_pair(site, &View::Bytes(left), &View::Bytes(right));
    if let (Ok(left), Ok(right)) = (str::from_utf8(left), str::from_utf8(right)) {
        record_pair(site, &View::Text(left), &View::Text(right));
    }
    // Of a list that is no text, each byte is a choice of its own.
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
    fn numbers_and_memory_are_told_together() {
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
    fn memory_is_bytes_and_a_text_and_the_first_that_differs() {
        let compare = |a: &[u8], b: &[u8]| seen(|| bytes(1, a.as_ptr(), b.as_ptr(), a.len()));
        assert_eq!(
            compare(b"ab", b"ac"),
            ["\"ab\" and \"ac\"", "98 and 99", "b\"ab\" and b\"ac\""]
        );
        assert_eq!(compare(b"a\xff", b"b\xff").len(), 2, "that is no text");
    }

    #[test]
    fn a_plain_build_has_no_probes() {
        assert!(super::probes().is_none());
        assert!(!super::push(1));
    }
}
