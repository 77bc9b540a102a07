//! Where parts of a case began in the random stream.

/// Starts that are kept in a case. A few are enough for copies; more would have to be searched.
const KEPT: usize = 8;

/// The types and starts of the arguments and elements of this case.
#[derive(Clone, Debug, Default)]
pub(super) struct PartStarts(Vec<(&'static str, u64)>);

impl PartStarts {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The start of an earlier part of this type, half of the time; `x` is random. Otherwise keeps `state` as the start
    /// of a part of its own.
    pub(super) fn earlier(&mut self, type_name: &'static str, x: u64, state: u64) -> Option<u64> {
        // By content: the address of a type name differs between codegen units.
        let same = self.0.iter().filter(|(name, _)| *name == type_name);
        let count = same.clone().count();
        let which = (x >> 8) as usize;
        if count > 0 && x.is_multiple_of(2) {
            return same.map(|(_, start)| *start).nth(which % count);
        }
        if self.0.len() < KEPT {
            self.0.push((type_name, state));
        } else {
            self.0[which % KEPT] = (type_name, state);
        }
        None
    }
}
