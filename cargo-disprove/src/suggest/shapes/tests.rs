//! The shapes that functions of a crate fit, without building it.

use super::{Found, suggestions};
use crate::suggest::{
    api::api, cfg::Conditions, concrete::type_arguments, modules::Crate, source::SourceFile,
    value::Values,
};
use disprove::__private::TempFolder;
use std::{collections::BTreeMap, fs};

/// What is found in a crate with this code, without running anything.
fn found(code: &str) -> Found {
    let folder = TempFolder::new("shapes").expect("a folder");
    let root = folder.path().join("lib.rs");
    fs::write(&root, code).expect("written");
    let krate = Crate::read(&root, folder.path(), &Conditions::default()).expect("Rust");
    let api = api(&krate, "own");
    let types = type_arguments(&api);
    suggestions(&Values::new(&api, &types))
}

/// The code of all suggestions, with the functions that generate their values.
fn sources(folder: &TempFolder, code: &str) -> String {
    let root = folder.path().join("lib.rs");
    fs::write(&root, code).expect("written");
    let krate = Crate::read(&root, folder.path(), &Conditions::default()).expect("Rust");
    let api = api(&krate, "own");
    let types = type_arguments(&api);
    let values = Values::new(&api, &types);
    let all = suggestions(&values).suggestions;
    SourceFile::new(&all, &values.helpers(), false).text
}

/// The shape of each suggestion for this code, and whether its name says that it should hold.
fn shapes(code: &str) -> BTreeMap<String, (&'static str, bool)> {
    let all = found(code).suggestions.into_iter();
    all.map(|it| (it.name, (it.shape.name(), it.is_expected))).collect()
}

/// Asserts that the code has suggestions of these shapes and names, among others.
fn assert_shapes(code: &str, expected: &[(&str, &str)]) {
    let all = shapes(code);
    for (shape, name) in expected {
        assert_eq!(all.get(*name).map(|(shape, _)| *shape), Some(*shape), "{name}: {all:#?}");
    }
}

#[test]
fn functions_fit_shapes_by_their_names_and_signatures() {
    let code = "
        pub fn to_bytes(x: u32) -> Vec<u8> { todo!() }
        pub fn from_bytes(x: &[u8]) -> Option<u32> { todo!() }
        pub fn reverse(x: String) -> String { todo!() }
        pub fn to_snake_case(x: &str) -> String { todo!() }
        pub fn normalize(x: &str) -> String { todo!() }
        pub fn distance(x: &str, y: &str) -> usize { todo!() }
        pub fn union(x: Vec<u8>, y: Vec<u8>) -> Vec<u8> { todo!() }
        pub fn half(x: u32) -> u32 { todo!() }
        pub fn try_half(x: u32) -> Option<u32> { todo!() }
        pub fn is_prefix(x: &str, y: &str) -> bool { todo!() }
        pub fn blend(x: &str, y: &str) -> String { todo!() }";
    let expected = [
        ("round trip", "from_bytes_undoes_to_bytes"),
        ("rejection", "from_bytes_survives_damaged_input"),
        ("round trip", "reverse_undoes_itself"),
        ("idempotence", "to_snake_case_is_idempotent"),
        ("idempotence", "normalize_is_idempotent"),
        ("commutativity", "distance_is_commutative"),
        ("bounds", "distance_of_equal_values_is_zero"),
        ("commutativity", "union_is_commutative"),
        ("inclusion", "union_invents_nothing"),
        ("equal paths", "half_agrees_with_try_half"),
        ("commutativity", "blend_is_commutative"),
        ("no panic", "blend_does_not_panic"),
    ];
    assert_shapes(code, &expected);
    // Nothing but its signature says that the order of two strings does not matter.
    let all = shapes(code);
    assert_eq!(all["union_is_commutative"], ("commutativity", true));
    assert_eq!(all["blend_is_commutative"], ("commutativity", false));
    assert!(!all.contains_key("is_prefix_is_commutative"), "its name says that it does: {all:#?}");
    assert!(!all.contains_key("normalize_does_not_panic"), "it has another suggestion: {all:#?}");
}

