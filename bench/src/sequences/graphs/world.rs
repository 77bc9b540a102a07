//! Runs sequences of calls against graphs and their models, and tells errors apart.

use super::{
    adapter::{Graph, graph},
    call::{Action, Call, NAMES, Which},
    model::{Answer, Model},
};
use crate::sequences::{faulty::Outcome, guard::guarded};

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
        let is_right =
            if let (Action::AddNode(name, weight), Answer::New(node)) = (&action, &answer) {
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
