//! A plot of dots over a logarithmic axis, as SVG in light and dark colors. Tests include this file by its path.

use std::fmt::Write;

/// A row of the plot: its name, and a number for each series. `None` is beyond the right end.
pub struct Row {
    pub name: String,
    pub values: Vec<Option<f64>>,
}

const LEFT: f64 = 150.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 58.0;
const STEP: f64 = 26.0;
const STYLE: &str = ".paper{fill:#ffffff}.ink{fill:#1f2328}.grid{stroke:#e2e4e8;fill:none}.s0{fill:#6b6b6b;stroke:#6b6b6b}\
.s1{fill:#157a3c;stroke:#157a3c}.s2{fill:#0b6fb8;stroke:#0b6fb8}.open{fill:none}\
@media (prefers-color-scheme:dark){.paper{fill:#16181c}.ink{fill:#e6e8eb}.grid{stroke:#34383f}.s0{fill:#a8a8a8;stroke:#a8a8a8}\
.s1{fill:#55c981;stroke:#55c981}.s2{fill:#5db4f0;stroke:#5db4f0}.open{fill:none}}";

/// Dots for each row between 1 and 10^`powers`. Series have different shapes, so that they differ without colors.
pub fn dots(title: &str, series: &[&str], rows: &[Row], powers: u32) -> String {
    let bottom = TOP + rows.len() as f64 * STEP;
    let height = bottom + 34.0;
    let x = |value: f64| LEFT + value.max(1.0).log10() / f64::from(powers) * (RIGHT - LEFT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 730 {height:.0}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"ink\" x=\"16\" y=\"22\">{title}</text>\n"
    );
    for (i, name) in series.iter().enumerate() {
        let at = 16.0 + i as f64 * 215.0;
        shape(&mut svg, i, at + 6.0, 40.0, false);
        let _ = writeln!(svg, "<text class=\"ink\" x=\"{:.0}\" y=\"44\">{name}</text>", at + 18.0);
    }
    for power in 0..=powers {
        let place = x(10_f64.powi(power as i32));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{place:.1} {TOP}V{bottom}\"/>\
             <text class=\"ink\" x=\"{place:.1}\" y=\"{:.0}\" text-anchor=\"middle\">10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan></text>",
            bottom + 20.0
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + (i as f64 + 0.5) * STEP;
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
             <text class=\"ink\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 12.0,
            y + 4.0,
            row.name
        );
        for (series, value) in row.values.iter().enumerate() {
            shape(&mut svg, series, value.map_or(RIGHT, x), y, value.is_none());
        }
    }
    svg + "</svg>\n"
}

/// A circle, a square or a diamond.
fn shape(svg: &mut String, series: usize, x: f64, y: f64, is_open: bool) {
    let class = format!("s{series}{}", if is_open { " open" } else { "" });
    let _ = match series {
        0 => writeln!(svg, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"),
        1 => writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\"/>",
            x - 4.5,
            y - 4.5
        ),
        _ => {
            writeln!(svg, "<path class=\"{class}\" d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\"/>", y - 6.0)
        }
    };
}
