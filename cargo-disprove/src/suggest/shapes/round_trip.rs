//! Round trips: one function undoes another. And rejection: what is accepted makes a round trip too.

use super::{Context, Found, words::undoes};
use crate::suggest::{
    concrete::Concrete,
    definition::CallForm,
    pass::own,
    suggestion::{Draft, Shape, Suggestion, Variable, subject},
    traits::{has_trait, is_comparable},
    ty::Ty,
};

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    let displays = displays(context);
    // What is accepted does not depend on the function that encodes.
    let mut rejecting: Vec<&Concrete<'_>> = Vec::new();
    let mut parsed: Vec<&Concrete<'_>> = Vec::new();
    for forward in context.functions.iter().chain(&displays) {
        for back in &context.functions {
            let Some(pair) = Pair::of(context, forward, back) else { continue };
            let about = format!("{} and {}", forward.shown(context.api), back.shown(context.api));
            // `Version::parse` and `FromStr` are nearly always the same.
            let is_same = |it: &&Concrete<'_>| {
                it.owner == back.owner && it.output.owned() == back.output.owned()
            };
            let is_display = std::ptr::eq(forward.function, context.values.display());
            if is_display && parsed.iter().any(is_same) {
                found.covered.insert(back.shown(context.api));
                found.skipped.push((about, "another function parses the same".to_owned()));
                continue;
            }
            if is_display {
                parsed.push(back);
            }
            found.add(&about, pair.round_trip());
            let is_known = rejecting.iter().any(|it| std::ptr::eq(it.function, back.function));
            if pair.back_output.success().is_some() && !is_known {
                rejecting.push(back);
                // Random text is hardly ever accepted, but a changed encoding may be.
                let made = if pair.is_text_or_bytes() { pair.changed() } else { pair.accepted() };
                found.add(&about, made);
            }
        }
    }
}

/// `to_string` of types that implement `Display`, as functions.
fn displays<'v>(context: &Context<'v, '_>) -> Vec<Concrete<'v>> {
    let mut found: Vec<Concrete<'v>> = Vec::new();
    for parse in &context.functions {
        let Some(owner @ Ty::Own(id, _)) = &parse.owner else { continue };
        let is_parser =
            matches!(parse.function.of_standard.as_deref(), Some("FromStr" | "TryFrom"))
                || parse.name().starts_with("parse")
                || parse.name().starts_with("from_str");
        if !is_parser || !context.api.has(*id, "Display") {
            continue;
        }
        if found.iter().any(|it| it.owner.as_ref() == Some(owner)) {
            continue;
        }
        found.push(Concrete {
            function: context.values.display(),
            owner: Some(owner.clone()),
            inputs: vec![("self".to_owned(), Ty::Ref(Box::new(owner.clone())))],
            output: Ty::std("String"),
        });
    }
    found
}

/// Two functions of which the second may undo the first.
struct Pair<'p, 'v, 'a> {
    context: &'p Context<'v, 'a>,
    forward: &'p Concrete<'v>,
    back: &'p Concrete<'v>,
    /// The places of the value and of its encoding among the inputs.
    value: usize,
    encoding: usize,
    /// The place in `forward` of each other input of `back`.
    shared: Vec<(usize, usize)>,
    /// What `forward` returns, after success.
    encoded: Ty,
    back_output: Ty,
}

