//! The pictures of the book, drawn by files that several packages include.

#[path = "../../../book/pictures/dots.rs"]
pub mod dots;
#[path = "../../../book/pictures/terminal.rs"]
#[allow(dead_code, reason = "other packages show terminals")]
pub mod terminal;
#[path = "../../../book/pictures/tree.rs"]
pub mod tree;
