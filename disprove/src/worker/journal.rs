//! The journal of a worker: a file that says which case is under way, written in place before each of them. When the
//! process dies, whoever started it knows of what.
//!
//! ```text
//! 0   "DJ1\0", and whether the case is recorded (1) and guided (2)
//! 8   the number of the case
//! 16  the state of its chance, and its size
//! 32  what was drawn so far, if it is recorded: parts with the number of the case, a length, and choices
//! ```
//!
//! A case is one write of 32 bytes, and one more where it is recorded. Parts that an earlier case has left behind are
//! known by its number.
//!
//! A write takes as long as a hundred of the fastest random cases. So where many of them run in a row and each is short, they are
//! written down together (4): whoever wants to know which of them it was runs them once more, one by one.

use crate::{
    case::{Batch, Said, Watcher, take_overheard},
    choice::Tree,
    feedback::Outcome,
    source::{CaseSeed, DrawObserver, Source},
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
const BATCH: u32 = 4;
const HEADER: usize = 32;

/// From so many random cases in a row on, which take five milliseconds together, they are written down as one: each alone
/// would take longer to be written than a tenth of what it takes to run.
const MANY: u32 = 1_000;

/// After each of so many it is looked whether they take longer than this.
const LOOKS: u32 = 16;
const LONG: Duration = Duration::from_millis(100);

/// So many cases are known when a thread panics that one of them has started, the last first. A thread that sleeps
/// for longer is not found out.
const RECENT: usize = 8;

/// A case, as it is handed from one process to another: how it begins, or what it is made of.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Chance {
        chance: u64,
        size: u32,
    },
    Choices(Tree),
    /// One of these.
    Batch(Batch),
}

impl Input {
    /// One word.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Input::Chance { chance, size } => format!("c:{chance:016x}:{size}"),
            Input::Choices(tree) => tree.to_token(),
            Input::Batch(Batch { seed, first, count, full }) => {
                format!("b:{seed}:{first}:{count}:{full}")
            }
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Input> {
        if let Some(rest) = text.strip_prefix("b:") {
            let mut numbers = rest.split(':').map_while(|number| number.parse::<u64>().ok());
            let (seed, first) = (numbers.next()?, numbers.next()?);
            let (count, full) = (numbers.next()? as u32, numbers.next()? as u32);
            return Some(Input::Batch(Batch { seed, first, count, full }));
        }
        let Some(rest) = text.strip_prefix("c:") else {
            return Tree::from_token(text).ok().map(Input::Choices);
        };
        let (chance, size) = rest.split_once(':')?;
        let chance = u64::from_str_radix(chance, 16).ok()?;
        Some(Input::Chance { chance, size: size.parse().ok()? })
    }

    /// How the case begins, if it is known which one it is.
    pub(crate) fn case_seed(&self) -> Option<CaseSeed> {
        match self {
            Input::Chance { chance, size } => Some(CaseSeed::random(*chance, *size)),
            Input::Choices(tree) => Some(CaseSeed::of(tree.clone())),
            Input::Batch(_) => None,
        }
    }
}

/// What the journal of a process says that is no more.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    /// The number of the case; 0 if there was none.
    pub(crate) case: u64,
    /// `None`: nothing was drawn yet, and chance alone does not say what would have been.
    pub(crate) input: Option<Input>,
}

/// Reads a journal.
pub(crate) fn last(path: &Path) -> io::Result<Last> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    let mut last = Last { case: 0, input: None };
    let Some(header) = bytes.get(..HEADER) else { return Ok(last) };
    let word = |at: usize| {
        let bytes = header[at..at + 8].try_into().expect("eight bytes were taken");
        u64::from_le_bytes(bytes)
    };
    let (flags, case, chance, size) = (word(0), word(8), word(16), word(24) as u32);
    if flags as u32 != MAGIC {
        return Ok(last);
    }
    last.case = case;
    let flags = (flags >> 32) as u32;
    let choices = parts(&bytes[HEADER..], case as u32);
    if flags & BATCH != 0 {
        let (count, full) = (flags >> 16, flags >> 8 & 0xff);
        last.input = Some(Input::Batch(Batch { seed: chance, first: word(24), count, full }));
    } else if flags & RECORDED != 0 && !choices.is_empty() {
        last.input = Tree::from_choices(choices).ok().map(Input::Choices);
    } else if flags & GUIDED == 0 {
        last.input = Some(Input::Chance { chance, size });
    }
    Ok(last)
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
    page: Rc<RefCell<Page>>,
    /// Transcript what another thread said, and which cases may have started it, when one panicked.
    suspect: Box<dyn Fn(&Said, &[Input])>,
}

