//! The journal of a worker: a file that identifies the case under way, written in place before each case. When the
//! process crashes, its host reads it.
//!
//! ```text
//! 0   "DJ1\0", and flags: the case is recorded (1), guided (2), part of a batch (4)
//! 8   the number of the case
//! 16  the state of its random stream, and its size
//! 32  its choices so far, if it is recorded: parts with the number of the case, a length, and choices
//! ```
//!
//! A case takes one write of 32 bytes, and one more if it is recorded. Parts of earlier cases have another number.
//!
//! A write takes as long as a hundred of the fastest random cases. A long batch of short random cases is therefore
//! written as one entry; [`localize`](super::localize) finds the case of it that crashed.

use crate::{
    case::{Batch, PanicMessage, Watcher, take_thread_panic},
    choice::Tree,
    feedback::Outcome,
    source::{CaseSeed, DrawObserver, FuzzInput, Source},
};
use std::{
    cell::RefCell,
    collections::VecDeque,
    fs::File,
    io::{self, Read},
    path::Path,
    rc::Rc,
    time::{Duration, Instant},
};

const MAGIC: u32 = u32::from_le_bytes(*b"DJ1\0");
const RECORDED: u32 = 1;
const GUIDED: u32 = 2;
/// The first word of the journal of a recorded case.
#[cfg(any(test, feature = "conformance"))]
pub(super) const RECORDED_FLAGS: u64 = (RECORDED as u64) << 32 | MAGIC as u64;
const BATCH: u32 = 4;
const HEADER: usize = 32;

/// Cases in a batch that gets one entry. The runner makes batches of about five milliseconds, so writing an entry for
/// each of these cases would take more than a tenth of their time.
const LONG_BATCH: u32 = 1_000;

/// Cases of a batch between two looks at the clock.
const CLOCK_INTERVAL: u32 = 16;
/// Time of a batch after which each case gets an entry again: the host waits for a sign of life.
const MAX_BATCH_TIME: Duration = Duration::from_millis(100);

/// Recent cases that may have started a thread that panics. A thread that panics later is not attributed. On a busy
/// machine a thread may start dozens of cases after its own; the host tries the last case first.
const RECENT: usize = 64;

/// The input of a case, as one process passes it to another.
#[derive(Clone)]
pub(crate) enum JournalInput {
    /// A random stream and a size.
    Random {
        random_state: u64,
        size: u32,
    },
    Choices(Tree),
    /// One of these cases.
    Batch(Batch),
}

