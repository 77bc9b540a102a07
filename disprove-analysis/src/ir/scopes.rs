//! What the paths of a file mean: by modules, types and imports, never by the last name alone.

use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of imports that lead to a function: imports of files that do not compile may form cycles.
const MOST_IMPORTS: usize = 8;

/// The functions, modules and imports of a file. Names are relative to the file: `tests::Machine::check`. The file itself
/// has the empty name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes {
    /// The module of the file in its crate.
    root: String,
    functions: BTreeSet<String>,
    modules: BTreeSet<String>,
    /// The path that an import means, by module and name.
    imports: BTreeMap<(String, String), String>,
    /// The paths whose names a module imports all.
    globs: BTreeMap<String, Vec<String>>,
}

impl Scopes {
    /// Scopes of a file that is this module of its crate: `encoding` for `src/encoding.rs`.
    pub fn of_module(root: &str) -> Scopes {
        Scopes { root: root.to_owned(), ..Scopes::default() }
    }

    /// A path from the root of the crate, relative to the file; `None` if it leads to another file.
    fn below_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.root.is_empty() || path == self.root {
            return Some(if self.root.is_empty() { path } else { "" });
        }
        path.strip_prefix(&*self.root)?.strip_prefix("::")
    }

    /// Adds a function or method by its full name.
    pub fn add_function(&mut self, name: String) {
        self.functions.insert(name);
    }

    /// Adds a module inside the file by its full name.
    pub fn add_module(&mut self, name: String) {
        self.modules.insert(name);
    }

    /// Adds `use path as name;` of a module.
    pub fn add_import(&mut self, module: &str, name: String, path: String) {
        self.imports.insert((module.to_owned(), name), path);
    }

    /// Adds `use path::*;` of a module.
    pub fn add_glob(&mut self, module: &str, path: String) {
        self.globs.entry(module.to_owned()).or_default().push(path);
    }

    /// The full name of the function that a path means inside a module or type; `None` if it is not in the file.
    ///
    /// ```
    /// use disprove_analysis::ir::Scopes;
    /// let mut scopes = Scopes::default();
    /// scopes.add_function("check".to_owned());
    /// scopes.add_module("tests".to_owned());
    /// assert_eq!(scopes.resolve("tests", "super::check"), Some("check"));
    /// assert_eq!(scopes.resolve("tests", "other::check"), None);
    /// ```
    pub fn resolve(&self, inside: &str, path: &str) -> Option<&str> {
        self.lookup(inside, path, MOST_IMPORTS)
    }

    fn lookup(&self, inside: &str, path: &str, left: usize) -> Option<&str> {
        let left = left.checked_sub(1)?;
        match path.split_once("::") {
            Some(("crate", rest)) => self.member("", self.below_root(rest)?, left),
            Some(("Self" | "self", rest)) => self.member(inside, rest, left),
            Some(("super", rest)) => self.lookup(self.parent(inside)?, rest, left),
            _ => self.around(inside, path, left),
        }
    }

    /// A path that begins with a name in scope: of this module, or of one around it, whose names macros and
    /// `use super::*` bring into scope.
    fn around(&self, inside: &str, path: &str, left: usize) -> Option<&str> {
        let first = path.split("::").next().unwrap_or(path);
        let mut inside = inside;
        loop {
            if let Some(found) = self.member(inside, path, left) {
                return Some(found);
            }
            // The name is taken, by something outside of the file.
            if self.imports.contains_key(&(inside.to_owned(), first.to_owned()))
                || inside.is_empty()
            {
                return None;
            }
            inside = outer(inside);
        }
    }

    /// A path below a module or type.
    fn member(&self, of: &str, path: &str, left: usize) -> Option<&str> {
        if let Some(found) = self.functions.get(&joined(of, path)) {
            return Some(found);
        }
        let (first, rest) = match path.split_once("::") {
            Some((first, rest)) => (first, Some(rest)),
            None => (path, None),
        };
        if let Some(meaning) = self.imports.get(&(of.to_owned(), first.to_owned())) {
            let whole = rest.map_or_else(|| meaning.clone(), |rest| format!("{meaning}::{rest}"));
            // `use check;` means a crate.
            return if whole == path { None } else { self.lookup(of, &whole, left) };
        }
        let left = left.checked_sub(1)?;
        let globs = self.globs.get(of).into_iter().flatten();
        globs.filter_map(|glob| self.module(of, glob)).find_map(|of| self.member(&of, path, left))
    }

    /// The full name of a module of the file, by its path inside another one.
    fn module(&self, inside: &str, path: &str) -> Option<String> {
        let (first, rest) = path.split_once("::").unwrap_or((path, ""));
        let found = match first {
            "crate" => self.below_root(rest)?.to_owned(),
            "self" => joined(inside, rest),
            "super" if rest.is_empty() => self.parent(inside)?.to_owned(),
            "super" => return self.module(self.parent(inside)?, rest),
            _ => joined(inside, path),
        };
        (found.is_empty() || self.modules.contains(&found)).then_some(found)
    }

    /// The module around the module of a path; `None` if it is another file.
    fn parent<'p>(&self, inside: &'p str) -> Option<&'p str> {
        let mut module = inside;
        // A type is inside a module.
        while !module.is_empty() && !self.modules.contains(module) {
            module = outer(module);
        }
        (!module.is_empty()).then(|| outer(module))
    }
}

