//! Generators of standard types, as code.

use super::{Generator, Values};
use crate::suggest::ty::Ty;
use std::collections::BTreeSet;

/// The largest size that is generated, so that no value takes all memory.
const MAX_SIZE: &str = "100";

/// Parameters that are sizes, in the words of their names.
const SIZES: [&str; 20] = [
    "len",
    "length",
    "size",
    "count",
    "n",
    "width",
    "height",
    "capacity",
    "times",
    "depth",
    "repeat",
    "indent",
    "limit",
    "max",
    "rows",
    "cols",
    "columns",
    "precision",
    "steps",
    "spaces",
];

impl Values<'_> {
    /// A generator of an owned type for a parameter of this name.
    pub(in crate::suggest) fn generator(&self, name: &str, ty: &Ty) -> Result<Generator, String> {
        let plain = |code: String| Generator { code, is_plain: true, helpers: BTreeSet::new() };
        let drawn = |code: String, parts: &[Generator]| Generator {
            code,
            is_plain: false,
            helpers: parts.iter().flat_map(|it| it.helpers.clone()).collect(),
        };
        let any = || plain(format!("any::<{}>()", self.api.code(ty)));
        let unknown = || format!("no generator is known for `{}`", self.api.code(ty));
        match ty {
            Ty::Std(std, _) if std == "usize" => Ok(drawn(format!("0..{MAX_SIZE}_usize"), &[])),
            Ty::Std(std, _) if ty.is_integer() => {
                let is_size = name.split('_').any(|word| SIZES.contains(&word));
                let is_large = !matches!(&**std, "u8" | "i8");
                Ok(if is_size && is_large {
                    drawn(format!("0..{MAX_SIZE}_{std}"), &[])
                } else {
                    any()
                })
            }
            Ty::Std(std, _) if std == "NonZeroUsize" => Ok(drawn(
                format!(
                    "int(1..{MAX_SIZE}_usize).map(|n| std::num::NonZeroUsize::new(n).unwrap())"
                ),
                &[],
            )),
            Ty::Std(std, _) if std.starts_with("NonZero") => Ok(any()),
            Ty::Std(std, _) if ty.is_float() => Ok(drawn(format!("-1e6..1e6_{std}"), &[])),
            Ty::Std(std, arguments) => {
                let mut parts = Vec::new();
                for argument in arguments {
                    parts.push(self.generator("", argument)?);
                }
                let is_plain = parts.iter().all(|part| part.is_plain);
                let code = |place: usize| parts.get(place).map_or("", |part| &*part.code);
                match &**std {
                    "bool" | "char" | "String" | "Duration" | "Ordering" | "IpAddr"
                    | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6"
                    | "PathBuf" | "OsString" | "CString" | "SystemTime" => Ok(any()),
                    "Vec" | "Option" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet"
                    | "Result" | "VecDeque" | "LinkedList" | "BinaryHeap" | "Range"
                    | "RangeInclusive" | "Rc" | "Arc" | "Box" | "Wrapping" | "Reverse"
                        if is_plain =>
                    {
                        Ok(any())
                    }
                    "Vec" => Ok(drawn(format!("vec({})", code(0)), &parts)),
                    "Option" => Ok(drawn(format!("option({})", code(0)), &parts)),
                    "HashSet" => Ok(drawn(format!("hash_set({})", code(0)), &parts)),
                    "BTreeSet" => Ok(drawn(format!("set({})", code(0)), &parts)),
                    "HashMap" => Ok(drawn(format!("hash_map({}, {})", code(0), code(1)), &parts)),
                    "BTreeMap" => Ok(drawn(format!("map({}, {})", code(0), code(1)), &parts)),
                    "Range" if parts.len() == 1 => Ok(drawn(
                        format!("({0}, {0}).map(|(start, end)| start..end)", code(0)),
                        &parts,
                    )),
                    "Rc" | "Arc" | "Box" => {
                        let path = self.api.code(&Ty::std(std));
                        Ok(drawn(
                            format!("({},).map(|(value,)| {path}::new(value))", code(0)),
                            &parts,
                        ))
                    }
                    _ => Err(unknown()),
                }
            }
            Ty::Tuple(all) => {
                let mut parts = Vec::new();
                for part in all {
                    parts.push(self.generator("", part)?);
                }
                if parts.iter().all(|part| part.is_plain) {
                    return Ok(any());
                }
                let codes: Vec<&str> = parts.iter().map(|part| &*part.code).collect();
                let comma = if codes.len() == 1 { "," } else { "" };
                Ok(drawn(format!("({}{comma})", codes.join(", ")), &parts))
            }
            Ty::Array(item, length) => {
                let part = self.generator("", item)?;
                if matches!(**length, Ty::Unknown(_)) {
                    return Err(unknown());
                }
                if part.is_plain {
                    return Ok(any());
                }
                let code = format!("array::<{}, _>({})", self.api.code(length), part.code);
                Ok(drawn(code, &[part]))
            }
            Ty::Own(..) => {
                let helper = self.helper(ty)?;
                let mut helpers = helper.needs.clone();
                helpers.insert(helper.name.clone());
                Ok(Generator { code: helper.name, is_plain: false, helpers })
            }
            _ => Err(unknown()),
        }
    }
}
