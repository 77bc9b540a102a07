//! What the compiler's probes call, linked into tests that `cargo disprove` builds.
//!
//! It is no part of the tool, but compiled by it, alone and optimised, for every binary that has probes: so it is never
//! instrumented itself, plain builds have nothing of it, and binaries without the library find functions to call.
//!
//! Safety, for all of it: pointers to the buffer are set by the library, which lends memory of the same thread until it
//! takes it back. All other pointers come from the compiler, which knows what they point to.
// The comparison of memory below must not become a call of itself.
#![no_builtins]

use std::{
    arch::global_asm,
    cell::Cell,
    hint::black_box,
    ptr::{self, null_mut},
    slice,
    sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering::Relaxed},
};

/// Changed with everything below that the library has to know: see `trace/coverage.rs` there.
const CONTRACT: usize = 3;

/// Where a library in this binary waits. They are all in one section.
#[repr(C)]
struct Meeting {
    contract: usize,
    library: &'static Library,
    probes: AtomicPtr<Probes>,
}

/// What is called there.
#[repr(C)]
struct Library {
    /// The buffer is full.
    flush: extern "C" fn(usize),
    /// The room for pairs of numbers is full, or recording ends.
    numbers: extern "C" fn(usize),
    /// Memory was compared: where, and which.
    bytes: extern "C" fn(u32, *const u8, *const u8, usize),
}

/// Numbers that were compared: where, of how many bytes, and which.
#[repr(C)]
struct Pair {
    site: u32,
    width: u32,
    left: u64,
    right: u64,
}

/// What is called here.
#[repr(C)]
struct Probes {
    attach: extern "C" fn(*mut u32, usize, *mut Pair, usize, &'static Library),
    detach: extern "C" fn() -> usize,
    pause: extern "C" fn(),
    resume: extern "C" fn(),
    push: extern "C" fn(u32) -> bool,
    /// How many places there are: events up to this are of one.
    places: extern "C" fn() -> u32,
}

static PROBES: Probes = Probes { attach, detach, pause, resume, push, places };

/// How many comparisons of a place are looked at in a row, out of 256. Where nothing is optimised, all that a function
/// compares by `==` may be compared in one place, that of the operator.
const LOOKS: u32 = 16;

/// How many places are told apart of those that the compiler's probes do not know.
const OTHERS: usize = 256;

/// A switch over more values is looked at for the first of them.
const MOST_ARMS: usize = 32;

/// Longer memory is compared without being looked at, but for its beginning.
const LONGEST: usize = 64;

/// Events of memory that was compared have this bit, then the place, then how long the equal part is. The library reads
/// them.
const PREFIX: u32 = 1 << 30;
const EQUAL_BITS: u32 = 6;
const MOST_EQUAL: u32 = (1 << EQUAL_BITS) - 1;

struct State {
    /// Where the next event goes. There is room before `end`; both are null while nothing is recorded.
    next: Cell<*mut u32>,
    end: Cell<*mut u32>,
    /// What was lent, also while nothing is recorded.
    buffer: Cell<*mut u32>,
    size: Cell<usize>,
    /// How many events were there when a pause began.
    waiting: Cell<usize>,
    /// Where the next pair goes, and what was lent for them.
    next_pair: Cell<*mut Pair>,
    pairs_end: Cell<*mut Pair>,
    pairs: Cell<*mut Pair>,
    library: Cell<Option<&'static Library>>,
    /// For each place, in which run it was looked at last, and how often in that run, in the lowest byte. Each has its own,
    /// so that it does not matter in which order the linker numbers them.
    looks: Cell<&'static [Cell<u32>]>,
    /// The same for places that the compiler's probes do not know.
    others: Cell<&'static [Cell<u32>]>,
    /// The run, above the lowest byte.
    run: Cell<u32>,
}

/// Frees the looks of a thread at its end.
struct Looks;

impl Drop for Looks {
    fn drop(&mut self) {
        STATE.with(|state| {
            for looks in [state.looks.replace(&[]), state.others.replace(&[])] {
                if !looks.is_empty() {
                    drop(unsafe { Box::from_raw(ptr::from_ref(looks).cast_mut()) });
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
            waiting: Cell::new(0),
            next_pair: Cell::new(null_mut()),
            pairs_end: Cell::new(null_mut()),
            pairs: Cell::new(null_mut()),
            library: Cell::new(None),
            looks: Cell::new(&[]),
            others: Cell::new(&[]),
            run: Cell::new(0),
        }
    };
    static LOOKS_OF_THREAD: Looks = const { Looks };
}

/// The compiler's probes look at this first, once in every call of a function. The compiler defines it as well, weakly.
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
        if state.looks.get().is_empty() && LOOKS_OF_THREAD.try_with(|_| ()).is_ok() {
            state.looks.set(Box::leak(no_looks(GUARDS.load(Relaxed) as usize + 1)));
            state.others.set(Box::leak(no_looks(OTHERS)));
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
        state.waiting.get()
    })
}

extern "C" fn pause() {
    STATE.with(State::stop);
}

extern "C" fn resume() {
    STATE.with(|state| state.start(state.waiting.get()));
}

/// Adds an event of another kind. Whether it is recorded.
extern "C" fn push(event: u32) -> bool {
    STATE.with(|state| {
        state.push(event);
        !state.next.get().is_null()
    })
}

/// As many as there are places. Most are never touched, and take no memory then.
fn no_looks(count: usize) -> Box<[Cell<u32>]> {
    let zeros = vec![0_u32; count].into_boxed_slice();
    // A cell of a number is like the number.
    unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [Cell<u32>]) }
}

