//! Calls that overlapped, and whether one after the other could have given the same results.

/// When a call began and ended, by a clock that all threads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) began: u64,
    pub(super) ended: u64,
}

/// What calls one after the other would give.
pub(super) trait Model {
    /// Starts again, as it was before the first call.
    fn restart(&mut self);

    /// Makes a call. False if the result is another than the one that is to be explained.
    fn gives_the_same(&mut self, call: usize) -> bool;
}

/// Whether there is an order in which the calls, one after the other, give the same results. A call that ended
/// before another began comes before it.
///
/// All orders are tried, but none further than to the first result that differs. That a set of calls led to
/// nothing is not remembered: another order of the same calls may lead to another state, and states cannot be
/// compared. Threads keep their own order, so that eight calls on three threads have 560 orders at most.
#[inline]
pub(super) fn is_explained(calls: &[Interval], model: &mut dyn Model) -> bool {
    Search { calls, model, order: Vec::new(), is_there: false }.extend()
}

struct Search<'a> {
    calls: &'a [Interval],
    model: &'a mut dyn Model,
    order: Vec<usize>,
    /// The model has made exactly the calls of the order.
    is_there: bool,
}

impl Search<'_> {
    #[inline]
    fn extend(&mut self) -> bool {
        if self.order.len() == self.calls.len() {
            return true;
        }
        for call in 0..self.calls.len() {
            if !self.is_next(call) {
                continue;
            }
            self.go_there();
            self.is_there = self.model.gives_the_same(call);
            if self.is_there {
                self.order.push(call);
                if self.extend() {
                    return true;
                }
                self.order.pop();
                self.is_there = false;
            }
        }
        false
    }

    /// Nothing that is still to come has ended before it began.
    #[inline]
    fn is_next(&self, call: usize) -> bool {
        let is_open = |call: &usize| !self.order.contains(call);
        let mut open = (0..self.calls.len()).filter(is_open);
        is_open(&call) && open.all(|other| self.calls[other].ended > self.calls[call].began)
    }

    #[inline]
    fn go_there(&mut self) {
        if !self.is_there {
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

    impl Model for Register<'_> {
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

    fn explained(calls: &[(u64, u64, Result<u8, u8>)]) -> bool {
        let intervals: Vec<Interval> = calls
            .iter()
            .map(|(began, ended, _)| Interval { began: *began, ended: *ended })
            .collect();
        let calls: Vec<Result<u8, u8>> = calls.iter().map(|(_, _, call)| *call).collect();
        let mut register = Register { calls: &calls, value: 9, restarts: 0 };
        let explained = is_explained(&intervals, &mut register);
        assert!(calls.is_empty() || register.restarts > 0);
        explained
    }

    #[test]
    fn calls_one_after_the_other_have_one_order() {
        assert!(explained(&[]));
        assert!(explained(&[(0, 1, Err(3)), (2, 3, Ok(3))]));
        assert!(!explained(&[(0, 1, Err(3)), (2, 3, Ok(0))]));
        assert!(!explained(&[(0, 1, Ok(3)), (2, 3, Err(3))]));
    }

    #[test]
    fn calls_that_overlap_have_any() {
        assert!(explained(&[(0, 2, Ok(3)), (1, 3, Err(3))]));
        assert!(explained(&[(0, 2, Ok(0)), (1, 3, Err(3))]));
        assert!(!explained(&[(0, 2, Ok(4)), (1, 3, Err(3))]));
    }

    #[test]
    fn another_order_of_the_same_calls_can_lead_elsewhere() {
        for read in [1, 2] {
            assert!(explained(&[(0, 2, Err(1)), (1, 3, Err(2)), (4, 5, Ok(read))]));
        }
        assert!(!explained(&[(0, 2, Err(1)), (1, 3, Err(2)), (4, 5, Ok(1)), (6, 7, Ok(2))]));
    }
}
