//! Feature `turmoil`: a simulated network whose delays, losses, partitions and crashes are drawn from the source.
//!
//! Turmoil runs all hosts on this thread, with a clock of their own. It would draw latencies from a seed; here each
//! message is held, and the source decides about it. So a failure reduces to the few messages that matter.

use crate::{
    feedback::{is_transcribing, note},
    generator::{Generator, vec},
    source::Source,
};
use std::{
    collections::HashMap,
    net::IpAddr,
    panic::resume_unwind,
    time::{Duration, SystemTime},
};
use tokio::task::JoinError;
use turmoil::{Builder, Protocol, Sim};

/// What may happen to the messages and hosts of a simulation. The source decides what does.
///
/// Without other settings, a message takes up to 100 milliseconds and nothing is lost. Messages between two hosts may
/// overtake each other; those of a TCP connection arrive in order.
///
/// ```
/// use disprove::{Network, prelude::*};
/// use turmoil::net::UdpSocket;
///
/// /// Sends two numbers to a host, and returns what arrives.
/// fn received(src: &mut Source) -> Vec<u8> {
///     let network = Network::new();
///     let mut sim = network.sim(src);
///     let (send, receive) = std::sync::mpsc::channel();
///     sim.client("b", async move {
///         let socket = UdpSocket::bind("0.0.0.0:9").await?;
///         for _ in 0..2 {
///             let mut number = [0];
///             socket.recv_from(&mut number).await?;
///             send.send(number[0])?;
///         }
///         Ok(())
///     });
///     sim.client("a", async {
///         let socket = UdpSocket::bind("0.0.0.0:9").await?;
///         socket.send_to(&[1], "b:9").await?;
///         socket.send_to(&[2], "b:9").await?;
///         Ok(())
///     });
///     network.run(&mut sim, src).expect("both clients end");
///     receive.try_iter().collect()
/// }
///
/// let report = check(received).run(|numbers| numbers == [1, 2]);
/// assert_eq!(report.failures()[0].value(), &[2, 1]);
/// assert!(report.failures()[0].notes()[0].ends_with("a to b takes 1 ms more: UDP [0x1]"));
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    delay: u64,
    losses: usize,
    partitions: usize,
    crashing: Vec<String>,
    crashes: usize,
    within: u64,
    duration: Duration,
}

/// Probability, of 2^64, that a datagram is lost while losses are left.
const LOSS: u64 = 1 << 60;

/// Messages whose delays are drawn; all later ones arrive at once. A case with this many messages is large in any case.
const DRAWN_MESSAGES: usize = 4_096;

/// The simulated time at the start: the first second of 2020, as good as any other.
const EPOCH: Duration = Duration::from_secs(1_577_836_800);

impl Default for Network {
    fn default() -> Network {
        Network::new()
    }
}

impl Network {
    /// A network that delays messages, and does nothing else.
    ///
    /// ```
    /// use disprove::Network;
    ///
    /// assert!(format!("{:?}", Network::new()).contains("losses: 0"));
    /// ```
    #[must_use]
    pub fn new() -> Network {
        Network {
            delay: 100,
            losses: 0,
            partitions: 0,
            crashing: Vec::new(),
            crashes: 0,
            within: 1_000,
            duration: Duration::from_secs(10),
        }
    }

    /// Delays each message by at most this much (default 100 ms), in steps of a millisecond.
    ///
    /// ```
    /// use disprove::Network;
    /// use std::time::Duration;
    ///
    /// let in_order = Network::new().delay(Duration::ZERO);
    /// assert!(format!("{in_order:?}").contains("delay: 0"));
    /// ```
    #[must_use]
    pub fn delay(mut self, most: Duration) -> Network {
        self.delay = milliseconds(most);
        self
    }

    /// Loses at most this many datagrams (default 0). Segments of TCP are never lost: turmoil does not send them again.
    ///
    /// ```
    /// use disprove::Network;
    ///
    /// let network = Network::new().losses(3);
    /// assert!(format!("{network:?}").contains("losses: 3"));
    /// ```
    #[must_use]
    pub fn losses(mut self, most: usize) -> Network {
        self.losses = most;
        self
    }

    /// Separates two hosts at most this many times (default 0), each time for a while. Datagrams that are sent meanwhile
    /// are lost, and segments of TCP wait.
    ///
    /// ```
    /// use disprove::Network;
    ///
    /// let network = Network::new().partitions(1);
    /// assert!(format!("{network:?}").contains("partitions: 1"));
    /// ```
    #[must_use]
    pub fn partitions(mut self, most: usize) -> Network {
        self.partitions = most;
        self
    }

