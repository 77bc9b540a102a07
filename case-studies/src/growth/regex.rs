//! Regular expressions and strings that match them.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// A character.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
pub enum Letter {
    A,
    B,
    C,
    D,
}

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Regex {
    Empty,
    One(Letter),
    Then(Box<Regex>, Box<Regex>),
    Or(Box<Regex>, Box<Regex>),
    Star(Box<Regex>),
    Not(Letter),
}

/// An expression, and a string that matches it.
#[derive(Clone, Debug, Arbitrary)]
pub struct Match {
    pub regex: Regex,
    pub text: Vec<Letter>,
}

use Regex::{Empty, Not, One, Or, Star, Then};

/// All places where a match from one of these places can end. All places at once: one by one, nested stars would take
/// exponential time.
#[trace]
fn ends(regex: &Regex, text: &[Letter], from: &[usize]) -> Vec<usize> {
    let mut all = Vec::new();
    match regex {
        Empty => all.extend(from),
        One(letter) => {
            for at in from {
                if text.get(*at) == Some(letter) {
                    all.push(at + 1);
                }
            }
        }
        Not(letter) => {
            for at in from {
                if *at < text.len() && text[*at] != *letter {
                    all.push(at + 1);
                }
            }
        }
        Then(one, other) => all = ends(other, text, &ends(one, text, from)),
        Or(one, other) => {
            all = ends(one, text, from);
            all.extend(ends(other, text, from));
        }
        Star(inner) => {
            let mut new = from.to_vec();
            while !new.is_empty() {
                all.extend(&new);
                new = ends(inner, text, &new);
                new.retain(|end| !all.contains(end));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[trace]
fn is_nullable(regex: &Regex, bug: Bug) -> bool {
    match regex {
        Empty | Star(_) => true,
        One(_) | Not(_) => false,
        Then(one, other) => is_nullable(one, bug) && is_nullable(other, bug),
        Or(one, other) => {
            if bug.is("nullable: only the first of two alternatives") {
                return is_nullable(one, bug);
            }
            is_nullable(one, bug) || is_nullable(other, bug)
        }
    }
}

/// What must follow a letter; `None` if nothing can.
#[trace]
fn derive(regex: &Regex, letter: Letter, depth: u32, bug: Bug) -> Option<Regex> {
    match regex {
        Empty => None,
        One(own) => (*own == letter).then_some(Empty),
        Not(own) => (*own != letter).then_some(Empty),
        Then(one, other) => {
            let first = derive(one, letter, depth + 1, bug)
                .map(|first| Then(Box::new(first), other.clone()));
            if !is_nullable(one, bug)
                || bug.is("derive: never skips a star in a sequence")
                    && matches!(**one, Star(_))
                    && depth > 0
            {
                return first;
            }
            let second = derive(other, letter, depth + 1, bug);
            either(first, second, bug)
        }
        Or(one, other) => {
            let first = derive(one, letter, depth + 1, bug);
            if bug.is("derive: a nested alternative decides early") && depth > 1 && first.is_some()
            {
                return first;
            }
            either(first, derive(other, letter, depth + 1, bug), bug)
        }
        Star(inner) => {
            let first = derive(inner, letter, depth + 1, bug)?;
            if bug.is("derive: a star of a sequence matches once") && matches!(**inner, Then(..)) {
                return Some(first);
            }
            Some(Then(Box::new(first), Box::new(regex.clone())))
        }
    }
}

#[trace]
fn either(one: Option<Regex>, other: Option<Regex>, bug: Bug) -> Option<Regex> {
    match (one, other) {
        (Some(one), Some(other)) => {
            if bug.is("either: forgets the longer of two sequences")
                && matches!((&one, &other), (Then(..), Then(..)))
                && one != other
            {
                return Some(other);
            }
            Some(Or(Box::new(one), Box::new(other)))
        }
        (one, other) => one.or(other),
    }
}

fn size(regex: &Regex) -> usize {
    1 + match regex {
        Empty | One(_) | Not(_) => 0,
        Then(one, other) | Or(one, other) => size(one) + size(other),
        Star(inner) => size(inner),
    }
}

/// The size of an expression and a string at most; others take too long.
const LARGEST: usize = 200;

impl Structure for Match {
    const NAME: &'static str = "regular expression";
    const BUGS: &'static [&'static str] = &[
        "nullable: only the first of two alternatives",
        "derive: never skips a star in a sequence",
        "derive: a nested alternative decides early",
        "derive: a star of a sequence matches once",
        "either: forgets the longer of two sequences",
    ];

    fn is_valid(&self) -> bool {
        size(&self.regex) <= LARGEST
            && self.text.len() <= LARGEST
            && ends(&self.regex, &self.text, &[0]).contains(&self.text.len())
    }

    fn size(&self) -> usize {
        size(&self.regex) + self.text.len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let mut left = self.regex.clone();
        for letter in &self.text {
            match derive(&left, *letter, 0, bug) {
                Some(next) if size(&next) <= 20 * LARGEST => left = next,
                Some(_) => return true,
                None => return false,
            }
        }
        is_nullable(&left, bug)
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Match {
        let regex = sample_regex(src, 4);
        let mut text = Vec::new();
        sample_text(src, &regex, &mut text);
        Match { regex, text }
    }
}

#[cfg(test)]
fn sample_regex(src: &mut Source, depth: u32) -> Regex {
    let kind = if depth == 0 { src.draw(0..3) } else { src.draw(0..8) };
    let mut part = || Box::new(sample_regex(src, depth.saturating_sub(1)));
    match kind {
        0 => Empty,
        1 => One(src.draw(any())),
        2 => Not(src.draw(any())),
        3 | 4 => Then(part(), part()),
        5 | 6 => Or(part(), part()),
        _ => Star(part()),
    }
}

#[cfg(test)]
fn sample_text(src: &mut Source, regex: &Regex, text: &mut Vec<Letter>) {
    match regex {
        Empty => {}
        One(letter) => text.push(*letter),
        Not(letter) => text.push(if *letter == Letter::A { Letter::B } else { Letter::A }),
        Then(one, other) => {
            sample_text(src, one, text);
            sample_text(src, other, text);
        }
        Or(one, other) => {
            let chosen = if src.draw(any()) { one } else { other };
            sample_text(src, chosen, text);
        }
        Star(inner) => {
            for _ in 0..src.draw(0..=2) {
                sample_text(src, inner, text);
            }
        }
    }
}
