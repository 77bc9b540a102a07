//! Small symmetric matrices, with one row per regression coefficient.

/// Relative size below which a pivot is rounding error: the column is a linear combination of the others.
const TINY: f64 = 1e-10;

/// The Cholesky factor of a matrix: the lower triangle whose product with its transpose is the matrix.
pub(super) struct Factor {
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// `None` if the matrix is not positive definite.
    pub(super) fn new(matrix: &[Vec<f64>]) -> Option<Factor> {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (i, given) in matrix.iter().enumerate() {
            let mut row = Vec::new();
            for j in 0..=i {
                let mut sum = given[j];
                for k in 0..j {
                    sum -= row[k] * if j == i { row[k] } else { rows[j][k] };
                }
                if j < i {
                    row.push(sum / rows[j][j]);
                } else if sum.is_finite() && sum > TINY * given[i] && given[i] > 0.0 {
                    row.push(sum.sqrt());
                } else {
                    return None;
                }
            }
            rows.push(row);
        }
        Some(Factor { rows })
    }

    /// The logarithm of the determinant of the matrix.
    pub(super) fn log_determinant(&self) -> f64 {
        let mut sum = 0.0;
        for (i, row) in self.rows.iter().enumerate() {
            sum += 2.0 * row[i].ln();
        }
        sum
    }

    /// Solves for the factor alone: the squared length of the result is the quadratic form of `right` with the inverse
    /// matrix.
    pub(super) fn forward(&self, right: &[f64]) -> Vec<f64> {
        let mut solved: Vec<f64> = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            let mut sum = right[i];
            for k in 0..i {
                sum -= row[k] * solved[k];
            }
            solved.push(sum / row[i]);
        }
        solved
    }

    /// Solves the linear system with right-hand side `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solved = self.forward(right);
        for i in (0..solved.len()).rev() {
            let mut sum = solved[i];
            for (row, later) in self.rows.iter().zip(&solved).skip(i + 1) {
                sum -= row[i] * later;
            }
            solved[i] = sum / self.rows[i][i];
        }
        solved
    }

    /// An element of the diagonal of the inverse matrix.
    pub(super) fn inverse_diagonal(&self, place: usize) -> f64 {
        let mut unit = vec![0.0; self.rows.len()];
        unit[place] = 1.0;
        self.forward(&unit).iter().map(|part| part * part).sum()
    }
}
