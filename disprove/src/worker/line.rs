//! Lines of fields separated by tabs. Characters that would end a field or a line are escaped.

/// A line with its line break.
pub(crate) fn write(fields: &[&str]) -> String {
    let mut line = String::new();
    for (number, field) in fields.iter().enumerate() {
        if number > 0 {
            line.push('\t');
        }
        for c in field.chars() {
            match c {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                c => line.push(c),
            }
        }
    }
    line.push('\n');
    line
}

/// The fields of a line without its line break.
pub(crate) fn read(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    for field in line.split('\t') {
        let mut text = String::new();
        let mut chars = field.chars();
        while let Some(c) = chars.next() {
            text.push(match c {
                '\\' => match chars.next() {
                    Some('t') => '\t',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some(other) => other,
                    None => '\\',
                },
                c => c,
            });
        }
        fields.push(text);
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn every_text_is_read_as_it_was_written() {
        let fields = ["", "plain", "a\tb\nc\r\\n\\", "ж"];
        let line = write(&fields);
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(read(line.trim_end_matches('\n')), fields);
    }
}
