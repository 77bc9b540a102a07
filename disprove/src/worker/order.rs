//! What a worker is to do.

use super::{Telling, WORKER, journal::Input, line};
use crate::{
    case::Fault,
    choice::Tree,
    settings::Settings,
    source::{CaseSeed, Fill},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    rc::Rc,
    sync::OnceLock,
    time::Duration,
};

/// What a worker is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Look for failures until the time is up.
    Hunt,
    /// Run the property as always, with a journal.
    Run,
    /// Run one case, and say how it ended.
    Case,
    /// Reduce what a process died of, by cases in processes of their own.
    Reduce,
    /// Run one input, and nothing else.
    Replay,
    /// Run random cases once more, each with an entry in the journal.
    Sweep,
    /// Say which properties there are, while all of them run as always.
    List,
    /// Drop what adds nothing from the corpus.
    Minimise,
}

/// An order to a worker.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub(crate) struct Order {
    pub(crate) folder: PathBuf,
    pub(crate) task: Task,
    pub(crate) property: String,
    pub(crate) seed: Option<u64>,
    pub(crate) time: Option<Duration>,
    /// How long a case may take.
    pub(crate) limit: Duration,
    /// Inputs that are known from before are tried first.
    pub(crate) known: bool,
    /// Interesting cases are kept for the next worker.
    pub(crate) corpus: bool,
    /// Failures that were found already.
    pub(crate) faults: Vec<Fault>,
    /// One of these made a process die.
    pub(crate) inputs: Vec<String>,
    /// The number of the case that did.
    pub(crate) at: u64,
    /// Of a single case.
    pub(crate) chance: u64,
    pub(crate) size: u32,
    pub(crate) fill: Fill,
    pub(crate) strict: bool,
    /// Notes and steps are wanted.
    pub(crate) telling: bool,
}

/// The case that takes longest is given this, if nothing is said.
const LIMIT: Duration = Duration::from_secs(10);

/// So many runs of a case in a process of its own reduce a failure at most: each takes as long as a thousand others.
const RUNS: u64 = 2_000;

/// The order of this process, if it has one for this property.
pub(crate) fn order(property: &str) -> Option<&'static Order> {
    let order = whole()?;
    if order.task == Task::List {
        Telling::at(&order.folder).say(&["property", property]);
        return None;
    }
    Some(order).filter(|order| order.property == property)
}

/// Whether somebody else has started this process.
pub(crate) fn is_worker() -> bool {
    whole().is_some()
}

/// The order of this process.
pub(super) fn whole() -> Option<&'static Order> {
    static ORDER: OnceLock<Option<Order>> = OnceLock::new();
    let order = ORDER.get_or_init(|| {
        let folder = env::var_os(WORKER).filter(|folder| !folder.is_empty())?;
        match Order::read(Path::new(&folder)) {
            Ok(order) => Some(order),
            Err(why) => {
                eprintln!("{WORKER}={}: there is no order for a worker: {why}", folder.display());
                std::process::exit(2);
            }
        }
    });
    order.as_ref()
}

impl Order {
    fn read(folder: &Path) -> Result<Order, String> {
        let text = fs::read_to_string(folder.join("order")).map_err(|why| why.to_string())?;
        let mut order = Order {
            folder: folder.to_owned(),
            task: Task::Run,
            property: String::new(),
            seed: None,
            time: None,
            limit: LIMIT,
            known: false,
            corpus: false,
            faults: Vec::new(),
            inputs: Vec::new(),
            at: 1,
            chance: 0,
            size: 100,
            fill: Fill::Simplest,
            strict: false,
            telling: false,
        };
        for line in text.lines() {
            let fields = line::read(line);
            let value = fields.get(1).map_or("", String::as_str);
            order
                .set(&fields[0], value, fields.get(2).map_or("", String::as_str))
                .ok_or_else(|| format!("`{line}` is not understood"))?;
        }
        Ok(order)
    }

    fn set(&mut self, key: &str, value: &str, further: &str) -> Option<()> {
        let milliseconds = || value.parse().ok().map(Duration::from_millis);
        match key {
            "task" => {
                self.task = match value {
                    "hunt" => Task::Hunt,
                    "run" => Task::Run,
                    "case" => Task::Case,
                    "reduce" => Task::Reduce,
                    "replay" => Task::Replay,
                    "list" => Task::List,
                    "sweep" => Task::Sweep,
                    "minimise" => Task::Minimise,
                    _ => return None,
                }
            }
            "property" => value.clone_into(&mut self.property),
            "seed" => self.seed = Some(value.parse().ok()?),
            "time" => self.time = Some(milliseconds()?),
            "limit" => self.limit = milliseconds()?,
            "known" => self.known = true,
            "corpus" => self.corpus = true,
            "fault" => {
                let location = Some(further.to_owned()).filter(|location| !location.is_empty());
                self.faults.push(Fault { message: value.to_owned(), location });
            }
            "input" => self.inputs.push(value.to_owned()),
            "at" => self.at = value.parse().ok()?,
            "chance" => self.chance = value.parse().ok()?,
            "size" => self.size = value.parse().ok()?,
            "random" => self.fill = Fill::Random,
            "strict" => self.strict = true,
            "telling" => self.telling = true,
            _ => return None,
        }
        Some(())
    }

    /// The settings of the property, as far as the order leaves them.
    pub(crate) fn settings(&self, mut settings: Settings) -> Settings {
        match self.task {
            // Those that hunt have found it by their own seeds.
            Task::Reduce if self.seed.is_some() => settings.seed = self.seed,
            _ => {}
        }
        match self.task {
            Task::Run | Task::Case | Task::List | Task::Sweep => {}
            Task::Hunt | Task::Minimise => {
                settings.cases = u64::MAX;
                settings.max_executions = Some(u64::MAX);
                settings.time = self.time.or(settings.time);
                settings.seed = self.seed.or(settings.seed);
            }
            Task::Replay => {
                (settings.reduce, settings.explain) = (false, false);
                settings.replays.clear();
            }
            Task::Reduce => settings.reduction_runs = settings.reduction_runs.min(RUNS),
        }
        settings
    }

    /// Whether a failure was found before.
    pub(crate) fn knows(&self, fault: &Fault) -> bool {
        self.faults.iter().any(|known| known.resembles(fault))
    }

    /// What one of made a process die.
    pub(crate) fn suspects(&self) -> Vec<Input> {
        let mut all = Vec::new();
        for text in &self.inputs {
            all.extend(Input::from_text(text));
        }
        all
    }

    /// Of a single case: how it begins. Its guide is a file, if it has one.
    pub(super) fn opening(&self) -> CaseSeed {
        let guide = fs::read(self.folder.join("guide")).ok();
        let guide = guide.and_then(|image| Tree::from_image(&image)).map(Rc::new);
        let Order { chance, size, fill, strict, .. } = *self;
        CaseSeed { random_state: chance, size, fill, strict, guide }
    }
}
