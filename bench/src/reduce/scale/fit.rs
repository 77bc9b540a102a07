//! A straight line through points, by least squares.

/// The line, and the share of the variation it explains.
#[derive(Debug, PartialEq)]
pub struct Line {
    pub slope: f64,
    pub share: f64,
}

/// `None` through fewer than two points, or through points above each other.
pub fn line(points: &[(f64, f64)]) -> Option<Line> {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>()
    };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if points.len() < 2 || xx <= 0.0 {
        return None;
    }
    // Points on one level are explained fully.
    let share = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
    Some(Line { slope: xy / xx, share })
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_is_found_and_noise_is_not_explained() {
        let exact = line(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("there are points enough");
        assert!((exact.slope - 2.0).abs() < 1e-9 && (exact.share - 1.0).abs() < 1e-9, "{exact:?}");
        let noise = line(&[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)]).expect("there are points enough");
        assert!(noise.slope.abs() < 1e-9 && noise.share < 1e-9, "{noise:?}");
        assert_eq!(line(&[(0.0, 1.0)]), None);
    }
}
