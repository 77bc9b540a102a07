//! Passes a value where another form of it is wanted: a `String` as `&str`, bytes of a text.

use super::{definition::Api, traits::has_trait, ty::Ty};

/// The expression for a parameter of type `wanted`, from a variable of an owned type. `keep` says that the variable is used
/// again. `None` if the value does not fit.
pub(super) fn pass(api: &Api, wanted: &Ty, variable: &str, own: &Ty, keep: bool) -> Option<String> {
    let value = || {
        if !keep || has_trait(api, own, "Copy") {
            return Some(variable.to_owned());
        }
        has_trait(api, own, "Clone").then(|| format!("{variable}.clone()"))
    };
    let borrowed = |to: &Ty| -> Option<String> {
        if to.owned() == *own {
            // `&[&str]` needs a list of its own.
            if let Ty::Slice(item) = to
                && let Ty::Ref(item) = &**item
            {
                let each = borrow_each(item);
                return Some(format!("&{variable}.iter(){each}.collect::<Vec<_>>()"));
            }
            return Some(format!("&{variable}"));
        }
        let is_bytes = *to == Ty::Slice(Box::new(Ty::std("u8")));
        match own {
            Ty::Std(name, _) if name == "String" && is_bytes => {
                Some(format!("{variable}.as_bytes()"))
            }
            Ty::Array(item, _) if *to == Ty::Slice(item.clone()) => Some(format!("&{variable}")),
            _ => None,
        }
    };
    match wanted {
        Ty::Ref(to) => borrowed(to),
        Ty::RefMut(to) => (to.owned() == *own).then(|| format!("&mut {variable}")),
        Ty::AsRef(to) => {
            let is_bytes = to.owned() == Ty::of("Vec", Ty::std("u8"));
            let is_array =
                matches!((own, &**to), (Ty::Array(item, _), Ty::Slice(of)) if item == of);
            let fits = to.owned() == *own || is_bytes && own.is_std("String") || is_array;
            fits.then(|| format!("&{variable}"))
        }
        Ty::Into(to) if to.owned() == *own => value(),
        Ty::Items(item) => {
            if own != &Ty::of("Vec", item.owned()) {
                return None;
            }
            match &**item {
                Ty::Ref(to) => Some(format!("{variable}.iter(){}", borrow_each(to))),
                _ => Some(format!("{}.into_iter()", value()?)),
            }
        }
        Ty::Std(name, arguments) if name == "Option" && own.is_std("Option") => {
            match arguments.first() {
                Some(Ty::Ref(to)) if wanted.owned() == *own => {
                    let is_deref = to.is_std("str") || matches!(**to, Ty::Slice(_));
                    let method = if is_deref { "as_deref" } else { "as_ref" };
                    Some(format!("{variable}.{method}()"))
                }
                _ if wanted == own => value(),
                _ => None,
            }
        }
        Ty::Std(name, _) if name == "Cow" => {
            Some(format!("{}.into()", value()?)).filter(|_| wanted.owned() == *own)
        }
        Ty::Std(name, arguments) if name == "Box" => {
            let fits = arguments.first() == Some(own);
            Some(format!("Box::new({})", value()?)).filter(|_| fits)
        }
        Ty::Std(name, _) if name == "Vec" && own.is_std("String") => {
            let fits = *wanted == Ty::of("Vec", Ty::std("u8"));
            Some(format!("{}.into_bytes()", value()?)).filter(|_| fits)
        }
        // Lists of borrowed items.
        Ty::Std(name, arguments) if name == "Vec" && wanted != own => match arguments.first() {
            Some(Ty::Ref(to)) if wanted.owned() == *own => {
                Some(format!("{variable}.iter(){}.collect::<Vec<_>>()", borrow_each(to)))
            }
            _ => None,
        },
        _ if wanted == own => value(),
        _ => None,
    }
}

fn borrow_each(item: &Ty) -> &'static str {
    match item {
        Ty::Std(name, _) if name == "str" => ".map(String::as_str)",
        Ty::Slice(_) => ".map(Vec::as_slice)",
        _ => "",
    }
}

