//! The libraries under comparison.

/// A library that reduces failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    Ours,
    Hegel,
    ChaosTheory,
    Quickcheck,
    Proptest,
    Crabcheck,
}

impl Library {
    pub const ALL: [Library; 6] = [
        Library::Ours,
        Library::Hegel,
        Library::ChaosTheory,
        Library::Quickcheck,
        Library::Proptest,
        Library::Crabcheck,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Library::Ours => "ours",
            Library::Hegel => "hegeltest",
            Library::ChaosTheory => "chaos_theory",
            Library::Quickcheck => "quickcheck",
            Library::Proptest => "proptest",
            Library::Crabcheck => "crabcheck",
        }
    }

    pub fn named(name: &str) -> Option<Library> {
        Library::ALL.into_iter().find(|library| library.name() == name)
    }
}
