//! Coverage runtime: the functions that the compiler's instrumentation calls, linked into tests by `cargo disprove`.
//!
//! The tool compiles this file separately and optimized, for every instrumented binary. So it is never instrumented
//! itself, plain builds do not contain it, and binaries without the library still link.
//!
//! Safety of the whole file: the library sets the pointers to the buffer, and lends memory of the same thread until it
//! takes it back. All other pointers come from the compiler, which guarantees what they point to.
// The memory comparison below must not be compiled to a call of itself.
#![no_builtins]

use std::{
    arch::global_asm,
    cell::Cell,
    hint::black_box,
    ptr::{self, null_mut},
    slice,
    sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering::Relaxed},
};

/// Version of the interface with the library: see `trace/coverage.rs` there.
const CONTRACT: usize = 4;

/// Where a library in this binary meets the runtime. All of them are in one linker section.
#[repr(C)]
struct Meeting {
    contract: usize,
    library: &'static Library,
    probes: AtomicPtr<Probes>,
}

/// Callbacks of the library.
#[repr(C)]
struct Library {
    /// The event buffer is full.
    flush: extern "C" fn(usize),
    /// The buffer of number pairs is full, or recording ends.
    numbers: extern "C" fn(usize),
    /// Memory was compared: site and operands.
    bytes: extern "C" fn(u32, *const u8, *const u8, usize),
}

/// Compared numbers: site, width in bytes, and operands.
#[repr(C)]
struct Pair {
    site: u32,
    width: u32,
    left: u64,
    right: u64,
}

