//! Values by their type, from the random numbers of another library.

/// The random numbers of a library.
pub trait Choices {
    /// Uniform below `count`.
    fn below(&mut self, count: usize) -> usize;
    /// A number of each type, as the library draws it.
    fn byte(&mut self) -> u8;
    fn short(&mut self) -> u16;
    fn word(&mut self) -> u32;
    fn long(&mut self) -> u64;
}

/// A type whose values are drawn field by field.
pub trait ByType: Sized {
    /// A value; `depth` is how many levels may follow.
    fn draw(src: &mut dyn Choices, depth: usize) -> Self;
}

/// As deep as values get: where each level is there half of the time, hardly any is deeper.
pub const DEEPEST: usize = 8;