/// An expression of an owned value, from one of this type. `None` if there is no such conversion.
pub(super) fn own(api: &Api, ty: &Ty, expression: &str) -> Option<String> {
    if *ty == ty.owned() {
        return Some(expression.to_owned());
    }
    let can_clone = |ty: &Ty| has_trait(api, ty, "Clone");
    match ty {
        Ty::Ref(to) | Ty::RefMut(to) => match &**to {
            Ty::Std(name, _) if ["str", "Path", "OsStr"].contains(&&**name) => {
                Some(format!("{expression}.to_owned()"))
            }
            Ty::Slice(item) if can_clone(item) && **item == item.owned() => {
                Some(format!("{expression}.to_vec()"))
            }
            to if *to == to.owned() && can_clone(to) => Some(format!("{expression}.clone()")),
            _ => None,
        },
        Ty::Std(name, arguments) => match (&**name, &arguments[..]) {
            ("Cow", [_]) => Some(format!("{expression}.into_owned()")),
            ("Box", [Ty::Std(inner, _)]) if inner == "str" => {
                Some(format!("{expression}.into_string()"))
            }
            ("Box", [Ty::Slice(_)]) => Some(format!("{expression}.into_vec()")),
            ("Box", [to]) if *to == to.owned() => Some(format!("*{expression}")),
            ("Option", [inner @ (Ty::Ref(_) | Ty::Std(..))]) => Some(match inner {
                Ty::Ref(to) if **to == to.owned() && can_clone(to) => {
                    format!("{expression}.cloned()")
                }
                Ty::Ref(to) if to.is_std("str") => format!("{expression}.map(str::to_owned)"),
                inner => {
                    let closure = own(api, inner, "value")?;
                    format!("{expression}.map(|value| {closure})")
                }
            }),
            ("Vec", [inner]) => {
                let closure = own(api, inner, "value")?;
                Some(format!("{expression}.into_iter().map(|value| {closure}).collect::<Vec<_>>()"))
            }
            _ => None,
        },
        Ty::Items(item) => {
            let closure = own(api, item, "value")?;
            let each =
                if closure == "value" { String::new() } else { format!(".map(|value| {closure})") };
            Some(format!("{expression}{each}.collect::<Vec<_>>()"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Api, Ty, own, pass};

    #[test]
    fn values_are_passed_in_the_form_that_is_wanted() {
        let api = Api::default();
        let (text, bytes) = (Ty::std("String"), Ty::of("Vec", Ty::std("u8")));
        let reference = |ty: Ty| Ty::Ref(Box::new(ty));
        let slice = Ty::Slice(Box::new(Ty::std("u8")));
        let passed = |wanted: Ty, own: &Ty| pass(&api, &wanted, "x", own, true);
        assert_eq!(passed(reference(Ty::std("str")), &text).as_deref(), Some("&x"));
        assert_eq!(passed(reference(slice.clone()), &text).as_deref(), Some("x.as_bytes()"));
        assert_eq!(passed(reference(slice.clone()), &bytes).as_deref(), Some("&x"));
        assert_eq!(passed(bytes.clone(), &bytes).as_deref(), Some("x.clone()"));
        assert_eq!(passed(Ty::AsRef(Box::new(slice)), &text).as_deref(), Some("&x"));
        assert_eq!(passed(Ty::std("u8"), &Ty::std("u8")).as_deref(), Some("x"));
        assert_eq!(passed(reference(Ty::std("str")), &bytes), None);
        // A type without `Clone` is passed once.
        let once = Ty::std("File");
        assert_eq!(passed(once.clone(), &once), None);
        assert_eq!(pass(&api, &once, "x", &once, false).as_deref(), Some("x"));
        let each = Ty::Items(Box::new(reference(Ty::std("str"))));
        let texts = Ty::of("Vec", text);
        assert_eq!(passed(each, &texts).as_deref(), Some("x.iter().map(String::as_str)"));
        assert_eq!(own(&api, &reference(Ty::std("str")), "f()").as_deref(), Some("f().to_owned()"));
        assert_eq!(own(&api, &bytes, "f()").as_deref(), Some("f()"));
    }
}