extern "C" fn places() -> u32 {
    GUARDS.load(Relaxed)
}

/// Where Linux puts programs, heaps, libraries and stacks, wherever that is this time: from two thirds of all addresses on,
/// a little less for the sake of round numbers. Taken from the system's rules and not from this process, so that the
/// same numbers are addresses in all processes.
#[cfg(target_arch = "x86_64")]
const ADDRESSES: std::ops::Range<u64> = 0x5500_0000_0000..0x8000_0000_0000;
#[cfg(not(target_arch = "x86_64"))]
const ADDRESSES: std::ops::Range<u64> = 0xaa00_0000_0000..0x1_0000_0000_0000;

/// A number that is hardly anything else. It differs from process to process, and nobody draws it.
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

    /// Nothing is recorded, or there is no room.
    #[cold]
    #[inline(never)]
    fn push_slowly(&self, event: u32) {
        if self.next.get().is_null() {
            return;
        }
        self.stop();
        if let Some(library) = self.library.get() {
            (library.flush)(self.waiting.get());
        }
        self.start(0);
        self.push(event);
    }

    /// Whatever the library does is not recorded: it may allocate memory, and compare some.
    fn stop(&self) {
        if !self.next.get().is_null() {
            let waiting = unsafe { self.next.get().offset_from_unsigned(self.buffer.get()) };
            self.waiting.set(waiting);
        }
        self.next.set(null_mut());
        self.end.set(null_mut());
    }

    fn start(&self, waiting: usize) {
        let buffer = self.buffer.get();
        if !buffer.is_null() {
            self.next.set(unsafe { buffer.add(waiting) });
            self.end.set(unsafe { buffer.add(self.size.get()) });
        }
    }

    /// The last event stands for the place of a comparison.
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

    /// Two numbers are compared.
    #[inline(always)]
    fn numbers(&self, width: u32, a: u64, b: u64) {
        if self.next.get().is_null() || a == b {
            return;
        }
        if width == 8 && (is_address(a) || is_address(b)) {
            return;
        }
        // Most often that is a place of the compiler's probes.
        let last = self.last();
        match self.looks.get().get(last as usize) {
            Some(looks) if self.is_early(looks) => self.note_numbers(last, width, a, b),
            Some(_) => {}
            None => self.numbers_elsewhere(width, a, b),
        }
    }

    /// With a call at its end only, the function above has no registers to save.
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
        let looks = self.looks.get().get(site as usize).or_else(others);
        looks.is_some_and(|looks| self.is_early(looks))
    }

    /// Whether it is one of the first looks, and counts it.
    #[inline(always)]
    fn is_early(&self, looks: &Cell<u32>) -> bool {
        let run = self.run.get();
        let since = looks.get().wrapping_sub(run);
        let before = if since <= 0xff { since } else { 0 };
        looks.set(run | (before + 1) & 0xff);
        before < LOOKS
    }

    /// A call of the library for each pair would be most of what a recording costs.
    #[inline(always)]
    fn note_numbers(&self, site: u32, width: u32, left: u64, right: u64) {
        let next = self.next_pair.get();
        if next == self.pairs_end.get() {
            return self.note_slowly(site, width, left, right);
        }
        unsafe { *next = Pair { site, width, left, right } };
        self.next_pair.set(unsafe { next.add(1) });
    }

    /// There is no room.
    #[cold]
    #[inline(never)]
    fn note_slowly(&self, site: u32, width: u32, left: u64, right: u64) {
        self.stop();
        self.hand_on_pairs();
        self.start(self.waiting.get());
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

    /// Memory is compared. How long the equal part is becomes an event: other code does not tell.
    #[cold]
    #[inline(never)]
    fn note_bytes(&self, a: *const u8, b: *const u8, length: usize) {
        let length = length.min(LONGEST);
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
            self.push(PREFIX | site << EQUAL_BITS | MOST_EQUAL.min(equal as u32));
        }
    }

    fn aside(&self, call: impl FnOnce(&Library)) {
        self.stop();
        if let Some(library) = self.library.get() {
            call(library);
        }
        self.start(self.waiting.get());
    }
}

// The linker names both ends of the section, if there is one.
global_asm!(".weak __start_disprove_coverage", ".weak __stop_disprove_coverage");

unsafe extern "C" {
    #[link_name = "__start_disprove_coverage"]
    static FIRST: Meeting;
    #[link_name = "__stop_disprove_coverage"]
    static END: Meeting;
}

static GUARDS: AtomicU32 = AtomicU32::new(0);

/// Called for each part of the program, often with the same guards, before there are threads.
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

fn meet() {
    // The compiler takes it for granted that there is one.
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

/// The table has the number of values, their width in bits, and the values.
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
        let arms = unsafe { slice::from_raw_parts(table.add(2), count.min(MOST_ARMS)) };
        for arm in arms {
            if *arm != value {
                state.note_numbers(site, width, value, *arm);
            }
        }
    });
}

#[cfg(not(shared))]
global_asm!(
    // Weak, for there may be another one in a static binary.
    ".weak memcmp",
    ".set memcmp, disprove_compare_memory",
    ".weak bcmp",
    ".set bcmp, disprove_compare_memory",
);

/// Comparisons of texts and lists are no comparisons of numbers: they call this.
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
