//! One case of a state machine: its start, its steps, its end.

use super::{
    StepResult,
    instance::{ErasedMachine, Instance},
    repetitions::Repetitions,
    rule_choice::{ConstantWeights, RuleChoice, StateWeights},
    state_machine::StateMachine,
    transcribe_failure,
};
use crate::{
    case::quietly,
    feedback::{Outcome, is_transcribing, without_transcript},
    source::{
        Source,
        sample::{Lengths, Weights},
    },
};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};

/// Steps of a case at most (default of the setting `steps`): Hypothesis' `stateful_step_count`.
const DEFAULT_STEPS: usize = 50;

thread_local! {
    /// Steps at most of each case on this thread.
    static STEPS: Cell<usize> = const { Cell::new(DEFAULT_STEPS) };
}

/// Limits the steps of the cases on this thread while it lives.
pub(crate) struct StepLimit {
    before: usize,
}

impl StepLimit {
    pub(crate) fn set(steps: Option<u64>) -> StepLimit {
        let steps =
            steps.map_or(DEFAULT_STEPS, |steps| usize::try_from(steps).unwrap_or(usize::MAX));
        StepLimit { before: STEPS.replace(steps) }
    }

    /// The limit of this thread.
    pub(crate) fn of_this_thread() -> usize {
        STEPS.get()
    }

    /// Sets the limit of a thread that runs cases of another one.
    pub(crate) fn inherit(steps: usize) {
        STEPS.set(steps);
    }
}

impl Drop for StepLimit {
    fn drop(&mut self) {
        STEPS.set(self.before);
    }
}

/// Rules from which on cases leave some out: with one or two rules, hardly anything is left without one.
const SWARM_RULES: usize = 3;

/// Probability, of 2^64, that a case leaves some rules out (swarm testing). Over 60 seeds, twelve pushes without a
/// pop or a clear were found after 21 executions instead of 13,000, and two counters past their resets after 1,078
/// instead of 4,025; a chain that needs nearly all rules took 125 instead of 86.
const SWARM: u64 = 1 << 63;

/// What the cases of one run share.
pub(super) struct Cases {
    /// `None` if all rules have the same weight.
    weights: Option<Weights>,
    /// Whether some cases leave rules out.
    is_swarm: bool,
    pub(super) repetitions: Repetitions,
}

/// The function that runs one case of a machine, with these generators.
pub fn machine<M, B, G>(generators: G) -> impl Fn(&mut Source) -> Outcome
where
    M: StateMachine<B, G>,
    B: Default,
{
    machine_with::<M, B, G, _>(generators, ConstantWeights)
}

/// The function that runs one case of a machine in which weights depend on the state, rules end the case, or only these
/// rules are called.
pub fn weighted_machine<M, B, G>(
    generators: G,
    rules: &'static [u32],
) -> impl Fn(&mut Source) -> Outcome
where
    M: StateMachine<B, G>,
    B: Default,
{
    machine_with::<M, B, G, _>(generators, StateWeights::new(rules))
}

fn machine_with<M, B, G, C>(generators: G, choice: C) -> impl Fn(&mut Source) -> Outcome
where
    M: StateMachine<B, G>,
    B: Default,
    C: RuleChoice,
{
    let cases = Cases::new(M::WEIGHTS, choice.count(M::WEIGHTS.len()));
    move |src| cases.run(&mut Instance::<M, B, G, C>::new(&generators, choice.clone()), src)
}

impl Cases {
    /// `count` is the number of rules that are called.
    fn new(weights: &[u32], count: usize) -> Cases {
        let even = weights.iter().all(|weight| *weight == weights[0]);
        let weights = (!even).then(|| Weights::new(weights, &vec![false; weights.len()]));
        let is_swarm = count >= SWARM_RULES;
        Cases { weights, is_swarm, repetitions: Repetitions::default() }
    }

    /// Runs one case: steps, then calls on several threads if there are parallel rules.
    fn run(&self, machine: &mut dyn ErasedMachine, src: &mut Source) -> Outcome {
        let transcribing = is_transcribing();
        let beginning = (!machine.parallel_rules().is_empty()).then(|| src.fork());
        if let Err(outcome) = machine.start(transcribing, src) {
            return outcome;
        }
        // The machine outlives a panic of its steps. If its `Drop` panics too, the second panic follows the first
        // one instead of aborting the process.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let has_ended = self.steps(machine, transcribing, src)?;
            match &beginning {
                Some(beginning) if !has_ended => {
                    self.parallel(machine, beginning, transcribing, src)
                }
                _ => Ok(()),
            }
        }));
        match tear_down(result, machine, transcribing) {
            Ok(()) => Outcome::pass(),
            Err(outcome) => outcome,
        }
    }

    /// Runs the initial functions and the steps. Returns whether a rule ended the case.
    fn steps(
        &self,
        machine: &mut dyn ErasedMachine,
        transcribing: bool,
        src: &mut Source,
    ) -> Result<bool, Outcome> {
        machine.initialize(transcribing, src)?;
        let rules = machine.weights().len() as u32;
        // A machine that allows no rule has not been tested.
        if (0..rules).all(|rule| !machine.allows(rule)) {
            return Err(Outcome::reject());
        }
        let left_out = if self.is_swarm { rules_left_out(rules, src) } else { 0 };
        let lengths = Lengths { min: 0, max: STEPS.get(), explicit: true };
        machine.steps(&lengths, self.weights.as_ref(), left_out, transcribing, src)
    }

    /// Another machine that has made the same steps as `machine`. `beginning` is the source before its start.
    pub(super) fn repeat_steps<'m>(
        &self,
        machine: &'m dyn ErasedMachine,
        beginning: &Source,
    ) -> Result<Box<dyn ErasedMachine + 'm>, Outcome> {
        without_transcript(|| {
            let mut src = beginning.fork();
            let mut machine = machine.fresh();
            machine.start(false, &mut src)?;
            self.steps(&mut *machine, false, &mut src)?;
            Ok(machine)
        })
    }
}

