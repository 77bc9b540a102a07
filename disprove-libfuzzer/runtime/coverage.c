// What a fuzz target adds to libFuzzer on Linux: coverage of the property alone, and the operands of its comparisons.
//
// It implements the same interface as `cargo-disprove/runtime/coverage.rs`, which hunts link: see `trace/coverage.rs` in
// the library. It is C because cargo-fuzz instruments all Rust code, and instrumented code would call itself here.
//
// Generators are compiled together with the property, and both have libFuzzer's counters. The counters start at zero when
// the property begins, and what follows the property does not change them.
//
// With `-Wl,--wrap` for each callback below, comparisons come here first. Without it the linker finds no `__real_` function,
// nobody calls the `__wrap_` functions, and the library sees no operands.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), apply_to = function)
#endif

// Version of the interface.
#define CONTRACT 4

// Comparisons to record at one site in one run, and counters of sites.
#define MOST_COMPARISONS 16
#define SITES 4096

// Values to record of one switch, and bytes of compared memory.
#define MOST_ARMS 32
#define MOST_BYTES 64

typedef struct {
    void (*flush)(size_t);
    void (*numbers)(size_t);
    void (*bytes)(uint32_t, const uint8_t *, const uint8_t *, size_t);
} Library;

typedef struct {
    uint32_t site;
    uint32_t width;
    uint64_t left;
    uint64_t right;
} Pair;

typedef struct {
    void (*attach)(uint32_t *, size_t, Pair *, size_t, const Library *);
    size_t (*detach)(void);
    void (*pause)(void);
    void (*resume)(void);
    _Bool (*push)(uint32_t);
    uint32_t (*places)(void);
    _Bool (*is_new)(size_t);
    void (*end)(void);
} Probes;

typedef struct {
    size_t contract;
    const Library *library;
    const Probes *probes;
} Meeting;

// The linker defines the ends of sections, if they exist, and the start of the program.
extern Meeting __start_disprove_coverage[] __attribute__((weak));
extern Meeting __stop_disprove_coverage[] __attribute__((weak));
extern uint8_t __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern const char __executable_start[] __attribute__((weak, visibility("hidden")));

// What a thread does. Other threads of the property compare for libFuzzer only.
enum { OTHER, RECORDING, OFF };

static _Thread_local struct {
    int mode;
    uint32_t *events;
    size_t size;
    size_t count;
    Pair *pairs;
    size_t room;
    size_t pair_count;
    const Library *library;
    // The run, above the lowest byte.
    uint32_t run;
    // For each site its last run, and its comparisons in that run in the lowest byte.
    uint32_t sites[SITES];
} state;

// The counters at the end of the property.
static uint8_t *saved;
static _Bool is_saved;

// For each counter and each order of magnitude of its value, the size of the smallest input.
#define MAGNITUDES 8
static uint32_t *smallest;

static size_t counters(void) {
    return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}

static void save_counters(void) {
    size_t size = counters();
    if (saved == NULL && size > 0) {
        saved = malloc(size);
    }
    if (saved != NULL) {
        memcpy(saved, __start___sancov_cntrs, size);
        is_saved = 1;
    }
}

static void hand_on_pairs(void) {
    size_t count = state.pair_count;
    state.pair_count = 0;
    if (count > 0) {
        state.library->numbers(count);
    }
}

static void attach(uint32_t *events, size_t size, Pair *pairs, size_t room, const Library *library) {
    state.events = events;
    state.size = size;
    state.count = 0;
    state.pairs = pairs;
    state.room = room;
    state.pair_count = 0;
    state.library = library;
    state.run += 0x100;
    state.mode = RECORDING;
}

static size_t detach(void) {
    if (state.mode == RECORDING) {
        save_counters();
    }
    state.mode = OFF;
    hand_on_pairs();
    state.library = NULL;
    return state.count;
}

static void pause_probes(void) {
    state.mode = OFF;
}

static void resume_probes(void) {
    if (state.library != NULL) {
        state.mode = RECORDING;
        memset(__start___sancov_cntrs, 0, counters());
    }
}

static _Bool push(uint32_t event) {
    if (state.mode != RECORDING) {
        return 0;
    }
    if (state.count == state.size) {
        state.mode = OFF;
        state.library->flush(state.count);
        state.count = 0;
        state.mode = RECORDING;
    }
    state.events[state.count++] = event;
    return 1;
}

static uint32_t places(void) {
    return 0;
}

// The order of magnitude of a counter, as libFuzzer has it.
static size_t magnitude(uint8_t counter) {
    return counter >= 128 ? 7 : counter >= 32 ? 6 : counter >= 16 ? 5 : counter >= 8 ? 4 : counter >= 4 ? 3 : counter - 1u;
}

