//! Finds the sites of mutants in a file.

use super::{
    Alternative,
    precedence::{Class, keeps_groups},
    site::{Choice, Site, SiteKind, sort},
};
use std::{collections::BTreeMap, ops::Range};
use syn::{
    Arm, Attribute, Block, Expr, ExprBinary, ExprUnary, Signature, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

/// The sites of a file, and the mutants without one.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Sorted: outer ones before inner ones.
    pub(super) sites: Vec<Site>,
    /// Numbers of mutants that have no such form, with the reason.
    pub(super) refused: Vec<(u32, &'static str)>,
    /// Numbers of mutants that are no valid code.
    pub(super) unviable: Vec<u32>,
}

/// Finds the sites of these mutants, which are all in one file.
pub(super) fn find(text: &str, mutants: &[&Alternative]) -> Found {
    let mut finder = Finder {
        text,
        wanted: BTreeMap::new(),
        is_constant: false,
        wholes: BTreeMap::new(),
        found: Found::default(),
    };
    for mutant in mutants {
        match offset(text, mutant.at) {
            Some(at) => finder.wanted.entry((at, genre(mutant))).or_default().push(mutant),
            None => finder.found.refused.push((mutant.number, MOVED)),
        }
    }
    match syn::parse_str::<syn::File>(text) {
        Ok(file) => finder.visit_file(&file),
        Err(_) => finder.refuse_rest("the file cannot be parsed"),
    }
    finder.refuse_rest(MOVED);
    for ((start, end), choices) in std::mem::take(&mut finder.wholes) {
        let kind = SiteKind::Whole(choices);
        finder.found.sites.push(Site { range: start..end, kind });
    }
    sort(&mut finder.found.sites);
    finder.found
}

const CONSTANT: &str = "code that the compiler evaluates";
const LET_CHAIN: &str = "a condition with `let`";
const MOVED: &str = "no known kind of change";
/// Such a function returns one type, which its alternatives would have to share.
const OPAQUE: &str = "a function that returns `impl Trait`";

/// Kinds of mutants that are looked up by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Genre {
    Value,
    Binary,
    Unary,
    Arm,
    Guard,
    Other,
}

fn genre(mutant: &Alternative) -> Genre {
    match &*mutant.genre {
        "FnValue" => Genre::Value,
        "BinaryOperator" => Genre::Binary,
        "UnaryOperator" => Genre::Unary,
        "MatchArm" => Genre::Arm,
        "MatchArmGuard" => Genre::Guard,
        _ => Genre::Other,
    }
}

struct Finder<'a> {
    text: &'a str,
    /// Mutants without a site so far, by their position and kind.
    wanted: BTreeMap<(usize, Genre), Vec<&'a Alternative>>,
    /// Inside of code that the compiler evaluates, or of a pattern.
    is_constant: bool,
    /// Alternatives of whole expressions.
    wholes: BTreeMap<(usize, usize), Vec<Choice>>,
    found: Found,
}

