//! A headless Chromium, controlled over its debugging pipe by JSON messages, each followed by a zero byte.

use super::fixture::wait_until;
use serde_json::{Value, json};
use std::{
    env,
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A browser with one page.
pub struct Browser {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    count: u64,
    /// What it may request besides files.
    origin: Option<String>,
    /// Errors and network requests of the page.
    pub problems: Vec<String>,
    profile: PathBuf,
}

/// Starts the browser. Without it a test is skipped, unless the variable CHECKS_NEED names it, as the checks of this
/// repository do once they have installed it.
///
/// # Panics
/// If it is missing and needed.
pub fn browser(name: &str) -> Option<Browser> {
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(name).is_file()))
    });
    if found.is_none() {
        let message = "the report is tested in Chromium, which is missing: install it, on Debian with `apt-get install chromium`";
        let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("chromium"));
        assert!(!needed, "{message}");
        eprintln!("skipped: {message}");
    }
    found.map(|program| Browser::start(program, name))
}

impl Browser {
    fn start(program: &str, name: &str) -> Browser {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
        let _ = std::fs::remove_dir_all(&profile);
        std::fs::create_dir_all(&profile).expect("a folder");
        let log = File::create(profile.join("log")).expect("a file");
        // The browser reads requests from descriptor 3 and answers on descriptor 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null", program])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu"])
            // It shows only pages made here, and a container often does not allow a nested sandbox.
            .args(["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("it starts");
        let requests = child.stdin.take().expect("piped");
        let answers = BufReader::new(child.stdout.take().expect("piped"));
        let mut browser = Browser {
            child,
            requests,
            answers,
            session: None,
            count: 0,
            origin: None,
            problems: Vec::new(),
            profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    /// Sends a request and returns the answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.count += 1;
        let mut request = json!({ "id": self.count, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut bytes = request.to_string().into_bytes();
        bytes.push(0);
        self.requests.write_all(&bytes).expect("it listens");
        self.requests.flush().expect("it listens");
        loop {
            let message = self.message();
            if message["id"] == self.count {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.answers.read_until(0, &mut bytes).expect("it answers");
        bytes.pop();
        let message: Value = serde_json::from_slice(&bytes).unwrap_or_else(|_| {
            let log = std::fs::read_to_string(self.profile.join("log")).unwrap_or_default();
            panic!("the browser has ended: {log}")
        });
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => {
                self.problems.push(message.to_string());
            }
            Some("Runtime.consoleAPICalled") if message["params"]["type"] == "error" => {
                self.problems.push(message.to_string());
            }
            Some("Network.requestWillBeSent") => {
                let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
                let is_own = self.origin.as_ref().is_some_and(|origin| url.starts_with(origin));
                let is_local = url.starts_with("file:") || url.starts_with("data:");
                if !is_local && !is_own && url != "about:blank" {
                    self.problems.push(format!("it requests {url}"));
                }
            }
            _ => {}
        }
        message
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, path: &Path) {
        self.navigate(&format!("file://{}", path.display()));
    }

    /// Opens a page of a server, which may request more from it.
    pub fn open_url(&mut self, url: &str) {
        self.origin = Some(url.split('?').next().unwrap_or(url).to_owned());
        self.navigate(url);
    }

    fn navigate(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        while self.message()["method"] != "Page.loadEventFired" {}
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, what: &str, expression: &str) {
        wait_until(what, &mut || self.value(expression) == true);
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            _ => (32, " "),
        };
        for kind in ["keyDown", "keyUp"] {
            // Keys without a text have another event.
            let kind = if kind == "keyDown" && text.is_empty() { "rawKeyDown" } else { kind };
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Evaluates an expression on the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Clicks on the first element that matches a selector.
    pub fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'center' }}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            self.call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 }),
            );
        }
    }

    /// Sets the size of the window and the color scheme.
    pub fn emulate(&mut self, width: u32, height: u32, scheme: &str) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        let feature = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": feature }));
    }

    /// With `BLESS_TEXTS`, writes pictures of the page from an element on into the book, in light and dark colors.
    pub fn picture(&mut self, name: &str, selector: &str) {
        if env::var_os("BLESS_TEXTS").is_none() {
            return;
        }
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
        for scheme in ["light", "dark"] {
            self.emulate(1000, 760, scheme);
            self.value(&format!("document.querySelector({selector:?}).scrollIntoView()"));
            let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
            let file = format!("../book/src/images/{name}-{scheme}.png");
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let png = decoded(shot["data"].as_str().expect("a picture"));
            std::fs::write(file, png).expect("a writable file");
        }
    }
}

/// The bytes of a text in base64.
fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for c in text.bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
