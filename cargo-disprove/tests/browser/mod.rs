//! A headless Chromium, told what to do over its debugging pipe: messages of JSON, each with a zero byte at its end.
#![allow(dead_code)] // Each test file uses some of it.

use serde_json::{Value, json};
use std::{
    env,
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A page in a browser of its own.
pub struct Browser {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    count: u64,
    /// What the page has complained of.
    pub complaints: Vec<String>,
    profile: PathBuf,
}

/// The browser. Where there is none the test says so and ends, unless the variable CHECKS_NEED names it, as the checks
/// of this repository do once they have installed it.
///
/// # Panics
/// If there is none, and it is needed.
pub fn browser(name: &str) -> Option<Browser> {
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(name).is_file()))
    });
    if found.is_none() {
        let message = "there is no Chromium, in which the report is tested: install it, on Debian with `apt-get install chromium`";
        let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("chromium"));
        assert!(!needed, "{message}");
        eprintln!("left out: {message}");
    }
    found.map(|program| Browser::start(program, name))
}

impl Browser {
    fn start(program: &str, name: &str) -> Browser {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
        let _ = std::fs::remove_dir_all(&profile);
        std::fs::create_dir_all(&profile).expect("a folder");
        let log = File::create(profile.join("log")).expect("a file");
        // The browser reads orders from the third descriptor and answers on the fourth.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null", program])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu"])
            // Only pages that were made here are shown, and containers have no room for a sandbox in theirs.
            .args(["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("it starts");
        let orders = child.stdin.take().expect("it was asked for");
        let answers = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut browser = Browser {
            child,
            orders,
            answers,
            session: None,
            count: 0,
            complaints: Vec::new(),
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

    /// Gives an order, and returns the answer to it.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.count += 1;
        let mut order = json!({ "id": self.count, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            order["sessionId"] = json!(session);
        }
        let mut bytes = order.to_string().into_bytes();
        bytes.push(0);
        self.orders.write_all(&bytes).expect("it listens");
        self.orders.flush().expect("it listens");
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
                self.complaints.push(message.to_string());
            }
            Some("Runtime.consoleAPICalled") if message["params"]["type"] == "error" => {
                self.complaints.push(message.to_string());
            }
            Some("Network.requestWillBeSent") => {
                let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with("file:") && !url.starts_with("data:") && url != "about:blank" {
                    self.complaints.push(format!("it asks for {url}"));
                }
            }
            _ => {}
        }
        message
    }

    /// Opens a file, and waits until it is there.
    pub fn open(&mut self, path: &Path) {
        self.call("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        while self.message()["method"] != "Page.loadEventFired" {}
    }

    /// What an expression is on the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Clicks with the mouse on the first element that a selector finds.
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

    /// How wide the window is, and whether it is dark.
    pub fn look(&mut self, width: u32, height: u32, scheme: &str) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        let feature = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": feature }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