/// The path without its last name.
pub(crate) fn outer(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(outer, _)| outer)
}

fn joined(outer: &str, path: &str) -> String {
    match (outer, path) {
        ("", path) => path.to_owned(),
        (outer, "") => outer.to_owned(),
        (outer, path) => format!("{outer}::{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Scopes;

    fn scopes() -> Scopes {
        let mut scopes = Scopes::default();
        for name in ["check", "a::check", "a::Machine::step", "a::b::deep", "other::only"] {
            scopes.add_function(name.to_owned());
        }
        for name in ["a", "a::b", "other"] {
            scopes.add_module(name.to_owned());
        }
        scopes
    }

    #[test]
    fn a_path_means_the_function_of_its_module() {
        let scopes = scopes();
        for (inside, path, found) in [
            ("", "check", Some("check")),
            ("", "a::check", Some("a::check")),
            ("", "radix::check", None),
            ("", "super::check", None),
            ("a", "check", Some("a::check")),
            ("a::b", "check", Some("a::check")),
            ("a::b", "super::check", Some("a::check")),
            ("a::b", "super::super::check", Some("check")),
            ("a::b", "crate::check", Some("check")),
            ("a::b", "self::check", None),
            ("a::b", "b::check", None),
            ("a::Machine", "Self::step", Some("a::Machine::step")),
            ("a::Machine", "super::check", Some("check")),
            ("", "Machine::step", None),
            ("", "only", None),
        ] {
            assert_eq!(scopes.resolve(inside, path), found, "{path} inside {inside:?}");
        }
    }

    #[test]
    fn paths_from_the_root_of_the_crate_go_through_the_module_of_the_file() {
        let mut scopes = Scopes::of_module("inner::codec");
        scopes.add_function("test::check".to_owned());
        scopes.add_module("test".to_owned());
        scopes.add_glob("", "crate::inner::codec::test".to_owned());
        for (path, found) in [
            ("crate::inner::codec::test::check", Some("test::check")),
            ("crate::test::check", None),
            ("crate::radix::check", None),
            ("check", Some("test::check")),
        ] {
            assert_eq!(scopes.resolve("", path), found, "{path}");
        }
    }

    #[test]
    fn imports_are_followed_and_hide_the_names_around() {
        let mut scopes = scopes();
        scopes.add_import("a", "only".to_owned(), "super::other::only".to_owned());
        scopes.add_import("a", "o".to_owned(), "crate::other".to_owned());
        scopes.add_import("a::b", "check".to_owned(), "radix::check".to_owned());
        scopes.add_import("a::b", "Machine".to_owned(), "super::Machine".to_owned());
        scopes.add_glob("other", "super::*".trim_end_matches("::*").to_owned());
        scopes.add_import("", "turn".to_owned(), "round".to_owned());
        scopes.add_import("", "round".to_owned(), "turn".to_owned());
        for (inside, path, found) in [
            ("a", "only", Some("other::only")),
            ("a", "o::only", Some("other::only")),
            ("a::b", "check", None),
            ("a::b", "Machine::step", Some("a::Machine::step")),
            ("other", "check", Some("check")),
            ("", "turn", None),
        ] {
            assert_eq!(scopes.resolve(inside, path), found, "{path} inside {inside:?}");
        }
    }
}
