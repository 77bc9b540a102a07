//! Marks in a copy of the project that show which code is compiled. The code of a missing feature or of another
//! architecture is not, so no test can detect a mutant there.

use super::driver::{Edit, Mutant};
use std::collections::BTreeMap;
use syn::{
    Arm, Attribute, Block, Expr, FieldValue, ImplItemFn, ItemFn, Local, TraitItemFn, parse_str,
    spanned::Spanned,
    visit::{self, Visit},
};

/// Prefix of the variables that compiled marks ask for. The compiler lists them beside the files that it reads.
pub(super) const VARIABLE: &str = "DISPROVE_COMPILED_";

/// The genre of mutants that replace a whole function body.
const WHOLE_BODY: &str = "FnValue";

/// The edits that insert marks into a file, and the mark of each mutant; `None` if it is not inside a block.
pub(super) fn marks(
    text: &str,
    mutants: &[&Mutant],
    file: usize,
) -> (Vec<Edit>, Vec<Option<String>>) {
    let (mut edits, mut marks) = (BTreeMap::new(), Vec::new());
    let tree = parse_str(text).ok();
    for mutant in mutants {
        let place = tree.as_ref().and_then(|tree| place(tree, text, mutant));
        marks.push(place.map(|place| {
            let count = edits.len();
            let edit = edits.entry((place.at, place.conditions.clone())).or_insert_with(|| {
                let mark = format!("{file}_{count}");
                let text = format!(
                    "{} const _: () = {{ let _ = option_env!(\"{VARIABLE}{mark}\"); }}; ",
                    place.conditions
                );
                (mark, Edit { file: mutant.file.clone(), at: place.at, text })
            });
            edit.0.clone()
        }));
    }
    (edits.into_values().map(|(_, edit)| edit).collect(), marks)
}

/// The marks that the compiler reached, in the text of a file that lists what it read.
pub(super) fn compiled(listed: &str) -> impl Iterator<Item = &str> {
    listed.lines().filter_map(|line| {
        let name = line.strip_prefix("# env-dep:")?.strip_prefix(VARIABLE)?;
        Some(name.split('=').next().unwrap_or(name))
    })
}

/// Where a mark is compiled if and only if the mutant is.
struct Place {
    /// The start of the innermost block around the mutant.
    at: usize,
    /// The attributes of the code between the block and the mutant: `#[cfg(unix)]`.
    conditions: String,
}

fn place(tree: &syn::File, text: &str, mutant: &Mutant) -> Option<Place> {
    let mut finder = Finder {
        at: (mutant.line as usize, mutant.column as usize),
        is_whole_body: mutant.genre == WHOLE_BODY,
        text,
        found: None,
    };
    finder.visit_file(tree);
    finder.found
}

struct Finder<'t> {
    /// Line and column, both from 1.
    at: (usize, usize),
    is_whole_body: bool,
    text: &'t str,
    found: Option<Place>,
}

impl Finder<'_> {
    fn is_in(&self, node: &impl Spanned) -> bool {
        let span = node.span();
        let place = |it: proc_macro2::LineColumn| (it.line, it.column + 1);
        place(span.start()) <= self.at && self.at < place(span.end())
    }

    fn enter(&mut self, block: &Block) {
        let open = block.brace_token.span.open().byte_range();
        let inside = self.text.get(open.end..).unwrap_or_default().trim_start();
        // Inner attributes have to come first.
        let has_inner = ["#!", "//!", "/*!"].iter().any(|start| inside.starts_with(start));
        if !open.is_empty() && !has_inner {
            self.found = Some(Place { at: open.end, conditions: String::new() });
        }
    }

    fn body(&mut self, block: &Block) {
        if self.is_in(block) {
            self.enter(block);
        }
    }

    /// Adds the conditions of a node that contains the mutant.
    fn add(&mut self, node: &impl Spanned, attributes: &[Attribute]) {
        if !attributes.iter().any(is_condition) || self.is_whole_body || !self.is_in(node) {
            return;
        }
        if let Some(place) = &mut self.found {
            for attribute in attributes.iter().filter(|it| is_condition(it)) {
                let written = self.text.get(attribute.span().byte_range()).unwrap_or_default();
                place.conditions.push_str(&written.replace(['\n', '\r'], " "));
            }
        }
    }
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.body(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.body(&item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        if !self.is_whole_body && self.is_in(block) {
            self.enter(block);
        }
        visit::visit_block(self, block);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        self.add(local, &local.attrs);
        visit::visit_local(self, local);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.add(arm, &arm.attrs);
        visit::visit_arm(self, arm);
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        self.add(field, &field.attrs);
        visit::visit_field_value(self, field);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.add(expr, attributes(expr));
        visit::visit_expr(self, expr);
    }
}

