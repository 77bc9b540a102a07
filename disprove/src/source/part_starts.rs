//! Where parts of a case began in the random stream.

/// Starts that are kept in a case. A few are enough for copies; more would have to be searched.
const KEPT: usize = 8;

/// The types and starts of the arguments and elements of this case.
#[derive(Clone, Debug, Default)]
pub(super) struct PartStarts {
    starts: [(&'static str, u64); KEPT],
    /// The number of starts that belong to this case.
    count: usize,
}

impl PartStarts {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// The start of an earlier part of this type, half of the time; `x` is random. Otherwise keeps `state` as the start
    /// of a part of its own.
    #[inline]
    pub(super) fn earlier(&mut self, type_name: &'static str, x: u64, state: u64) -> Option<u64> {
        let which = (x >> 8) as usize;
        if x % 2 == 0 {
            if let Some(start) = self.of_type(type_name, which) {
                return Some(start);
            }
        }
        if self.count < KEPT {
            self.starts[self.count] = (type_name, state);
            self.count += 1;
        } else {
            self.starts[which % KEPT] = (type_name, state);
        }
        None
    }

    /// One of the starts of this type.
    #[inline(never)]
    fn of_type(&self, type_name: &'static str, which: usize) -> Option<u64> {
        // By content: the address of a type name differs between codegen units.
        let same = self.starts[..self.count].iter().filter(|(name, _)| *name == type_name);
        let count = same.clone().count();
        if count == 0 {
            return None;
        }
        same.map(|(_, start)| *start).nth(which % count)
    }
}
