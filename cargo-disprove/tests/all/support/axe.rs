//! axe-core, which finds barriers for people who use a page by keyboard or by ear.

use super::browser::Browser;
use std::{env, fs, path::Path};

/// Asserts that the page has no barrier that axe-core finds. Without axe-core this check is skipped, unless the variable
/// CHECKS_NEED names it, as the checks of this repository do once they have downloaded it.
pub fn assert_accessible(browser: &mut Browser, what: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let Ok(script) = fs::read_to_string(root.join("target/tools/axe.min.js")) else {
        let message = "axe-core is missing: `.ci/run` downloads it to target/tools/axe.min.js";
        let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("axe"));
        assert!(!needed, "{message}");
        eprintln!("skipped: {message}");
        return;
    };
    if browser.value("typeof axe") == "undefined" {
        browser.value(&format!("{{ {script} }}; true"));
    }
    let violations = "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map((it) => \
                      `${it.id}: ${it.help}: ${it.nodes.map((node) => node.target.join(' ')).join(', ')}`))";
    let violations = browser.value(violations);
    assert_eq!(violations, serde_json::json!([]), "{what}");
}