impl<'p, 'v, 'a> Pair<'p, 'v, 'a> {
    fn of(
        context: &'p Context<'v, 'a>,
        forward: &'p Concrete<'v>,
        back: &'p Concrete<'v>,
    ) -> Option<Self> {
        if std::ptr::eq(forward.function, back.function) || !is_pair(context, forward, back) {
            return None;
        }
        let encoded = forward.output.success().unwrap_or(&forward.output).clone();
        let decoded = back.output.success().unwrap_or(&back.output).owned();
        let is_mutable =
            |it: &Concrete<'_>| it.inputs.iter().any(|(_, ty)| matches!(ty, Ty::RefMut(_)));
        if encoded.is_unit() || decoded.is_unit() || is_mutable(forward) || is_mutable(back) {
            return None;
        }
        if !is_comparable(context.api, &decoded) {
            return None;
        }
        let value = forward.inputs.iter().position(|(_, ty)| ty.owned() == decoded)?;
        let encoding = back.inputs.iter().position(|(_, ty)| accepts(ty, &encoded.owned()))?;
        let mut shared = Vec::new();
        let mut free: Vec<usize> = (0..forward.inputs.len()).filter(|at| *at != value).collect();
        for (place, (name, ty)) in back.inputs.iter().enumerate().filter(|(at, _)| *at != encoding)
        {
            let fits = |at: &&usize| forward.inputs[**at].1.owned() == ty.owned();
            let by_name = free.iter().filter(fits).find(|at| forward.inputs[**at].0 == *name);
            let at = *by_name.or_else(|| free.iter().find(fits))?;
            free.retain(|it| *it != at);
            shared.push((place, at));
        }
        let back_output = back.output.clone();
        Some(Pair { context, forward, back, value, encoding, shared, encoded, back_output })
    }

    fn draft(&self) -> Draft<'v, 'a> {
        Draft::new(self.context.values, &[self.forward, self.back])
    }

    fn name(&self) -> (String, String) {
        let api = self.context.api;
        (subject(api, self.forward), subject(api, self.back))
    }

    /// Draws all inputs of the first function but the value, or all.
    fn inputs(
        &self,
        draft: &mut Draft<'v, 'a>,
        value: Option<Variable>,
    ) -> Result<Vec<Variable>, String> {
        let mut all = Vec::new();
        for (place, (name, ty)) in self.forward.inputs.iter().enumerate() {
            all.push(match &value {
                Some(value) if place == self.value => value.clone(),
                _ => draft.draw(name, ty)?,
            });
        }
        Ok(all)
    }

    /// The call of the first function, without its error.
    fn encode(&self, draft: &Draft<'v, 'a>, inputs: &[Variable]) -> Result<String, String> {
        let call = draft.call(self.forward, &inputs.iter().collect::<Vec<_>>(), true)?;
        Ok(format!("{call}{}", self.unwrapped(&self.forward.output)))
    }

    /// The call of the second function on an encoding.
    fn decode(
        &self,
        draft: &Draft<'v, 'a>,
        encoding: &Variable,
        inputs: &[Variable],
    ) -> Result<String, String> {
        let mut variables: Vec<&Variable> = vec![encoding; self.back.inputs.len()];
        for (place, at) in &self.shared {
            variables[*place] = &inputs[*at];
        }
        draft.call(self.back, &variables, true)
    }

