//! The properties of all test binaries that a command builds.

use super::checks::checks;
use crate::{
    error::{CommandError, usage},
    plural::plural,
    project::{Property, TestFlags, build, properties},
    terminal::diagnostic,
};
use std::{collections::BTreeSet, rc::Rc};

/// What the test binaries contain.
#[derive(Default)]
pub(crate) struct Discovery {
    pub(crate) properties: Vec<Property>,
    /// The unique names of ignored properties.
    pub(crate) ignored: Vec<String>,
    /// The packages of the binaries.
    pub(crate) packages: BTreeSet<String>,
    /// Whether the properties of all binaries are known.
    pub(crate) is_listed: bool,
}

impl Discovery {
    /// Builds the tests and finds their properties; with `checks`, in tests without the attribute too.
    pub(crate) fn new(flags: &TestFlags, checks: bool) -> Result<Discovery, CommandError> {
        let mut all = Discovery { is_listed: true, ..Discovery::default() };
        for binary in build(flags)? {
            let binary = Rc::new(binary);
            all.packages.insert(binary.package.clone());
            match properties(&binary) {
                Ok(found) => {
                    if checks || found.has_calls {
                        all.properties.extend(self::checks(&binary, &found.properties));
                    }
                    all.properties.extend(found.properties);
                    all.ignored.extend(found.ignored);
                }
                Err(why) => {
                    all.is_listed = false;
                    diagnostic(&why);
                }
            }
        }
        if all.properties.is_empty() {
            let hint = "write `#[property]` on a test with arguments, or select packages with `-p` or `--workspace`";
            let what = if all.is_listed { "no property found" } else { "no property can be run" };
            return Err(usage(format!("{what}: {hint}")));
        }
        Ok(all)
    }

    /// The properties whose names contain one of the filters.
    pub(crate) fn filtered(mut self, filters: &[String]) -> Result<Vec<Property>, CommandError> {
        let count = self.properties.len();
        self.properties.retain(|property| {
            filters.is_empty() || filters.iter().any(|filter| property.key.contains(&**filter))
        });
        if self.properties.is_empty() {
            return Err(usage(format!(
                "no property has `{}` in its name; `cargo disprove hunt --list` lists {}",
                filters.join("` or `"),
                plural(count, "property", "properties")
            )));
        }
        Ok(self.properties)
    }
}

/// The properties whose names contain one of the filters.
pub(crate) fn find(
    flags: &TestFlags,
    filters: &[String],
    checks: bool,
) -> Result<Vec<Property>, CommandError> {
    Discovery::new(flags, checks)?.filtered(filters)
}
