//! What owns a value that a property borrows.

use std::{
    ffi::{CStr, CString, OsStr, OsString},
    path::{Path, PathBuf},
};

/// A type of which a property is lent values. The macro knows types by their names only, and a type of one's own may
/// be called `Path` as well.
pub trait Lent {
    /// The type of the values that are generated.
    type Owned;
}

impl<T> Lent for T {
    type Owned = T;
}

impl Lent for Path {
    type Owned = PathBuf;
}

impl Lent for OsStr {
    type Owned = OsString;
}

impl Lent for CStr {
    type Owned = CString;
}