/// What is written for the case under way.
struct Page {
    file: File,
    case: u64,
    /// The choices that are written.
    written: usize,
    /// So many of the cases that follow are written already.
    announced: u32,
    /// When that was.
    since: Instant,
    /// Where the next part goes.
    end: u64,
    bytes: Vec<u8>,
    recent: VecDeque<Brief>,
}

/// What is remembered of a case.
#[derive(Default)]
struct Brief {
    chance: u64,
    size: u32,
    choices: Vec<u8>,
}

impl Journal {
    /// A new journal, which forgets an old one.
    pub(crate) fn create(
        path: &Path,
        suspect: Box<dyn Fn(&Said, &[Input])>,
    ) -> io::Result<Journal> {
        let page = Page {
            file: File::create(path)?,
            case: 0,
            written: 0,
            announced: 0,
            since: Instant::now(),
            end: 0,
            bytes: Vec::new(),
            recent: VecDeque::new(),
        };
        Ok(Journal { page: Rc::new(RefCell::new(page)), suspect })
    }

    /// Says which cases may have started a thread that has panicked since the last time.
    pub(crate) fn look_around(&self) {
        let Some(said) = take_overheard() else { return };
        let mut inputs = Vec::new();
        for brief in self.page.borrow().recent.iter().rev() {
            let Brief { chance, size, choices } = brief;
            if choices.is_empty() {
                inputs.push(Input::Chance { chance: *chance, size: *size });
            } else if let Ok(tree) = Tree::from_choices(choices.clone()) {
                inputs.push(Input::Choices(tree));
            }
        }
        (self.suspect)(&said, &inputs);
    }
}

impl Watcher for Journal {
    fn begin(&mut self, src: &mut Source) {
        self.look_around();
        let opening = src.case_seed();
        let mut flags = 0;
        if src.is_recording() {
            flags |= RECORDED;
            let page = Rc::clone(&self.page);
            // What a property draws itself is known only when it does.
            src.set_observer(Some(DrawObserver(Rc::new(move |tree| page.borrow_mut().draw(tree)))));
        }
        if opening.guide.is_some() {
            flags |= GUIDED;
        }
        self.page.borrow_mut().begin(flags, opening.random_state, opening.size);
    }

    fn batch(&mut self, batch: Batch) {
        self.page.borrow_mut().batch(batch);
    }

    fn reached(&mut self, src: &mut Source) -> Option<Outcome> {
        if src.is_recording() {
            self.page.borrow_mut().draw(src.recorded());
        }
        None
    }
}

impl Page {
    fn begin(&mut self, flags: u32, chance: u64, size: u32) {
        self.case += 1;
        (self.written, self.end) = (0, HEADER as u64);
        if flags == 0 && self.is_announced() {
            self.announced -= 1;
        } else {
            self.announced = 0;
            self.write(self.case, flags, chance, u64::from(size));
        }
        let mut brief = Brief::default();
        if self.recent.len() == RECENT {
            brief = self.recent.pop_front().unwrap_or_default();
        }
        brief.choices.clear();
        (brief.chance, brief.size) = (chance, size);
        self.recent.push_back(brief);
    }

    /// Whether the case was written down with others. When they take longer than was thought, that is over: somebody may
    /// wait for a sign of life.
    fn is_announced(&self) -> bool {
        let due = self.announced.is_multiple_of(LOOKS);
        self.announced > 0 && !(due && self.since.elapsed() > LONG)
    }

    fn write(&self, case: u64, flags: u32, chance: u64, size: u64) {
        let mut header = [0; HEADER];
        let words = [u64::from(MAGIC) | u64::from(flags) << 32, case, chance, size];
        for (at, word) in words.into_iter().enumerate() {
            header[at * 8..at * 8 + 8].copy_from_slice(&word.to_le_bytes());
        }
        // A case that is not written down is run all the same: a full disk ends no hunt.
        let _ = write_at(&self.file, &header, 0);
    }

    fn batch(&mut self, batch: Batch) {
        let Batch { seed, first, count, full } = batch;
        self.announced = 0;
        if count >= MANY {
            self.write(self.case + 1, BATCH | full << 8 | count << 16, seed, first);
            (self.announced, self.since) = (count, Instant::now());
        }
    }

    /// Writes the choices that are new.
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
        if let Some(brief) = self.recent.back_mut() {
            brief.choices.extend_from_slice(&self.bytes[8..]);
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
