//! Generators of values: those of the library, and functions that build values of the crate.

use super::{
    concrete::{Concrete, TypeArguments, concrete},
    definition::{Api, CallForm, Field, Function, Receiver, TypeKind, Variant},
    lower::substitute,
    pass::pass,
    ty::Ty,
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

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

/// Methods that add to a value, the most usual first.
const ADDING: [&str; 16] = [
    "push",
    "insert",
    "push_back",
    "add",
    "push_str",
    "put",
    "append",
    "enqueue",
    "extend",
    "set",
    "record",
    "update",
    "write",
    "offer",
    "include",
    "observe",
];

/// A generator, as code.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub(super) code: String,
    /// Whether an argument of this type needs no generator.
    pub(super) is_plain: bool,
    /// The functions it calls.
    pub(super) helpers: BTreeSet<String>,
}

/// A function that generates values of a type.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) needs: BTreeSet<String>,
}

/// Generators of all types.
pub(super) struct Values<'a> {
    pub(super) api: &'a Api,
    pub(super) types: &'a TypeArguments,
    known: RefCell<BTreeMap<Ty, Result<Helper, String>>>,
    /// Types whose generator is being written: a type that contains itself has no generator there.
    open: RefCell<Vec<Ty>>,
    /// `to_string` of every type that implements `Display`.
    display: Function,
}

/// The body of a generator function.
struct Draws<'v, 'a> {
    values: &'v Values<'a>,
    lines: Vec<String>,
    helpers: BTreeSet<String>,
}

