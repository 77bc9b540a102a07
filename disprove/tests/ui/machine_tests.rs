use disprove::prelude::*;

#[derive(Default)]
struct Machine(u8);

#[property(rules = [push, pops])]
#[property]
#[property(name = "quoted")]
#[property(name = machine, rules = [])]
#[property(name = readers, rules = [get])]
#[property(name = one, rules = push)]
#[property(name = two, rules = ["push"])]
impl Machine {
    #[rule(group = pop)]
    fn push(&mut self) {}

    #[rule(group = "pops", ends = true)]
    fn pop(&mut self) {}

    #[rule(bundle = keys, group = writers)]
    fn key(&mut self) -> u8 {
        0
    }

    #[rule]
    fn get(&mut self, #[from(keys)] _key: u8) {}

    #[rule(parallel, ends)]
    fn both(&self) {}

    #[rule(weight = "3")]
    fn text(&self) {}
}

fn main() {}
