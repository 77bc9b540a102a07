//! The literals of the code under test, which random cases draw: read from the sources of a package, and cached.
//!
//! Of the package, and not of the whole workspace: its literals are those that its tests are about, and each further
//! one makes all others rarer. Sources are only a hint: what cannot be read is left out without a message.

mod cache;
mod lexer;
mod package;
mod scan;

use crate::{
    source::{Dictionary, Literals},
    untrusted::IS_IN_MEMORY,
};
use cache::Cache;
use package::{SourceFile, scan_package};
use std::{
    env,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// What this process has read: the dictionaries of its packages and modules, and the literals of its packages.
#[derive(Default)]
struct Known {
    dictionaries: Vec<(PathBuf, String, &'static Dictionary)>,
    packages: Vec<(PathBuf, Vec<SourceFile>)>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known { dictionaries: Vec::new(), packages: Vec::new() });

/// The literals for the properties of a module of a package.
pub(crate) fn dictionary(package: &Path, module: &str) -> &'static Dictionary {
    if IS_IN_MEMORY {
        return Dictionary::empty();
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Known { dictionaries, packages } = &mut *known;
    for (of, within, dictionary) in &*dictionaries {
        if of == package && within == module {
            return dictionary;
        }
    }
    let at = packages.iter().position(|(of, _)| of == package).unwrap_or_else(|| {
        let cache = Cache::of_this_binary(package);
        packages.push((package.to_owned(), read(cache.as_ref(), package)));
        packages.len() - 1
    });
    let dictionary = dictionary_of(&packages[at].1, module);
    dictionaries.push((package.to_owned(), module.to_owned(), dictionary));
    dictionary
}

/// The folder of the package that contains a source, given by a path from the current folder or one above it: the
/// compiler names files from the root of the workspace, and cargo runs tests in the folder of their package.
pub(crate) fn package_of(file: &str) -> Option<PathBuf> {
    if IS_IN_MEMORY {
        return None;
    }
    let here = env::current_dir().ok()?;
    let source = here.ancestors().map(|above| above.join(file)).find(|path| path.is_file())?;
    source.ancestors().skip(1).find(|above| above.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// From the cache, or from the sources.
fn read(cache: Option<&Cache>, package: &Path) -> Vec<SourceFile> {
    if let Some(files) = cache.and_then(Cache::load) {
        return files;
    }
    let files = scan_package(package);
    if let Some(cache) = cache {
        cache.save(&files);
    }
    files
}

/// Lives as long as the process, which has few modules with properties.
fn dictionary_of(files: &[SourceFile], module: &str) -> &'static Dictionary {
    let mut nearest = 1;
    for file in files {
        nearest = nearest.max(nearness(file, module));
    }
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for file in files {
        if nearness(file, module) == nearest {
            near.push(&file.literals);
        } else if !file.is_test {
            far.push(&file.literals);
        }
    }
    if near.is_empty() && far.is_empty() {
        return Dictionary::empty();
    }
    Box::leak(Box::new(Dictionary::new(&Literals::in_turn(&near), &Literals::in_turn(&far))))
}

/// How likely a property of `module`, such as `my_crate::parser::tests`, is about a file: 3 for those of the module
/// `parser` and inside of it, 2 for files of that name elsewhere, 1 for the root of the crate if there is no `parser`.
fn nearness(file: &SourceFile, module: &str) -> u32 {
    let first = file.module.split('/').next().unwrap_or_default();
    let last = file.module.rsplit('/').next().unwrap_or_default();
    let (mut nearest, mut is_root) = (0, true);
    for (at, part) in module.split(['/', ':']).filter(|part| !part.is_empty()).enumerate() {
        // Of the helpers of tests, only those of the same file count.
        if part == first && !file.is_test || part == last && file.is_test {
            return 3;
        }
        if part == last {
            nearest = 2;
        }
        is_root &= at == 0 || ["tests", "test"].contains(&part);
    }
    nearest.max(u32::from(file.module.is_empty() && is_root))
}

/// Whether bytes are a valid cache, for tests that damage it.
#[cfg(any(test, feature = "conformance"))]
pub(crate) fn decodes_cache(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| cache::decode(text, None).is_some())
}

/// A valid cache, different for each number.
#[cfg(any(test, feature = "conformance"))]
pub(crate) fn encoded_cache(number: u64) -> Vec<u8> {
    let literals = Literals {
        integers: vec![i128::from(number), -7],
        floats: vec![number as f64],
        texts: vec![number.to_string(), "é\n".to_owned()],
        bytes: vec![number.to_le_bytes().to_vec()],
        chars: vec!['%'],
    };
    let file = SourceFile { module: "parser".to_owned(), is_test: number % 2 == 1, literals };
    cache::encode("key", &vec![file; number as usize % 3]).into_bytes()
}

#[cfg(test)]
mod tests;