impl<'a> Values<'a> {
    pub(super) fn new(api: &'a Api, types: &'a TypeArguments) -> Values<'a> {
        let display = Function {
            name: "to_string".to_owned(),
            form: CallForm::Method,
            owner: None,
            params: Vec::new(),
            receiver: Some(Receiver::Ref),
            inputs: Vec::new(),
            output: Ty::std("String"),
            documentation: String::new(),
            of_standard: Some("Display".to_owned()),
            refusal: None,
            is_total: false,
            file: String::new(),
            line: 0,
        };
        Values { api, types, known: RefCell::default(), open: RefCell::default(), display }
    }

    /// `to_string`, which `Display` gives to a type.
    pub(super) fn display(&self) -> &Function {
        &self.display
    }

    /// All functions that were written.
    pub(super) fn helpers(&self) -> Vec<Helper> {
        self.known.borrow().values().filter_map(|it| it.clone().ok()).collect()
    }

    /// A generator of an owned type for a parameter of this name.
    pub(super) fn generator(&self, name: &str, ty: &Ty) -> Result<Generator, String> {
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

    /// The function that generates values of a type of the crate.
    fn helper(&self, ty: &Ty) -> Result<Helper, String> {
        if let Some(known) = self.known.borrow().get(ty) {
            return known.clone();
        }
        let Ty::Own(id, arguments) = ty else { return Err("it is not of the crate".to_owned()) };
        let definition = &self.api.types[*id];
        let name = &definition.name;
        if definition.path.is_none() {
            return Err(format!("{name} is private"));
        }
        if definition.has_lifetimes || arguments.iter().any(|it| *it != it.owned()) {
            return Err(format!("{name} borrows from another value"));
        }
        if self.open.borrow().contains(ty) {
            return Err(format!("{name} contains itself"));
        }
        self.open.borrow_mut().push(ty.clone());
        let made = self.make(ty, *id, arguments);
        self.open.borrow_mut().pop();
        let made = made.map(|(lines, needs)| {
            let used: Vec<String> = self.helpers().into_iter().map(|it| it.name).collect();
            let base = format!("any_{}", snake(name));
            let mut name = base.clone();
            let mut number = 2;
            while used.contains(&name) {
                name = format!("{base}_{number}");
                number += 1;
            }
            let body: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
            let body = body.concat();
            let code = self.api.code(ty);
            Helper {
                source: format!("fn {name}(src: &mut Source) -> {code} {{\n{body}}}\n"),
                name,
                needs,
            }
        });
        // Inside of another type that contains this one, it may have failed only for that reason.
        let is_final = made.is_ok() || self.open.borrow().is_empty();
        if is_final {
            self.known.borrow_mut().insert(ty.clone(), made.clone());
        }
        made
    }

    fn draws(&self) -> Draws<'_, 'a> {
        Draws { values: self, lines: Vec::new(), helpers: BTreeSet::new() }
    }

    /// The lines of the function, by the best way that the type offers.
    fn make(
        &self,
        ty: &Ty,
        id: usize,
        arguments: &[Ty],
    ) -> Result<(Vec<String>, BTreeSet<String>), String> {
        let definition = &self.api.types[id];
        let path = self.api.path(id);
        let fields = |fields: &[Field]| -> Vec<Field> {
            let with = |field: &Field| Field {
                ty: substitute(&field.ty, &definition.params, arguments),
                ..field.clone()
            };
            fields.iter().map(with).collect()
        };
        match &definition.kind {
            TypeKind::Struct(all) if !all.is_empty() && all.iter().all(|it| it.is_public) => {
                let mut draws = self.draws();
                if let Ok(value) = draws.literal(&path, &fields(all)) {
                    draws.lines.push(value);
                    return Ok((draws.lines, draws.helpers));
                }
            }
            TypeKind::Enum(variants) => {
                let variants: Vec<Variant> = variants
                    .iter()
                    .map(|it| Variant { name: it.name.clone(), fields: fields(&it.fields) })
                    .collect();
                if let Some(found) = self.enumeration(&path, &variants) {
                    return Ok(found);
                }
            }
            _ => {}
        }
        let makers = self.makers(ty);
        let empty = self.empty(ty, id, &makers);
        if let Some(empty) = &empty
            && let Some(found) = self.builder(ty, empty)
        {
            return Ok(found);
        }
        let mut why = format!("{} has no public way to make one", definition.name);
        for maker in &makers {
            if maker.inputs.is_empty() {
                continue;
            }
            match self.constructor(ty, maker) {
                Ok(found) => return Ok(found),
                Err(reason) => why = reason,
            }
        }
        match empty {
            Some(empty) => Ok((vec![empty], BTreeSet::new())),
            None => Err(why),
        }
    }

    fn enumeration(
        &self,
        path: &str,
        variants: &[Variant],
    ) -> Option<(Vec<String>, BTreeSet<String>)> {
        let mut arms = Vec::new();
        let mut helpers = BTreeSet::new();
        for variant in variants {
            let mut draws = self.draws();
            // A variant without a generator is left out.
            if let Ok(value) = draws.literal(&format!("{path}::{}", variant.name), &variant.fields)
            {
                helpers.extend(draws.helpers);
                arms.push(value);
            }
        }
        let last = arms.pop()?;
        if arms.is_empty() {
            return Some((vec![last], helpers));
        }
        let mut lines = vec![format!("match src.draw(0..={}) {{", arms.len())];
        lines.extend(arms.iter().enumerate().map(|(place, arm)| format!("    {place} => {arm},")));
        lines.push(format!("    _ => {last},"));
        lines.push("}".to_owned());
        Some((lines, helpers))
    }

    /// The functions that make a value of a type, the best first.
    fn makers(&self, ty: &Ty) -> Vec<Concrete<'a>> {
        let mut found = Vec::new();
        for function in &self.api.functions {
            let is_of_type =
                matches!((&function.owner, ty), (Some(Ty::Own(a, _)), Ty::Own(b, _)) if a == b);
            if function.receiver.is_some() || !is_of_type {
                continue;
            }
            let Ok(concrete) = concrete(self.api, self.types, function) else { continue };
            let made = concrete.output.success().unwrap_or(&concrete.output);
            if made == ty && !function.name.contains("capacity") {
                found.push(concrete);
            }
        }
        found.sort_by_key(|maker| Self::rank(maker));
        found
    }

    fn rank(maker: &Concrete<'_>) -> (bool, usize, usize) {
        let name = maker.name();
        let by_name = match (maker.function.of_standard.as_deref(), name) {
            (Some("FromIterator"), _) => 0,
            (Some("FromStr"), _) => 6,
            (Some(_), _) => 4,
            (None, "new") => 1,
            (None, name) if name.starts_with("from_") || name.starts_with("with_") => 2,
            (None, name) if name.starts_with("parse") || name.starts_with("from_str") => 6,
            (None, _) => 3,
        };
        let can_fail = usize::from(maker.output.success().is_some());
        (maker.may_panic(), by_name + 3 * can_fail, 10_usize.saturating_sub(maker.inputs.len()))
    }

    /// An expression for a value without content.
    pub(super) fn empty(&self, ty: &Ty, id: usize, makers: &[Concrete<'a>]) -> Option<String> {
        let is_new = |maker: &&Concrete<'a>| maker.inputs.is_empty() && maker.output == *ty;
        let new = makers.iter().filter(is_new).find(|maker| maker.name() == "new");
        if let Some(maker) = new.or_else(|| makers.iter().find(is_new)) {
            return Some(maker.call(self.api, &[]));
        }
        let code = || {
            let code = self.api.code(ty);
            if code.contains('<') { format!("<{code}>") } else { code }
        };
        if self.api.has(id, "Default") {
            return Some(format!("{}::default()", code()));
        }
        let with_capacity = self.api.functions.iter().any(|it| {
            it.name == "with_capacity"
                && it.receiver.is_none()
                && it.inputs.len() == 1
                && it.refusal.is_none()
                && matches!(&it.owner, Some(Ty::Own(own, _)) if *own == id)
                && it.output.owned().success().is_none()
        });
        with_capacity.then(|| format!("{}::with_capacity(8)", code()))
    }

    /// An expression for a value without content, of a type of the crate.
    pub(super) fn empty_value(&self, ty: &Ty) -> Option<String> {
        let Ty::Own(id, _) = ty else { return None };
        self.empty(ty, *id, &self.makers(ty))
    }

    /// A value without content that a method adds to.
    fn builder(&self, ty: &Ty, empty: &str) -> Option<(Vec<String>, BTreeSet<String>)> {
        let methods: Vec<Concrete<'a>> = self
            .api
            .functions
            .iter()
            .filter(|it| ADDING.contains(&&*it.name))
            .filter_map(|it| concrete(self.api, self.types, it).ok())
            .filter(|it| it.is_mutator() && it.owner.as_ref() == Some(ty) && it.inputs.len() > 1)
            .collect();
        for name in ADDING {
            let Some(method) = methods.iter().find(|it| it.name() == name && !it.may_panic())
            else {
                continue;
            };
            let mut draws = self.draws();
            let Ok(parts) = draws.parts(&method.inputs[1..]) else { continue };
            let (names, codes): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
            let tuple = |all: &[String]| match all {
                [one] => one.clone(),
                all => format!("({})", all.join(", ")),
            };
            let mut passed = vec!["made".to_owned()];
            for ((_, wanted), name) in method.inputs[1..].iter().zip(&names) {
                passed.push(pass(self.api, wanted, name, &wanted.owned(), false)?);
            }
            let call = method.call(self.api, &passed);
            let call = if method.output.is_unit() { call } else { format!("let _ = {call}") };
            return Some((
                vec![
                    format!("let mut made = {empty};"),
                    format!("for {} in src.draw(vec({})) {{", tuple(&names), tuple(&codes)),
                    format!("    {call};"),
                    "}".to_owned(),
                    "made".to_owned(),
                ],
                draws.helpers,
            ));
        }
        None
    }

    fn constructor(
        &self,
        ty: &Ty,
        maker: &Concrete<'a>,
    ) -> Result<(Vec<String>, BTreeSet<String>), String> {
        let mut draws = self.draws();
        let parts = draws.parts(&maker.inputs)?;
        let mut passed = Vec::new();
        for ((name, code), (_, wanted)) in parts.iter().zip(&maker.inputs) {
            let own = wanted.owned();
            draws.lines.push(format!("let {name}: {} = src.draw({code});", self.api.code(&own)));
            let argument = pass(self.api, wanted, name, &own, false);
            passed.push(
                argument.ok_or_else(|| format!("`{}` cannot be passed", self.api.code(wanted)))?,
            );
        }
        let call = maker.call(self.api, &passed);
        if maker.output == *ty {
            draws.lines.push(call);
        } else {
            let to_option = if maker.output.is_std("Result") { ".ok()" } else { "" };
            draws.lines.push(format!("let made = {call}{to_option};"));
            draws.lines.push("assume!(made.is_some());".to_owned());
            draws.lines.push("made.unwrap()".to_owned());
        }
        Ok((draws.lines, draws.helpers))
    }
}

impl Draws<'_, '_> {
    /// The names and generators of parameters.
    fn parts(&mut self, inputs: &[(String, Ty)]) -> Result<Vec<(String, String)>, String> {
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
    fn literal(&mut self, path: &str, fields: &[Field]) -> Result<String, String> {
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

/// `HashMap` in snake case: `hash_map`.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
            text.push('_');
        }
        text.extend(c.to_lowercase());
        before = c;
    }
    text.trim_matches('_').to_owned()
}

/// The name of a parameter as that of a variable.
pub(super) fn variable(name: &str) -> String {
    let name = name.trim_start_matches('_').trim_start_matches("r#");
    match name {
        "" | "self" => "value".to_owned(),
        "type" | "match" | "ref" | "in" | "fn" | "move" | "use" | "mod" | "as" | "box"
        | "where" => {
            format!("{name}_")
        }
        name => name.to_owned(),
    }
}
