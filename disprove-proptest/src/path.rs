//! The parameters of paths.
//!
//! In disprove: `any::<PathBuf>()`.
//!
//! ```
//! use proptest::{arbitrary::any_with, path::PathParams, prelude::*};
//! use std::path::PathBuf;
//!
//! let parameters = PathParams::default().with_components(0..=3);
//! proptest!(|(path in any_with::<PathBuf>(parameters))| prop_assert!(path.components().count() <= 4));
//! ```

use crate::{collection::SizeRange, string::StringParam};

/// How many components a path has, and what they match. In disprove: `any::<PathBuf>()`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathParams {
    components: SizeRange,
    component_regex: StringParam,
}

impl PathParams {
    /// The number of components. In disprove: `.len(..)` of a `vec` of components.
    ///
    /// ```
    /// assert_eq!(proptest::path::PathParams::default().components().start(), 0);
    /// ```
    pub fn components(&self) -> SizeRange {
        self.components.clone()
    }

    /// Sets the number of components. In disprove: `.len(..)` of a `vec` of components.
    ///
    /// ```
    /// let params = proptest::path::PathParams::default().with_components(1..3);
    /// assert_eq!(params.components().start(), 1);
    /// ```
    #[must_use]
    pub fn with_components(self, components: impl Into<SizeRange>) -> PathParams {
        PathParams { components: components.into(), ..self }
    }

    /// The pattern of a component. In disprove: `regex(..)`.
    ///
    /// ```
    /// assert_ne!(proptest::path::PathParams::default().component_regex(), "a".into());
    /// ```
    pub fn component_regex(&self) -> StringParam {
        self.component_regex
    }

    /// Sets the pattern of a component. In disprove: `regex(..)`.
    ///
    /// ```
    /// let params = proptest::path::PathParams::default().with_component_regex("[a-z]+");
    /// assert_eq!(params.component_regex(), "[a-z]+".into());
    /// ```
    #[must_use]
    pub fn with_component_regex(self, component_regex: impl Into<StringParam>) -> PathParams {
        PathParams { component_regex: component_regex.into(), ..self }
    }
}

impl Default for PathParams {
    fn default() -> PathParams {
        PathParams { components: (0..8).into(), component_regex: StringParam::default() }
    }
}
