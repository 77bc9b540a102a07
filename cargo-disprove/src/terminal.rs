//! Output to the user. It survives a closed pipe, where `println!` would panic and lose the exit code; and no text of
//! a property or a file can control the terminal.

use disprove::__private::{is_unprintable, printable};
use serde_json::Value;
use std::{
    fmt::Write as _,
    io::{self, Write},
};

/// Prints a result to standard output.
pub(crate) fn print(text: &str) {
    write_line(&mut io::stdout(), &printable(text));
}

/// Prints a line of JSON to standard output.
pub(crate) fn print_json(value: &Value) {
    write_line(&mut io::stdout(), &json_line(value));
}

/// JSON whose strings keep their content: what JSON does not have to escape is escaped too.
fn json_line(value: &Value) -> String {
    let text = value.to_string();
    if !text.contains(is_unprintable) {
        return text;
    }
    let mut line = String::new();
    for c in text.chars() {
        if is_unprintable(c) {
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    line
}

/// Prints a diagnostic to standard error.
pub(crate) fn diagnostic(text: &str) {
    write_line(&mut io::stderr(), &printable(text));
}

fn write_line(out: &mut dyn Write, text: &str) {
    let _ = out.write_all(format!("{text}\n").as_bytes());
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::json_line;
    use disprove::__private::is_unprintable;
    use serde_json::{Value, json};

    #[test]
    fn json_keeps_its_content_and_cannot_control_a_terminal() {
        let value = json!({ "message": "a\u{1b}[2J\u{9b}31m\u{7f}\u{202e}é" });
        let line = json_line(&value);
        assert!(!line.contains(is_unprintable), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON"), value);
    }
}
