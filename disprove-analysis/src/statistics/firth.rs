//! Logistic regression with the penalty of Firth (1993). It removes most of the bias of rare events and has a finite
//! estimate where a group has no kill.

use super::{
    interval::{CHI_SQUARE, Estimate, Interval, chi_square_p},
    matrix::Factor,
};
use std::{collections::BTreeMap, fmt};

/// Maximum iterations of a fit; a hard one takes a few dozen.
const MAX_ITERATIONS: usize = 200;
/// Maximum change of a coefficient per step: a full step may overshoot where the likelihood is flat.
const MAX_STEP: f64 = 5.0;
/// Relative tolerance below which two likelihoods count as equal.
const LIKELIHOOD_TOLERANCE: f64 = 1e-12;
/// Gains of a step below this may be rounding errors.
const GAIN_TOLERANCE: f64 = 1e-14;
/// A fit has converged when the next step is this short.
const STEP_TOLERANCE: f64 = 1e-9;
/// Factors of the step size: after a step that reverses the last one, and after one that continues it.
const STEP_SHRINK: f64 = 0.5;
const STEP_GROWTH: f64 = 1.5;
/// Maximum halvings of a step, and maximum iterations of the search for an interval end.
const MAX_HALVINGS: usize = 60;
/// Tolerance of an interval end and of the likelihood there.
const END_TOLERANCE: f64 = 1e-7;
/// Maximum distance of an interval end: odds of e^50 are as good as infinite.
const MAX_END: f64 = 50.0;

/// Pairs of a test and a mutant: columns, and whether the test kills the mutant. A column is boolean, or a number such as
/// a percentage. Equal rows are merged, so millions of pairs cost as much as a few.
///
/// ```
/// use disprove_analysis::statistics::Pairs;
/// let mut pairs = Pairs::default();
/// pairs.add(&[true], true);
/// pairs.add_many(&[false], 1, 9);
/// assert_eq!(pairs.count(), 10);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By the bits of the columns, which order numbers from 0 on like the numbers.
    rows: BTreeMap<Vec<u64>, (u64, u64)>,
}

impl Pairs {
    /// Adds a pair.
    ///
    /// ```
    /// use disprove_analysis::statistics::Pairs;
    /// let mut pairs = Pairs::default();
    /// pairs.add(&[true, false], false);
    /// assert_eq!(pairs.count(), 1);
    /// ```
    pub fn add(&mut self, row: &[bool], is_kill: bool) {
        self.add_many(row, u64::from(is_kill), 1);
    }

    /// Adds equal pairs; `kills` of them are kills.
    ///
    /// ```
    /// use disprove_analysis::statistics::Pairs;
    /// let mut pairs = Pairs::default();
    /// pairs.add_many(&[true], 13, 148);
    /// assert_eq!(pairs.count(), 148);
    /// ```
    pub fn add_many(&mut self, row: &[bool], kills: u64, of: u64) {
        let row: Vec<f64> = row.iter().map(|is_so| f64::from(u8::from(*is_so))).collect();
        self.add_numbers(&row, kills, of);
    }

    /// Adds equal pairs whose columns are numbers; `kills` of them are kills.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Pairs, firth};
    /// let mut pairs = Pairs::default();
    /// for (is_property, coverage, kills) in [(0.0, 60.0, 2), (1.0, 60.0, 9), (0.0, 90.0, 4), (1.0, 90.0, 15)] {
    ///     pairs.add_numbers(&[is_property, coverage], kills, 100);
    /// }
    /// let fit = firth(&pairs).expect("both columns vary");
    /// assert!(fit.columns[0].odds_ratio().value > 3.0);
    /// ```
    pub fn add_numbers(&mut self, row: &[f64], kills: u64, of: u64) {
        let sums = self.rows.entry(row.iter().map(|it| it.to_bits()).collect()).or_default();
        sums.0 += kills.min(of);
        sums.1 += of;
    }

