//! Runs disprove side by side with other libraries: time per passing case, build cost, memory of a long run, reduction
//! of failures. Compare only ratios from one run of one program on one machine.
//!
//! ```text
//! cargo run --release -p bench -- throughput
//! cargo run           -p bench -- throughput    # as `cargo test` compiles
//! cargo run --release -p bench -- build
//! cargo run --release -p bench -- memory
//! cargo run --release -p bench -- reduce
//! cargo run --release -p bench -- sequences
//! cargo run --release -p bench -- assume
//! cargo run --release -p bench -- trace
//! cargo run --release -p bench -- decoders
//! cargo run --release -p bench -- attack
//! cargo run --release -p bench -- fleet
//! cargo run --release -p bench -- jobs
//! ```

#[cfg(target_os = "linux")]
mod attack;
mod bare;
mod bolero;
mod build;
mod clock;
mod condition;
#[cfg(feature = "crabcheck")]
mod crabcheck;
mod decoders;
mod engine;
#[cfg(target_os = "linux")]
mod fleet;
mod goal;
#[cfg(feature = "hegel")]
mod hegel;
mod instructions;
mod jobs;
mod memory;
mod ours;
mod proptest;
mod quickcheck;
mod reduce;
mod sample;
mod sequences;
mod table;
mod throughput;
mod trace;
mod workload;

use engine::Engine;
use std::process::ExitCode;
use std::str::FromStr;
use workload::Workload;

/// Printed if there are no arguments.
const USAGE: &str = "\
usage: bench throughput [--cases N] [--repeats R] [--only WORKLOAD] [--no-instructions]
       bench build [--repeats R] [--only MEASURE,..]
       bench memory [--cases N]
       bench reduce [--seeds N] [--first-seed K] [--only PROBLEM,..] [--libraries NAME,..] [--worst]
       bench reduce --scale [--seeds N] [--first-seed K] [--only PROBLEM,..]
       bench sequences [--runs N]
       bench assume
       bench trace
       bench decoders [--inputs N]
       bench attack [--seed N] [--rounds N] [--only NAME,..] [--short]
       bench fleet [--runs N] [--most HUBS]
       bench jobs [--cases N]
workloads: u64 vec string expr struct8 filter
measures of build: cold hundred tiny edit size lines average";

/// Why the program stops early.
enum Stop {
    /// The command line is invalid: exit code 2.
    Misused(String),
    /// A measurement failed: exit code 1.
    Failed(String),
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Failed(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Err(Stop::Misused(why)) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn command(words: &[String]) -> Result<(), Stop> {
    let Some((first, rest)) = words.split_first() else {
        return Err(Stop::Misused(USAGE.to_owned()));
    };
    match first.as_str() {
        "throughput" => {
            throughput::run(&throughput_options(rest)?);
            Ok(())
        }
        "build" => build::run(&build_options(rest)?).map_err(Stop::Failed),
        "memory" => {
            let cases = single(rest, "--cases")?.unwrap_or(memory::CASES);
            memory::run(cases).map_err(Stop::Failed)
        }
        "reduce" => {
            reduce::run(&reduce_options(rest)?);
            Ok(())
        }
        "sequences" => {
            sequences::run(single(rest, "--runs")?.unwrap_or(sequences::RUNS));
            Ok(())
        }
        "assume" => condition::run().map_err(Stop::Failed),
        "condition" => match rest {
            [condition, way, cases] => {
                let cases = positive("CASES", Some(cases))?;
                condition::one(condition, way, cases).map_err(Stop::Misused)
            }
            _ => Err(Stop::Misused("expected arguments: CONDITION FORM CASES".to_owned())),
        },
        "decoders" => {
            let inputs = single(rest, "--inputs")?.unwrap_or(decoders::INPUTS);
            decoders::run(inputs).map_err(Stop::Failed)
        }
        "jobs" => {
            jobs::run(single(rest, "--cases")?.unwrap_or(jobs::CASES));
            Ok(())
        }
        "trace" => trace::run().map_err(Stop::Failed),
        "traced" => match rest {
            [program, place, way, cases] => {
                let cases = positive("CASES", Some(cases))?;
                trace::one(program, place, way, cases).map_err(Stop::Misused)
            }
            _ => Err(Stop::Misused("expected arguments: PROGRAM PLACE MODE CASES".to_owned())),
        },
        #[cfg(target_os = "linux")]
        "attack" => attack::run(&attack_options(rest)?).map_err(Stop::Failed),
        #[cfg(target_os = "linux")]
        "fleet" => fleet::run(&fleet_options(rest)?).map_err(Stop::Failed),
        // Hidden commands that measurements run in child processes.
        "one" | "timed" => one(rest, first == "timed"),
        other => Err(Stop::Misused(format!(
            "unknown command `{other}`; expected one of: throughput, build, memory, reduce, sequences, assume, trace, \
             decoders, jobs, attack and fleet (on Linux)"
        ))),
    }
}

fn throughput_options(words: &[String]) -> Result<throughput::Options, Stop> {
    let mut options = throughput::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--cases" => options.cases = positive(word, words.next())?,
            "--repeats" => options.repeats = positive(word, words.next())?,
            "--only" => options.only = Some(workload(words.next())?),
            "--no-instructions" => options.instructions = false,
            other => return Err(unknown(other)),
        }
    }
    Ok(options)
}

