//! Builds HTML and SVG. Everything except literals of this program is escaped.

use super::number_format::NumberFormat;
use serde_json::Value;

/// Markup under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

/// Names and values of attributes.
pub(crate) type Attributes<'a> = [(&'static str, &'a str)];

impl Html {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// Adds markup of this program.
    pub(crate) fn fixed(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    pub(crate) fn add(&mut self, other: Html) {
        self.0.push_str(&other.0);
    }

    /// Adds an escaped string.
    pub(crate) fn text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }

    /// Adds an escaped name that may break after its parts.
    pub(crate) fn name(&mut self, name: &str) {
        for (number, part) in name.split_inclusive(['_', ':']).enumerate() {
            if number > 0 {
                self.fixed("<wbr>");
            }
            self.text(part);
        }
    }

    /// Adds escaped text with code between backticks.
    pub(crate) fn prose(&mut self, sentence: &str) {
        // An unpaired backtick is a plain character.
        let has_pairs = sentence.matches('`').count().is_multiple_of(2);
        for (number, part) in sentence.split('`').enumerate() {
            match (number, has_pairs) {
                (0, _) | (_, true) if number % 2 == 0 => self.text(part),
                (_, true) => self.element("code", &[], part),
                (_, false) => self.text(&format!("`{part}")),
            }
        }
    }

    pub(crate) fn open(&mut self, tag: &'static str, attributes: &Attributes<'_>) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            escape(value, &mut self.0);
            self.0.push('"');
        }
        self.0.push('>');
    }

    pub(crate) fn close(&mut self, tag: &'static str) {
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
    }

    /// Adds an element with a string.
    pub(crate) fn element(&mut self, tag: &'static str, attributes: &Attributes<'_>, text: &str) {
        self.open(tag, attributes);
        self.text(text);
        self.close(tag);
    }

    /// Adds an element with content.
    pub(crate) fn within(
        &mut self,
        tag: &'static str,
        attributes: &Attributes<'_>,
        inside: impl FnOnce(&mut Html),
    ) {
        self.open(tag, attributes);
        inside(self);
        self.close(tag);
    }

    /// Adds a figure of the report, with its JSON pointer.
    pub(crate) fn figure(&mut self, report: &Value, at: &str, format: NumberFormat) {
        match report.pointer(at) {
            None | Some(Value::Null) => self.element("span", &[("class", "none")], "–"),
            Some(value) => {
                let exact = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                self.element("data", &[("value", &exact), ("data-from", at)], &format.show(value));
            }
        }
    }

    /// Adds data for the script, escaped so that it cannot end the element.
    pub(crate) fn data(&mut self, id: &'static str, value: &Value) {
        self.open("script", &[("type", "application/json"), ("id", id)]);
        let text = value
            .to_string()
            .replace('<', "\\u003c")
            .replace('>', "\\u003e")
            .replace('&', "\\u0026");
        self.0.push_str(&text);
        self.close("script");
    }
}

/// Also escapes invisible characters and those that change the text direction: a failure may be about them.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{200b}'..='\u{200f}'
            | '\u{feff}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, NumberFormat};
    use serde_json::json;

    #[test]
    fn strings_and_attributes_cannot_end_their_element() {
        let odd = "</script><b a='1' b=\"2\">&\u{202e}\u{1}";
        let mut html = Html::default();
        html.element("p", &[("title", odd)], odd);
        html.data("d", &json!({ odd: odd }));
        let text = html.into_string();
        assert_eq!(text.matches("</script>").count(), 1, "{text}");
        assert!(!text.contains("<b"), "{text}");
        let element = text.split("<script").next().expect("the first part");
        assert!(!element.contains(['\'', '\u{202e}', '\u{1}']), "{text}");
        let start = "<p title=\"&lt;/script&gt;&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;";
        assert!(text.starts_with(start), "{text}");
    }

    #[test]
    fn names_may_break_and_code_is_marked() {
        let mut html = Html::default();
        html.name("a::b_<");
        html.prose("write `a < b`, please");
        html.prose("it's a ` only, ");
        let expected =
            "a:<wbr>:<wbr>b_<wbr>&lt;write <code>a &lt; b</code>, pleaseit&#39;s a ` only, ";
        assert_eq!(html.into_string(), expected);
    }

    #[test]
    fn a_figure_says_where_it_is_from() {
        let report = json!({ "a": { "b": 1234, "c": null } });
        let mut html = Html::default();
        html.figure(&report, "/a/b", NumberFormat::Count);
        html.figure(&report, "/a/c", NumberFormat::Count);
        html.figure(&report, "/a/d", NumberFormat::Count);
        let none = "<span class=\"none\">–</span>";
        let expected = format!("<data value=\"1234\" data-from=\"/a/b\">1,234</data>{none}{none}");
        assert_eq!(html.into_string(), expected);
    }
}
