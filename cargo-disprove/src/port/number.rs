//! The types of numbers in ranges, as far as they are written.

use syn::{Expr, ExprLit, ExprRange, Lit, Type};

/// What a range consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Integer,
    Float,
    Char,
    Unknown,
}

/// Types of integers.
pub(super) const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

fn kind_of_type(ty: &str) -> NumberKind {
    match ty {
        "f32" | "f64" => NumberKind::Float,
        "char" => NumberKind::Char,
        _ if INTEGERS.contains(&ty) => NumberKind::Integer,
        _ => NumberKind::Unknown,
    }
}

/// The type and kind of the numbers of a range.
pub(super) fn of_range(range: &ExprRange) -> (Option<String>, NumberKind) {
    let mut found = (None, NumberKind::Unknown);
    for end in [&range.start, &range.end].into_iter().flatten() {
        let (ty, kind) = of(end);
        if found.0.is_none() {
            found.0 = ty;
        }
        if found.1 == NumberKind::Unknown {
            found.1 = kind;
        }
    }
    if let Some(ty) = &found.0 {
        found.1 = kind_of_type(ty);
    }
    found
}

/// The type and kind of a number.
pub(super) fn of(expression: &Expr) -> (Option<String>, NumberKind) {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => match number.suffix() {
            "" => (None, NumberKind::Integer),
            suffix => (Some(suffix.to_owned()), kind_of_type(suffix)),
        },
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => match number.suffix() {
            "" => (None, NumberKind::Float),
            suffix => (Some(suffix.to_owned()), NumberKind::Float),
        },
        Expr::Lit(ExprLit { lit: Lit::Char(_), .. }) => (Some("char".to_owned()), NumberKind::Char),
        Expr::Lit(ExprLit { lit: Lit::Byte(_), .. }) => {
            (Some("u8".to_owned()), NumberKind::Integer)
        }
        Expr::Paren(inner) => of(&inner.expr),
        Expr::Unary(unary) => of(&unary.expr),
        Expr::Cast(cast) => match &*cast.ty {
            Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(ty) if kind_of_type(&ty) != NumberKind::Unknown => {
                    let kind = kind_of_type(&ty);
                    (Some(ty), kind)
                }
                _ => (None, NumberKind::Unknown),
            },
            _ => (None, NumberKind::Unknown),
        },
        // Shifts have the type of their left side, as all others have.
        Expr::Binary(binary) => match of(&binary.left) {
            (None, _) if !is_shift(&binary.op) => of(&binary.right),
            left => left,
        },
        // `u8::MAX`
        Expr::Path(path) if path.path.segments.len() == 2 => {
            let ty = path.path.segments[0].ident.to_string();
            let constant = path.path.segments[1].ident.to_string();
            match kind_of_type(&ty) {
                NumberKind::Unknown => (None, NumberKind::Unknown),
                _ if constant == "BITS" => (Some("u32".to_owned()), NumberKind::Integer),
                kind => (Some(ty), kind),
            }
        }
        _ => (None, NumberKind::Unknown),
    }
}

fn is_shift(operator: &syn::BinOp) -> bool {
    matches!(operator, syn::BinOp::Shl(_) | syn::BinOp::Shr(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_where_they_are_written() {
        for (range, ty, kind) in [
            ("0..10", None, NumberKind::Integer),
            ("0..10u8", Some("u8"), NumberKind::Integer),
            ("-1i32..=1", Some("i32"), NumberKind::Integer),
            ("0usize..(LEN + 1)", Some("usize"), NumberKind::Integer),
            ("0.0..1.0", None, NumberKind::Float),
            ("0.0f32..", Some("f32"), NumberKind::Float),
            ("0f64..1f64", Some("f64"), NumberKind::Float),
            ("'a'..='z'", Some("char"), NumberKind::Char),
            ("..u16::MAX", Some("u16"), NumberKind::Integer),
            ("0..1u64 << 5u32", Some("u64"), NumberKind::Integer),
            ("0..u8::BITS", Some("u32"), NumberKind::Integer),
            ("a..b", None, NumberKind::Unknown),
            ("a..b as u8", Some("u8"), NumberKind::Integer),
        ] {
            let Ok(Expr::Range(parsed)) = syn::parse_str(range) else { panic!("{range}") };
            assert_eq!(of_range(&parsed), (ty.map(str::to_owned), kind), "{range}");
        }
    }
}
