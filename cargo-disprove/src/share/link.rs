//! The link of a hunt, seen from the hunt: a child process that talks to the server.

use super::{
    config::Config,
    message::{Order, ShareEvent},
};
use disprove::__private::resident_memory;
use std::{
    env,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
    time::{Duration, Instant},
};

/// The variable that makes this program run as a link.
pub(crate) const LINK: &str = "DISPROVE_SHARE_LINK";

/// Memory limit of a link, far above what it needs: a server must not use up the memory of its clients.
const MEMORY: u64 = 512 << 20;
/// Length limit of a message: an entry, twice.
const MOST_BYTES: u64 = 4 << 20;
/// Starts of a link. One that dies again and again stays dead.
const STARTS: u32 = 3;
/// Time in which a link sends what is left at the end of the hunt.
const END_TIME: Duration = Duration::from_secs(10);
/// How often the end is looked for: short against a message over a network.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The link of a hunt.
pub(crate) struct Link {
    config: Config,
    process: Option<LinkChild>,
    starts: u32,
}

struct LinkChild {
    child: Child,
    orders: Sender<String>,
    news: Receiver<ShareEvent>,
}

impl Link {
    /// Starts a link.
    pub(crate) fn start(config: Config) -> io::Result<Link> {
        let process = Some(LinkChild::start(&config)?);
        Ok(Link { config, process, starts: 1 })
    }

    /// Whether the link can still work.
    pub(crate) fn is_alive(&self) -> bool {
        self.process.is_some()
    }

    /// Sends an order. Without a link, it is lost: nothing depends on it.
    pub(crate) fn send(&mut self, order: &Order) {
        if let Some(process) = &self.process {
            let _ = process.orders.send(order.to_line());
        }
    }

    /// The news since the last call. Starts the link again if it has died.
    pub(crate) fn news(&mut self) -> Vec<ShareEvent> {
        let mut all = Vec::new();
        let Some(process) = &mut self.process else { return all };
        let why = loop {
            match process.news.try_recv() {
                Ok(news) => all.push(news),
                Err(TryRecvError::Empty) => {
                    if resident_memory(process.child.id()).is_none_or(|used| used <= MEMORY) {
                        return all;
                    }
                    // It would be the same again.
                    self.starts = STARTS;
                    break format!("it sent more than {} MiB at once", MEMORY >> 20);
                }
                Err(TryRecvError::Disconnected) => break "its process ended".to_owned(),
            }
        };
        self.process = None;
        if self.starts < STARTS {
            self.starts += 1;
            self.process = LinkChild::start(&self.config).ok();
        }
        all.push(ShareEvent::Connection { is_up: false, why });
        all
    }

    /// Lets the link send what is left. Returns its last news.
    pub(crate) fn end(mut self) -> Vec<ShareEvent> {
        self.starts = STARTS;
        self.send(&Order::End);
        let start = Instant::now();
        let mut all = Vec::new();
        while self.is_alive() && start.elapsed() < END_TIME && !all.contains(&ShareEvent::Done) {
            all.extend(self.news());
            thread::sleep(POLL_INTERVAL);
        }
        all
    }
}

impl LinkChild {
    fn start(config: &Config) -> io::Result<LinkChild> {
        let mut command = Command::new(env::current_exe()?);
        command.env(LINK, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        // Whoever ends the hunt by Ctrl-C does not end the link: it has something left to send.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (mut input, output) = child
            .stdin
            .take()
            .zip(child.stdout.take())
            .ok_or_else(|| io::Error::other("no pipe"))?;
        // A link that waits for the server does not read. The hunt must not wait for it.
        let (orders, waiting) = channel::<String>();
        let config = config.to_line();
        thread::spawn(move || {
            let mut result = input.write_all(config.as_bytes());
            while let (Ok(()), Ok(order)) = (result, waiting.recv()) {
                result = input.write_all(order.as_bytes());
            }
        });
        let (sender, news) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line) {
                    Ok(1..) if line.ends_with(b"\n") => {}
                    _ => break,
                }
                let news = ShareEvent::from_line(&String::from_utf8_lossy(&line));
                if let Some(news) = news
                    && sender.send(news).is_err()
                {
                    break;
                }
            }
        });
        Ok(LinkChild { child, orders, news })
    }
}

impl Drop for LinkChild {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
