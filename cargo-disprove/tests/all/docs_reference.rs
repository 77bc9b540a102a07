//! The reference pages about commands and exit codes are generated from the help of the tool.

use crate::support::fixture::{Fixture, done};
use std::{env, fmt::Write, fs, path::Path, sync::LazyLock};

/// Columns of the help on the page.
const WIDTH: usize = 100;

/// Sections of the help that several commands share, which the page shows once.
const SHARED: [&str; 2] = ["Cargo:", "Coverage:"];

/// What `--help` prints in a terminal of so many columns, without spaces at the end of lines.
fn help(fixture: &Fixture, command: &[&str], columns: usize) -> String {
    let mut command = fixture.plain_command(&[command, &["--help"]].concat());
    let done = done(command.env("COLUMNS", columns.to_string()));
    assert_eq!(done.code, 0, "{done:?}");
    done.out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The subcommands that a help lists, between its usage and its options.
fn subcommands(help: &str) -> Vec<String> {
    let (_, rest) = help.split_once("\nUsage: ").expect("a usage");
    let (list, _) = rest.split_once("\nOptions:\n").unwrap_or_default();
    let lines = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// All commands in alphabetical order, with their help. Commands that only group others are left out.
static COMMANDS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let fixture = Fixture::small("reference", "");
    let mut commands = Vec::new();
    for name in subcommands(&help(&fixture, &[], WIDTH)) {
        let own = help(&fixture, &[&name], WIDTH);
        let below = subcommands(&own);
        if below.is_empty() {
            commands.push((name.clone(), own));
        }
        for inner in below {
            let own = help(&fixture, &[&name, &inner], WIDTH);
            commands.push((format!("{name} {inner}"), own));
        }
    }
    commands.sort();
    assert!(commands.len() > 14, "{commands:?}");
    commands
});

/// A help in parts: its description, its usage and sections, and the sections that are shown once.
fn parts(help: &str) -> (String, String, Vec<String>) {
    let (description, rest) = help.split_once("\nUsage: ").expect("a usage");
    let mut own = format!("Usage: {}", rest.split("\n\n").next().expect("the usage"));
    let mut shared: Vec<String> = Vec::new();
    let mut is_shared = false;
    for part in rest.trim_end().split("\n\n").skip(1) {
        let is_title = !part.starts_with(' ');
        if is_title {
            is_shared = SHARED.iter().any(|title| part.trim_start().starts_with(title));
        }
        match shared.last_mut() {
            _ if !is_shared => {
                let _ = write!(own, "\n\n{part}");
            }
            Some(section) if !is_title => {
                let _ = write!(section, "\n\n{part}");
            }
            _ => shared.push(part.trim().to_owned()),
        }
    }
    (description.trim().to_owned(), own, shared)
}

/// The long names of the options in a section.
fn option_names(section: &str) -> Vec<String> {
    let lines = section.lines().filter_map(|line| line.trim_start().strip_prefix('-'));
    let names = lines.filter_map(|line| line.split_once('-')?.1.split(' ').next());
    names.map(|name| format!("`--{}`", name.trim_start_matches('-'))).collect()
}

fn commands_page() -> String {
    let mut page = format!(
        "# Commands\n\n\
        <!-- made by `BLESS_TEXTS=1 cargo test -p cargo-disprove --test all docs_reference` -->\n\n\
        `cargo install cargo-disprove` installs the tool. This page is what `--help` prints in a terminal of {WIDTH} columns. \
        The [options of cargo](#options-of-cargo) are listed once, at the end.\n\n\
        | command | |\n|---|---|\n"
    );
    let mut sections = String::new();
    let mut shared: Vec<(String, Vec<String>)> = Vec::new();
    for (name, help) in COMMANDS.iter() {
        let (description, own, common) = parts(help);
        let others: Vec<String> = common.iter().flat_map(|part| option_names(part)).collect();
        for section in common {
            match shared.iter_mut().find(|(known, _)| *known == section) {
                Some((_, commands)) => commands.push(format!("`{name}`")),
                None => shared.push((section, vec![format!("`{name}`")])),
            }
        }
        let first = description.split("\n\n").next().expect("a sentence").replace('\n', " ");
        let anchor = name.replace(' ', "-");
        let _ = writeln!(page, "| [`{name}`](#cargo-disprove-{anchor}) | {first} |");
        let _ = write!(
            sections,
            "\n## cargo disprove {name}\n\n{description}\n\n```text\n{}\n```\n",
            own.trim_end()
        );
        if !others.is_empty() {
            let others = others.join(", ");
            let link = "[Options of cargo](#options-of-cargo)";
            let _ = writeln!(sections, "\nIt also takes {others}: {link}.");
        }
    }
    page.push_str(&sections);
    page.push_str("\n## Options of cargo\n");
    for (section, commands) in shared {
        let commands = commands.join(", ");
        let _ = write!(page, "\n{commands}:\n\n```text\n{section}\n```\n");
    }
    page
}

