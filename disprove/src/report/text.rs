//! The report of a property that failed, gave up or is flaky.

use super::{
    Style,
    caveat::{caveats, how_often},
    layout::{elided, lines_of},
    value::value_text,
};
use crate::{
    case::{BacktraceStyle, Frame, Texts},
    feedback::Step,
    humanize::{count, plural, time},
    reduce::ReductionEnd,
    runner::{Failure, Provenance, Report, Verdict},
    search::Search,
    statistics::Share,
};
use std::{
    any::type_name,
    fmt::{self, Debug, Display, Write},
    path::PathBuf,
};

/// Why a property fails although no case did: fewer cases were accepted than it requires.
pub(crate) fn too_few_cases<T>(function: &str, report: &Report<T>, least: u64) -> String {
    let cases = plural(report.cases(), "case");
    format!("{function} passed {cases}, but requires {}.", count(least))
}

/// Each failure with its input, or why the result is weak.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u32>()).name("small").seed(1).run(|n| assert!(n < 10, "too big"));
/// assert!(report.to_string().contains("small(\n        10,\n    )"));
/// ```
impl<T: Debug> Display for Report<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = self.printed(&|value| Shown::unnamed(value_text(value, type_name::<T>())));
        out.write_str(&plain_text(&printed))
    }
}

/// The whole report, without colors and examples.
fn plain_text(report: &Report<Shown>) -> String {
    let function = report.name();
    Page { function, regressions: None, notation: Notation::Call, style: Style::PLAIN }.text(report)
}

/// A printed input.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) arguments: Texts,
    /// The arguments for `#[example(..)]`, if they have literals.
    pub(crate) literal: Option<String>,
}

impl Shown {
    /// One argument without a name.
    fn unnamed(text: String) -> Shown {
        Shown { arguments: vec![("", text)], literal: None }
    }
}

/// Failures in the regression file, which users commit.
pub(crate) struct RegressionFile {
    pub(crate) file: PathBuf,
    /// The tokens of this run that it contains.
    pub(crate) tokens: Vec<String>,
}

/// How a property is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// With the attribute `#[property]`.
    Attribute,
    /// As a call of `check(..)`.
    Call,
    /// For another library, whose tests have no place for a token or a seed.
    Foreign,
}

/// How to write a report.
pub(crate) struct Page<'a> {
    /// The name of the property.
    pub(crate) function: &'a str,
    /// The failures in the regression file.
    pub(crate) regressions: Option<&'a RegressionFile>,
    /// How the property is written: it decides how the failure is reproduced.
    pub(crate) notation: Notation,
    pub(crate) style: Style,
}

/// Indentation of the input and the message.
pub(super) const INDENT: &str = "    ";

/// Width limit of the column with subjects, in the explanation.
const SUBJECT: usize = 28;

