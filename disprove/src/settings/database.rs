//! The database that a run uses.

use super::{
    environment::default_profile,
    error::SettingsError,
    overrides::{Overrides, Place},
};
use crate::{database::Db, untrusted::IS_IN_MEMORY};

/// The database of a run that names none in its code. The code adds further ones with `Db::layered`.
pub(crate) fn default_database() -> Result<Db, SettingsError> {
    let alone = |profile| database(&Overrides { read_database: None, ..profile });
    Ok(default_profile()?.map_or_else(Db::none, alone))
}

/// The database that these overrides choose.
pub(crate) fn database(overrides: &Overrides) -> Db {
    if IS_IN_MEMORY {
        return Db::none();
    }
    let at = |place: &Option<Place>| match place {
        Some(Place::None) => Db::none(),
        Some(Place::At(folder)) => Db::in_folder(folder.clone()),
        None | Some(Place::Standard) => Db::standard(),
    };
    let main = at(&overrides.database);
    if overrides.read_database.is_none() {
        return main;
    }
    Db::layered([main, Db::read_only(at(&overrides.read_database))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_settings_there_is_the_standard_database_and_no_second_one() {
        let chosen = format!("{:?}", database(&Overrides::NONE));
        assert_eq!(chosen, format!("{:?}", Db::standard()));
    }
}
