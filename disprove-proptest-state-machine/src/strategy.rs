//! The model of a system, and sequences of its transitions.
//!
//! ```
//! use proptest::prelude::*;
//! use proptest_state_machine::Sequential;
//!
//! let counts = Sequential::new(
//!     (1..5).into(),
//!     || Just(0u32),
//!     |_, _: &u32| true,
//!     |_| 1..=3u32,
//!     |state, step: &u32| state + step,
//! );
//! proptest!(|((first, steps, _) in counts)| {
//!     prop_assert!(first == 0 && (1..5).contains(&steps.len()));
//! });
//! ```

use proptest::{
    __private::disprove::{
        accept_attempt, begin_filter, begin_list, end_attempt, next_element, refuse_attempt,
    },
    collection::SizeRange,
    strategy::{BoxedStrategy, NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use std::{
    any::type_name,
    fmt::{self, Debug},
    sync::{Arc, atomic::AtomicUsize},
};

/// A model: its states and transitions. In disprove: an impl block with `#[property]`, whose rules need no separate model.
pub trait ReferenceStateMachine: 'static {
    /// The state of the model.
    type State: Clone + Debug;

    /// A transition, with its arguments. In disprove: a rule.
    type Transition: Clone + Debug;

    /// The first state.
    fn init_state() -> BoxedStrategy<Self::State>;

    /// The transitions from a state.
    fn transitions(state: &Self::State) -> BoxedStrategy<Self::Transition>;

    /// The state after a transition.
    fn apply(state: Self::State, transition: &Self::Transition) -> Self::State;

    /// Whether a transition is possible in a state. In disprove: `#[rule(when = ..)]`.
    fn preconditions(state: &Self::State, transition: &Self::Transition) -> bool {
        let _ = (state, transition);
        true
    }

    /// Sequences of transitions. In disprove: `steps`.
    fn sequential_strategy(
        size: impl Into<SizeRange>,
    ) -> Sequential<
        Self::State,
        Self::Transition,
        BoxedStrategy<Self::State>,
        BoxedStrategy<Self::Transition>,
    > {
        Sequential::new(
            size.into(),
            Self::init_state,
            Self::preconditions,
            Self::transitions,
            Self::apply,
        )
    }
}

/// Sequences of transitions: see [`ReferenceStateMachine::sequential_strategy`]. In disprove: `#[property]` on an impl block.
pub struct Sequential<State, Transition, StateStrategy, TransitionStrategy> {
    size: SizeRange,
    init_state: Arc<dyn Fn() -> StateStrategy + Send + Sync>,
    preconditions: Arc<dyn Fn(&State, &Transition) -> bool + Send + Sync>,
    transitions: Arc<dyn Fn(&State) -> TransitionStrategy + Send + Sync>,
    next: Arc<dyn Fn(State, &Transition) -> State + Send + Sync>,
}

impl<State, Transition, StateStrategy, TransitionStrategy>
    Sequential<State, Transition, StateStrategy, TransitionStrategy>
{
    /// Sequences of transitions of a model in parts. In disprove: `#[property]` on an impl block.
    ///
    /// ```
    /// use proptest::prelude::*;
    /// use proptest_state_machine::Sequential;
    ///
    /// let counts = Sequential::new(
    ///     (1..5).into(),
    ///     || Just(0u32),
    ///     |state, step: &u32| state + step < 10,
    ///     |_: &u32| 0..3u32,
    ///     |state, step| state + step,
    /// );
    /// proptest!(|((start, steps, _) in counts)| {
    ///     prop_assert!(start + steps.iter().sum::<u32>() < 10);
    /// });
    /// ```
    ///
    /// # Panics
    /// If the range of sizes is empty.
    pub fn new(
        size: SizeRange,
        init_state: impl Fn() -> StateStrategy + 'static + Send + Sync,
        preconditions: impl Fn(&State, &Transition) -> bool + 'static + Send + Sync,
        transitions: impl Fn(&State) -> TransitionStrategy + 'static + Send + Sync,
        next: impl Fn(State, &Transition) -> State + 'static + Send + Sync,
    ) -> Self {
        assert!(size.start() < size.end_excl(), "the range of lengths {size:?} is empty");
        Sequential {
            size,
            init_state: Arc::new(init_state),
            preconditions: Arc::new(preconditions),
            transitions: Arc::new(transitions),
            next: Arc::new(next),
        }
    }
}

impl<S, T, A, B> Debug for Sequential<S, T, A, B> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Sequential").field("size", &self.size).finish_non_exhaustive()
    }
}

impl<State, Transition, StateStrategy, TransitionStrategy>
    Sequential<State, Transition, StateStrategy, TransitionStrategy>
where
    TransitionStrategy: Strategy<Value = Transition>,
{
    /// A transition that is possible in this state.
    fn transition(&self, runner: &mut TestRunner, state: &State) -> Result<Transition, Reason> {
        let strategy = (self.transitions)(state);
        let mut filter = runner.with(|src| begin_filter(src, type_name::<Self>()));
        loop {
            let transition = strategy.new_value(runner);
            runner.with(|src| end_attempt(src));
            let is_possible =
                transition.as_ref().map_or(true, |it| (self.preconditions)(state, it));
            if is_possible {
                runner.with(accept_attempt);
                return transition;
            }
            if !runner.with(|src| refuse_attempt(src, &mut filter)) {
                return Err("Pre-conditions were not satisfied".into());
            }
        }
    }
}

impl<State, Transition, StateStrategy, TransitionStrategy> Strategy
    for Sequential<State, Transition, StateStrategy, TransitionStrategy>
where
    State: Clone + Debug,
    Transition: Clone + Debug,
    StateStrategy: Strategy<Value = State>,
    TransitionStrategy: Strategy<Value = Transition>,
{
    type Tree = SequentialValueTree<State, Transition>;
    type Value = (State, Vec<Transition>, Option<Arc<AtomicUsize>>);

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let initial = runner
            .part(type_name::<StateStrategy>(), |runner| (self.init_state)().new_value(runner))?;
        let sizes = self.size.start_end_incl();
        let mut list =
            runner.with(|src| begin_list(src, type_name::<Self>(), sizes, type_name::<Transition>));
        let mut transitions = Vec::new();
        let mut state = initial.clone();
        while runner.with(|src| next_element(src, &mut list)) {
            let transition = self.transition(runner, &state)?;
            state = (self.next)(state, &transition);
            transitions.push(transition);
        }
        Ok(SequentialValueTree { initial, transitions })
    }
}

/// A sequence that was drawn. In disprove: none is needed.
#[derive(Clone, Debug)]
pub struct SequentialValueTree<State, Transition> {
    initial: State,
    transitions: Vec<Transition>,
}

impl<State: Clone + Debug, Transition: Clone + Debug> ValueTree
    for SequentialValueTree<State, Transition>
{
    type Value = (State, Vec<Transition>, Option<Arc<AtomicUsize>>);

    fn current(&self) -> Self::Value {
        // A run reduces the draws, so nobody has to count the transitions that were applied.
        (self.initial.clone(), self.transitions.clone(), None)
    }
}
