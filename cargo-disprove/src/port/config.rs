//! The configuration of tests as settings of properties.

use super::translator::{Refusal, Translator};
use syn::{Expr, ExprLit, Lit, Member};

/// Fields of proptest's configuration that cannot change a verdict here.
const IGNORED: [&str; 12] = [
    "failure_persistence",
    "max_default_size_range",
    "max_flat_map_regens",
    "max_global_rejects",
    "max_local_rejects",
    "max_shrink_iters",
    "max_shrink_time",
    "result_cache",
    "rng_algorithm",
    "source_file",
    "test_name",
    "verbose",
];

/// The settings of a property.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) cases: Option<String>,
    /// `isolate`, perhaps with a time limit.
    isolate: Option<String>,
    /// The property is a function to call, not a test.
    pub(super) is_function: bool,
}

impl Settings {
    /// What stands in the parentheses of `#[property(..)]`, with them.
    pub(super) fn attribute(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.cases.as_ref().map(|cases| format!("cases = {cases}")));
        parts.extend(self.isolate.clone());
        if self.is_function {
            parts.push("test = false".to_owned());
        }
        if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) }
    }

    /// The methods of `check(..)`.
    pub(super) fn methods(&self) -> Result<String, Refusal> {
        if self.isolate.is_some() {
            return Err(
                "`fork` and `timeout` in a function that does more than one test".to_owned()
            );
        }
        Ok(self.cases.as_ref().map(|cases| format!(".cases({cases})")).unwrap_or_default())
    }
}

impl Translator<'_> {
    /// The settings of a `ProptestConfig`.
    pub(super) fn config(&self, config: &Expr) -> Result<Settings, Refusal> {
        let unknown = || format!("unknown configuration `{}`", self.shortened(config));
        let mut settings = Settings::default();
        match config {
            Expr::Call(call) => {
                let Expr::Path(function) = &*call.func else { return Err(unknown()) };
                let old = self.proptest(&function.path).unwrap_or_default();
                match (old.as_str(), call.args.first()) {
                    ("ProptestConfig::with_cases" | "Config::with_cases", Some(cases)) => {
                        settings.cases = Some(self.count(cases));
                    }
                    ("ProptestConfig::default" | "Config::default", None) => {}
                    _ => {
                        let is_default = function
                            .path
                            .segments
                            .last()
                            .is_some_and(|last| last.ident == "default");
                        if !is_default
                            || !function.path.segments.iter().any(|each| each.ident == "Default")
                        {
                            return Err(unknown());
                        }
                    }
                }
            }
            Expr::Struct(structure) => {
                if let Some(rest) = &structure.rest {
                    settings = self.config(rest)?;
                }
                for field in &structure.fields {
                    let Member::Named(name) = &field.member else { return Err(unknown()) };
                    self.field(&name.to_string(), &field.expr, &mut settings)?;
                }
            }
            _ => return Err(unknown()),
        }
        Ok(settings)
    }

    fn field(&self, name: &str, value: &Expr, settings: &mut Settings) -> Result<(), Refusal> {
        let literal = match value {
            Expr::Lit(ExprLit { lit, .. }) => Some(lit),
            _ => None,
        };
        match (name, literal) {
            ("cases", _) => settings.cases = Some(self.count(value)),
            ("fork", Some(Lit::Bool(fork))) => {
                if fork.value {
                    settings.isolate.get_or_insert_with(|| "isolate".to_owned());
                }
            }
            ("timeout", Some(Lit::Int(limit))) => {
                if limit.base10_digits() != "0" {
                    settings.isolate = Some(format!("isolate = \"{}ms\"", limit.base10_digits()));
                }
            }
            (name, _) if IGNORED.contains(&name) => {}
            (name, _) => return Err(format!("the setting `{name}` has no counterpart")),
        }
        Ok(())
    }

    /// A number of cases, which has another type here.
    pub(super) fn count(&self, value: &Expr) -> String {
        match value {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
                let text = self.source(number);
                text.trim_end_matches(number.suffix()).trim_end_matches('_').to_owned()
            }
            Expr::Path(_) | Expr::Call(_) | Expr::Paren(_) => {
                format!("{} as u64", self.source(value))
            }
            _ => format!("({}) as u64", self.source(value)),
        }
    }
}
