//! An artificial study: a small package, and files as `classify`, `mutants`, `sweep` and `hunt` write them.

use serde_json::{Value, json};

/// A string that must be escaped everywhere on the page.
pub const ODD: &str = "</script><b onclick='x()'>\"odd\"";

/// The code under test.
pub const LIBRARY: &str = include_str!("study_package/lib.rs");
/// Its properties, one of which fails.
pub const PROPERTIES: &str = include_str!("study_package/props.rs");

const CASES: u64 = 500;
const SEEDS: u64 = 5;

/// Tests with their kind, framework, labels, and kill rate in percent.
const TESTS: [(&str, &str, &str, &[&str], u64); 20] = [
    ("props::decoding_gives_back_what_was_encoded", "property", "disprove", &["roundtrip"], 46),
    ("props::runs_are_never_empty", "property", "disprove", &["constant_bounds"], 14),
    ("props::totals_fit_a_byte", "property", "disprove", &["constant_bounds"], 9),
    ("props::even_counts_stay_even", "property", "disprove", &["constant_equality"], 0),
    ("props::parsing_does_not_panic", "property", "disprove", &[], 5),
    ("rle::tests::neighbours_differ", "property", "proptest", &["generated_nonequality"], 27),
    ("rle::tests::parts_are_encoded_apart", "property", "proptest", &["commutative_paths"], 34),
    ("rle::tests::no_longer_than_the_text", "property", "quickcheck", &["generated_bounds"], 18),
    ("rle::tests::letters_stay", "property", "quickcheck", &["inclusion", "constant_equality"], 21),
    ("rle::tests::three_letters", "unit", "", &[], 16),
    ("rle::tests::nothing", "unit", "", &[], 4),
    ("rle::tests::one_letter", "unit", "", &[], 8),
    ("rle::tests::a_long_run", "unit", "", &[], 19),
    ("rle::tests::numbers", "unit", "", &[], 6),
    ("rle::tests::refuses_a_missing_letter", "unit", "", &[], 10),
    ("rle::tests::refuses_a_missing_count", "unit", "", &[], 10),
    ("rle::tests::prints", "unit", "", &[], 3),
    ("src/lib.rs - encode", "doc", "", &[], 12),
    ("src/lib.rs - decode", "doc", "", &[], 11),
    ("src/lib.rs - parse", "doc", "", &[], 7),
];

const FUNCTIONS: [(&str, &str, u64); 6] = [
    ("src/lib.rs", "encode", 4),
    ("src/lib.rs", "decode", 15),
    ("src/parse.rs", "parse", 8),
    ("src/parse.rs", "number", 31),
    ("src/print.rs", "print", 5),
    ("src/print.rs", "width", 22),
];

const CHANGES: [(&str, &str); 5] = [
    ("FnValue", "replace {f} with Default::default()"),
    ("BinaryOperator", "replace == with != in {f}"),
    ("BinaryOperator", "replace + with - in {f}"),
    ("UnaryOperator", "delete ! in {f}"),
    ("MatchArmGuard", "replace match guard with true in {f}"),
];

/// A deterministic pseudo-random generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// `mutants.json`: 20 tests by 60 mutants.
pub fn mutants() -> Value {
    let mut rng = Rng(7);
    let tests: Vec<Value> = TESTS
        .iter()
        .map(|(name, kind, framework, labels, _)| {
            let framework = (!framework.is_empty()).then_some(framework);
            let spent = if *kind == "property" { 0.02 + rng.below(60) as f64 / 1e3 } else { rng.below(90) as f64 / 1e5 };
            let file = if name.starts_with("props") { "tests/props.rs" } else { "src/lib.rs" };
            json!({ "name": name, "kind": kind, "framework": framework, "labels": labels, "file": file, "line": 9, "seconds": spent })
        })
        .collect();
    let mut all = Vec::new();
    for id in 0..60 {
        let (file, function, line) = FUNCTIONS[rng.below(6) as usize];
        let (genre, change) = CHANGES[rng.below(5) as usize];
        let place = line + rng.below(6);
        let change = change.replace("{f}", function);
        let odd = if id == 3 { ODD } else { "" };
        // Some are killed by all tests, and others by none.
        let ease = [0, 40, 120, 200, 320][rng.below(5) as usize];
        let verdicts: String = TESTS
            .iter()
            .map(|(.., power)| match (id, rng.below(10_000) < power * ease) {
                (17 | 41, _) => 'n',
                (_, true) => 'F',
                (_, false) => 'p',
            })
            .collect();
        let outcome = match id {
            17 | 41 => "timeout",
            9 | 30 | 55 => "unviable",
            _ if verdicts.contains('F') => "caught",
            _ => "missed",
        };
        let verdicts = if outcome == "unviable" { "n".repeat(TESTS.len()) } else { verdicts };
        let diff = format!(
            "--- {file}\n+++ replace\n@@ -{place},3 +{place},3 @@\n     let mut runs = Vec::new();\n-    if last == letter {{{odd}\n+    if last != letter {{ /* ~ changed by cargo-mutants ~ */\n     }}\n"
        );
        let reached: Vec<u64> = (0..rng.below(4)).map(|_| rng.below(9)).collect();
        all.push(json!({
            "id": id, "name": format!("{file}:{place}:5: {change}{odd}"), "file": file, "line": place, "function": function,
            "genre": genre, "diff": diff, "outcome": outcome, "build_seconds": 1.5, "test_seconds": 2.5,
            "verdicts": verdicts, "reached_by": reached,
        }));
    }
    json!({
        "format": 1, "tool": "0.1.0", "cargo_mutants": "27.1.0", "packages": ["rle"], "commit": null, "seed": 7, "sample": 60,
        "of": 214, "started": 1_794_800_000, "seconds": 312.5, "baseline_runs": 10, "complete": true,
        "doctests": "apart", "tests": tests, "flaky": ["rle::tests::clock"], "mutants": all,
    })
}

