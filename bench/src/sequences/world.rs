//! Runs sequences of calls against graphs and their models, and tells errors apart.

use super::{
    call::{Action, Call, NAMES, Which},
    graphs::{Graph, graph},
    model::{Answer, Model},
};
use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

/// What came of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The calls that could run, up to the one that failed.
    pub executed: Vec<usize>,
    /// The error of the last of them: where it panicked, or which method returned something else than the model.
    pub error: Option<String>,
}

struct Place {
    graph: Box<dyn Graph>,
    model: Model,
    names: [Option<u8>; NAMES as usize],
}

/// Runs the calls until one fails. Calls that cannot run are ignored.
pub fn run(calls: &[Call]) -> Outcome {
    let mut places: Vec<Option<Place>> = Which::ALL.iter().map(|_| None).collect();
    let mut executed = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        let place = places[call.graph as usize].get_or_insert_with(|| Place {
            graph: graph(call.graph),
            model: Model::new(call.graph),
            names: [None; NAMES as usize],
        });
        match place.step(call) {
            Step::Ignored => {}
            Step::Passed => executed.push(number),
            Step::Failed(error) => {
                executed.push(number);
                return Outcome { executed, error: Some(error) };
            }
        }
    }
    Outcome { executed, error: None }
}

enum Step {
    Ignored,
    Passed,
    Failed(String),
}

impl Place {
    fn step(&mut self, call: &Call) -> Step {
        let named = call.action.with_nodes(|name| self.names[name as usize]);
        let Some(action) = named.filter(|action| self.model.allows(action)) else {
            return Step::Ignored;
        };
        let answer = match guarded(|| self.graph.act(&action)) {
            Ok(None) => return Step::Ignored,
            Ok(Some(answer)) => answer,
            Err(place) => return Step::Failed(format!("{:?} panics at {place}", call.graph)),
        };
        let is_right = if let (Action::AddNode(name, weight), Answer::New(node)) = (&action, &answer)
        {
            let is_new = !self.model.has_node(*node);
            self.model.add(*node, if call.graph.is_map() { *node } else { *weight });
            self.names[*name as usize] = Some(*node);
            is_new
        } else {
            self.model.act(&action) == answer
        };
        if is_right {
            Step::Passed
        } else {
            Step::Failed(format!("{:?}.{} is wrong", call.graph, action.name()))
        }
    }
}

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What it returns, or the file and line of its panic.
fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    IS_GUARDED.set(true);
    let returned = catch_unwind(AssertUnwindSafe(act));
    IS_GUARDED.set(false);
    returned.map_err(|_| PLACE.take())
}

/// Keeps the place of guarded panics, and is silent about them. All others go where they went before.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Whoever installs a hook later sees a panic first: let the library do so now.
        disprove::check(disprove::any::<bool>()).database(disprove::Db::none()).run(|_| true);
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                return before(info);
            }
            let place = info.location().map_or_else(String::new, |at| {
                let file = at.file().replace('\\', "/");
                let file = file.rsplit_once("/src/").map_or(&*file, |(_, file)| file);
                format!("{file}:{}", at.line())
            });
            PLACE.set(place);
        }));
    });
}
