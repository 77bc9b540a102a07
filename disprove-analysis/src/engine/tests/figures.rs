//! The paper's figures 3 and 8 to 20, rephrased: once in Rust, once in Python.

use super::*;

/// What the paper says of each figure, and the same test as a Rust property and as a Hypothesis test.
struct Figure {
    number: u32,
    label: &'static str,
    rust: &'static str,
    #[cfg_attr(not(feature = "python"), expect(dead_code, reason = "read with the feature only"))]
    python: &'static str,
}

const FIGURES: [Figure; 14] = [
    // The argument `step` is generated, `start` is not: a side without influence.
    Figure {
        number: 3,
        label: "constant_equality",
        rust: "#[property] fn returns(step: i64) { let moved = step + START; let home = back(moved + 1);
               assert_eq!(START, home - step - 1); }",
        python: "@given(step=integers())\ndef test_returns(start, step):\n    moved = step + start\n    home = back(moved + 1)\n    assert start == home - step - 1\n",
    },
    Figure {
        number: 8,
        label: "roundtrip",
        rust: "#[property] fn keeps(slot: Slot) { let wrapped = Position::of(slot); assert_eq!(wrapped, slot); }",
        python: "@given(slots)\ndef test_keeps(slot):\n    wrapped = position(slot)\n    assert wrapped == slot\n",
    },
    Figure {
        number: 9,
        label: "partial_roundtrip",
        rust: "#[property] fn settles(seed: Tree) { let tree = grow(seed); let once = normal(&tree); assert_eq!(once, normal(&once)); }",
        python: "@given(data=st.data())\ndef test_settles(strategy, data):\n    tree = data.draw(strategy)\n    once = normal(tree)\n    assert once == normal(once)\n",
    },
    Figure {
        number: 10,
        label: "partial_roundtrip",
        rust: "#[property] fn width(shape: Shape) { let wider = shape.width + 5; let again = wider - 5; assert_eq!(shape.width, again); }",
        python: "@given(shape=shapes())\ndef test_width(shape):\n    wider = shape.width + 5\n    again = wider - 5\n    assert shape.width == again\n",
    },
    Figure {
        number: 11,
        label: "commutative_paths",
        rust: "#[property] fn pieces(limit: usize) { let pieces = split(limit, MESSAGE); let plan = Plan::of(MESSAGE, limit);
               assert_eq!(plan.count, pieces.len()); }",
        python: "@given(limit=integers(min_value=4))\ndef test_pieces(message, number, limit):\n    pieces = split(limit, message, number)\n    plan = Plan.of(message, number, limit)\n    assert plan.count == len(pieces)\n",
    },
    Figure {
        number: 12,
        label: "constant_equality",
        rust: "#[property] fn divides(a: u64, b: u64) { let d = divisor(a, b); assert_eq!(a % d, 0); }",
        python: "@given(integers(), integers())\ndef test_divides(a, b):\n    d = divisor(a, b)\n    assert a % d == 0\n",
    },
    Figure {
        number: 13,
        label: "generated_bounds",
        rust: "#[property] fn halves(edges: Vec<i64>) { let half = edges.len() / 2; for i in 0..half { assert!(edges[i + half] >= edges[i]); } }",
        python: "@given(edges())\ndef test_halves(edges):\n    half = len(edges) // 2\n    for i in range(half):\n        assert edges[i + half] >= edges[i]\n",
    },
    Figure {
        number: 14,
        label: "constant_bounds",
        rust: "#[property] fn at_most_one(words: Vec<String>) { let shares = count(&words); assert!(shares.all_below() <= 1); }",
        python: "@given(words())\ndef test_at_most_one(words):\n    shares = count(words)\n    assert (shares <= 1).all()\n",
    },
    Figure {
        number: 15,
        label: "constant_nonequality",
        rust: "#[property] fn starts(range: Range, n: usize) { let short = range.cut(n); assert_ne!(short.start, None); }",
        python: "@given(ranges(), integers())\ndef test_starts(range_, n):\n    short = range_.cut(n)\n    assert short.start is not None\n",
    },
    Figure {
        number: 16,
        label: "generated_nonequality",
        rust: "#[property] fn stay_apart(a: Odd, b: Odd) { assume(a != b); assert!(number(a) != number(b)); }",
        python: "@given(odd, odd)\ndef test_stay_apart(a, b):\n    assume(a != b)\n    assert int(a) != int(b)\n",
    },
    Figure {
        number: 17,
        label: "inclusion",
        rust: "#[property] fn one_of_them(args: Args) { let (zero, one, two) = guesses(args); assert!([one, two].contains(&-zero)); }",
        python: "@given(args=arguments())\ndef test_one_of_them(args):\n    zero, one, two = guesses(args)\n    assert -zero in (one, two)\n",
    },
    Figure {
        number: 18,
        label: "constant_inclusion",
        rust: "#[property] fn has_leaves(text: String) { let tree = Reader::new().read(&text); assert!(tree.keys.contains(\"leaves\")); }",
        python: "@given(texts())\ndef test_has_leaves(text):\n    tree = Reader().read(text)\n    assert 'leaves' in tree.keys\n",
    },
    Figure {
        number: 19,
        label: "type_checking",
        rust: "#[property] fn is_a_word(name: String) { let token = lex(&format!(\"word {name}\")); assert!(matches!(token, Token::Word(_))); }",
        python: "@given(name=names())\ndef test_is_a_word(lex, name):\n    token = lex(f'word {name!r}')\n    assert isinstance(token, Word)\n",
    },
    Figure {
        number: 20,
        label: "exception_raising",
        rust: "#[property] fn refuses(name: String) { let address = format!(\"file:{name}\"); assert!(connect(&address).is_err()); }",
        python: "class Tests(TestCase):\n    @given(names())\n    def test_refuses(self, name):\n        address = 'file:{}'.format(join(self.folder.name, name))\n        self.assertRaises(RuntimeError, Connection, address)\n",
    },
];

#[test]
fn figures_in_rust_have_the_labels_of_the_paper_in_both_modes() {
    for figure in &FIGURES {
        for mode in [Mode::Paper, Mode::Refined] {
            let labels = shown(&rust_file(figure.rust, mode));
            assert_eq!(labels, [figure.label], "figure {}, {}", figure.number, mode.name());
        }
    }
}

#[cfg(feature = "python")]
#[test]
fn figures_in_python_have_the_labels_of_the_paper_in_both_modes() {
    for figure in &FIGURES {
        for mode in [Mode::Paper, Mode::Refined] {
            let labels = python(figure.python, mode);
            assert_eq!(labels, [figure.label], "figure {}, {}", figure.number, mode.name());
        }
    }
}
