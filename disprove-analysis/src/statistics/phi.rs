//! Correlation of two categories.

/// The correlation of two boolean columns; `None` if one of them is constant, or their lengths differ.
///
/// ```
/// use disprove_analysis::statistics::phi;
/// assert_eq!(phi(&[true, false, true], &[true, false, true]), Some(1.0));
/// assert_eq!(phi(&[true, true], &[true, false]), None);
/// ```
pub fn phi(one: &[bool], other: &[bool]) -> Option<f64> {
    if one.len() != other.len() {
        return None;
    }
    let mut cells = [0.0; 4];
    for (one, other) in one.iter().zip(other) {
        cells[usize::from(*one) * 2 + usize::from(*other)] += 1.0;
    }
    let [neither, only_other, only_one, both] = cells;
    let margins = [only_one + both, neither + only_other, only_other + both, neither + only_one];
    let product: f64 = margins.iter().product();
    (product > 0.0).then(|| (both * neither - only_one * only_other) / product.sqrt())
}

/// [`phi`] of each pair of columns.
///
/// ```
/// use disprove_analysis::statistics::correlations;
/// let columns = [vec![true, false], vec![false, true]];
/// assert_eq!(correlations(&columns)[0], [Some(1.0), Some(-1.0)]);
/// ```
pub fn correlations(columns: &[Vec<bool>]) -> Vec<Vec<Option<f64>>> {
    let row = |one: &Vec<bool>| columns.iter().map(|other| phi(one, other)).collect();
    columns.iter().map(row).collect()
}

#[cfg(test)]
mod tests;