impl JournalInput {
    /// The input as one word.
    pub(crate) fn to_text(&self) -> String {
        match self {
            JournalInput::Random { random_state, size } => format!("c:{random_state:016x}:{size}"),
            JournalInput::Choices(tree) => tree.to_token(),
            JournalInput::Batch(Batch { seed, first, count, full }) => {
                format!("b:{seed}:{first}:{count}:{full}")
            }
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<JournalInput> {
        if let Some(rest) = text.strip_prefix("b:") {
            let mut numbers = rest.split(':').map_while(|number| number.parse::<u64>().ok());
            let (seed, first) = (numbers.next()?, numbers.next()?);
            let (count, full) = (numbers.next()? as u32, numbers.next()? as u32);
            return Some(JournalInput::Batch(Batch { seed, first, count, full }));
        }
        if let Some(input) = FuzzInput::from_text(text) {
            return Some(match input {
                FuzzInput::Tree(tree) => JournalInput::Choices(tree),
                FuzzInput::Random { random_state, size } => {
                    JournalInput::Random { random_state, size }
                }
            });
        }
        let Some(rest) = text.strip_prefix("c:") else {
            return Tree::from_token(text).ok().map(JournalInput::Choices);
        };
        let (random_state, size) = rest.split_once(':')?;
        let random_state = u64::from_str_radix(random_state, 16).ok()?;
        Some(JournalInput::Random { random_state, size: size.parse().ok()? })
    }

    /// The seed of the case, unless the input is a batch.
    pub(crate) fn case_seed(&self) -> Option<CaseSeed> {
        match self {
            JournalInput::Random { random_state, size } => {
                Some(CaseSeed::random(*random_state, *size))
            }
            JournalInput::Choices(tree) => Some(CaseSeed::of(tree.clone())),
            JournalInput::Batch(_) => None,
        }
    }
}

/// The last entry of a journal.
#[derive(Clone)]
pub(crate) struct Last {
    /// The number of the case; 0 if none began.
    pub(crate) case: u64,
    /// `None` if a guided case had drawn nothing.
    pub(crate) input: Option<JournalInput>,
}

/// Reads a journal.
pub(crate) fn last(path: &Path) -> io::Result<Last> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(decode(&bytes))
}

/// The last entry in the bytes of a journal.
pub(super) fn decode(bytes: &[u8]) -> Last {
    let mut last = Last { case: 0, input: None };
    let Some(header) = bytes.get(..HEADER) else { return last };
    let word = |at: usize| {
        let bytes = header[at..at + 8].try_into().expect("eight bytes were taken");
        u64::from_le_bytes(bytes)
    };
    let (flags, case, random_state, size) = (word(0), word(8), word(16), word(24) as u32);
    if flags as u32 != MAGIC {
        return last;
    }
    last.case = case;
    let flags = (flags >> 32) as u32;
    let choices = parts(&bytes[HEADER..], case as u32);
    if flags & BATCH != 0 {
        let (count, full) = (flags >> 16, flags >> 8 & 0xff);
        last.input =
            Some(JournalInput::Batch(Batch { seed: random_state, first: word(24), count, full }));
    } else if flags & RECORDED != 0 && !choices.is_empty() {
        last.input = Tree::from_choices(choices).ok().map(JournalInput::Choices);
    } else if flags & GUIDED == 0 {
        last.input = Some(JournalInput::Random { random_state, size });
    }
    last
}

/// The choices of all parts that belong to a case.
fn parts(mut rest: &[u8], case: u32) -> Vec<u8> {
    let mut choices = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let head = u64::from_le_bytes(*head);
        let Some(part) = after.get(..(head >> 32) as usize) else { break };
        if head as u32 != case {
            break;
        }
        choices.extend_from_slice(part);
        rest = &after[part.len()..];
    }
    choices
}

/// Writes a journal.
pub(crate) struct Journal {
    entry: Rc<RefCell<Entry>>,
    /// Called with the panic of another thread and the cases that may have started it.
    suspect: Box<dyn Fn(&PanicMessage, &[JournalInput])>,
}

/// The entry of the case under way.
struct Entry {
    file: File,
    case: u64,
    /// Choices that are written.
    written: usize,
    /// Cases left of the batch whose entry is written.
    announced: u32,
    /// When the batch began.
    since: Instant,
    /// Where the next part goes.
    end: u64,
    bytes: Vec<u8>,
    recent: VecDeque<RecentCase>,
}

/// A recent case.
#[derive(Default)]
struct RecentCase {
    random_state: u64,
    size: u32,
    choices: Vec<u8>,
}

impl Journal {
    /// Creates a journal, and truncates an old one.
    pub(crate) fn create(
        path: &Path,
        suspect: Box<dyn Fn(&PanicMessage, &[JournalInput])>,
    ) -> io::Result<Journal> {
        let entry = Entry {
            file: File::create(path)?,
            case: 0,
            written: 0,
            announced: 0,
            since: Instant::now(),
            end: 0,
            bytes: Vec::new(),
            recent: VecDeque::new(),
        };
        Ok(Journal { entry: Rc::new(RefCell::new(entry)), suspect })
    }

