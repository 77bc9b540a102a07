//! Backtraces of panics: read from the text of the standard library, and trimmed to the frames of the user.

use super::hook::BACKTRACES;
use std::{env, path::Path};

/// A frame of a backtrace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) function: String,
    /// "file:line:column", if there is debug information.
    pub(crate) place: Option<String>,
}

/// How much of a backtrace to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BacktraceStyle {
    Off,
    /// The frames of the user.
    Short,
    Full,
}

impl BacktraceStyle {
    /// What the environment asks for, as in the standard library.
    pub(crate) fn of_this_process() -> BacktraceStyle {
        match env::var("RUST_BACKTRACE") {
            Ok(value) if value == "full" => BacktraceStyle::Full,
            Ok(value) if !value.is_empty() && value != "0" => BacktraceStyle::Short,
            _ => BacktraceStyle::Off,
        }
    }
}

/// The frames in a text of the standard library, innermost first.
pub(crate) fn frames(text: &str) -> Vec<Frame> {
    let mut all: Vec<Frame> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(place) = line.strip_prefix("at ") {
            if let Some(last) = all.last_mut() {
                last.place = Some(place.to_owned());
            }
            continue;
        }
        // Calls that were inlined have no number.
        let function = match line.split_once(": ") {
            Some((number, function)) if number.parse::<u32>().is_ok() => function,
            _ => line,
        };
        if !function.is_empty() {
            all.push(Frame { function: function.to_owned(), place: None });
        }
    }
    all
}

/// Crates whose frames are not the user's.
const FOREIGN: [&str; 6] = ["std", "core", "alloc", "test", "disprove", "__rustc"];

/// The sources of this library.
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/");

/// The frames of the user: between the panic and the call of the property.
pub(crate) fn user_frames(all: &[Frame], workspace: Option<&Path>) -> Vec<Frame> {
    let mut user = Vec::new();
    for frame in all {
        let name = crate_of(&frame.function);
        // Calls that were inlined have names without a crate.
        let place = frame.place.as_deref().map(absolute);
        let is_in = |folder: &str| place.as_ref().is_some_and(|place| place.starts_with(folder));
        if (name == "disprove" || is_in(LIBRARY)) && !user.is_empty() {
            break;
        }
        let is_nameless = !frame.function.contains("::");
        if FOREIGN.contains(&name) || is_in("/rustc/") || is_in(LIBRARY) || is_nameless {
            continue;
        }
        let place = place.map(|place| beside(&place, workspace));
        user.push(Frame { function: frame.function.clone(), place });
    }
    user
}

/// The first name of a path such as `<alloc::vec::Vec<T> as core::ops::Index>::index`.
fn crate_of(function: &str) -> &str {
    let path = function.trim_start_matches(['<', '&', '*', '(', '[']);
    let path = path.strip_prefix("mut ").or(path.strip_prefix("dyn ")).unwrap_or(path);
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    // A type of the language has the path of the trait.
    match path[end..].strip_prefix(" as ") {
        Some(implemented) => crate_of(implemented),
        None => &path[..end],
    }
}

/// The innermost frame whose source is in the workspace.
pub(crate) fn place_in_workspace(user: &[Frame]) -> Option<&str> {
    user.iter().filter_map(|frame| frame.place.as_deref()).find(|place| is_relative(place))
}

/// Whether the location of a panic is in the workspace: cargo compiles only its files by relative paths.
pub(crate) fn is_relative(place: &str) -> bool {
    !Path::new(place).has_root() && place.get(1..3) != Some(":\\")
}

/// The place with its full path.
fn absolute(place: &str) -> String {
    match place.strip_prefix("./") {
        Some(below) => env::current_dir().unwrap_or_default().join(below).display().to_string(),
        None => place.to_owned(),
    }
}

/// The place as the compiler names it: relative to the workspace, if it is inside.
fn beside(place: &str, workspace: Option<&Path>) -> String {
    let path = Path::new(place);
    let inside = workspace.and_then(|root| path.strip_prefix(root).ok());
    inside.unwrap_or(path).display().to_string()
}

/// Whether panics of cases should keep a backtrace: for a location outside of the workspace, or for the report.
pub(crate) fn keep_backtraces(location: Option<&str>) -> bool {
    let wanted = BacktraceStyle::of_this_process() != BacktraceStyle::Off
        || location.is_some_and(|place| !is_relative(place));
    BACKTRACES.set(wanted);
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As printed for an overflow in `.sum()`, without most frames of the library.
    const TEXT: &str = "   0: disprove::case::hook::keep
             at ./disprove/src/case/hook.rs:140:19
   1: std::panicking::rust_panic_with_hook
             at /rustc/59807616e/library/std/src/panicking.rs:833:13
   2: core::panicking::panic_fmt
   3: <u8 as core::iter::traits::accum::Sum>::sum::{{closure}}
             at /rustc/59807616e/library/core/src/iter/traits/accum.rs:149:1
   4: <alloc::vec::Vec<T> as core::iter::traits::iterator::Iterator>::sum
   5: fold<u8, core::iter::traits::accum::{impl#30}::sum::{closure_env#0}<core::slice::iter::Iter<u8>>>
             at /rustc/59807616e/library/core/src/slice/iter/macros.rs:279:27
   6: shop::total
             at /work/shop/src/lib.rs:7:5
      shop::prices::inlined
             at /work/shop/src/prices.rs:1:2
   6: left_pad::pad
             at /root/.cargo/registry/src/left-pad/src/lib.rs:3:4
   7: all::bills::totals_are_positive::totals_are_positive
             at /work/shop/tests/bills.rs:9:9
   8: <disprove::case::property::TypedProperty<G,F> as disprove::case::property::Property>::run
   9: core::ops::function::FnOnce::call_once
  10: all::bills::totals_are_positive
             at /work/shop/tests/bills.rs:4:1
  11: main
";

    #[test]
    fn finds_the_frames_between_the_panic_and_the_library() {
        let user = user_frames(&frames(TEXT), Some(Path::new("/work/shop")));
        let expected = [
            ("shop::total", "src/lib.rs:7:5"),
            ("shop::prices::inlined", "src/prices.rs:1:2"),
            ("left_pad::pad", "/root/.cargo/registry/src/left-pad/src/lib.rs:3:4"),
            ("all::bills::totals_are_positive::totals_are_positive", "tests/bills.rs:9:9"),
        ];
        let mut found = Vec::new();
        for frame in &user {
            found.push((&*frame.function, frame.place.as_deref().unwrap_or_default()));
        }
        assert_eq!(found, expected);
        assert_eq!(place_in_workspace(&user), Some("src/lib.rs:7:5"));
        assert_eq!(place_in_workspace(&user[2..]), Some("tests/bills.rs:9:9"));
        assert_eq!(place_in_workspace(&user[2..3]), None);
        // Without debug information.
        let nowhere = Frame { function: "shop::total".to_owned(), place: None };
        assert_eq!(place_in_workspace(&[nowhere]), None);
    }

    #[test]
    fn tells_locations_of_the_workspace_from_others() {
        assert!(is_relative("src/lib.rs:1:2") && is_relative("src\\lib.rs:1:2"));
        for other in ["/rustc/59807616e/library/core/src/num.rs:1:2", "C:\\cargo\\lib.rs:1:2"] {
            assert!(!is_relative(other), "{other}");
        }
    }
}
