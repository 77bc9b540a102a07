//! Which database a run uses.

use crate::{
    database::{Db, workspace},
    settings::{self, Place, SettingsError, Wishes},
};

/// The file with the settings of a workspace.
pub(crate) const SETTINGS: &str = "disprove.toml";

/// Where failures are kept if nothing is said in the code.
pub(super) fn default_database() -> Result<Db, SettingsError> {
    let Some(root) = workspace() else { return Ok(Db::none()) };
    Ok(database(&settings::defaults(&root.join(SETTINGS))?))
}

/// Where failures are kept if this is wished for.
pub(crate) fn database(wishes: &Wishes) -> Db {
    let at = |place: &Option<Place>| match place {
        Some(Place::None) => Db::none(),
        Some(Place::At(path)) => Db::at(path),
        None | Some(Place::Standard) => Db::standard(),
    };
    let main = at(&wishes.database);
    if wishes.read_database.is_none() {
        return main;
    }
    Db::layered([main, Db::read_only(at(&wishes.read_database))])
}