impl Page<'_> {
    /// The whole report, which becomes the panic message.
    pub(crate) fn text(&self, report: &Report<Shown>) -> String {
        let mut parts = Vec::new();
        match report.failures() {
            [] => parts.push(self.without_failure(report)),
            [failure] => parts.push(self.failure(report, failure)),
            failures => {
                let number = count(failures.len() as u64);
                parts.push(
                    self.style
                        .title(&format!("{} has {number} different failures.", self.function)),
                );
                parts.extend(effort(report).map(|effort| format!("  {effort}")));
                for failure in failures {
                    parts.push(self.failure(report, failure));
                }
            }
        }
        parts.extend(report.broken().map(|broken| self.broken(broken)));
        parts.join("\n\n")
    }

    fn without_failure(&self, report: &Report<Shown>) -> String {
        let function = self.function;
        let (cases, executions) = (report.cases(), report.executions());
        let lacks_cases = report.shares().iter().any(Share::is_too_small);
        let title = match report.verdict() {
            Verdict::Exhausted => format!("{function} holds for {}.", all_inputs(report)),
            Verdict::GaveUp if lacks_cases => format!(
                "{function} gave up: it passed {}, but too few of the kind that `cover!` requires.",
                plural(cases, "case")
            ),
            Verdict::GaveUp => format!(
                "{function} gave up: of {}, {} accepted.",
                plural(executions, "input"),
                match cases {
                    0 => "none was".to_owned(),
                    1 => "1 was".to_owned(),
                    cases => format!("{} were", count(cases)),
                }
            ),
            _ => format!("{function} passed {}.", plural(cases, "case")),
        };
        let mut parts = vec![self.style.title(&title)];
        for share in report.shares() {
            if share.is_too_small() {
                parts.push(Style::plain(&format!(
                    "  only {:.1} % of the cases are `{}`, {} of {}, but `cover!` requires {} %: make \
                     such inputs more likely",
                    share.measured(),
                    share.name(),
                    count(share.hits()),
                    count(share.cases()),
                    share.required()
                )));
            }
        }
        for advice in report.advice() {
            parts.push(Style::plain(&format!("  {advice}")));
        }
        parts.join("\n\n")
    }

    fn failure(&self, report: &Report<Shown>, failure: &Failure<Shown>) -> String {
        let mut parts = vec![
            self.title(failure),
            self.style.code(&indented(&self.input(failure), INDENT)),
            self.message(failure),
        ];
        for note in failure.notes() {
            let lines = elided(&lines_of(note)).join("\n      ");
            parts.push(Style::plain(&indented(&format!("note: {lines}"), INDENT)));
        }
        for line in caveats(failure) {
            parts.push(format!("  {line}"));
        }
        parts.extend(self.explanation(failure));
        parts.extend(self.backtrace(failure));
        parts.extend(finder(report, failure));
        parts.push(self.reproduction(report, failure));
        parts.join("\n\n")
    }

    /// The backtrace, if the environment asks for it and the property panicked.
    fn backtrace(&self, failure: &Failure<Shown>) -> Option<String> {
        let backtrace = failure.backtrace();
        let mut text = "  backtrace".to_owned();
        match self.style.backtrace {
            BacktraceStyle::Short if !backtrace.user.is_empty() => {
                for (number, Frame { function, place }) in backtrace.user.iter().enumerate() {
                    let _ = write!(text, "\n{INDENT}{number}: {}", Style::plain(function));
                    if let Some(place) = place {
                        let place = self.style.detail(place);
                        let _ = write!(text, "\n{INDENT}   at {place}");
                    }
                }
            }
            BacktraceStyle::Full if !backtrace.full.is_empty() => {
                let _ = write!(text, "\n{}", Style::plain(backtrace.full.trim_end()));
            }
            _ => return None,
        }
        Some(text)
    }

    /// The explanation, if there is one.
    fn explanation(&self, failure: &Failure<Shown>) -> Option<String> {
        let mut lines = Vec::new();
        let mut width = 0;
        for item in failure.explanation() {
            let (subject, statement) = (item.subject(), item.statement());
            width = width.max(subject.chars().count().min(SUBJECT));
            lines.push((subject, statement));
        }
        let mut text = "  what matters, of the values tried".to_owned();
        for (subject, statement) in &lines {
            let subject = self.style.code(&format!("{subject:width$}"));
            let _ = write!(text, "\n{INDENT}{subject}  {}", Style::plain(statement));
        }
        (!lines.is_empty()).then_some(text)
    }

    /// What happened, and how far it was reduced.
    fn title(&self, failure: &Failure<Shown>) -> String {
        let function = self.function;
        let place = match failure.provenance() {
            Provenance::Search => format!("on case {}", count(failure.found_at())),
            Provenance::Example { number, .. } => format!("on example {number}"),
            Provenance::Token { number } => format!("on replay {number}"),
            Provenance::Slippage => "while another failure was being reduced".to_owned(),
            Provenance::Known => "again on an input stored by an earlier run".to_owned(),
        };
        let title = if failure.is_flaky() {
            format!("{function} is flaky: it failed {place}, {}.", how_often(failure.rate()))
        } else {
            format!("{function} failed {place}.")
        };
        let title = self.style.title(&title);
        let (from, to) = failure.choices();
        let effort = format!(
            "{} ({})",
            plural(failure.reduction_runs(), "run"),
            time(failure.reduction_time())
        );
        match failure.provenance() {
            Provenance::Example { has_choices: false, .. } => format!(
                "{title} Not reduced: its generator cannot encode this value; use `map_with` instead of `map` \
                 to allow that."
            ),
            _ if failure.reduction_ended() == ReductionEnd::Skipped => title,
            _ if from == to => format!("{title} Reduced in {effort}."),
            _ => format!(
                "{title} Reduced from {} to {} in {effort}.",
                plural(from as u64, "choice"),
                count(to as u64)
            ),
        }
    }

    /// The call with the values drawn in its body, or the calls of a state machine.
    pub(crate) fn input(&self, failure: &Failure<Shown>) -> String {
        self.call(&failure.value().arguments, failure.steps())
    }

    /// The same for these arguments and steps.
    pub(super) fn call(&self, arguments: &Texts, steps: &[Step]) -> String {
        if steps.iter().any(|step| matches!(step, Step::Called { .. })) {
            return elided(&script(steps)).join("\n");
        }
        let mut text = format!("{}(", self.function);
        for (name, value) in arguments {
            let colon = if name.is_empty() { "" } else { ": " };
            let _ = write!(text, "\n{}", indented(&format!("{name}{colon}{value},"), INDENT));
        }
        text += if arguments.is_empty() { ")" } else { "\n)" };
        for line in elided(&drawn(steps)) {
            let _ = write!(text, "\n{INDENT}{line}");
        }
        text
    }

    /// The failure message and its location.
    fn message(&self, failure: &Failure<Shown>) -> String {
        let lines = elided(&lines_of(failure.message()));
        let first = lines.first().map_or("", String::as_str);
        let mut text = format!("{INDENT}{}", self.style.wrong(first));
        if let Some(place) = failure.location() {
            let _ = write!(text, "{INDENT}{}", self.style.detail(place));
        }
        for line in lines.get(1..).unwrap_or_default() {
            let _ = write!(text, "\n{INDENT}{}", self.style.wrong(line));
        }
        text
    }

    /// The arguments for `#[example(..)]`, if the failure can be written that way.
    pub(super) fn example(failure: &Failure<Shown>) -> Option<&str> {
        let literal = failure.value().literal.as_deref();
        // An example cannot hold the values drawn in the body.
        literal.filter(|values| !values.is_empty() && failure.steps().is_empty())
    }

    /// How to reproduce the failure.
    fn reproduction(&self, report: &Report<Shown>, failure: &Failure<Shown>) -> String {
        let example = Page::example(failure);
        Reproduction {
            token: failure.replay_token(),
            seed: report.repeatable_seed(),
            provenance: failure.provenance(),
            is_saved: failure.is_saved(),
            example,
        }
        .text(self)
    }
}

