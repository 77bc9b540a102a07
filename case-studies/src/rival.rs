//! Runs other tools on the same fuzz targets, as separate programs.
//!
//! The programs are in the folder `rivals`. A study builds them when it needs them; a smoke test uses existing
//! binaries.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

/// Another tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rival {
    LibFuzzer,
    /// libFuzzer with the mutator of the library: the package `fuzz`.
    Structured(Inputs),
    /// The search of a hunt, with the compiler's probes: the package `hunted`.
    Hunt(Inputs),
    Crabcheck,
    Proptest,
    Quickcheck,
}

/// The inputs of a property, which the packages `fuzz` and `hunted` know by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inputs {
    Pieces,
    Lists,
    Texts,
    Expressions,
}

impl Inputs {
    fn name(self) -> &'static str {
        match self {
            Inputs::Pieces => "pieces",
            Inputs::Lists => "lists",
            Inputs::Texts => "texts",
            Inputs::Expressions => "expressions",
        }
    }
}

/// A target for a tool.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name in the tool's program.
    pub name: &'static str,
    /// The longest input in bytes.
    pub longest: usize,
}

/// A program of the folder `rivals`.
struct Program {
    /// Its name, and that of the feature it needs.
    name: &'static str,
    /// Compiler flags.
    flags: &'static str,
    builder: Builder,
    /// Its path, or why it is missing.
    built: OnceLock<Result<PathBuf, String>>,
}

/// Who builds a program.
#[derive(Clone, Copy, PartialEq)]
enum Builder {
    Cargo,
    /// `cargo disprove fuzz run`, in the package `fuzz`.
    FuzzRun,
    /// `cargo disprove test`, in the package `hunted`.
    Test,
}

/// The flags of cargo-fuzz that a stable compiler supports: edge counters and comparisons.
const FUZZING: &str = "-Ccodegen-units=1 -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares";

static LIBFUZZER: Program = program("libfuzzer", FUZZING);
static CRABCHECK: Program = program("crabcheck", "-Cinstrument-coverage");
static LIBRARIES: Program = program("libraries", "");

static PIECES: Program = built_by(Builder::FuzzRun, "pieces");
static LISTS: Program = built_by(Builder::FuzzRun, "lists");
static TEXTS: Program = built_by(Builder::FuzzRun, "texts");
static EXPRESSIONS: Program = built_by(Builder::FuzzRun, "expressions");
static HUNTED: Program = built_by(Builder::Test, "hunted");

const fn program(name: &'static str, flags: &'static str) -> Program {
    Program { name, flags, builder: Builder::Cargo, built: OnceLock::new() }
}

/// A program that the tool builds.
const fn built_by(builder: Builder, name: &'static str) -> Program {
    Program { name, flags: "", builder, built: OnceLock::new() }
}

