//! Shows the hunt on its dashboard.

use super::{Campaign, RunningWorker};
use crate::{
    hunt::dashboard::{FleetView, PropertyView, Snapshot, WorkerView},
    project::workspace,
};
use disprove::__private::protocol::Task;
use std::sync::Arc;

impl Campaign<'_> {
    /// Publishes the state of the hunt, if a dashboard shows it and that is due.
    pub(super) fn publish(&mut self, is_over: bool) {
        if !self.display.dashboard().is_some_and(|dashboard| is_over || dashboard.is_due()) {
            return;
        }
        let rows = self.rows(is_over);
        let mut properties = Vec::new();
        for (state, row) in self.properties.iter().zip(rows) {
            let Some(dashboard) = self.display.dashboard() else { return };
            let root = workspace(&state.property).to_owned();
            let lines = dashboard.lines(&state.property.binary, root);
            properties.push(PropertyView {
                row,
                samples: state.samples(),
                findings: state.findings(),
                covered: Arc::clone(state.covered()),
                blocks: state.blocks(),
                has_lines: lines.get().is_some(),
                lines,
            });
        }
        let first = self.properties.first().map(|state| workspace(&state.property));
        let name = first.and_then(|root| root.file_name()).unwrap_or_default();
        let snapshot = Snapshot {
            name: name.to_string_lossy().into_owned(),
            seconds: self.start.elapsed().as_secs_f64(),
            limit: self.arguments.time.map(|time| time.as_secs_f64()),
            jobs: self.jobs,
            seed: self.seed,
            is_over,
            properties,
            workers: self.running.iter().map(|running| self.view(running)).collect(),
            fleet: self.fleet(),
            ..Snapshot::default()
        };
        if let Some(dashboard) = self.display.dashboard() {
            dashboard.publish(snapshot);
        }
    }

    fn view(&self, running: &RunningWorker) -> WorkerView {
        let worked = running.worker.start.elapsed();
        WorkerView {
            property: self.properties[running.number].property.key.clone(),
            task: match running.task {
                Task::Hunt if worked > running.worker.time => "reduces",
                Task::Hunt => "hunts",
                Task::Reduce => "reduces a crash",
                Task::Replay => "tries a failure of another machine",
                _ => "minimizes the corpus",
            },
            seconds: worked.as_secs_f64(),
            executions: running.counts.executions(),
            memory: running.worker.resident(),
        }
    }

    fn fleet(&self) -> Option<FleetView> {
        let sharing = self.sharing.as_ref()?;
        Some(FleetView {
            url: sharing.url.clone(),
            is_connected: sharing.is_connected(),
            hubs: sharing.hubs,
            machines: sharing.machines.clone(),
            waiting: sharing.foreign.len(),
            elsewhere: sharing.elsewhere.len(),
        })
    }
}
