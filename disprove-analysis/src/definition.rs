//! The functions that a file of the code under test defines.

use std::collections::{BTreeMap, BTreeSet};

/// A function that is public, if the modules around it are, or if something exports it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    /// The type or class of a method.
    pub owner: Option<String>,
    /// Whether it is called on a value.
    pub is_method: bool,
    /// Whether it belongs to a trait or protocol that others call: `from_str`.
    pub is_of_trait: bool,
    /// The modules around it in this file.
    pub modules: Vec<String>,
    /// Whether all of them are public. It is itself.
    pub is_open: bool,
    /// Line, counted from 1.
    pub line: u32,
    /// Its head on one line: `pub fn parse(text: &str) -> Result<u8, Error>`.
    pub signature: String,
    /// How it can refuse an input: "returns `Result<u8, Error>`", "raises `ValueError` in line 7".
    pub refusal: Option<String>,
}

/// A module in a file of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submodule {
    pub name: String,
    /// The modules around its declaration in this file.
    pub modules: Vec<String>,
    pub is_public: bool,
    /// The file, where an attribute names it.
    pub path: Option<String>,
}

/// What a file defines and imports. Code that only tests see is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    pub functions: Vec<Definition>,
    pub submodules: Vec<Submodule>,
    /// Names that it exports from elsewhere, and modules of which it exports all.
    pub exports: BTreeSet<String>,
    pub exported_modules: BTreeSet<String>,
    /// Functions that are not public, those of tests included.
    pub private: BTreeSet<String>,
    /// The paths of imported names: `decode` from `other::decode`.
    pub imports: BTreeMap<String, String>,
}
