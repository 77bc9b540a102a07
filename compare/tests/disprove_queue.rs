//! The fifth test with disprove, as a state machine.

use compare::Ring;
use std::collections::VecDeque;

// 5 queue against a model
use disprove::property;

#[derive(Default)]
struct QueueVsModel {
    queue: Ring<3>,
    model: VecDeque<u8>,
}

#[property]
impl QueueVsModel {
    #[rule(when = |s| s.model.len() < 3)]
    fn push(&mut self, x: u8) {
        self.queue.push(x);
        self.model.push_back(x);
    }

    #[rule]
    fn pop(&mut self) {
        assert_eq!(self.queue.pop(), self.model.pop_front());
    }

    #[invariant]
    fn same_len(&self) {
        assert_eq!(self.queue.len(), self.model.len());
    }
}
// end
