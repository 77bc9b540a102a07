//! Types as signatures name them, resolved by their paths.

use std::fmt::Write as _;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ty {
    /// A type of the language or the standard library, by its last name: `u8`, `str`, `HashMap`.
    Std(String, Vec<Ty>),
    /// A type of the crate, by its number.
    Own(usize, Vec<Ty>),
    Ref(Box<Ty>),
    RefMut(Box<Ty>),
    Slice(Box<Ty>),
    Array(Box<Ty>, Box<Ty>),
    Tuple(Vec<Ty>),
    /// A parameter of a generic item.
    Param(String),
    /// The value of a constant parameter.
    Const(String),
    /// Anything that can be borrowed as this: `AsRef<str>`.
    AsRef(Box<Ty>),
    /// Anything that becomes this: `Into<String>`.
    Into(Box<Ty>),
    /// Anything that yields items of this type.
    Items(Box<Ty>),
    /// What is not understood, as text.
    Unknown(String),
}

/// Types of the standard library that are not in the prelude, with their modules.
const MODULES: [(&str, &str); 40] = [
    ("NonZeroU8", "std::num"),
    ("NonZeroU16", "std::num"),
    ("NonZeroU32", "std::num"),
    ("NonZeroU64", "std::num"),
    ("NonZeroUsize", "std::num"),
    ("NonZeroI32", "std::num"),
    ("NonZeroI64", "std::num"),
    ("RandomState", "std::collections::hash_map"),
    ("BTreeMap", "std::collections"),
    ("BTreeSet", "std::collections"),
    ("BinaryHeap", "std::collections"),
    ("HashMap", "std::collections"),
    ("HashSet", "std::collections"),
    ("LinkedList", "std::collections"),
    ("VecDeque", "std::collections"),
    ("Cow", "std::borrow"),
    ("Rc", "std::rc"),
    ("Arc", "std::sync"),
    ("Cell", "std::cell"),
    ("RefCell", "std::cell"),
    ("Mutex", "std::sync"),
    ("Duration", "std::time"),
    ("SystemTime", "std::time"),
    ("Ordering", "std::cmp"),
    ("Reverse", "std::cmp"),
    ("Range", "std::ops"),
    ("RangeInclusive", "std::ops"),
    ("IpAddr", "std::net"),
    ("Ipv4Addr", "std::net"),
    ("Ipv6Addr", "std::net"),
    ("SocketAddr", "std::net"),
    ("SocketAddrV4", "std::net"),
    ("SocketAddrV6", "std::net"),
    ("OsString", "std::ffi"),
    ("CString", "std::ffi"),
    ("OsStr", "std::ffi"),
    ("Path", "std::path"),
    ("PathBuf", "std::path"),
    ("PhantomData", "std::marker"),
    ("Wrapping", "std::num"),
];

/// Names that need no import.
const PRELUDE: [&str; 23] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char", "str", "String", "Vec", "Option", "Result", "Box", "ToOwned",
];

pub(super) const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

impl Ty {
    pub(super) fn std(name: &str) -> Ty {
        Ty::Std(name.to_owned(), Vec::new())
    }

    pub(super) fn of(name: &str, argument: Ty) -> Ty {
        Ty::Std(name.to_owned(), vec![argument])
    }

    pub(super) fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// A type of the standard library with this name, if it is one that is known.
    pub(super) fn known_std(name: &str, arguments: Vec<Ty>) -> Option<Ty> {
        let is_known = PRELUDE.contains(&name) || MODULES.iter().any(|(known, _)| *known == name);
        is_known.then(|| Ty::Std(name.to_owned(), arguments))
    }

    /// Whether a name needs no import.
    pub(super) fn is_prelude(name: &str) -> bool {
        PRELUDE.contains(&name)
    }

