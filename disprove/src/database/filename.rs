//! File names for keys and entries: a readable part, and a hash where it is not unique.

/// Characters of a key in the name of a folder, to keep names short.
const MOST_SHOWN: usize = 40;
/// Bytes of a key in the name of a file of regressions. File systems allow 255.
const MOST_NAME: usize = 120;
/// Device names of Windows, which are reserved with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The name of an entry: a hash of its token.
pub fn entry(token: &str) -> String {
    format!("{:032x}", hash(token))
}

/// Whether a file name can be one of [`entry`].
pub(super) fn is_entry(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The folder for the failures of a property: the end of its name, and a hash of the name.
pub fn folder(key: &str) -> String {
    let key_end = key.char_indices().nth_back(MOST_SHOWN - 1).map_or(key, |(at, _)| &key[at..]);
    let shown = plain(key_end, '-').replace("--", "-");
    match shown.trim_matches('-') {
        "" => short_hash(key),
        shown => format!("{shown}-{}", short_hash(key)),
    }
}

/// The file for the regressions of a property: its path with dots, and a hash if that is not unique.
///
/// Some file systems ignore case, so a name with capital letters needs a hash too. A `~` occurs only before the hash,
/// so no key looks like another key with its hash.
pub(super) fn page(key: &str) -> String {
    let dotted = key.replace("::", ".");
    let mut name = plain(&dotted, '.');
    let mut is_whole = dotted == name && !key.contains('.');
    is_whole &= !key.bytes().any(|byte| byte.is_ascii_uppercase());
    if name.len() > MOST_NAME {
        name = name.split_off(name.len() - MOST_NAME);
        is_whole = false;
    }
    let is_hidden = name.starts_with(['.', '-']) || name.is_empty();
    if is_hidden || is_device(&name) {
        name.insert(0, '_');
        is_whole = false;
    }
    if is_whole { format!("{name}.txt") } else { format!("{name}~{}.txt", short_hash(key)) }
}

/// The text with a `-` for each character that is neither plain nor `other`.
fn plain(text: &str, other: char) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        plain.push(if is_plain(c) || c == other { c } else { '-' });
    }
    plain
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn is_device(name: &str) -> bool {
    let start = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    DEVICES.iter().any(|device| {
        start.strip_prefix(device).is_some_and(|rest| {
            rest.is_empty() || rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit())
        })
    })
}

/// 64 bits of the hash: enough to tell the properties of a project apart.
fn short_hash(text: &str) -> String {
    let hash = hash(text);
    format!("{:016x}", (hash >> 64) as u64 ^ hash as u64)
}

/// 128-bit FNV-1a: a published hash that is the same on every machine and in every version.
fn hash(text: &str) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = (1 << 88) + 0x13b;
    text.bytes().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::{entry, folder, hash, is_entry, page};
    use std::collections::HashSet;

    #[test]
    fn the_hash_matches_published_vectors() {
        assert_eq!(hash("a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(hash("foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }

    #[test]
    fn entries_are_recognized_by_their_names() {
        assert!(is_entry(&entry("d1:AAEB")));
        for other in ["", ".new-1-2", "README", &entry("x").to_uppercase(), &entry("x")[1..]] {
            assert!(!is_entry(other), "{other}");
        }
    }

    #[test]
    fn folder_names_are_readable_and_never_change() {
        assert_eq!(folder("my_crate::tests::sum"), "my_crate-tests-sum-1dadcc5f6407e4ff");
        assert_eq!(folder("../x"), "x-df5713993c8ffa25");
        assert_eq!(folder(""), "0eda065b652ec4cf");
        assert!(folder(&"x".repeat(10_000)).len() < 64);
        assert!(folder(&"ж".repeat(100)).is_ascii());
    }

    #[test]
    fn plain_keys_give_plain_file_names() {
        assert_eq!(page("my_crate::tests::sum"), "my_crate.tests.sum.txt");
        assert_eq!(page("sum"), "sum.txt");
        assert!(page("tests/x.rs:12:5").starts_with("tests-x.rs-12-5~"));
        assert!(page("con::x").starts_with("_con.x~"));
        assert!(page("com7").starts_with("_com7~"));
        assert_eq!(page("concert"), "concert.txt");
    }

    /// Keys whose file names look alike.
    fn alike() -> Vec<String> {
        let mut keys: Vec<String> = [
            "", "a", "A", "_", "_a", "a.b", "a::b", "a:b", "a/b", "a\\b", "a-b", "a b", "a--b",
            ".", "..", "../a", "/a", "::a", "a::", "a.", "a::::b", "a:::b", "a:.:b", "con", "CON",
            "con.txt", "con::txt", "_con", "ä", "ö", "a\0b", "a\nb", "-a", ".a",
        ]
        .map(str::to_owned)
        .to_vec();
        for length in [39, 40, 41, 119, 120, 121, 122, 10_000] {
            keys.push("x".repeat(length));
            keys.push("x".repeat(length) + "y");
        }
        let hashed = page("a.b");
        keys.push(hashed.trim_end_matches(".txt").to_owned());
        keys.push(folder("a"));
        keys
    }

    #[test]
    fn different_keys_never_share_a_name_even_if_case_is_ignored() {
        let keys = alike();
        for name in [folder, page] {
            let names: HashSet<String> = keys.iter().map(|key| name(key).to_lowercase()).collect();
            assert_eq!(names.len(), keys.len());
            for name in names {
                assert!(
                    name.len() < 200 && !name.starts_with('.') && !name.contains(['/', '\\', ':'])
                );
            }
        }
    }
}
