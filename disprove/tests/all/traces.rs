//! Traced code records its branches and operands, and behaves as before.

use disprove::{prelude::*, trace};
use std::cell::RefCell;

/// Events as letters, numbered by first occurrence: only equality matters.
fn shape<R>(run: impl FnOnce() -> R) -> String {
    let trace = trace::record(run).1;
    let mut known = Vec::new();
    let letter = |event: &u32| {
        let at = known.iter().position(|it| it == event).unwrap_or_else(|| {
            known.push(*event);
            known.len() - 1
        });
        char::from(b'a' + at as u8)
    };
    trace.events().iter().map(letter).collect()
}

/// The operands of all comparisons, sorted as text.
fn compared<R>(run: impl FnOnce() -> R) -> Vec<String> {
    let trace = trace::record(run).1;
    let mut all: Vec<String> = trace.operands().iter().map(ToString::to_string).collect();
    all.sort();
    all
}

#[trace]
fn classify(n: i32) -> &'static str {
    if n < 0 {
        return "negative";
    }
    match n {
        0 => "zero",
        n if n % 2 == 0 => "even",
        _ => "odd",
    }
}

#[test]
fn events_distinguish_branches() {
    let ways = [-1, 0, 2, 3].map(|n| trace::record(|| classify(n)).1);
    let [negative, zero, even, odd] = ways.each_ref().map(trace::Trace::events);
    assert_eq!([negative.len(), zero.len(), even.len(), odd.len()], [2, 3, 4, 4]);
    assert!([negative, zero, even, odd].iter().all(|way| way[0] == zero[0]), "the function");
    assert_ne!(negative[1], zero[1], "the branches of `if`");
    assert_eq!(zero[1], even[1]);
    assert_ne!(zero[2], even[2], "an arm, and a guard");
    assert_ne!(even[2], odd[2], "a guard that holds, and one that does not");
    assert_ne!(even[3], odd[3], "two arms");
}

#[test]
fn loops_record_iterations_and_their_end() {
    #[trace]
    fn loops(n: u32) {
        for _ in 0..n {}
        let mut left = n;
        while left > 0 {
            left -= 1;
        }
        let mut all: Vec<u32> = (0..n).collect();
        while let Some(last) = all.pop() {
            left += last;
        }
        loop {
            left += 1;
            if left > 3 {
                break;
            }
        }
    }
    assert_eq!(shape(|| loops(2)), "abbcddeffghihihj");
    assert_eq!(shape(|| loops(0)), "abcdefefefeg");
}

#[test]
fn a_function_that_is_traced_twice_has_its_probes_once() {
    #[trace]
    fn outer(n: u32) -> u32 {
        #[cfg_attr(all(), trace)]
        fn inner(n: u32) -> u32 {
            if n > 3 { 7 } else { 0 }
        }
        inner(n)
    }
    #[trace]
    #[trace]
    fn twice(n: u32) -> u32 {
        if n > 3 { 7 } else { 0 }
    }
    assert_eq!(shape(|| outer(1)), "abc");
    assert_eq!(shape(|| twice(1)), "ab");
}

#[test]
fn records_short_circuits_question_marks_and_closures() {
    #[trace]
    fn checked(text: Option<&str>) -> Result<usize, ()> {
        let text = text.ok_or(())?;
        let digits = text.chars().filter(|c| c.is_ascii_digit()).count();
        let _ = text.is_empty() || text.len() == digits;
        let Some(_) = text.chars().next() else { return Ok(0) };
        Ok(digits)
    }
    assert_eq!(shape(|| checked(None)), "ab");
    assert_eq!(shape(|| checked(Some(""))), "ab");
    assert_eq!(shape(|| checked(Some("12"))), "abbc");
}