/// What a help says about exit codes.
fn exits(help: &str) -> String {
    let mut paragraphs = help.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    let exits = paragraphs.find(|paragraph| paragraph.trim_start().starts_with("Exits "));
    exits.unwrap_or_default().trim().to_owned()
}

fn exit_codes() -> String {
    let mut table = "| command | exit code |\n|---|---|\n".to_owned();
    for (name, help) in COMMANDS.iter() {
        let exits = exits(help);
        assert!(!exits.is_empty(), "the help of `{name}` says nothing about its exit code");
        let _ = writeln!(table, "| `{name}` | {exits} |");
    }
    table
}

/// Compares a page, or its part between two comments, with what it should be. `BLESS_TEXTS` writes it.
fn is_current(page: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/reference").join(page);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let whole =
        match (text.split_once("<!-- generated -->\n"), text.split_once("<!-- /generated -->")) {
            (Some((before, _)), Some((_, after))) => {
                format!("{before}<!-- generated -->\n{expected}<!-- /generated -->{after}")
            }
            _ => expected.to_owned(),
        };
    if env::var_os("BLESS_TEXTS").is_some() {
        fs::write(path, whole).expect("a writable file");
    } else {
        assert!(text == whole, "{page} is not current: run this test with `BLESS_TEXTS=1`");
    }
}

/// book/src/reference/commands.md
#[test]
fn the_page_of_commands_is_what_help_prints() {
    let page = commands_page();
    is_current("commands.md", &page);
    // book/src/faq.md, guides/agents.md and guides/ci.md: there is none of them.
    for word in ["priority", "sarif", "junit", "mcp", "issue"] {
        assert!(!page.to_lowercase().contains(word), "{word}");
    }
    // book/src/guides/hunting.md and guides/from-cargo-fuzz.md: there is no option for a dictionary.
    assert!(!page.contains("--dict"));
    // book/src/reference/compatibility.md: `hunt` has no such option.
    assert!(!page.contains("--target"));
    // book/src/guides/mutants.md: only `classify` has this option.
    let (_, rest) = page.split_once("\n## cargo disprove classify\n").expect("a section");
    let (own, _) = rest.split_once("\n## ").expect("the next section");
    assert!(own.contains("--macro-alias") && page.matches("--macro-alias").count() == 1);
}

#[test]
fn help_fits_the_terminal() {
    let fixture = Fixture::small("reference-widths", "");
    let all = COMMANDS.iter().map(|(name, _)| name.split(' ').collect()).chain([Vec::new()]);
    for command in all {
        for columns in [60, 80, 120] {
            let text = help(&fixture, &command, columns);
            // A usage is a command to copy, and stays on one line.
            for line in text.lines().filter(|line| !line.starts_with("Usage: ")) {
                assert!(
                    line.chars().count() <= columns.min(WIDTH),
                    "{command:?} at {columns}: {line}"
                );
            }
            assert!(columns < WIDTH || text == help(&fixture, &command, WIDTH), "{command:?}");
        }
    }
}

/// The list of commands is by task, and each of them says what it is for.
#[test]
fn the_help_of_the_tool_lists_commands_by_task() {
    let fixture = Fixture::small("reference-tasks", "");
    let text = help(&fixture, &[], WIDTH);
    for line in [
        "\nFind failures:\n  hunt      Searches for failures of properties, on all cores, guided by coverage\n",
        "\nExchange inputs:\n  push      Adds ",
        "\nMinimize a file:\n  reduce    Minimizes ",
        "\nStart with:\n  cargo disprove hunt --time 10m ",
        "\nUsage: cargo disprove <COMMAND>\n",
        "\n  -h, --help     Print help\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let nothing = fixture.plain(&[]);
    assert_eq!((nothing.code, &*nothing.out), (2, ""));
    assert!(nothing.err.contains("\nFind failures:\n  hunt "), "{nothing:?}");
}

/// book/src/reference/exit-codes.md
#[test]
fn the_page_of_exit_codes_is_what_help_says() {
    is_current("exit-codes.md", &exit_codes());
}

#[test]
fn wrong_arguments_have_the_exit_code_2_everywhere() {
    let fixture = Fixture::small("reference-wrong", "");
    for (name, _) in COMMANDS.iter() {
        let command: Vec<&str> = name.split(' ').chain(["--no-such-option"]).collect();
        let done = fixture.plain(&command);
        assert_eq!((done.code, &*done.out), (2, ""), "{name}: {done:?}");
    }
}

/// The values of a key in a schema, with what is said about them.
fn keys(schema: &serde_json::Value, table: &mut String) {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|key| key.as_str())
        .collect();
    for (key, value) in schema["properties"].as_object().expect("properties") {
        let kind = match &value["type"] {
            serde_json::Value::String(kind) => kind.clone(),
            serde_json::Value::Array(kinds) => {
                kinds.iter().filter_map(|kind| kind.as_str()).collect::<Vec<_>>().join(" or ")
            }
            _ => String::new(),
        };
        let always = if required.contains(&&**key) { "yes" } else { "" };
        let meaning = match value["description"].as_str() {
            Some(meaning) => meaning.replace('|', "\\|"),
            // The only value of a key says what it means.
            None => format!("`{}`.", value["enum"][0].as_str().expect(key)),
        };
        let _ = writeln!(table, "| `{key}` | {kind} | {always} | {meaning} |");
    }
}

