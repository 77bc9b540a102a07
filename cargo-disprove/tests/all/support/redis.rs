//! A Redis server for a test, on a free port, without files.

use super::fixture::wait_until;
use std::{
    env, fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Whether a server is installed. Without one a test is skipped, unless the variable CHECKS_NEED names it.
pub fn has_server() -> bool {
    let is_there = program().is_some();
    if !is_there {
        let message = "redis-server and valkey-server are missing: `apt-get install redis-server` installs one for \
                       these tests";
        let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("redis-server"));
        assert!(!needed, "{message}");
        eprintln!("skipped: {message}");
    }
    is_there
}

fn program() -> Option<&'static str> {
    let works = |name: &&str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    ["redis-server", "valkey-server"].into_iter().find(works)
}

/// A running server. Killed on drop.
pub struct Redis {
    child: Child,
    pub port: u16,
    folder: PathBuf,
    arguments: Vec<String>,
}

impl Redis {
    /// Starts a server in a new folder.
    pub fn start(name: &str, arguments: &[&str]) -> Redis {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("redis").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        let child = start(port, &folder, &arguments);
        let redis = Redis { child, port, folder, arguments };
        redis.wait();
        redis
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    fn wait(&self) {
        let is_up = || {
            if self.arguments.iter().any(|argument| argument == "--tls-port") {
                return TcpStream::connect(("127.0.0.1", self.port)).is_ok();
            }
            self.try_call(&["PING"]).is_some_and(|reply| reply.contains("PONG"))
        };
        wait_until("the start of the server", &mut || is_up());
    }

    /// Kills the server, with all its data.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Starts it again, empty.
    pub fn restart(&mut self) {
        self.child = start(self.port, &self.folder, &self.arguments);
        self.wait();
    }

    /// Sends a command, and returns the reply as it is on the wire.
    pub fn call(&self, words: &[&str]) -> String {
        self.try_call(words).expect("the server answers")
    }

    /// The number in the reply of a command.
    pub fn count(&self, words: &[&str]) -> u64 {
        let reply = self.call(words);
        reply.trim().trim_start_matches(':').parse().unwrap_or_else(|_| panic!("{reply}"))
    }

    fn try_call(&self, words: &[&str]) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let mut message = format!("*{}\r\n", words.len());
        for word in words {
            let length = word.len().to_string();
            message.extend(["$", &length, "\r\n", word, "\r\n"]);
        }
        message += "*1\r\n$4\r\nQUIT\r\n";
        stream.write_all(message.as_bytes()).ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        Some(reply.strip_suffix("+OK\r\n")?.to_owned())
    }
}

fn start(port: u16, folder: &Path, arguments: &[String]) -> Child {
    let mut command = Command::new(program().expect("it is installed"));
    let port = port.to_string();
    if !arguments.iter().any(|argument| argument == "--tls-port") {
        command.args(["--port", &port]);
    }
    for argument in arguments {
        command.arg(argument.replace("PORT", &port));
    }
    command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir"]).arg(folder);
    let log = fs::File::create(folder.join("log")).expect("a file");
    command.stdin(Stdio::null()).stdout(log).spawn().expect("it starts")
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
