//! The fault matrix: properties that do to their process what programs do, each with the outcome it must have.

/// The outcome that a property must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Found,
    Holds,
}

/// A property with a fault.
#[derive(Clone, Copy)]
pub struct FaultyProperty {
    /// The name in reports; no name begins like another, because a hunt selects by parts of names.
    pub name: &'static str,
    arguments: &'static str,
    body: &'static str,
    /// The outcome of `hunt`.
    pub hunted: Expected,
    /// The outcome of `#[property(isolate)]`, where it applies.
    pub isolated: Option<Expected>,
    /// Part of the short form.
    pub is_short: bool,
}

impl FaultyProperty {
    const fn fails(
        name: &'static str,
        arguments: &'static str,
        body: &'static str,
    ) -> FaultyProperty {
        FaultyProperty {
            name,
            arguments,
            body,
            hunted: Expected::Found,
            isolated: Some(Expected::Found),
            is_short: false,
        }
    }

    const fn holds(
        name: &'static str,
        arguments: &'static str,
        body: &'static str,
    ) -> FaultyProperty {
        let fault = FaultyProperty::fails(name, arguments, body);
        FaultyProperty { hunted: Expected::Holds, isolated: Some(Expected::Holds), ..fault }
    }

    const fn short(self) -> FaultyProperty {
        FaultyProperty { is_short: true, ..self }
    }

    /// Excluded from `isolate`: it limits neither memory nor the threads of a property.
    const fn hunted_only(self) -> FaultyProperty {
        FaultyProperty { isolated: None, ..self }
    }

    /// The name of the function and of its test: some are keywords.
    pub fn test(&self) -> String {
        let raw = if matches!(self.name, "type" | "loop") { "r#" } else { "" };
        format!("{raw}{}", self.name)
    }

    /// The property with this attribute.
    pub fn code(&self, attribute: &str) -> String {
        let (arguments, body) = (self.arguments, self.body);
        format!("{attribute}\nfn {}({arguments}) {{ {body} }}\n\n", self.test())
    }
}

/// What the properties share.
pub const HEAD: &str = r#"#![allow(unused, unconditional_recursion, unpredictable_function_pointer_comparisons)]
use disprove::prelude::*;
use std::{
    env, fs, hint::black_box, io::{self, Write}, panic, process::{self, Command, Stdio},
    sync::{Mutex, Once, OnceLock, atomic::{AtomicU32, AtomicU64, Ordering::SeqCst}, mpsc}, thread, time::Duration,
};

unsafe extern "C" {
    fn raise(signal: i32) -> i32;
    fn kill(pid: i32, signal: i32) -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
    fn fork() -> i32;
    fn setsid() -> i32;
    fn close(file: i32) -> i32;
    fn _exit(code: i32) -> !;
    fn setrlimit(resource: i32, limits: *const [u64; 2]) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
}

const RLIMIT_FSIZE: i32 = 1;
const RLIMIT_NOFILE: i32 = 7;
static ONCE: Once = Once::new();

struct PanicsInDrop;
impl Drop for PanicsInDrop {
    fn drop(&mut self) { panic!("in drop"); }
}

struct ChecksInDrop;
impl Drop for ChecksInDrop {
    fn drop(&mut self) { check(0..10_u8).database(Db::none()).assert(|n: u8| assert!(n < 10)); }
}

extern "C" fn called_from_c(n: u32) { assert!(n < 1_000, "in C"); }

fn recurse(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    if frame[5] == 1 { 1 } else { recurse(n + 2) + frame[3] }
}

fn depth(n: u32) -> u32 { if n == 0 { 0 } else { black_box(depth(n - 1)) + 1 } }

"#;

