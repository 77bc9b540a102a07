//! Claims: atoms before labeling, each a statement about one or two values.

use super::{
    influence::{Influence, Influences},
    judgment::{Atom, Mode, Outcome, Rule, Tag},
    term::TermId,
};
use crate::{ir::Relation, label::Label};

/// The relation claimed of the left value, and of the right one if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Compare(Relation),
    /// The right contains the left.
    Within,
    /// The left has a type, or the type of the right.
    Type,
    /// The left fails.
    Refused,
    /// The left is true.
    True,
    /// A function outside the file asserts something about it.
    Hidden,
}

/// An atom whose values are all known once the walk has finished.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) claim: Claim,
    pub(super) left: TermId,
    pub(super) right: TermId,
    pub(super) text: String,
    pub(super) tags: Vec<Tag>,
    /// The paper's tool does not recognize it.
    pub(super) unseen: bool,
}

impl Pending {
    /// Returns the first row of the table that fits.
    pub(super) fn judged(&self, influences: &mut Influences, mode: Mode, text: &str) -> Atom {
        let left = influences.of(self.left);
        let right = influences.of(self.right);
        let (label, rule, tag) = if left.is_empty() && right.is_empty() {
            (Outcome::NotProperty, Rule::NoInfluence, None)
        } else if self.unseen && mode == Mode::Paper {
            (Outcome::NotDetected, Rule::Unseen, None)
        } else {
            self.row(influences, &left, &right, mode)
        };
        let mut tags = self.tags.clone();
        tags.extend(tag);
        tags.sort_unstable();
        tags.dedup();
        let (left, right) = (influences.names(&left, text), influences.names(&right, text));
        Atom { text: self.text.clone(), label, tags, left, right, rule }
    }

    /// The row for two values, at least one of which is influenced.
    fn row(
        &self,
        influences: &Influences,
        left: &[Influence],
        right: &[Influence],
        mode: Mode,
    ) -> (Outcome, Rule, Option<Tag>) {
        let both = !left.is_empty() && !right.is_empty();
        let pick = |generated, constant| Outcome::Label(if both { generated } else { constant });
        match self.claim {
            Claim::Hidden => (Outcome::NotDetected, Rule::Unseen, None),
            Claim::Refused => (Outcome::Label(Label::ExceptionRaising), Rule::Refusal, None),
            Claim::Type => (Outcome::Label(Label::TypeChecking), Rule::Type, None),
            Claim::Within => {
                let label =
                    if left.is_empty() { Label::ConstantInclusion } else { Label::Inclusion };
                (Outcome::Label(label), Rule::Membership, None)
            }
            Claim::Compare(Relation::Lt | Relation::Le | Relation::Gt | Relation::Ge) => {
                (pick(Label::GeneratedBounds, Label::ConstantBounds), Rule::Bounds, None)
            }
            Claim::Compare(Relation::Ne) => {
                let label = pick(Label::GeneratedNonequality, Label::ConstantNonequality);
                (label, Rule::Nonequality, None)
            }
            Claim::Compare(Relation::Eq) if !both => {
                (Outcome::Label(Label::ConstantEquality), Rule::ConstantSide, None)
            }
            Claim::Compare(Relation::Eq) => self.equality(influences, left, right, mode),
            // The paper has no category for a bare truth value.
            Claim::True if mode == Mode::Paper => {
                (Outcome::Uncategorised, Rule::Truth, Some(Tag::Truthy))
            }
            Claim::True => {
                (Outcome::Label(Label::ConstantEquality), Rule::Truth, Some(Tag::Truthy))
            }
        }
    }

    /// The row for two values that are both influenced.
    fn equality(
        &self,
        influences: &Influences,
        left: &[Influence],
        right: &[Influence],
        mode: Mode,
    ) -> (Outcome, Rule, Option<Tag>) {
        let argument = |side: TermId, other: &[Influence]| {
            influences.peeled(side).is_some_and(|it| other.binary_search(&it).is_ok())
        };
        // Two draws of generators that read the same value are not two paths from it: the code computes nothing.
        let is_drawn = |side: TermId| influences.peeled(side).is_some();
        let are_drawn = mode == Mode::Refined && is_drawn(self.left) && is_drawn(self.right);
        let lacks = |one: &[Influence], other: &[Influence]| {
            one.iter().any(|it| {
                other.binary_search(it).is_err()
                    && (mode == Mode::Refined || !influences.is_generated(*it))
            })
        };
        let within = |one: &[Influence], other: &[Influence]| {
            one.iter().all(|it| other.binary_search(it).is_ok())
        };
        let shared =
            |it: &Influence| influences.is_generated(*it) && right.binary_search(it).is_ok();
        if argument(self.left, right) || argument(self.right, left) {
            (Outcome::Label(Label::Roundtrip), Rule::Argument, None)
        } else if within(left, right) || within(right, left) {
            (Outcome::Label(Label::PartialRoundtrip), Rule::Subset, None)
        } else if !are_drawn && left.iter().any(shared) && lacks(left, right) && lacks(right, left)
        {
            (Outcome::Label(Label::CommutativePaths), Rule::SharedSource, None)
        } else {
            (Outcome::Uncategorised, Rule::NothingShared, Some(Tag::Independent))
        }
    }
}