/// How to run an input again.
pub(super) struct Reproduction<'a> {
    pub(super) token: &'a str,
    pub(super) seed: Option<u64>,
    pub(super) provenance: Provenance,
    pub(super) is_saved: bool,
    /// The arguments for `#[example(..)]`.
    pub(super) example: Option<&'a str>,
}

impl Reproduction<'_> {
    pub(super) fn text(&self, page: &Page<'_>) -> String {
        let has_choices = self.provenance.token(self.token).is_some();
        let token = self.token;
        let kept = page.regressions.filter(|kept| kept.tokens.iter().any(|known| known == token));
        let head = match kept {
            _ if !has_choices => "an `#[example]`, which every run tries first".to_owned(),
            Some(RegressionFile { file, .. }) => {
                format!("saved in {}: commit it, and every run tries it first", file.display())
            }
            None if self.is_saved => "saved; the next run tries it first".to_owned(),
            None => "to run it again".to_owned(),
        };
        let mut options = Vec::new();
        if has_choices {
            if let Some(values) = self.example {
                options.push(("keep", format!("#[example({values})]")));
            }
            let replay = match page.notation {
                Notation::Attribute => format!("#[replay(\"{token}\")]"),
                Notation::Call => format!(".replay(\"{token}\")"),
                Notation::Foreign => format!("cargo disprove replay {token} {}", page.function),
            };
            options.push(("replay", replay));
        }
        // Other inputs do not depend on the seed.
        if let (Some(seed), Provenance::Search) = (self.seed, self.provenance) {
            let seed = match page.notation {
                Notation::Attribute => format!("#[property(seed = {seed})]"),
                Notation::Call => format!(".seed({seed})"),
                Notation::Foreign => format!("DISPROVE_SEED={seed} cargo test {}", page.function),
            };
            options.push(("seed", seed));
        }
        let mut text = Style::plain(&format!("  {head}"));
        for (name, code) in options {
            let _ = write!(text, "\n{INDENT}{name:9}{}", page.style.code(&code));
        }
        text
    }
}

