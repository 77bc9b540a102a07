//! A Redis server without files, and its counters.

use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Time in which a server starts.
const START_TIME: Duration = Duration::from_secs(20);

/// A running server. Killed on drop.
pub struct Server {
    child: Child,
    port: u16,
}

/// What a server has counted since its start.
#[derive(Clone, Copy)]
pub struct Counters {
    commands: f64,
    input: f64,
    output: f64,
}

/// Commands and bytes per second.
#[derive(Clone, Copy)]
pub struct Rates {
    pub commands: f64,
    pub input: f64,
    pub output: f64,
}

impl Rates {
    pub fn all(self) -> [f64; 3] {
        [self.commands, self.input, self.output]
    }
}

impl Counters {
    pub fn since(self, before: Counters, time: Duration) -> Rates {
        let seconds = time.as_secs_f64();
        Rates {
            commands: (self.commands - before.commands) / seconds,
            input: (self.input - before.input) / seconds,
            output: (self.output - before.output) / seconds,
        }
    }
}

impl Server {
    /// Starts a server on a free port of this machine.
    pub fn start(folder: &Path) -> Result<Server, String> {
        let failed = |why: std::io::Error| format!("cannot start a server: {why}");
        fs::create_dir_all(folder).map_err(failed)?;
        let listener = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        drop(listener);
        let mut started = Err("neither redis-server nor valkey-server is installed".to_owned());
        for program in ["redis-server", "valkey-server"] {
            let mut command = Command::new(program);
            command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""]);
            command.args(["--appendonly", "no", "--dir"]).arg(folder).stdin(Stdio::null());
            command.stdout(File::create(folder.join("log")).map_err(failed)?);
            if let Ok(child) = command.spawn() {
                started = Ok(Server { child, port });
                break;
            }
        }
        let server = started?;
        let start = Instant::now();
        while server.counters().is_err() {
            if start.elapsed() > START_TIME {
                return Err(format!("the server did not start within {START_TIME:?}"));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Its counters now.
    pub fn counters(&self) -> Result<Counters, String> {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
            stream.write_all(b"INFO stats\r\nQUIT\r\n")?;
            let mut reply = String::new();
            stream.read_to_string(&mut reply)?;
            Ok(reply)
        };
        let reply = ask().map_err(|why| format!("the server does not answer: {why}"))?;
        let number = |name: &str| {
            let line = reply.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|text| text.trim().parse().ok())
                .ok_or_else(|| format!("the server does not tell `{name}`"))
        };
        Ok(Counters {
            commands: number("total_commands_processed")?,
            input: number("total_net_input_bytes")?,
            output: number("total_net_output_bytes")?,
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
