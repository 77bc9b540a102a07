//! Warnings of all workers, counted: a full disk is one cause, however many properties meet it.

/// Each warning with the number of times that it occurred, in the order of the first.
#[derive(Debug, Default)]
pub(super) struct SharedWarnings(Vec<(String, u64)>);

impl SharedWarnings {
    /// Counts a warning. True if it is the first of its kind.
    pub(super) fn is_new(&mut self, warning: &str) -> bool {
        let known = self.0.iter_mut().find(|(known, _)| known == warning);
        if let Some((_, times)) = known {
            *times += 1;
            return false;
        }
        self.0.push((warning.to_owned(), 1));
        true
    }

    /// Those that occurred more than once.
    pub(super) fn repeated(&mut self) -> Vec<(String, u64)> {
        let mut all = std::mem::take(&mut self.0);
        all.retain(|(_, times)| *times > 1);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::SharedWarnings;

    #[test]
    fn repeated_warnings_are_counted() {
        let mut all = SharedWarnings::default();
        let new = ["full", "slow", "full", "full"].map(|warning| all.is_new(warning));
        assert_eq!(new, [true, true, false, false]);
        assert_eq!(all.repeated(), [("full".to_owned(), 3)]);
    }
}
