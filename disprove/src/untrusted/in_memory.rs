//! Where there is nothing but memory: Miri and WebAssembly.

/// Whether this is Miri, which runs a program a hundred times slower or more. `--cfg disprove_miri_mode` is for tests of
/// this mode.
pub(crate) const IS_MIRI: bool = cfg!(any(miri, disprove_miri_mode));

/// Whether the library uses neither files nor processes, and does not ask for the current folder or a terminal. Miri
/// ends the program at such a call, and WebAssembly has no files unless its host gives it some.
pub(crate) const IS_IN_MEMORY: bool = IS_MIRI || cfg!(target_family = "wasm");

/// What is ignored here, and why.
pub(crate) fn ignored(setting: &str) -> String {
    format!(
        "`{setting}` is ignored: under Miri and in WebAssembly there are no files and no processes"
    )
}
