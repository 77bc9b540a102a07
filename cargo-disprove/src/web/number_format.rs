//! Formats figures.

use serde_json::Value;

/// The format of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberFormat {
    /// 1,234
    Count,
    /// 0.831 as 83.1 %
    Percent,
    /// A percentage with a bar before it in tables.
    Bar,
    /// 0.0131 as 13 ms
    Seconds,
    /// 15.168 as 15.17
    Ratio,
    /// A p value or an effect size: 0.0004 as < 0.001
    Chance,
    /// Unchanged.
    Text,
}

impl NumberFormat {
    pub(crate) fn show(self, value: &Value) -> String {
        match (self, value.as_f64()) {
            (NumberFormat::Text, _) | (_, None) => {
                value.as_str().map_or_else(|| value.to_string(), str::to_owned)
            }
            (NumberFormat::Count, Some(number)) => count(number),
            (NumberFormat::Percent | NumberFormat::Bar, Some(share)) => percent(share),
            (NumberFormat::Seconds, Some(time)) => seconds(time),
            (NumberFormat::Ratio, Some(ratio)) if ratio >= 1e4 => count(ratio),
            (NumberFormat::Ratio, Some(ratio)) => format!("{ratio:.2}"),
            (NumberFormat::Chance, Some(p)) if p < 0.001 => "< 0.001".to_owned(),
            (NumberFormat::Chance, Some(p)) => format!("{p:.3}"),
        }
    }
}

/// An integer with thousands separators.
pub(crate) fn count(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut text = String::new();
    if number < 0.0 {
        text.push('−');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A percentage that shows 0 and 100 only for exact values.
pub(crate) fn percent(share: f64) -> String {
    let hundred = share * 100.0;
    match () {
        () if share <= 0.0 => "0 %".to_owned(),
        () if hundred < 0.1 => "< 0.1 %".to_owned(),
        () if (share - 1.0).abs() < 1e-12 => "100 %".to_owned(),
        () if hundred > 99.9 && share < 1.0 => "> 99.9 %".to_owned(),
        () => format!("{hundred:.1} %"),
    }
}

pub(crate) fn seconds(time: f64) -> String {
    match () {
        () if time <= 0.0 => "0 s".to_owned(),
        () if time < 1e-3 => format!("{} µs", short(time * 1e6)),
        () if time < 1.0 => format!("{} ms", short(time * 1e3)),
        () if time < 120.0 => format!("{} s", short(time)),
        () => format!("{:.0} min {:02.0} s", (time / 60.0).floor(), (time % 60.0).floor()),
    }
}

/// Three significant digits.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    match () {
        () if size >= 100.0 => count(number.round()),
        () if size >= 10.0 => format!("{number:.1}"),
        () => format!("{number:.2}"),
    }
}

/// The text of an axis mark, without trailing zeros.
pub(crate) fn mark(text: &str) -> String {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let is_whole = !number.contains('.');
    let short = if is_whole { number } else { number.trim_end_matches('0').trim_end_matches('.') };
    if unit.is_empty() { short.to_owned() } else { format!("{short} {unit}") }
}

/// The text of a mark on an axis of counts. From 100,000 it has thousands: more digits do not fit beside the axis.
pub(crate) fn count_mark(at: f64) -> String {
    if at < 100_000.0 { mark(&short(at)) } else { format!("{}k", mark(&short(at / 1_000.0))) }
}

/// Date and time in UTC, from seconds since 1970.
pub(crate) fn date(unix: u64) -> String {
    // Howard Hinnant's algorithm `civil_from_days`: years start in March, so that the leap day comes last.
    let (days, of_day) = (unix / 86_400 + 719_468, unix % 86_400);
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", of_day / 3_600, of_day / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::{count, count_mark, date, mark, percent, seconds, short};

    #[test]
    fn figures_are_short_and_exact_at_the_ends() {
        assert_eq!(
            [0.0, 999.0, 1_000.0, 1_234_567.0].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [0.0, 0.0004, 0.8312, 0.9999, 1.0].map(percent),
            ["0 %", "< 0.1 %", "83.1 %", "> 99.9 %", "100 %"]
        );
        assert_eq!(
            [27e-6, 0.0131, 2.5, 600.0].map(seconds),
            ["27.0 µs", "13.1 ms", "2.50 s", "10 min 00 s"]
        );
        assert_eq!([5.168, 51.91, 5168.0].map(short), ["5.17", "51.9", "5,168"]);
    }

    #[test]
    fn axis_marks_have_no_trailing_zeros() {
        assert_eq!(
            ["1.00 µs", "0.00", "16.0 µs", "0.50", "100"].map(mark),
            ["1 µs", "0", "16 µs", "0.5", "100"]
        );
        assert_eq!(
            [0.0, 80.0, 75_000.0, 100_000.0, 1_500_000.0].map(count_mark),
            ["0", "80", "75,000", "100k", "1,500k"]
        );
    }

    #[test]
    fn dates_match_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_794_801_191), "2026-11-16 03:53 UTC");
    }
}
