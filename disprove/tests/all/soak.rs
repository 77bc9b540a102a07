//! Eight processes share a database while entries are truncated and the folder is replaced: no saved failure is lost, and
//! nothing panics.
//!
//! It takes a few seconds; `DISPROVE_SOAK_SECONDS=60` makes it a minute.

use disprove::{Database, Db, Tree, prelude::*};
use std::{
    collections::{HashMap, HashSet},
    env,
    fmt::Write as _,
    fs::{self, File},
    io::{Read as _, Seek as _},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    time::{Duration, Instant, SystemTime},
};

const WORKERS: u64 = 8;
const SECONDS: u64 = 2;
const KEYS: [&str; 3] = ["soak::one", "soak::two", "soak::three"];
/// Entries that only one worker saves, and leaves; it removes its others.
const LIVE: usize = 20;
/// Entries that all workers save, so that they write the same files at the same time.
const SHARED: u64 = 8;

const FOLDER: &str = "DISPROVE_SOAK_FOLDER";
const WORKER: &str = "DISPROVE_SOAK_WORKER";

fn seconds() -> Duration {
    let set = env::var("DISPROVE_SOAK_SECONDS");
    Duration::from_secs(set.map_or(SECONDS, |set| set.parse().expect("a number of seconds")))
}

fn tree(number: u64) -> Tree {
    any::<u64>().encode(&number).expect("a number has a tree")
}

/// A random number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// What a worker knows about an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Saved,
    Removed,
    /// Removing or saving it failed.
    Unknown,
}

#[derive(Default)]
struct Worker {
    states: HashMap<(&'static str, String), State>,
    saved: u64,
    refused: u64,
    problems: u64,
}

impl Worker {
    fn save(&mut self, db: &Db, key: &'static str, entry: &Tree) -> bool {
        let saved = db.save(key, entry).is_ok();
        let state = self.states.entry((key, entry.to_token())).or_insert(State::Unknown);
        if saved {
            *state = State::Saved;
            self.saved += 1;
        } else {
            self.refused += 1;
        }
        saved
    }

