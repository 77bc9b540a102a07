//! Lowers expressions other than calls.

use super::{
    lowering::{Lowering, at, name},
    scope::Read,
};
use crate::ir::{Expr, Junction, Kind, Pattern, Quantifier, Relation, Stmt};
use ruff_python_ast::{self as ast, CmpOp, Comprehension};
use ruff_text_size::{Ranged, TextRange};

impl Lowering<'_> {
    pub(super) fn expression(&mut self, expression: &ast::Expr) -> Expr {
        at(self.kind(expression), expression.range())
    }

    pub(super) fn boxed(&mut self, expression: &ast::Expr) -> Box<Expr> {
        Box::new(self.expression(expression))
    }

    pub(super) fn all(&mut self, expressions: &[ast::Expr]) -> Vec<Expr> {
        expressions.iter().map(|each| self.expression(each)).collect()
    }

    fn kind(&mut self, expression: &ast::Expr) -> Kind {
        match expression {
            ast::Expr::Name(name) => Kind::Name(name.id.to_string()),
            ast::Expr::Attribute(attribute) => {
                Kind::Field(self.boxed(&attribute.value), attribute.attr.to_string())
            }
            ast::Expr::Subscript(subscript) => {
                Kind::Index(self.boxed(&subscript.value), self.boxed(&subscript.slice))
            }
            ast::Expr::Slice(slice) => {
                let ends = [&slice.lower, &slice.upper, &slice.step];
                let ends = ends.into_iter().flatten().map(|end| self.expression(end)).collect();
                Kind::Conv(Box::new(at(Kind::Group(ends), slice.range)))
            }
            ast::Expr::Call(call) => self.call(call),
            ast::Expr::Compare(compare) => self.compare(compare),
            ast::Expr::BoolOp(junction) => {
                let sign = match junction.op {
                    ast::BoolOp::And => Junction::And,
                    ast::BoolOp::Or => Junction::Or,
                };
                Kind::Junction(sign, self.all(&junction.values))
            }
            ast::Expr::UnaryOp(unary) => match unary.op {
                ast::UnaryOp::Not => Kind::Not(self.boxed(&unary.operand)),
                _ if unary.operand.is_number_literal_expr() => Kind::Literal,
                sign => Kind::Operation(sign.as_str(), vec![self.expression(&unary.operand)]),
            },
            ast::Expr::BinOp(binary) => self.binary(binary),
            ast::Expr::If(choice) => Kind::If(
                self.boxed(&choice.test),
                self.boxed(&choice.body),
                self.boxed(&choice.orelse),
            ),
            ast::Expr::Named(named) => {
                let value = self.expression(&named.value);
                let mut binds = Vec::new();
                self.bind(&named.target, value, &mut binds);
                self.pending.append(&mut binds);
                self.kind(&named.target)
            }
            ast::Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.iter().flat_map(|all| all.iter());
                let parameters = parameters.map(|each| parameter(each.name())).collect();
                let value = Some(self.boxed(&lambda.body));
                Kind::Lambda { parameters, body: Vec::new(), value }
            }
            ast::Expr::Tuple(tuple) => Kind::Group(self.all(&tuple.elts)),
            ast::Expr::List(list) => Kind::Group(self.all(&list.elts)),
            ast::Expr::Set(set) => Kind::Group(self.all(&set.elts)),
            ast::Expr::Dict(dict) => {
                let mut parts = Vec::new();
                for item in &dict.items {
                    parts.extend(item.key.as_ref().map(|key| self.expression(key)));
                    parts.push(self.expression(&item.value));
                }
                Kind::Group(parts)
            }
            ast::Expr::ListComp(list) => self.element(&list.generators, &list.elt),
            ast::Expr::SetComp(set) => self.element(&set.generators, &set.elt),
            ast::Expr::Generator(generator) => self.element(&generator.generators, &generator.elt),
            ast::Expr::DictComp(dict) => {
                let mut parts: Vec<Expr> = Vec::new();
                parts.extend(dict.key.as_ref().map(|key| self.expression(key)));
                parts.push(self.expression(&dict.value));
                let element = at(Kind::Group(parts), dict.value.range());
                self.comprehension(&dict.generators, element)
            }
            ast::Expr::FString(text) => self.text(text.value.elements()),
            ast::Expr::TString(text) => self.text(text.value.elements()),
            ast::Expr::Await(inner) => Kind::Same(self.boxed(&inner.value)),
            ast::Expr::YieldFrom(inner) => Kind::Same(self.boxed(&inner.value)),
            ast::Expr::Starred(inner) => Kind::Same(self.boxed(&inner.value)),
            ast::Expr::Yield(inner) => match &inner.value {
                Some(value) => Kind::Same(self.boxed(value)),
                None => Kind::Literal,
            },
            ast::Expr::StringLiteral(_)
            | ast::Expr::BytesLiteral(_)
            | ast::Expr::NumberLiteral(_)
            | ast::Expr::BooleanLiteral(_)
            | ast::Expr::NoneLiteral(_)
            | ast::Expr::EllipsisLiteral(_) => Kind::Literal,
            ast::Expr::IpyEscapeCommand(_) => Kind::Opaque(Read::in_expression(expression)),
        }
    }

    fn binary(&mut self, binary: &ast::ExprBinOp) -> Kind {
        let formats = binary.op == ast::Operator::Mod
            && (binary.left.is_string_literal_expr() || binary.left.is_bytes_literal_expr());
        if formats {
            let template = self.source(binary.left.range()).to_owned();
            return Kind::Text(template, vec![self.expression(&binary.right)]);
        }
        let operands = vec![self.expression(&binary.left), self.expression(&binary.right)];
        Kind::Operation(binary.op.as_str(), operands)
    }

    fn compare(&mut self, compare: &ast::ExprCompare) -> Kind {
        let mut left = &*compare.left;
        let mut all = Vec::new();
        for (sign, right) in compare.ops.iter().zip(&compare.comparators) {
            let range = TextRange::new(left.start(), right.end());
            all.push(at(self.comparison(*sign, left, right), range));
            left = right;
        }
        match all.len() {
            1 => all.swap_remove(0).kind,
            _ => Kind::Junction(Junction::And, all),
        }
    }

    fn comparison(&mut self, sign: CmpOp, left: &ast::Expr, right: &ast::Expr) -> Kind {
        let (left, right) = (self.boxed(left), self.boxed(right));
        let relation = match sign {
            CmpOp::Eq | CmpOp::Is => Relation::Eq,
            CmpOp::NotEq | CmpOp::IsNot => Relation::Ne,
            CmpOp::Lt => Relation::Lt,
            CmpOp::LtE => Relation::Le,
            CmpOp::Gt => Relation::Gt,
            CmpOp::GtE => Relation::Ge,
            CmpOp::In => return Kind::In(left, right),
            CmpOp::NotIn => {
                let span = crate::ir::Span { start: left.span.start, end: right.span.end };
                return Kind::Not(Box::new(Expr::new(Kind::In(left, right), span)));
            }
        };
        Kind::Compare(relation, left, right)
    }

    fn text<'t>(
        &mut self,
        elements: impl Iterator<Item = &'t ast::InterpolatedStringElement>,
    ) -> Kind {
        let mut template = String::new();
        let mut parts = Vec::new();
        elements.for_each(|element| self.interpolated(element, &mut template, &mut parts));
        Kind::Text(template, parts)
    }

    fn interpolated(
        &mut self,
        element: &ast::InterpolatedStringElement,
        template: &mut String,
        parts: &mut Vec<Expr>,
    ) {
        match element {
            ast::InterpolatedStringElement::Literal(text) => template.push_str(&text.value),
            ast::InterpolatedStringElement::Interpolation(inner) => {
                template.push('{');
                parts.push(self.expression(&inner.expression));
                for nested in inner.format_spec.iter().flat_map(|spec| spec.elements.iter()) {
                    self.interpolated(nested, template, parts);
                }
                template.push('}');
            }
        }
    }

    fn element(&mut self, generators: &[Comprehension], element: &ast::Expr) -> Kind {
        let element = self.expression(element);
        self.comprehension(generators, element)
    }

    /// A comprehension with several generators is a nested one.
    fn comprehension(&mut self, generators: &[Comprehension], element: Expr) -> Kind {
        let mut inner = element;
        for generator in generators.iter().rev() {
            let pattern = self.target(&generator.target, &mut Vec::new());
            let source = Box::new(self.iterated(&generator.iter));
            let condition = self.condition(&generator.ifs).map(Box::new);
            let kind = Kind::Comprehension { pattern, source, condition, element: Box::new(inner) };
            inner = at(kind, generator.range);
        }
        inner.kind
    }

    /// Lowers `all(..)` and `any(..)` of a comprehension.
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        generators: &[Comprehension],
        body: &ast::Expr,
    ) -> Kind {
        let mut inner = self.expression(body);
        for generator in generators.iter().rev() {
            let pattern = self.target(&generator.target, &mut Vec::new());
            let mut source = Box::new(self.iterated(&generator.iter));
            if let Some(condition) = self.condition(&generator.ifs) {
                // The quantifier ranges over the elements that satisfy the condition.
                let element = Box::new(self.expression(&generator.target));
                let pattern = pattern.clone();
                let condition = Some(Box::new(condition));
                let kind = Kind::Comprehension { pattern, source, condition, element };
                source = Box::new(at(kind, generator.range));
            }
            let kind = Kind::Quantified { quantifier, pattern, source, body: Box::new(inner) };
            inner = at(kind, generator.range);
        }
        inner.kind
    }

    fn condition(&mut self, conditions: &[ast::Expr]) -> Option<Expr> {
        let mut all = self.all(conditions);
        match all.len() {
            0 => None,
            1 => all.pop(),
            _ => {
                let range = TextRange::new(conditions[0].start(), conditions[all.len() - 1].end());
                Some(at(Kind::Junction(Junction::And, all), range))
            }
        }
    }

    /// The iterated collection: `enumerate`, `zip`, `items` and similar functions yield parts of their arguments.
    pub(super) fn iterated(&mut self, source: &ast::Expr) -> Expr {
        if let ast::Expr::Call(call) = source
            && call.arguments.keywords.is_empty()
        {
            let parts = match &*call.func {
                ast::Expr::Name(name)
                    if matches!(name.id.as_str(), "enumerate" | "zip" | "iter" | "reversed")
                        && !call.arguments.args.is_empty() =>
                {
                    self.all(&call.arguments.args)
                }
                ast::Expr::Attribute(method)
                    if matches!(method.attr.as_str(), "items" | "keys" | "values")
                        && call.arguments.args.is_empty() =>
                {
                    vec![self.expression(&method.value)]
                }
                _ => return self.expression(source),
            };
            let parts = match <[Expr; 1]>::try_from(parts) {
                Ok([only]) => only,
                Err(parts) => at(Kind::Group(parts), source.range()),
            };
            return at(Kind::Conv(Box::new(parts)), source.range());
        }
        self.expression(source)
    }

    /// A nested function as a value.
    pub(super) fn function(&mut self, function: &ast::StmtFunctionDef) -> Kind {
        let parameters = function.parameters.iter().map(|each| parameter(each.name())).collect();
        let mut body = self.body(&function.body);
        let mut value = None;
        if let Some(Stmt::Return(Some(_))) = body.last()
            && let Some(Stmt::Return(last)) = body.pop()
        {
            value = last.map(Box::new);
        }
        Kind::Lambda { parameters, body, value }
    }

    /// A nested class: its decorators, its bases, and everything its body reads.
    pub(super) fn local_class(&mut self, class: &ast::StmtClassDef) -> Kind {
        let mut parts: Vec<Expr> = Vec::new();
        for decorator in &class.decorator_list {
            parts.push(self.expression(&decorator.expression));
        }
        for argument in class.arguments.iter().flat_map(|all| all.iter_source_order()) {
            parts.push(self.expression(argument.value()));
        }
        for read in Read::in_body(&class.body) {
            if self.bound.has(&read) {
                parts.push(name(&read, class.range));
            }
        }
        let arguments = parts.into_iter().map(super::call::argument).collect();
        let callee = crate::ir::Callee::Function("class".to_owned());
        Kind::Call { callee, arguments }
    }
}

pub(super) fn parameter(name: &str) -> Pattern {
    Pattern::Name { name: name.to_owned(), mutable: false }
}