// Whether libFuzzer will add an input of this size to its corpus: its counters are new, or it is smaller than those with the
// same counters.
static _Bool is_new(size_t size) {
    size_t count = counters();
    if (smallest == NULL && count > 0) {
        smallest = calloc(count * MAGNITUDES, sizeof *smallest);
    }
    if (!is_saved || smallest == NULL) {
        return 0;
    }
    _Bool found = 0;
    for (size_t at = 0; at < count; at++) {
        uint64_t word;
        if (at % 8 == 0 && at + 8 <= count) {
            memcpy(&word, saved + at, 8);
            if (word == 0) {
                at += 7;
                continue;
            }
        }
        if (saved[at] > 0) {
            uint32_t *known = &smallest[at * MAGNITUDES + magnitude(saved[at])];
            if (*known == 0 || *known > size) {
                *known = (uint32_t)size;
                found = 1;
            }
        }
    }
    return found;
}

static void end(void) {
    if (is_saved) {
        memcpy(__start___sancov_cntrs, saved, counters());
        is_saved = 0;
    }
}

static const Probes PROBES = {attach, detach, pause_probes, resume_probes, push, places, is_new, end};

__attribute__((constructor)) static void meet(void) {
    for (Meeting *at = __start_disprove_coverage; at < __stop_disprove_coverage; at++) {
        if (at->contract == CONTRACT) {
            at->probes = &PROBES;
        }
    }
}

// The position of a comparison in the program, which is the same in every process.
static uint32_t site_of(const void *caller) {
    return (uint32_t)((uintptr_t)caller - (uintptr_t)__executable_start);
}

// Counts a comparison, and returns whether it is among the first of its site.
static _Bool is_early(uint32_t site) {
    uint32_t *times = &state.sites[(site * 2654435769u >> 16) % SITES];
    uint32_t since = *times - state.run;
    uint32_t before = since <= 0xff ? since : 0;
    *times = state.run | (before < 0xff ? before + 1 : before);
    return before < MOST_COMPARISONS;
}

// Whether a number is almost certainly an address, which differs between processes and is never drawn.
static _Bool is_address(uint64_t number) {
#if defined(__x86_64__)
    return number >= 0x550000000000 && number < 0x800000000000;
#else
    return number >= 0xaa0000000000 && number < 0x1000000000000;
#endif
}

static void note_numbers(uint32_t site, uint32_t width, uint64_t left, uint64_t right) {
    if (left == right || (width == 8 && (is_address(left) || is_address(right)))) {
        return;
    }
    if (state.pair_count == state.room) {
        state.mode = OFF;
        hand_on_pairs();
        state.mode = RECORDING;
    }
    state.pairs[state.pair_count++] = (Pair){site, width, left, right};
}

#define COMPARED(name, type)                                                            \
    void __real_##name(type, type) __attribute__((weak));                               \
    void __wrap_##name(type left, type right);                                          \
    void __wrap_##name(type left, type right) {                                         \
        if (state.mode == OFF) {                                                        \
            return;                                                                     \
        }                                                                               \
        if (state.mode == RECORDING && left != right) {                                 \
            uint32_t site = site_of(__builtin_return_address(0));                       \
            if (is_early(site)) {                                                       \
                note_numbers(site, sizeof(type), left, right);                          \
            }                                                                           \
        }                                                                               \
        __real_##name(left, right);                                                     \
    }

COMPARED(__sanitizer_cov_trace_cmp1, uint8_t)
COMPARED(__sanitizer_cov_trace_cmp2, uint16_t)
COMPARED(__sanitizer_cov_trace_cmp4, uint32_t)
COMPARED(__sanitizer_cov_trace_cmp8, uint64_t)
COMPARED(__sanitizer_cov_trace_const_cmp1, uint8_t)
COMPARED(__sanitizer_cov_trace_const_cmp2, uint16_t)
COMPARED(__sanitizer_cov_trace_const_cmp4, uint32_t)
COMPARED(__sanitizer_cov_trace_const_cmp8, uint64_t)

// The table holds the number of values, their width in bits, and the values.
void __real___sanitizer_cov_trace_switch(uint64_t, uint64_t *) __attribute__((weak));
void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *table);
void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *table) {
    if (state.mode == OFF) {
        return;
    }
    uint32_t site = site_of(__builtin_return_address(0));
    if (state.mode == RECORDING && is_early(site)) {
        uint64_t count = table[0] < MOST_ARMS ? table[0] : MOST_ARMS;
        for (uint64_t at = 0; at < count; at++) {
            note_numbers(site, (uint32_t)(table[1] / 8), value, table[2 + at]);
        }
    }
    __real___sanitizer_cov_trace_switch(value, table);
}

// libFuzzer and the address sanitizer replace `memcmp`, and call this.
void __real___sanitizer_weak_hook_memcmp(void *, const void *, const void *, size_t, int) __attribute__((weak));
void __wrap___sanitizer_weak_hook_memcmp(void *caller, const void *left, const void *right, size_t length, int result);
void __wrap___sanitizer_weak_hook_memcmp(void *caller, const void *left, const void *right, size_t length, int result) {
    if (state.mode == OFF) {
        return;
    }
    if (state.mode == RECORDING && length > 1 && result != 0) {
        uint32_t site = site_of(caller);
        size_t seen = length < MOST_BYTES ? length : MOST_BYTES;
        if (is_early(site)) {
            state.mode = OFF;
            state.library->bytes(site, left, right, seen);
            state.mode = RECORDING;
        }
    }
    __real___sanitizer_weak_hook_memcmp(caller, left, right, length, result);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