    /// The number of pairs.
    ///
    /// ```
    /// assert_eq!(disprove_analysis::statistics::Pairs::default().count(), 0);
    /// ```
    pub fn count(&self) -> u64 {
        self.rows.values().map(|(_, of)| of).sum()
    }
}

/// The result of a regression for one column.
///
/// ```
/// use disprove_analysis::statistics::{Pairs, firth};
/// let mut pairs = Pairs::default();
/// pairs.add_many(&[true], 13, 148);
/// pairs.add_many(&[false], 11, 239);
/// let property = firth(&pairs).expect("both groups have pairs").columns[0];
/// assert_eq!(format!("{:.2}", property.odds_ratio().value), "1.98");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// The change of the log odds of a kill where the column is true, or one larger.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The interval of the profile penalized likelihood.
    pub interval: Interval,
    /// The p value of the penalized likelihood-ratio test.
    pub p: f64,
}

impl Coefficient {
    /// The odds ratio, all other columns being equal.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Coefficient, Interval};
    /// let interval = Interval { low: -1.0, high: 1.0 };
    /// let none = Coefficient { value: 0.0, error: 0.5, interval, p: 1.0 };
    /// assert_eq!(none.odds_ratio().value, 1.0);
    /// ```
    pub fn odds_ratio(&self) -> Estimate {
        let interval = Interval { low: self.interval.low.exp(), high: self.interval.high.exp() };
        Estimate { value: self.value.exp(), interval }
    }
}

/// A fitted regression.
///
/// ```
/// use disprove_analysis::statistics::{Pairs, firth};
/// let mut pairs = Pairs::default();
/// pairs.add_many(&[true], 0, 20);
/// pairs.add_many(&[false], 10, 20);
/// let fit = firth(&pairs).expect("both groups have pairs");
/// assert_eq!(fit.columns.len(), 1);
/// assert!(fit.columns[0].p < 0.001);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The log odds where all columns are false.
    pub intercept: f64,
    /// One for each column.
    pub columns: Vec<Coefficient>,
    /// The logarithm of the penalized likelihood.
    pub log_likelihood: f64,
}

/// Why a regression has no fit.
///
/// ```
/// use disprove_analysis::statistics::{Pairs, Unfit, firth};
/// assert_eq!(firth(&Pairs::default()), Err(Unfit::NoPairs));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// There is nothing to fit.
    NoPairs,
    /// Rows have different numbers of columns.
    Ragged,
    /// A column is constant, or a linear combination of the others.
    Collinear,
    /// The iteration does not converge.
    Endless,
}

impl fmt::Display for Unfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Unfit::NoPairs => "there are no pairs of tests and mutants; run some first",
            Unfit::Ragged => "the rows have different numbers of columns; give each the same",
            Unfit::Collinear => "a column is constant or a combination of the others; leave it out",
            Unfit::Endless => {
                "the regression does not converge; leave out columns that are rarely true"
            }
        })
    }
}

impl std::error::Error for Unfit {}

/// Fits the regression of kills on the columns; booleans are coded as 0 and 1.
///
/// # Errors
///
/// If there is no fit, with the reason.
///
/// ```
/// use disprove_analysis::statistics::{Pairs, Unfit, firth};
/// let mut pairs = Pairs::default();
/// pairs.add_many(&[true], 1, 2);
/// assert_eq!(firth(&pairs), Err(Unfit::Collinear));
/// ```
pub fn firth(pairs: &Pairs) -> Result<Fit, Unfit> {
    let model = Model::new(pairs)?;
    let zero = vec![0.0; model.width];
    let (point, best) = model.climb(zero, None)?;
    let factor = Factor::new(&model.state(&point).information).ok_or(Unfit::Collinear)?;
    let mut columns = Vec::new();
    for place in 1..model.width {
        let error = factor.inverse_diagonal(place).sqrt();
        let mut without = point.clone();
        without[place] = 0.0;
        let (_, null) = model.climb(without, Some(place))?;
        let low = model.end(&point, best, place, -error)?;
        let high = model.end(&point, best, place, error)?;
        columns.push(Coefficient {
            value: point[place],
            error,
            interval: Interval { low, high },
            p: chi_square_p(2.0 * (best - null), 1),
        });
    }
    Ok(Fit { intercept: point[0], columns, log_likelihood: best })
}

