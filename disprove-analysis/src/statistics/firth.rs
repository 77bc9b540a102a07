//! Logistic regression with the penalty of Firth (1993), which takes away most of the bias of rare events, and has an answer
//! where a group has no kill at all.

use super::{
    interval::{CHI_SQUARE, Estimate, Interval, chi_square_p},
    matrix::Factor,
};
use std::{collections::BTreeMap, fmt};

/// Iterations before a fit is given up; a hard one takes a few dozen.
const MOST_STEPS: usize = 200;
/// A step changes no coefficient by more, as a full one may overshoot where the likelihood is flat.
const LONGEST_STEP: f64 = 5.0;
/// Heights that differ by so much, relatively, may be the same.
const ROUNDING: f64 = 1e-12;
/// What is gained by a step may be nothing but rounding then.
const NOTHING: f64 = 1e-14;
/// A fit is done when the next step would be this short.
const SHORT: f64 = 1e-9;
/// What the pace changes by, if a step comes back from where the last one went, and if it goes on.
const SLOWER: f64 = 0.5;
const FASTER: f64 = 1.5;
/// Times that a step is halved, or the end of an interval is closed in on.
const HALVINGS: usize = 60;
/// The end of an interval, and the likelihood there, is known to so much.
const NEAR: f64 = 1e-7;
/// No end of an interval lies further away: odds of e^50 are as good as none.
const FAR: f64 = 50.0;

/// Pairs of a test and a mutant: what is so of each, as yes or no, and whether it is a kill. Only distinct rows are kept,
/// so millions of pairs take the time of a few.
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
    rows: BTreeMap<Vec<bool>, (u64, u64)>,
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

    /// Adds pairs that are alike, so many of which are kills.
    ///
    /// ```
    /// use disprove_analysis::statistics::Pairs;
    /// let mut pairs = Pairs::default();
    /// pairs.add_many(&[true], 13, 148);
    /// assert_eq!(pairs.count(), 148);
    /// ```
    pub fn add_many(&mut self, row: &[bool], kills: u64, of: u64) {
        let sums = self.rows.entry(row.to_vec()).or_default();
        sums.0 += kills.min(of);
        sums.1 += of;
    }

    /// How many there are.
    ///
    /// ```
    /// assert_eq!(disprove_analysis::statistics::Pairs::default().count(), 0);
    /// ```
    pub fn count(&self) -> u64 {
        self.rows.values().map(|(_, of)| of).sum()
    }
}

/// What a regression says about one column.
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
    /// The change of the log odds of a kill where the column is true.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Where the penalised likelihood, with all else fitted anew, does not fall too far.
    pub interval: Interval,
    /// The p value of the penalised likelihood-ratio test.
    pub p: f64,
}

impl Coefficient {
    /// As an odds ratio, all other columns being the same.
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

/// A regression.
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
    /// The logarithm of the penalised likelihood.
    pub log_likelihood: f64,
}

/// Why there is no regression.
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
    /// A column is the same everywhere, or follows from the others.
    Collinear,
    /// The steps do not come to an end.
    Endless,
}

impl fmt::Display for Unfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Unfit::NoPairs => "there are no pairs of tests and mutants; run some first",
            Unfit::Ragged => "the rows have different numbers of columns; give each the same",
            Unfit::Collinear => {
                "a column is the same in all pairs, or follows from the others; leave it out"
            }
            Unfit::Endless => "the regression does not come to an end; leave out columns that are hardly ever true",
        })
    }
}

impl std::error::Error for Unfit {}

/// The regression of kills on the columns, with columns as 0 and 1.
///
/// # Errors
///
/// If there is none, and why.
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

/// The rows, with a column of ones in front.
struct Model {
    width: usize,
    rows: Vec<Row>,
}

struct Row {
    columns: Vec<f64>,
    kills: f64,
    of: f64,
}

/// The likelihood and its slopes at a point.
struct State {
    log_likelihood: f64,
    information: Vec<Vec<f64>>,
    /// How likely a kill is in each row.
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
            columns.extend(row.iter().map(|is_so| f64::from(u8::from(*is_so))));
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
            // log(chance) and log(1 - chance) without a loss where either is near nothing.
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

    /// The penalised likelihood: half the logarithm of the determinant of the information is added. At a point
    /// where it cannot be told, it is as low as can be.
    fn penalised(&self, point: &[f64]) -> f64 {
        let state = self.state(point);
        match Factor::new(&state.information) {
            Some(factor) => state.log_likelihood + factor.log_determinant() / 2.0,
            None => f64::NEG_INFINITY,
        }
    }

    /// The top of the penalised likelihood, from a point on, with one coefficient left as it is.
    ///
    /// The information is not quite the curvature of what is climbed, so a step may go too far, and the next one come back,
    /// or not far enough, again and again. The pace follows.
    fn climb(&self, mut point: Vec<f64>, held: Option<usize>) -> Result<(Vec<f64>, f64), Unfit> {
        let mut height = self.penalised(&point);
        if height == f64::NEG_INFINITY {
            return Err(Unfit::Collinear);
        }
        let free: Vec<usize> = (0..self.width).filter(|place| Some(*place) != held).collect();
        let (mut before, mut pace): (Vec<f64>, f64) = (vec![f64::INFINITY], 1.0);
        for _ in 0..MOST_STEPS {
            let (step, gain) = self.step(&point, &free).ok_or(Unfit::Collinear)?;
            let length = longest(&step);
            if length < SHORT || gain < NOTHING * (1.0 + height.abs()) {
                return Ok((point, height));
            }
            let along: f64 = step.iter().zip(&before).map(|(one, other)| one * other).sum();
            if length > longest(&before) / 2.0 {
                pace *= if along < 0.0 { SLOWER } else { FASTER };
            }
            let mut scale = pace * f64::min(1.0, LONGEST_STEP / length);
            let mut is_taken = false;
            for _ in 0..HALVINGS {
                let mut next = point.clone();
                for (place, part) in free.iter().zip(&step) {
                    next[*place] += scale * part;
                }
                let there = self.penalised(&next);
                if there >= height - ROUNDING * (1.0 + height.abs()) {
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

    /// A step of Newton's, towards where the penalised score is nothing, and what is gained by it.
    fn step(&self, point: &[f64], free: &[usize]) -> Option<(Vec<f64>, f64)> {
        let state = self.state(point);
        let factor = Factor::new(&state.information)?;
        let mut score = vec![0.0; self.width];
        for (row, chance) in self.rows.iter().zip(&state.odds) {
            let spread: f64 = factor.forward(&row.columns).iter().map(|part| part * part).sum();
            // The diagonal of the hat matrix, of all pairs of the row together.
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

    /// Where the profile of the penalised likelihood has fallen by half the quantile of chi-square: the end of the
    /// interval of a coefficient, in the direction of `stride`.
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
            if (outside - point[place]).abs() > FAR {
                return Ok(f64::INFINITY.copysign(stride));
            }
            outer = fall(outside)?;
        }
        // False position. An end that stays counts half (the Illinois rule), or it would stay for ever.
        let mut was_inside = None;
        for _ in 0..HALVINGS {
            let middle = inside + (outside - inside) * inner / (inner - outer);
            let there = fall(middle)?;
            if there.abs() < NEAR || (outside - inside).abs() < NEAR {
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
