//! The name of the test that calls this library.
//!
//! A macro knows the name of its function, but a plain call of another library does not. The test harness names the thread of
//! each test after it.

use std::{cell::RefCell, env, panic::Location};

/// The names of a property. They are leaked: a process has few of them.
#[derive(Clone, Copy, Debug)]
pub struct TestName {
    /// The function.
    pub function: &'static str,
    /// Its module.
    pub module: &'static str,
    /// The package that is tested.
    pub package: Option<&'static str>,
    /// Its folder.
    pub folder: Option<&'static str>,
}

thread_local! {
    /// The name of the last property on this thread, and how many had it.
    static LAST: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
}

impl TestName {
    /// The name of a property that this thread tests now, at this location.
    pub fn new(caller: &Location<'_>) -> TestName {
        let thread = std::thread::current();
        // With one test at a time, the harness runs it on the main thread.
        let path = thread.name().filter(|name| *name != "main").map(str::to_owned);
        let path = path.unwrap_or_else(|| format!("{}:{}", caller.file(), caller.line()));
        let (module, function) = path.rsplit_once("::").unwrap_or(("", &path));
        let function = numbered(&path, function);
        let root = root();
        let module = if module.is_empty() { root } else { format!("{root}::{module}") };
        TestName {
            function: function.leak(),
            module: module.leak(),
            package: variable("CARGO_PKG_NAME"),
            folder: variable("CARGO_MANIFEST_DIR"),
        }
    }
}

/// The name of the function, with a number if it is not the first property of the test.
fn numbered(path: &str, function: &str) -> String {
    LAST.with_borrow_mut(|(last, count)| {
        if last != path {
            path.clone_into(last);
            *count = 0;
        }
        *count += 1;
        if *count == 1 { function.to_owned() } else { format!("{function} ({count})") }
    })
}

fn variable(name: &str) -> Option<&'static str> {
    env::var(name).ok().map(|value| &*value.leak())
}

/// The root module of the tests: the name of the binary without the hash that cargo adds.
fn root() -> String {
    let binary = env::current_exe().unwrap_or_default();
    root_of(&binary.file_stem().unwrap_or_default().to_string_lossy())
}

fn root_of(binary: &str) -> String {
    let is_hash =
        |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = match binary.rsplit_once('-') {
        Some((name, hash)) if is_hash(hash) => name,
        _ => binary,
    };
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::{TestName, root_of};
    use std::panic::Location;

    #[test]
    fn a_property_is_named_after_its_test() {
        let first = TestName::new(Location::caller());
        let second = TestName::new(Location::caller());
        assert_eq!(first.module, second.module);
        if first.function == "a_property_is_named_after_its_test" {
            assert_eq!(first.module, "disprove::property::foreign::name::tests");
        } else {
            assert!(first.function.contains("name.rs:"), "{first:?}");
        }
        assert_ne!(first.function, second.function);
    }

    #[test]
    fn the_hash_of_a_binary_is_no_part_of_its_name() {
        assert_eq!(root_of("my-tests-0123456789abcdef"), "my_tests");
        assert_eq!(root_of("plain"), "plain");
        assert_eq!(root_of("a-b"), "a_b");
    }
}