#[test]
fn implementations_of_traits_fit_shapes() {
    let code = "
        #[derive(Clone, Debug, PartialEq)]
        pub struct Meters(pub u32);
        #[derive(Clone, Debug, PartialEq)]
        pub struct Feet(pub u32);
        impl From<Feet> for Meters { fn from(feet: Feet) -> Meters { todo!() } }
        impl From<Meters> for Feet { fn from(meters: Meters) -> Feet { todo!() } }
        impl Meters {
            pub fn to_words(&self) -> String { todo!() }
            pub fn into_words(self) -> String { todo!() }
        }

        #[derive(Clone, Debug)]
        pub struct Key(pub u32);
        impl PartialEq for Key { fn eq(&self, other: &Key) -> bool { todo!() } }
        impl Eq for Key {}
        impl std::hash::Hash for Key { fn hash<H: std::hash::Hasher>(&self, to: &mut H) { todo!() } }

        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Digits(pub u32);
        impl std::hash::Hash for Digits { fn hash<H: std::hash::Hasher>(&self, to: &mut H) { todo!() } }
        pub struct Iter(u32);
        impl Iterator for Iter { type Item = u8; fn next(&mut self) -> Option<u8> { todo!() } }
        impl Digits { pub fn iter(&self) -> Iter { todo!() } }

        #[derive(Clone, Debug, PartialEq)]
        pub struct Level(u32);
        impl TryFrom<u32> for Level {
            type Error = String;
            fn try_from(number: u32) -> Result<Level, String> { todo!() }
        }
        impl From<Level> for u32 { fn from(level: Level) -> u32 { todo!() } }";
    let expected = [
        ("round trip", "meters_from_undoes_feet_from"),
        ("equal paths", "meters_into_words_agrees_with_to_words"),
        ("law", "equality_of_key_is_an_equivalence"),
        ("law", "equal_key_values_have_equal_hashes"),
        ("law", "equal_digits_values_have_equal_hashes"),
        ("bounds", "digits_iter_is_a_lawful_iterator"),
        ("rejection", "what_level_try_from_accepts_makes_a_round_trip"),
    ];
    assert_shapes(code, &expected);
    // Not every number is a level, so they come from numbers, and not from levels.
    let written = sources(&TempFolder::new("traits").expect("a folder"), code);
    let numbers = "fn what_level_try_from_accepts_makes_a_round_trip(number: u32)";
    assert!(written.contains(numbers), "{written}");
    let size = "assert!(low <= count && high.is_none_or(|high| count <= high));";
    assert!(written.contains(size), "{written}");
    let derived = code.replace(
        "(Clone, Debug)]\n        pub struct Key",
        "(Clone, Debug, Eq, Hash)]\n        pub struct Key",
    );
    let derived = derived.replace("impl std::hash::Hash for", "impl Other for");
    let derived = derived.replace("impl PartialEq for Key", "impl Another for Key");
    let laws = shapes(&derived).into_values().filter(|(shape, _)| *shape == "law").count();
    assert_eq!(laws, 0, "only what is written by hand may break a law");
}

