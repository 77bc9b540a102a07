//! The runtime of a case: what the async functions of a state machine run on.

use super::block_on;
use std::{
    cell::RefCell,
    pin::{Pin, pin},
    rc::Rc,
};

/// A runtime of another crate.
pub trait Runtime {
    /// Runs a future to its end.
    fn run(&self, future: Pin<&mut dyn Future<Output = ()>>);
}

thread_local! {
    /// The runtime of the case on this thread, if it is not the built-in loop.
    static CURRENT: RefCell<Option<Rc<dyn Runtime>>> = const { RefCell::new(None) };
}

/// Runs a case whose async functions run on `runtime`, one after the other. Its tasks stay alive between them.
#[cfg(any(test, feature = "tokio"))]
pub(crate) fn with_runtime<T>(runtime: Rc<dyn Runtime>, case: impl FnOnce() -> T) -> T {
    /// Restores the runtime of an outer case.
    struct Outer(Option<Rc<dyn Runtime>>);
    impl Drop for Outer {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _outer = Outer(CURRENT.replace(Some(runtime)));
    case()
}

/// Runs a future to its end on the runtime of the case.
///
/// # Panics
/// If nothing can wake the future on the built-in loop.
pub fn block_on_runtime<F: Future>(future: F) -> F::Output {
    let Some(runtime) = CURRENT.with_borrow(Clone::clone) else { return block_on(future) };
    let mut output = None;
    {
        let ended = pin!(async { output = Some(future.await) });
        runtime.run(ended);
    }
    output.expect("the runtime runs the future to its end")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, future::ready};

    /// Counts the futures that it runs.
    struct Counting(Rc<Cell<u32>>);

    impl Runtime for Counting {
        fn run(&self, future: Pin<&mut dyn Future<Output = ()>>) {
            self.0.set(self.0.get() + 1);
            block_on(future);
        }
    }

    #[test]
    fn the_runtime_of_a_case_ends_with_it() {
        let (outer, inner) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
        let seven = || block_on_runtime(async { ready(7).await });
        assert_eq!(seven(), 7);
        with_runtime(Rc::new(Counting(outer.clone())), || {
            assert_eq!(seven(), 7);
            with_runtime(Rc::new(Counting(inner.clone())), || assert_eq!(seven() + seven(), 14));
            assert_eq!(seven(), 7);
        });
        assert_eq!(seven(), 7);
        assert_eq!((outer.get(), inner.get()), (2, 2));
    }
}
