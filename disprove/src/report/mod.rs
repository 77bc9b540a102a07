//! All text: failure reports, statistics, JSON lines.

mod advice;
mod annotation;
mod broken;
mod caveat;
mod choices;
mod diagnostic;
mod explanation;
mod figures;
mod json;
mod layout;
mod literal;
mod message;
mod message_file;
mod observation;
mod observed_file;
mod statistics;
mod style;
mod text;
mod value;
mod warnings;

#[cfg(test)]
mod tests;

pub(crate) use annotation::{annotation, wants_annotations};
pub use diagnostic::diagnostic;
pub use literal::{Literal, LiteralKnown, LiteralOf, LiteralUnknown, Written};
pub(crate) use message::Identity;
pub(crate) use message_file::{append_message, wants_messages};
pub(crate) use observation::Observer;
pub(crate) use observed_file::write;
pub(crate) use statistics::{statistics, weakness};
pub(crate) use style::Style;
pub(crate) use text::{Notation, Page, RegressionFile, Shown, too_few_cases};
pub(crate) use value::{short_name, value_text};
pub(crate) use warnings::Warnings;
