//! Runs the inputs that may have crashed a process, until one of them fails again.

use super::{broken::BrokenRun, found::Origin, run::Run};
use crate::{case::CaseOutcome, trace::Trace};

impl Run<'_> {
    pub(super) fn run_suspects(&mut self) -> Result<(), Box<BrokenRun>> {
        let mut first = None;
        while let Some((seed, before)) =
            self.engine.host.as_mut().and_then(|host| host.next_suspect())
        {
            // The executions before it ran in the process that crashed.
            (self.executions, self.cases) = (before, before);
            let saved = self.engine.save_suspect(&seed);
            self.engine.src.start_from(&seed);
            let outcome = self.engine.run(&mut |_| true);
            let tree = self.engine.src.take_tree();
            let failed = matches!(outcome, Ok(CaseOutcome::Failed(_)));
            first.get_or_insert_with(|| tree.clone());
            let origin = || Origin::Choices(tree.clone());
            self.finish_case(outcome, true, Trace::default(), &origin)?;
            if let Some(saved) = saved {
                if failed {
                    self.engine.remove_replaced(&saved, &tree);
                } else {
                    self.engine.remove(&saved);
                }
            }
            if failed {
                return Ok(());
            }
            if let Some(host) = &mut self.engine.host {
                host.survived(&tree);
            }
        }
        if let (Some(tree), Some(host)) = (first, &mut self.engine.host) {
            if host.all_survived(&tree) {
                self.engine.save(&tree);
            }
        }
        Ok(())
    }
}
