//! AbnormalExit localization: finds the case of a batch that crashed a process, by running the batch case by case.

use super::{
    AbnormalExit, Job, Task,
    child::{self, ChildProcess},
    journal::{Journal, JournalInput},
};
use crate::{
    case::{Batch, Property, SizeSchedule, Watching, run_case},
    random::Random,
    source::{Dictionary, Source},
};
use std::{env, io, process};

/// The first case of a batch that crashes a process, and the number of cases before it.
pub(crate) fn locate(job: &Job, batch: &JournalInput) -> Option<(JournalInput, u64)> {
    let folder = job.folder.join("sweep");
    let run = || -> io::Result<Option<(JournalInput, u64)>> {
        child::prepare(&folder)?;
        let batch_job = Job {
            inputs: vec![batch.to_text()],
            memory: job.memory,
            ..Job::new(&folder, Task::LocateCrash, &job.property)
        };
        let arguments: Vec<String> = env::args().skip(1).collect();
        let mut process = ChildProcess::start(&batch_job, &arguments)?;
        let exit = process.wait(job.limit)?;
        let survived =
            matches!(exit, AbnormalExit::Ended(status) if status.code() == Some(child::SURVIVED));
        let last = process.last_case()?;
        let before = last.case.saturating_sub(1);
        Ok(last.input.filter(|_| !survived).map(|input| (input, before)))
    };
    run().ok()?
}

impl Job {
    /// Runs all cases of a batch with a journal, and ends the process.
    pub(super) fn run_batch(&self, property: &dyn Property, dictionary: &'static Dictionary) -> ! {
        let journal = Journal::create(&self.folder.join("journal"), Box::new(|_, _| ()));
        let _watching = journal.ok().map(|journal| Watching::start(Box::new(journal)));
        let mut src = Source::recording_with(dictionary);
        for text in &self.inputs {
            let Some(JournalInput::Batch(batch)) = JournalInput::from_text(text) else { continue };
            let Batch { seed, first, count, full } = batch;
            let sizes = SizeSchedule::with_full(full);
            for case in first..first.saturating_add(u64::from(count)) {
                src.record(Random::for_case(seed, case), sizes.size(case, dictionary.order()));
                let _ = run_case(property, &mut src, &mut |_| true);
            }
        }
        process::exit(child::SURVIVED)
    }
}
