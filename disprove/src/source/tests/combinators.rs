//! Specimens: combinators and functions.

use super::table::Table;
use crate::{
    generator::{
        Boxed, Generator, any, float, int, just, lazy, option, recursive, regex, result, sample,
        text, vec,
    },
    one_of,
    source::Source,
};

/// A nesting depth.
fn nested() -> Boxed<'static, u32> {
    one_of![just(0), lazy(nested).map(|depth| depth + 1)].boxed()
}

#[derive(Debug)]
enum Json {
    Number(i8),
    List(Vec<Json>),
    Pair(Box<(Json, Json)>),
}

impl Json {
    fn all(&self, good: fn(i8) -> bool) -> bool {
        match self {
            Json::Number(n) => good(*n),
            Json::List(all) => all.iter().all(|json| json.all(good)),
            Json::Pair(pair) => pair.0.all(good) && pair.1.all(good),
        }
    }
}

/// Several types, with draws that depend on each other.
fn dependent(src: &mut Source) -> (Vec<String>, usize, Vec<i32>, Option<u64>) {
    let words = src.draw(vec(text().len(1..=8)).len(1..=12));
    let index = src.draw(0..words.len());
    let count = src.draw(0..=5);
    let tail = (0..count).map(|_| src.draw(-100..=100)).collect();
    let number = if src.draw(any::<bool>()) { Some(src.draw(7..)) } else { None };
    (words, index, tail, number)
}

/// Recursive, with and without `draw`.
fn tree(src: &mut Source) -> String {
    match src.draw(0..4_u8) {
        0 | 1 => ".".to_owned(),
        2 => format!("({}{})", tree(src), src.draw(tree)),
        _ => format!("[{}]", src.draw(vec(tree).len(..=3)).concat()),
    }
}

/// Draws numbers while a flag says so.
fn steps(src: &mut Source) -> Vec<u8> {
    let mut steps = Vec::new();
    while src.draw(any::<bool>()) {
        steps.push(src.draw(0..4));
    }
    steps
}

pub(super) fn add(table: &mut Table) {
    choices(table);
    made(table);
    table.add("lazy", nested(), |_| true);
    let json = recursive(int(-5..=5).map(Json::Number), |inner| {
        one_of![
            vec(inner.clone()).map(Json::List),
            (inner.clone(), inner).into_pair().map(|pair| Json::Pair(Box::new(pair))),
        ]
    });
    table.add("recursive", json, |json| json.all(|n| (-5..=5).contains(&n)));
    table.add("function", dependent, |(words, index, tail, number)| {
        let lengths = words.iter().all(|w| (1..=8).contains(&w.chars().count()));
        lengths
            && (1..=12).contains(&words.len())
            && *index < words.len()
            && tail.len() <= 5
            && tail.iter().all(|n| (-100..=100).contains(n))
            && number.is_none_or(|n| n >= 7)
    });
    table.add("recursive function", tree, |s| {
        s.matches('(').count() == s.matches(')').count() && !s.contains("()")
    });
    table.add("loop", steps, |steps| steps.iter().all(|step| *step < 4));
    let limit = 9;
    let below = move |src: &mut Source| src.draw(0..limit);
    table.add("closure", below, move |n| *n < limit);
}

/// Gives tuples the methods of a generator.
trait IntoPair: Sized {
    type Pair: Generator;
    fn into_pair(self) -> Self::Pair;
}

impl<G: crate::generator::IntoGenerator> IntoPair for G {
    type Pair = G::Generator;

    fn into_pair(self) -> G::Generator {
        self.into_generator()
    }
}

fn choices(table: &mut Table) {
    table.add("option", option(1..=3_u8), |n| n.is_none_or(|n| (1..=3).contains(&n)));
    table.any::<Option<Option<String>>>();
    table.add("result", result("[a-z]+", 400..600_u16), |r| match r {
        Ok(text) => !text.is_empty(),
        Err(code) => (400..600).contains(code),
    });
    table.any::<Result<Vec<u8>, bool>>();
    table.add("just", just("GET"), |verb| *verb == "GET");
    table.add("one of three", one_of![just(0), 10..20, 90..=99_u64], |n| {
        *n == 0 || (10..20).contains(n) || (90..=99).contains(n)
    });
    table.add("one of two by weight", one_of![9 => 0..10_u32, 1 => any()], |_| true);
    table.add("one of one", one_of![5..6_u8], |n| *n == 5);
    table.add("one of patterns", one_of!["[a-z]", "[0-9]{2}"], |s| s.len() == 1 || s.len() == 2);
    table.add("sample", sample(["red", "green", "blue"]), |s| ["red", "green", "blue"].contains(s));
    table.add("sample of one", sample(vec![7]), |n| *n == 7);
}

fn made(table: &mut Table) {
    table.add("map", int(0..10_u32).map(|n| n * n), |n| *n <= 81);
    let celsius = int(0..400).map_with(|k| k - 273, |c: &i32| Some(c + 273));
    table.add("map with inverse", celsius, |c| (-273..127).contains(c));
    table.add("filter", any::<u8>().filter(|n| n % 3 == 0), |n| n % 3 == 0);
    table.add("strict filter", any::<u16>().filter(|n| n % 40 == 0), |n| n % 40 == 0);
    let filtered = vec(any::<u8>()).filter(|v| v.len() % 2 == 0).filter(|v| !v.contains(&0));
    table.add("filter of a filter", filtered, |v| v.len() % 2 == 0 && !v.contains(&0));
    let pair = (0..100_u8, 0..100_u8).into_pair().filter(|(a, b)| a < b);
    table.add("filtered pair", pair, |(a, b)| a < b && *b < 100);
    let within = int(0..1_000_u32).then(|low| (low..=low, low..1_000));
    table.add("then", within, |(low, high)| low <= high && *high < 1_000);
    let twice = option(0..3_u8).then(|n| vec(any::<bool>()).len(usize::from(n.unwrap_or(9))));
    table.add("then of an option", twice, |v| matches!(v.len(), 0..3 | 9));
    table.add("boxed", float(0.0..1.0).boxed(), |x: &f64| (0.0..1.0).contains(x));
    let lent = |src: &mut Source| {
        let name = regex("[a-z]{1,8}");
        (src.draw(name.by_ref()), src.draw((name.by_ref(), name.by_ref())))
    };
    table.add("lent", lent, |(a, (b, c))| [a, b, c].iter().all(|s| (1..=8).contains(&s.len())));
    let near = int(0..50_i32).neighbor(|n, _, src: &mut Source| src.draw(*n..=n + 1));
    table.add("neighbour", near, |n| (0..50).contains(n));
    let near = int(0..50_i32).neighbor(|n, _, src: &mut Source| src.draw(*n..=n + 1));
    table.add(
        "neighbor of a value",
        move |src: &mut Source| near.near(&7, 0.5, src),
        |n| matches!(n, 7 | 8),
    );
}
