//! Names captured in templates of `format!` and related macros.

/// The names in `"{n:?} {:>width$}"`: `n` and `width`.
pub fn captures(template: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let Some(close) = rest.find('}') else { break };
        let (argument, form) = rest[..close].split_once(':').unwrap_or((&rest[..close], ""));
        add(argument.trim(), &mut names);
        let mut pieces: Vec<&str> = form.split('$').collect();
        pieces.pop();
        for piece in pieces {
            let start = piece
                .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .map_or(0, |at| at + piece[at..].chars().next().map_or(1, char::len_utf8));
            add(
                piece[start..].trim_start_matches(|digit: char| digit.is_ascii_digit()),
                &mut names,
            );
        }
        rest = &rest[close + 1..];
    }
    names
}

/// The template without its names, so that equal texts of equal values are equal whatever the variables are called.
pub fn nameless(template: &str) -> String {
    let mut kept = String::new();
    let mut in_name = false;
    for letter in template.chars() {
        in_name = match letter {
            '{' => true,
            '}' | ':' => false,
            _ if in_name => continue,
            _ => false,
        };
        kept.push(letter);
    }
    kept
}

fn add(name: &str, names: &mut Vec<String>) {
    let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_name && !names.iter().any(|other| other == name) {
        names.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::{captures, nameless};

    #[test]
    fn captures_are_the_names_that_are_no_positions() {
        assert_eq!(captures("{n:?} {} {0} {{no}} {m}"), ["n", "m"]);
    }

    #[test]
    fn widths_and_precisions_are_read() {
        assert_eq!(captures("{:>width$} {x:0digits$.places$}"), ["width", "x", "digits", "places"]);
    }

    #[test]
    fn names_are_no_part_of_a_template() {
        assert_eq!(nameless("a {n:?} {} {m}."), nameless("a {:?} {x} {}."));
        assert_ne!(nameless("a {n}"), nameless("b {n}"));
    }

    #[test]
    fn a_torn_template_captures_what_is_whole() {
        assert_eq!(captures("{a} {b"), ["a"]);
    }
}
