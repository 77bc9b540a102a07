//! The libraries that reduce.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    Ours,
}

impl Library {
    pub const ALL: [Library; 1] = [Library::Ours];

    pub fn name(self) -> &'static str {
        match self {
            Library::Ours => "ours",
        }
    }

    pub fn named(name: &str) -> Option<Library> {
        Library::ALL.into_iter().find(|library| library.name() == name)
    }
}
