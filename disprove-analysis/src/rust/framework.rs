//! Determines the framework of an attribute.

use crate::ir::Framework;
use syn::Attribute;

/// What the attributes of a function say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// `None` if it is not a test.
    pub framework: Option<Framework>,
    pub should_panic: bool,
    pub test_only: bool,
}

/// Reads the attributes of a function, a module or a block.
pub fn marks(attributes: &[Attribute]) -> Marks {
    let mut marks = Marks { framework: None, should_panic: false, test_only: false };
    for attribute in attributes {
        let names: Vec<String> =
            attribute.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match names.as_slice() {
            ["should_panic"] => marks.should_panic = true,
            ["cfg"] => {
                let tokens = attribute.meta.require_list().map(|list| list.tokens.to_string());
                marks.test_only |= tokens.is_ok_and(|tokens| {
                    tokens == "test"
                        || tokens.starts_with("all (test")
                        || tokens.starts_with("all(test")
                });
            }
            _ => {
                if let Some(found) = framework(&names) {
                    // `#[test]` may accompany the attribute of a framework.
                    if found != Framework::Unit || marks.framework.is_none() {
                        marks.framework = Some(found);
                    }
                }
            }
        }
    }
    marks
}

fn framework(names: &[&str]) -> Option<Framework> {
    Some(match names {
        ["hegel", "test" | "state_machine"] => Framework::Hegel,
        ["property"] | ["disprove", "property"] | ["disprove", "prelude", "property"] => {
            Framework::Disprove
        }
        ["property_test"] | ["proptest", "property_test"] => Framework::Proptest,
        ["quickcheck"] | ["quickcheck_macros", "quickcheck"] | ["quickcheck_async", _] => {
            Framework::QuickCheck
        }
        ["proptest"] | ["test_strategy", "proptest"] => Framework::TestStrategy,
        [.., "test" | "rstest" | "test_case" | "wasm_bindgen_test" | "test_log"] => Framework::Unit,
        _ => return None,
    })
}