impl Rival {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Rival::LibFuzzer => "libFuzzer",
            Rival::Structured(_) => "libFuzzer, our mutator",
            Rival::Hunt(_) => "hunt",
            Rival::Crabcheck => "crabcheck",
            Rival::Proptest => "proptest",
            Rival::Quickcheck => "quickcheck",
        }
    }

    fn program(self) -> &'static Program {
        match self {
            Rival::LibFuzzer => &LIBFUZZER,
            Rival::Structured(Inputs::Pieces) => &PIECES,
            Rival::Structured(Inputs::Lists) => &LISTS,
            Rival::Structured(Inputs::Texts) => &TEXTS,
            Rival::Structured(Inputs::Expressions) => &EXPRESSIONS,
            Rival::Hunt(_) => &HUNTED,
            Rival::Crabcheck => &CRABCHECK,
            Rival::Proptest | Rival::Quickcheck => &LIBRARIES,
        }
    }

    /// The number of the first failing execution, if any, or why there is no result.
    pub fn look(
        self,
        target: FuzzTarget,
        seed: u64,
        limit: u64,
        as_built: bool,
    ) -> Result<Option<u64>, String> {
        let program = self.program().find(as_built);
        let program =
            program.map_err(|why| format!("There are no figures of {}: {why}", self.name()))?;
        let output = self.command(&program, target, seed, limit).output();
        let output =
            output.map_err(|why| format!("{} cannot be run: {why}.", program.display()))?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let answer = if self.is_libfuzzer() { fuzzed(&text) } else { answered(&text) };
        answer.map_err(|NoAnswer| {
            let last = text.lines().last().unwrap_or("it prints nothing");
            format!("{} has no answer for `{}`: {last}", self.name(), target.name)
        })
    }

    /// The inputs of a run of libFuzzer, in order.
    pub fn inputs(
        self,
        target: FuzzTarget,
        seed: u64,
        limit: u64,
        as_built: bool,
    ) -> Result<Vec<Vec<u8>>, String> {
        let program = self.program().find(as_built);
        let program =
            program.map_err(|why| format!("There are no inputs of {}: {why}", self.name()))?;
        let log = env::temp_dir().join(format!("fuzz-log-{}-{seed}", std::process::id()));
        let output = self.command(&program, target, seed, limit).env("FUZZ_LOG", &log).output();
        let bytes = fs::read(&log);
        let _ = fs::remove_file(&log);
        output.map_err(|why| format!("{} cannot be run: {why}.", program.display()))?;
        let bytes = bytes.map_err(|why| format!("{} has no log: {why}.", self.name()))?;
        Ok(logged(&bytes))
    }

    fn is_libfuzzer(self) -> bool {
        matches!(self, Rival::LibFuzzer | Rival::Structured(_))
    }

    fn command(self, program: &Path, target: FuzzTarget, seed: u64, limit: u64) -> Command {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        if self.is_libfuzzer() {
            // libFuzzer treats 0 as no seed, and seeds have 32 bits.
            let seed = seed as u32 % (u32::MAX - 1) + 1;
            command.env("FUZZ_TARGET", target.name);
            command.arg(format!("-seed={seed}")).arg(format!("-runs={limit}"));
            if self == Rival::LibFuzzer {
                // The inputs of the other one are trees, whose properties limit the length.
                command.arg(format!("-max_len={}", target.longest));
            }
            command.args(["-print_final_stats=1", "-exact_artifact_path=/dev/null"]);
        } else if let Rival::Hunt(inputs) = self {
            command.env("FUZZ_TARGET", target.name);
            command.args([inputs.name(), &seed.to_string(), &limit.to_string()]);
        } else {
            command.args([self.name(), target.name, &seed.to_string(), &limit.to_string()]);
            // The coverage profile is not used.
            command.env("LLVM_PROFILE_FILE", "/dev/null");
        }
        command
    }
}

/// The inputs in a log: each has its length before it, in a byte.
fn logged(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let (input, rest) = rest.split_at(rest.len().min(usize::from(*length)));
        inputs.push(input.to_vec());
        bytes = rest;
    }
    inputs
}

/// The program's output contains no result.
#[derive(Debug, PartialEq)]
struct NoAnswer;

/// Parses libFuzzer's number of executions: the last one failed, or all passed. libFuzzer also prints it when it ends
/// for another reason, which is not a result.
fn fuzzed(text: &str) -> Result<Option<u64>, NoAnswer> {
    let mut lines = text.lines();
    let count = lines.find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let count = count.and_then(|count| count.trim().parse().ok()).ok_or(NoAnswer)?;
    if text.contains("answer: it fails") {
        return Ok(Some(count));
    }
    let is_done = text.lines().any(|line| line.starts_with("Done "));
    if is_done { Ok(None) } else { Err(NoAnswer) }
}

/// Parses the output of the other programs.
fn answered(text: &str) -> Result<Option<u64>, NoAnswer> {
    let answer = text.lines().find_map(|line| line.strip_prefix("answer: "));
    match answer.ok_or(NoAnswer)? {
        "nothing" => Ok(None),
        count => count.parse().map(Some).map_err(|_| NoAnswer),
    }
}

impl Program {
    /// The path of the program; builds it unless `as_built`.
    fn find(&self, as_built: bool) -> Result<PathBuf, String> {
        self.built.get_or_init(|| if as_built { self.there() } else { self.build() }).clone()
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/rivals").join(self.name)
    }

    /// The program that an earlier study built.
    fn there(&self) -> Result<PathBuf, String> {
        let name = format!("{}{}", self.name, env::consts::EXE_SUFFIX);
        let file = match self.builder {
            Builder::Cargo => Some(self.folder().join(host()?).join("release").join(name)),
            Builder::FuzzRun => {
                let folder = manifests().join("fuzz/target/disprove").join(host()?);
                Some(folder.join("release").join(name))
            }
            Builder::Test => newest_test(&manifests().join("hunted/target/disprove"), self.name),
        };
        let missing = || "a smoke test does not build it, and no study has done so yet.".to_owned();
        file.filter(|file| file.exists()).ok_or_else(missing)
    }

