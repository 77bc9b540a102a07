//! Prints the table of COMPARE.md.

use compare::table::{libraries, markdown};

fn main() {
    print!("{}", markdown(&libraries()));
}