fn build_options(words: &[String]) -> Result<build::Options, Stop> {
    let mut options = build::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--repeats" => options.repeats = positive(word, words.next())?,
            "--only" => options.set_only(names(word, words.next())?).map_err(Stop::Misused)?,
            other => return Err(unknown(other)),
        }
    }
    Ok(options)
}

fn reduce_options(words: &[String]) -> Result<reduce::Options, Stop> {
    let mut options = reduce::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seeds" => options.seeds = Some(positive(word, words.next())?),
            "--first-seed" => options.first_seed = number(word, words.next())?,
            "--only" => options.set_only(names(word, words.next())?).map_err(Stop::Misused)?,
            "--libraries" => {
                options.set_libraries(names(word, words.next())?).map_err(Stop::Misused)?;
            }
            "--worst" => options.worst = true,
            "--scale" => options.scale = true,
            other => return Err(unknown(other)),
        }
    }
    Ok(options)
}

#[cfg(target_os = "linux")]
fn attack_options(words: &[String]) -> Result<attack::Options, Stop> {
    let mut options = attack::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seed" => options.seed = Some(number(word, words.next())?),
            "--rounds" => options.rounds = Some(positive(word, words.next())?),
            "--only" => options.only = Some(names(word, words.next())?.to_owned()),
            "--short" => options.short = true,
            other => return Err(unknown(other)),
        }
    }
    Ok(options)
}

#[cfg(target_os = "linux")]
fn fleet_options(words: &[String]) -> Result<fleet::Options, Stop> {
    let mut options = fleet::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--runs" => options.runs = positive(word, words.next())?,
            "--most" => options.most = positive(word, words.next())?,
            other => return Err(unknown(other)),
        }
    }
    Ok(options)
}

/// The value of a command's only option, if given.
fn single<T: FromStr + Default + PartialEq>(
    words: &[String],
    option: &str,
) -> Result<Option<T>, Stop> {
    match words {
        [] => Ok(None),
        [word, rest @ ..] if word == option => match rest {
            [_, further, ..] => Err(unknown(further)),
            _ => positive(word, rest.first()).map(Some),
        },
        [word, ..] => Err(unknown(word)),
    }
}

fn one(words: &[String], warm: bool) -> Result<(), Stop> {
    let [engine, name, cases] = words else {
        return Err(Stop::Misused("expected arguments: ENGINE WORKLOAD CASES".to_owned()));
    };
    let known = Engine::named(engine).ok_or_else(|| {
        Stop::Misused(format!("unknown engine `{engine}`; this build does not contain it"))
    })?;
    let cases = positive("CASES", Some(cases))?;
    println!("{}", sample::take(&known, workload(Some(name))?, cases, warm).line());
    Ok(())
}

fn workload(word: Option<&String>) -> Result<Workload, Stop> {
    let Some(word) = word else {
        return Err(Stop::Misused("`--only` needs a workload.".to_owned()));
    };
    Workload::named(word).ok_or_else(|| {
        Stop::Misused(format!(
            "unknown workload `{word}`; expected one of: u64, vec, string, expr, struct8, filter"
        ))
    })
}

/// Parses a number above zero; `T::default()` is zero.
fn positive<T: FromStr + Default + PartialEq>(
    option: &str,
    word: Option<&String>,
) -> Result<T, Stop> {
    number(option, word)
        .ok()
        .filter(|number| *number != T::default())
        .ok_or_else(|| Stop::Misused(format!("`{option}` needs a number above zero.")))
}

fn number<T: FromStr>(option: &str, word: Option<&String>) -> Result<T, Stop> {
    let number = word.and_then(|word| word.replace('_', "").parse().ok());
    number.ok_or_else(|| Stop::Misused(format!("`{option}` needs a number.")))
}

/// A list of names separated by commas.
fn names<'a>(option: &str, word: Option<&'a String>) -> Result<&'a str, Stop> {
    let missing = || Stop::Misused(format!("`{option}` needs names separated by commas"));
    word.map(String::as_str).ok_or_else(missing)
}

fn unknown(word: &str) -> Stop {
    Stop::Misused(format!("unknown option `{word}`; run `bench` without arguments for a list"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::attack_options;

    #[test]
    fn an_attack_has_the_options_of_its_command_line() {
        let words = ["--only", "SIGTERM,disk", "--seed", "7", "--rounds", "500", "--short"];
        let Ok(options) = attack_options(&words.map(str::to_owned)) else {
            panic!("valid options")
        };
        assert_eq!((options.seed, options.rounds, options.short), (Some(7), Some(500), true));
        assert_eq!(options.only.as_deref(), Some("SIGTERM,disk"));
        let page = include_str!("../../book/src/evidence/reliability.md");
        for option in ["--only SIGTERM,disk", "--seed 7", "--rounds 500", "--short"] {
            assert!(page.contains(&format!("* `{option}` ")), "{option}");
        }
        let only = format!("#[cfg(target_os = \"linux\")]\n{}\"attack\" =>", " ".repeat(8));
        assert!(include_str!("main.rs").contains(&only), "it is built on Linux only");
    }
}