    /// `.unwrap()`, where the error can be shown.
    fn unwrapped(&self, output: &Ty) -> &'static str {
        match output {
            Ty::Std(name, arguments) if name == "Result" => match arguments.get(1) {
                Some(error @ Ty::Own(..)) if !has_trait(self.context.api, error, "Debug") => {
                    ".ok().unwrap()"
                }
                _ => ".unwrap()",
            },
            Ty::Std(name, _) if name == "Option" => ".unwrap()",
            _ => "",
        }
    }

    /// The decoded value as an owned one.
    fn decoded(&self, call: &str) -> Result<String, String> {
        let output = &self.back_output;
        let inner = output.success().unwrap_or(output);
        let text = format!("{call}{}", self.unwrapped(output));
        own(self.context.api, inner, &text).ok_or_else(|| "its result is borrowed".to_owned())
    }

    fn round_trip(&self) -> Result<Suggestion, String> {
        let mut draft = self.draft();
        let inputs = self.inputs(&mut draft, None)?;
        let value = &inputs[self.value];
        let call = self.encode(&draft, &inputs)?;
        let encoded = Variable { name: draft.fresh("encoded"), ty: self.encoded.owned() };
        let call = owned_call(self.context, &self.encoded, &call)?;
        draft.line(format!("let {} = {call};", encoded.name));
        let decoded = self.decoded(&self.decode(&draft, &encoded, &inputs)?)?;
        draft.line(format!("assert_eq!({decoded}, {});", value.name));
        let (first, second) = self.name();
        let claim = format!(
            "`{}` undoes `{}`",
            self.back.shown(self.context.api),
            self.forward.shown(self.context.api)
        );
        Ok(draft.finish(&format!("{second}_undoes_{first}"), Shape::RoundTrip, claim, true))
    }

    /// What is accepted can be encoded and decoded again.
    fn accepted(&self) -> Result<Suggestion, String> {
        let mut draft = self.draft();
        let (name, ty) = &self.back.inputs[self.encoding];
        let encoding = draft.draw(name, ty)?;
        self.check_accepted(&mut draft, &encoding, None)?;
        let claim =
            format!("what `{}` accepts makes a round trip", self.back.shown(self.context.api));
        let (_, second) = self.name();
        Ok(draft.finish(
            &format!("what_{second}_accepts_makes_a_round_trip"),
            Shape::Rejection,
            claim,
            true,
        ))
    }

    /// Whether the encoding is a text or a list of bytes, of which few are accepted.
    fn is_text_or_bytes(&self) -> bool {
        let is_bytes = |item: &Ty| *item == Ty::std("u8");
        match self.encoded.owned() {
            Ty::Std(name, arguments) => {
                name == "String" || name == "Vec" && arguments.first().is_some_and(is_bytes)
            }
            Ty::Array(item, _) => is_bytes(&item),
            _ => false,
        }
    }

    /// Changed encodings do not make it panic, and those that are accepted make a round trip. An item that is copied from
    /// another place is accepted more often than a random one.
    fn changed(&self) -> Result<Suggestion, String> {
        let ty = self.encoded.owned();
        let is_text = ty.is_std("String");
        let is_array = matches!(ty, Ty::Array(..));
        let mut draft = self.draft();
        let inputs = self.inputs(&mut draft, None)?;
        let call = owned_call(self.context, &self.encoded, &self.encode(&draft, &inputs)?)?;
        let damage = draft.draw("damage", &Ty::std("u8"))?.name;
        let at = draft.draw("at", &Ty::std("u16"))?.name;
        let from = draft.draw("from", &Ty::std("u16"))?.name;
        let item = if is_text { Ty::std("char") } else { Ty::std("u8") };
        let new = draft.draw("replacement", &item)?.name;
        let changed = Variable { name: draft.fresh("changed"), ty: ty.clone() };
        let name = &changed.name;
        let call = if is_text { format!("{call}.chars().collect::<Vec<char>>()") } else { call };
        draft.line(format!("let mut {name} = {call};"));
        let size = draft.fresh("size");
        draft.line(format!("let {size} = {name}.len().max(1);"));
        draft.line(format!(
            "let ({at}, {from}) = ({at} as usize % {size}, {from} as usize % {size});"
        ));
        draft.line(format!("match {damage} % 3 {{"));
        draft.line(format!("    _ if {name}.is_empty() => {{}}"));
        if !is_array {
            draft.line(format!("    0 => {name}.truncate({at}),"));
        }
        draft.line(format!("    1 => {name}[{at}] = {new},"));
        draft.line(format!("    _ => {name}[{at}] = {name}[{from}],"));
        draft.line("}");
        if is_text {
            draft.line(format!("let {name} = {name}.into_iter().collect::<String>();"));
        }
        self.check_accepted(&mut draft, &changed, Some(&inputs))?;
        let back = self.back.shown(self.context.api);
        let (_, second) = self.name();
        let claim = format!(
            "`{back}` does not panic on damaged input, and what it accepts makes a round trip"
        );
        let name = format!("{second}_survives_damaged_input");
        Ok(draft.finish(&name, Shape::Rejection, claim, true))
    }

    /// If an encoding is accepted, its value is encoded and decoded again.
    fn check_accepted(
        &self,
        draft: &mut Draft<'v, 'a>,
        encoding: &Variable,
        inputs: Option<&[Variable]>,
    ) -> Result<(), String> {
        let inner = self.back_output.success().unwrap_or(&self.back_output).clone();
        let value = Variable { name: draft.fresh("accepted"), ty: inner.owned() };
        let mut all = Vec::new();
        for (place, (name, ty)) in self.forward.inputs.iter().enumerate() {
            all.push(match inputs {
                _ if place == self.value => value.clone(),
                Some(inputs) => inputs[place].clone(),
                None => draft.draw(name, ty)?,
            });
        }
        let call = self.decode(draft, encoding, &all)?;
        let pattern = if self.back_output.is_std("Result") { "Ok" } else { "Some" };
        draft.line(format!("if let {pattern}({}) = {call} {{", value.name));
        if inner != inner.owned() {
            let conversion = own(self.context.api, &inner, &value.name);
            let conversion = conversion.ok_or_else(|| "its result is borrowed".to_owned())?;
            draft.line(format!("    let {} = {conversion};", value.name));
        }
        let call = owned_call(self.context, &self.encoded, &self.encode(draft, &all)?)?;
        let encoded = Variable { name: draft.fresh("encoded"), ty: self.encoded.owned() };
        draft.line(format!("    let {} = {call};", encoded.name));
        let decoded = self.decoded(&self.decode(draft, &encoded, &all)?)?;
        draft.line(format!("    assert_eq!({decoded}, {});", value.name));
        draft.line("}");
        Ok(())
    }
}

