//! The body of a function that generates a value: what it draws.

use super::{Values, variable};
use crate::suggest::{definition::Field, ty::Ty};
use std::collections::BTreeSet;

/// The body of a generator function.
pub(super) struct Draws<'v, 'a> {
    pub(super) values: &'v Values<'a>,
    pub(super) lines: Vec<String>,
    pub(super) helpers: BTreeSet<String>,
}

impl Draws<'_, '_> {
    /// The names and generators of parameters.
    pub(super) fn parts(
        &mut self,
        inputs: &[(String, Ty)],
    ) -> Result<Vec<(String, String)>, String> {
        let mut parts: Vec<(String, String)> = Vec::new();
        for (place, (name, ty)) in inputs.iter().enumerate() {
            let generator = self.values.generator(name, &ty.owned())?;
            self.helpers.extend(generator.helpers);
            let name = variable(name);
            let is_taken =
                matches!(&*name, "made" | "src") || parts.iter().any(|(it, _)| *it == name);
            let name = if is_taken { format!("{name}_{place}") } else { name };
            parts.push((name, generator.code));
        }
        Ok(parts)
    }

    /// A struct or variant with drawn fields.
    pub(super) fn literal(&mut self, path: &str, fields: &[Field]) -> Result<String, String> {
        let mut named = Vec::new();
        let is_tuple = fields.iter().all(|field| field.name.is_none());
        for field in fields {
            let name = field.name.clone().unwrap_or_default();
            let own = field.ty.owned();
            if own != field.ty && !field.ty.is_std("Box") && !field.ty.is_std("Cow") {
                return Err(format!("a field is borrowed: `{}`", self.values.api.code(&field.ty)));
            }
            let generator = self.values.generator(&name, &own)?;
            self.helpers.extend(generator.helpers);
            let mut value = format!("src.draw({})", generator.code);
            if field.ty.is_std("Box") || field.ty.is_std("Cow") {
                value.push_str(".into()");
            }
            named.push(if is_tuple { value } else { format!("{name}: {value}") });
        }
        let list = named.join(", ");
        Ok(match (fields.is_empty(), is_tuple) {
            (true, _) => path.to_owned(),
            (_, true) => format!("{path}({list})"),
            (_, false) => format!("{path} {{ {list} }}"),
        })
    }
}
