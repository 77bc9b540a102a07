//! Inserts call counters into property bodies, for frameworks that do not report which input failed.
//!
//! Only the start and the end of a body change and no line is added, so positions in reports and mutants stay valid.
//! The inserted code uses the standard library only.

use crate::rust::tokens;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// Marks inserted code, so that no counter is inserted twice.
const MARK: &str = "__disprove_counted";

/// Adds counters to the `quickcheck` properties of a file. `None` if the file has no such properties, already has
/// counters, or is not Rust.
///
/// Each property writes a file into the folder that the environment variable names. It holds the number of calls and,
/// after the first failing call, its number and the word "failed". The file is named after the path of the test, with
/// `+` for `::`.
///
/// ```
/// use disprove_analysis::counter::counted;
/// let text = "#[quickcheck]\nfn same(x: u8) -> bool {\n    x == x\n}\n";
/// let counted = counted(text, "COUNTS").expect("a property");
/// assert_eq!(counted.lines().count(), text.lines().count());
/// assert_eq!(disprove_analysis::counter::counted(&counted, "COUNTS"), None);
/// ```
pub fn counted(text: &str, variable: &str) -> Option<String> {
    if !text.contains("quickcheck") || text.contains(MARK) {
        return None;
    }
    let stream: TokenStream = text.parse().ok()?;
    if tokens::too_deep(stream.clone()).is_some() {
        return None;
    }
    let mut finder = Finder { text, called: BTreeMap::new(), bodies: Vec::new() };
    finder.calls(&stream, None);
    finder.functions(stream, None, false);
    let mut bodies = finder.bodies;
    if bodies.is_empty() {
        return None;
    }
    bodies.sort_by_key(|body| body.inside.start);
    let mut edits: Vec<(usize, String)> = Vec::new();
    for body in &bodies {
        edits.push((body.inside.start, body.beginning(variable)));
        edits.push((body.inside.end, body.end()));
    }
    edits.sort_by_key(|(at, _)| *at);
    let mut changed = String::new();
    let mut from = 0;
    for (at, edit) in edits {
        changed.push_str(text.get(from..at)?);
        changed.push_str(&edit);
        from = at;
    }
    changed.push_str(text.get(from..)?);
    Some(changed)
}

/// The body of a property.
struct Body {
    /// The bytes between its braces.
    inside: Range<usize>,
    /// The function that is the test.
    test: String,
    /// The return type as written; empty for `()`.
    returns: String,
}

impl Body {
    /// Whether the returned value can be inspected.
    fn failed(&self) -> Option<&'static str> {
        let words: String = self.returns.split_whitespace().collect();
        let (outer, inner) = match words.split_once('<') {
            Some((outer, inner)) => (outer, inner),
            None => (&*words, ""),
        };
        Some(match outer.rsplit("::").next().unwrap_or(outer) {
            "" | "()" => "false",
            "bool" => "!__disprove_returned",
            "TestResult" => "__disprove_returned.is_failure()",
            "Result" if inner.starts_with("bool") => {
                "!::std::matches!(__disprove_returned, ::std::result::Result::Ok(true))"
            }
            "Result" if inner.starts_with("TestResult") || inner.contains("::TestResult") => {
                "match &__disprove_returned { ::std::result::Result::Ok(it) => it.is_failure(), _ => true }"
            }
            "Result" => "__disprove_returned.is_err()",
            _ => return None,
        })
    }

    fn returns(&self) -> &str {
        if self.returns.is_empty() { "()" } else { &self.returns }
    }

    /// The code inserted at the beginning. The rest of the body becomes a closure, so that values returned through
    /// `return` or `?` are seen too.
    fn beginning(&self, variable: &str) -> String {
        let test = &self.test;
        let mut put_in = format!(
            " static __DISPROVE_CALLS: ::std::sync::atomic::AtomicU64 = ::std::sync::atomic::AtomicU64::new(0); \
             static __DISPROVE_FAILED: ::std::sync::atomic::AtomicBool = ::std::sync::atomic::AtomicBool::new(false); \
             struct __Disprove(u64); \
             impl __Disprove {{ fn tell(&self, failed: bool) {{ \
             if __DISPROVE_FAILED.load(::std::sync::atomic::Ordering::SeqCst) {{ return; }} \
             if failed {{ __DISPROVE_FAILED.store(true, ::std::sync::atomic::Ordering::SeqCst); }} \
             if let ::std::option::Option::Some(folder) = ::std::env::var_os(\"{variable}\") {{ \
             let name = ::std::concat!(::std::module_path!(), \"::{test}\").replace(\"::\", \"+\"); \
             let said = ::std::format!(\"{{}}{{}}\", self.0, if failed {{ \" failed\" }} else {{ \"\" }}); \
             let _ = ::std::fs::write(::std::path::Path::new(&folder).join(name), said); }} }} }} \
             impl ::std::ops::Drop for __Disprove {{ fn drop(&mut self) {{ \
             if ::std::thread::panicking() {{ self.tell(true); }} }} }} \
             let {MARK} = __Disprove(__DISPROVE_CALLS.fetch_add(1, ::std::sync::atomic::Ordering::SeqCst) + 1); \
             {MARK}.tell(false);"
        );
        if self.failed().is_some() {
            let returns = self.returns();
            put_in += " let __disprove_returned: ";
            put_in += returns;
            put_in += " = (|| -> ";
            put_in += returns;
            put_in += " {";
        }
        put_in
    }

    fn end(&self) -> String {
        match self.failed() {
            Some(failed) => {
                format!(" }})(); if {failed} {{ {MARK}.tell(true); }} __disprove_returned ")
            }
            None => String::new(),
        }
    }
}

