//! Values drawn inside the body.

use super::{term::TermId, walk::Walk};
use crate::ir::{Expr, Kind, Pattern, Span};

impl<'a> Walk<'a> {
    /// A value drawn inside the body is a generated argument; the inputs of its generator influence it.
    pub(super) fn drawn(&mut self, name: &str, parts: Vec<TermId>, origin: Span) -> TermId {
        let symbol = self.terms.symbol(name);
        self.generated.insert(symbol);
        let drawn = self.terms.drawn(symbol, parts, origin);
        self.reads.push(drawn);
        drawn
    }

    /// Every leaf is generated separately, as with patterns of arguments.
    pub(super) fn bind_drawn(&mut self, pattern: &Pattern, value: &'a Expr, fresh: bool) {
        let parts = self.draw_parts(value);
        for name in pattern.names() {
            let drawn = self.drawn(name, parts.clone(), value.span);
            if fresh {
                self.declare(name, true, drawn);
            } else {
                self.assign(name, drawn);
            }
        }
    }

    /// What a draw reads: the handle and the inputs of the generator.
    pub(super) fn draw_parts(&mut self, draw: &'a Expr) -> Vec<TermId> {
        match &draw.kind {
            Kind::Same(inner) => self.draw_parts(inner),
            Kind::Draw(all) => {
                let mut parts = Vec::new();
                if let Some(handle) = self.handle {
                    let handle = self.terms.name(handle).to_owned();
                    parts.extend(self.read(&handle, draw.span));
                }
                for each in all {
                    parts.push(self.value(each));
                }
                parts
            }
            _ => Vec::new(),
        }
    }
}

pub(super) fn is_draw(value: &Expr) -> bool {
    match &value.kind {
        Kind::Same(inner) => is_draw(inner),
        Kind::Draw(_) => true,
        _ => false,
    }
}