    /// Crashes one of these hosts at most this many times (default 0), each time for a while. It then starts again.
    ///
    /// ```
    /// use disprove::Network;
    ///
    /// let network = Network::new().crashes(["a", "b"], 2);
    /// assert!(format!("{network:?}").contains("crashes: 2"));
    /// ```
    #[must_use]
    pub fn crashes<S: Into<String>>(
        mut self,
        hosts: impl IntoIterator<Item = S>,
        most: usize,
    ) -> Network {
        self.crashing = hosts.into_iter().map(Into::into).collect();
        self.crashes = if self.crashing.is_empty() { 0 } else { most };
        self
    }

    /// Partitions and crashes begin within this time (default 1 s), and are no longer.
    ///
    /// ```
    /// use disprove::Network;
    /// use std::time::Duration;
    ///
    /// let network = Network::new().partitions(1).within(Duration::from_millis(50));
    /// assert!(format!("{network:?}").contains("within: 50"));
    /// ```
    #[must_use]
    pub fn within(mut self, time: Duration) -> Network {
        self.within = milliseconds(time).max(1);
        self
    }

    /// Simulated time after which a run fails if its clients have not ended (default 10 s).
    ///
    /// ```
    /// use disprove::Network;
    /// use std::time::Duration;
    ///
    /// let network = Network::new().duration(Duration::from_secs(1));
    /// assert!(format!("{network:?}").contains("duration: 1s"));
    /// ```
    #[must_use]
    pub fn duration(mut self, most: Duration) -> Network {
        self.duration = most;
        self
    }

    /// A simulation without hosts. Nothing in it depends on the time of day or on random numbers of the system.
    ///
    /// ```
    /// use disprove::{Network, prelude::*};
    /// use std::time::Duration;
    ///
    /// let start = |src: &mut Source| Network::new().sim(src).elapsed();
    /// assert!(check(start).cases(3).run(|time| time == Duration::ZERO).failures().is_empty());
    /// ```
    pub fn sim<'a>(&self, src: &mut Source) -> Sim<'a> {
        let mut builder = Builder::new();
        builder.rng_seed(src.draw(0..=u64::MAX)).epoch(SystemTime::UNIX_EPOCH + EPOCH);
        builder.tick_duration(Duration::from_millis(1)).simulation_duration(self.duration);
        builder.build()
    }

