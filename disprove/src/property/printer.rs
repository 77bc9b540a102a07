//! Printers of arguments, chosen by what their types implement.

use crate::report::{self, Literal, Written as LiteralText};
use std::{
    any::type_name,
    fmt::{self, Debug},
    marker::PhantomData,
};

/// How values of a type are printed in reports.
pub struct Printer<T> {
    text: fn(&T) -> String,
    literal: Option<fn(&T, &mut LiteralText)>,
}

impl<T> Debug for Printer<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Printer").finish_non_exhaustive()
    }
}

/// Chooses a printer by method resolution: `(&&&Choose::<T>::NEW).printer()` calls the first of these
/// implementations whose bounds hold, in the order in which they are written.
#[derive(Debug)]
pub struct Choose<T>(PhantomData<fn(T)>);

impl<T> Choose<T> {
    /// For the type that the caller names.
    pub const NEW: Choose<T> = Choose(PhantomData);

    /// For the type of a value.
    pub fn of(_: &T) -> Choose<T> {
        Choose::NEW
    }
}

/// The printer of a type.
pub trait Print<T> {
    /// The printer.
    fn printer(&self) -> Printer<T>;
}

impl<T: Debug + Literal> Print<T> for &&Choose<T> {
    fn printer(&self) -> Printer<T> {
        Printer { text: debug_text, literal: Some(T::literal) }
    }
}

impl<T: Debug> Print<T> for &&&Choose<T> {
    fn printer(&self) -> Printer<T> {
        Printer { text: debug_text, literal: None }
    }
}

impl<T: Literal> Print<T> for &Choose<T> {
    fn printer(&self) -> Printer<T> {
        Printer { text: placeholder, literal: Some(T::literal) }
    }
}

impl<T> Print<T> for Choose<T> {
    fn printer(&self) -> Printer<T> {
        Printer { text: placeholder, literal: None }
    }
}

fn debug_text<T: Debug>(value: &T) -> String {
    report::value_text(value, type_name::<T>())
}

fn placeholder<T>(_: &T) -> String {
    format!("<{} without Debug>", report::short_name(type_name::<T>()))
}

impl<T: Debug> Printer<T> {
    /// Prints by `Debug`.
    pub const DEBUG: Printer<T> = Printer { text: debug_text, literal: None };
}

impl<T> Printer<T> {
    /// The text of a value.
    pub fn text(&self, value: &T) -> String {
        (self.text)(value)
    }

    fn write(&self, value: &T, out: &mut LiteralText) {
        match self.literal {
            Some(literal) => literal(value, out),
            None => out.give_up(),
        }
    }
}

/// The arguments of a property: a tuple of values.
pub trait Arguments {
    /// A printer for each.
    type Printers;

    /// The texts of the values.
    fn texts(&self, printers: &Self::Printers) -> Vec<String>;

    /// Writes the values as Rust, with commas between them.
    fn literal(&self, printers: &Self::Printers, out: &mut LiteralText);
}

macro_rules! arguments {
    ($(($name:ident, $index:tt)),*) => {
        impl<$($name),*> Arguments for ($($name,)*) {
            type Printers = ($(Printer<$name>,)*);

            #[allow(unused_variables, reason = "there may be no arguments")]
            fn texts(&self, printers: &Self::Printers) -> Vec<String> {
                vec![$(printers.$index.text(&self.$index)),*]
            }

            #[allow(unused_variables, reason = "there may be no arguments")]
            fn literal(&self, printers: &Self::Printers, out: &mut LiteralText) {
                $(
                    if $index > 0 {
                        out.push(", ");
                    }
                    printers.$index.write(&self.$index, out);
                )*
            }
        }
    };
}

arguments!();
arguments!((A, 0));
arguments!((A, 0), (B, 1));
arguments!((A, 0), (B, 1), (C, 2));
arguments!((A, 0), (B, 1), (C, 2), (D, 3));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6), (H, 7));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6), (H, 7), (I, 8));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6), (H, 7), (I, 8), (J, 9));
arguments!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6), (H, 7), (I, 8), (J, 9), (K, 10));
arguments!(
    (A, 0),
    (B, 1),
    (C, 2),
    (D, 3),
    (E, 4),
    (F, 5),
    (G, 6),
    (H, 7),
    (I, 8),
    (J, 9),
    (K, 10),
    (L, 11)
);