#[test]
fn records_operands_of_all_kinds() {
    #[derive(PartialEq, PartialOrd)]
    struct Opaque(u8);

    #[trace]
    fn all<T: PartialOrd>(n: u8, one: &T, other: &T) -> bool {
        let (big, float, letter, text) =
            (i64::from(n) - 100, f32::from(n), char::from(n), n.to_string());
        let bytes: &[u8] = &[n, n];
        let numbers = vec![u16::from(n); 2];
        let _ = big > -10;
        let _ = float >= 0.5;
        let _ = letter == 'x' || letter != 'y';
        let _ = text == "seven" && text != "8";
        let _ = bytes == b"ab" || numbers == [1, 2];
        let _ = bytes.first() == Some(&b'q');
        let _ = (n > 3) == (n < 3);
        let _ = Opaque(n) < Opaque(200);
        one < other
    }
    let expected = [
        "'A' and 'x'",
        "'A' and 'y'",
        "-35 and -10",
        "65 and 113",
        "65 and 3",
        "65 and 3",
        "65.0 and 0.5",
        "[65, 65] and [1, 2]",
        r#""65" and "seven""#,
        r#"b"AA" and b"ab""#,
        "true and false",
    ];
    let mut expected = expected.map(str::to_owned);
    expected.sort();
    assert_eq!(compared(|| all(65, &1, &2)), expected);
}

#[test]
fn records_the_literals_of_patterns() {
    #[trace]
    fn token(bytes: &[u8], word: &str, n: i8) -> u32 {
        let kind = match bytes.first() {
            Some(b'+' | b'-') => 1,
            Some(b'0'..=b'9') => 2,
            _ => 3,
        };
        let word = match word {
            "let" => 1,
            _ if word.starts_with("re") => 2,
            _ => 3,
        };
        let n = match n {
            -7 => 1,
            i8::MAX => 2,
            n @ (1 | 2) => n.unsigned_abs().into(),
            _ => 0,
        };
        if let Some('#') = char::from_u32(kind) { 0 } else { kind + word + n }
    }
    let mut expected = [
        "120 and 43",
        "120 and 45",
        "120 and 48",
        "120 and 57",
        r#""fn" and "let""#,
        r#""fn" and "re""#,
        "100 and -7",
        "100 and 1",
        "100 and 2",
        r"'\u{3}' and '#'",
    ]
    .map(str::to_owned);
    expected.sort();
    assert_eq!(compared(|| token(b"x", "fn", 100)), expected);
}

mod other {
    #[disprove::trace]
    pub fn classify() {}
}

#[test]
fn events_depend_on_the_source_and_not_on_the_build() {
    // A different number here means that events have changed, and with them every stored corpus.
    let ours = trace::record(|| classify(0)).1.events()[0];
    assert_eq!(ours, trace::record(|| classify(1)).1.events()[0]);
    assert_ne!(ours, trace::record(other::classify).1.events()[0]);
}

/// Logs when it is dropped.
struct Loud<'a>(&'a RefCell<Vec<String>>, String);

impl Loud<'_> {
    fn number(&self) -> usize {
        self.1.len()
    }
    fn some(&self) -> Option<usize> {
        (self.number() > 3).then_some(self.number())
    }
}

impl PartialEq for Loud<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.borrow_mut().push(format!("{}={}", self.1, other.1));
        self.1 == other.1
    }
}

impl Drop for Loud<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(format!("drop {}", self.1));
    }
}

