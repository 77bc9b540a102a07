//! Types that can be generated, and whether their default generator draws the same values.

use super::{
    number::{self, INTEGERS},
    scope::Library,
    strategy::Want,
    translator::{Need, Refusal, Translator, name, range, with_trait},
};
use syn::{
    Expr, ExprLit, GenericArgument, Lit, PathArguments, Type, TypeParamBound, TypePath,
    punctuated::Punctuated,
};

/// How the values of a type are generated.
#[derive(Debug)]
pub(super) enum Generated {
    /// By the default generator of the type.
    Default,
    /// The default draws other values than before.
    By(GeneratorText),
}

/// The code of a generator.
#[derive(Debug)]
pub(super) struct GeneratorText {
    code: String,
    /// It has the methods of generators.
    is_generator: bool,
}

/// The strings that proptest draws by default: any characters but control characters.
const PRINTABLE: &str = "\"\\\\PC*\"";

impl GeneratorText {
    pub(super) fn text(self, want: Want) -> String {
        match want {
            Want::Generator if self.code == PRINTABLE => {
                format!("{}({})", name("regex"), self.code)
            }
            Want::Generator if !self.is_generator => {
                format!("({}).into_generator(){}", self.code, with_trait("IntoGenerator"))
            }
            _ => self.code,
        }
    }
}

/// Types without parameters whose default generator draws the values of both libraries.
const SIMPLE: [&str; 17] = [
    "bool",
    "char",
    "Duration",
    "IpAddr",
    "Ipv4Addr",
    "Ipv6Addr",
    "SocketAddr",
    "SocketAddrV4",
    "SocketAddrV6",
    "NonZeroU8",
    "NonZeroU16",
    "NonZeroU32",
    "NonZeroU64",
    "NonZeroUsize",
    "NonZeroI32",
    "NonZeroI64",
    "SystemTime",
];

/// Types of the standard library with parameters, and the functions that generate them from generators.
pub(super) const GENERIC: [(&str, Option<&str>); 18] = [
    ("Vec", Some("vec")),
    ("Option", Some("option")),
    ("Result", Some("result")),
    ("BTreeSet", Some("set")),
    ("HashSet", Some("hash_set")),
    ("BTreeMap", Some("map")),
    ("HashMap", Some("hash_map")),
    ("VecDeque", None),
    ("LinkedList", None),
    ("BinaryHeap", None),
    ("Box", None),
    ("Rc", None),
    ("Arc", None),
    ("Wrapping", None),
    ("Reverse", None),
    ("Bound", None),
    ("Range", None),
    ("RangeInclusive", None),
];

/// Names that are in scope everywhere.
const PRELUDE: [&str; 5] = ["Vec", "Option", "Result", "String", "Box"];

