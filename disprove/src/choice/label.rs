//! Labels of spans.

/// The label of a span. Spans with the same label are interchangeable.
///
/// A label depends on the type of the generator, never on its bounds. So all draws of one recursive generator share it,
/// and a draw whose bounds changed still finds its counterpart in a guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Label(u64);

/// The multiplier of the Fx family of hashes.
const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

impl Label {
    pub(crate) fn to_bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> Label {
        Label(bits)
    }

    /// In a guide: matches every label.
    pub(crate) const ANY: Label = Label(0);

    /// The label of a type name.
    pub(crate) fn of(name: &str) -> Label {
        let mut hash = name.len() as u64;
        for chunk in name.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(MULTIPLIER);
        }
        Label(hash)
    }

    /// The label of a part, for example of the elements of a collection.
    #[inline]
    pub(crate) const fn part(self, number: u64) -> Label {
        Label((self.0.rotate_left(5) ^ number).wrapping_mul(MULTIPLIER))
    }

    /// A hash of the label and a number; never 0.
    pub(crate) const fn mixed(self, number: u64) -> u64 {
        (self.0 ^ number.wrapping_mul(MULTIPLIER)) | 1
    }
}

#[cfg(test)]
mod tests {
    use super::Label;

    #[test]
    fn names_and_parts_have_different_labels() {
        let names = ["", "a", "b", "alloc::vec::Vec<u8>", "alloc::vec::Vec<u16>"];
        let mut labels: Vec<Label> = names.iter().map(|name| Label::of(name)).collect();
        labels.extend(names.iter().map(|name| Label::of(name).part(1)));
        labels.extend(names.iter().map(|name| Label::of(name).part(2)));
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), 15);
    }

    #[test]
    fn labels_are_the_same_on_every_machine() {
        assert_eq!(Label::of("abc").0, 0xfd79_00dc_46ce_1495);
    }
}