impl Finder<'_> {
    /// Takes the mutants of a kind at a place. They are refused inside of constants.
    fn take(&mut self, at: usize, genre: Genre) -> Vec<Choice> {
        let Some(mutants) = self.wanted.remove(&(at, genre)) else { return Vec::new() };
        if self.is_constant {
            self.refuse(mutants.iter().map(|mutant| mutant.number), CONSTANT);
            return Vec::new();
        }
        mutants.iter().map(|mutant| (mutant.number, mutant.replacement.clone())).collect()
    }

    fn refuse(&mut self, numbers: impl IntoIterator<Item = u32>, why: &'static str) {
        self.found.refused.extend(numbers.into_iter().map(|number| (number, why)));
    }

    fn refuse_rest(&mut self, why: &'static str) {
        for mutants in std::mem::take(&mut self.wanted).into_values() {
            self.refuse(mutants.iter().map(|mutant| mutant.number), why);
        }
    }

    fn site(&mut self, range: Range<usize>, kind: SiteKind) {
        self.found.sites.push(Site { range, kind });
    }

    /// Visits code that is constant or not.
    fn with_constant(&mut self, is_constant: bool, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_constant, is_constant);
        visit(self);
        self.is_constant = before;
    }

    fn function(&mut self, signature: &Signature, attributes: &[Attribute], block: &Block) {
        let is_constant = signature.constness.is_some();
        // Functions inside of this one take theirs first.
        self.with_constant(is_constant, |finder| {
            visit::visit_block(finder, block);
            let body = block.brace_token.span.join().byte_range();
            let places: Vec<usize> = finder
                .wanted
                .range((body.start, Genre::Value)..(body.end, Genre::Value))
                .filter(|((_, genre), _)| *genre == Genre::Value)
                .map(|((at, _), _)| *at)
                .collect();
            let mut choices = Vec::new();
            for at in places {
                choices.extend(finder.take(at, Genre::Value));
            }
            if choices.is_empty() {
                return;
            }
            if returns_opaque(signature) {
                finder.refuse(choices.into_iter().map(|(number, _)| number), OPAQUE);
                return;
            }
            let is_inner =
                |attribute: &&Attribute| matches!(attribute.style, syn::AttrStyle::Inner(_));
            let inner = attributes.iter().filter(is_inner).map(|attribute| range(attribute).end);
            let open = block.brace_token.span.open().byte_range().end;
            let at = inner.max().unwrap_or(open);
            finder.site(at..at, SiteKind::Body(choices));
        });
    }

    /// An operator. `root` is the outermost one whose operands could be grouped in another way.
    fn binary(&mut self, expression: &ExprBinary, root: Option<&ExprBinary>) {
        let class = Class::of(&expression.op);
        let root = root.filter(|root| Class::of(&root.op) == class).unwrap_or(expression);
        let operator = range(&expression.op);
        let choices = self.take(operator.start, Genre::Binary);
        self.operator(expression, root, class, operator, choices);
        for operand in [&expression.left, &expression.right] {
            match &**operand {
                Expr::Binary(inner) => self.binary(inner, Some(root)),
                other => self.visit_expr(other),
            }
        }
    }

    fn operator(
        &mut self,
        expression: &ExprBinary,
        root: &ExprBinary,
        class: Class,
        operator: Range<usize>,
        choices: Vec<Choice>,
    ) {
        if choices.is_empty() {
            return;
        }
        if class == Class::Logic && has_let(root) {
            self.refuse(choices.into_iter().map(|(number, _)| number), LET_CHAIN);
            return;
        }
        let around = range(root);
        let mut others = Vec::new();
        for (number, replacement) in choices {
            let (before, after) = (around.start..operator.start, operator.end..around.end);
            let changed = format!("{}{replacement}{}", &self.text[before], &self.text[after]);
            match keeps_groups(root, &changed) {
                None => self.found.unviable.push(number),
                Some(true) => others.push((number, replacement)),
                Some(false) => {
                    let key = (around.start, around.end);
                    self.wholes.entry(key).or_default().push((number, changed));
                }
            }
        }
        let (left, right) = (range(&expression.left), range(&expression.right));
        let text = self.text[operator].to_owned();
        let kind = match (class, others.first()) {
            (_, None) => return,
            (Class::Logic, Some((number, _))) => {
                let is_and = matches!(expression.op, syn::BinOp::And(_));
                SiteKind::Logic { left, right, is_and, number: *number }
            }
            (Class::Assignment, _) => SiteKind::Assignment { left, right, operator: text, others },
            (Class::Arithmetic | Class::Comparison, _) => {
                let borrows = class == Class::Comparison;
                SiteKind::Operator { left, right, operator: text, borrows, others }
            }
        };
        self.site(range(expression), kind);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.attrs, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.attrs, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, &item.attrs, block);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.with_constant(true, |finder| visit::visit_item_const(finder, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.with_constant(true, |finder| visit::visit_item_static(finder, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.with_constant(true, |finder| visit::visit_impl_item_const(finder, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.with_constant(true, |finder| visit::visit_trait_item_const(finder, item));
    }

    fn visit_expr_const(&mut self, block: &'ast syn::ExprConst) {
        self.with_constant(true, |finder| visit::visit_expr_const(finder, block));
    }

    fn visit_expr_repeat(&mut self, array: &'ast syn::ExprRepeat) {
        self.visit_expr(&array.expr);
        self.with_constant(true, |finder| finder.visit_expr(&array.len));
    }

    /// Lengths of arrays, and arguments of types.
    fn visit_type(&mut self, ty: &'ast syn::Type) {
        self.with_constant(true, |finder| visit::visit_type(finder, ty));
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.with_constant(true, |finder| visit::visit_generic_argument(finder, argument));
    }

    /// Discriminants.
    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.with_constant(true, |finder| visit::visit_variant(finder, variant));
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        self.with_constant(true, |finder| visit::visit_pat(finder, pattern));
    }

    fn visit_expr_binary(&mut self, expression: &'ast ExprBinary) {
        self.binary(expression, None);
    }

    fn visit_expr_unary(&mut self, expression: &'ast ExprUnary) {
        let operator = match expression.op {
            UnOp::Not(_) => '!',
            UnOp::Neg(_) => '-',
            _ => return visit::visit_expr_unary(self, expression),
        };
        let choices = self.take(range(&expression.op).start, Genre::Unary);
        if let Some((number, _)) = choices.first() {
            let operand = range(&expression.expr);
            let kind = SiteKind::Unary { operator, operand, number: *number };
            self.site(range(expression), kind);
        }
        visit::visit_expr_unary(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        for (number, _) in self.take(range(arm).start, Genre::Arm) {
            let end = range(&arm.pat).end;
            self.site(end..end, SiteKind::Arm(number));
        }
        if let Some((_, guard)) = &arm.guard {
            let choices = self.take(range(guard).start, Genre::Guard);
            let is_let = match &**guard {
                Expr::Let(_) => true,
                Expr::Binary(guard) => has_let(guard),
                _ => false,
            };
            if is_let {
                self.refuse(choices.into_iter().map(|(number, _)| number), LET_CHAIN);
            } else if !choices.is_empty() {
                self.site(range(guard), SiteKind::Guard(choices));
            }
        }
        visit::visit_arm(self, arm);
    }
}

/// Whether one of the operands is a `let`.
fn has_let(expression: &ExprBinary) -> bool {
    [&expression.left, &expression.right].into_iter().any(|operand| match &**operand {
        Expr::Let(_) => true,
        Expr::Binary(inner) => has_let(inner),
        _ => false,
    })
}

/// Whether the type of a result contains `impl Trait`.
fn returns_opaque(signature: &Signature) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_return_type(&signature.output);
    search.0
}

/// The bytes of a part.
fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// The byte of a line and column, both from 1. Columns count characters.
fn offset(text: &str, (line, column): (usize, usize)) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n')? + 1;
    }
    let mut characters = text[start..].char_indices();
    characters.nth(column.checked_sub(1)?).map(|(at, _)| start + at)
}