/// The design matrix: the rows with a leading column of ones.
struct Model {
    width: usize,
    rows: Vec<Row>,
}

struct Row {
    columns: Vec<f64>,
    kills: f64,
    of: f64,
}

/// The likelihood and its derivatives at a point.
struct State {
    log_likelihood: f64,
    information: Vec<Vec<f64>>,
    /// The probability of a kill in each row.
    odds: Vec<f64>,
}

impl Model {
    fn new(pairs: &Pairs) -> Result<Model, Unfit> {
        let mut rows: Vec<Row> = Vec::new();
        for (row, (kills, of)) in &pairs.rows {
            if *of == 0 {
                continue;
            }
            let mut columns = vec![1.0];
            columns.extend(row.iter().map(|bits| f64::from_bits(*bits)));
            rows.push(Row { columns, kills: *kills as f64, of: *of as f64 });
        }
        let width = rows.first().ok_or(Unfit::NoPairs)?.columns.len();
        if rows.iter().any(|row| row.columns.len() != width) {
            return Err(Unfit::Ragged);
        }
        Ok(Model { width, rows })
    }

    fn state(&self, point: &[f64]) -> State {
        let mut log_likelihood = 0.0;
        let mut information = vec![vec![0.0; self.width]; self.width];
        let mut odds = Vec::new();
        for row in &self.rows {
            let mut line = 0.0;
            for (column, slope) in row.columns.iter().zip(point) {
                line += column * slope;
            }
            let chance = 1.0 / (1.0 + (-line).exp());
            // log(p) and log(1 - p) without loss of precision near 0.
            let log_miss = -(line.max(0.0) + (-line.abs()).exp().ln_1p());
            log_likelihood += row.kills * line + row.of * log_miss;
            let weight = row.of * chance * (1.0 - chance);
            for (line, one) in information.iter_mut().zip(&row.columns) {
                for (sum, other) in line.iter_mut().zip(&row.columns) {
                    *sum += weight * one * other;
                }
            }
            odds.push(chance);
        }
        State { log_likelihood, information, odds }
    }

    /// The penalized likelihood: adds half the log determinant of the information matrix. Negative infinity where it is
    /// undefined.
    fn penalized(&self, point: &[f64]) -> f64 {
        let state = self.state(point);
        match Factor::new(&state.information) {
            Some(factor) => state.log_likelihood + factor.log_determinant() / 2.0,
            None => f64::NEG_INFINITY,
        }
    }

    /// Maximizes the penalized likelihood from a starting point, with one coefficient fixed.
    ///
    /// The information matrix only approximates the curvature, so steps may repeatedly overshoot or fall short. The
    /// step size adapts.
    fn climb(&self, mut point: Vec<f64>, held: Option<usize>) -> Result<(Vec<f64>, f64), Unfit> {
        let mut height = self.penalized(&point);
        if height == f64::NEG_INFINITY {
            return Err(Unfit::Collinear);
        }
        let free: Vec<usize> = (0..self.width).filter(|place| Some(*place) != held).collect();
        let (mut before, mut pace): (Vec<f64>, f64) = (vec![f64::INFINITY], 1.0);
        for _ in 0..MAX_ITERATIONS {
            let (step, gain) = self.step(&point, &free).ok_or(Unfit::Collinear)?;
            let length = longest(&step);
            if length < STEP_TOLERANCE || gain < GAIN_TOLERANCE * (1.0 + height.abs()) {
                return Ok((point, height));
            }
            let along: f64 = step.iter().zip(&before).map(|(one, other)| one * other).sum();
            if length > longest(&before) / 2.0 {
                pace *= if along < 0.0 { STEP_SHRINK } else { STEP_GROWTH };
            }
            let mut scale = pace * f64::min(1.0, MAX_STEP / length);
            let mut is_taken = false;
            for _ in 0..MAX_HALVINGS {
                let mut next = point.clone();
                for (place, part) in free.iter().zip(&step) {
                    next[*place] += scale * part;
                }
                let there = self.penalized(&next);
                if there >= height - LIKELIHOOD_TOLERANCE * (1.0 + height.abs()) {
                    (point, height, is_taken) = (next, there, true);
                    break;
                }
                scale /= 2.0;
            }
            if !is_taken {
                return Ok((point, height));
            }
            before = step;
        }
        Err(Unfit::Endless)
    }