/// Functions that the library calls.
#[repr(C)]
struct Probes {
    attach: extern "C" fn(*mut u32, usize, *mut Pair, usize, &'static Library),
    detach: extern "C" fn() -> usize,
    pause: extern "C" fn(),
    resume: extern "C" fn(),
    push: extern "C" fn(u32) -> bool,
    /// The number of instrumented places; events up to this number stand for one.
    places: extern "C" fn() -> u32,
    /// In fuzz targets: whether libFuzzer will keep an input of this size, and the end of a case.
    is_new: extern "C" fn(usize) -> bool,
    end: extern "C" fn(),
}

static PROBES: Probes = Probes { attach, detach, pause, resume, push, places, is_new, end };

/// Comparisons recorded per place, out of every 256. In unoptimized code one place may stand for all comparisons
/// by `==` of a type: that of the operator.
const MAX_COMPARISONS: u32 = 16;

/// Slots for comparison sites that are not instrumented places.
const OTHERS: usize = 256;

/// Values recorded of one switch.
const MAX_ARMS: usize = 32;

/// Bytes recorded of compared memory, from its start.
const MAX_BYTES: usize = 64;

/// Flag of events for compared memory. The rest is the site and the length of the equal prefix, which the library decodes.
const PREFIX: u32 = 1 << 30;
const EQUAL_BITS: u32 = 6;
const MAX_EQUAL: u32 = (1 << EQUAL_BITS) - 1;

struct State {
    /// Where the next event goes; there is room up to `end`. Both are null while nothing is recorded.
    next: Cell<*mut u32>,
    end: Cell<*mut u32>,
    /// The buffer that the library lends, also during a pause.
    buffer: Cell<*mut u32>,
    size: Cell<usize>,
    /// Number of events when a pause began.
    recorded: Cell<usize>,
    /// Where the next pair goes, and the buffer for pairs.
    next_pair: Cell<*mut Pair>,
    pairs_end: Cell<*mut Pair>,
    pairs: Cell<*mut Pair>,
    library: Cell<Option<&'static Library>>,
    /// For each place, its last run, and its comparisons in that run in the lowest byte. Each place has its own counter, so the
    /// order in which the linker numbers them does not matter.
    counters: Cell<&'static [Cell<u32>]>,
    /// The same for sites that are not instrumented places.
    others: Cell<&'static [Cell<u32>]>,
    /// The run, above the lowest byte.
    run: Cell<u32>,
}

/// Frees the counters of a thread when it ends.
struct FreeCounters;

impl Drop for FreeCounters {
    fn drop(&mut self) {
        STATE.with(|state| {
            for counters in [state.counters.replace(&[]), state.others.replace(&[])] {
                if !counters.is_empty() {
                    drop(unsafe { Box::from_raw(ptr::from_ref(counters).cast_mut()) });
                }
            }
        });
    }
}

thread_local! {
    static STATE: State = const {
        State {
            next: Cell::new(null_mut()),
            end: Cell::new(null_mut()),
            buffer: Cell::new(null_mut()),
            size: Cell::new(0),
            recorded: Cell::new(0),
            next_pair: Cell::new(null_mut()),
            pairs_end: Cell::new(null_mut()),
            pairs: Cell::new(null_mut()),
            library: Cell::new(None),
            counters: Cell::new(&[]),
            others: Cell::new(&[]),
            run: Cell::new(0),
        }
    };
    static FREE_COUNTERS: FreeCounters = const { FreeCounters };
}

/// Gate of the instrumentation, read once per function call. The compiler defines it too, weakly.
#[unsafe(no_mangle)]
static __sancov_should_track: AtomicU64 = AtomicU64::new(0);

extern "C" fn attach(
    buffer: *mut u32,
    size: usize,
    pairs: *mut Pair,
    room: usize,
    library: &'static Library,
) {
    STATE.with(|state| {
        state.buffer.set(buffer);
        state.size.set(size);
        state.pairs.set(pairs);
        state.next_pair.set(pairs);
        state.pairs_end.set(unsafe { pairs.add(room) });
        state.library.set(Some(library));
        state.run.set(state.run.get().wrapping_add(0x100));
        if state.counters.get().is_empty() && FREE_COUNTERS.try_with(|_| ()).is_ok() {
            state.counters.set(Box::leak(zero_counters(GUARDS.load(Relaxed) as usize + 1)));
            state.others.set(Box::leak(zero_counters(OTHERS)));
        }
        state.start(0);
    });
    __sancov_should_track.fetch_add(1, Relaxed);
}

extern "C" fn detach() -> usize {
    __sancov_should_track.fetch_sub(1, Relaxed);
    STATE.with(|state| {
        state.stop();
        state.hand_on_pairs();
        state.buffer.set(null_mut());
        state.recorded.get()
    })
}

extern "C" fn pause() {
    STATE.with(State::stop);
}

extern "C" fn resume() {
    STATE.with(|state| state.start(state.recorded.get()));
}

/// Adds an event of another kind, and returns whether recording is on.
extern "C" fn push(event: u32) -> bool {
    STATE.with(|state| {
        state.push(event);
        !state.next.get().is_null()
    })
}

/// A counter per place. Most are never touched and take no memory.
fn zero_counters(count: usize) -> Box<[Cell<u32>]> {
    let zeros = vec![0_u32; count].into_boxed_slice();
    // `Cell<u32>` has the layout of `u32`.
    unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [Cell<u32>]) }
}

extern "C" fn places() -> u32 {
    GUARDS.load(Relaxed)
}

/// Fuzz targets have another runtime.
extern "C" fn is_new(_: usize) -> bool {
    false
}

extern "C" fn end() {}

/// Where Linux maps programs, heaps, libraries and stacks: from two thirds of the address space, rounded down. It follows
/// from the rules of the system and not from this process, so all processes agree on which numbers are addresses.
#[cfg(target_arch = "x86_64")]
const ADDRESSES: std::ops::Range<u64> = 0x5500_0000_0000..0x8000_0000_0000;
#[cfg(not(target_arch = "x86_64"))]
const ADDRESSES: std::ops::Range<u64> = 0xaa00_0000_0000..0x1_0000_0000_0000;

/// Whether a number is almost certainly an address, which differs between processes and is never drawn.
#[inline(always)]
fn is_address(number: u64) -> bool {
    number.wrapping_sub(ADDRESSES.start) < ADDRESSES.end - ADDRESSES.start
}

impl State {
    #[inline(always)]
    fn push(&self, event: u32) {
        let next = self.next.get();
        if next == self.end.get() {
            return self.push_slowly(event);
        }
        unsafe { *next = event };
        self.next.set(unsafe { next.add(1) });
    }

    /// Slow path: recording is off, or the buffer is full.
    #[cold]
    #[inline(never)]
    fn push_slowly(&self, event: u32) {
        if self.next.get().is_null() {
            return;
        }
        self.stop();
        if let Some(library) = self.library.get() {
            (library.flush)(self.recorded.get());
        }
        self.start(0);
        self.push(event);
    }

