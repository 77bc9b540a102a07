//! The tests of a machine: one for each `#[property(..)]`, of all rules or of some.

use super::{Rule, method::Part};
use crate::{
    errors::Errors,
    settings::{self, Settings},
};
use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Expr, Meta};

/// One test of a machine.
pub struct MachineTest {
    pub name: Ident,
    pub settings: Settings,
    /// The numbers of the rules that it calls, if it does not call all.
    pub rules: Option<Vec<u32>>,
}

/// Reads the settings of the attribute that is expanded, and of further ones on the block. `unnamed` is the name of the
/// first test unless it has another.
pub fn tests(
    settings: TokenStream,
    further: &[Attribute],
    unnamed: &Ident,
    rules: &[Rule],
    errors: &mut Errors,
) -> Vec<MachineTest> {
    check_groups(rules, errors);
    let settings = settings::machine_settings(settings, errors);
    let name = given_name(&settings, errors).unwrap_or_else(|| unnamed.clone());
    let mut tests = vec![MachineTest { name, rules: selected(&settings, rules, errors), settings }];
    for attribute in further {
        let settings = match &attribute.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let settings = settings::machine_settings(settings, errors);
        if settings.name.is_none() {
            errors.at(
                attribute,
                "a further test of the same machine needs a name: write `#[property(name = pushes_only, ..)]`",
            );
        }
        let Some(name) = given_name(&settings, errors) else { continue };
        if tests.iter().any(|test| test.name == name) {
            errors.at(&name, format!("two tests are called `{name}`; rename one of them"));
        }
        tests.push(MachineTest { name, rules: selected(&settings, rules, errors), settings });
    }
    tests
}

fn given_name(settings: &Settings, errors: &mut Errors) -> Option<Ident> {
    let value = settings.name.as_ref()?;
    let name = identifier(value);
    if name.is_none() {
        errors.at(value, "a test has a name: write `name = pushes_only`, without quotes");
    }
    name
}

fn identifier(value: &Expr) -> Option<Ident> {
    match value {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }
}

/// Reports groups that cannot be told from a rule.
fn check_groups(rules: &[Rule], errors: &mut Errors) {
    for group in rules.iter().filter_map(|rule| rule.options.group.as_ref()) {
        if rules.iter().any(|rule| rule.method.name == *group) {
            errors.at(group, format!("`{group}` is also a rule; give the group another name"));
        }
    }
}

/// The numbers of the rules in `rules = [..]`, which names rules and groups.
fn selected(settings: &Settings, rules: &[Rule], errors: &mut Errors) -> Option<Vec<u32>> {
    let value = settings.rules.as_ref()?;
    let Expr::Array(list) = value else {
        errors.at(value, "`rules` is a list of rules and groups: write `rules = [push, pop]`");
        return None;
    };
    if list.elems.is_empty() {
        errors.at(value, "`rules = []` would test nothing; name a rule or a group");
        return None;
    }
    let mut is_selected = vec![false; rules.len()];
    for element in &list.elems {
        let Some(name) = identifier(element) else {
            errors.at(element, "expected the name of a rule or of a group, without quotes");
            continue;
        };
        let mut is_known = false;
        for (rule, is_selected) in rules.iter().zip(&mut is_selected) {
            if rule.method.name == name || rule.options.group.as_ref() == Some(&name) {
                (is_known, *is_selected) = (true, true);
            }
        }
        if !is_known {
            let known = known(rules);
            errors
                .at(element, format!("no rule and no group is called `{name}`; there is {known}"));
        }
    }
    let selected = || rules.iter().zip(&is_selected).filter(|(_, is)| **is).map(|(rule, _)| rule);
    for rule in selected() {
        for part in &rule.method.parts {
            let Part::Bundled { bundle, .. } = part else { continue };
            let fills = |rule: &&Rule| rule.options.bundle.as_ref() == Some(bundle);
            if !selected().any(|rule| fills(&rule)) {
                if let Some(filling) = rules.iter().find(fills) {
                    let (rule, filling) = (&rule.method.name, &filling.method.name);
                    errors.at(
                        value,
                        format!(
                            "`{rule}` could never be called: none of these rules fills the bundle `{bundle}`; \
                             add `{filling}`, or leave `{rule}` out"
                        ),
                    );
                }
            }
        }
    }
    let numbers = (0..).zip(&is_selected).filter(|(_, is)| **is).map(|(number, _)| number);
    Some(numbers.collect())
}

/// The names of the rules and the groups.
fn known(rules: &[Rule]) -> String {
    let mut names: Vec<String> = Vec::new();
    let groups = rules.iter().filter_map(|rule| rule.options.group.as_ref());
    for name in rules.iter().map(|rule| &rule.method.name).chain(groups) {
        let name = format!("`{name}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}
