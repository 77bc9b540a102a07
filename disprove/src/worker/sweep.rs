//! Which of many random cases it was that killed a process: they are run once more, one by one.

use super::{
    Order, Task, child,
    journal::{self, Input, Journal},
};
use crate::{
    case::{Batch, Subject, Watching, execute_if},
    random::Random,
    search::Growth,
    source::Source,
};
use std::{
    env, io, process,
    time::{Duration, Instant},
};

/// What a process needs to come to its first case.
const START: Duration = Duration::from_secs(20);

/// The case of a batch that kills a process, if one does again, and how many come before it.
pub(crate) fn locate(order: &Order, batch: &Input) -> Option<(Input, u64)> {
    let folder = order.folder.join("sweep");
    let run = || -> io::Result<Option<(Input, u64)>> {
        child::prepare(&folder)?;
        let mut job = Order::new(&folder, Task::LocateCrash, &order.property);
        job.inputs.push(batch.to_text());
        job.write()?;
        let mut arguments = Vec::new();
        arguments.extend(env::args().skip(1));
        let mut process = child::start(&folder, &arguments)?;
        let path = folder.join("journal");
        let mut case = (0, Instant::now());
        let status = child::wait(&mut process, &mut || {
            let now = journal::last(&path).map_or(0, |last| last.case);
            if now != case.0 {
                case = (now, Instant::now());
            }
            let limit = order.limit;
            case.1.elapsed() < if now == 0 { limit.saturating_add(START) } else { limit }
        })?;
        let survived = status.is_some_and(|status| status.code() == Some(child::SURVIVED));
        let last = journal::last(&path)?;
        let before = last.case.saturating_sub(1);
        Ok(last.input.filter(|_| !survived).map(|input| (input, before)))
    };
    run().ok()?
}

impl Order {
    /// Runs all cases of a batch, and ends the process.
    pub(crate) fn sweep<S: Subject>(&self, subject: &S) -> ! {
        let journal = Journal::create(&self.folder.join("journal"), Box::new(|_, _| ()));
        let _watching = journal.ok().map(|journal| Watching::start(Box::new(journal)));
        let mut src = Source::recording();
        for text in &self.inputs {
            let Some(Input::Batch(batch)) = Input::from_text(text) else { continue };
            let Batch { seed, first, count, full } = batch;
            let growth = Growth::with_full(full);
            for case in first..first.saturating_add(u64::from(count)) {
                src.record(Random::for_case(seed, case), growth.size(case));
                execute_if(subject, &mut src, &mut |_| true);
            }
        }
        process::exit(child::SURVIVED)
    }
}