/// `sweep.json` of the properties.
pub fn sweep() -> Value {
    let mut rng = Rng(11);
    let study = mutants();
    let properties: Vec<Value> = TESTS[..9]
        .iter()
        .map(|(name, _, framework, ..)| {
            let by = match *framework {
                "disprove" => "observations",
                "proptest" => "output",
                _ => "counter",
            };
            json!({ "name": name, "framework": framework, "counted_by": by })
        })
        .collect();
    let (mut mutants, mut runs) = (Vec::new(), Vec::new());
    for mutant in study["mutants"].as_array().expect("a list") {
        let verdicts = mutant["verdicts"].as_str().expect("a text");
        if mutant["outcome"] == "unviable" || mutant["outcome"] == "timeout" {
            continue;
        }
        mutants.push(json!({ "id": mutant["id"], "name": mutant["name"] }));
        let slow = [1, 1, 1, 12, 60, 400][rng.below(6) as usize];
        for (property, verdict) in verdicts.chars().take(9).enumerate() {
            for seed in 0..SEEDS {
                let first = (1 + rng.below(slow) + rng.below(slow / 3 + 1)).min(CASES);
                let first = (verdict == 'F').then_some(first);
                let is_example = property == 2 && first == Some(1);
                let phase = if is_example { "example" } else { "generate" };
                runs.push(json!({
                    "property": property, "mutant": mutant["id"], "seed": seed, "first": first, "phase": phase, "discarded": 0,
                }));
            }
        }
    }
    let seeds: Vec<u64> = (0..SEEDS).collect();
    let ended: Vec<&Value> = mutants.iter().map(|mutant| &mutant["id"]).collect();
    json!({ "format": 1, "identity": "rle", "cases": CASES, "seeds": seeds, "seconds": 2.5, "properties": properties,
            "left_out": [], "ended": ended, "mutants": mutants, "runs": runs, "uncounted": [], "not_run": [] })
}

/// `classify.json`.
pub fn classify() -> Value {
    let mut assertions = Vec::new();
    for (number, (name, kind, framework, labels, _)) in TESTS.iter().enumerate() {
        if *kind != "property" || labels.is_empty() {
            continue;
        }
        let test = name.rsplit("::").next().expect("a name");
        let file = if name.starts_with("props") { "tests/props.rs" } else { "src/lib.rs" };
        for label in *labels {
            assertions.push(json!({
                "file": file, "line": 10 + number, "col": 5, "test": test, "framework": framework, "mode": "refined",
                "labels": [label], "tags": [], "atoms": [{ "text": "x", "label": label, "tags": [], "left": ["text"], "right": ["text"] }],
            }));
        }
    }
    assertions.push(json!({
        "file": "src/lib.rs", "line": 88, "col": 9, "test": "letters_stay", "framework": "quickcheck", "mode": "refined", "labels": [],
        "tags": ["opaque"], "atoms": [{ "text": format!("fits(&runs, {ODD:?})"), "label": "uncategorised", "tags": ["opaque"], "left": ["runs"], "right": [] }],
    }));
    json!({ "format": 1, "mode": "refined", "assertions": assertions, "tests": 9,
            "unreadable": [{ "file": "tests/old.py", "line": 3, "message": "this is Python 2: `print` without parentheses" }] })
}

/// `hunt.jsonl`, as `cargo disprove hunt --json` prints it.
pub fn hunt() -> String {
    let mut lines = String::new();
    for step in 1_u64..=24 {
        let corpus = [3, 6, 8, 9, 14, 15, 19, 22, 23, 23, 26, 27][(step as usize - 1) / 2];
        let searches = json!([
            { "name": "mutate", "executions": step * 21_000, "corpus": corpus - 2, "findings": 0 },
            { "name": "random", "executions": step * 500, "corpus": 2, "findings": 0 },
        ]);
        let event = json!({
            "event": "progress", "property": "rle-props::parsing_does_not_panic", "executions": step * 21_500, "corpus": corpus,
            "seconds": step * 5, "cases": step * 20_000, "coverage": 40 + corpus * 3, "searches": searches,
        });
        lines.extend([event.to_string().as_str(), "\n"]);
    }
    lines
}
