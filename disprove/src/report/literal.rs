//! Values as the Rust that makes them, for `#[example(..)]`.

mod standard;

#[cfg(test)]
mod tests;

/// A longer text is no help in a test.
const MOST: usize = 300;

/// The text of an expression. It is given up when it gets too long, or a part of it cannot be written.
#[derive(Debug, Default)]
pub struct Written {
    text: String,
    given_up: bool,
}

impl Written {
    /// Adds some code.
    pub fn push(&mut self, code: &str) {
        if self.text.len() + code.len() > MOST {
            self.give_up();
        }
        if !self.given_up {
            self.text.push_str(code);
        }
    }

    /// Adds values with commas between them, and something before and after.
    pub fn list<'a, T: Literal + 'a>(
        &mut self,
        before: &str,
        values: impl IntoIterator<Item = &'a T>,
        after: &str,
    ) {
        self.push(before);
        for (at, value) in values.into_iter().enumerate() {
            if self.given_up {
                return;
            }
            if at > 0 {
                self.push(", ");
            }
            value.literal(self);
        }
        self.push(after);
    }

    /// There is no text.
    pub fn give_up(&mut self) {
        self.given_up = true;
        self.text.clear();
    }

    /// The whole text.
    pub fn finish(self) -> Option<String> {
        (!self.given_up).then_some(self.text)
    }
}

/// A value that can be written as Rust. Types of the standard library are named by their paths unless they are
/// in the prelude; derived types by their names, as they are where they are tested.
pub trait Literal {
    /// Writes an expression that makes an equal value.
    fn literal(&self, out: &mut Written);
}

/// Writes a value if it can be written.
#[derive(Debug)]
pub struct LiteralOf<'a, T>(pub &'a T);

/// Found first, for types that have `Literal`.
pub trait LiteralKnown {
    /// Writes it.
    fn write(&self, out: &mut Written);
}

impl<T: Literal> LiteralKnown for LiteralOf<'_, T> {
    fn write(&self, out: &mut Written) {
        if !out.given_up {
            self.0.literal(out);
        }
    }
}

/// Found after one more reference, for all others.
pub trait LiteralUnknown {
    /// Gives up.
    fn write(&self, out: &mut Written);
}

impl<T> LiteralUnknown for &LiteralOf<'_, T> {
    fn write(&self, out: &mut Written) {
        out.give_up();
    }
}