    fn remove(&mut self, db: &Db, key: &'static str, entry: &Tree) -> bool {
        let removed = db.remove(key, entry).is_ok();
        let state = if removed { State::Removed } else { State::Unknown };
        self.states.insert((key, entry.to_token()), state);
        removed
    }
}

/// What each process does. It is not a test itself: without its folder, it does nothing.
#[test]
fn worker() {
    let (Ok(folder), Ok(number)) = (env::var(FOLDER), env::var(WORKER)) else { return };
    let number: u64 = number.parse().expect("a number");
    let folder = PathBuf::from(folder);
    let db = Db::at(folder.join("database"));
    let (mut worker, mut numbers, mut live) = (Worker::default(), Numbers(number), Vec::new());
    let start = Instant::now();
    let mut next = (number + 1) << 40;
    while start.elapsed() < seconds() {
        for key in KEYS {
            next += 1;
            worker.save(&db, key, &tree(next));
            live.push((key, next));
            worker.save(&db, key, &tree(numbers.below(SHARED as usize) as u64));
        }
        // Twice as many attempts as new entries, because some fail.
        for _ in 0..2 * KEYS.len() {
            let chosen = numbers.below(live.len());
            let (key, old) = live[chosen];
            if live.len() > LIVE && worker.remove(&db, key, &tree(old)) {
                live.swap_remove(chosen);
            }
        }
        worker.problems += db.load(KEYS[numbers.below(KEYS.len())]).problems.len() as u64;
    }
    let mut log = format!("{} {} {}\n", worker.saved, worker.refused, worker.problems);
    for ((key, token), state) in worker.states {
        let _ = writeln!(log, "{key} {token} {state:?}");
    }
    fs::write(folder.join(format!("log-{number}")), log).expect("the log can be written");
}

fn start(folder: &Path, number: u64) -> Child {
    Command::new(env::current_exe().expect("a running test knows its binary"))
        .args(["--exact", "soak::worker", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(WORKER, number.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the test binary starts")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn is_entry(path: &Path) -> bool {
    path.iter().any(|part| part == "failures") && !is_hidden(path)
}

/// The key whose folder an entry is in.
fn key_of(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let key = KEYS.iter().find(|key| folder.starts_with(&key.replace("::", "-")));
    (*key.expect("folders are named after their keys")).to_owned()
}

/// Disturbs the workers, and records how.
struct Saboteur {
    folder: PathBuf,
    numbers: Numbers,
    /// What the last truncation left, for each key and token.
    truncated: HashMap<(String, String), Vec<u8>>,
    cuts: u64,
    swaps: u64,
    /// Counts renamed files, so that they do not replace each other.
    moved: u64,
}

impl Saboteur {
    fn database(&self) -> PathBuf {
        self.folder.join("database")
    }

    fn truncate_one(&mut self) {
        let entries = files(&self.database().join("failures"));
        let entries: Vec<&PathBuf> = entries.iter().filter(|path| !is_hidden(path)).collect();
        if entries.is_empty() {
            return;
        }
        let path = entries[self.numbers.below(entries.len())];
        // One handle, so that it truncates the file that it read, wherever that was moved.
        let Ok(mut file) = File::options().read(true).write(true).open(path) else { return };
        let mut bytes = Vec::new();
        if file.read_to_end(&mut bytes).is_err() || !bytes.ends_with(b"\n") {
            return;
        }
        let token = String::from_utf8_lossy(&bytes).trim().to_owned();
        let length = self.numbers.below(bytes.len());
        file.rewind().and_then(|()| file.set_len(length as u64)).expect("a file can be cut");
        bytes.truncate(length);
        self.truncated.insert((key_of(path), token), bytes);
        self.cuts += 1;
    }

    /// Makes the folder read-only for a while, which does not stop root.
    fn forbid(&mut self) {
        for folder in [self.database().join("failures"), self.database()] {
            let Ok(before) = fs::metadata(&folder).map(|data| data.permissions()) else { continue };
            let mut forbidden = before.clone();
            forbidden.set_readonly(true);
            if fs::set_permissions(&folder, forbidden).is_ok() {
                self.work(3);
                fs::set_permissions(&folder, before).expect("permissions can be given back");
            }
        }
    }

    /// Replaces the whole directory by a file, and puts it back. If workers made a new directory meanwhile, adds
    /// their entries.
    fn swap(&mut self) {
        let (database, away) = (self.database(), self.folder.join("away"));
        if fs::rename(&database, &away).is_err() {
            return;
        }
        if File::create_new(&database).is_ok() {
            self.work(20);
            fs::remove_file(&database).expect("no one else removes it");
        }
        let mut newer = Vec::new();
        while fs::rename(&away, &database).is_err() {
            let folder = self.folder.join(format!("newer-{}", newer.len()));
            if fs::rename(&database, &folder).is_ok() {
                newer.push(folder);
            }
        }
        for folder in newer {
            self.add(&folder);
        }
        self.swaps += 1;
    }

    /// Moves the entries of a folder into the database, while others use both. Workers that looked up the folder before
    /// it was moved may still write to it, so it only removes empty folders, until none is left.
    fn add(&mut self, folder: &Path) {
        while folder.exists() {
            for path in files(folder) {
                let mut to = self.database().join(path.strip_prefix(folder).expect("below"));
                if !is_entry(&to) {
                    self.moved += 1;
                    to.as_mut_os_string().push(format!("-{}", self.moved));
                }
                // A worker may remove the file at this moment.
                while path.exists() {
                    let _ = fs::create_dir_all(to.parent().expect("a folder"));
                    let _ = fs::rename(&path, &to);
                }
            }
            remove_empty(folder);
        }
    }

    /// Takes time without sleeping, as a run would.
    fn work(&mut self, rounds: usize) {
        let db = Db::read_only(Db::at(self.database()));
        for _ in 0..rounds {
            db.load(KEYS[self.numbers.below(KEYS.len())]);
        }
    }
}

/// Removes a folder and those inside it, if they are empty.
fn remove_empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        remove_empty(&entry.path());
    }
    // This removes neither files nor folders that are not empty.
    let _ = fs::remove_dir(folder);
}

/// What all workers know about each entry: it is certainly saved only if none removed it or failed to.
fn gather(folder: &Path) -> (HashMap<(String, String), Vec<State>>, [u64; 3]) {
    let (mut all, mut sums) = (HashMap::<_, Vec<State>>::new(), [0; 3]);
    for number in 0..WORKERS {
        let log = fs::read_to_string(folder.join(format!("log-{number}"))).expect("a log");
        let mut lines = log.lines();
        let counts = lines.next().unwrap_or_default().split(' ');
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count.parse::<u64>().expect("a count");
        }
        for line in lines {
            let parts: Vec<&str> = line.split(' ').collect();
            let state = match parts[2] {
                "Saved" => State::Saved,
                "Removed" => State::Removed,
                _ => State::Unknown,
            };
            all.entry((parts[0].to_owned(), parts[1].to_owned())).or_default().push(state);
        }
    }
    (all, sums)
}

#[test]
fn eight_processes_lose_nothing_while_the_database_is_damaged() {
    let folder = env::temp_dir().join(format!("disprove-soak-{}", process::id()));
    fs::create_dir_all(&folder).expect("the temporary directory can be written");
    let mut workers: Vec<Child> = (0..WORKERS).map(|number| start(&folder, number)).collect();
    let mut saboteur = Saboteur {
        folder: folder.clone(),
        numbers: Numbers(99),
        truncated: HashMap::new(),
        cuts: 0,
        swaps: 0,
        moved: 0,
    };
    while workers.iter_mut().any(|worker| worker.try_wait().expect("a child").is_none()) {
        for _ in 0..5 {
            saboteur.truncate_one();
            saboteur.work(1);
        }
        saboteur.forbid();
        saboteur.swap();
    }
    for worker in workers {
        let output = worker.wait_with_output().expect("it ended");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("panicked"), "{said}");
    }

