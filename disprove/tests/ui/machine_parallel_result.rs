use disprove::prelude::*;
use std::rc::Rc;

#[derive(Default)]
struct Machine;

#[derive(Debug)]
struct NotComparable;

#[derive(PartialEq)]
struct NotPrintable;

#[property]
#[miri::test]
impl Machine {
    #[rule(parallel)]
    fn compare(&self) -> NotComparable {
        NotComparable
    }

    #[rule(parallel)]
    fn print(&self) -> NotPrintable {
        NotPrintable
    }

    #[rule(parallel)]
    fn send(&self) -> Rc<u8> {
        Rc::new(0)
    }
}

fn main() {}
