//! What a worker is to do.

use super::{
    Order, Task, Telling,
    journal::Input,
    protocol::{Reply, WORKER},
};
use crate::{
    case::Fault,
    choice::Tree,
    settings::Settings,
    source::{CaseSeed, Fill},
};
use std::{env, fs, path::Path, rc::Rc, sync::OnceLock};

/// So many runs of a case in a process of its own reduce a failure at most: each takes as long as a thousand others.
const RUNS: u64 = 2_000;

/// The order of this process, if it has one for this property.
pub(crate) fn order(property: &str) -> Option<&'static Order> {
    let order = whole()?;
    if order.task == Task::List {
        Telling::at(&order.folder).say(&Reply::Property(property.to_owned()));
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
                // The replies tell which version this is.
                drop(Telling::at(Path::new(&folder)));
                eprintln!("{WORKER}={}: {why}", folder.display());
                std::process::exit(2);
            }
        }
    });
    order.as_ref()
}

impl Order {
    /// The settings of the property, as far as the order leaves them.
    pub(crate) fn settings(&self, mut settings: Settings) -> Settings {
        match self.task {
            // Those that hunt have found it by their own seeds.
            Task::Reduce if self.seed.is_some() => settings.seed = self.seed,
            _ => {}
        }
        match self.task {
            Task::Run | Task::Case | Task::List | Task::LocateCrash => {}
            Task::Hunt | Task::Minimize => {
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
        self.faults.iter().any(|(message, location)| {
            let location = Some(location.clone()).filter(|location| !location.is_empty());
            Fault { message: message.clone(), location }.resembles(fault)
        })
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
        let fill = if self.fill_randomly { Fill::Random } else { Fill::Simplest };
        let Order { random_state, size, strict, .. } = *self;
        CaseSeed { random_state, size, fill, strict, guide }
    }
}
