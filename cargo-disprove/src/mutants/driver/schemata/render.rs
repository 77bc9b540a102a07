//! Writes the code of a file with its alternatives.

use super::{
    site::{Choice, Site, SiteKind},
    switch::{is_selected, selected},
};
use std::ops::Range;

/// Names of operands, which no code uses by chance.
const LEFT: &str = "disprove_left";
const RIGHT: &str = "disprove_right";

/// A file with its alternatives, and where they are.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) text: String,
    /// The bytes that belong to one alternative alone.
    pub(super) alternatives: Vec<(Range<usize>, u32)>,
    /// The bytes of each site, inner ones after outer ones, with the numbers of its alternatives.
    pub(super) sites: Vec<(Range<usize>, Vec<u32>)>,
}

/// The code with alternatives. The sites are sorted.
pub(super) fn render(text: &str, sites: &[Site]) -> Rendered {
    let mut writer = Writer { source: text, out: Rendered::default() };
    writer.copy(0..text.len(), sites);
    writer.out
}

struct Writer<'a> {
    source: &'a str,
    out: Rendered,
}

impl Writer<'_> {
    fn add(&mut self, text: &str) {
        self.out.text.push_str(text);
    }

    /// Copies a range with the sites in it.
    fn copy(&mut self, range: Range<usize>, sites: &[Site]) {
        let mut at = range.start;
        let mut left = inside(sites, &range);
        while let Some((site, rest)) = left.split_first() {
            let source = self.source;
            self.add(&source[at..site.range.start]);
            let count = rest.partition_point(|other| other.range.start < site.range.end);
            let (within, after) = rest.split_at(count);
            let place = self.out.sites.len();
            let start = self.out.text.len();
            self.out.sites.push((start..start, site.kind.numbers()));
            self.site(site, within);
            self.out.sites[place].0.end = self.out.text.len();
            at = site.range.end;
            left = after;
        }
        let source = self.source;
        self.add(&source[at..range.end]);
    }

    /// `match selected { 1 => { one } 2 => { another } _ => { original } }`, with the code of each alternative.
    fn branches(
        &mut self,
        choices: &[Choice],
        code: &mut dyn FnMut(&mut Self, &str),
        original: &mut dyn FnMut(&mut Self),
    ) {
        let numbers: Vec<u32> = choices.iter().map(|(number, _)| *number).collect();
        self.add(&format!("match {} {{ ", selected(&numbers)));
        for (number, replacement) in choices {
            self.add(&format!("{number} => {{ "));
            let start = self.out.text.len();
            code(self, replacement);
            self.out.alternatives.push((start..self.out.text.len(), *number));
            self.add(" } ");
        }
        self.add("_ => { ");
        original(self);
        self.add(" } }");
    }

    fn site(&mut self, site: &Site, within: &[Site]) {
        match &site.kind {
            SiteKind::Body(choices) => {
                self.add(" ");
                let code = &mut |writer: &mut Self, value: &str| {
                    writer.add(&format!("return {value};"));
                };
                self.branches(choices, code, &mut |_| ());
                self.add(" ");
            }
            SiteKind::Whole(choices) | SiteKind::Guard(choices) => {
                self.add("(");
                self.branches(choices, &mut |writer, code| writer.add(code), &mut |writer| {
                    writer.copy(site.range.clone(), within);
                });
                self.add(")");
            }
            SiteKind::Operator { left, right, operator, borrows, others } => {
                let (open, star) = if *borrows { ("&(", "*") } else { ("(", "") };
                self.add(&format!("(match ({open}"));
                self.copy(left.clone(), within);
                self.add(&format!("), {open}"));
                self.copy(right.clone(), within);
                self.add(&format!(")) {{ ({LEFT}, {RIGHT}) => "));
                let code = &mut |writer: &mut Self, operator: &str| {
                    writer.add(&format!("{star}{LEFT} {operator} {star}{RIGHT}"));
                };
                self.branches(others, code, &mut |writer| {
                    writer.add(&format!("{star}{LEFT} {operator} {star}{RIGHT}"));
                });
                self.add(" })");
            }
            SiteKind::Logic { left, right, is_and, number } => {
                // The temporaries of the left side end before the right side begins, as without the alternative.
                let selected = is_selected(*number);
                let (compared, otherwise) = if *is_and { ("!=", "") } else { ("==", "!") };
                self.add("(if (");
                self.copy(left.clone(), within);
                self.add(&format!(") {compared} {selected} {{ "));
                self.copy(right.clone(), within);
                self.add(&format!(" }} else {{ {otherwise}{selected} }})"));
            }
            SiteKind::Assignment { left, right, operator, others } => {
                self.add("(match (");
                self.copy(right.clone(), within);
                self.add(&format!(") {{ {RIGHT} => "));
                let code = &mut |writer: &mut Self, operator: &str| {
                    writer.copy(left.clone(), within);
                    writer.add(&format!(" {operator} {RIGHT}"));
                };
                self.branches(others, code, &mut |writer| {
                    writer.copy(left.clone(), within);
                    writer.add(&format!(" {operator} {RIGHT}"));
                });
                self.add(" })");
            }
            SiteKind::Unary { operator, operand, number } => {
                // The operand is written twice: a variable could not hold 128 where -128 is meant.
                self.add(&format!("(if {} {{ ", is_selected(*number)));
                let start = self.out.text.len();
                self.copy(operand.clone(), within);
                self.out.alternatives.push((start..self.out.text.len(), *number));
                self.add(&format!(" }} else {{ {operator}"));
                self.copy(operand.clone(), within);
                self.add(" })");
            }
            SiteKind::Arm(number) => self.add(&format!(" if !{} ", is_selected(*number))),
        }
    }
}

