use crate::choice::Alphabet;
pub(crate) fn parse_alphabet(_class: &str) -> Alphabet { Alphabet::unicode() }