/// The search that found the failure, unless all executions were random.
fn finder(report: &Report<Shown>, failure: &Failure<Shown>) -> Option<String> {
    let effort = effort(report).filter(|_| failure.provenance() == Provenance::Search)?;
    let by = failure.found_by();
    // With several failures the title says this.
    let alone = report.failures().len() == 1;
    Some(if alone { format!("  found by {by}; {effort}") } else { format!("  found by {by}") })
}

/// Number of executions per search, unless all were random.
fn effort(report: &Report<Shown>) -> Option<String> {
    let shares = shares_of_searches(report)?;
    Some(format!("{}: {shares}", plural(report.executions(), "execution")))
}

/// Executions of each search, unless all were random.
pub(super) fn shares_of_searches<T>(report: &Report<T>) -> Option<String> {
    let (mut text, mut guided) = (String::new(), false);
    for (search, executions) in report.searches() {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{search} {}", count(*executions));
        guided |= *search != Search::Random;
    }
    guided.then_some(text)
}

/// The number of all inputs that were not rejected.
pub(super) fn all_inputs<T>(report: &Report<T>) -> String {
    let rejected = report.rejected() > 0;
    match report.cases() {
        1 if rejected => "the only input that was not rejected".to_owned(),
        1 => "the only input".to_owned(),
        cases if rejected => format!("all {} that were not rejected", plural(cases, "input")),
        cases => format!("all {}", plural(cases, "input")),
    }
}

/// The values drawn in the body of a property.
fn drawn(steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    for step in steps {
        if let Step::Drew { name, value } = step {
            lines.append(&mut lines_of(&format!("{name} = {value}")));
        }
    }
    lines
}

/// The calls of a state machine, one per line, each with the values drawn in it.
fn script(steps: &[Step]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_call = false;
    let mut commented = false;
    for step in steps {
        match step {
            Step::Called { line } => {
                lines.append(&mut lines_of(line));
                (in_call, commented) = (true, false);
            }
            Step::Drew { name, value } => {
                let mut drew = format!("{name} = ");
                for (number, line) in value.lines().enumerate() {
                    drew.push_str(if number == 0 { "" } else { " " });
                    drew.push_str(line.trim());
                }
                let before = if commented { ", " } else { " // drew " };
                match lines.last_mut() {
                    Some(last) if commented || in_call => {
                        last.push_str(before);
                        last.push_str(&drew);
                    }
                    _ => lines.push(format!("// drew {drew}")),
                }
                commented = true;
            }
        }
    }
    lines
}

/// Indents every line.
pub(super) fn indented(text: &str, by: &str) -> String {
    let mut indented = String::new();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            indented.push('\n');
        }
        if !line.is_empty() {
            indented.push_str(by);
            indented.push_str(line);
        }
    }
    indented
}