    /// Reports the cases that may have started a thread that panicked since the last call.
    fn check_threads(&self) {
        let Some(panic) = take_thread_panic() else { return };
        let mut inputs = Vec::new();
        for recent in self.entry.borrow().recent.iter().rev() {
            let RecentCase { random_state, size, choices } = recent;
            if choices.is_empty() {
                inputs.push(JournalInput::Random { random_state: *random_state, size: *size });
            } else if let Ok(tree) = Tree::from_choices(choices.clone()) {
                inputs.push(JournalInput::Choices(tree));
            }
        }
        (self.suspect)(&panic, &inputs);
    }
}

impl Watcher for Journal {
    fn begin(&mut self, src: &mut Source) {
        self.check_threads();
        let seed = src.case_seed();
        let mut flags = 0;
        if src.is_recording() {
            flags |= RECORDED;
            let entry = Rc::clone(&self.entry);
            // What the body draws is only known when it draws.
            src.set_observer(Some(DrawObserver(Rc::new(move |tree| {
                entry.borrow_mut().draw(tree);
            }))));
        }
        if seed.guide.is_some() {
            flags |= GUIDED;
        }
        self.entry.borrow_mut().begin(flags, seed.random_state, seed.size);
    }

    fn batch(&mut self, batch: Batch) {
        self.entry.borrow_mut().batch(batch);
    }

    fn reached(&mut self, src: &mut Source) -> Option<Outcome> {
        if src.is_recording() {
            self.entry.borrow_mut().draw(src.recorded());
        }
        None
    }
}

impl Entry {
    fn begin(&mut self, flags: u32, random_state: u64, size: u32) {
        self.case += 1;
        (self.written, self.end) = (0, HEADER as u64);
        if flags == 0 && self.is_announced() {
            self.announced -= 1;
        } else {
            self.announced = 0;
            self.write(self.case, flags, random_state, u64::from(size));
        }
        let mut recent = RecentCase::default();
        if self.recent.len() == RECENT {
            recent = self.recent.pop_front().unwrap_or_default();
        }
        recent.choices.clear();
        (recent.random_state, recent.size) = (random_state, size);
        self.recent.push_back(recent);
    }

    /// Whether the entry of a batch covers the case.
    fn is_announced(&self) -> bool {
        let due = self.announced % CLOCK_INTERVAL == 0;
        self.announced > 0 && !(due && self.since.elapsed() > MAX_BATCH_TIME)
    }

    fn write(&self, case: u64, flags: u32, random_state: u64, size: u64) {
        let mut header = [0; HEADER];
        let words = [u64::from(MAGIC) | u64::from(flags) << 32, case, random_state, size];
        for (at, word) in words.into_iter().enumerate() {
            header[at * 8..at * 8 + 8].copy_from_slice(&word.to_le_bytes());
        }
        // A case runs even if its entry cannot be written: a full disk does not end a hunt.
        let _ = write_at(&self.file, &header, 0);
    }

    fn batch(&mut self, batch: Batch) {
        let Batch { seed, first, count, full } = batch;
        self.announced = 0;
        if count >= LONG_BATCH {
            self.write(self.case + 1, BATCH | full << 8 | count << 16, seed, first);
            (self.announced, self.since) = (count, Instant::now());
        }
    }

    /// Writes the choices since the last write.
    fn draw(&mut self, tree: &Tree) {
        if tree.len() <= self.written {
            return;
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(&[0; 8]);
        tree.write_choices(self.written, &mut self.bytes);
        let length = self.bytes.len() - 8;
        let head = u64::from(self.case as u32) | (length as u64) << 32;
        self.bytes[..8].copy_from_slice(&head.to_le_bytes());
        let _ = write_at(&self.file, &self.bytes, self.end);
        self.end += self.bytes.len() as u64;
        self.written = tree.len();
        if let Some(recent) = self.recent.back_mut() {
            recent.choices.extend_from_slice(&self.bytes[8..]);
        }
    }
}

#[cfg(unix)]
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(not(unix))]
pub(crate) fn write_at(mut file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests;
