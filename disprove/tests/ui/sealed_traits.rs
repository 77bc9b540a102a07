use disprove::generator::{Float, IntoLength};

#[derive(Clone, Copy, Debug)]
struct Mine;

impl Float for Mine {
    const SINGLE: bool = true;
    fn narrow(_: f64) -> Mine {
        Mine
    }
    fn widen(self) -> f64 {
        0.0
    }
}

impl IntoLength for Mine {
    fn ends(&self) -> (usize, Option<usize>) {
        (0, None)
    }
}

fn main() {}
