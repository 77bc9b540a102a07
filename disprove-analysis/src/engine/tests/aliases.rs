//! A write through an alias is a write to the variable.

use super::*;

#[test]
fn a_rust_borrow_writes_the_borrowed_variable() {
    for (body, label) in [
        (
            "let mut v = Vec::new(); let r = &mut v; r.push(x); assert_eq!(v, [1]);",
            "constant_equality",
        ),
        (
            "let mut v = vec![1]; for e in v.iter_mut() { *e += x; } assert_eq!(v, [1]);",
            "constant_equality",
        ),
        (
            "let mut v = vec![1]; for (i, e) in v.iter_mut().enumerate() { *e = x; } assert_eq!(v, [1]);",
            "constant_equality",
        ),
        (
            "let mut v = vec![1]; for e in &mut v { *e += x; } assert_eq!(v, [1]);",
            "constant_equality",
        ),
        (
            "let mut m = new(); if let Some(e) = m.get_mut(&1) { *e = x; } assert_eq!(m, [1]);",
            "constant_equality",
        ),
        (
            "let mut m = new(); match m.entry(1) { Vacant(e) => { e.insert(x); } _ => {} } assert_eq!(m, [1]);",
            "constant_equality",
        ),
        (
            "let mut m = new(); *m.entry(1).or_insert(0) += x; assert_eq!(m, [1]);",
            "constant_equality",
        ),
        (
            "let mut out = new(); let mut w = Writer::new(&mut out); w.put(x); assert_eq!(out, [1]);",
            "constant_equality",
        ),
        (
            "let m = Mutex::new(1); let mut g = m.lock().unwrap(); *g = x; assert_eq!(m, [1]);",
            "constant_equality",
        ),
        (
            "let mut out = String::new(); write!(out, \"{x}\").unwrap(); assert_eq!(out, \"1\");",
            "constant_equality",
        ),
        // What is taken out is not a part any more, and whoever only reads writes nothing.
        (
            "let mut m = new(); let mut out = m.entry(1).remove(); out.push(x); assert_eq!(m, [1]);",
            "not_property",
        ),
        ("let mut v = vec![1]; for e in v.iter() { f(e, x); } assert_eq!(v, [1]);", "not_property"),
        ("let mut v = vec![1]; let n = f(&mut w, x); assert_eq!(v, [1]);", "not_property"),
    ] {
        assert_eq!(refined(body), [label], "{body}");
    }
}

#[test]
fn moved_values_stay_the_same() {
    for (body, labels) in [
        (
            "let mut v = x.clone(); let w = mem::take(&mut v); assert_eq!(w, f(&x)); assert_eq!(v, 0);",
            vec!["roundtrip", "not_property"],
        ),
        (
            "let mut v = x.clone(); let w = std::mem::replace(&mut v, y); assert_eq!(w, f(&x)); assert_eq!(v, f(&y));",
            vec!["roundtrip", "roundtrip"],
        ),
        (
            "let mut v = x.clone(); let mut w = y.clone(); swap(&mut v, &mut w); assert_eq!(w, f(&x));",
            vec!["roundtrip"],
        ),
        ("let mut v = Some(x); let w = v.take(); assert_eq!(w, f(&x));", vec!["roundtrip"]),
        (
            "let mut v = new(); v.set = x; let w = mem::take(&mut v.set); assert_eq!(w, 1);",
            vec!["constant_equality"],
        ),
        (
            "let v: Vec<_> = xs.iter().take(3).collect(); assert_eq!(v, f(&xs));",
            vec!["commutative_paths"],
        ),
    ] {
        assert_eq!(refined(body), labels, "{body}");
    }
}

#[test]
fn a_helper_writes_borrowed_arguments() {
    let text = "
        fn step(v: &mut Vec<u8>, x: u8) { v.push(x); assert!(v.len() > 0); }
        #[property] fn test(x: u8) { let mut v = Vec::new(); step(&mut v, x); assert_eq!(v, [1]); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["constant_bounds", "constant_equality"]);
}

#[test]
fn a_helper_does_not_write_arguments_that_it_only_reads() {
    let text = "
        fn check(v: &V) { v.validate(); assert_eq!(f(v), v); }
        #[property] fn test(x: V) { check(&x); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["roundtrip"]);
}

#[cfg(feature = "python")]
#[test]
fn a_python_object_may_have_several_names() {
    for (body, label) in [
        ("a = []\n    b = a\n    b.append(x)\n    assert a == [1]", "constant_equality"),
        ("a = []\n    b = a\n    a.append(x)\n    assert b == [1]", "constant_equality"),
        ("a = new()\n    b = a.part\n    b[0] = x\n    assert a == [1]", "constant_equality"),
        ("a = new()\n    b = Proxy(a)\n    a.add(x)\n    assert b == [1]", "constant_equality"),
        ("a = new()\n    b = a.keys()\n    a[x] = 1\n    assert b == [1]", "constant_equality"),
        (
            "a = [[]]\n    for b in a:\n        b.append(x)\n    assert a == [1]",
            "constant_equality",
        ),
        ("a, b = [], []\n    c, d = a, b\n    c.append(x)\n    assert b == [1]", "not_property"),
        ("a = new()\n    b = a.copy()\n    b.append(x)\n    assert a == [1]", "not_property"),
        ("a = new()\n    b = a[:]\n    b.append(x)\n    assert a == [1]", "not_property"),
        ("p = new()\n    a, b = p\n    b.append(x)\n    assert a == [1]", "not_property"),
        ("p = new()\n    a, b = p\n    b.append(x)\n    assert p == [1]", "constant_equality"),
        ("a = new()\n    b = list(a)\n    b.append(x)\n    assert a == [1]", "not_property"),
        (
            "a = new()\n    b = a\n    b = new()\n    b.append(x)\n    assert a == [1]",
            "not_property",
        ),
        ("for v in x:\n        look_at(v)\n    assert f(x) == x", "roundtrip"),
    ] {
        let text = format!("@given(things())\ndef test(x):\n    {body}\n");
        assert_eq!(python(&text, Mode::Refined), [label], "{body}");
    }
}
