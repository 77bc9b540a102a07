//! The output of a program in a terminal, as SVG in light and dark colors. Tests include this file by its path.

use std::fmt::Write;

/// Width of a character and height of a line, in pixels, at a font size of 13.
const CELL: (f64, f64) = (7.83, 19.0);

/// Space around the text, and the height of the title bar.
const MARGIN: f64 = 16.0;
const BAR: f64 = 30.0;

const STYLE: &str = ".paper{fill:#ffffff;stroke:#c9ccd1}.bar{fill:#eceef1}.ink{fill:#1f2328}.bold{font-weight:700}\
.red{fill:#b42318}.green{fill:#157a3c}.yellow{fill:#8a5a00}.cyan{fill:#0b5f8a}.dim{fill:#626a73}\
.mark{fill:#6b3fa0}.number{fill:#ffffff;font-weight:700;text-anchor:middle;font-family:sans-serif;font-size:11px}\
@media (prefers-color-scheme:dark){.paper{fill:#16181c;stroke:#3a3f47}.bar{fill:#23262c}.ink{fill:#e6e8eb}\
.red{fill:#ff8a80}.green{fill:#55c981}.yellow{fill:#e0b252}.cyan{fill:#6cc4ee}.dim{fill:#9aa3ad}\
.mark{fill:#8d63c9}}";

/// A picture of a terminal with this title and text. `marks` are beginnings of lines: the first line with each of them gets
/// its number, from 1.
pub fn terminal(title: &str, text: &str, marks: &[&str]) -> String {
    let lines: Vec<Vec<(&str, String)>> = text.trim_end().lines().map(runs).collect();
    let length = |line: &Vec<(&str, String)>| line.iter().map(|(_, run)| run.chars().count()).sum();
    let columns: usize = lines.iter().map(length).max().unwrap_or(0);
    let gutter = if marks.is_empty() { 0.0 } else { 30.0 };
    let width = 2.0 * MARGIN + columns as f64 * CELL.0 + gutter;
    let height = BAR + 2.0 * MARGIN + lines.len() as f64 * CELL.1;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" \
         font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"13\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" x=\".5\" y=\".5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\"/>\n\
         <path class=\"bar\" d=\"M1 {BAR}V9a8 8 0 0 1 8-8h{:.0}a8 8 0 0 1 8 8v{:.0}z\"/>\n\
         <text class=\"dim\" x=\"{MARGIN}\" y=\"20\">{}</text>",
        width - 1.0,
        height - 1.0,
        width - 18.0,
        BAR - 9.0,
        escaped(title),
        title = escaped(title),
    );
    let mut numbered = vec![false; marks.len()];
    for (row, line) in lines.iter().enumerate() {
        let y = BAR + MARGIN + (row as f64 + 0.75) * CELL.1;
        let plain: String = line.iter().map(|(_, run)| run.as_str()).collect();
        let mark =
            (0..marks.len()).find(|i| !numbered[*i] && plain.trim_start().starts_with(marks[*i]));
        if let Some(i) = mark {
            numbered[i] = true;
            let x = width - MARGIN - 9.0;
            let _ = writeln!(
                svg,
                "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"9\"/><text class=\"number\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y - 4.5,
                y - 0.5,
                i + 1
            );
        }
        let mut column = 0;
        for (class, run) in line {
            let start = run.chars().take_while(|c| *c == ' ').count();
            if !run.trim().is_empty() {
                let x = MARGIN + (column + start) as f64 * CELL.0;
                let shown = run.trim_end().chars().skip(start).collect::<String>();
                let _ = writeln!(
                    svg,
                    "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{:.1}\" xml:space=\"preserve\">{}</text>",
                    shown.chars().count() as f64 * CELL.0,
                    escaped(&shown)
                );
            }
            column += run.chars().count();
        }
    }
    let missing: Vec<&&str> =
        marks.iter().zip(&numbered).filter(|(_, is)| !**is).map(|(mark, _)| mark).collect();
    assert!(missing.is_empty(), "no line begins with {missing:?}");
    svg + "</svg>\n"
}

/// The parts of a line that have one color each, without the codes.
fn runs(line: &str) -> Vec<(&'static str, String)> {
    let mut runs = Vec::new();
    let mut class = "ink";
    let mut parts = line.split("\u{1b}[");
    runs.push((class, parts.next().unwrap_or_default().to_owned()));
    for part in parts {
        let (codes, text) = part.split_once('m').unwrap_or(("", part));
        class = match codes {
            "1" => "ink bold",
            "2" => "dim",
            "31" => "red",
            "32" => "green",
            "33" => "yellow",
            "36" => "cyan",
            _ => "ink",
        };
        runs.push((class, text.to_owned()));
    }
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Compares a picture with its file in the book. With `BLESS_TEXTS=1` it writes the file.
pub fn is_current(name: &str, svg: &str) {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/images").join(name);
    if std::env::var_os("BLESS_TEXTS").is_some() {
        std::fs::write(file, svg).expect("a writable file");
        return;
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        found == svg,
        "book/src/images/{name} is not current: run this test with `BLESS_TEXTS=1`"
    );
}