    /// Pauses recording: calls of the library may allocate and compare memory.
    fn stop(&self) {
        if !self.next.get().is_null() {
            let recorded = unsafe { self.next.get().offset_from_unsigned(self.buffer.get()) };
            self.recorded.set(recorded);
        }
        self.next.set(null_mut());
        self.end.set(null_mut());
    }

    fn start(&self, recorded: usize) {
        let buffer = self.buffer.get();
        if !buffer.is_null() {
            self.next.set(unsafe { buffer.add(recorded) });
            self.end.set(unsafe { buffer.add(self.size.get()) });
        }
    }

    /// The site of a comparison: the last event.
    #[inline(always)]
    fn site(&self) -> u32 {
        let last = self.last();
        if last & PREFIX == 0 { last } else { (last & !PREFIX) >> EQUAL_BITS }
    }

    #[inline(always)]
    fn last(&self) -> u32 {
        let (next, buffer) = (self.next.get(), self.buffer.get());
        if next == buffer { 0 } else { unsafe { *next.sub(1) } }
    }

    /// Records a comparison of two numbers.
    #[inline(always)]
    fn numbers(&self, width: u32, a: u64, b: u64) {
        if self.next.get().is_null() || a == b {
            return;
        }
        if width == 8 && (is_address(a) || is_address(b)) {
            return;
        }
        // Usually an instrumented place.
        let last = self.last();
        match self.counters.get().get(last as usize) {
            Some(counters) if self.is_early(counters) => self.note_numbers(last, width, a, b),
            Some(_) => {}
            None => self.numbers_elsewhere(width, a, b),
        }
    }

    /// A separate tail call, so that the caller has no registers to save.
    #[cold]
    #[inline(never)]
    fn numbers_elsewhere(&self, width: u32, a: u64, b: u64) {
        let site = self.site();
        if self.is_wanted(site) {
            self.note_numbers(site, width, a, b);
        }
    }

    fn is_wanted(&self, site: u32) -> bool {
        let others = || self.others.get().get(site as usize % OTHERS);
        let counters = self.counters.get().get(site as usize).or_else(others);
        counters.is_some_and(|counters| self.is_early(counters))
    }

    /// Counts a comparison, and returns whether it is among the first of its place.
    #[inline(always)]
    fn is_early(&self, counters: &Cell<u32>) -> bool {
        let run = self.run.get();
        let since = counters.get().wrapping_sub(run);
        let before = if since <= 0xff { since } else { 0 };
        counters.set(run | (before + 1) & 0xff);
        before < MAX_COMPARISONS
    }

    /// Buffers a pair: a call of the library for each would dominate the cost of recording.
    #[inline(always)]
    fn note_numbers(&self, site: u32, width: u32, left: u64, right: u64) {
        let next = self.next_pair.get();
        if next == self.pairs_end.get() {
            return self.note_slowly(site, width, left, right);
        }
        unsafe { *next = Pair { site, width, left, right } };
        self.next_pair.set(unsafe { next.add(1) });
    }

    /// Slow path: the buffer is full.
    #[cold]
    #[inline(never)]
    fn note_slowly(&self, site: u32, width: u32, left: u64, right: u64) {
        self.stop();
        self.hand_on_pairs();
        self.start(self.recorded.get());
        self.note_numbers(site, width, left, right);
    }

    fn hand_on_pairs(&self) {
        let count = unsafe { self.next_pair.get().offset_from_unsigned(self.pairs.get()) };
        self.next_pair.set(self.pairs.get());
        if let Some(library) = self.library.get()
            && count > 0
        {
            (library.numbers)(count);
        }
    }

    /// Records a comparison of memory. The length of the equal prefix becomes an event, since no branch depends on it.
    #[cold]
    #[inline(never)]
    fn note_bytes(&self, a: *const u8, b: *const u8, length: usize) {
        let length = length.min(MAX_BYTES);
        let (left, right) =
            unsafe { (slice::from_raw_parts(a, length), slice::from_raw_parts(b, length)) };
        let mut equal = 0;
        while equal < length && left[equal] == right[equal] {
            equal += 1;
        }
        let site = self.site();
        if self.is_wanted(site) {
            if equal < length {
                self.aside(|library| (library.bytes)(site, a, b, length));
            }
            self.push(PREFIX | site << EQUAL_BITS | MAX_EQUAL.min(equal as u32));
        }
    }

