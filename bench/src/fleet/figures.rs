//! Medians, and a straight line through measurements.

/// The median; 0 without values.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    match all.len() {
        0 => 0.0,
        count if count % 2 == 1 => all[count / 2],
        count => f64::midpoint(all[count / 2 - 1], all[count / 2]),
    }
}

/// A straight line.
pub struct Line {
    start: f64,
    slope: f64,
}

impl Line {
    /// The line with the least squared distances to these points.
    pub fn through(points: &[(f64, f64)]) -> Line {
        let count = points.len().max(1) as f64;
        let x = points.iter().map(|point| point.0).sum::<f64>() / count;
        let y = points.iter().map(|point| point.1).sum::<f64>() / count;
        let (mut above, mut below) = (0.0, 0.0);
        for point in points {
            above += (point.0 - x) * (point.1 - y);
            below += (point.0 - x) * (point.0 - x);
        }
        let slope = if below > 0.0 { above / below } else { 0.0 };
        Line { start: y - slope * x, slope }
    }

    pub fn at(&self, x: f64) -> f64 {
        self.start + self.slope * x
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, median};

    #[test]
    fn medians_and_lines_are_right() {
        assert!((median([3.0, 1.0, 2.0].into_iter()) - 2.0).abs() < 1e-9);
        assert!((median([4.0, 1.0, 2.0, 3.0].into_iter()) - 2.5).abs() < 1e-9);
        let line = Line::through(&[(1.0, 3.0), (2.0, 5.0), (3.0, 7.0)]);
        assert!((line.at(10.0) - 21.0).abs() < 1e-9);
        assert!((Line::through(&[(1.0, 3.0)]).at(10.0) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_columns_of_the_table_agree() {
        let page = include_str!("../../../book/src/evidence/sharing.md");
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for line in page.lines().filter(|line| line.starts_with("| ")) {
            let plain = line.replace(',', "").replace(['|', '(', ')'], " ");
            let numbers = plain.split_whitespace().filter_map(|word| word.parse().ok());
            rows.push(numbers.collect());
        }
        rows.retain(|row| !row.is_empty());
        assert_eq!(rows.len(), 6, "{rows:?}");
        let mut spread: f64 = 0.0;
        for row in &rows {
            let [hunts, executions, least, most, each, efficiency, ..] = row[..] else {
                panic!("{row:?}")
            };
            assert!((executions / hunts - each).abs() <= 0.51, "{row:?}");
            assert!((rows[0][1] / executions - efficiency).abs() <= 0.0051, "{row:?}");
            assert!(least <= executions && executions <= most, "{row:?}");
            assert!((0.7..1.3).contains(&efficiency), "about as many executions: {row:?}");
            spread = spread.max(most / least);
        }
        assert!(page.contains(&format!("differ by a factor of up to {spread:.1}")), "{spread}");
        // A rate per hunt is that of 1,000 hunts in thousands.
        let [commands, input, output] = [6, 7, 8].map(|at| median(rows.iter().map(|row| row[at])));
        let said = format!(
            "1,000 searching hunts would send about {commands:.0},000 commands and {:.1} MB per second to the server, and \
             receive {:.1} MB.",
            input / 1_000.0,
            output / 1_000.0
        );
        let words = |page: &str| page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(page).contains(&said), "{said}");
        let together = || rows[1..].iter().map(|row| row[1] / rows[0][1]);
        let said = format!(
            "With {} to {} hunts, all of them together took {:.1} to {:.1} times the executions",
            rows[1][0],
            rows[5][0],
            together().fold(f64::MAX, f64::min),
            together().fold(0.0, f64::max)
        );
        assert!(words(page).contains(&said), "{said}");

        let guide = words(include_str!("../../../book/src/guides/fleet.md"));
        let millions = |row: &[f64]| row[1] / 1e6;
        let [first, .., last] = &rows[..] else { panic!("{rows:?}") };
        let executions =
            format!("{:.1} million instead of {:.1} million", millions(last), millions(first));
        let rates = || rows.iter().map(|row| row[6]);
        let [lowest, most] = [rates().fold(f64::MAX, f64::min), rates().fold(0.0, f64::max)];
        let commands = format!("each sent {lowest:.0} to {most:.0} commands per second");
        let hunts = format!("All {} hunts together", last[0]);
        for said in [executions, commands, hunts, format!("about a {}nd of the work", last[0])] {
            assert!(guide.contains(&said), "{said}");
        }
    }
}
