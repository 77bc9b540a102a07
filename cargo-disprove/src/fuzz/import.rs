//! `cargo disprove import`: brings inputs of fuzz targets back, runs them, and reduces those that fail.

use super::target_name::target_name;
use crate::{
    error::{CommandError, exit, usage},
    hunt::find,
    limits::Limits,
    plural::plural,
    project::{Property, TestFlags, database},
    replay::{ReplayResult, run_job},
    terminal::{diagnostic, print},
};
use clap::Args;
use disprove::{
    __private::{
        DataFolder, corpus_in, database_in, fuzz_input_text,
        protocol::{Job, Task},
    },
    Database, Tree,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    slice,
};

/// Imports crashes and corpora of the targets of `cargo disprove fuzz` into .disprove.
///
/// The inputs run in another process. Those that fail are reduced, reported and saved where `cargo test` finds them; the
/// others are added to the corpus, from which the next hunt starts. The folder of a file names its target, as in
/// fuzz/artifacts/NAME/crash-1. Files of other fuzz targets contain raw bytes and cannot be imported.
///
/// Exits with 0 if no input fails, with 1 if one does, and with 2 if nothing was imported.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Files with inputs, or folders of them.
    #[arg(value_name = "ARTIFACT", required = true)]
    artifacts: Vec<PathBuf>,

    /// The property whose inputs they are, or a part of its name, if their folder does not name it.
    #[arg(long, value_name = "NAME")]
    property: Option<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: TestFlags,
}

/// Size limit of a file: a tree that is larger runs into the budget of a case.
const MOST_BYTES: u64 = 16 << 20;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(import(arguments))
}

fn import(arguments: &Arguments) -> Result<u8, CommandError> {
    let mut artifacts = Artifacts::read(&arguments.artifacts)?;
    let filters: Vec<String> = arguments.property.iter().cloned().collect();
    let properties = find(&arguments.flags, &filters, false)?;
    if arguments.property.is_some() && properties.len() > 1 {
        let names: Vec<&str> = properties.iter().map(|property| property.key.as_str()).collect();
        return Err(usage(format!(
            "`--property` fits several properties: choose one of {}",
            names.join(", ")
        )));
    }
    let mut by_property: Vec<Vec<String>> = vec![Vec::new(); properties.len()];
    for Artifact { file, input } in std::mem::take(&mut artifacts.found) {
        let number = match &arguments.property {
            Some(_) => Some(0),
            None => owner(&file, &properties),
        };
        let Some(number) = number else {
            return Err(usage(format!(
                "{}: its folder is not named after a fuzz target of this package: name the property with `--property`",
                file.display()
            )));
        };
        by_property[number].push(input);
    }
    let mut failed = false;
    for (property, inputs) in properties.iter().zip(by_property) {
        if !inputs.is_empty() {
            failed |= Import { property, limits: arguments.limits }.run(inputs)?;
        }
    }
    if let Some(first) = &artifacts.first_invalid {
        let files = plural(
            artifacts.invalid,
            "file is not an input of a fuzz target, and is left out",
            "files are not inputs of fuzz targets, and are left out",
        );
        diagnostic(&format!("{files} ({first})"));
    }
    Ok(u8::from(failed))
}

/// An input in a file.
struct Artifact {
    file: PathBuf,
    /// The input as text, for a worker.
    input: String,
}

#[derive(Default)]
struct Artifacts {
    found: Vec<Artifact>,
    /// Files in folders that contain no input.
    invalid: usize,
    first_invalid: Option<String>,
}

impl Artifacts {
    fn read(paths: &[PathBuf]) -> Result<Artifacts, CommandError> {
        let mut all = Artifacts::default();
        for path in paths {
            if path.is_dir() {
                let entries = fs::read_dir(path)
                    .map_err(|why| usage(format!("cannot read {}: {why}", path.display())))?;
                let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
                files.sort();
                let folder = DataFolder::chosen(path);
                for file in files.into_iter().filter(|file| !file.is_dir()) {
                    match input(&folder, &file) {
                        Ok(input) => all.found.push(Artifact { file, input }),
                        Err(why) => {
                            all.invalid += 1;
                            all.first_invalid.get_or_insert(why);
                        }
                    }
                }
            } else {
                let input = input(&DataFolder::chosen(path), path).map_err(usage)?;
                all.found.push(Artifact { file: path.clone(), input });
            }
        }
        match (all.found.is_empty(), &all.first_invalid) {
            (true, Some(first)) => Err(usage(format!("nothing to import: {first}"))),
            (true, None) => Err(usage("nothing to import: there is no file in these folders")),
            _ => Ok(all),
        }
    }
}

/// Reads an input of a folder, which may come from a stranger; the error is a sentence that names the file.
fn input(folder: &DataFolder, file: &Path) -> Result<String, String> {
    let cannot = |why: std::io::Error| format!("cannot read {}: {why}", file.display());
    let bytes = folder.read(file, MOST_BYTES).map_err(cannot)?;
    fuzz_input_text(&bytes)
        .map_err(|why| format!("{}: it is not an input of a fuzz target: {why}", file.display()))
}

