//! Which types implement which traits.

use super::{
    definition::{Api, Bound, Implementation},
    lower::of_bounds,
    ty::Ty,
};

/// Traits of every number.
const NUMBER: [&str; 30] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "PartialEq",
    "PartialOrd",
    "ToString",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "Sum",
    "Product",
    "FromStr",
    "Num",
    "NumCast",
    "ToPrimitive",
    "FromPrimitive",
    "Zero",
    "One",
    "NumOps",
    "NumAssign",
    "Bounded",
];

/// Traits of integers alone.
const INTEGER: [&str; 20] = [
    "Eq",
    "Ord",
    "Hash",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Not",
    "Shl",
    "Shr",
    "LowerHex",
    "UpperHex",
    "Binary",
    "Octal",
    "PrimInt",
    "Integer",
    "CheckedAdd",
    "CheckedSub",
    "CheckedMul",
    "BitAndAssign",
    "BitOrAssign",
];

/// Traits that every generated type has.
const MARKERS: [&str; 6] = ["Send", "Sync", "Sized", "Unpin", "Any", "UnwindSafe"];

/// Crates with traits of numbers.
const NUMBER_CRATES: [&str; 3] = ["num_traits", "num", "num_integer"];

/// Candidates for a parameter, the simplest first. Small values collide, which finds more.
const CANDIDATES: [&str; 8] = ["u8", "u32", "i32", "u64", "f64", "String", "char", "usize"];

