//! Models: types with the methods of a standard collection, which should behave like it.

use super::{Context, Found, OwnType};
use crate::suggest::{
    concrete::Concrete,
    pass::{own, pass},
    suggestion::{Draft, Shape, Suggestion},
    traits::{has_trait, is_comparable},
    ty::Ty,
    value::snake,
};

/// A standard collection, with the methods that are compared. `T` is the item, `K` the key, `V` the value.
struct Model {
    ty: &'static str,
    /// A method that adds an item, by which the types are known.
    adds: &'static str,
    methods: &'static [Method],
}

/// A method: its names in the type under test, its inputs and output, and the same call on the model.
struct Method {
    names: &'static [&'static str],
    inputs: &'static [&'static str],
    output: &'static str,
    call: &'static str,
}

const fn method(
    names: &'static [&'static str],
    inputs: &'static [&'static str],
    output: &'static str,
    call: &'static str,
) -> Method {
    Method { names, inputs, output, call }
}

const LEN: Method = method(&["len", "size", "count"], &[], "usize", "model.len()");
const IS_EMPTY: Method = method(&["is_empty"], &[], "bool", "model.is_empty()");
const CLEAR: Method = method(&["clear"], &[], "()", "model.clear()");

const MODELS: [Model; 7] = [
    Model {
        ty: "VecDeque",
        adds: "push_back",
        methods: &[
            method(&["push_back"], &["T"], "()", "model.push_back(item)"),
            method(&["push_front"], &["T"], "()", "model.push_front(item)"),
            method(&["pop_back"], &[], "Option<T>", "model.pop_back()"),
            method(&["pop_front"], &[], "Option<T>", "model.pop_front()"),
            method(&["front"], &[], "Option<&T>", "model.front()"),
            method(&["back"], &[], "Option<&T>", "model.back()"),
            method(&["get"], &["usize"], "Option<&T>", "model.get(at)"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "BinaryHeap",
        adds: "push",
        methods: &[
            method(&["push", "insert", "add"], &["T"], "()", "model.push(item)"),
            method(&["pop"], &[], "Option<T>", "model.pop()"),
            method(&["peek", "top"], &[], "Option<&T>", "model.peek()"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "Queue",
        adds: "push",
        methods: &[
            method(&["push", "enqueue", "add"], &["T"], "()", "model.push_back(item)"),
            method(&["pop", "dequeue"], &[], "Option<T>", "model.pop_front()"),
            method(&["peek", "front"], &[], "Option<&T>", "model.front()"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "String",
        adds: "push_str",
        methods: &[
            method(&["push_str"], &["&str"], "()", "model.push_str(&item)"),
            method(&["push"], &["char"], "()", "model.push(character)"),
            method(&["pop"], &[], "Option<char>", "model.pop()"),
            method(&["as_str"], &[], "&str", "model.as_str()"),
            method(&["len"], &[], "usize", "model.len()"),
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "Vec",
        adds: "push",
        methods: &[
            method(&["push", "add"], &["T"], "()", "model.push(item)"),
            method(&["pop"], &[], "Option<T>", "model.pop()"),
            method(&["get"], &["usize"], "Option<&T>", "model.get(at)"),
            method(&["first"], &[], "Option<&T>", "model.first()"),
            method(&["last", "peek", "top"], &[], "Option<&T>", "model.last()"),
            method(&["truncate"], &["usize"], "()", "model.truncate(at)"),
            method(&["contains"], &["&T"], "bool", "model.contains(&item)"),
            method(&["as_slice"], &[], "&[T]", "model.as_slice()"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "BTreeMap",
        adds: "insert",
        methods: &[
            method(&["insert", "put", "set"], &["K", "V"], "Option<V>", "model.insert(key, value)"),
            method(&["insert", "put", "set"], &["K", "V"], "()", "model.insert(key, value)"),
            method(&["remove"], &["&K"], "Option<V>", "model.remove(&key)"),
            method(&["get"], &["&K"], "Option<&V>", "model.get(&key)"),
            method(&["contains_key", "contains"], &["&K"], "bool", "model.contains_key(&key)"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
    Model {
        ty: "BTreeSet",
        adds: "insert",
        methods: &[
            method(&["insert", "add"], &["T"], "bool", "model.insert(item)"),
            method(&["insert", "add"], &["T"], "()", "model.insert(item)"),
            method(&["remove"], &["&T"], "bool", "model.remove(&item)"),
            method(&["contains"], &["&T"], "bool", "model.contains(&item)"),
            LEN,
            IS_EMPTY,
            CLEAR,
        ],
    },
];

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for OwnType { definition, path, ty, .. } in context.own_types() {
        let Some(empty) = context.values.empty_value(&ty) else { continue };
        let name = definition.name.to_lowercase();
        let best = MODELS
            .iter()
            .filter(|model| match model.ty {
                "BinaryHeap" => name.contains("heap") || name.contains("priority"),
                "Queue" => name.contains("queue") || name.contains("fifo"),
                "Vec" => {
                    !["heap", "priority", "queue", "fifo", "set"].iter().any(|it| name.contains(it))
                }
                _ => true,
            })
            .filter_map(|model| Comparison::of(context, &ty, model))
            .max_by_key(|comparison| comparison.methods.len());
        if let Some(best) = best {
            found.add(path, best.suggestion(context, &ty, &empty));
        }
    }
}

/// A type and a model with methods in common.
struct Comparison<'c, 'a> {
    model: &'static Model,
    /// The item, or the key and the value.
    types: [Option<Ty>; 2],
    methods: Vec<(&'c Concrete<'a>, &'static Method)>,
}

impl<'c, 'a> Comparison<'c, 'a> {
    fn of(context: &'c Context<'_, 'a>, ty: &Ty, model: &'static Model) -> Option<Self> {
        let own: Vec<&Concrete<'a>> = context
            .functions
            .iter()
            .filter(|it| it.owner.as_ref() == Some(ty) && it.function.receiver.is_some())
            .collect();
        let names = model.methods.iter().find(|it| it.names[0] == model.adds)?.names;
        let adding = own.iter().find(|it| names.contains(&it.name()) && it.is_mutator())?;
        let mut types = [None, None];
        for (place, (_, input)) in adding.inputs[1..].iter().enumerate() {
            *types.get_mut(place)? = Some(input.owned());
        }
        // A set has one type, and a map has two.
        if (model.ty == "BTreeMap") != types[1].is_some() || types[0].is_none() {
            return None;
        }
        let comparison = Comparison { model, types, methods: Vec::new() };
        let mut methods = Vec::new();
        for method in model.methods {
            let fits = |it: &&&Concrete<'a>| {
                method.names.contains(&it.name())
                    && it.inputs.len() == method.inputs.len() + 1
                    && it.inputs[1..].iter().zip(method.inputs).all(|((_, input), wanted)| {
                        comparison.ty(wanted).is_some_and(|wanted| wanted.owned() == input.owned())
                    })
                    && comparison
                        .ty(method.output)
                        .is_some_and(|it_| it_.owned() == it.output.owned())
            };
            if let Some(found) = own.iter().find(fits)
                && !methods
                    .iter()
                    .any(|(known, _): &(&Concrete<'a>, _)| std::ptr::eq(*known, *found))
            {
                methods.push((*found, method));
            }
        }
        let has = |is_mutator: bool| {
            methods.iter().filter(|(it, _)| it.is_mutator() == is_mutator).count()
        };
        let adds = methods.iter().any(|(it, _)| std::ptr::eq(*it, *adding));
        (adds && methods.len() >= 3 && has(true) >= 1 && has(false) >= 1)
            .then_some(Comparison { methods, ..comparison })
    }

    /// A type in the words of the table.
    fn ty(&self, word: &str) -> Option<Ty> {
        let inner =
            |start: &str| word.strip_prefix(start)?.strip_suffix('>').and_then(|it| self.ty(it));
        Some(match word {
            "()" => Ty::unit(),
            "T" | "K" => self.types[0].clone()?,
            "V" => self.types[1].clone()?,
            "&[T]" => Ty::Ref(Box::new(Ty::Slice(Box::new(self.ty("T")?)))),
            word if word.starts_with('&') => Ty::Ref(Box::new(self.ty(&word[1..])?)),
            word if word.starts_with("Option<") => Ty::of("Option", inner("Option<")?),
            word => Ty::std(word),
        })
    }

    fn suggestion(
        &self,
        context: &Context<'_, 'a>,
        ty: &Ty,
        empty: &str,
    ) -> Result<Suggestion, String> {
        let api = context.api;
        let Ty::Own(id, _) = ty else { return Err("it is not of the crate".to_owned()) };
        let [first, second] = &self.types;
        let (Some(first), second) = (first, second.as_ref()) else {
            return Err("its items are not known".to_owned());
        };
        for item in std::iter::once(first).chain(second) {
            if !has_trait(api, item, "Clone") || !is_comparable(api, item) {
                return Err("its items cannot be compared".to_owned());
            }
        }
        let (model, module) = match self.model.ty {
            "Queue" => ("VecDeque", "std::collections::VecDeque"),
            "Vec" | "String" => (self.model.ty, self.model.ty),
            "BTreeMap" => ("BTreeMap", "std::collections::BTreeMap"),
            "BTreeSet" => ("BTreeSet", "std::collections::BTreeSet"),
            "VecDeque" => ("VecDeque", "std::collections::VecDeque"),
            other => (other, "std::collections::BinaryHeap"),
        };
        let needs_order = ["BTreeMap", "BTreeSet", "BinaryHeap"].contains(&model);
        if needs_order && !has_trait(api, first, "Ord") {
            return Err("its items have no order".to_owned());
        }
        let functions: Vec<&Concrete<'a>> = self.methods.iter().map(|(it, _)| *it).collect();
        let mut draft = Draft::new(context.values, &functions);
        // The operation, then what it needs.
        let uses = |name: &str| self.methods.iter().any(|(_, it)| it.inputs.contains(&name));
        let mut parts = vec![Ty::std("u8")];
        let mut names = vec!["operation"];
        if let Some(value) = second {
            parts.extend([first.clone(), value.clone()]);
            names.extend(["key", "value"]);
        } else {
            parts.push(first.clone());
            names.push("item");
        }
        if uses("usize") {
            parts.push(Ty::std("usize"));
            names.push("at");
        }
        if uses("char") {
            parts.push(Ty::std("char"));
            names.push("character");
        }
        let list = Ty::of("Vec", Ty::Tuple(parts));
        let operations = draft.draw("operations", &list)?;
        draft.line(format!("let mut actual = {empty};"));
        draft.line(format!("let mut model = {module}::new();"));
        draft.line(format!("for ({}) in {} {{", names.join(", "), operations.name));
        let mut changes = Vec::new();
        let mut views = Vec::new();
        for (function, method) in &self.methods {
            let mut passed = vec!["actual".to_owned()];
            for ((_, wanted), word) in function.inputs[1..].iter().zip(method.inputs) {
                let name = match *word {
                    "usize" => "at",
                    "char" => "character",
                    "K" | "&K" => "key",
                    "V" => "value",
                    _ => "item",
                };
                let argument = pass(api, wanted, name, &wanted.owned(), true);
                passed.push(argument.ok_or("an input cannot be passed")?);
            }
            let call = function.call(api, &passed);
            if function.output.is_unit() {
                changes.push(format!(
                    "{{ {call}; {}; }}",
                    with_clones(method.call, api, first, second)
                ));
                continue;
            }
            let wanted = self.ty(method.output).ok_or("its output is not known")?;
            let left = own(api, &function.output, &call).ok_or("its result is borrowed")?;
            let right = with_clones(method.call, api, first, second);
            let right = own(api, &wanted, &right).ok_or("its result is borrowed")?;
            let line = format!("assert_eq!({left}, {right})");
            if function.is_mutator() { changes.push(line) } else { views.push(line) }
        }
        let count = changes.len();
        if count == 1 {
            draft.line(format!("    {};", changes[0]));
        } else {
            draft.line(format!("    match operation % {count} {{"));
            for (place, change) in changes.iter().enumerate() {
                let pattern = if place + 1 == count { "_".to_owned() } else { place.to_string() };
                draft.line(format!("        {pattern} => {change},"));
            }
            draft.line("    }");
        }
        for view in views {
            draft.line(format!("    {view};"));
        }
        draft.line("}");
        let name = format!("{}_behaves_like_{}", snake(&api.types[*id].name), snake(model));
        let claim = format!("`{}` behaves like `{model}`", api.code(ty));
        Ok(draft.finish(&name, Shape::Model, claim, true))
    }
}

/// The call on the model, with copies of what is used again.
fn with_clones(
    call: &str,
    api: &crate::suggest::definition::Api,
    first: &Ty,
    second: Option<&Ty>,
) -> String {
    let mut text = call.to_owned();
    let clone = |ty: &Ty| if has_trait(api, ty, "Copy") { "" } else { ".clone()" };
    for (name, ty) in [("item", Some(first)), ("key", Some(first)), ("value", second)] {
        let Some(ty) = ty else { continue };
        for end in [")", ","] {
            text = text.replace(&format!("({name}{end}"), &format!("({name}{}{end}", clone(ty)));
            text = text.replace(&format!(" {name}{end}"), &format!(" {name}{}{end}", clone(ty)));
        }
    }
    text
}