    let (states, [saved, refused, problems]) = gather(&folder);
    let db = Db::at(saboteur.database());
    let mut kept = HashSet::new();
    for key in KEYS {
        for entry in db.load(key).entries {
            kept.insert((key.to_owned(), entry.to_token()));
        }
        assert!(db.load(key).problems.is_empty(), "what was damaged is told once");
    }
    let aside: HashSet<Vec<u8>> = files(&saboteur.database().join("damaged"))
        .iter()
        .map(|path| fs::read(path).expect("it can be read"))
        .collect();
    let (mut lost, mut found) = (Vec::new(), 0);
    for (entry, states) in &states {
        if states.iter().any(|state| *state != State::Saved) {
            continue;
        }
        let was_cut = saboteur.truncated.get(entry);
        if kept.contains(entry) {
            found += 1;
        } else if !was_cut.is_some_and(|left| aside.contains(left)) {
            lost.push((entry, was_cut));
        }
    }
    // A writer leaves a temporary file behind if its folder is missing; such files are removed when they are old.
    let unfinished = || {
        let all = files(&saboteur.database().join("failures"));
        all.into_iter().filter(|path| is_hidden(path)).collect::<Vec<_>>()
    };
    for path in unfinished() {
        let ago = SystemTime::now() - Duration::from_secs(24 * 60 * 60);
        File::options()
            .append(true)
            .open(path)
            .and_then(|file| file.set_modified(ago))
            .expect("ours");
    }
    for key in KEYS {
        db.load(key);
    }
    println!(
        "{saved} saved, {refused} refused, {problems} problems, {} cut, {} swapped, {} aside, {found} \
         found again",
        saboteur.cuts,
        saboteur.swaps,
        aside.len()
    );
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(unfinished().is_empty(), "{:?}", unfinished());
    assert!(
        saved > 0 && refused > 0 && saboteur.cuts > 0 && found > 0,
        "nothing was put to the test"
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}
