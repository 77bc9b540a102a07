//! Which alternatives an error of the compiler is about.

use super::render::Rendered;
use serde_json::Value;
use std::collections::BTreeMap;

/// Errors about types and names. In the code of an alternative, they are there without other alternatives too; errors about
/// inferred types, moves and borrows need not be.
const CERTAIN: [&str; 13] = [
    "E0061", "E0107", "E0277", "E0308", "E0368", "E0369", "E0412", "E0423", "E0425", "E0433",
    "E0599", "E0600", "E0614",
];

/// Alternatives that do not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Culprit {
    /// It does not compile by itself either.
    Unviable(u32),
    /// One of these does not compile beside the others.
    Suspects(Vec<u32>),
}

/// The culprits in the messages of cargo. Empty if no error is in the code of an alternative.
pub(super) fn culprits(messages: &str, files: &BTreeMap<String, Rendered>) -> Vec<Culprit> {
    let mut found = Vec::new();
    for line in messages.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
        let message = &line["message"];
        if line["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        let mut code = message["code"]["code"].as_str().unwrap_or_default();
        // The only one of these errors without a code.
        if message["message"].as_str().is_some_and(|text| text.starts_with("cannot find macro")) {
            code = CERTAIN[0];
        }
        for span in message["spans"].as_array().into_iter().flatten() {
            let Some(culprit) = culprit(span, code, files).filter(|_| span["is_primary"] == true)
            else {
                continue;
            };
            if !found.contains(&culprit) {
                found.push(culprit);
            }
        }
    }
    found
}

fn culprit(span: &Value, code: &str, files: &BTreeMap<String, Rendered>) -> Option<Culprit> {
    let Some(rendered) = span["file_name"].as_str().and_then(|name| files.get(name)) else {
        // The code of a macro, which is called by ours.
        let outer = &span["expansion"]["span"];
        return if outer.is_null() { None } else { culprit(outer, code, files) };
    };
    let at = span["byte_start"].as_u64()? as usize;
    let alternative = rendered.alternatives.iter().find(|(range, _)| range.contains(&at));
    if let Some((_, number)) = alternative {
        return Some(if CERTAIN.contains(&code) {
            Culprit::Unviable(*number)
        } else {
            Culprit::Suspects(vec![*number])
        });
    }
    // The innermost one comes last.
    let site = rendered.sites.iter().rev().find(|(range, _)| range.contains(&at))?;
    Some(Culprit::Suspects(site.1.clone()))
}

#[cfg(test)]
mod tests {
    use super::{Culprit, Rendered, culprits};
    use serde_json::json;

    #[test]
    fn errors_are_attributed_to_the_innermost_site() {
        let rendered = Rendered {
            text: String::new(),
            alternatives: vec![(10..20, 1), (40..50, 2)],
            sites: vec![(5..30, vec![1]), (35..90, vec![2, 3]), (60..70, vec![4])],
        };
        let files = [("src/lib.rs".to_owned(), rendered)].into();
        let found = |file: &str, at: u64, code: &str| {
            let span = json!({ "file_name": file, "byte_start": at, "is_primary": true });
            let code = json!({ "code": code });
            let message = json!({ "level": "error", "code": code, "spans": [span] });
            culprits(
                &json!({ "reason": "compiler-message", "message": message }).to_string(),
                &files,
            )
        };
        assert_eq!(found("src/lib.rs", 12, "E0308"), [Culprit::Unviable(1)]);
        assert_eq!(found("src/lib.rs", 12, "E0282"), [Culprit::Suspects(vec![1])]);
        assert_eq!(found("src/lib.rs", 65, "E0308"), [Culprit::Suspects(vec![4])]);
        assert_eq!(found("src/lib.rs", 36, "E0382"), [Culprit::Suspects(vec![2, 3])]);
        assert_eq!(found("src/lib.rs", 95, "E0308"), []);
        assert_eq!(found("src/other.rs", 12, "E0308"), []);
    }
}
