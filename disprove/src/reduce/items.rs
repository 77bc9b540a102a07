//! The choices and spans directly inside a span.

use crate::choice::Tree;
use std::ops::Range;

/// A choice or a span directly inside a span: the result of one call of `draw`.
#[derive(Clone, Debug)]
pub(super) struct SpanItem {
    pub(super) site: u32,
    pub(super) choices: Range<usize>,
    pub(super) spans: Range<usize>,
}

/// The items directly inside a span, or at the top level, in order.
pub(super) fn items(tree: &Tree, parent: Option<usize>) -> Vec<SpanItem> {
    let (mut choice, end, mut span) = match parent {
        Some(parent) if parent >= tree.spans.len() => return Vec::new(),
        Some(parent) => {
            let span = tree.spans[parent];
            (span.start as usize, span.end as usize, parent + 1)
        }
        None => (0, tree.len(), 0),
    };
    let last = parent.map_or(tree.spans.len(), |parent| tree.spans[parent].next as usize);
    let mut items = Vec::new();
    while choice < end || span < last {
        let inner =
            tree.spans.get(span).filter(|inner| span < last && inner.start as usize <= choice);
        let (site, next, after) = match inner {
            Some(inner) => (inner.site(), inner.end as usize, inner.next as usize),
            None => (tree.choices[choice].site, choice + 1, span),
        };
        items.push(SpanItem { site, choices: choice..next, spans: span..after });
        (choice, span) = (next, after);
    }
    items
}