#[test]
fn collections_are_compared_with_those_of_the_standard_library() {
    let methods = [
        (
            "Ring",
            "vec_deque",
            "push_back(&mut self, x: u8) {}",
            "pop_front(&mut self) -> Option<u8>",
        ),
        ("Heap", "binary_heap", "push(&mut self, x: u8) {}", "pop(&mut self) -> Option<u8>"),
        ("Stack", "vec", "push(&mut self, x: u8) {}", "pop(&mut self) -> Option<u8>"),
        ("Text", "string", "push_str(&mut self, x: &str) {}", "as_str(&self) -> &str"),
        (
            "Set",
            "btree_set",
            "insert(&mut self, x: u8) -> bool { todo!() }",
            "contains(&self, x: &u8) -> bool",
        ),
        (
            "Map",
            "btree_map",
            "insert(&mut self, k: u8, v: u16) -> Option<u16> { todo!() }",
            "get(&self, k: &u8) -> Option<&u16>",
        ),
    ];
    for (name, model, first, second) in methods {
        let code = format!(
            "#[derive(Debug, Default)] pub struct {name} {{ items: Vec<u8> }}
             impl {name} {{
                 pub fn new() -> {name} {{ todo!() }}
                 pub fn {first}
                 pub fn {second} {{ todo!() }}
                 pub fn len(&self) -> usize {{ todo!() }}
                 pub fn is_empty(&self) -> bool {{ todo!() }}
             }}"
        );
        let snake = name.to_lowercase();
        let (behaves, sizes) =
            (format!("{snake}_behaves_like_{model}"), format!("sizes_of_{snake}_agree"));
        assert_shapes(&code, &[("model", &behaves), ("bounds", &sizes)]);
        if name == "Set" {
            assert_shapes(&code, &[("inclusion", "what_set_insert_is_found")]);
        }
    }
    // With too few methods for a model, a sequence of all of them must not panic.
    let code = "#[derive(Debug)] pub struct Pile(Vec<u8>);
                impl Pile {
                    pub fn new() -> Pile { todo!() }
                    pub fn push(&mut self, x: u8) {}
                    pub fn pop(&mut self) -> Option<u8> { todo!() }
                }";
    assert_shapes(code, &[("no panic", "operations_on_pile_do_not_panic")]);
    assert!(!shapes(code).contains_key("pile_behaves_like_vec"));
    let sources = sources(&TempFolder::new("operations").expect("a folder"), code);
    assert!(sources.contains("pile.push(") && sources.contains("pile.pop()"), "{sources}");
}

#[test]
fn values_are_made_by_fields_constructors_iterators_and_methods_that_add() {
    for (definition, part) in [
        ("pub struct Own { pub x: u8 }", "Own { x"),
        ("pub struct Own { x: u8 } impl Own { pub fn new(x: u8) -> Own { todo!() } }", "Own::new(x)"),
        (
            "pub struct Own { x: Vec<u8> }
             impl FromIterator<u8> for Own { fn from_iter<I: IntoIterator<Item = u8>>(all: I) -> Own { todo!() } }",
            "from_iter",
        ),
        (
            "pub struct Own { x: Vec<u8> }
             impl Own { pub fn new() -> Own { todo!() } pub fn push(&mut self, x: u8) { todo!() } }",
            ".push(",
        ),
    ] {
        let code = format!("#[derive(Debug)] {definition} pub fn measure(own: &Own) -> usize {{ todo!() }}");
        let folder = TempFolder::new("values").expect("a folder");
        let sources = sources(&folder, &code);
        assert!(sources.contains("fn measure_does_not_panic("), "{sources}");
        let (_, generator) = sources.split_once("fn any_own(").expect("a generator");
        assert!(generator.contains(part), "{part}: {sources}");
    }
    let generic = "pub fn repeated<T: Clone + std::fmt::Debug>(item: T) -> Vec<T> { todo!() }";
    let folder = TempFolder::new("values").expect("a folder");
    assert!(sources(&folder, generic).contains("fn repeated_does_not_panic(item: u8)"));
}

#[test]
fn functions_that_may_or_cannot_panic_and_those_of_macros_are_left_out() {
    let code = "
        /// # Panics
        /// If it is 3.
        pub fn panics(x: u32) -> u32 { todo!() }
        pub fn plain(x: u32) -> bool { x < 3 }
        pub fn open_door(x: u32) -> u32 { todo!() }
        pub fn unwrap_box(x: u32) -> u32 { todo!() }
        macro_rules! make { () => { pub fn of_macro(x: u32) -> u32 { todo!() } } }
        make!();";
    let found = found(code);
    assert_eq!(found.suggestions.len(), 0);
    let skipped: Vec<(&str, &str)> =
        found.skipped.iter().map(|(about, why)| (&**about, &**why)).collect();
    let expected = [
        ("own::panics", "it is documented to panic, or an index may be out of range"),
        ("own::plain", "nothing in its body can panic"),
        ("own::open_door", "its name says that it may panic, or acts on the world outside"),
        ("own::unwrap_box", "its name says that it may panic, or acts on the world outside"),
    ];
    assert_eq!(skipped, expected);
}