impl Translator<'_> {
    /// How a type that proptest generates is generated now.
    pub(super) fn any_of_proptest(&mut self, ty: &Type) -> Result<Generated, Refusal> {
        self.generated(ty, Library::Proptest, 0)
    }

    /// Whether a type that quickcheck generates has a default generator.
    pub(super) fn check_quickcheck_type(&mut self, ty: &Type) -> Result<(), Refusal> {
        match self.generated(ty, Library::Quickcheck, 0)? {
            Generated::Default => Ok(()),
            Generated::By(_) => Err(self.unknown(ty)),
        }
    }

    fn generated(
        &mut self,
        ty: &Type,
        library: Library,
        depth: usize,
    ) -> Result<Generated, Refusal> {
        if depth > 16 {
            return Err(self.unknown(ty));
        }
        match ty {
            Type::Paren(inner) => self.generated(&inner.elem, library, depth + 1),
            Type::Group(inner) => self.generated(&inner.elem, library, depth + 1),
            Type::Tuple(tuple) => {
                let elements: Vec<&Type> = tuple.elems.iter().collect();
                let Some(parts) = self.parts(&elements, library, depth)? else {
                    return Ok(Generated::Default);
                };
                let end = if parts.len() == 1 { "," } else { "" };
                let code = format!("({}{end})", parts.join(", "));
                Ok(Generated::By(GeneratorText { code, is_generator: false }))
            }
            Type::Array(array) => {
                let Some(parts) = self.parts(&[&array.elem], library, depth)? else {
                    return Ok(Generated::Default);
                };
                let code = format!(
                    "{}::<{{ {} }}, _>({})",
                    name("array"),
                    self.source(&array.len),
                    parts[0]
                );
                Ok(Generated::By(GeneratorText { code, is_generator: true }))
            }
            Type::Path(path) if path.qself.is_none() => self.generated_path(path, library, depth),
            Type::Infer(_) => Ok(Generated::Default),
            other => Err(self.unknown(other)),
        }
    }

    /// Generators of several types, or `None` if all have their defaults.
    fn parts(
        &mut self,
        types: &[&Type],
        library: Library,
        depth: usize,
    ) -> Result<Option<Vec<String>>, Refusal> {
        let mut parts = Vec::new();
        let mut is_default = true;
        for ty in types {
            parts.push(match self.generated(ty, library, depth + 1)? {
                Generated::Default => format!("{}::<{}>()", name("any"), self.source(*ty)),
                Generated::By(generator) => {
                    is_default = false;
                    generator.text(Want::Any)
                }
            });
        }
        Ok((!is_default).then_some(parts))
    }

    fn generated_path(
        &mut self,
        path: &TypePath,
        library: Library,
        depth: usize,
    ) -> Result<Generated, Refusal> {
        let last = path.path.segments.last().expect("a path has a segment");
        let short = last.ident.to_string();
        let types: Vec<&Type> = match &last.arguments {
            PathArguments::None => Vec::new(),
            PathArguments::AngleBracketed(arguments) => {
                let types = arguments.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                types.collect()
            }
            PathArguments::Parenthesized(_) => return Err(self.unknown(path)),
        };
        if self.is_standard(&path.path) {
            if INTEGERS.contains(&short.as_str()) {
                if library == Library::Quickcheck && self.code.index.is_old_quickcheck {
                    return Err(format!(
                        "quickcheck 0.9 draws `{short}` below 100, and disprove from the whole type"
                    ));
                }
                return Ok(Generated::Default);
            }
            if SIMPLE.contains(&short.as_str()) {
                return Ok(Generated::Default);
            }
            match (short.as_str(), library) {
                ("f32" | "f64" | "String", Library::Quickcheck) => return Ok(Generated::Default),
                // The default of proptest has no NaN and no infinities.
                ("f32" | "f64", Library::Proptest) => {
                    let code = format!(
                        "{}::<{short}>().filter(|x| x.is_finite()){}",
                        name("any"),
                        with_trait("Generator")
                    );
                    return Ok(Generated::By(GeneratorText { code, is_generator: true }));
                }
                // The default of proptest has no control characters.
                ("String", Library::Proptest) => {
                    let code = PRINTABLE.to_owned();
                    return Ok(Generated::By(GeneratorText { code, is_generator: false }));
                }
                ("PathBuf" | "OsString" | "CString", Library::Quickcheck) => {
                    return Ok(Generated::Default);
                }
                _ => {}
            }
            if let Some((_, function)) = GENERIC.iter().find(|(name, _)| *name == short) {
                let Some(parts) = self.parts(&types, library, depth)? else {
                    return Ok(Generated::Default);
                };
                let function = function.ok_or_else(|| self.unknown(path))?;
                let code = format!("{}({})", name(function), parts.join(", "));
                return Ok(Generated::By(GeneratorText { code, is_generator: true }));
            }
        }
        if path
            .path
            .get_ident()
            .is_some_and(|ident| self.type_parameters.contains(&ident.to_string()))
        {
            return Ok(Generated::Default);
        }
        if let Some(alias) = self.code.index.aliases.get(&short).filter(|_| types.is_empty()) {
            return match self.generated(&alias.clone(), library, depth + 1)? {
                Generated::Default => Ok(Generated::Default),
                Generated::By(_) => Err(self.unknown(path)),
            };
        }
        if self.code.index.generated_types.contains(&short) {
            for ty in types {
                // Its parts are generated by their defaults.
                if matches!(self.generated(ty, library, depth + 1)?, Generated::By(_)) {
                    return Err(self.unknown(path));
                }
            }
            self.needs.insert(Need::Type(short));
            return Ok(Generated::Default);
        }
        Err(self.unknown(path))
    }

    /// Whether a path is a primitive type or an item of the standard library.
    fn is_standard(&self, path: &syn::Path) -> bool {
        let full = self.code.scope.full_path(self.module, path);
        if full.len() > 1 {
            return ["std", "core", "alloc"].contains(&full[0].as_str());
        }
        let is_known = PRELUDE.contains(&full[0].as_str())
            || INTEGERS.contains(&full[0].as_str())
            || ["bool", "char", "f32", "f64"].contains(&full[0].as_str());
        is_known && !self.code.index.local_types.contains_key(&full[0])
    }

    fn unknown(&self, ty: &impl syn::spanned::Spanned) -> Refusal {
        // An alias stands elsewhere.
        let text = self.code.text.get(range(ty)).unwrap_or("?");
        format!("no generator for the type `{text}` is known")
    }

    /// A type that is in scope, unless the crate has no standard library.
    pub(super) fn prelude_type(&self, short: &str) -> Option<String> {
        let path: syn::Path = syn::parse_str(short).expect("a name is a path");
        let full = self.code.scope.full_path(self.module, &path);
        let is_free = full.len() == 1 && !self.code.index.is_no_std;
        let is_std = full.len() > 1 && ["std", "alloc"].contains(&full[0].as_str());
        let is_own = self.code.index.local_types.contains_key(short);
        ((is_free || is_std) && !is_own).then(|| short.to_owned())
    }

    /// Whether a value can be compared for certain, and its type.
    pub(super) fn constant_value(&self, value: &Expr) -> (bool, Option<String>) {
        match value {
            Expr::Lit(ExprLit { lit, .. }) => match lit {
                Lit::Str(_) => (true, Some("&'static str".to_owned())),
                Lit::Bool(_) => (true, Some("bool".to_owned())),
                Lit::ByteStr(_) | Lit::CStr(_) => (true, None),
                _ => (true, number::of(value).0),
            },
            Expr::Unary(unary) => self.constant_value(&unary.expr),
            Expr::Paren(inner) => self.constant_value(&inner.expr),
            Expr::Tuple(tuple) => {
                (tuple.elems.iter().all(|element| self.constant_value(element).0), None)
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if path.path.is_ident("Some") => {
                    (call.args.iter().all(|each| self.constant_value(each).0), None)
                }
                Expr::Path(path) => self.local_value(&path.path),
                _ => (false, None),
            },
            Expr::MethodCall(call) => {
                let is_text = ["to_string", "to_owned"].iter().any(|name| call.method == name)
                    && matches!(&*call.receiver, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }));
                (is_text, if is_text { self.prelude_type("String") } else { None })
            }
            Expr::Path(path) => {
                let number = number::of(value).0;
                if number.is_some() || path.path.is_ident("None") {
                    return (true, number);
                }
                self.local_value(&path.path)
            }
            Expr::Struct(structure) => self.local_value(&structure.path),
            _ => (false, None),
        }
    }

    /// A variant, a constant or a constructor of a type of this file.
    fn local_value(&self, path: &syn::Path) -> (bool, Option<String>) {
        let count = path.segments.len();
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if count == 2 && names[0] == "String" && ["new", "from"].contains(&&*names[1]) {
            return (true, self.prelude_type("String"));
        }
        let types = &self.code.index.local_types;
        // The last segment may be a variant or a function.
        for (number, each) in names.iter().enumerate().rev().take(2) {
            if let Some(ty) = types.get(each) {
                // A name in lower case is a function, one in upper case a constant of any type.
                let is_variant = names[count - 1].chars().next().is_some_and(char::is_uppercase)
                    && (names[count - 1].len() == 1
                        || names[count - 1].chars().any(char::is_lowercase));
                let is_whole = number == count - 1 || (ty.is_enum && is_variant);
                let written = names[..=number].join("::");
                let written = (is_whole && ty.generics == 0).then_some(written);
                return (ty.is_comparable && is_whole, written);
            }
        }
        (false, None)
    }

    /// The type of the elements of a list that is written out.
    pub(super) fn element_type(&self, values: &Expr) -> Option<String> {
        match values {
            Expr::Reference(reference) => self.element_type(&reference.expr),
            Expr::Array(array) => self.constant_value(array.elems.first()?).1,
            Expr::Macro(invocation) if invocation.mac.path.is_ident("vec") => {
                let elements = invocation
                    .mac
                    .parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated)
                    .ok()?;
                self.constant_value(elements.first()?).1
            }
            _ => None,
        }
    }

    /// The type of what a function returns, if it is written.
    pub(super) fn returned_type(&self, function: &Expr) -> Option<String> {
        match function {
            Expr::Closure(closure) => {
                if let syn::ReturnType::Type(_, ty) = &closure.output {
                    return Some(self.source(&**ty).to_owned());
                }
                self.value_type(&closure.body)
            }
            Expr::Path(path) => self.local_value(&path.path).1,
            _ => None,
        }
    }

    fn value_type(&self, value: &Expr) -> Option<String> {
        match value {
            Expr::Block(block) => match block.block.stmts.last()? {
                syn::Stmt::Expr(last, None) => self.value_type(last),
                _ => None,
            },
            Expr::Cast(cast) => match &*cast.ty {
                Type::Infer(_) => None,
                ty => Some(self.source(ty).to_owned()),
            },
            Expr::MethodCall(call) if call.method == "to_string" => self.prelude_type("String"),
            Expr::MethodCall(call) if call.method == "collect" => {
                match call.turbofish.as_ref()?.args.first()? {
                    GenericArgument::Type(ty) => {
                        let text = self.source(ty);
                        (!text.contains('_')).then(|| text.to_owned())
                    }
                    _ => None,
                }
            }
            Expr::Macro(invocation) if invocation.mac.path.is_ident("format") => {
                self.prelude_type("String")
            }
            Expr::Struct(structure) => self.local_value(&structure.path).1,
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => self.local_value(&path.path).1,
                _ => None,
            },
            _ => None,
        }
    }

    /// Translates the type of a function that returns a strategy.
    pub(super) fn strategy_type(&mut self, ty: &Type) -> Result<(), Refusal> {
        match ty {
            Type::ImplTrait(bounds) => {
                let mut is_strategy = false;
                for bound in &bounds.bounds {
                    match bound {
                        TypeParamBound::Trait(bound)
                            if self.proptest(&bound.path).as_deref() == Some("Strategy") =>
                        {
                            is_strategy = true;
                            let last = bound.path.segments.last().expect("a path has a segment");
                            let start = range(&bound.path).start;
                            self.edits.replace(start..range(&last.ident).end, name("Generator"));
                        }
                        TypeParamBound::Lifetime(_) | TypeParamBound::PreciseCapture(_) => {}
                        other => {
                            return Err(format!(
                                "the bound `{}` of a strategy",
                                self.source(other)
                            ));
                        }
                    }
                }
                if is_strategy { Ok(()) } else { Err("no strategy is returned".to_owned()) }
            }
            Type::Path(path)
                if self.proptest(&path.path).as_deref() == Some("BoxedStrategy")
                    || self.proptest(&path.path).as_deref() == Some("SBoxedStrategy") =>
            {
                let last = path.path.segments.last().expect("a path has a segment");
                let start = range(&path.path).start;
                self.edits.replace(start..range(&last.ident).end, name("Boxed"));
                if let PathArguments::AngleBracketed(arguments) = &last.arguments {
                    self.edits.insert(range(&arguments.lt_token).end, "'static, ");
                }
                Ok(())
            }
            other => Err(format!("a strategy of the type `{}`", self.source(other))),
        }
    }
}
