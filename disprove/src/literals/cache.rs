//! The literals of a test binary on disk, beside what cargo has built.
//!
//! A binary keeps the literals of its first run: they are those of the code that it contains, and all its processes see
//! the same ones, however long a hunt takes and whatever is edited meanwhile.

use super::package::SourceFile;
use crate::{source::Literals, untrusted::DataFolder};
use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// Largest file to read: a few times what the largest package needs.
const LARGEST: u64 = 4 << 20;

/// The cache of one binary and one package.
pub(super) struct Cache {
    folder: DataFolder,
    file: PathBuf,
    /// The binary and the package, as the first line of the file has them.
    key: String,
}

impl Cache {
    /// `None` if cargo has not built this binary.
    pub(super) fn of_this_binary(package: &Path) -> Option<Cache> {
        let binary = env::current_exe().ok()?;
        // Cargo marks its target folder with this file.
        let target = binary.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file())?;
        Cache::at(target, &binary, package)
    }

    pub(super) fn at(target: &Path, binary: &Path, package: &Path) -> Option<Cache> {
        let found = fs::metadata(binary).ok()?;
        let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        let (name, package) = (binary.file_name()?.to_str()?, package.to_str()?);
        let key = format!("disprove literals 1 {modified} {} {package}", found.len());
        let folder = DataFolder::in_workspace(target, "disprove-literals");
        let file = folder.join(format!("{name}-{:x}", checksum(package.as_bytes())));
        // A line break would end the first line early.
        (!key.contains('\n')).then_some(Cache { folder, file, key })
    }

    /// `None` if there is no valid file of this binary.
    pub(super) fn load(&self) -> Option<Vec<SourceFile>> {
        let text = self.folder.read_text(&self.file, LARGEST).ok()?;
        decode(&text, Some(&self.key))
    }

    /// A folder that cannot be written costs a scan per process, and no message.
    pub(super) fn save(&self, files: &[SourceFile]) {
        let _ = self.folder.write(&self.file, encode(&self.key, files).as_bytes());
    }
}

/// One line per file and literal, after the key. The last line is a checksum.
pub(super) fn encode(key: &str, files: &[SourceFile]) -> String {
    let mut text = format!("{key}\n");
    for SourceFile { module, is_test, literals } in files {
        let Literals { integers, floats, texts, bytes, chars } = literals;
        let _ = writeln!(text, "{} {module}", if *is_test { "test" } else { "file" });
        for value in integers {
            let _ = writeln!(text, "i {value}");
        }
        for value in floats {
            let _ = writeln!(text, "f {:x}", value.to_bits());
        }
        for value in chars {
            let _ = writeln!(text, "c {:x}", u32::from(*value));
        }
        for (kind, value) in texts.iter().map(|text| ('t', text.as_bytes())) {
            write_bytes(&mut text, kind, value);
        }
        for value in bytes {
            write_bytes(&mut text, 'b', value);
        }
    }
    let sum = checksum(text.as_bytes());
    let _ = writeln!(text, "end {sum:x}");
    text
}

fn write_bytes(text: &mut String, kind: char, bytes: &[u8]) {
    let _ = write!(text, "{kind} ");
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
}

/// The opposite of [`encode`]; `None` if anything is wrong, or the key is another one.
pub(super) fn decode(text: &str, key: Option<&str>) -> Option<Vec<SourceFile>> {
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("\nend ")?;
    let body = &text[..=body.len()];
    if u64::from_str_radix(sum, 16).ok()? != checksum(body.as_bytes()) {
        return None;
    }
    let (first, lines) = body.split_once('\n')?;
    if key.is_some_and(|key| key != first) {
        return None;
    }
    let mut files: Vec<SourceFile> = Vec::new();
    for line in lines.lines() {
        let (kind, value) = line.split_once(' ')?;
        if kind == "file" || kind == "test" {
            let (module, is_test) = (value.to_owned(), kind == "test");
            files.push(SourceFile { module, is_test, literals: Literals::default() });
            continue;
        }
        let Literals { integers, floats, texts, bytes, chars } = &mut files.last_mut()?.literals;
        match kind {
            "i" => integers.push(value.parse().ok()?),
            "f" => floats.push(f64::from_bits(u64::from_str_radix(value, 16).ok()?)),
            "c" => chars.push(char::from_u32(u32::from_str_radix(value, 16).ok()?)?),
            "t" => texts.push(String::from_utf8(read_bytes(value)?).ok()?),
            "b" => bytes.push(read_bytes(value)?),
            _ => return None,
        }
    }
    Some(files)
}

fn read_bytes(digits: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let [high, low] = pair else { return None };
        let digit = |digit: u8| char::from(digit).to_digit(16);
        bytes.push((digit(*high)? << 4 | digit(*low)?) as u8);
    }
    Some(bytes)
}

/// FNV-1a: detects damage, not forgery.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash
}