/// The rules that this case leaves out, a bit each. A rule that undoes the work of others keeps the machine from
/// rare states; cases without it reach them.
fn rules_left_out(rules: u32, src: &mut Source) -> u64 {
    if !src.boolean(SWARM) {
        return 0;
    }
    let all = u64::MAX >> (64 - rules.min(63));
    src.offset(0, all, 0, false)
}

/// Drops a machine after its steps. The case ends with what happened first.
pub(super) fn tear_down(
    result: thread::Result<StepResult>,
    machine: &mut dyn ErasedMachine,
    transcribing: bool,
) -> StepResult {
    let result = match result {
        Ok(result) => result,
        Err(panic) => {
            // A panic of a destructor must not hide the location of the first panic.
            let _ = quietly(|| machine.drop_state());
            resume_unwind(panic)
        }
    };
    let dropped = catch_unwind(AssertUnwindSafe(|| {
        transcribe_failure(transcribing && result.is_ok(), "drop(machine);", || {
            machine.drop_state();
            Ok(())
        })
    }));
    match (result, dropped) {
        (Ok(()), Err(panic)) => resume_unwind(panic),
        (result, _) => result,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Call, *};
    use crate::{generator::any, humanize::assert_said, random::Random};
    use std::cell::RefCell;

    /// Has four rules, allows 20 steps and no rule 2, and records each step.
    #[derive(Default)]
    struct Log(Vec<(u32, u8)>);

    /// The steps of the last case.
    type Steps = RefCell<Vec<(u32, u8)>>;

    impl StateMachine<(), &Steps> for Log {
        const WEIGHTS: &'static [u32] = &[1, 2, 1, 1];
        const PARALLEL: &'static [u32] = &[];

        fn start(_: &&Steps, _: bool, _: &mut Source) -> Result<Log, Outcome> {
            Ok(Log::default())
        }

        fn initialize(_: &mut Log, last: &&Steps, _: bool, _: &mut Source) -> StepResult {
            last.take();
            Ok(())
        }

        fn allows(log: &Log, (): &(), rule: u32) -> bool {
            rule != 2 && log.0.len() < 20
        }

        fn step(
            log: &mut Log,
            (): &mut (),
            last: &&Steps,
            rule: u32,
            _: bool,
            src: &mut Source,
        ) -> StepResult {
            log.0.push((rule, src.draw(any::<u8>())));
            last.replace(log.0.clone());
            Ok(())
        }

        fn check_invariants(_: &mut Log, _: bool) -> StepResult {
            Ok(())
        }

        fn prepare<'m>(
            _: &'m Log,
            (): &(),
            _: &&Steps,
            _: u32,
            _: bool,
            _: &mut Source,
        ) -> Call<'m> {
            unreachable!("no rule is parallel")
        }
    }

    /// The steps of one case with at most `limit` of them.
    fn steps(src: &mut Source, limit: u64) -> Vec<(u32, u8)> {
        let last = Steps::default();
        let _limit = StepLimit::set(Some(limit));
        assert_eq!(machine::<Log, (), _>(&last)(src), Outcome::pass());
        last.take()
    }

    #[test]
    fn recorded_cases_make_the_same_steps_as_random_ones() {
        let (mut plain, mut recording) = (Source::new(), Source::recording());
        let mut lengths = Vec::new();
        for case in 0..200 {
            plain.restart(Random::for_case(3, case), 100);
            recording.record(Random::for_case(3, case), 100);
            let made = steps(&mut plain, 30);
            assert_eq!(steps(&mut recording, 30), made);
            assert!(made.iter().all(|(rule, _)| *rule != 2), "{made:?}");
            lengths.push(made.len());
        }
        assert!(lengths.contains(&0) && lengths.contains(&20), "{lengths:?}");
        assert!(lengths.iter().all(|length| *length <= 20), "no rule is allowed then");
    }

    #[test]
    fn some_cases_leave_rules_out() {
        let mut src = Source::new();
        let mut without_the_first = 0;
        for case in 0..200 {
            src.restart(Random::for_case(4, case), 100);
            let made = steps(&mut src, 50);
            let misses = made.len() == 20 && made.iter().all(|(rule, _)| *rule != 0);
            without_the_first += usize::from(misses);
        }
        assert!((10..100).contains(&without_the_first), "{without_the_first}");
    }

    #[test]
    fn a_machine_has_as_many_steps_as_the_page_says() {
        assert_said("reference/settings.md", &format!("| `steps = 100` | {DEFAULT_STEPS} |"));
    }
}