/// The number of the property whose fuzz target a folder of the file is named after.
fn owner(file: &Path, properties: &[Property]) -> Option<usize> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    file.ancestors().skip(1).find_map(|folder| {
        let name = folder.file_name()?.to_str()?;
        properties.iter().position(|property| target_name(property) == name)
    })
}

/// The import of inputs of one property.
struct Import<'a> {
    property: &'a Property,
    limits: Limits,
}

impl Import<'_> {
    /// Imports the inputs. True if one fails.
    fn run(&self, mut inputs: Vec<String>) -> Result<bool, CommandError> {
        let key = &self.property.key;
        let count = inputs.len();
        let (mut passed, mut failing): (Vec<String>, Vec<String>) = Default::default();
        while !inputs.is_empty() {
            let replayed = self.work(Task::Replay, &inputs, false)?;
            let done = replayed.survived.len() + usize::from(!replayed.failures.is_empty());
            passed.extend(replayed.survived);
            failing.extend(replayed.failures.into_iter().map(|failure| failure.token));
            if done == 0 {
                return Err(usage(format!("{key}: the inputs cannot be run: {}", replayed.report)));
            }
            inputs.drain(..done.min(inputs.len()));
        }
        self.save(&passed, &failing)?;
        let mut failed = false;
        if !failing.is_empty() {
            // As `cargo test` would: it tries saved failures first, and reduces them.
            let tested = self.work(Task::Run, &[], true)?;
            let reports =
                if tested.died { self.reduce_crashes(&failing)? } else { vec![tested.report] };
            for report in reports.iter().filter(|report| !report.is_empty()) {
                failed = true;
                print(report);
            }
        }
        print(&format!(
            "{key}: {} imported, of which {}",
            plural(count, "input", "inputs"),
            plural(failing.len(), "fails", "fail")
        ));
        Ok(failed)
    }

    fn save(&self, passed: &[String], failing: &[String]) -> Result<(), CommandError> {
        let (property, root) = (self.property, database(self.property));
        for (store, tokens) in [(corpus_in(&root), passed), (database_in(root.clone()), failing)] {
            for token in tokens {
                let Ok(tree) = Tree::from_token(token) else { continue };
                store.save(&property.key, &tree).map_err(|why| usage(why.to_string()))?;
            }
        }
        Ok(())
    }

    /// Reduces inputs that end their process, each case in a process of its own.
    fn reduce_crashes(&self, failing: &[String]) -> Result<Vec<String>, CommandError> {
        let mut reports = Vec::new();
        for token in failing {
            reports.push(self.work(Task::Reduce, slice::from_ref(token), false)?.report);
        }
        Ok(reports)
    }

    fn work(
        &self,
        task: Task,
        inputs: &[String],
        known: bool,
    ) -> Result<ReplayResult, CommandError> {
        run_job(self.property, &|folder| Job { known, ..self.job(folder, task, inputs) })
    }

    /// A job with the limits of the command line.
    fn job(&self, folder: &Path, task: Task, inputs: &[String]) -> Job {
        let Limits { case_time, memory } = self.limits;
        Job {
            time: (task == Task::Replay).then_some(case_time),
            limit: case_time,
            memory: memory << 20,
            inputs: inputs.to_vec(),
            ..Job::new(folder, task, &self.property.key)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Import, Path, Property, Task};
    use crate::parsed::parsed;
    use std::time::Duration;

    #[cfg(unix)]
    #[test]
    fn pipes_links_and_huge_files_are_not_imported() {
        use super::{Artifacts, DataFolder, fs, input};
        use std::{env, os::unix::fs::symlink, process};

        let scratch = env::temp_dir().join(format!("disprove-import-{}", process::id()));
        let folder = scratch.join("crashes");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(scratch.join("secret"), "secret").expect("a file");
        symlink("../secret", folder.join("link")).expect("a link");
        symlink("/dev/zero", folder.join("device")).expect("a link");
        let made = process::Command::new("mkfifo").arg(folder.join("pipe")).status();
        assert!(made.expect("mkfifo is installed").success());
        let huge = fs::File::create(folder.join("huge")).expect("a file");
        huge.set_len(1 << 40).expect("a sparse file");
        let data = DataFolder::chosen(&folder);
        for (name, why) in [
            ("link", "a link leads to "),
            ("device", "a link leads to "),
            ("pipe", "not a regular file"),
            ("huge", "it has more than "),
        ] {
            let error = input(&data, &folder.join(name)).expect_err(name);
            assert!(error.starts_with("cannot read ") && error.contains(why), "{error}");
        }
        let refused = Artifacts::read(&[folder]).err().expect("there is no input");
        assert!(refused.0.starts_with("nothing to import: cannot read "), "{}", refused.0);
        fs::remove_dir_all(scratch).expect("removed");
    }

    #[test]
    fn imported_inputs_have_the_limits_of_the_command_line() {
        let property = Property::missing("p-props::a");
        let arguments = parsed::<Arguments>("import --case-time 3s --memory 128 crash-1");
        let import = Import { property: &property, limits: arguments.limits };
        let job = import.job(Path::new("worker"), Task::Replay, &[]);
        assert_eq!((job.limit, job.memory), (Duration::from_secs(3), 128 << 20));
    }
}
