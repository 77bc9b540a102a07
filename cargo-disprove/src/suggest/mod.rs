//! `cargo disprove suggest`: proposes properties for the public functions of a package.

mod api;
mod arguments;
mod cfg;
mod concrete;
mod definition;
mod lower;
mod modules;
mod package;
mod pass;
mod scratch;
mod shapes;
mod source;
mod suggestion;
mod traits;
mod trial;
mod ty;
mod value;

use crate::{
    error::{CommandError, exit, usage},
    terminal::{diagnostic, print},
};
pub(crate) use arguments::Arguments;
use concrete::type_arguments;
use modules::Crate;
use package::Package;
use std::process::ExitCode;
use trial::Outcome;
use value::Values;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(suggest(arguments))
}

fn suggest(arguments: &Arguments) -> Result<u8, CommandError> {
    let package = Package::find(arguments)?;
    let krate = Crate::read(&package.root, &package.folder, &package.conditions).map_err(usage)?;
    let api = api::api(&krate, &package.krate);
    let types = type_arguments(&api);
    let values = Values::new(&api, &types);
    let found = shapes::suggestions(&values);
    diagnostic(&format!("{} suggestions", found.suggestions.len()));
    for (about, why) in &found.skipped {
        if arguments.verbose {
            diagnostic(&format!("skipped {about}: {why}"));
        }
    }
    let built = scratch::build(&package, arguments, found.suggestions, &values.helpers())?;
    for (name, why) in &built.refused {
        diagnostic(&format!("refused {name}: {why}"));
    }
    let outcomes = trial::run(&package, arguments, &built)?;
    for suggestion in &built.suggestions {
        match &outcomes[&suggestion.name] {
            Outcome::Passed => {
                print(&format!("passes: {}\n{}", suggestion.name, suggestion.source))
            }
            Outcome::Failed { input, message } => print(&format!(
                "fails for {input}: {message}: a bug, or not intended?\n{}",
                suggestion.source
            )),
            Outcome::Nothing(why) => print(&format!("nothing: {}: {why}", suggestion.name)),
        }
    }
    Ok(0)
}
