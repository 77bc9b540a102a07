//! Damaged files of regressions: lines of comments and tokens, as editors and merges leave them.

use super::{edit::damaged, file::HostileFile, token::token};
use disprove::prelude::*;

/// The file of a property.
#[derive(Clone, Debug)]
pub struct Page {
    pub file: HostileFile,
    /// Whether to hunt, too, which takes longer.
    pub with_hunt: bool,
}

pub fn page(src: &mut Source) -> Page {
    let mut content = Vec::new();
    if src.draw(0..8_u8) == 7 {
        content.extend("\u{feff}".as_bytes());
    }
    for _ in 0..src.draw(0..12_u8) {
        content.extend(line(src));
        let end: &[u8] = src.draw(sample([&b"\n"[..], b"\n", b"\n", b"\r\n", b"\r", b"", b"\0"]));
        content.extend(end);
    }
    if src.draw(0..3_u8) == 2 {
        content = damaged(src, content);
    }
    let file = HostileFile::of(src, content);
    Page { file, with_hunt: src.draw(0..10_u8) == 9 }
}

fn line(src: &mut Source) -> Vec<u8> {
    match src.draw(0..8_u8) {
        0..4 => token(src).0.into_bytes(),
        4 => format!("# {}", src.draw(text())).into_bytes(),
        5 => format!("  {}\t", token(src).0).into_bytes(),
        6 => src.draw(sample(["<<<<<<< HEAD", "=======", ">>>>>>> main", "\x1b[2J", ""])).into(),
        _ => vec![b'd'; src.draw(0..1_000_000)],
    }
}
