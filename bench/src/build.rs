//! The command `build`: what a test suite costs to compile, beside proptest and quickcheck.

mod command;
mod library;
mod shapes;

use crate::table::{NONE, Table, cell, figure, times};
use command::{Finished, cargo};
use library::{Library, TINY};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the command line selects.
pub struct Options {
    /// Measurements of each figure, the best of which counts (default 1).
    pub repeats: u32,
    /// Measures to take (default all).
    only: Vec<Measure>,
}

impl Default for Options {
    fn default() -> Options {
        Options { repeats: 1, only: Measure::ALL.to_vec() }
    }
}

impl Options {
    /// Selects measures by their names, separated by commas.
    pub fn set_only(&mut self, names: &str) -> Result<(), String> {
        let find = |name: &str| Measure::ALL.into_iter().find(|measure| measure.name() == name);
        let missing = |name| {
            format!(
                "unknown measure `{name}`; expected one of: cold, hundred, tiny, edit, size, lines, average"
            )
        };
        self.only = names
            .split(',')
            .map(|name| find(name).ok_or_else(|| missing(name)))
            .collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Cold,
    Hundred,
    Tiny,
    Edit,
    Size,
    Lines,
    Average,
}

/// The most that disprove may cost.
enum Target {
    /// Relative to proptest and to quickcheck.
    Ratios(f64, f64),
    /// In the unit of the measure.
    Absolute(f64),
    None,
}

impl Measure {
    const ALL: [Measure; 7] = [
        Measure::Cold,
        Measure::Hundred,
        Measure::Tiny,
        Measure::Edit,
        Measure::Size,
        Measure::Lines,
        Measure::Average,
    ];

    fn name(self) -> &'static str {
        match self {
            Measure::Cold => "cold",
            Measure::Hundred => "hundred",
            Measure::Tiny => "tiny",
            Measure::Edit => "edit",
            Measure::Size => "size",
            Measure::Lines => "lines",
            Measure::Average => "average",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Measure::Cold => {
                "CPU s, first build of a crate with one test, dependencies included, not incremental"
            }
            Measure::Hundred => {
                "CPU s, test file with 100 properties of ten shapes, dependencies built before"
            }
            Measure::Tiny => "CPU s, test file with 200 trivial properties",
            Measure::Edit => "CPU s, rebuild of the hundred after an edit of one property",
            Measure::Size => "MB, test binary of the hundred with debug information",
            Measure::Lines => {
                "LLVM lines per additional trivial property, counted by `cargo llvm-lines`"
            }
            Measure::Average => "LLVM lines per property of the hundred, declarations included",
        }
    }

    /// Chosen from measurements of all three libraries before the engine was compiled once for all properties.
    fn target(self) -> Target {
        match self {
            Measure::Cold => Target::Ratios(0.95, 1.05),
            Measure::Hundred => Target::Ratios(0.5, 2.0),
            Measure::Tiny => Target::Ratios(0.3, 5.0),
            Measure::Edit => Target::Ratios(0.8, 1.5),
            Measure::Size => Target::Ratios(1.0, 1.5),
            Measure::Lines => Target::Absolute(1500.0),
            Measure::Average => Target::None,
        }
    }
}

/// The least figure of each measure and library so far.
#[derive(Default)]
struct Figures([[Option<f64>; 3]; 7]);

impl Figures {
    fn add(&mut self, measure: Measure, library: Library, value: f64) {
        let best = &mut self.0[measure as usize][library as usize];
        *best = Some(best.map_or(value, |best| best.min(value)));
    }

    /// The cells of the row of a measure.
    fn row(&self, measure: Measure) -> Vec<String> {
        let [ours, proptest, quickcheck] = self.0[measure as usize];
        let ratio = |other: Option<f64>| Some(ours? / other?);
        let ratios = [ratio(proptest), ratio(quickcheck)];
        let (target, met) = match measure.target() {
            Target::Ratios(a, b) => {
                let met = ratios[0].zip(ratios[1]).map(|(x, y)| x <= a && y <= b);
                (format!("<= {}, <= {}", times(a), times(b)), met)
            }
            Target::Absolute(most) => {
                (format!("<= {}", figure(most)), ours.map(|ours| ours <= most))
            }
            Target::None => (NONE.to_owned(), None),
        };
        let mut cells = vec![measure.name().to_owned()];
        cells.extend([ours, proptest, quickcheck].map(|value| cell(value, figure)));
        cells.extend(ratios.map(|value| cell(value, times)));
        cells.push(target);
        cells.push(cell(met, |met| if met { "met" } else { "missed" }.to_owned()));
        cells
    }
}

/// Builds the generated crates, one library after the other in each repeat, and prints the table.
pub fn run(options: &Options) -> Result<(), String> {
    let place = place();
    let (mut only, mut figures) = (options.only.clone(), Figures::default());
    let counts_lines = |measure: &Measure| matches!(measure, Measure::Lines | Measure::Average);
    if only.iter().any(counts_lines) && !has_llvm_lines(&place) {
        println!(
            "`lines` and `average` are skipped: they need `cargo install cargo-llvm-lines`.\n"
        );
        only.retain(|measure| !counts_lines(measure));
    }
    for repeat in 0..options.repeats {
        for library in Library::ALL {
            measure(&place, library, repeat, &only, &mut figures)?;
        }
    }
    println!(
        "Debug profile, best of {}, CPU seconds of cargo and all processes it starts.\n",
        options.repeats
    );
    let mut table = Table::new(&[
        "measure",
        "disprove",
        "proptest",
        "quickcheck",
        "/ proptest",
        "/ quickcheck",
        "target",
        "",
    ]);
    for measure in &only {
        table.row(figures.row(*measure));
    }
    println!("{table}");
    for measure in only {
        println!("{:<8} {}", measure.name(), measure.meaning());
    }
    Ok(())
}

