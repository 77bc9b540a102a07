//! The twelve categories of paper (e), "An Empirical Evaluation of Property-Based Testing in Python".

/// What an assertion compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    Roundtrip,
    PartialRoundtrip,
    CommutativePaths,
    ConstantEquality,
    GeneratedBounds,
    ConstantBounds,
    GeneratedNonequality,
    ConstantNonequality,
    TypeChecking,
    Inclusion,
    ConstantInclusion,
    ExceptionRaising,
}

impl Label {
    /// All labels, in the order of the paper's table 1 (exceptions last).
    pub const ALL: [Label; 12] = [
        Label::Roundtrip,
        Label::PartialRoundtrip,
        Label::CommutativePaths,
        Label::ConstantEquality,
        Label::GeneratedBounds,
        Label::ConstantBounds,
        Label::GeneratedNonequality,
        Label::ConstantNonequality,
        Label::TypeChecking,
        Label::Inclusion,
        Label::ConstantInclusion,
        Label::ExceptionRaising,
    ];

    /// The name in JSON output.
    ///
    /// ```
    /// use disprove_analysis::label::Label;
    /// assert_eq!(Label::CommutativePaths.name(), "commutative_paths");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Label::Roundtrip => "roundtrip",
            Label::PartialRoundtrip => "partial_roundtrip",
            Label::CommutativePaths => "commutative_paths",
            Label::ConstantEquality => "constant_equality",
            Label::GeneratedBounds => "generated_bounds",
            Label::ConstantBounds => "constant_bounds",
            Label::GeneratedNonequality => "generated_nonequality",
            Label::ConstantNonequality => "constant_nonequality",
            Label::TypeChecking => "type_checking",
            Label::Inclusion => "inclusion",
            Label::ConstantInclusion => "constant_inclusion",
            Label::ExceptionRaising => "exception_raising",
        }
    }

    /// The share of assertions with this label in the paper's 426 projects (table 1), in percent.
    pub fn published(self) -> f64 {
        match self {
            Label::Roundtrip => 6.99,
            Label::PartialRoundtrip => 7.03,
            Label::CommutativePaths => 23.40,
            Label::ConstantEquality => 41.25,
            Label::GeneratedBounds => 4.08,
            Label::ConstantBounds => 6.05,
            Label::GeneratedNonequality => 1.26,
            Label::ConstantNonequality => 0.84,
            Label::TypeChecking => 7.21,
            Label::Inclusion => 2.71,
            Label::ConstantInclusion => 1.79,
            Label::ExceptionRaising => 0.28,
        }
    }

    /// The odds of catching a mutant relative to tests without this label (the paper's table 4); 0 if they caught none.
    ///
    /// ```
    /// use disprove_analysis::label::Label;
    /// assert_eq!(Label::Inclusion.odds(), 36.42);
    /// ```
    pub fn odds(self) -> f64 {
        match self {
            Label::Roundtrip => 13.02,
            Label::PartialRoundtrip => 13.55,
            Label::CommutativePaths => 14.60,
            Label::ConstantEquality => 10.34,
            Label::GeneratedBounds => 0.0,
            Label::ConstantBounds => 12.46,
            Label::GeneratedNonequality => 0.0,
            Label::ConstantNonequality => 6.12,
            Label::TypeChecking => 19.44,
            Label::Inclusion => 36.42,
            Label::ConstantInclusion => 1.14,
            Label::ExceptionRaising => 112.76,
        }
    }
}
