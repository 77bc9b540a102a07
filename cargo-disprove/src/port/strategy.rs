//! Strategies of proptest as generators: the table of expressions.

use super::{
    number::{self, NumberKind},
    translator::{Refusal, StrategyVariable, Translator, name, range, with_trait},
};
use proc_macro2::Span;
use syn::{
    Block, Expr, ExprCall, ExprLit, ExprMacro, ExprRange, Item, Lit, MacroDelimiter, Pat, Path,
    RangeLimits, Stmt, Token, UseTree,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

/// What the new code has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// Something with the methods of generators.
    Generator,
    /// Anything that converts into a generator, such as a range.
    Any,
}

/// The generator that a strategy is translated into.
#[derive(Clone, Debug, Default)]
pub(super) struct Translated {
    /// The type of its values, as it can be written here.
    pub(super) ty: Option<String>,
    /// It is `any::<T>()`.
    pub(super) is_default: bool,
}

impl Translated {
    pub(super) fn of(ty: Option<String>) -> Translated {
        Translated { ty, is_default: false }
    }
}

/// One alternative of `prop_oneof!`.
struct Alternative {
    weight: Option<Expr>,
    strategy: Expr,
}

impl Parse for Alternative {
    fn parse(input: ParseStream) -> syn::Result<Alternative> {
        let strategy: Expr = input.parse()?;
        if !input.peek(Token![=>]) {
            return Ok(Alternative { weight: None, strategy });
        }
        input.parse::<Token![=>]>()?;
        Ok(Alternative { weight: Some(strategy), strategy: input.parse()? })
    }
}