/// The attributes of the expressions that can be statements or elements of a list.
fn attributes(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Array(it) => &it.attrs,
        Expr::Assign(it) => &it.attrs,
        Expr::Binary(it) => &it.attrs,
        Expr::Block(it) => &it.attrs,
        Expr::Break(it) => &it.attrs,
        Expr::Call(it) => &it.attrs,
        Expr::Cast(it) => &it.attrs,
        Expr::Closure(it) => &it.attrs,
        Expr::ForLoop(it) => &it.attrs,
        Expr::If(it) => &it.attrs,
        Expr::Index(it) => &it.attrs,
        Expr::Loop(it) => &it.attrs,
        Expr::Match(it) => &it.attrs,
        Expr::MethodCall(it) => &it.attrs,
        Expr::Paren(it) => &it.attrs,
        Expr::Return(it) => &it.attrs,
        Expr::Struct(it) => &it.attrs,
        Expr::Try(it) => &it.attrs,
        Expr::Tuple(it) => &it.attrs,
        Expr::Unary(it) => &it.attrs,
        Expr::Unsafe(it) => &it.attrs,
        Expr::While(it) => &it.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{Mutant, VARIABLE, compiled, marks};

    /// The text with all marks, and the marks of the mutants.
    fn marked(text: &str, places: &[(u64, u64, &str)]) -> (String, Vec<Option<String>>) {
        let mutants: Vec<Mutant> = places
            .iter()
            .map(|(line, column, genre)| Mutant {
                file: "src/lib.rs".to_owned(),
                line: *line,
                column: *column,
                genre: (*genre).to_owned(),
                ..Mutant::default()
            })
            .collect();
        let mutants: Vec<&Mutant> = mutants.iter().collect();
        let (mut edits, marks) = marks(text, &mutants, 2);
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
        let mut text = text.to_owned();
        for edit in edits {
            text.insert_str(edit.at, &edit.text);
        }
        (text, marks)
    }

    const TEXT: &str = "fn f(a: u8) -> u8 {
    #[cfg(unix)]
    let b = a + 1;
    #[cfg(not(unix))] { let c = a + 2; }
    match a {
        #[cfg(windows)]
        3 => a + 4,
        _ => a + 5,
    }
}
const fn g() -> u8 { 6 + 7 }
static X: u8 = 8 + 9;
";

    #[test]
    fn a_mark_has_the_conditions_of_its_mutant() {
        let (text, marks) = marked(
            TEXT,
            &[
                (2, 5, "FnValue"),
                (3, 15, "BinaryOperator"),
                (4, 35, "BinaryOperator"),
                (7, 16, "BinaryOperator"),
                (8, 16, "BinaryOperator"),
                (11, 22, "FnValue"),
                (12, 18, "BinaryOperator"),
            ],
        );
        let mark = |number: usize| {
            let own = marks[number].as_deref().expect("a mark");
            let at = text.find(&format!("{VARIABLE}{own}\"")).expect("inserted");
            let start = text[..at].rfind("const _").expect("a constant");
            let before = &text[..start];
            let begin = before.rfind(['{', ';']).map_or(0, |at| at + 1);
            before[begin..].trim()
        };
        assert_eq!(marks[0], marks[4], "the body, without the condition of its first statement");
        assert_eq!([0, 1, 3].map(mark), ["", "#[cfg(unix)]", "#[cfg(windows)]"]);
        assert_eq!([2, 5].map(mark), ["", ""]);
        assert_ne!(marks[2], marks[0], "the inner block");
        assert_eq!(marks[6], None);
        assert!(syn::parse_file(&text).is_ok(), "{text}");
    }

    #[test]
    fn inner_attributes_stay_first() {
        let (text, marks) =
            marked("fn f() -> u8 {\n    #![allow(unused)]\n    1 + 2\n}\n", &[(3, 7, "")]);
        assert_eq!(marks, [None]);
        assert!(!text.contains(VARIABLE));
    }

    #[test]
    fn the_compiler_lists_the_marks() {
        let listed = "a.o: src/lib.rs\n\n# env-dep:HOME=/root\n# env-dep:DISPROVE_COMPILED_2_0\n# env-dep:DISPROVE_COMPILED_2_1=x\n";
        assert_eq!(compiled(listed).collect::<Vec<_>>(), ["2_0", "2_1"]);
    }
}
