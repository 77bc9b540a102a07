//! What a crate offers: types, functions and implementations of traits.

use super::ty::Ty;
use std::collections::{BTreeMap, BTreeSet};

/// A parameter of a generic item.
#[derive(Clone, Debug, Default)]
pub(super) struct Param {
    pub(super) name: String,
    /// The type of a constant.
    pub(super) constant: Option<Ty>,
    pub(super) bounds: Vec<Bound>,
    pub(super) default: Option<Ty>,
}

/// A trait that a parameter must implement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    /// Its last name.
    pub(super) name: String,
    /// Its number among the items, if it is of the crate.
    pub(super) own: Option<usize>,
    /// The crate it comes from, if it is neither this one nor the standard library.
    pub(super) foreign: Option<String>,
    pub(super) arguments: Vec<Ty>,
    /// `T` of `Iterator<Item = T>`.
    pub(super) item: Option<Ty>,
}

/// A struct, enum or union.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeDefinition {
    pub(super) name: String,
    /// The public path with the name of the crate; `None` for private types.
    pub(super) path: Option<String>,
    pub(super) params: Vec<Param>,
    pub(super) has_lifetimes: bool,
    pub(super) kind: TypeKind,
    pub(super) derives: BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
pub(super) enum TypeKind {
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
    #[default]
    Opaque,
}

#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    /// `None` in a tuple.
    pub(super) name: Option<String>,
    pub(super) ty: Ty,
    pub(super) is_public: bool,
}

/// How a method takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    Ref,
    Mut,
    Own,
}

/// How a function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallForm {
    /// By its path: `hex::encode`.
    Path(String),
    /// By the type: `Version::new`, `Version::from`.
    OfType,
    /// On a value: `x.len()`.
    Method,
    /// By its trait: `hex::ToHex::encode_hex(&x)`.
    OfTrait(String),
    /// `text.parse::<Version>()`.
    Parse,
}

/// A public function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) form: CallForm,
    /// The type it belongs to.
    pub(super) owner: Option<Ty>,
    /// Its parameters, and those of the block around it.
    pub(super) params: Vec<Param>,
    pub(super) receiver: Option<Receiver>,
    pub(super) inputs: Vec<(String, Ty)>,
    pub(super) output: Ty,
    /// Its documentation, in lower case.
    pub(super) documentation: String,
    /// The name of the standard trait it implements: `From`.
    pub(super) of_standard: Option<String>,
    /// Why it cannot be called: `unsafe`, `async`.
    pub(super) refusal: Option<&'static str>,
    /// Whether nothing in its body can panic.
    pub(super) is_total: bool,
    pub(super) file: String,
    pub(super) line: usize,
}

/// An implementation of a trait.
#[derive(Clone, Debug)]
pub(super) struct Implementation {
    /// The last name of the trait.
    pub(super) name: String,
    /// Its number, if it is of the crate.
    pub(super) own: Option<usize>,
    pub(super) arguments: Vec<Ty>,
    pub(super) of: Ty,
    pub(super) params: Vec<Param>,
    pub(super) associated: BTreeMap<String, Ty>,
}

/// The public part of a crate.
#[derive(Clone, Debug, Default)]
pub(super) struct Api {
    pub(super) types: Vec<TypeDefinition>,
    pub(super) functions: Vec<Function>,
    pub(super) implementations: Vec<Implementation>,
    /// The arguments of generic types in public aliases without parameters.
    pub(super) aliases: BTreeMap<usize, Vec<Ty>>,
}

impl Api {
    /// The path of a type.
    pub(super) fn path(&self, id: usize) -> String {
        let ty = &self.types[id];
        ty.path.clone().unwrap_or_else(|| ty.name.clone())
    }

    /// A type as code.
    pub(super) fn code(&self, ty: &Ty) -> String {
        let shorter = ty.map(&|part| match part {
            Ty::Own(id, arguments) => {
                let arguments = self.written_arguments(*id, arguments);
                Some(Ty::Own(*id, arguments.iter().map(|it| Ty::Unknown(self.code(it))).collect()))
            }
            _ => None,
        });
        shorter.code(&|id| self.path(id))
    }

    /// The arguments of a type without those that are its defaults anyway.
    pub(super) fn written_arguments<'t>(&self, id: usize, arguments: &'t [Ty]) -> &'t [Ty] {
        let mut count = arguments.len();
        let params = &self.types[id].params;
        while let Some(last) = count.checked_sub(1)
            && let Some(default) = params.get(last).and_then(|param| param.default.as_ref())
            && *default == arguments[last]
        {
            count = last;
        }
        &arguments[..count]
    }

    /// The implementations of a standard trait for a type of the crate.
    pub(super) fn implementations(
        &self,
        id: usize,
        name: &str,
    ) -> impl Iterator<Item = &Implementation> {
        self.implementations.iter().filter(move |it| {
            it.own.is_none() && it.name == name && matches!(&it.of, Ty::Own(own, _) if *own == id)
        })
    }

    /// Whether a type of the crate derives or implements a standard trait.
    pub(super) fn has(&self, id: usize, name: &str) -> bool {
        self.types[id].derives.contains(name) || self.implementations(id, name).next().is_some()
    }
}
