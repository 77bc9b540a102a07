//! Trees as SVG in light and dark colors. Tests include this file by its path.

use std::fmt::Write;

/// A node: what it shows, whether it is a choice, and its children from left to right.
pub struct Node {
    pub text: String,
    pub is_choice: bool,
    pub children: Vec<Node>,
}

/// A tree with a line of text above it.
pub struct Panel {
    pub caption: String,
    pub tree: Node,
}

const ROW: f64 = 46.0;
const GAP: f64 = 8.0;
const STYLE: &str = ".paper{fill:#ffffff}.ink{fill:#1f2328;text-anchor:middle}.caption{fill:#626a73}.edge{stroke:#9aa3ad;fill:none}\
.span{fill:#eceef1;stroke:#c9ccd1}.choice{fill:#dcefe3;stroke:#157a3c}\
@media (prefers-color-scheme:dark){.paper{fill:#16181c}.ink{fill:#e6e8eb}.caption{fill:#9aa3ad}.edge{stroke:#626a73}\
.span{fill:#23262c;stroke:#4a505a}.choice{fill:#173a26;stroke:#55c981}}";

/// A picture of several trees, from left to right in rows of at most this width.
pub fn trees(title: &str, panels: &[Panel], widest: f64) -> String {
    let (mut x, mut y, mut row_height, mut width) = (16.0, 40.0, 0.0_f64, 0.0_f64);
    let mut body = String::new();
    for panel in panels {
        let (tree_width, tree_height) = (extent(&panel.tree), height(&panel.tree) * ROW);
        let panel_width = tree_width.max(panel.caption.chars().count() as f64 * 6.6);
        if x > 16.0 && x + panel_width > widest {
            (x, y, row_height) = (16.0, y + row_height + 46.0, 0.0);
        }
        let _ = writeln!(
            body,
            "<text class=\"caption\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y - 14.0,
            escaped(&panel.caption)
        );
        draw(&mut body, &panel.tree, x, y);
        width = width.max(x + panel_width);
        x += panel_width + 36.0;
        row_height = row_height.max(tree_height);
    }
    let (width, height) = (width + 16.0, y + row_height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n",
        escaped(title)
    )
}

/// Width of the box of a node.
fn own(node: &Node) -> f64 {
    (node.text.chars().count() as f64 * 7.2 + 12.0).max(24.0)
}

/// Width of a node with all below it.
fn extent(node: &Node) -> f64 {
    let children: f64 = node.children.iter().map(|child| extent(child) + GAP).sum();
    own(node).max(children - GAP)
}

/// Rows of a node with all below it.
fn height(node: &Node) -> f64 {
    1.0 + node.children.iter().map(height).fold(0.0, f64::max)
}

/// Draws a node in the middle of its extent, and all below it.
fn draw(body: &mut String, node: &Node, x: f64, y: f64) -> f64 {
    let children: f64 = node.children.iter().map(|child| extent(child) + GAP).sum();
    let mut left = x + (extent(node) - (children - GAP)) / 2.0;
    let middle = x + extent(node) / 2.0;
    for child in &node.children {
        let mut below = String::new();
        let child_middle = draw(&mut below, child, left, y + ROW);
        let _ = writeln!(
            body,
            "<path class=\"edge\" d=\"M{middle:.1} {:.1}L{child_middle:.1} {:.1}\"/>",
            y + 22.0,
            y + ROW
        );
        body.push_str(&below);
        left += extent(child) + GAP;
    }
    let class = if node.is_choice { "choice" } else { "span" };
    let _ = writeln!(
        body,
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"22\" rx=\"5\"/>\
         <text class=\"ink\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
        middle - own(node) / 2.0,
        own(node),
        y + 15.0,
        escaped(&node.text)
    );
    middle
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
