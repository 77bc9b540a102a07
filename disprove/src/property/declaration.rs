//! The declaration of a `#[property]`: everything that does not depend on its types.

use crate::settings::Overrides;
use std::time::Duration;

/// What the attribute and the signature say about a property. The macro writes it as a constant.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// A text by which tools find the properties of a test binary.
    pub marker: &'static str,
    /// The name of the function.
    pub function: &'static str,
    /// The path of its module.
    pub module: &'static str,
    /// The package that is compiled.
    pub package: Option<&'static str>,
    /// Its folder.
    pub folder: Option<&'static str>,
    /// The names of the generated arguments.
    pub arguments: &'static [&'static str],
    /// The settings of the attribute.
    pub settings: Overrides,
    /// The tokens of `#[replay(..)]`.
    pub replays: &'static [&'static str],
    /// Whether to run in a process of its own, and the time limit of a case if the attribute has one.
    pub isolate: Option<Option<Duration>>,
    /// Whether the body draws from a `&mut Source`.
    pub draws: bool,
    /// Whether the property has `#[should_panic]`.
    pub should_panic: bool,
    /// If it is written for another library.
    pub foreign: Option<Foreign>,
}

/// What differs for properties that are written for another library.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The accepted cases without which the property fails, instead of when the run gives up.
    pub least_cases: Option<u64>,
}

impl Declaration {
    /// A property without name, arguments and settings.
    pub const EMPTY: Declaration = Declaration {
        marker: "",
        function: "",
        module: "",
        package: None,
        folder: None,
        arguments: &[],
        settings: Overrides::NONE,
        replays: &[],
        isolate: None,
        draws: false,
        should_panic: false,
        foreign: None,
    };

    pub(super) fn name(&self) -> String {
        place(self.function, self.module, self.package)
    }
}

/// The unique name of a property in its workspace. The test files of two packages often have the same name, so the
/// package comes first there.
pub fn place(name: &str, module: &str, package: Option<&str>) -> String {
    let root = module.split("::").next().unwrap_or(module);
    match package {
        Some(package) if package.replace('-', "_") != root => format!("{package}-{module}::{name}"),
        _ => format!("{module}::{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn distinguishes_test_files_of_the_same_name_in_two_packages() {
        assert_eq!(place("f", "my_crate::tests", Some("my-crate")), "my_crate::tests::f");
        assert_eq!(place("f", "properties", Some("my-crate")), "my-crate-properties::f");
        assert_eq!(place("f", "properties", Some("other")), "other-properties::f");
        assert_eq!(place("f", "properties", None), "properties::f");
        assert_eq!(place("f", "shop::tests", Some("shop-rs")), "shop-rs-shop::tests::f");
        for module in ["orders::discounts", "shop::discounts::tests"] {
            let example = place("totals_stay_positive", module, Some("shop"));
            let file = format!("`{}.txt`", example.replace("::", "."));
            crate::humanize::assert_said("guides/regressions.md", &file);
        }
    }
}
