//! The command `reduce`: how far and how fast failures are reduced, for a few problems with many seeds each.

mod catalogue;
mod library;
mod ours;
mod probe;
mod problem;
mod problems;
mod report;
mod rivals;
mod scale;
mod summary;

use library::Library;
use summary::Summary;

/// Default number of seeds per problem.
const SEEDS: u64 = 200;

/// Options of the command line.
pub struct Options {
    /// `None`: the default of the table.
    pub seeds: Option<u64>,
    pub first_seed: u64,
    /// Names of problems; all if empty.
    pub only: Vec<String>,
    pub libraries: Vec<Library>,
    /// Print every result that is not minimal.
    pub worst: bool,
    /// Print how reduction scales with the size of its start instead.
    pub scale: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seeds: None,
            first_seed: 0,
            only: Vec::new(),
            libraries: Library::ALL.to_vec(),
            worst: false,
            scale: false,
        }
    }
}

impl Options {
    /// Parses the names after `--only`.
    pub fn set_only(&mut self, names: &str) -> Result<(), String> {
        let mut known: Vec<&str> = catalogue::all().iter().map(|entry| entry.name).collect();
        known.extend(scale::names().filter(|name| !known.contains(name)).collect::<Vec<_>>());
        self.only = names.split(',').map(str::to_owned).collect();
        match self.only.iter().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                Err(format!("There is no problem `{name}`; there are {}.", known.join(", ")))
            }
            None => Ok(()),
        }
    }

    /// Parses the names after `--libraries`.
    pub fn set_libraries(&mut self, names: &str) -> Result<(), String> {
        let library = |name: &str| {
            let known = Library::ALL.map(Library::name).join(", ");
            Library::named(name)
                .ok_or_else(|| format!("There is no library `{name}`; there are {known}."))
        };
        self.libraries = names.split(',').map(library).collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// Prints the tables.
pub fn run(options: &Options) {
    if options.scale {
        scale::run(options.first_seed, options.seeds.unwrap_or(scale::SEEDS), &options.only);
        return;
    }
    let mut verdicts = String::new();
    for entry in catalogue::all() {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == entry.name) {
            continue;
        }
        let mut summaries = Vec::new();
        for (library, solver) in &entry.solvers {
            if options.libraries.contains(library) {
                eprintln!("{}: {}", entry.name, library.name());
                let first = options.first_seed;
                let seeds = options.seeds.unwrap_or(SEEDS);
                let endings = solver.solve(entry.name, first, seeds);
                summaries.push((*library, Summary::of(&endings)));
                if options.worst {
                    print!("{}", report::worst(&entry, *library, first, &endings));
                }
            }
        }
        println!("{}", report::block(&entry, &options.libraries, &summaries));
        verdicts.push_str(&report::verdicts(&entry, &summaries));
    }
    print!("{verdicts}");
}

#[cfg(test)]
mod tests {
    use super::{
        ours, problem::Problem, problems::bound5::Bound5, problems::calculator::Calculator,
    };

    fn always_ends_minimal<P: Problem>() {
        for seed in 0..5 {
            let ending = ours::run::<P>(seed).expect("every seed leads to a failure");
            assert!(ending.minimal, "{} with seed {seed}: {}", P::NAME, ending.shown);
        }
    }

    #[test]
    fn two_problems_end_in_their_minimal_form() {
        always_ends_minimal::<Bound5>();
        always_ends_minimal::<Calculator>();
    }
}
