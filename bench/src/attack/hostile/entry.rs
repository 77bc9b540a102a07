//! Damaged database entries: a token and a line break in a file named by a hash.

use super::{edit::damaged, file::HostileFile, token::token};
use disprove::{Database, Db, Tree, prelude::*};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Some entries of a property.
#[derive(Clone, Debug)]
pub struct Entries {
    pub files: Vec<Entry>,
    /// Whether to hunt, too, which takes longer.
    pub with_hunt: bool,
}

/// A file in the folder of a property.
#[derive(Clone, Debug)]
pub struct Entry {
    kind: &'static str,
    name: String,
    file: HostileFile,
}

pub fn entries(src: &mut Source) -> Entries {
    let files = src.draw(vec(entry).len(1..=4));
    Entries { files, with_hunt: src.draw(0..10_u8) == 9 }
}

fn entry(src: &mut Source) -> Entry {
    let token = token(src).0;
    let mut content = token.clone().into_bytes();
    match src.draw(0..5_u8) {
        0..3 => content.push(b'\n'),
        3 => {
            content.push(b'\n');
            content = damaged(src, content);
        }
        _ => {}
    }
    let name = match src.draw(0..5_u8) {
        0..4 => format!("{:032x}", hash(&token)),
        _ => src
            .draw(sample(["0123456789abcdef0123456789abcdef", ".new-1-2-3", "README"]))
            .to_owned(),
    };
    let kind = src.draw(sample(["failures", "deaths", "corpus", "damaged", "paths"]));
    Entry { kind, name, file: HostileFile::of(src, content) }
}

impl Entry {
    /// Puts the file into a database.
    pub fn place(&self, database: &Path, key: &str, outside: &Path) {
        let folder = folder(database, key);
        self.file.place(&database.join(self.kind).join(folder).join(&self.name), outside);
    }
}

/// The name of the folder of a property, as the library chooses it.
fn folder(database: &Path, key: &str) -> PathBuf {
    let db = Db::at(database);
    let tree: Tree = any::<u8>().encode(&0).expect("a number");
    db.save(key, &tree).expect("the sandbox is writable");
    let folders = fs::read_dir(database.join("failures")).expect("the library has just written it");
    let name = folders.flatten().next().expect("the folder of the entry").file_name();
    db.remove(key, &tree).expect("the sandbox is writable");
    name.into()
}

/// 128-bit FNV-1a, the hash in the names of entries.
fn hash(text: &str) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = (1 << 88) + 0x13b;
    text.bytes().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}
