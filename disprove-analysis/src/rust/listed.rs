//! Finds tests inside macros in item position.

use super::{
    forms::{Functions, Proptest, Proptests},
    framework::marks,
    machine,
    outcome::Outcome,
    pattern::pattern,
    walk::{DEEPEST_MACRO, Draft, Walker},
};
use crate::ir::{Framework, Hidden};
use syn::{Item, ItemMacro};

impl Walker<'_> {
    /// Reads a macro among functions and modules.
    pub fn item_macro(&mut self, call: &ItemMacro, scopes: &[&[Item]]) {
        let name = super::macros::name(&call.mac);
        if name == "macro_rules" {
            return;
        }
        if name == "prop_state_machine" {
            let span = self.origin.span(call);
            let blocks = scopes.first().map(|items| machine::implementations(items));
            return self.state_machines(&call.mac.tokens, span, &blocks.unwrap_or_default());
        }
        let kind = self.framework_of_macro(&name);
        if let Some(kind) = kind {
            let before = self.file.tests.len();
            self.test_items(kind, &call.mac.tokens);
            if self.file.tests.len() > before {
                return;
            }
        }
        if self.expanded(&name, call) {
            return;
        }
        if kind.is_none()
            && let Ok(inner) = syn::parse2::<syn::File>(call.mac.tokens.clone())
        {
            // `cfg_std! { .. }` and similar macros hold plain items.
            let before = self.file.tests.len();
            self.add_to_scopes(&inner.items);
            self.items(&inner.items, &mut Vec::new());
            if self.file.tests.len() > before {
                return;
            }
        }
        if kind.is_some() || self.hiding.contains(&name) {
            let line = self.origin.place(call).line;
            self.file.hidden.push(Hidden { line, what: format!("the macro `{name}!`") });
        }
    }

    /// Expands a macro of the file and reads the result. Returns whether it holds tests.
    fn expanded(&mut self, name: &str, call: &ItemMacro) -> bool {
        if !self.hiding.contains(name)
            || self.expanding >= DEEPEST_MACRO
            || self.expansions.get() == 0
        {
            return false;
        }
        let Some(tokens) = self.macros.get(name).and_then(|rules| rules.expand(&call.mac.tokens))
        else {
            return false;
        };
        let Ok(inner) = syn::parse2::<syn::File>(tokens) else { return false };
        self.expansions.update(|left| left - 1);
        let (before, origin) = (self.file.tests.len(), self.origin);
        self.origin = origin.inside(call);
        self.expanding += 1;
        self.add_to_scopes(&inner.items);
        self.items(&inner.items, &mut Vec::new());
        self.expanding -= 1;
        self.origin = origin;
        self.file.tests.len() > before
    }

    /// The framework of a macro that holds tests as `proptest!` or `quickcheck!` does.
    fn framework_of_macro(&self, name: &str) -> Option<&'static str> {
        let alias = self.options.aliases.iter().find(|(alias, _)| alias == name);
        match alias {
            Some((_, Framework::QuickCheck)) => Some("quickcheck"),
            Some(_) => Some("proptest"),
            None if name.contains("quickcheck") => Some("quickcheck"),
            None if name.contains("proptest") => Some("proptest"),
            None => None,
        }
    }

    pub fn test_items(&mut self, kind: &str, tokens: &proc_macro2::TokenStream) {
        if kind == "proptest" {
            if let Ok(list) = syn::parse2::<Proptests>(tokens.clone()) {
                for item in list.0 {
                    self.proptest_item(&item);
                }
            }
        } else if let Ok(list) = syn::parse2::<Functions>(tokens.clone()) {
            for function in &list.0 {
                self.function(function, Some(Framework::QuickCheck), &[]);
            }
        }
    }

    fn proptest_item(&mut self, item: &Proptest) {
        let marks = marks(&item.attributes);
        self.test(Draft {
            name: self.full_name(&item.name.to_string()),
            at: item.name.span(),
            whole: crate::ir::Span {
                start: self.origin.span(&item.name).start,
                end: self.origin.span(&item.body).end,
            },
            framework: Framework::Proptest,
            arguments: item.arguments.iter().map(pattern).collect(),
            handle: None,
            outcome: match Outcome::of(&item.output) {
                Outcome::Unit => Outcome::Result,
                written => written,
            },
            body: &item.body,
            should_fail: marks.should_panic,
        });
    }
}