struct Finder<'a> {
    text: &'a str,
    /// Functions passed to `quickcheck(..)`, and the tests that pass them.
    called: BTreeMap<String, BTreeSet<String>>,
    bodies: Vec<Body>,
}

impl Finder<'_> {
    /// Records the functions in `quickcheck(name as fn(..) -> ..)`, also as a method, and in `quicktest`.
    fn calls(&mut self, stream: &TokenStream, outer: Option<&str>) {
        let trees: Vec<TokenTree> = stream.clone().into_iter().collect();
        let mut function = None;
        for (number, tree) in trees.iter().enumerate() {
            if let TokenTree::Ident(name) = tree
                && number > 0
                && is_word(&trees[number - 1], "fn")
            {
                function = Some(name.to_string());
            }
            let TokenTree::Group(group) = tree else { continue };
            let is_body = group.delimiter() == Delimiter::Brace;
            let around = if is_body { function.take() } else { None };
            self.calls(&group.stream(), outer.or(around.as_deref()));
            let is_call = number > 0
                && group.delimiter() == Delimiter::Parenthesis
                && (is_word(&trees[number - 1], "quickcheck")
                    || is_word(&trees[number - 1], "quicktest"));
            let mut given = group.stream().into_iter();
            if let (true, Some(TokenTree::Ident(name))) = (is_call, given.next())
                && given.next().is_none_or(|next| is_word(&next, "as"))
                && let Some(outer) = outer
            {
                self.called.entry(name.to_string()).or_default().insert(outer.to_owned());
            }
        }
    }

    /// Finds the properties among the functions; `outer` is the enclosing function, if any.
    fn functions(&mut self, stream: TokenStream, outer: Option<&str>, in_macro: bool) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        // Whether an attribute of the current item marks a property.
        let mut is_marked = false;
        let mut number = 0;
        while number < trees.len() {
            let tree = &trees[number];
            number += 1;
            if is_word(tree, "fn")
                && let Some(TokenTree::Ident(name)) = trees.get(number)
                && let Some((returns, place)) = self.signature(&trees, number)
                && let TokenTree::Group(body) = &trees[place]
            {
                let name = name.to_string();
                let called_by = self.called_by(&name, outer);
                let test = called_by.unwrap_or(outer.unwrap_or(&name)).to_owned();
                if in_macro || is_marked || called_by.is_some() {
                    let inside =
                        body.span_open().byte_range().end..body.span_close().byte_range().start;
                    self.bodies.push(Body { inside, test: test.clone(), returns });
                } else {
                    self.functions(body.stream(), Some(&test), false);
                }
                is_marked = false;
                number = place + 1;
                continue;
            }
            match tree {
                TokenTree::Group(group) if is_punct(trees.get(number.wrapping_sub(2)), '#') => {
                    is_marked |= has_word(group, "quickcheck");
                }
                TokenTree::Group(group) => {
                    let begins = number >= 3
                        && is_punct(trees.get(number - 2), '!')
                        && is_word(&trees[number - 3], "quickcheck");
                    self.functions(group.stream(), outer, begins);
                    is_marked &= group.delimiter() != Delimiter::Brace;
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => is_marked = false,
                _ => {}
            }
        }
    }

    /// The test that passes this function on: the enclosing one, since other tests may have functions of the same name,
    /// or the only one. A function that several tests pass on is skipped, because its counter would mix their calls.
    fn called_by<'a>(&'a self, name: &str, outer: Option<&'a str>) -> Option<&'a str> {
        let tests = self.called.get(name)?;
        match outer {
            Some(outer) => tests.contains(outer).then_some(outer),
            None if tests.len() == 1 => tests.first().map(String::as_str),
            None => None,
        }
    }

    /// The return type as written and the position of the body, starting at the function's name.
    fn signature(&self, trees: &[TokenTree], name: usize) -> Option<(String, usize)> {
        let mut arrow = None;
        let mut end = None;
        for (number, tree) in trees.iter().enumerate().skip(name) {
            match tree {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let end = end.unwrap_or(group.span().byte_range().start);
                    let returns = match arrow {
                        Some(start) => self.text.get(start..end)?.trim().to_owned(),
                        None => String::new(),
                    };
                    // A comment would swallow the code inserted after it.
                    return (!returns.contains("//")).then_some((returns, number));
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => return None,
                TokenTree::Punct(punct)
                    if punct.as_char() == '>'
                        && arrow.is_none()
                        && is_punct(trees.get(number - 1), '-')
                        // An arrow after the arguments, not one in a generic bound.
                        && matches!(trees.get(number - 2), Some(TokenTree::Group(_))) =>
                {
                    arrow = Some(tree.span().byte_range().end);
                }
                tree if is_word(tree, "where") => end = Some(tree.span().byte_range().start),
                _ => {}
            }
        }
        None
    }
}

fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(tree: Option<&TokenTree>, sign: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn has_word(group: &Group, word: &str) -> bool {
    group.stream().into_iter().any(|tree| is_word(&tree, word))
}

#[cfg(test)]
mod tests;