/// The folder of the generated crates. It is kept, so that later runs find their dependencies built.
fn place() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    let target = std::path::absolute(&target).unwrap_or(target);
    target.join("build-cost")
}

fn has_llvm_lines(place: &Path) -> bool {
    fs::create_dir_all(place).is_ok()
        && cargo(place, place, true, &["llvm-lines", "--version"]).is_ok()
}

/// Takes the measures of one library.
fn measure(
    place: &Path,
    library: Library,
    repeat: u32,
    only: &[Measure],
    figures: &mut Figures,
) -> Result<(), String> {
    let name = library.name();
    if only.contains(&Measure::Cold) {
        let folder = library.write_one(place)?;
        let target = place.join(format!("target/one-{name}"));
        let _ = fs::remove_dir_all(&target); // the first run finds none
        cargo(&folder, &target, false, &["fetch"])?;
        let built = build(&folder, &target, "one", false)?;
        println!("{name}: {} crates in the cold build", command::crates(&built.output));
        figures.add(Measure::Cold, library, built.seconds);
    }

    let folder = library.write_many(place, 0)?;
    let target = place.join(format!("target/many-{name}"));
    let needs = |measures: &[Measure]| measures.iter().any(|measure| only.contains(measure));
    if needs(&[Measure::Hundred, Measure::Tiny, Measure::Edit, Measure::Size]) {
        // Builds the dependencies, then everything of the crate but the measured files.
        build(&folder, &target, "none", true)?;
        cargo(&folder, &target, true, &["clean", "-p", &format!("many-{name}")])?;
        build(&folder, &target, "none", true)?;
    }
    if needs(&[Measure::Hundred, Measure::Edit, Measure::Size]) {
        let built = build(&folder, &target, "hundred", true)?;
        let missing = "cargo did not name the test binary of the hundred";
        let binary = command::executable(&built.output).ok_or(missing)?;
        // Relative to the folder that cargo ran in; an absolute path stays as it is.
        let size = fs::metadata(folder.join(&binary))
            .map_err(|error| format!("{}: {error}", binary.display()))?;
        figures.add(Measure::Hundred, library, built.seconds);
        figures.add(Measure::Size, library, size.len() as f64 / 1e6);
    }
    if needs(&[Measure::Tiny]) {
        figures.add(Measure::Tiny, library, build(&folder, &target, "tiny", true)?.seconds);
    }
    if needs(&[Measure::Edit]) {
        library.write_many(place, repeat + 1)?;
        figures.add(Measure::Edit, library, build(&folder, &target, "hundred", true)?.seconds);
    }
    // Another folder, because the flags of `cargo llvm-lines` differ.
    let target = place.join(format!("target/lines-{name}"));
    let count = |test| {
        let counted = cargo(&folder, &target, false, &["llvm-lines", "--test", test])?;
        let missing = "`cargo llvm-lines` printed no total";
        command::llvm_lines(&counted.output).ok_or(missing.to_owned())
    };
    if needs(&[Measure::Lines]) {
        let lines = (count("tiny")? - count("single")?) / f64::from(TINY - 1);
        figures.add(Measure::Lines, library, lines);
    }
    if needs(&[Measure::Average]) {
        figures.add(Measure::Average, library, (count("hundred")? - count("none")?) / 100.0);
    }
    Ok(())
}

/// Compiles one test file.
fn build(folder: &Path, target: &Path, test: &str, incremental: bool) -> Result<Finished, String> {
    cargo(folder, target, incremental, &["test", "--no-run", "--test", test])
}

#[cfg(test)]
mod tests {
    use super::{Figures, Library, Measure, Options};

    #[test]
    fn a_row_holds_the_best_figures_and_their_ratios() {
        let mut figures = Figures::default();
        for (library, value) in Library::ALL.into_iter().zip([2.0, 4.0, 1.0]) {
            figures.add(Measure::Hundred, library, value + 1.0);
            figures.add(Measure::Hundred, library, value);
        }
        let row =
            ["hundred", "2.00", "4.00", "1.00", "0.50 x", "2.00 x", "<= 0.50 x, <= 2.00 x", "met"];
        assert_eq!(figures.row(Measure::Hundred), row);
        figures.add(Measure::Lines, Library::Ours, 1501.0);
        assert_eq!(
            figures.row(Measure::Lines),
            ["lines", "1501", "-", "-", "-", "-", "<= 1500", "missed"]
        );
    }

    #[test]
    fn selects_measures_by_name_and_rejects_unknown_names() {
        let mut options = Options::default();
        assert_eq!(options.set_only("edit,cold"), Ok(()));
        assert_eq!(options.only, [Measure::Edit, Measure::Cold]);
        assert!(options.set_only("edit,warm").unwrap_err().contains("unknown measure `warm`"));
    }
}