impl Translator<'_> {
    /// Translates a strategy in place.
    pub(super) fn strategy(
        &mut self,
        expression: &Expr,
        want: Want,
    ) -> Result<Translated, Refusal> {
        match expression {
            Expr::Paren(paren) => match &*paren.expr {
                Expr::Range(inner) if want == Want::Generator => {
                    let (ty, kind) = self.range(inner)?;
                    self.wrap_range(range(paren), kind, true);
                    Ok(Translated::of(ty))
                }
                inner => self.strategy(inner, want),
            },
            Expr::Group(group) => self.strategy(&group.expr, want),
            Expr::Range(inner) => {
                let (ty, kind) = self.range(inner)?;
                if want == Want::Generator {
                    self.wrap_range(range(inner), kind, false);
                }
                Ok(Translated::of(ty))
            }
            Expr::Lit(ExprLit { lit: Lit::Str(pattern), .. }) => {
                if pattern.value().contains("(?-u") {
                    return Err("a pattern of bytes has no counterpart".to_owned());
                }
                if want == Want::Generator {
                    self.edits.insert(range(pattern).start, format!("{}(", name("regex")));
                    self.edits.insert(range(pattern).end, ")");
                }
                Ok(Translated::of(self.prelude_type("String")))
            }
            Expr::Tuple(tuple) => {
                let mut types = Vec::new();
                for element in &tuple.elems {
                    types.push(self.strategy(element, Want::Any)?.ty);
                }
                self.convert(range(tuple), want);
                let types: Option<Vec<String>> = types.into_iter().collect();
                let end = if tuple.elems.len() == 1 { "," } else { "" };
                Ok(Translated::of(types.map(|types| format!("({}{end})", types.join(", ")))))
            }
            Expr::Array(array) => {
                let mut ty = None;
                for element in &array.elems {
                    ty = self.strategy(element, Want::Any)?.ty.or(ty);
                }
                self.convert(range(array), want);
                Ok(Translated::of(ty.map(|ty| format!("[{ty}; {}]", array.elems.len()))))
            }
            Expr::Path(path) if path.qself.is_none() => self.path(&path.path, want),
            Expr::Call(call) => self.call(call, want),
            Expr::MethodCall(call) => self.method_call(call, want),
            Expr::Macro(invocation) => self.one_of(invocation),
            Expr::Block(block) if block.label.is_none() => self.strategy_block(&block.block, want),
            Expr::If(branches) => {
                let Some((_, otherwise)) = &branches.else_branch else {
                    return Err("a strategy without `else`".to_owned());
                };
                check_boxed_block(&branches.then_branch)?;
                self.strategy_block(&branches.then_branch, Want::Generator)?;
                if !matches!(**otherwise, Expr::If(_)) {
                    check_boxed(otherwise)?;
                }
                self.strategy(otherwise, Want::Generator)
            }
            Expr::Match(arms) => {
                let mut translated = Translated::default();
                for arm in &arms.arms {
                    check_boxed(&arm.body)?;
                    translated = self.strategy(&arm.body, Want::Generator)?;
                }
                Ok(translated)
            }
            other => Err(format!("unknown strategy `{}`", self.shortened(other))),
        }
    }

    /// The statements of a block whose value is a strategy.
    pub(super) fn strategy_block(
        &mut self,
        block: &Block,
        want: Want,
    ) -> Result<Translated, Refusal> {
        let Some((last, statements)) = block.stmts.split_last() else {
            return Err("a block without a strategy".to_owned());
        };
        for statement in statements {
            self.statement_before_strategy(statement)?;
        }
        match last {
            Stmt::Expr(expression, None) => self.strategy(expression, want),
            Stmt::Macro(statement) if statement.semi_token.is_none() => {
                let expression =
                    Expr::Macro(ExprMacro { attrs: Vec::new(), mac: statement.mac.clone() });
                self.strategy(&expression, want)
            }
            _ => Err("a block without a strategy".to_owned()),
        }
    }

    fn statement_before_strategy(&mut self, statement: &Stmt) -> Result<(), Refusal> {
        match statement {
            Stmt::Local(local) => {
                let Some(init) = &local.init else { return Ok(()) };
                let Pat::Ident(variable) = &local.pat else { return Ok(()) };
                let variable = variable.ident.to_string();
                if matches!(&*init.expr, Expr::Range(_))
                    || matches!(&*init.expr, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
                {
                    let ty = None;
                    self.variables.insert(variable, StrategyVariable { is_generator: false, ty });
                } else if self.is_strategy(&init.expr) {
                    let ty = self.strategy(&init.expr, Want::Generator)?.ty;
                    self.variables.insert(variable, StrategyVariable { is_generator: true, ty });
                } else {
                    self.variables.remove(&variable);
                }
                Ok(())
            }
            Stmt::Item(Item::Use(item)) => {
                let is_old = matches!(&item.tree, UseTree::Path(path) if path.ident == "proptest");
                if is_old {
                    self.edits.delete(range(item));
                }
                Ok(())
            }
            // What they use of proptest is found when the new code is checked.
            _ => Ok(()),
        }
    }

    /// Whether an expression is a strategy by its form.
    fn is_strategy(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Paren(paren) => self.is_strategy(&paren.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().any(|element| self.is_strategy(element)),
            Expr::Path(path) => {
                self.proptest(&path.path).is_some()
                    || path
                        .path
                        .get_ident()
                        .is_some_and(|name| self.variables.contains_key(&name.to_string()))
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => {
                    self.proptest(&path.path).is_some()
                        || self.strategy_function(&path.path).is_some()
                }
                _ => false,
            },
            Expr::MethodCall(call) => {
                call.method.to_string().starts_with("prop_") || self.is_strategy(&call.receiver)
            }
            Expr::Macro(invocation) => self
                .code
                .scope
                .old_macro(self.module, &invocation.mac.path)
                .is_some_and(|old| old.name == "prop_oneof"),
            _ => false,
        }
    }

    /// Appends a conversion, if one is needed.
    pub(super) fn convert(&mut self, at: std::ops::Range<usize>, want: Want) {
        if want == Want::Generator {
            let conversion = format!(".into_generator(){}", with_trait("IntoGenerator"));
            self.edits.insert(at.end, conversion);
        }
    }

    fn wrap_range(
        &mut self,
        at: std::ops::Range<usize>,
        kind: NumberKind,
        is_in_parentheses: bool,
    ) {
        let function = match kind {
            NumberKind::Integer => Some("int"),
            NumberKind::Float => Some("float"),
            NumberKind::Char | NumberKind::Unknown => None,
        };
        let (open, close) = if is_in_parentheses { ("", "") } else { ("(", ")") };
        if let Some(function) = function {
            self.edits.insert(at.start, format!("{}{open}", name(function)));
            self.edits.insert(at.end, close);
        } else {
            self.edits.insert(at.start, open);
            self.edits.insert(at.end, close);
            self.convert(at, Want::Generator);
        }
    }

    /// The type of the values in a range. Ranges without a start get one.
    fn range(&mut self, inner: &ExprRange) -> Result<(Option<String>, NumberKind), Refusal> {
        let (ty, kind) = number::of_range(inner);
        match (&inner.start, &inner.end, &inner.limits) {
            (Some(_), ..) => {}
            (None, Some(_), RangeLimits::HalfOpen(_) | RangeLimits::Closed(_)) => {
                let Some(ty) = ty.as_deref().filter(|_| kind == NumberKind::Integer) else {
                    return Err(format!(
                        "the range `{}` has no start, and its type is not written",
                        self.source(inner)
                    ));
                };
                let start = if ty.starts_with('u') { "0".to_owned() } else { format!("{ty}::MIN") };
                self.edits.insert(range(inner).start, start);
            }
            _ => return Err("`..` is not a strategy".to_owned()),
        }
        Ok((ty, kind))
    }

    /// A constant or a variable.
    fn path(&mut self, path: &Path, want: Want) -> Result<Translated, Refusal> {
        if let Some(old) = self.proptest(path) {
            let parts: Vec<&str> = old.split("::").collect();
            let ty = match parts[..] {
                ["num", ty, "ANY"] => ty,
                ["bool", "ANY"] => "bool",
                ["num", ty @ ("f32" | "f64"), "NORMAL"] => {
                    let normal = format!(
                        "{}::<{ty}>().filter(|x| x.is_normal()){}",
                        name("any"),
                        with_trait("Generator")
                    );
                    self.edits.replace(range(path), normal);
                    return Ok(Translated::of(Some(ty.to_owned())));
                }
                _ => return Err(format!("`{old}` has no counterpart")),
            };
            self.edits.replace(range(path), format!("{}::<{ty}>()", name("any")));
            return Ok(Translated { ty: Some(ty.to_owned()), is_default: true });
        }
        let Some(ident) = path.get_ident().map(ToString::to_string) else {
            return Err(format!("unknown strategy `{}`", self.source(path)));
        };
        if let Some(variable) = self.variables.get(&ident).cloned() {
            if !variable.is_generator {
                self.convert(range(path), want);
            }
            return Ok(Translated::of(variable.ty));
        }
        if let Some(constant) = self.code.index.constant(&ident) {
            self.convert(range(path), want);
            return Ok(Translated::of(Some(constant.to_owned())));
        }
        Err(format!("unknown strategy `{ident}`"))
    }

    /// The function of the file that a path names, if it returns a strategy.
    pub(super) fn strategy_function(&self, path: &Path) -> Option<String> {
        let mut names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        while names.len() > 1 && (names[0] == "self" || names[0] == "super") {
            names.remove(0);
        }
        let key = names.join("::");
        self.code.index.strategies.contains_key(&key).then_some(key)
    }

    /// `prop_oneof![..]`.
    fn one_of(&mut self, invocation: &ExprMacro) -> Result<Translated, Refusal> {
        let mac = &invocation.mac;
        let old = self.code.scope.old_macro(self.module, &mac.path);
        if old.is_none_or(|old| old.name != "prop_oneof") {
            return Err(format!("unknown strategy `{}!`", self.source(&mac.path)));
        }
        let alternatives = mac
            .parse_body_with(Punctuated::<Alternative, Token![,]>::parse_terminated)
            .map_err(|why| format!("`prop_oneof!` cannot be read: {why}"))?;
        let (open, close) = delimiters(&mac.delimiter);
        let (open, close) = (open.byte_range(), close.byte_range());
        let constants: Option<Vec<&ExprCall>> =
            alternatives.iter().map(|each| self.plain_constant(each)).collect();
        if let Some(constants) = constants {
            let mut ty = None;
            for call in constants {
                let value = call.args.first().expect("`plain_constant` looks at it");
                ty = ty.or(self.constant_value(value).1);
                self.edits.delete(range(call).start..range(value).start);
                self.edits.delete(range(value).end..range(call).end);
            }
            self.edits.replace(range(&mac.path).start..open.end, format!("{}([", name("sample")));
            self.edits.replace(close, "])");
            return Ok(Translated::of(ty));
        }
        self.edits.replace(range(&mac.path), name("one_of"));
        let mut ty = None;
        for alternative in &alternatives {
            if let Some(weight) = &alternative.weight
                && !matches!(weight, Expr::Lit(ExprLit { lit: Lit::Int(_), .. }))
            {
                return Err("a weight that is not a literal has no counterpart".to_owned());
            }
            let this = self.strategy(&alternative.strategy, Want::Any)?.ty;
            ty = ty.or(this);
        }
        Ok(Translated::of(ty))
    }

    /// `Just(value)` without a weight.
    fn plain_constant<'b>(&self, alternative: &'b Alternative) -> Option<&'b ExprCall> {
        let Expr::Call(call) = &alternative.strategy else { return None };
        let Expr::Path(function) = &*call.func else { return None };
        let is_just = self.proptest(&function.path).as_deref() == Some("Just");
        (is_just && call.args.len() == 1 && alternative.weight.is_none()).then_some(call)
    }

    /// The start of an expression, for messages.
    pub(super) fn shortened(&self, part: &impl Spanned) -> String {
        let text: Vec<&str> = self.source(part).split_whitespace().collect();
        let text = text.join(" ");
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}..", &text[..end]),
            None => text,
        }
    }
}

/// Branches must have one type, which is certain only if they are boxed.
fn check_boxed(expression: &Expr) -> Result<(), Refusal> {
    let is_boxed = match expression {
        Expr::MethodCall(call) => call.method == "boxed" || call.method == "sboxed",
        Expr::Block(block) => return check_boxed_block(&block.block),
        Expr::Macro(_) => true,
        _ => false,
    };
    if is_boxed { Ok(()) } else { Err("branches with strategies that are not boxed".to_owned()) }
}

fn check_boxed_block(block: &Block) -> Result<(), Refusal> {
    match block.stmts.last() {
        Some(Stmt::Expr(expression, None)) => check_boxed(expression),
        Some(Stmt::Macro(_)) => Ok(()),
        _ => Err("a block without a strategy".to_owned()),
    }
}

/// The delimiters of a macro call.
pub(super) fn delimiters(delimiter: &MacroDelimiter) -> (Span, Span) {
    let span = delimiter.span();
    (span.open(), span.close())
}
