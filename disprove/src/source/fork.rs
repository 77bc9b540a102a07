//! Forks: a second source that continues as the first does.

use super::Source;

impl Source {
    /// The case continues on another stack.
    #[cfg(feature = "shuttle")]
    pub(crate) fn change_stack(&mut self) {
        self.budget.stack.rebase();
    }

    /// A source that continues as this one does: both draw the same values.
    pub(crate) fn fork(&self) -> Source {
        let mut recorder = self.recorder.clone();
        if let Some(recorder) = &mut recorder {
            // Its draws belong to no case.
            recorder.observer = None;
        }
        Source {
            random: self.random.clone(),
            recorder,
            drawn: self.drawn.clone(),
            budget: self.budget.clone(),
            parts: self.parts.clone(),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{choice::Tree, generator::any, random::Random, source::Fill};
    use std::rc::Rc;

    fn drawn(src: &mut Source) -> Vec<u64> {
        (0..20).map(|_| src.draw(any::<u64>())).collect()
    }

    #[test]
    fn a_fork_draws_the_same_values() {
        let mut plain = Source::new();
        let mut recording = Source::recording();
        recording.record(Random::for_case(1, 1), 100);
        for src in [&mut plain, &mut recording] {
            drawn(src);
            let mut fork = src.fork();
            assert_eq!(drawn(&mut fork), drawn(src));
        }
        let tree: Rc<Tree> = Rc::new(recording.take_tree());
        recording.replay(tree, Fill::Simplest, Random::for_case(1, 2), 100);
        drawn(&mut recording);
        let mut fork = recording.fork();
        assert_eq!(drawn(&mut fork), drawn(&mut recording));
    }
}
