//! `cargo disprove study`: classify, mutants and sweep for many projects, pooled.

mod arguments;
mod charts;
mod figures_json;
mod merge;
mod pooled;
mod project_list;
mod project_run;
mod published;
mod python;
mod record;
mod rust_project;
mod survey;
mod tables;
mod views;

use crate::{
    classify::Workspace,
    error::{CommandError, exit},
    mutants::{STOPPED, identity::StableHash, lock::Lock},
    shard::part_of,
    signal::stop_on_signal,
    terminal::{diagnostic, print, print_json},
};
pub(crate) use arguments::Arguments;
pub(crate) use figures_json::json;
use project_list::Project;
use record::Sampling;
pub(crate) use record::{FILE, StudyRecord};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering::Relaxed,
};

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(study(arguments))
}

fn study(arguments: &Arguments) -> Result<u8, CommandError> {
    let folder = match &arguments.output {
        Some(folder) => folder.clone(),
        None => default_folder(),
    };
    let (record, folder, is_stopped) = if arguments.merge.is_empty() {
        tested(arguments, folder)?
    } else {
        let record = merge::merged(&arguments.merge)?;
        record.write(&folder)?;
        let is_incomplete = !record.is_complete();
        (record, folder, is_incomplete)
    };
    if arguments.json {
        print_json(&json(&record));
    } else {
        print(tables::text(&record).trim_end());
    }
    if is_stopped {
        diagnostic(if arguments.merge.is_empty() {
            "interrupted: the same command resumes the study"
        } else {
            "incomplete: some projects have no result; merge the finished results of all shards"
        });
    }
    diagnostic(&format!("results written to {}", folder.join(FILE).display()));
    Ok(exit_code(&record, is_stopped))
}

fn exit_code(record: &StudyRecord, is_stopped: bool) -> u8 {
    // Also a project whose time was over before the first mutant.
    let has_none = record.results.iter().any(|it| it.mutants.is_none());
    if is_stopped { STOPPED } else { u8::from(has_none) }
}

/// Studies the projects of this shard.
fn tested(
    arguments: &Arguments,
    mut folder: PathBuf,
) -> Result<(StudyRecord, PathBuf, bool), CommandError> {
    let projects = project_list::projects(arguments)?;
    let mut record = StudyRecord {
        identity: identity(arguments, &projects),
        sampling: sampling(arguments),
        projects: projects.iter().map(|project| project.name.clone()).collect(),
        results: Vec::new(),
    };
    let mut own = projects;
    if let Some((k, n)) = arguments.shard {
        own = part_of(own, (k, n));
        folder = folder.join(format!("shard-{k}-of-{n}"));
    }
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    let _lock = Lock::take(&folder.join("lock"))?;
    let stop = stop_on_signal();
    for project in &own {
        if stop.load(Relaxed) {
            break;
        }
        let place = folder.join("projects").join(&project.name);
        record.results.push(project_run::study(project, arguments, &place, &stop)?);
        // A reader sees every finished project, even if this process is killed.
        record.write(&folder)?;
    }
    record.write(&folder)?;
    Ok((record, folder, stop.load(Relaxed)))
}

/// The folder of the workspace, or of the current folder without one.
pub(crate) fn default_folder() -> PathBuf {
    let target = Workspace::find().map_or_else(|| Path::new("target").to_owned(), |it| it.target);
    target.join("disprove").join("study")
}

fn sampling(arguments: &Arguments) -> Sampling {
    Sampling {
        sample: arguments.sample.into(),
        seed: arguments.seed,
        baseline: arguments.baseline.into(),
        cases: if arguments.no_sweep { 0 } else { arguments.cases.into() },
        seeds: arguments.seeds.into(),
        time: arguments.time.map(|time| time.as_secs()),
    }
}

/// What must be the same to reuse the result of a project. More time continues a project, so it is not a part of this.
fn settings(arguments: &Arguments) -> String {
    let Sampling { sample, seed, baseline, cases, seeds, .. } = sampling(arguments);
    let version = env!("CARGO_PKG_VERSION");
    format!("{version} {sample} {seed} {baseline} {cases} {seeds} {}", arguments.engine.name())
}

/// What all shards of a study share: the settings and the projects.
fn identity(arguments: &Arguments, projects: &[Project]) -> String {
    let mut hash = StableHash::new();
    hash.add(settings(arguments).as_bytes());
    hash.add(format!("{:?}", arguments.time).as_bytes());
    for project in projects {
        hash.add(project.name.as_bytes());
        hash.add(project.extra.join(" ").as_bytes());
    }
    hash.text()
}

#[cfg(test)]
mod tests {
    use super::{
        exit_code,
        record::{ProjectState, tests::example},
    };

    #[test]
    fn an_interrupted_study_has_its_own_exit_code() {
        let mut record = example();
        assert_eq!([false, true].map(|is_stopped| exit_code(&record, is_stopped)), [1, 130]);
        record.results.truncate(1);
        assert_eq!([false, true].map(|is_stopped| exit_code(&record, is_stopped)), [0, 130]);
    }

    #[test]
    fn a_study_without_a_result_of_some_project_exits_with_1() {
        let mut record = example();
        record.results.truncate(1);
        // Its time is over.
        record.results[0].state = ProjectState::Partial;
        assert_eq!(exit_code(&record, false), 0);
        record.results[0].mutants = None;
        assert_eq!(exit_code(&record, false), 1);
    }
}
