//! Names of functions that say what they do.

/// Words that undo each other.
const PAIRS: [(&str, &str); 34] = [
    ("encode", "decode"),
    ("encoded", "decoded"),
    ("to", "from"),
    ("into", "from"),
    ("as", "from"),
    ("serialize", "deserialize"),
    ("compress", "decompress"),
    ("compress", "uncompress"),
    ("escape", "unescape"),
    ("format", "parse"),
    ("to", "parse"),
    ("print", "parse"),
    ("render", "parse"),
    ("write", "read"),
    ("pack", "unpack"),
    ("quote", "unquote"),
    ("encrypt", "decrypt"),
    ("wrap", "unwrap"),
    ("join", "split"),
    ("marshal", "unmarshal"),
    ("dump", "load"),
    ("dumps", "loads"),
    ("emit", "parse"),
    ("stringify", "parse"),
    ("inflate", "deflate"),
    ("deflate", "inflate"),
    ("forward", "backward"),
    ("forward", "inverse"),
    ("flatten", "unflatten"),
    ("zip", "unzip"),
    ("lock", "unlock"),
    ("mangle", "demangle"),
    ("embed", "extract"),
    ("shift", "unshift"),
];

/// Whether the second function undoes the first, by their names: `encode_hex` and `decode_hex`. The context is the path
/// before the names, which may say more: `encode::url` and `decode::url`.
pub(super) fn undoes(first: &[&str], second: &[&str]) -> bool {
    let (first, second) = (words(first), words(second));
    PAIRS.iter().any(|(doing, undoing)| {
        let Some(rest) = without(&first, doing) else { return false };
        let Some(other) = without(&second, undoing) else { return false };
        if rest == other {
            return true;
        }
        // `encode_upper` and `decode`, but not `to_hex` and `from_base64`.
        let is_preposition = ["to", "into", "as"].contains(doing);
        let is_vague = |words: &[String]| {
            words
                .iter()
                .all(|word| ["string", "str", "vec", "bytes", "slice", "text"].contains(&&**word))
        };
        if is_preposition {
            return is_vague(&rest) && is_vague(&other);
        }
        is_vague(&other) || is_vague(&rest)
    })
}

fn words(parts: &[&str]) -> Vec<String> {
    let all = parts.iter().flat_map(|part| part.split('_'));
    all.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

fn without(words: &[String], word: &str) -> Option<Vec<String>> {
    let at = words.iter().position(|it| it == word)?;
    let mut rest = words.to_vec();
    rest.remove(at);
    // `encode::encode` and `decode::decode`.
    rest.retain(|it| it != word);
    Some(rest)
}

/// Whether a name says that the function changes the form of a value, as `decode` does. Such a function is hardly ever
/// idempotent, though few inputs show it.
pub(super) fn is_conversion(name: &str) -> bool {
    let is_preposition = |word: &str| ["to", "into", "as", "from"].contains(&word);
    name.split('_')
        .any(|word| !is_preposition(word) && PAIRS.iter().any(|(a, b)| *a == word || *b == word))
}

/// Whether one of the words of a name is in a list.
pub(super) fn has_word(name: &str, list: &[&str]) -> bool {
    name.split('_').any(|word| list.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{is_conversion, undoes};

    #[test]
    fn names_that_undo_each_other() {
        assert!(undoes(&["encode"], &["decode"]));
        assert!(undoes(&["encode_upper"], &["decode"]));
        assert!(undoes(&["to_bytes"], &["from_bytes"]));
        assert!(undoes(&["to_string"], &["parse"]));
        assert!(undoes(&["encode", "encode"], &["decode", "decode"]));
        assert!(!undoes(&["to_hex"], &["from_base64"]));
        assert!(!undoes(&["encode_hex"], &["decode_base64"]));
        assert!(!undoes(&["decode"], &["encode"]));
        assert!(!undoes(&["sort"], &["sort"]));
        assert!(is_conversion("decode_binary") && !is_conversion("to_lowercase"));
    }
}