/// The same code with probes and without.
macro_rules! twice {
    ($(#[$trace:ident])? mod $name:ident) => {
        $(#[disprove::$trace])?
        mod $name {
            use super::Loud;
            use std::cell::RefCell;

            type Log = RefCell<Vec<String>>;

            fn loud<'a>(log: &'a Log, name: &str) -> Loud<'a> {
                log.borrow_mut().push(format!("new {name}"));
                Loud(log, name.to_owned())
            }

            fn question(log: &Log, name: &str) -> Option<usize> {
                let _guard = loud(log, "guard");
                let n = loud(log, name).some()? + loud(log, "second").some()?;
                Some(n)
            }

            fn next(n: &mut u32) -> u32 {
                *n += 1;
                *n
            }

            fn tail(log: &Log, n: usize) -> bool {
                let _local = loud(log, "local");
                loud(log, "a") == loud(log, "b") && loud(log, "c").number() == n
                    || loud(log, "d").number() < loud(log, "ee").number()
            }

            fn looped(log: &Log) {
                let _local = loud(log, "before");
                for part in loud(log, "it er ate").1.split(' ') {
                    let _ = loud(log, part);
                }
            }

            pub fn run(log: &Log, n: u32) -> (Option<usize>, bool, u32, usize) {
                let mut m = n;
                // The right operand changes the left one after its value was taken.
                let before = m == next(&mut m);
                let after = next(&mut m) == m;
                let kept = if loud(log, "if").number() == 2 { loud(log, "then").number() } else { 0 };
                match loud(log, "match").number() {
                    5 if loud(log, "guard").number() > 9 => log.borrow_mut().push("never".into()),
                    5 => log.borrow_mut().push("five".into()),
                    _ => log.borrow_mut().push("other".into()),
                }
                if let Some(5) = loud(log, "iflet").some() {
                    let _ = loud(log, "inside");
                }
                while let Some(x) = loud(log, "while").some() {
                    m += x as u32;
                    if m > 20 {
                        break;
                    }
                }
                looped(log);
                let call = |a: &Loud, b: &Loud| a == b;
                let same = call(&loud(log, "x"), &loud(log, "x"));
                let tail = tail(log, n as usize);
                let question = question(log, if n > 3 { "long" } else { "s" });
                (question, before ^ after ^ same ^ tail, m, kept)
            }
        }
    };
}

twice!(mod plain);
twice!(#[trace] mod traced);

#[property]
fn traced_code_behaves_like_plain_code(#[draw(0..6_u32)] n: u32) {
    let (before, quiet, watched) = (RefCell::default(), RefCell::default(), RefCell::default());
    let expected = plain::run(&before, n);
    assert_eq!(traced::run(&quiet, n), expected);
    assert_eq!(trace::record(|| traced::run(&watched, n)).0, expected);
    assert_eq!(quiet.into_inner(), before.borrow().clone());
    assert_eq!(watched.into_inner(), before.into_inner());
}

#[test]
fn parallel_recordings_are_separate() {
    let trace = |n| trace::record(|| (0..200).map(|i| classify(i % n).len()).sum::<usize>()).1;
    let expected = [2, 3, 5].map(trace);
    std::thread::scope(|scope| {
        let threads = [2, 3, 5].map(|n| scope.spawn(move || trace(n)));
        let found = threads.map(|thread| thread.join().unwrap());
        assert_eq!(found, expected);
    });
}

#[trace(operands = false)]
fn classify_quietly(n: i32) -> &'static str {
    if n < 0 {
        return "negative";
    }
    match n {
        0 => "zero",
        n if n % 2 == 0 => "even",
        _ => "odd",
    }
}

#[test]
fn without_operands_the_events_are_the_same() {
    for n in [-1, 0, 1, 2] {
        assert_eq!(shape(|| classify_quietly(n)), shape(|| classify(n)), "{n}");
        assert_eq!(compared(|| classify_quietly(n)), Vec::<String>::new(), "{n}");
    }
    assert_eq!(compared(|| classify(-1)), ["-1 and 0"]);
}

struct Balance(i32);

#[trace]
impl Balance {
    fn limit(&self) -> u32 {
        if self.0 < 0 { 7 } else { 100 }
    }
}

#[test]
fn methods_of_a_traced_impl_block_are_traced() {
    let events = |n| trace::record(|| Balance(n).limit()).1.events().to_vec();
    assert_eq!(events(-1).len(), 2);
    assert_ne!(events(-1), events(1));
    assert_eq!(compared(|| Balance(-1).limit()), ["-1 and 0"]);
}
