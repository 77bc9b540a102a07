//! Dotted names.

use ruff_python_ast::Expr;

/// `np.testing.assert_equal` as a string; `None` if it contains anything but names.
pub(super) fn dotted(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) => {
            let mut path = dotted(&attribute.value)?;
            path.push('.');
            path.push_str(attribute.attr.as_str());
            Some(path)
        }
        _ => None,
    }
}

/// The name at the root of attributes and indices: `x` in `x.a[0].b`.
pub(super) fn root(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => root(&attribute.value),
        Expr::Subscript(subscript) => root(&subscript.value),
        Expr::Starred(starred) => root(&starred.value),
        _ => None,
    }
}

/// The last name: `given` in `hypothesis.given`.
pub(super) fn last(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => Some(attribute.attr.as_str()),
        _ => None,
    }
}

/// The name of a decorator or callee: `given` for both `given(..)` and `given`.
pub(super) fn called(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Call(call) => last(&call.func),
        other => last(other),
    }
}
