//! Methods of strategies as methods of generators.

use super::{
    strategy::{Translated, Want},
    translator::{Need, Refusal, StrategyVariable, Translator, name, range, with_trait},
};
use std::ops::Range;
use syn::{Expr, ExprClosure, ExprLit, ExprMethodCall, GenericArgument, Lit, Pat};

impl Translator<'_> {
    pub(super) fn method_call(
        &mut self,
        call: &ExprMethodCall,
        want: Want,
    ) -> Result<Translated, Refusal> {
        let method = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let receiver = &*call.receiver;
        // From the point to the closing parenthesis.
        let tail = range(&call.dot_token).start..range(call).end;
        match (method.as_str(), &arguments[..]) {
            ("prop_map", [function]) => {
                self.strategy(receiver, Want::Generator)?;
                self.edits.replace(range(&call.method), format!("map{}", with_trait("Generator")));
                Ok(Translated::of(self.returned_type(function)))
            }
            ("prop_map_into", []) => self.map_into(call, tail),
            ("prop_filter", [reason, keep]) => {
                let inner = self.strategy(receiver, Want::Generator)?;
                self.edits
                    .replace(range(&call.method), format!("filter{}", with_trait("Generator")));
                self.edits.delete(range(*reason).start..range(*keep).start);
                Ok(Translated::of(inner.ty))
            }
            ("prop_filter_map", [reason, function]) => {
                self.strategy(receiver, Want::Generator)?;
                self.edits.replace(range(&call.method), format!("map{}", with_trait("Generator")));
                self.edits.delete(range(*reason).start..range(*function).start);
                self.edits.insert(range(call).end, ".filter(Option::is_some).map(Option::unwrap)");
                Ok(Translated::default())
            }
            ("prop_flat_map" | "prop_ind_flat_map", [next]) => {
                self.strategy(receiver, Want::Generator)?;
                self.edits.replace(range(&call.method), format!("then{}", with_trait("Generator")));
                let ty = self.next_strategy(next)?;
                Ok(Translated::of(ty))
            }
            ("prop_recursive", [_, _, _, Expr::Closure(closure)]) => {
                self.edits.insert(range(receiver).start, format!("{}(", name("recursive")));
                let leaf = self.strategy(receiver, Want::Any)?;
                let variable = StrategyVariable { is_generator: true, ty: leaf.ty.clone() };
                self.edits.replace(tail.start..range(closure).start, ", ");
                self.strategy_closure(closure, Some(variable))?;
                self.edits.delete(range(closure).end..tail.end - 1);
                Ok(Translated::of(leaf.ty))
            }
            ("boxed" | "sboxed", []) => {
                let inner = self.strategy(receiver, Want::Generator)?;
                self.edits
                    .replace(range(&call.method), format!("boxed{}", with_trait("Generator")));
                Ok(Translated::of(inner.ty))
            }
            ("no_shrink", []) => {
                let inner = self.strategy(receiver, want)?;
                self.edits.delete(tail);
                Ok(inner)
            }
            ("clone", []) => self.cloned(call, want),
            ("prop_shuffle", []) => {
                let inner = self.strategy(receiver, Want::Generator)?;
                let is_list = inner.ty.as_deref().is_some_and(|ty| ty.starts_with("Vec<"));
                if !is_list {
                    return Err("`prop_shuffle` of something that may be no `Vec`".to_owned());
                }
                let shuffle = name("shuffle");
                self.edits
                    .replace(tail, format!(".then(|xs| {shuffle}(xs)){}", with_trait("Generator")));
                Ok(Translated::of(inner.ty))
            }
            ("unwrap", []) | ("expect", [_]) => self.pattern(call, tail),
            _ if method.starts_with("prop_") => Err(format!("`{method}` has no counterpart")),
            _ => Err(format!("unknown strategy `{}`", self.shortened(call))),
        }
    }

    /// `string_regex(..)` and `bytes_regex(..)`, which return results.
    fn pattern(
        &mut self,
        call: &ExprMethodCall,
        tail: Range<usize>,
    ) -> Result<Translated, Refusal> {
        let unknown = || format!("unknown strategy `{}`", self.shortened(call));
        let Expr::Call(inner) = &*call.receiver else {
            return Err(unknown());
        };
        let Expr::Path(function) = &*inner.func else {
            return Err(unknown());
        };
        let ty = match self.proptest(&function.path).as_deref() {
            Some("string::string_regex") => {
                self.edits.delete(tail);
                self.prelude_type("String")
            }
            Some("string::bytes_regex") => {
                if !inner.args.first().is_some_and(is_pattern_of_text) {
                    return Err("a pattern of bytes has no counterpart".to_owned());
                }
                let map = format!(".map{}(|text| text.into_bytes())", with_trait("Generator"));
                self.edits.replace(tail, map);
                self.prelude_type("Vec").map(|list| format!("{list}<u8>"))
            }
            _ => return Err(unknown()),
        };
        self.edits.replace(range(function), name("regex"));
        Ok(Translated::of(ty))
    }

    fn map_into(
        &mut self,
        call: &ExprMethodCall,
        tail: Range<usize>,
    ) -> Result<Translated, Refusal> {
        self.strategy(&call.receiver, Want::Generator)?;
        let ty = call.turbofish.as_ref().and_then(|found| match found.args.first() {
            Some(GenericArgument::Type(ty)) => Some(ty),
            _ => None,
        });
        let ty = ty.ok_or("the type of `prop_map_into` is not written")?;
        let ty = self.source(ty).to_owned();
        self.edits.replace(tail, format!(".map(Into::<{ty}>::into){}", with_trait("Generator")));
        Ok(Translated::of(Some(ty)))
    }

    /// The type of the strategy that a function returns.
    fn next_strategy(&mut self, next: &Expr) -> Result<Option<String>, Refusal> {
        match next {
            Expr::Closure(closure) => Ok(self.strategy_closure(closure, None)?.ty),
            Expr::Path(path) => {
                let key = self.strategy_function(&path.path).ok_or_else(|| {
                    format!("the strategy `{}` is not in this file", self.source(path))
                })?;
                self.needs.insert(Need::Function(key));
                Ok(None)
            }
            other => Err(format!("unknown function `{}`", self.shortened(other))),
        }
    }

    fn cloned(&mut self, call: &ExprMethodCall, want: Want) -> Result<Translated, Refusal> {
        let is_conversion = match &*call.receiver {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let variable = self.variables.get(&name.to_string());
                variable.is_some_and(|variable| !variable.is_generator)
            }),
            _ => false,
        };
        if !is_conversion {
            return self.strategy(&call.receiver, want).map(|inner| Translated::of(inner.ty));
        }
        // What is cloned is what converts into a generator.
        let inner = self.strategy(&call.receiver, Want::Any)?;
        self.convert(range(call), want);
        Ok(Translated::of(inner.ty))
    }

    /// A closure that returns a strategy. Its parameter may be one too.
    fn strategy_closure(
        &mut self,
        closure: &ExprClosure,
        parameter: Option<StrategyVariable>,
    ) -> Result<Translated, Refusal> {
        let outer = self.variables.clone();
        for input in &closure.inputs {
            let pattern = if let Pat::Type(typed) = input { &*typed.pat } else { input };
            match (pattern, &parameter) {
                (Pat::Ident(variable), Some(strategy)) => {
                    self.variables.insert(variable.ident.to_string(), strategy.clone());
                }
                (Pat::Ident(variable), None) => {
                    self.variables.remove(&variable.ident.to_string());
                }
                _ => {}
            }
        }
        if let syn::ReturnType::Type(_, ty) = &closure.output {
            self.strategy_type(ty)?;
        }
        let translated = self.strategy(&closure.body, Want::Any);
        self.variables = outer;
        translated
    }
}

/// Whether a pattern is written here, and all that it matches is UTF-8: without flags, one of which allows other bytes.
fn is_pattern_of_text(pattern: &Expr) -> bool {
    let Expr::Lit(ExprLit { lit: Lit::Str(pattern), .. }) = pattern else {
        return false;
    };
    pattern.value().split("(?").skip(1).all(|group| group.starts_with(':'))
}