    /// A Newton step towards a zero of the penalized score, and its expected gain.
    fn step(&self, point: &[f64], free: &[usize]) -> Option<(Vec<f64>, f64)> {
        let state = self.state(point);
        let factor = Factor::new(&state.information)?;
        let mut score = vec![0.0; self.width];
        for (row, chance) in self.rows.iter().zip(&state.odds) {
            let spread: f64 = factor.forward(&row.columns).iter().map(|part| part * part).sum();
            // The diagonal of the hat matrix, summed over all pairs of the row.
            let leverage = row.of * chance * (1.0 - chance) * spread;
            let pull = row.kills - row.of * chance + leverage * (0.5 - chance);
            for (sum, column) in score.iter_mut().zip(&row.columns) {
                *sum += pull * column;
            }
        }
        let part = |i: &usize| free.iter().map(|j| state.information[*i][*j]).collect();
        let among: Vec<Vec<f64>> = free.iter().map(part).collect();
        let score: Vec<f64> = free.iter().map(|place| score[*place]).collect();
        let step = Factor::new(&among)?.solve(&score);
        let gain = step.iter().zip(&score).map(|(step, score)| step * score).sum();
        Some((step, gain))
    }

    /// The end of a coefficient's interval in the direction of `stride`: where the profile penalized likelihood has
    /// fallen by half the chi-square quantile.
    fn end(&self, point: &[f64], best: f64, place: usize, stride: f64) -> Result<f64, Unfit> {
        let mut start = point.to_vec();
        let mut fall = |value: f64| {
            start[place] = value;
            let (fitted, height) = self.climb(start.clone(), Some(place))?;
            start = fitted;
            Ok(2.0 * (best - height) - CHI_SQUARE)
        };
        let (mut inside, mut inner) = (point[place], -CHI_SQUARE);
        let mut outside = inside + 2.0 * stride;
        let mut outer = fall(outside)?;
        while outer < 0.0 {
            (inside, inner) = (outside, outer);
            outside += 2.0 * stride;
            if (outside - point[place]).abs() > MAX_END {
                return Ok(f64::INFINITY.copysign(stride));
            }
            outer = fall(outside)?;
        }
        // False position with the Illinois rule: the value at an end that stays is halved, so that the search
        // converges.
        let mut was_inside = None;
        for _ in 0..MAX_HALVINGS {
            let middle = inside + (outside - inside) * inner / (inner - outer);
            let there = fall(middle)?;
            if there.abs() < END_TOLERANCE || (outside - inside).abs() < END_TOLERANCE {
                return Ok(middle);
            }
            let is_inside = there < 0.0;
            let stays = if was_inside == Some(is_inside) { 0.5 } else { 1.0 };
            if is_inside {
                (inside, inner, outer) = (middle, there, outer * stays);
            } else {
                (outside, outer, inner) = (middle, there, inner * stays);
            }
            was_inside = Some(is_inside);
        }
        Ok(f64::midpoint(inside, outside))
    }
}

fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |most, part| part.abs().max(most))
}

#[cfg(test)]
mod tests;
