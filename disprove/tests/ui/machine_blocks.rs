use disprove::prelude::*;

struct Machine<T>(T);

#[property]
impl<T> Machine<T> {
    #[rule]
    fn step(&mut self) {}
}

trait Steps {
    fn step(&mut self);
}

#[property]
impl Steps for Machine<u8> {
    #[rule]
    fn step(&mut self) {}
}

fn main() {}
