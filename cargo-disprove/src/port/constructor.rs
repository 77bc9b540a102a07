//! Calls of functions that return strategies: those of proptest, and those of the file.

use super::{
    strategy::{Translated, Want},
    translator::{Need, Refusal, Translator, name, range, with_trait},
    types::Generated,
};
use syn::{Expr, ExprCall, ExprRange, GenericArgument, Path, PathArguments, Type};

/// A collection of proptest.
struct Collection {
    /// The function that generates it, or the list that it is collected from.
    function: &'static str,
    ty: &'static str,
    is_map: bool,
    is_collected: bool,
}

impl Collection {
    fn named(name: &str) -> Option<Collection> {
        let (function, ty) = match name {
            "vec" => ("vec", "Vec"),
            "btree_set" => ("set", "BTreeSet"),
            "hash_set" => ("hash_set", "HashSet"),
            "btree_map" => ("map", "BTreeMap"),
            "hash_map" => ("hash_map", "HashMap"),
            "vec_deque" => ("vec", "VecDeque"),
            "linked_list" => ("vec", "LinkedList"),
            "binary_heap" => ("vec", "BinaryHeap"),
            _ => return None,
        };
        let is_collected = function == "vec" && ty != "Vec";
        Some(Collection { function, ty, is_map: name.ends_with("_map"), is_collected })
    }
}

