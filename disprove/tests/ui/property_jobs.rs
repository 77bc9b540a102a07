use disprove::prelude::*;

#[property(jobs = 4, isolate)]
fn in_another_process(x: u8) {}

#[property(history = Paths::default(), jobs = 2)]
fn with_a_history(x: u8) {}

#[property(jobs = 0)]
fn on_no_thread(x: u8) {}

#[derive(Default)]
struct Machine;

#[property(jobs = 4, isolate = "1s")]
impl Machine {
    #[rule]
    fn step(&mut self) {}
}

fn main() {}
