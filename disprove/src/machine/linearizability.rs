//! Linearizability: whether overlapping calls, made one after the other, could have given the same results.

/// When a call began and ended, on a clock that all threads share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) began: u64,
    pub(super) ended: u64,
}

/// Makes the calls one after the other.
pub(super) trait SequentialModel {
    /// Returns to the state before the first call.
    fn restart(&mut self);

    /// Makes a call. False if its result differs from that of the overlapping call.
    fn gives_the_same(&mut self, call: usize) -> bool;
}

/// Whether there is an order in which the calls, one after the other, give the same results. A call that ended
/// before another began comes before it.
///
/// Tries all orders, each up to the first result that differs. It does not remember which sets of calls failed:
/// another order of the same calls may lead to another state, and states cannot be compared. Threads keep their own
/// order, so eight calls on three threads have at most 560 orders.
#[inline]
pub(super) fn is_linearizable(calls: &[Interval], model: &mut dyn SequentialModel) -> bool {
    OrderSearch { calls, model, order: Vec::new(), is_current: false }.extend()
}

struct OrderSearch<'a> {
    calls: &'a [Interval],
    model: &'a mut dyn SequentialModel,
    order: Vec<usize>,
    /// Whether the model has made exactly the calls of the order.
    is_current: bool,
}

impl OrderSearch<'_> {
    #[inline]
    fn extend(&mut self) -> bool {
        if self.order.len() == self.calls.len() {
            return true;
        }
        for call in 0..self.calls.len() {
            if !self.is_next(call) {
                continue;
            }
            self.catch_up();
            self.is_current = self.model.gives_the_same(call);
            if self.is_current {
                self.order.push(call);
                if self.extend() {
                    return true;
                }
                self.order.pop();
                self.is_current = false;
            }
        }
        false
    }

    /// Whether no call outside the order ended before this one began.
    #[inline]
    fn is_next(&self, call: usize) -> bool {
        let is_open = |call: &usize| !self.order.contains(call);
        let mut open = (0..self.calls.len()).filter(is_open);
        is_open(&call) && open.all(|other| self.calls[other].ended > self.calls[call].began)
    }

    #[inline]
    fn catch_up(&mut self) {
        if !self.is_current {
            self.model.restart();
            for call in &self.order {
                self.model.gives_the_same(*call);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register: `Ok` reads, `Err` writes.
    struct Register<'a> {
        calls: &'a [Result<u8, u8>],
        value: u8,
        restarts: u32,
    }

    impl SequentialModel for Register<'_> {
        fn restart(&mut self) {
            self.value = 0;
            self.restarts += 1;
        }

        fn gives_the_same(&mut self, call: usize) -> bool {
            match self.calls[call] {
                Ok(read) => read == self.value,
                Err(written) => {
                    self.value = written;
                    true
                }
            }
        }
    }

    fn linearizable(calls: &[(u64, u64, Result<u8, u8>)]) -> bool {
        let intervals: Vec<Interval> = calls
            .iter()
            .map(|(began, ended, _)| Interval { began: *began, ended: *ended })
            .collect();
        let calls: Vec<Result<u8, u8>> = calls.iter().map(|(_, _, call)| *call).collect();
        let mut register = Register { calls: &calls, value: 9, restarts: 0 };
        let linearizable = is_linearizable(&intervals, &mut register);
        assert!(calls.is_empty() || register.restarts > 0);
        linearizable
    }

    #[test]
    fn sequential_calls_have_one_order() {
        assert!(linearizable(&[]));
        assert!(linearizable(&[(0, 1, Err(3)), (2, 3, Ok(3))]));
        assert!(!linearizable(&[(0, 1, Err(3)), (2, 3, Ok(0))]));
        assert!(!linearizable(&[(0, 1, Ok(3)), (2, 3, Err(3))]));
    }

    #[test]
    fn overlapping_calls_have_any_order() {
        assert!(linearizable(&[(0, 2, Ok(3)), (1, 3, Err(3))]));
        assert!(linearizable(&[(0, 2, Ok(0)), (1, 3, Err(3))]));
        assert!(!linearizable(&[(0, 2, Ok(4)), (1, 3, Err(3))]));
    }

    #[test]
    fn another_order_of_the_same_calls_can_lead_to_another_state() {
        for read in [1, 2] {
            assert!(linearizable(&[(0, 2, Err(1)), (1, 3, Err(2)), (4, 5, Ok(read))]));
        }
        assert!(!linearizable(&[(0, 2, Err(1)), (1, 3, Err(2)), (4, 5, Ok(1)), (6, 7, Ok(2))]));
    }
}
