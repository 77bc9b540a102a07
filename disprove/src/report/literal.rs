//! Values as Rust expressions, for `#[example(..)]`.

mod standard;

#[cfg(test)]
mod tests;

/// Length limit of an example, in characters: longer ones do not help in a test.
const MOST: usize = 300;

/// The text of an expression. Writing gives up if it gets too long, or if a part has no literal.
#[derive(Debug, Default)]
pub struct Written {
    text: String,
    given_up: bool,
}

impl Written {
    /// Adds code.
    pub fn push(&mut self, code: &str) {
        if self.text.chars().count() + code.chars().count() > MOST {
            self.give_up();
        }
        if !self.given_up {
            self.text.push_str(code);
        }
    }

    /// Adds values separated by commas, between `before` and `after`.
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

    /// Discards the text.
    pub fn give_up(&mut self) {
        self.given_up = true;
        self.text.clear();
    }

    /// The text, unless writing gave up.
    pub fn finish(self) -> Option<String> {
        (!self.given_up).then_some(self.text)
    }
}

/// Values that have a Rust expression. Standard types outside of the prelude get their full path. Derived types get
/// their name, which is in scope in their test.
pub trait Literal {
    /// Writes an expression for an equal value.
    fn literal(&self, out: &mut Written);
}

/// Writes a value if its type has a literal.
#[derive(Debug)]
pub struct LiteralOf<'a, T>(pub &'a T);

/// Types with `Literal`.
pub trait LiteralKnown {
    /// Writes the expression.
    fn write(&self, out: &mut Written);
}

impl<T: Literal> LiteralKnown for LiteralOf<'_, T> {
    fn write(&self, out: &mut Written) {
        if !out.given_up {
            self.0.literal(out);
        }
    }
}

/// Other types, found after one more reference.
pub trait LiteralUnknown {
    /// Gives up.
    fn write(&self, out: &mut Written);
}

impl<T> LiteralUnknown for &LiteralOf<'_, T> {
    fn write(&self, out: &mut Written) {
        out.give_up();
    }
}
