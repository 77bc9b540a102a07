//! The inputs with the largest scores, for the statistics.

use super::{engine::Engine, found::Origin};
use crate::{
    case::{Input, Texts, run_input},
    choice::Tree,
    feedback::is_same_name,
    statistics::BestInput,
};
use std::rc::Rc;

/// For each name of a score, where its best input came from.
#[derive(Default)]
pub(super) struct BestOrigins(Vec<(&'static str, Origin)>);

impl BestOrigins {
    /// Keeps the origin of an input that has the largest scores of these names.
    pub(super) fn keep(&mut self, names: &[&'static str], origin: &dyn Fn() -> Origin) {
        for name in names {
            match self.0.iter_mut().find(|known| is_same_name(known.0, name)) {
                Some(known) => known.1 = origin(),
                None => self.0.push((name, origin())),
            }
        }
    }

    /// Makes the inputs once more. The body runs only if it draws.
    pub(super) fn inputs(self, engine: &mut Engine) -> Vec<(&'static str, BestInput)> {
        let mut inputs = Vec::new();
        for (name, origin) in self.0 {
            let Some(tree) = tree(origin, engine) else { continue };
            let mut arguments = Texts::new();
            engine.replay(Rc::new(tree.clone()));
            let _ =
                run_input(engine.property, Input::Drawn, &mut engine.src, &mut |_, describe| {
                    arguments = describe();
                    false
                });
            inputs.push((name, BestInput { arguments, token: tree.to_token() }));
        }
        inputs
    }
}

/// The choices of an input; `None` for an example that cannot be encoded.
fn tree(origin: Origin, engine: &mut Engine) -> Option<Tree> {
    match origin {
        Origin::Random { case, size } => engine.record_random(case, size),
        Origin::Example { choices, .. } => choices,
        Origin::Choices(tree)
        | Origin::Token { recorded: tree, .. }
        | Origin::Slippage(tree)
        | Origin::Regression(tree)
        | Origin::Stored { recorded: tree, .. } => Some(tree),
    }
}