    fn build(&self) -> Result<PathBuf, String> {
        if self.builder != Builder::Cargo {
            return self.build_with_tool();
        }
        let manifest = manifests().join("rivals/Cargo.toml");
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--release", "--quiet", "--locked", "--bin", self.name]);
        cargo.args(["--features", self.name, "--target", &host()?]);
        cargo.arg("--manifest-path").arg(&manifest).arg("--target-dir").arg(self.folder());
        // With an explicit target, the flags do not apply to build scripts, which would not link with them.
        cargo.env("RUSTFLAGS", self.flags).env_remove("CARGO_ENCODED_RUSTFLAGS");
        let output = cargo.output().map_err(|why| format!("cargo cannot be run: {why}."))?;
        if output.status.success() {
            return self.there();
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let why = text.lines().find(|line| line.starts_with("error")).unwrap_or("it says nothing");
        Err(format!("{} does not build: {why}", manifest.display()))
    }

    /// Builds as a user would: with the tool, which also runs it once without an input.
    fn build_with_tool(&self) -> Result<PathBuf, String> {
        let mut cargo = Command::new("cargo");
        let workspace = manifests().join("../Cargo.toml");
        cargo.args(["run", "--quiet", "-p", "cargo-disprove", "--no-default-features"]);
        cargo.arg("--manifest-path").arg(workspace).arg("--");
        if self.builder == Builder::FuzzRun {
            cargo.args(["fuzz", "run", self.name, "--", "-runs=0"]).current_dir(manifests());
        } else {
            cargo.args(["test", "--all-deps", "--release", "--test", self.name]);
            cargo.current_dir(manifests().join("hunted"));
        }
        cargo.env("FUZZ_TARGET", "bug").env_remove("CARGO_TARGET_DIR");
        let output = cargo.output().map_err(|why| format!("cargo cannot be run: {why}."))?;
        if output.status.success() {
            return self.there();
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let why = text.lines().find(|line| line.starts_with("error")).unwrap_or("it says nothing");
        Err(format!("the program {} does not build: {why}", self.name))
    }
}

/// The newest test of this name in a folder of instrumented builds, which has a subfolder for each compiler.
fn newest_test(folder: &Path, name: &str) -> Option<PathBuf> {
    let below = |folder: &Path| {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    };
    let start = format!("{name}-");
    let is_program = |file: &PathBuf| {
        let has_name = file.file_name().is_some_and(|it| it.to_string_lossy().starts_with(&start));
        has_name && file.extension().is_none_or(|extension| extension == env::consts::EXE_EXTENSION)
    };
    let programs = below(folder).flat_map(|build| below(&build.join("release/deps")));
    programs.filter(is_program).max_by_key(|file| file.metadata().and_then(|it| it.modified()).ok())
}

/// The folder of this package.
fn manifests() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The host triple.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|why| format!("rustc cannot be run: {why}."))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` printed no host".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{FuzzTarget, Inputs, NoAnswer, Rival, answered, fuzzed, logged};
    use std::path::Path;

    #[test]
    fn answers_are_read_among_what_tools_print() {
        assert_eq!(answered("noise\nanswer: 12\n"), Ok(Some(12)));
        assert_eq!(answered("answer: nothing"), Ok(None));
        assert_eq!(answered("noise"), Err(NoAnswer));
        let count = "stat::number_of_executed_units: 345\nstat::peak_rss_mb: 30";
        assert_eq!(fuzzed(&format!("Done 345 runs in 0 second(s)\n{count}")), Ok(None));
        assert_eq!(fuzzed(&format!("answer: it fails\n{count}")), Ok(Some(345)));
        assert_eq!(fuzzed(&format!("There is no target\n{count}")), Err(NoAnswer));
    }

    #[test]
    fn a_log_has_inputs_of_any_length() {
        assert_eq!(logged(b"\x00\x02ab\x01c"), [&b""[..], b"ab", b"c"]);
        // The last one was not written to its end.
        assert_eq!(logged(b"\x01a\x05bc"), [&b"a"[..], b"bc"]);
    }

    #[test]
    fn every_tool_is_told_the_subject_the_seed_and_the_limit() {
        let target = FuzzTarget { name: "FUZZ", longest: 8 };
        let (fuzz, hunt) = (Rival::Structured(Inputs::Lists), Rival::Hunt(Inputs::Lists));
        for rival in
            [Rival::LibFuzzer, fuzz, hunt, Rival::Crabcheck, Rival::Proptest, Rival::Quickcheck]
        {
            let command = rival.command(Path::new("program"), target, 7, 900);
            let line = format!("{command:?}");
            assert!(line.contains("FUZZ") && line.contains("900"), "{line}");
            let seed = if rival.is_libfuzzer() { "-seed=8" } else { "\"7\"" };
            assert!(line.contains(seed), "{line}");
        }
    }
}
