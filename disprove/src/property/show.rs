//! Values as texts, whether they have `Debug` or not.

use crate::report;
use std::{any::type_name, fmt::Debug};

/// Prints a value if it can be printed.
#[derive(Debug)]
pub struct Show<'a, T>(pub &'a T);

/// Found first, for types that have `Debug`.
pub trait ShowDebug {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug> ShowDebug for Show<'_, T> {
    fn show(&self) -> String {
        report::value_text(self.0, type_name::<T>())
    }
}

/// Found after one more reference, for all others.
pub trait ShowOpaque {
    /// The text.
    fn show(&self) -> String;
}

impl<T> ShowOpaque for &Show<'_, T> {
    fn show(&self) -> String {
        format!("<{} without Debug>", report::short_name(type_name::<T>()))
    }
}