    /// Runs a simulation until its clients end. Register all hosts and clients before.
    ///
    /// ```
    /// use disprove::{Network, prelude::*};
    /// use std::time::Duration;
    ///
    /// fn ends(src: &mut Source) -> bool {
    ///     let network = Network::new();
    ///     let mut sim = network.sim(src);
    ///     sim.client("only", async { Ok(tokio::time::sleep(Duration::from_millis(5)).await) });
    ///     network.run(&mut sim, src).is_ok()
    /// }
    ///
    /// assert!(check(ends).cases(3).run(|ended| ended).failures().is_empty());
    /// ```
    ///
    /// # Errors
    /// If a client or a host returns an error, or if the time is over.
    ///
    /// # Panics
    /// If a client or a host does, with its panic.
    pub fn run(&self, sim: &mut Sim<'_>, src: &mut Source) -> turmoil::Result {
        let mut traffic = Traffic::new(self, sim, src);
        loop {
            traffic.change_hosts(sim);
            traffic.decide(sim, src);
            match sim.step() {
                Ok(true) => return Ok(()),
                Ok(false) => traffic.now += 1,
                Err(error) => match error.downcast::<JoinError>() {
                    // The task has a number that differs from run to run; its panic has not.
                    Ok(join) if join.is_panic() => resume_unwind(join.into_panic()),
                    Ok(join) => return Err(join),
                    Err(error) => return Err(error),
                },
            }
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Something that begins and ends, in milliseconds of the simulation.
struct Period {
    /// The link of a partition, or the host of a crash.
    which: usize,
    begin: u64,
    end: u64,
}

impl Period {
    /// Draws at most `most` periods of one of `count` things.
    fn draw(count: usize, most: usize, within: u64, src: &mut Source) -> Vec<Period> {
        if count == 0 || most == 0 {
            return Vec::new();
        }
        let one = move |src: &mut Source| {
            let which = src.draw(0..count);
            let begin = src.draw(0..=within);
            Period { which, begin, end: begin + src.draw(1..=within) }
        };
        src.draw(vec(one.boxed()).len(0..=most))
    }

    fn contains(&self, now: u64) -> bool {
        (self.begin..self.end).contains(&now)
    }
}

/// The state of a network while it runs.
struct Traffic<'n> {
    network: &'n Network,
    now: u64,
    names: HashMap<IpAddr, String>,
    partitions: Vec<Period>,
    crashes: Vec<Period>,
    is_down: Vec<bool>,
    /// For each link, the time at which each held message arrives; `None` for a lost one.
    held: Vec<Vec<Option<u64>>>,
    losses: usize,
    messages: usize,
}

impl Traffic<'_> {
    fn new<'n>(network: &'n Network, sim: &Sim<'_>, src: &mut Source) -> Traffic<'n> {
        let mut pairs = Vec::new();
        sim.links(|links| pairs.extend(links.map(|link| link.pair())));
        let mut names = HashMap::new();
        for (a, b) in &pairs {
            sim.hold(*a, *b);
            for host in [a, b] {
                names.insert(*host, sim.reverse_lookup(*host).unwrap_or_else(|| host.to_string()));
            }
        }
        let Network { partitions, crashing, crashes, within, losses, .. } = network;
        Traffic {
            network,
            now: 0,
            names,
            partitions: Period::draw(pairs.len(), *partitions, *within, src),
            crashes: Period::draw(crashing.len(), *crashes, *within, src),
            is_down: vec![false; crashing.len()],
            held: vec![Vec::new(); pairs.len()],
            losses: *losses,
            messages: 0,
        }
    }

    /// Crashes hosts, and starts them again.
    fn change_hosts(&mut self, sim: &mut Sim<'_>) {
        for (number, name) in self.network.crashing.iter().enumerate() {
            let is_down =
                self.crashes.iter().any(|crash| crash.which == number && crash.contains(self.now));
            if is_down == std::mem::replace(&mut self.is_down[number], is_down) {
                continue;
            }
            let what = if is_down { "crashes" } else { "starts again" };
            tell(self.now, || format!("{name} {what}"));
            if is_down {
                sim.crash(name.as_str());
            } else {
                sim.bounce(name.as_str());
            }
        }
    }

    /// Decides about the messages that were sent since the last call, and delivers those whose time has come.
    fn decide(&mut self, sim: &Sim<'_>, src: &mut Source) {
        sim.links(|links| {
            for (number, link) in links.enumerate() {
                // Hosts that were registered after the start have links of turmoil's kind.
                if number == self.held.len() {
                    break;
                }
                let mut held = std::mem::take(&mut self.held[number]).into_iter();
                let mut still_held = Vec::new();
                for message in link {
                    let arrival = match held.next() {
                        Some(arrival) => arrival,
                        None => self.arrival(number, message.pair(), message.protocol(), src),
                    };
                    if arrival.is_some_and(|time| time <= self.now) {
                        message.deliver();
                    } else {
                        still_held.push(arrival);
                    }
                }
                self.held[number] = still_held;
            }
        });
    }

    /// The time at which a message arrives, or `None` if it is lost.
    fn arrival(
        &mut self,
        link: usize,
        (from, to): (std::net::SocketAddr, std::net::SocketAddr),
        message: &Protocol,
        src: &mut Source,
    ) -> Option<u64> {
        let is_datagram = matches!(message, Protocol::Udp(_));
        let now = self.now;
        let name = |host: IpAddr| &*self.names[&host];
        let describe =
            |what: &str| format!("{} to {} {what}: {message}", name(from.ip()), name(to.ip()));
        let partition = self
            .partitions
            .iter()
            .filter(|it| it.which == link && it.contains(now))
            .map(|it| it.end);
        if let Some(end) = partition.max() {
            let what = if is_datagram { "is lost, separated" } else { "waits, separated" };
            tell(now, || describe(what));
            return (!is_datagram).then_some(end);
        }
        self.messages += 1;
        if self.messages > DRAWN_MESSAGES {
            return Some(now);
        }
        let (can_be_lost, most) = (is_datagram && self.losses > 0, self.network.delay);
        let fate = src.draw(move |src: &mut Source| {
            let is_lost = can_be_lost && src.boolean(LOSS);
            (!is_lost).then(|| if most == 0 { 0 } else { src.draw(0..=most) })
        });
        match fate {
            None => {
                tell(now, || describe("is lost"));
                self.losses -= 1;
            }
            Some(0) => {}
            Some(delay) => tell(now, || describe(&format!("takes {delay} ms more"))),
        }
        Some(now.saturating_add(fate?))
    }
}

/// Adds a line to the report.
fn tell(now: u64, text: impl FnOnce() -> String) {
    if is_transcribing() {
        note(format!("after {now} ms: {}", text()));
    }
}
