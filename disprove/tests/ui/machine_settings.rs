use disprove::prelude::*;

#[derive(Default)]
struct Machine;

#[property(step = 3, steps = 0)]
#[example(1)]
impl Machine {
    #[cfg(unix)]
    #[rule]
    fn step(&mut self, x: &mut str) {}
}

#[property(steps = 3)]
fn function(x: u8) {}

fn main() {}
