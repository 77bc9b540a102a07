use disprove::prelude::*;

#[derive(Default)]
struct Machine(u8);

#[property]
impl Machine {
    #[rule(if = |s| s.0 < 10)]
    fn unknown(&mut self) {}

    #[rule(weight = 2, weight = 3)]
    fn twice(&mut self) {}

    #[rule(weight = 0)]
    fn never(&mut self) {}

    #[rule(when)]
    fn without_value(&mut self) {}

    #[rule(bundle = "names")]
    fn quoted(&mut self) -> u8 {
        0
    }

    #[rule]
    #[invariant]
    fn both(&mut self) {}

    #[invariant(always)]
    fn options(&self) {}
}

fn main() {}