/// Whether a type has a standard trait, as far as it is known.
pub(super) fn has_trait(api: &Api, ty: &Ty, name: &str) -> bool {
    if MARKERS.contains(&name) {
        return true;
    }
    let parts = |parts: &[Ty]| parts.iter().all(|part| has_trait(api, part, name));
    let is_structural =
        ["Clone", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"].contains(&name);
    match ty {
        Ty::Own(id, arguments) => {
            let is_derived = api.types[*id].derives.contains(name);
            let arguments = api.written_arguments(*id, arguments);
            let of_all = || {
                arguments.iter().all(|it| matches!(it, Ty::Const(_)) || has_trait(api, it, name))
            };
            if is_derived {
                of_all()
            } else {
                api.implementations(*id, name).any(|it| fits(api, it, arguments))
            }
        }
        Ty::Std(own, arguments) => {
            if ty.is_integer() {
                let is_signed = own.starts_with('i');
                return NUMBER.contains(&name)
                    || INTEGER.contains(&name)
                    || name == "Unsigned" && !is_signed
                    || matches!(name, "Neg" | "Signed") && is_signed;
            }
            match &**own {
                "f32" | "f64" => {
                    NUMBER.contains(&name) || matches!(name, "Neg" | "Float" | "Signed" | "Real")
                }
                "bool" | "char" => {
                    is_structural || matches!(name, "Copy" | "Display" | "Default" | "ToString")
                }
                "String" | "str" => {
                    is_structural || matches!(name, "Display" | "Default" | "ToString")
                }
                "Vec" | "VecDeque" | "LinkedList" | "BTreeMap" | "BTreeSet" => {
                    name == "Default" || is_structural && parts(arguments)
                }
                "HashMap" | "HashSet" => {
                    name == "Default"
                        || matches!(name, "Clone" | "Debug" | "PartialEq" | "Eq")
                            && parts(arguments)
                }
                "BinaryHeap" => matches!(name, "Clone" | "Debug" | "Default") && parts(arguments),
                "Option" => {
                    name == "Default" || (is_structural || name == "Copy") && parts(arguments)
                }
                "Result" | "Box" | "Rc" | "Arc" | "Cow" | "Reverse" | "Wrapping" => {
                    is_structural && parts(arguments)
                }
                "Range" | "RangeInclusive" => {
                    matches!(name, "Clone" | "Debug" | "PartialEq" | "Eq" | "Hash")
                        && parts(arguments)
                }
                name if name.starts_with("NonZero") => is_structural || name == "Copy",
                "Duration" | "SystemTime" | "Ordering" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr"
                | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => is_structural || name == "Copy",
                "PathBuf" | "Path" | "OsString" | "OsStr" | "CString" | "PhantomData" => {
                    is_structural
                }
                _ => false,
            }
        }
        Ty::Ref(to) => name == "Copy" || is_structural && has_trait(api, to, name),
        Ty::Slice(item) => is_structural && has_trait(api, item, name),
        Ty::Array(item, _) => (is_structural || name == "Copy") && has_trait(api, item, name),
        Ty::Tuple(all) => (is_structural || name == "Copy" || name == "Default") && parts(all),
        _ => false,
    }
}

/// Whether the arguments of a type satisfy the bounds of an implementation.
fn fits(api: &Api, found: &Implementation, arguments: &[Ty]) -> bool {
    let Ty::Own(_, params) = &found.of else { return false };
    params.iter().zip(arguments).all(|(param, argument)| {
        let Ty::Param(name) = param else { return param == argument };
        let bounds = found.params.iter().find(|it| it.name == *name).map(|it| &it.bounds);
        matches!(argument, Ty::Const(_))
            || bounds.is_none_or(|bounds| bounds.iter().all(|it| satisfies(api, argument, it)))
    })
}

/// Whether values of a type can be compared and shown in an assertion.
pub(super) fn is_comparable(api: &Api, ty: &Ty) -> bool {
    has_trait(api, ty, "PartialEq") && has_trait(api, ty, "Debug")
}

/// A type that satisfies all bounds.
pub(super) fn candidate(api: &Api, bounds: &[Bound]) -> Option<Ty> {
    let mut candidates: Vec<Ty> = CANDIDATES.iter().map(|name| Ty::std(name)).collect();
    candidates.push(Ty::of("Vec", Ty::std("u8")));
    // Types of the crate, for its own traits.
    for bound in bounds {
        let own = bound.own.iter();
        for id in own {
            for found in api.implementations.iter().filter(|it| it.own == Some(*id)) {
                let is_plain = match &found.of {
                    Ty::Own(id, arguments) => {
                        let ty = &api.types[*id];
                        arguments.is_empty() && ty.path.is_some() && !ty.has_lifetimes
                    }
                    Ty::Std(..) => found.params.is_empty(),
                    _ => false,
                };
                if is_plain {
                    candidates.push(found.of.clone());
                }
            }
        }
    }
    candidates.into_iter().find(|ty| bounds.iter().all(|bound| satisfies(api, ty, bound)))
}

pub(super) fn satisfies(api: &Api, ty: &Ty, bound: &Bound) -> bool {
    // Defaults of the crate fit its own bounds.
    if matches!(ty, Ty::Unknown(_)) || ty.is_std("RandomState") {
        return true;
    }
    if let Some(id) = bound.own {
        return api.implementations.iter().any(|found| {
            found.own == Some(id)
                && match &found.of {
                    Ty::Param(name) => {
                        let param = found.params.iter().find(|param| param.name == *name);
                        param.is_some_and(|param| {
                            // A trait whose own bound is itself would never end.
                            param.bounds.iter().all(|it| it.own.is_none() && satisfies(api, ty, it))
                        })
                    }
                    of => of == ty,
                }
        });
    }
    if let Some(foreign) = &bound.foreign
        && !NUMBER_CRATES.contains(&&**foreign)
    {
        return false;
    }
    let first = bound.arguments.first();
    match &*bound.name {
        "From" | "TryFrom" => {
            first.is_none_or(|from| from == ty || ty.is_integer() && from.is_std("u8"))
        }
        "Into" | "TryInto" | "Borrow" => {
            first.is_none_or(|to| to.owned() == *ty || matches!(to, Ty::Param(_)))
        }
        "AsRef" | "Deref" => match first {
            Some(to) => {
                to.owned() == *ty
                    || to.owned() == Ty::of("Vec", Ty::std("u8")) && ty.is_std("String")
            }
            None => false,
        },
        name => has_trait(api, ty, name),
    }
}

/// What a parameter of a function stands for.
pub(super) fn instance(api: &Api, bounds: &[Bound]) -> Option<Ty> {
    of_bounds(bounds).or_else(|| candidate(api, bounds))
}
