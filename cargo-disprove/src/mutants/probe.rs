//! Probes that record which functions a test enters, inserted into a copy of the project.

use super::driver::{Edit, Mutant};
use std::collections::BTreeMap;
use syn::{
    Block, ImplItemFn, ItemFn, Signature, TraitItemFn, parse_str,
    spanned::Spanned,
    visit::{self, Visit},
};

/// The variable with the file for the records.
pub(super) const VARIABLE: &str = "DISPROVE_REACHED";

/// The edits that insert probes into a file, and the probe number of each mutant; `None` if its function cannot have
/// a probe.
pub(super) fn probes(
    text: &str,
    mutants: &[&Mutant],
    file: usize,
) -> (Vec<Edit>, Vec<Option<String>>) {
    let (mut edits, mut numbers) = (BTreeMap::new(), Vec::new());
    let tree = parse_str(text).ok();
    for mutant in mutants {
        let start = tree.as_ref().and_then(|tree| start(tree, mutant));
        numbers.push(start.map(|at| {
            let number = format!("{file}:{at}");
            edits.entry(at).or_insert_with(|| Edit {
                file: mutant.file.clone(),
                at,
                text: statement(&number),
            });
            number
        }));
    }
    (edits.into_values().collect(), numbers)
}

/// Where the body of the enclosing function of a mutant begins.
fn start(tree: &syn::File, mutant: &Mutant) -> Option<usize> {
    let mut finder = Finder { at: (mutant.line as usize, mutant.column as usize), found: None };
    finder.visit_file(tree);
    finder.found
}

/// Finds the innermost function around a position.
struct Finder {
    /// Line and column, both from 1.
    at: (usize, usize),
    /// Where its body begins; `None` if there is no such function, or it cannot have a probe.
    found: Option<usize>,
}

impl Finder {
    fn function(&mut self, signature: &Signature, attributes: &[syn::Attribute], block: &Block) {
        let span = block.span();
        let place = |it: proc_macro2::LineColumn| (it.line, it.column + 1);
        if place(span.start()) > self.at || self.at >= place(span.end()) {
            return;
        }
        // Constant functions cannot write, and inner attributes have to come first.
        let has_inner =
            attributes.iter().any(|attribute| matches!(attribute.style, syn::AttrStyle::Inner(_)));
        let can_record = signature.constness.is_none() && !has_inner;
        let open = block.brace_token.span.open().byte_range();
        self.found = (can_record && !open.is_empty()).then_some(open.end);
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.sig, &item.attrs, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.sig, &item.attrs, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, &item.attrs, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

/// The statement that records once per process. On one line, and with names that the code cannot shadow.
fn statement(number: &str) -> String {
    format!(
        "{{ extern crate std as disprove_std; \
         static SEEN: disprove_std::sync::atomic::AtomicBool = disprove_std::sync::atomic::AtomicBool::new(false); \
         if !SEEN.swap(true, disprove_std::sync::atomic::Ordering::Relaxed) {{ \
         if let disprove_std::option::Option::Some(path) = disprove_std::env::var_os(\"{VARIABLE}\") {{ \
         if let disprove_std::result::Result::Ok(mut file) = \
         disprove_std::fs::OpenOptions::new().append(true).create(true).open(path) {{ \
         let _ = disprove_std::io::Write::write_all(&mut file, b\"{number}\\n\"); }} }} }} }} "
    )
}

#[cfg(test)]
mod tests {
    use super::{Mutant, probes};

    fn at(line: u64, column: u64) -> Mutant {
        Mutant { file: "src/lib.rs".to_owned(), line, column, ..Mutant::default() }
    }

    #[test]
    fn the_innermost_function_has_a_probe_and_constant_ones_have_none() {
        let text = "fn outer() -> u8 {\n    fn inner() -> u8 { 1 }\n    inner() + 2\n}\nconst fn c() -> u8 {\n    3\n}\n\
                    struct S;\nimpl S {\n    fn method(&self) -> u8 { 4 }\n}\nstatic X: u8 = 1 + 2;\n";
        let places = [at(3, 5), at(3, 13), at(2, 24), at(6, 5), at(10, 30), at(12, 18)];
        let all: Vec<&Mutant> = places.iter().collect();
        let (edits, numbers) = probes(text, &all, 7);
        let found: Vec<Option<&str>> = numbers.iter().map(Option::as_deref).collect();
        assert_eq!(found[0], Some("7:18"));
        assert_eq!(found[1], found[0]);
        assert_ne!(found[2], found[0]);
        assert_eq!((found[3], found[5]), (None, None));
        assert!(found[4].is_some());
        assert_eq!(edits.len(), 3);
        assert!(edits.iter().all(|edit| text[..edit.at].ends_with('{')));
        assert!(edits.iter().all(|edit| !edit.text.contains('\n')));
    }

    #[test]
    fn an_unparsable_file_has_no_probes() {
        let (edits, numbers) = probes("#!/bin/sh\nfn f( {", &[&at(2, 1)], 0);
        assert_eq!((edits.len(), numbers), (0, vec![None]));
    }
}