    pub(super) fn is_std(&self, name: &str) -> bool {
        matches!(self, Ty::Std(own, _) if own == name)
    }

    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Ty::Std(name, _) if INTEGERS.contains(&&**name))
    }

    pub(super) fn is_float(&self) -> bool {
        self.is_std("f32") || self.is_std("f64")
    }

    pub(super) fn is_unit(&self) -> bool {
        matches!(self, Ty::Tuple(parts) if parts.is_empty())
    }

    /// The only argument of a type of the standard library: `T` of `Option<T>`.
    pub(super) fn argument(&self, name: &str) -> Option<&Ty> {
        match self {
            Ty::Std(own, arguments) if own == name => arguments.first(),
            _ => None,
        }
    }

    /// What a `Result` or `Option` has if all is well.
    pub(super) fn success(&self) -> Option<&Ty> {
        self.argument("Result").or_else(|| self.argument("Option"))
    }

    /// All parts of the type.
    pub(super) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Std(_, parts) | Ty::Own(_, parts) | Ty::Tuple(parts) => parts.iter().collect(),
            Ty::Array(item, length) => vec![item, length],
            Ty::Ref(to) | Ty::RefMut(to) | Ty::Slice(to) => vec![to],
            Ty::AsRef(to) | Ty::Into(to) | Ty::Items(to) => vec![to],
            Ty::Param(_) | Ty::Const(_) | Ty::Unknown(_) => Vec::new(),
        }
    }

    /// Whether the type or one of its parts is one of these.
    pub(super) fn any(&self, found: &dyn Fn(&Ty) -> bool) -> bool {
        found(self) || self.parts().into_iter().any(|part| part.any(found))
    }

    /// The type with its parts replaced.
    pub(super) fn map(&self, with: &dyn Fn(&Ty) -> Option<Ty>) -> Ty {
        if let Some(other) = with(self) {
            return other;
        }
        let all = |parts: &[Ty]| parts.iter().map(|part| part.map(with)).collect();
        let one = |part: &Ty| Box::new(part.map(with));
        match self {
            Ty::Std(name, parts) => Ty::Std(name.clone(), all(parts)),
            Ty::Own(id, parts) => Ty::Own(*id, all(parts)),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Array(item, length) => Ty::Array(one(item), one(length)),
            Ty::Ref(to) => Ty::Ref(one(to)),
            Ty::RefMut(to) => Ty::RefMut(one(to)),
            Ty::Slice(to) => Ty::Slice(one(to)),
            Ty::AsRef(to) => Ty::AsRef(one(to)),
            Ty::Into(to) => Ty::Into(one(to)),
            Ty::Items(to) => Ty::Items(one(to)),
            Ty::Param(_) | Ty::Const(_) | Ty::Unknown(_) => self.clone(),
        }
    }

    /// The type of a value that can be passed or compared as this: `String` for `&str`.
    pub(super) fn owned(&self) -> Ty {
        match self {
            Ty::Ref(to) | Ty::RefMut(to) | Ty::AsRef(to) | Ty::Into(to) => to.owned(),
            Ty::Slice(item) => Ty::of("Vec", item.owned()),
            Ty::Items(item) => Ty::of("Vec", item.owned()),
            Ty::Std(name, parts) => match (&**name, &parts[..]) {
                ("str", _) => Ty::std("String"),
                ("Path", _) => Ty::std("PathBuf"),
                ("OsStr", _) => Ty::std("OsString"),
                ("Cow" | "Box", [to]) => to.owned(),
                _ => Ty::Std(name.clone(), parts.iter().map(Ty::owned).collect()),
            },
            // A type with other arguments is another type.
            Ty::Own(..) => self.clone(),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(Ty::owned).collect()),
            Ty::Array(item, length) => Ty::Array(Box::new(item.owned()), length.clone()),
            Ty::Param(_) | Ty::Const(_) | Ty::Unknown(_) => self.clone(),
        }
    }

    /// The type as code. `own` names the types of the crate.
    pub(super) fn code(&self, own: &dyn Fn(usize) -> String) -> String {
        let list =
            |parts: &[Ty]| parts.iter().map(|part| part.code(own)).collect::<Vec<_>>().join(", ");
        let generic = |name: &str, parts: &[Ty]| {
            let mut text = name.to_owned();
            if !parts.is_empty() {
                let _ = write!(text, "<{}>", list(parts));
            }
            text
        };
        match self {
            Ty::Std(name, parts) => {
                let module = MODULES.iter().find(|(known, _)| known == name);
                let path = module.map(|(_, module)| format!("{module}::")).unwrap_or_default();
                generic(&format!("{path}{name}"), parts)
            }
            Ty::Own(id, parts) => generic(&own(*id), parts),
            Ty::Ref(to) => format!("&{}", to.code(own)),
            Ty::RefMut(to) => format!("&mut {}", to.code(own)),
            Ty::Slice(item) => format!("[{}]", item.code(own)),
            Ty::Array(item, length) => format!("[{}; {}]", item.code(own), length.code(own)),
            Ty::Tuple(parts) if parts.len() == 1 => format!("({},)", list(parts)),
            Ty::Tuple(parts) => format!("({})", list(parts)),
            Ty::Param(name) | Ty::Const(name) | Ty::Unknown(name) => name.clone(),
            Ty::AsRef(to) | Ty::Into(to) | Ty::Items(to) => to.owned().code(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ty;

    #[test]
    fn borrowed_types_have_owned_ones() {
        let text = Ty::Ref(Box::new(Ty::std("str")));
        let code = |ty: &Ty| ty.owned().code(&|id| format!("small::T{id}"));
        assert_eq!(code(&text), "String");
        assert_eq!(code(&Ty::Ref(Box::new(Ty::Slice(Box::new(text.clone()))))), "Vec<String>");
        assert_eq!(code(&Ty::of("Cow", Ty::std("str"))), "String");
        let own = Ty::Own(3, vec![text]);
        assert_eq!(code(&Ty::of("HashSet", own)), "std::collections::HashSet<small::T3<&str>>");
    }
}