/// book/src/reference/json.md
#[test]
fn the_page_of_schemas_lists_all_keys() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/reference").join(name);
        let text = fs::read_to_string(path).expect("a schema");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let head = "| key | type | always | meaning |\n|---|---|---|---|\n";
    let messages = read("test-messages.schema.json");
    let mut text = "## Lines of `cargo disprove test --message-format json`\n\n\
        [Schema](test-messages.schema.json). [Coding agents](../guides/agents.md#run) shows lines.\n"
        .to_owned();
    for part in ["property", "failure", "summary"] {
        let title = match part {
            "property" => "A property",
            "failure" => "An element of `failures`",
            _ => "The summary, the last line",
        };
        let _ = write!(text, "\n### {title}\n\n{head}");
        keys(&messages["$defs"][part], &mut text);
    }
    let hunt = read("hunt-events.schema.json");
    text.push_str(
        "\n## Lines of `cargo disprove hunt --json`\n\n[Schema](hunt-events.schema.json). The key `event` names the kind of line.\n",
    );
    for (name, event) in hunt["$defs"].as_object().expect("events") {
        // At the end the lines of progress are printed once more.
        let has_keys = name != "property";
        let about = event["description"].as_str().expect("what it is about");
        let _ = write!(text, "\n### `{name}`\n\n{about}\n");
        if has_keys {
            let _ = write!(text, "\n{head}");
            keys(event, &mut text);
        }
    }
    let _ = write!(
        text,
        "\n## `report.json` of `cargo disprove report`\n\n[Schema](report.schema.json). [A report on your properties](../guides/report.md) \
         describes the page that is made of it.\n\n{head}"
    );
    keys(&read("report.schema.json"), &mut text);
    is_current("json.md", &text);
}

/// The words of a command that are options, without their values.
fn options(line: &str) -> Vec<&str> {
    // What follows `--` is for another program.
    let line = line.split(" -- ").next().expect("the first part");
    let words = line.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2);
    words.map(|word| word.split('=').next().expect("a name")).collect()
}

/// Commands of the tool on all pages, among them book/src/guides/judging.md, book/src/guides/report.md and
/// book/src/guides/from-cargo-fuzz.md.
#[test]
fn every_command_of_the_book_exists_with_its_options() {
    fn pages(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pages(&path, found);
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    let mut all = Vec::new();
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src"), &mut all);
    let mut count = 0;
    for page in all {
        let text = fs::read_to_string(&page).expect("a page");
        let in_blocks =
            text.lines().filter_map(|line| line.trim_start().strip_prefix("$ cargo disprove "));
        let in_prose =
            text.split("`cargo disprove ").skip(1).filter_map(|part| part.split('`').next());
        for line in in_blocks.chain(in_prose) {
            let line = line.split(" #").next().expect("the command").replace('\n', " ");
            let known = COMMANDS
                .iter()
                .filter(|(name, _)| line == *name || line.starts_with(&format!("{name} ")));
            let Some((name, help)) = known.max_by_key(|(name, _)| name.len()) else {
                assert_eq!(line, "fuzz", "{}: no command `{line}`", page.display());
                continue;
            };
            count += 1;
            for option in options(&line) {
                // The options of cargo test may follow.
                let passed_on = name == "test" && option == "--no-fail-fast";
                assert!(
                    help.contains(option) || passed_on,
                    "{}: `{line}`: no {option}",
                    page.display()
                );
            }
        }
    }
    assert!(count > 60, "{count} commands");
}