/// The fault matrix.
pub const FAULTS: [FaultyProperty; 47] = [
    // Panics.
    FaultyProperty::fails("panics", "n: u32", "assert!(n < 1_000)"),
    FaultyProperty::fails("throws_a_number", "n: u32", "if n >= 1_000 { panic::panic_any(5_u8) }"),
    FaultyProperty::fails("drop_panics", "n: u32", "let _guard = (n >= 1_000).then_some(PanicsInDrop);"),
    FaultyProperty::fails("doubly_panics", "n: u32", "if n >= 1_000 { let _guard = PanicsInDrop; panic!(\"first\") }").short(),
    FaultyProperty::fails("across_c", "n: u32", "called_from_c(n)"),
    FaultyProperty::fails("thread_panics", "n: u32", "let _ = thread::spawn(move || assert!(n < 1_000)).join();").hunted_only(),
    FaultyProperty::fails("hook_replaced", "n: u32", "panic::set_hook(Box::new(|_| ())); assert!(n < 1_000)"),
    FaultyProperty::fails("hook_exits", "n: u32", "panic::set_hook(Box::new(|_| process::exit(0))); assert!(n < 1_000)"),
    FaultyProperty::fails("checks_in_drop", "n: u32", "let _guard = ChecksInDrop; assert!(n < 1_000)"),
    FaultyProperty::fails("long_message", "n: u32", "assert!(n < 1_000, \"{}\", \"x\".repeat(10 << 20))"),
    FaultyProperty::fails("terminal_sequences", "n: u32", r#"assert!(n < 1_000, "\x1b[2J\x1b]0;title\x07 {n}")"#).short(),
    FaultyProperty::fails("nondeterministic", "n: u32", "static COUNT: AtomicU32 = AtomicU32::new(0); assert_ne!(COUNT.fetch_add(1, SeqCst) % 50, 49, \"sometimes\")"),
    // Exits and signals.
    FaultyProperty::fails("aborts", "list: Vec<u8>", "if list.len() > 2 { process::abort() }"),
    FaultyProperty::fails("exits_with_success", "n: u32", "if n >= 1_000 { process::exit(0) }"),
    FaultyProperty::fails("exits_with_one", "n: u32", "if n >= 1_000 { process::exit(1) }"),
    FaultyProperty::fails("exits_like_a_test", "n: u32", "if n >= 1_000 { process::exit(101) }"),
    FaultyProperty::fails("exits_at_once", "n: u32", "if n >= 1_000 { unsafe { _exit(0) } }"),
    FaultyProperty::fails("segfaults", "n: u32", "if n >= 1_000 { unsafe { black_box(8 as *mut u8).write_volatile(1) } }"),
    FaultyProperty::fails("raises_fpe", "n: u32", "if n >= 1_000 { unsafe { raise(8); } }"),
    FaultyProperty::fails("raises_term", "n: u32", "if n >= 1_000 { unsafe { raise(15); } }"),
    FaultyProperty::fails("raises_int", "n: u32", "if n >= 1_000 { unsafe { signal(2, 0); raise(2); } }"),
    FaultyProperty::fails("raises_kill", "n: u32", "if n >= 1_000 { unsafe { raise(9); } }").short(),
    FaultyProperty::fails("stops_itself", "n: u32", "if n >= 1_000 { unsafe { raise(19); } }"),
    // Stack and time.
    FaultyProperty::fails("overflows", "n: u32", "if n >= 1_000 { black_box(recurse(2)); }"),
    FaultyProperty::holds("recurses", "n: u32", "assert_eq!(depth(n % 1_000), n % 1_000)"),
    FaultyProperty::fails("never_ends", "n: u32", "if n >= 1_000 { loop { std::hint::spin_loop() } }"),
    FaultyProperty::fails("ignores_signals", "n: u32", "if n >= 1_000 { for s in 1..32 { unsafe { signal(s, 1); } } loop { std::hint::spin_loop() } }"),
    FaultyProperty::fails("deadlocks", "n: u32", "if n >= 1_000 { let (send, receive) = mpsc::channel::<u8>(); let _ = receive.recv(); drop(send); }"),
    FaultyProperty::holds("idle_thread", "n: u32", "ONCE.call_once(|| drop(thread::spawn(|| loop { thread::park() })))"),
    FaultyProperty::holds("unhurried", "n: u32", "thread::sleep(Duration::from_millis(200))"),
    FaultyProperty::fails("slowly_fails", "n: u32", "thread::sleep(Duration::from_millis(20)); assert!(n < 1_000)"),
    // Memory and sizes.
    FaultyProperty::fails("allocates", "list: Vec<u16>", "if list.len() > 4 { black_box(vec![1_u8; 100 << 30]); }"),
    FaultyProperty::fails("leaks", "n: u32", "black_box(vec![1_u8; 32 << 20].leak());").hunted_only(),
    FaultyProperty::holds("reserves", "n: u32", "black_box(Vec::<u8>::with_capacity(8 << 30));"),
    FaultyProperty::fails("large_array", "x: [u8; 40_000]", "assert!(x[39_999] < 10)"),
    // Files and output.
    FaultyProperty::holds("closes_streams", "n: u32", "for file in 0..3 { unsafe { close(file); } }"),
    FaultyProperty::fails("closes_all_files", "n: u32", "for file in 0..256 { unsafe { close(file); } } assert!(n < 1_000)"),
    FaultyProperty::holds("floods_stderr", "n: u32", "let _ = io::stderr().write_all(&[b'x'; 1 << 20]);").short(),
    FaultyProperty::holds("floods_stdout", "n: u32", "let _ = io::stdout().write_all(&[0xff; 1 << 20]);"),
    FaultyProperty::fails("floods_then_fails", "n: u32", "let _ = io::stderr().write_all(&[0xff; 1 << 16]); assert!(n < 1_000)"),
    FaultyProperty::fails("limits_files", "n: u32", "unsafe { setrlimit(RLIMIT_NOFILE, &[0, 0]); } assert!(n < 1_000)"),
    // Environment and processes.
    FaultyProperty::fails("moves_away", "n: u32", "env::set_current_dir(\"/\").unwrap(); assert!(n < 1_000)"),
    FaultyProperty::fails("clears_variables", "n: u32", "for (key, _) in env::vars_os() { unsafe { env::remove_var(key) } } assert!(n < 1_000)"),
    FaultyProperty::holds("forks", "n: u32", "unsafe { match fork() { 0 => _exit(0), child => { waitpid(child, std::ptr::null_mut(), 0); } } }"),
    FaultyProperty::holds("leaves_a_daemon", "n: u32", "ONCE.call_once(|| { let _ = Command::new(\"setsid\").args([\"sleep\", \"600\"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn(); })").short(),
    // Names that are keywords.
    FaultyProperty::fails("type", "n: u32", "assert!(n < 1_000)").short(),
    FaultyProperty::holds("loop", "n: u32", "assert_eq!(n ^ n, 0)"),
];

#[cfg(test)]
mod tests {
    use super::FAULTS;

    #[test]
    fn no_name_begins_like_another() {
        for one in &FAULTS {
            let same = FAULTS.iter().filter(|other| other.name.starts_with(one.name)).count();
            assert_eq!(same, 1, "{}", one.name);
        }
    }

    #[test]
    fn the_pages_count_the_faults() {
        let count = FAULTS.len();
        let page = include_str!("../../../book/src/evidence/reliability.md");
        assert!(page.contains(&format!("**Faults.** {count} properties")));
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let kinds = [
            ("panic", "panics"),
            ("exit", "exits_with_one"),
            ("raise signals", "raises_kill"),
            ("overflow the stack", "overflows"),
            ("hang", "never_ends"),
            ("deadlock", "deadlocks"),
            ("leak", "leaks"),
            ("reserve memory", "reserves"),
            ("close files", "closes_all_files"),
            ("flood their output", "floods_stderr"),
            ("change their environment", "clears_variables"),
            ("and leave processes behind", "leaves_a_daemon"),
        ];
        let said = kinds.map(|(said, _)| said).join(", ");
        assert!(page.contains(&format!("They {said}.")), "{said}");
        let short = FAULTS.iter().filter(|fault| fault.is_short).count();
        assert!(page.contains(&format!("`--short` runs six of the {count}.")), "{count}");
        assert_eq!(short, 6);
        for (_, name) in kinds {
            assert!(FAULTS.iter().any(|fault| fault.name == name), "{name}");
        }
    }
}