/// The sites that begin in a range. Sites are nested, so they also end in it.
fn inside<'a>(sites: &'a [Site], range: &Range<usize>) -> &'a [Site] {
    let start = sites.partition_point(|site| site.range.start < range.start);
    let end = sites.partition_point(|site| site.range.start < range.end);
    &sites[start..end.max(start)]
}

#[cfg(test)]
mod tests {
    use super::{super::site::sort, Site, SiteKind, render};

    #[test]
    fn sites_are_nested_and_located() {
        let text = "fn f(a: u8) -> u8 {a + 2 * a}";
        let at = |part: &str| {
            let start = text.find(part).expect("it is there");
            start..start + part.len()
        };
        let body = at("{a").start + 1;
        let mut sites = vec![
            Site {
                range: at("2 * a"),
                kind: SiteKind::Operator {
                    left: at("2"),
                    right: body + 8..body + 9,
                    operator: "*".to_owned(),
                    borrows: false,
                    others: vec![(3, "/".to_owned())],
                },
            },
            Site {
                range: at("a + 2 * a"),
                kind: SiteKind::Operator {
                    left: body..body + 1,
                    right: at("2 * a"),
                    operator: "+".to_owned(),
                    borrows: false,
                    others: vec![(1, "-".to_owned()), (2, "*".to_owned())],
                },
            },
            Site { range: body..body, kind: SiteKind::Body(vec![(4, "7".to_owned())]) },
        ];
        sort(&mut sites);
        let out = render(text, &sites);
        let mut compact = out.text.clone();
        for numbers in [&[1, 2][..], &[3], &[4]] {
            compact = compact.replace(&super::selected(numbers), &format!("selected({numbers:?})"));
        }
        let compact = compact.replace("disprove_", "");
        assert_eq!(
            compact,
            "fn f(a: u8) -> u8 { match selected([4]) { 4 => { return 7; } _ => {  } } (match ((a), ((match ((2), (a)) { \
             (left, right) => match selected([3]) { 3 => { left / right } _ => { left * right } } }))) { (left, right) => \
             match selected([1, 2]) { 1 => { left - right } 2 => { left * right } _ => { left + right } } })}"
        );
        let codes: Vec<(&str, u32)> = out
            .alternatives
            .iter()
            .map(|(range, number)| (&out.text[range.clone()], *number))
            .collect();
        assert_eq!(
            codes,
            [
                ("return 7;", 4),
                ("disprove_left / disprove_right", 3),
                ("disprove_left - disprove_right", 1),
                ("disprove_left * disprove_right", 2)
            ]
        );
        let inner = out.sites.iter().find(|(_, numbers)| *numbers == [3]).expect("it is there");
        assert!(
            out.text[inner.0.clone()].starts_with("(match ((2)"),
            "{}",
            &out.text[inner.0.clone()]
        );
        syn::parse_str::<syn::File>(&out.text).expect("it is valid");
    }
}
