//! A visitor of the statements and expressions in a body.
//!
//! The visitor of `syn` covers the whole language, which takes long to compile. This one leaves out patterns, types
//! and items, where none of its users looks.

use syn::{Block, Expr, Local, Macro, Stmt, Token, punctuated::Punctuated};

/// What to do with each node. A method decides itself whether to visit the parts of its node.
pub trait Walk {
    fn expression(&mut self, expression: &mut Expr);

    fn local(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.expression(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.expression(otherwise);
            }
        }
    }

    /// A macro that is a statement.
    fn statement(&mut self, _: &mut Macro) {}
}

/// Visits the statements of a block.
pub fn block(block: &mut Block, walk: &mut dyn Walk) {
    for statement in &mut block.stmts {
        match statement {
            Stmt::Local(local) => walk.local(local),
            Stmt::Expr(expression, _) => walk.expression(expression),
            Stmt::Macro(statement) => walk.statement(&mut statement.mac),
            Stmt::Item(_) => {}
        }
    }
}

/// Visits the parts of an expression.
pub fn parts(expression: &mut Expr, walk: &mut dyn Walk) {
    match expression {
        Expr::Array(it) => list(&mut it.elems, walk),
        Expr::Assign(it) => two(&mut it.left, &mut it.right, walk),
        Expr::Async(it) => block(&mut it.block, walk),
        Expr::Await(it) => walk.expression(&mut it.base),
        Expr::Binary(it) => two(&mut it.left, &mut it.right, walk),
        Expr::Block(it) => block(&mut it.block, walk),
        Expr::Break(it) => optional(&mut it.expr, walk),
        Expr::Call(it) => {
            walk.expression(&mut it.func);
            list(&mut it.args, walk);
        }
        Expr::Cast(it) => walk.expression(&mut it.expr),
        Expr::Closure(it) => walk.expression(&mut it.body),
        Expr::Const(it) => block(&mut it.block, walk),
        Expr::Field(it) => walk.expression(&mut it.base),
        Expr::ForLoop(it) => {
            walk.expression(&mut it.expr);
            block(&mut it.body, walk);
        }
        Expr::Group(it) => walk.expression(&mut it.expr),
        Expr::If(it) => {
            walk.expression(&mut it.cond);
            block(&mut it.then_branch, walk);
            if let Some((_, otherwise)) = &mut it.else_branch {
                walk.expression(otherwise);
            }
        }
        Expr::Index(it) => two(&mut it.expr, &mut it.index, walk),
        Expr::Let(it) => walk.expression(&mut it.expr),
        Expr::Loop(it) => block(&mut it.body, walk),
        Expr::Match(it) => {
            walk.expression(&mut it.expr);
            for arm in &mut it.arms {
                if let Some((_, guard)) = &mut arm.guard {
                    walk.expression(guard);
                }
                walk.expression(&mut arm.body);
            }
        }
        Expr::MethodCall(it) => {
            walk.expression(&mut it.receiver);
            list(&mut it.args, walk);
        }
        Expr::Paren(it) => walk.expression(&mut it.expr),
        Expr::Range(it) => {
            optional(&mut it.start, walk);
            optional(&mut it.end, walk);
        }
        Expr::RawAddr(it) => walk.expression(&mut it.expr),
        Expr::Reference(it) => walk.expression(&mut it.expr),
        Expr::Repeat(it) => two(&mut it.expr, &mut it.len, walk),
        Expr::Return(it) => optional(&mut it.expr, walk),
        Expr::Struct(it) => {
            for field in &mut it.fields {
                walk.expression(&mut field.expr);
            }
            optional(&mut it.rest, walk);
        }
        Expr::Try(it) => walk.expression(&mut it.expr),
        Expr::TryBlock(it) => block(&mut it.block, walk),
        Expr::Tuple(it) => list(&mut it.elems, walk),
        Expr::Unary(it) => walk.expression(&mut it.expr),
        Expr::Unsafe(it) => block(&mut it.block, walk),
        Expr::While(it) => {
            walk.expression(&mut it.cond);
            block(&mut it.body, walk);
        }
        Expr::Yield(it) => optional(&mut it.expr, walk),
        _ => {}
    }
}

fn two(one: &mut Expr, other: &mut Expr, walk: &mut dyn Walk) {
    walk.expression(one);
    walk.expression(other);
}

fn optional(expression: &mut Option<Box<Expr>>, walk: &mut dyn Walk) {
    if let Some(expression) = expression {
        walk.expression(expression);
    }
}

fn list(expressions: &mut Punctuated<Expr, Token![,]>, walk: &mut dyn Walk) {
    for expression in expressions {
        walk.expression(expression);
    }
}

#[cfg(test)]
mod tests {
    use super::{Walk, block, parts};
    use quote::quote;
    use syn::{Block, Expr, Macro, parse_quote};

    /// Counts the calls of `here!`.
    #[derive(Default)]
    struct Found(usize);

    impl Walk for Found {
        fn expression(&mut self, expression: &mut Expr) {
            if let Expr::Macro(it) = expression {
                self.statement(&mut it.mac);
            }
            parts(expression, self);
        }

        fn statement(&mut self, mac: &mut Macro) {
            self.0 += usize::from(mac.path.is_ident("here"));
        }
    }

    #[test]
    fn visits_every_place_for_an_expression() {
        let mut body: Block = parse_quote!({
            here!();
            let a = here!() else { here!() };
            [here!(), here!()][here!()] = (here!(), here!() as u8, -here!(), &here!(), here!()?);
            x.y(here!(), here!().await).z.w += f(here!(), (here!()..here!()), [here!(); here!()]);
            if let Some(_) = here!()
                && here!()
            {
                here!()
            } else if here!() {
                here!()
            } else {
                here!()
            }
            while here!() {
                here!()
            }
            for _ in here!() {
                here!()
            }
            'a: loop {
                unsafe { here!() }
                break 'a here!();
            }
            match here!() {
                _ if here!() => here!(),
                _ => return here!(),
            }
            let b = S { a: here!(), ..here!() };
            let c = |x| here!();
            async { here!() };
            const { here!() };
            &raw const here!();
            {
                here!()
            }
            fn nested() {
                here!()
            }
            other!(here!())
        });
        // All but those in the item and in the tokens of the other macro.
        let all = quote!(#body).to_string().matches("here !").count();
        let mut found = Found::default();
        block(&mut body, &mut found);
        assert_eq!(found.0, all - 2);
    }
}
