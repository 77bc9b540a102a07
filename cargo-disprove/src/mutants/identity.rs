//! The identity of a study: a hash of the code, the sample and the settings, which all its runs and shards share.

use crate::project::is_target_dir;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// FNV-1a: the same on every machine, unlike the hashes of the standard library.
pub(crate) struct StableHash(u64);

impl StableHash {
    pub(crate) fn new() -> StableHash {
        StableHash(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        // The length too, so that adjacent parts cannot exchange bytes.
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Files in a hidden folder that change how the code is built and mutated. The folder may also be the home of cargo.
const SETTINGS: [&str; 2] = [".cargo/config.toml", ".cargo/mutants.toml"];

/// Hashes the Rust and TOML files of a project, except in the output folder. Other files may be written by tests.
pub(crate) fn hash_code(root: &Path, output: &Path, hash: &mut StableHash) {
    let output = output.canonicalize().ok();
    let (mut files, mut open) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(root.join(&path)).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let text = name.to_string_lossy();
            let path = path.join(&name);
            if output.is_some() && root.join(&path).canonicalize().ok() == output {
                continue;
            }
            match entry.file_type() {
                Ok(kind)
                    if kind.is_dir()
                        && !text.starts_with('.')
                        && !is_target_dir(&root.join(&path)) =>
                {
                    open.push(path);
                }
                Ok(kind)
                    if kind.is_file() && (text.ends_with(".rs") || text.ends_with(".toml")) =>
                {
                    files.push(path);
                }
                _ => {}
            }
        }
    }
    files.extend(SETTINGS.map(PathBuf::from).into_iter().filter(|path| root.join(path).is_file()));
    files.sort();
    for path in files {
        hash.add(path.to_string_lossy().as_bytes());
        hash.add(&fs::read(root.join(path)).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, StableHash, fs, hash_code};
    use std::env;

    fn hash(root: &Path) -> String {
        let mut hash = StableHash::new();
        hash_code(root, &root.join("judge"), &mut hash);
        hash.text()
    }

    #[test]
    fn the_identity_depends_on_code_but_not_on_output() {
        let root = env::temp_dir().join(format!("disprove-identity-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        write("src/lib.rs", "fn f() {}");
        write("src/target/mod.rs", "fn f() {}");
        write("target/CACHEDIR.TAG", "");
        let before = hash(&root);
        write("judge/driver/mutants.toml", "x");
        write("target/debug/build/out.rs", "x");
        write(".git/x.rs", "x");
        write("data.txt", "x");
        write(".cargo/registry/src/x.rs", "x");
        assert_eq!(hash(&root), before);
        for settings in super::SETTINGS {
            write(settings, "x");
            assert_ne!(hash(&root), before, "{settings}");
            fs::remove_file(root.join(settings)).expect("removed");
        }
        assert_eq!(hash(&root), before);
        write("src/target/mod.rs", "fn g() {}");
        assert_ne!(hash(&root), before, "a module may have this name");
        write("src/target/mod.rs", "fn f() {}");
        assert_eq!(hash(&root), before);
        write("src/lib.rs", "fn g() {}");
        assert_ne!(hash(&root), before);
        fs::remove_dir_all(root).expect("removed");
    }
}
