use disprove::{
    Event,
    choice::{Kind, Value},
    prelude::*,
};

fn verdict(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Passed | Verdict::Exhausted => true,
        Verdict::Falsified | Verdict::Flaky | Verdict::GaveUp => false,
    }
}

fn search(search: Search) -> u8 {
    match search {
        Search::Auto | Search::Random | Search::Climb => 1,
        Search::Anneal | Search::Pool | Search::Mutate => 2,
    }
}

fn event(event: Event<'_>) {
    match event {
        Event::Found { .. } | Event::Reduced { .. } | Event::Advised { .. } => {}
        Event::Warned { .. } | Event::Executed(_) => {}
    }
}

fn choice(kind: Kind, value: Value) {
    match kind {
        Kind::Bool | Kind::Integer | Kind::Float | Kind::Text | Kind::Bytes => {}
    }
    match value {
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => {}
        Value::Text(_) | Value::Bytes(_) => {}
    }
}

fn main() {}