fn owned_call(context: &Context<'_, '_>, ty: &Ty, call: &str) -> Result<String, String> {
    own(context.api, ty, call).ok_or_else(|| "its result is borrowed".to_owned())
}

/// Whether a parameter takes an owned value of this type.
fn accepts(wanted: &Ty, own: &Ty) -> bool {
    let bytes = Ty::of("Vec", Ty::std("u8"));
    let is_list = |wanted: &Ty| matches!((own, wanted), (Ty::Array(item, _), Ty::Ref(to)) if **to == Ty::Slice(item.clone()));
    wanted.owned() == *own || wanted.owned() == bytes && own.is_std("String") || is_list(wanted)
}

/// Whether names or traits say that the second undoes the first.
fn is_pair(context: &Context<'_, '_>, forward: &Concrete<'_>, back: &Concrete<'_>) -> bool {
    let standard = |it: &Concrete<'_>| it.function.of_standard.clone();
    let is_parser = standard(back).as_deref() == Some("FromStr")
        || back.name().starts_with("parse")
        || back.name().starts_with("from_str");
    if std::ptr::eq(forward.function, context.values.display()) {
        let text = back.inputs.first().is_some_and(|(_, ty)| ty.owned().is_std("String"));
        return (is_parser || standard(back).as_deref() == Some("TryFrom"))
            && text
            && back.inputs.len() == 1
            && forward.owner == back.owner;
    }
    // `From<A> for B` and `From<B> for A`.
    if let (Some("From" | "TryFrom"), Some("From" | "TryFrom")) =
        (standard(forward).as_deref(), standard(back).as_deref())
    {
        let swapped =
            forward.inputs[0].1.owned() == back.output.success().unwrap_or(&back.output).owned();
        return swapped && back.inputs[0].1.owned() == forward.output.owned();
    }
    if standard(forward).is_some() {
        return false;
    }
    let path = |it: &Concrete<'_>| match &it.function.form {
        CallForm::Path(path) => path.split("::").skip(1).map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![it.name().to_owned()],
    };
    let (first, second) = (path(forward), path(back));
    let (first, second): (Vec<&str>, Vec<&str>) =
        (first.iter().map(|it| &**it).collect(), second.iter().map(|it| &**it).collect());
    let is_parse = is_parser && forward.name().starts_with("to_str");
    // A method and a function of its type, or two functions of one kind.
    let related = match (&forward.owner, &back.owner) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        (Some(owner), None) | (None, Some(owner)) => {
            let mut types = forward.inputs.iter().chain(&back.inputs).map(|(_, ty)| ty.owned());
            types.any(|ty| ty == *owner)
        }
    };
    let ([before @ .., one], [other @ .., two]) = (&first[..], &second[..]) else { return false };
    related && (is_parse || undoes(&first, &second) || undoes(&[one], &[two]) && before == other)
}