    fn aside(&self, call: impl FnOnce(&Library)) {
        self.stop();
        if let Some(library) = self.library.get() {
            call(library);
        }
        self.start(self.recorded.get());
    }
}

// The linker defines both ends of the section, if it exists.
global_asm!(".weak __start_disprove_coverage", ".weak __stop_disprove_coverage");

unsafe extern "C" {
    #[link_name = "__start_disprove_coverage"]
    static FIRST: Meeting;
    #[link_name = "__stop_disprove_coverage"]
    static END: Meeting;
}

static GUARDS: AtomicU32 = AtomicU32::new(0);

/// Called for each module of the program before threads start, often with the same guards.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(mut guard: *mut u32, end: *mut u32) {
    meet();
    while guard < end {
        unsafe {
            if *guard == 0 {
                *guard = GUARDS.fetch_add(1, Relaxed) + 1;
            }
            guard = guard.add(1);
        }
    }
}

/// Called with the table of the addresses of the guards. The tool reads it from the file of the program.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

fn meet() {
    // The compiler assumes that the section is not empty.
    let mut at = black_box(&raw const FIRST);
    let end = black_box(&raw const END);
    while !at.is_null() && at < end {
        let meeting = unsafe { &*at };
        if meeting.contract == CONTRACT {
            meeting.probes.store(ptr::from_ref(&PROBES).cast_mut(), Relaxed);
        }
        at = unsafe { at.add(1) };
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *const u32) {
    STATE.with(|state| state.push(unsafe { *guard }));
}

macro_rules! compared {
    ($($name:ident $type:ty;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(a: $type, b: $type) {
            STATE.with(|state| state.numbers(size_of::<$type>() as u32, a as u64, b as u64));
        }
    )*};
}

compared! {
    __sanitizer_cov_trace_cmp1 u8;
    __sanitizer_cov_trace_cmp2 u16;
    __sanitizer_cov_trace_cmp4 u32;
    __sanitizer_cov_trace_cmp8 u64;
    __sanitizer_cov_trace_const_cmp1 u8;
    __sanitizer_cov_trace_const_cmp2 u16;
    __sanitizer_cov_trace_const_cmp4 u32;
    __sanitizer_cov_trace_const_cmp8 u64;
}

/// The table holds the number of values, their width in bits, and the values.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_switch(value: u64, table: *const u64) {
    STATE.with(|state| {
        if state.next.get().is_null() {
            return;
        }
        let site = state.site();
        if !state.is_wanted(site) {
            return;
        }
        let (count, width) = unsafe { (*table as usize, *table.add(1) as u32 / 8) };
        let arms = unsafe { slice::from_raw_parts(table.add(2), count.min(MAX_ARMS)) };
        for arm in arms {
            if *arm != value {
                state.note_numbers(site, width, value, *arm);
            }
        }
    });
}

#[cfg(not(shared))]
global_asm!(
    // Weak, since a static binary may have its own.
    ".weak memcmp",
    ".set memcmp, disprove_compare_memory",
    ".weak bcmp",
    ".set bcmp, disprove_compare_memory",
);

/// Replaces `memcmp`, which comparisons of strings and slices call.
#[cfg(not(shared))]
#[unsafe(no_mangle)]
unsafe extern "C" fn disprove_compare_memory(a: *const u8, b: *const u8, length: usize) -> i32 {
    STATE.with(|state| {
        if !state.next.get().is_null() && length > 1 {
            state.note_bytes(a, b, length);
        }
    });
    let mut at = 0;
    while at + 8 <= length {
        let word = |from: *const u8| unsafe { from.add(at).cast::<u64>().read_unaligned() };
        let (left, right) = (word(a), word(b));
        if left != right {
            return if left.to_be() < right.to_be() { -1 } else { 1 };
        }
        at += 8;
    }
    while at < length {
        let byte = |from: *const u8| i32::from(unsafe { *from.add(at) });
        let difference = byte(a) - byte(b);
        if difference != 0 {
            return difference;
        }
        at += 1;
    }
    0
}
