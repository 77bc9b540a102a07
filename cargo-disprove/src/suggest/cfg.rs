//! Conditional compilation: which items of a file are compiled.

use std::collections::BTreeSet;
use syn::{Attribute, Meta, Token, punctuated::Punctuated};

/// What holds in the build: `feature = "std"`, `unix`.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    pub(super) features: BTreeSet<String>,
    /// Lines of `rustc --print cfg`.
    pub(super) target: BTreeSet<String>,
}

impl Conditions {
    /// Whether an item with these attributes is compiled, outside of tests.
    pub(super) fn hold(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).all(|attribute| {
            attribute.parse_args::<Meta>().map_or(true, |condition| self.holds(&condition))
        })
    }

    fn holds(&self, condition: &Meta) -> bool {
        match condition {
            Meta::Path(path) => {
                path.get_ident().is_some_and(|name| self.target.contains(&name.to_string()))
            }
            Meta::NameValue(pair) => {
                let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(value), .. }) = &pair.value
                else {
                    return false;
                };
                let value = value.value();
                if pair.path.is_ident("feature") {
                    return self.features.contains(&value);
                }
                let name = pair.path.get_ident().map(ToString::to_string).unwrap_or_default();
                self.target.contains(&format!("{name}=\"{value}\""))
            }
            Meta::List(list) => {
                let Ok(parts) =
                    list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                else {
                    return false;
                };
                let mut parts = parts.iter();
                if list.path.is_ident("all") {
                    parts.all(|part| self.holds(part))
                } else if list.path.is_ident("any") {
                    parts.any(|part| self.holds(part))
                } else {
                    list.path.is_ident("not") && !parts.all(|part| self.holds(part))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Conditions;

    #[test]
    fn conditions_are_evaluated() {
        let conditions = Conditions {
            features: ["std".to_owned()].into(),
            target: ["unix".to_owned(), "target_os=\"linux\"".to_owned()].into(),
        };
        let holds = |text: &str| {
            let item: syn::ItemFn = syn::parse_str(&format!("{text} fn f() {{}}")).expect("Rust");
            conditions.hold(&item.attrs)
        };
        assert!(holds(r#"#[cfg(all(feature = "std", unix))]"#));
        assert!(holds(r#"#[cfg(not(test))] #[cfg(target_os = "linux")]"#));
        assert!(!holds("#[cfg(test)]"));
        assert!(!holds(r#"#[cfg(feature = "serde")]"#));
        assert!(holds(r#"#[cfg(any(windows, not(feature = "serde")))] #[inline]"#));
    }
}