impl Translator<'_> {
    pub(super) fn call(&mut self, call: &ExprCall, want: Want) -> Result<Translated, Refusal> {
        let Expr::Path(function) = &*call.func else {
            return Err(format!("unknown strategy `{}`", self.shortened(call)));
        };
        let path = &function.path;
        if let Some(old) = self.proptest(path) {
            return self.old_call(call, path, &old, want);
        }
        let Some(key) = self.strategy_function(path) else {
            return Err(format!("the strategy `{}(..)` is not in this file", self.source(path)));
        };
        let info = &self.code.index.strategies[&key];
        for (argument, is_strategy) in call.args.iter().zip(&info.parameters) {
            if *is_strategy {
                self.strategy(argument, Want::Any)?;
            }
        }
        let ty = info.value.clone().filter(|_| info.module == self.module);
        self.needs.insert(Need::Function(key));
        Ok(Translated::of(ty))
    }

    /// A function of proptest.
    fn old_call(
        &mut self,
        call: &ExprCall,
        path: &Path,
        old: &str,
        want: Want,
    ) -> Result<Translated, Refusal> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let at = range(path);
        match (old, &arguments[..]) {
            ("any", []) => self.any_call(call, path, want),
            ("Just", [value]) => {
                let (is_comparable, ty) = self.constant_value(value);
                if is_comparable {
                    self.edits.replace(at, name("just"));
                } else {
                    // `just` compares, which not every type can.
                    self.edits.replace(at, name("sample"));
                    self.edits.insert(range(*value).start, "[");
                    self.edits.insert(range(*value).end, "]");
                }
                Ok(Translated::of(ty))
            }
            ("option::of", [inner]) => {
                self.edits.replace(at, name("option"));
                let ty = self.strategy(inner, Want::Any)?.ty;
                Ok(Translated::of(ty.map(|ty| format!("Option<{ty}>"))))
            }
            ("result::maybe_ok" | "result::maybe_err", [ok, err]) => {
                self.edits.replace(at, name("result"));
                let ok = self.strategy(ok, Want::Any)?.ty;
                let err = self.strategy(err, Want::Any)?.ty;
                Ok(Translated::of(ok.zip(err).map(|(ok, err)| format!("Result<{ok}, {err}>"))))
            }
            ("sample::select", [values]) => {
                self.edits.replace(at, name("sample"));
                Ok(Translated::of(self.element_type(values)))
            }
            ("sample::subsequence", [values, size]) => {
                self.sized(call, "subsequence", size)?;
                let ty = self.element_type(values).zip(self.prelude_type("Vec"));
                Ok(Translated::of(ty.map(|(ty, vec)| format!("{vec}<{ty}>"))))
            }
            ("char::range", [first, last]) => {
                let (first, last) = (self.source(*first), self.source(*last));
                let text = format!("{first}..={last}");
                let text = if want == Want::Generator {
                    format!("({text}).into_generator(){}", with_trait("IntoGenerator"))
                } else {
                    text
                };
                self.edits.replace(range(call), text);
                Ok(Translated::of(Some("char".to_owned())))
            }
            ("char::any", []) => {
                self.edits.replace(range(call), format!("{}::<char>()", name("any")));
                Ok(Translated { ty: Some("char".to_owned()), is_default: true })
            }
            (_, [element]) if old.strip_prefix("array::uniform").is_some_and(|n| !n.is_empty()) => {
                let count = &old["array::uniform".len()..];
                self.edits.replace(at, format!("{}::<{count}, _>", name("array")));
                let ty = self.strategy(element, Want::Any)?.ty;
                Ok(Translated::of(ty.map(|ty| format!("[{ty}; {count}]"))))
            }
            _ => match old.strip_prefix("collection::").and_then(Collection::named) {
                Some(collection) => self.collection_call(call, &arguments, &collection),
                None => Err(format!("`{old}` has no counterpart")),
            },
        }
    }

    fn any_call(
        &mut self,
        call: &ExprCall,
        path: &Path,
        want: Want,
    ) -> Result<Translated, Refusal> {
        let ty = turbofish(path).ok_or("the type of `any()` is not written")?;
        let text = self.source(ty).to_owned();
        match self.any_of_proptest(ty)? {
            Generated::Default => {
                self.edits.replace(range(call), format!("{}::<{text}>()", name("any")));
                Ok(Translated { ty: Some(text), is_default: true })
            }
            Generated::By(generator) => {
                self.edits.replace(range(call), generator.text(want));
                Ok(Translated::of(Some(text)))
            }
        }
    }

    fn collection_call(
        &mut self,
        call: &ExprCall,
        arguments: &[&Expr],
        collection: &Collection,
    ) -> Result<Translated, Refusal> {
        let Some((size, parts)) = arguments.split_last() else {
            return Err("a collection without arguments".to_owned());
        };
        if parts.len() != if collection.is_map { 2 } else { 1 } {
            return Err("a collection with other arguments".to_owned());
        }
        let mut types = Vec::new();
        for part in parts {
            types.push(self.strategy(part, Want::Any)?.ty);
        }
        self.sized(call, collection.function, size)?;
        let short = collection.ty;
        let full = match short {
            "Vec" => self.prelude_type(short),
            _ => Some(self.std_type(short, &format!("std::collections::{short}"))),
        };
        if collection.is_collected {
            let full = full.as_deref().unwrap_or(short);
            let conversion = format!(
                ".map(|xs| xs.into_iter().collect::<{full}<_>>()){}",
                with_trait("Generator")
            );
            self.edits.insert(range(call).end, conversion);
        }
        let types: Option<Vec<String>> = types.into_iter().collect();
        Ok(Translated::of(
            full.zip(types).map(|(full, types)| format!("{full}<{}>", types.join(", "))),
        ))
    }

    /// `collection(elements, size)` as `collection(elements).len(size)`.
    fn sized(&mut self, call: &ExprCall, new: &str, size: &Expr) -> Result<(), Refusal> {
        let elements = call.args.iter().nth_back(1).expect("a size comes after the elements");
        self.edits.replace(range(&*call.func), name(new));
        self.edits.replace(range(elements).end..range(size).start, ").len(");
        let close = range(call).end - 1;
        self.edits.delete(range(size).end..close);
        match size {
            Expr::Call(inner) => {
                if let Expr::Path(function) = &*inner.func
                    && let Some(old) = self.proptest(&function.path)
                {
                    let ("collection::size_range", Some(inner_size)) = (&*old, inner.args.first())
                    else {
                        return Err(format!("`{old}` has no counterpart"));
                    };
                    let text = self.source(inner_size);
                    self.edits.replace(range(size), text);
                }
                Ok(())
            }
            Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| {
                    self.code.index.size_parameters.contains(&name.to_string())
                }) =>
            {
                Err("a size of the type `SizeRange` has no counterpart".to_owned())
            }
            Expr::Tuple(_) => Err("a tuple as a size has no counterpart".to_owned()),
            Expr::Range(ExprRange { start: None, end: None, .. }) => {
                Err("`..` is not a size".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The type in `any::<T>()`.
fn turbofish(path: &Path) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(Type::Infer(_)) => None,
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}
