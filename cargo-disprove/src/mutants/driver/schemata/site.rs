//! Places in a file that have alternatives.

use std::ops::Range;

/// The number of an alternative, and its code.
pub(super) type Choice = (u32, String);

/// A place in a file that has alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// The bytes that are replaced. Empty if code is inserted.
    pub(super) range: Range<usize>,
    pub(super) kind: SiteKind,
}

/// What has alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SiteKind {
    /// The start of a function body: values to return.
    Body(Vec<Choice>),
    /// A whole expression.
    Whole(Vec<Choice>),
    /// The operator between two operands. Comparisons borrow them.
    Operator {
        left: Range<usize>,
        right: Range<usize>,
        operator: String,
        borrows: bool,
        others: Vec<Choice>,
    },
    /// `&&`, or `||` instead, and the other way around.
    Logic { left: Range<usize>, right: Range<usize>, is_and: bool, number: u32 },
    /// The operator of an assignment such as `a += b`.
    Assignment { left: Range<usize>, right: Range<usize>, operator: String, others: Vec<Choice> },
    /// `!a` or `-a`, or only `a`.
    Unary { operator: char, operand: Range<usize>, number: u32 },
    /// A match arm that may be skipped: a guard is inserted.
    Arm(u32),
    /// A guard that may be replaced by `true` or `false`.
    Guard(Vec<Choice>),
}

impl SiteKind {
    /// The numbers of its alternatives.
    pub(super) fn numbers(&self) -> Vec<u32> {
        match self {
            SiteKind::Body(choices)
            | SiteKind::Whole(choices)
            | SiteKind::Guard(choices)
            | SiteKind::Operator { others: choices, .. }
            | SiteKind::Assignment { others: choices, .. } => {
                choices.iter().map(|(number, _)| *number).collect()
            }
            SiteKind::Logic { number, .. }
            | SiteKind::Unary { number, .. }
            | SiteKind::Arm(number) => vec![*number],
        }
    }

    /// Removes alternatives. Returns whether one is left.
    pub(super) fn retain(&mut self, keep: &dyn Fn(u32) -> bool) -> bool {
        match self {
            SiteKind::Body(choices)
            | SiteKind::Whole(choices)
            | SiteKind::Guard(choices)
            | SiteKind::Operator { others: choices, .. }
            | SiteKind::Assignment { others: choices, .. } => {
                choices.retain(|(number, _)| keep(*number));
                !choices.is_empty()
            }
            SiteKind::Logic { number, .. }
            | SiteKind::Unary { number, .. }
            | SiteKind::Arm(number) => keep(*number),
        }
    }
}

/// Sorts sites: outer ones before those inside them, and insertions before what they precede.
pub(super) fn sort(sites: &mut [Site]) {
    sites.sort_by_key(|site| {
        let order = match site.kind {
            SiteKind::Body(_) | SiteKind::Arm(_) => 0,
            SiteKind::Guard(_) => 1,
            SiteKind::Whole(_) => 2,
            _ => 3,
        };
        let end = std::cmp::Reverse(site.range.end);
        (site.range.start, u8::from(order > 0), end, order)
    });
}
