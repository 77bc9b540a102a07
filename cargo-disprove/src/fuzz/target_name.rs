//! The names of fuzz targets.

use crate::project::Property;

/// The path of a property in the workspace without its package: `props::inner::rare`.
pub(super) fn property_path(property: &Property) -> &str {
    let prefix = format!("{}-", property.binary.package);
    property.key.strip_prefix(&prefix).unwrap_or(&property.key)
}

/// The fuzz target of a property: `props__inner__rare`. Names of programs cannot contain colons.
pub(super) fn target_name(property: &Property) -> String {
    from_path(property_path(property))
}

/// The fuzz target of a path. The name of a target stays as it is.
pub(super) fn from_path(path: &str) -> String {
    path.replace("::", "__")
}
