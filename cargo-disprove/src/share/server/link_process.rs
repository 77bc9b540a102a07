//! The main loop of the link: once a second, one transaction with everything to send, and one read that waits for news.

use super::{
    connection::{Connection, Item, list, number, text},
    incoming::{LeftOut, take},
    leases::Leases,
    outgoing::{Outgoing, Route},
    reconcile::{Comparison, Wanted},
    schema::Keys,
    shared_property::{SharedProperty, Turns},
};
use crate::{
    project::database_of,
    share::{
        config::Config,
        entries::Kind,
        fixed::passed,
        git::Repository,
        link::LINK,
        message::{Order, ShareEvent},
    },
};
use disprove::__private::{DataFolder, entry_name};
use redis::{Pipeline, Value};
use std::{
    collections::HashMap,
    io::{BufRead, Write, stdin, stdout},
    process::ExitCode,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Time between two transactions.
const TICK: Duration = Duration::from_secs(1);
/// Time between two attempts to connect; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// Items of the news in one read, and reads in one tick. A hub that falls behind compares everything instead.
const MOST_ITEMS: usize = 500;
const MOST_READS: usize = 20;
/// Ticks between two looks at the other hubs: their number and their turns.
const LOOK: u64 = 5;
/// The age of a heartbeat at which its hub counts as gone.
const GONE: Duration = Duration::from_secs(15);
/// Machines whose names a dashboard shows, and the length limit of a name.
const MAX_MACHINES: usize = 100;
const MAX_MACHINE_NAME: usize = 120;
/// Seconds of work by others that are worth a message.
const WORTH_TELLING: f64 = 0.5;

/// Runs as the link of a hunt, if this process was started as one.
pub(crate) fn run_as_link() -> Option<ExitCode> {
    std::env::var_os(LINK)?;
    let mut line = String::new();
    let config = stdin().lock().read_line(&mut line).ok().and_then(|_| Config::from_line(&line));
    let Some(config) = config else {
        eprintln!("{LINK} is set by `cargo disprove hunt` for a process that it starts");
        return Some(ExitCode::from(2));
    };
    // More than one library for TLS may be linked.
    let _ = rustls::crypto::ring::default_provider().install_default();
    LinkProcess::new(config).run();
    Some(ExitCode::SUCCESS)
}

struct LinkProcess {
    keys: Keys,
    root: DataFolder,
    repository: Repository,
    properties: Vec<SharedProperty>,
    numbers: HashMap<String, usize>,
    leases: Leases,
    /// Failures to mark as fixed, and failures to remove.
    fixed: Vec<(usize, String)>,
    redundant: Vec<(usize, String)>,
    orders: Receiver<Order>,
    connection: Option<Connection>,
    /// The last item of the news.
    last: String,
    epoch: String,
    /// Events whose entries are too long for them.
    wanted: Vec<Wanted>,
    left_out: LeftOut,
    ticks: u64,
    pause: Duration,
    config: Config,
}

impl LinkProcess {
    fn new(config: Config) -> LinkProcess {
        let (sender, orders) = channel();
        thread::spawn(move || {
            for line in stdin().lock().lines() {
                let Ok(line) = line else { break };
                if let Some(order) = Order::from_line(&line)
                    && sender.send(order).is_err()
                {
                    break;
                }
            }
        });
        let mut properties = Vec::new();
        let mut numbers = HashMap::new();
        for (number, key) in config.properties.iter().enumerate() {
            properties.push(SharedProperty::new(key));
            numbers.insert(key.clone(), number);
        }
        LinkProcess {
            keys: Keys::of(&config.project),
            root: database_of(&config.workspace, &config.package),
            repository: Repository::of(&config.workspace),
            properties,
            numbers,
            leases: Leases::default(),
            fixed: Vec::new(),
            redundant: Vec::new(),
            orders,
            connection: None,
            last: "0-0".to_owned(),
            epoch: String::new(),
            wanted: Vec::new(),
            left_out: LeftOut::default(),
            ticks: 0,
            pause: FIRST_PAUSE,
            config,
        }
    }

    fn run(mut self) {
        let mut is_over = false;
        let mut next_attempt = Instant::now();
        loop {
            let start = Instant::now();
            is_over |= self.read_orders(Duration::ZERO);
            if self.connection.is_none() && (Instant::now() >= next_attempt || is_over) {
                match self.connect() {
                    Ok(()) => {
                        self.pause = FIRST_PAUSE;
                        tell(ShareEvent::Connection { is_up: true, why: String::new() });
                    }
                    Err(why) => {
                        self.connection = None;
                        tell(ShareEvent::Connection { is_up: false, why });
                        next_attempt = Instant::now() + self.pause;
                        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                    }
                }
            }
            if self.connection.is_some()
                && let Err(why) = self.tick(start, is_over)
            {
                self.connection = None;
                tell(ShareEvent::Connection { is_up: false, why });
                next_attempt = Instant::now() + FIRST_PAUSE;
            }
            self.left_out.news().into_iter().for_each(tell);
            if is_over {
                tell(ShareEvent::Done);
                return;
            }
            let rest = TICK.saturating_sub(start.elapsed());
            is_over |= self.read_orders(rest);
        }
    }

    /// Reads orders until the time is up. True if the hunt has ended, in order or not.
    fn read_orders(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.orders.recv_timeout(left) {
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return true,
                Ok(order) => self.obey(order),
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }

    fn obey(&mut self, order: Order) {
        let count = self.properties.len();
        match order {
            Order::Lease { property, fault } if property < count => {
                self.leases.ask(property, fault);
            }
            Order::Release { property, fault, is_done } => {
                self.leases.release(property, fault, is_done);
            }
            Order::Turn { property, seconds, discoveries } if property < count => {
                let turns = &mut self.properties[property].turns;
                turns.seconds += seconds;
                turns.discoveries += discoveries as i64;
            }
            Order::Reduced { property, name } if property < count => {
                self.properties[property].reduced.insert(name);
            }
            Order::Redundant { property, name } => self.redundant.push((property, name)),
            Order::Passed { property, name } => self.fixed.push((property, name)),
            _ => {}
        }
    }

    /// Connects, and compares the server with the database.
    fn connect(&mut self) -> Result<(), String> {
        self.connection = Some(Connection::open(&self.config)?);
        self.reconcile()
    }

    fn reconcile(&mut self) -> Result<(), String> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mut commands = Pipeline::new();
        let epoch = entry_name(&format!("{} {now}", self.config.hub));
        commands.cmd("SET").arg(self.keys.epoch()).arg(epoch).arg("NX");
        commands.cmd("GET").arg(self.keys.epoch());
        commands.cmd("XREVRANGE").arg(self.keys.news()).arg("+").arg("-").arg("COUNT").arg(1);
        let replies = connection.send(&commands)?;
        text(&replies[1]).unwrap_or_default().clone_into(&mut self.epoch);
        let last = list(&replies[2]).first().and_then(|item| text(list(item).first()?));
        last.unwrap_or("0-0").clone_into(&mut self.last);
        for property in &mut self.properties {
            property.scan(&self.root);
        }
        self.leases.ask_again();
        self.wanted.clear();
        let mut comparison = Comparison {
            connection,
            keys: &self.keys,
            root: &self.root,
            repository: &mut self.repository,
            left_out: &mut self.left_out,
        };
        comparison.reconcile(&mut self.properties, &mut tell)?;
        for (folder, name) in passed(&self.root, &self.repository) {
            let owner = self.properties.iter().position(|property| property.folder == folder);
            self.fixed.extend(owner.map(|number| (number, name)));
        }
        Ok(())
    }

    /// Sends everything, then reads the news.
    fn tick(&mut self, start: Instant, is_over: bool) -> Result<(), String> {
        for property in &mut self.properties {
            property.scan(&self.root);
        }
        if is_over {
            self.leases.release_all();
        }
        while self.transaction(is_over)? {}
        if is_over {
            return Ok(());
        }
        self.ticks += 1;
        self.fetch()?;
        let mut wait = TICK.saturating_sub(start.elapsed());
        for _ in 0..MOST_READS {
            let Some(connection) = &mut self.connection else { return Ok(()) };
            let items = connection.news(&self.keys.news(), &self.last, MOST_ITEMS, wait)?;
            let is_complete = items.len() < MOST_ITEMS;
            for item in items {
                self.take(&item);
                self.last = item.id;
            }
            if is_complete {
                return Ok(());
            }
            wait = Duration::ZERO;
        }
        self.reconcile()
    }

    /// Sends one transaction. True if there is more to send.
    fn transaction(&mut self, is_over: bool) -> Result<bool, String> {
        let Some(connection) = &mut self.connection else { return Ok(false) };
        let mut commands = Pipeline::new();
        commands.atomic();
        commands.cmd("GET").arg(self.keys.epoch());
        let mut outgoing = Outgoing::default();
        let route =
            Route { root: &self.root, keys: &self.keys, hub: &self.config.hub, is_last: is_over };
        for (number, property) in self.properties.iter_mut().enumerate() {
            outgoing.add(number, property, &route, &mut commands);
            if outgoing.is_full {
                break;
            }
        }
        let key = |kind: Kind, number: usize| self.keys.entries(kind, &self.properties[number].key);
        for (number, name) in &self.redundant {
            commands.cmd("HDEL").arg(key(Kind::Failures, *number)).arg(name);
        }
        if let Some(commit) = &self.config.commit {
            for (number, name) in &self.fixed {
                commands.cmd("HSETNX").arg(key(Kind::Fixed, *number)).arg(name).arg(commit);
            }
        }
        let names = |number: usize| self.properties[number].key.clone();
        let leases = self.leases.commands(&self.keys, &names, &self.config.hub, &mut commands);
        for property in &self.properties {
            let Turns { seconds, discoveries } = property.turns;
            if seconds != 0.0 {
                let field = format!("{} seconds", property.key);
                commands.cmd("HINCRBYFLOAT").arg(self.keys.turns()).arg(field).arg(seconds);
            }
            if discoveries != 0 {
                let field = format!("{} discoveries", property.key);
                commands.cmd("HINCRBY").arg(self.keys.turns()).arg(field).arg(discoveries);
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        if is_over {
            commands.cmd("ZREM").arg(self.keys.workers()).arg(&self.config.hub);
        } else {
            commands.cmd("ZADD").arg(self.keys.workers()).arg(now).arg(&self.config.hub);
        }
        let looks = self.ticks.is_multiple_of(LOOK) && !outgoing.is_full;
        if looks {
            let gone = now.saturating_sub(GONE.as_secs());
            commands.cmd("ZREMRANGEBYSCORE").arg(self.keys.workers()).arg("-inf").arg(gone);
            if self.config.wants_machines {
                let last = MAX_MACHINES - 1;
                commands.cmd("ZRANGE").arg(self.keys.workers()).arg(0).arg(last).arg("WITHSCORES");
            }
            commands.cmd("ZCARD").arg(self.keys.workers());
            commands.cmd("HGETALL").arg(self.keys.turns());
        }
        let replies = connection.send(&commands)?;
        let is_wiped = text(&replies[0]) != Some(&self.epoch);
        let has_more = outgoing.is_full;
        if outgoing.too_large > 0 {
            for _ in 0..outgoing.too_large {
                self.left_out.add("this machine", "", "an entry is damaged or too large to share");
            }
        }
        outgoing.confirm(&mut self.properties);
        (self.redundant, self.fixed) = (Vec::new(), Vec::new());
        self.leases.confirm();
        for (at, lease) in leases {
            let reply = self.leases.read(lease, &replies[at], &self.config.hub);
            if let Some((property, fault, is_granted)) = reply {
                tell(ShareEvent::Lease { property, fault, is_granted });
            }
        }
        for property in &mut self.properties {
            let sent = std::mem::take(&mut property.turns);
            property.own_turns.seconds += sent.seconds;
            property.own_turns.discoveries += sent.discoveries;
        }
        if looks && let [.., hubs, turns] = &replies[..] {
            tell(ShareEvent::Hubs(number(hubs).unwrap_or(1).max(1) as usize));
            self.read_turns(turns);
            if self.config.wants_machines
                && let [.., machines, _, _] = &replies[..]
            {
                tell(ShareEvent::Machines(read_machines(machines, now)));
            }
        }
        if is_wiped && !is_over {
            self.reconcile()?;
            return Ok(true);
        }
        Ok(has_more)
    }

    /// Tells the hunt what other hubs have worked.
    fn read_turns(&mut self, reply: &Value) {
        let mut sums: HashMap<usize, Turns> = HashMap::new();
        for pair in list(reply).chunks_exact(2) {
            let (Some(field), Some(value)) = (text(&pair[0]), text(&pair[1])) else { continue };
            let Some((key, what)) = field.rsplit_once(' ') else { continue };
            let Some(&number) = self.numbers.get(key) else { continue };
            let sum = sums.entry(number).or_default();
            match what {
                "seconds" => {
                    sum.seconds =
                        value.parse().ok().filter(|it: &f64| it.is_finite()).unwrap_or(0.0);
                }
                _ => sum.discoveries = value.parse().unwrap_or(0),
            }
        }
        for (number, sum) in sums {
            let property = &mut self.properties[number];
            let others = Turns {
                seconds: sum.seconds - property.own_turns.seconds,
                discoveries: sum.discoveries.saturating_sub(property.own_turns.discoveries),
            };
            let seconds = others.seconds - property.other_turns.seconds;
            let discoveries = others.discoveries.saturating_sub(property.other_turns.discoveries);
            if seconds < WORTH_TELLING && discoveries <= 0 {
                continue;
            }
            property.other_turns = others;
            let (seconds, discoveries) = (seconds.max(0.0), discoveries.max(0) as u64);
            tell(ShareEvent::Turn { property: number, seconds, discoveries });
        }
    }

    /// Fetches the entries that were too long for the news.
    fn fetch(&mut self) -> Result<(), String> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let wanted = std::mem::take(&mut self.wanted);
        let mut comparison = Comparison {
            connection,
            keys: &self.keys,
            root: &self.root,
            repository: &mut self.repository,
            left_out: &mut self.left_out,
        };
        comparison.fetch(&mut self.properties, &wanted, &mut tell)
    }

    /// Takes an item of the news. Those of this hub, and of properties that are not here, are skipped.
    fn take(&mut self, item: &Item) {
        if item.text("o") == Some(&self.config.hub) {
            return;
        }
        let kind = match item.text("k") {
            Some("failures") => Kind::Failures,
            Some("corpus") => Kind::Corpus,
            _ => return self.left_out.add("news", &item.id, "this is not a kind of entry"),
        };
        let Some(&number) = item.text("p").and_then(|key| self.numbers.get(key)) else { return };
        let Some(name) = item.text("h") else {
            return self.left_out.add("news", &item.id, "it has no name");
        };
        let property = &mut self.properties[number];
        let Some(value) = item.bytes("v") else {
            self.wanted.push((number, kind, name.to_owned()));
            return;
        };
        let pulled = property.pulled.0;
        let news = take(number, property, (kind, name, value), &self.root, &mut self.left_out);
        news.into_iter().for_each(tell);
        let count = property.pulled.0 - pulled;
        if count > 0 {
            tell(ShareEvent::Corpus { property: number, count });
        }
    }
}

/// Sends a message to the hunt. If it is gone, the orders end too.
fn tell(news: ShareEvent) {
    let mut out = stdout().lock();
    let _ = out.write_all(news.to_line().as_bytes()).and_then(|()| out.flush());
}

/// Reads names and heartbeats. A server may send anything.
fn read_machines(reply: &Value, now: u64) -> Vec<(String, u64)> {
    let mut machines = Vec::new();
    for pair in list(reply).chunks_exact(2).take(MAX_MACHINES) {
        let (Some(name), Some(seen)) = (text(&pair[0]), text(&pair[1])) else { continue };
        let seen = seen.parse::<f64>().unwrap_or(0.0).max(0.0) as u64;
        machines.push((name.chars().take(MAX_MACHINE_NAME).collect(), now.saturating_sub(seen)));
    }
    machines
}

#[cfg(test)]
mod tests {
    use super::{Value, read_machines};
    use std::{collections::BTreeSet, fs};

    #[test]
    fn a_machine_was_seen_at_its_last_heartbeat() {
        let reply = ["tower:4711:1a2b:0123", "97"].map(|part| Value::BulkString(part.into()));
        let machines = read_machines(&Value::Array(reply.to_vec()), 100);
        assert_eq!(machines, [("tower:4711:1a2b:0123".to_owned(), 3)]);
        let many = reply.iter().cloned().cycle().take(1_000).collect();
        let shown = read_machines(&Value::Array(many), 100).len();
        crate::book::assert_said("guides/fleet.md", &format!("lists up to {shown} hunts"));
    }

    #[test]
    fn the_user_on_the_page_may_run_the_commands_of_a_hunt_and_no_others() {
        let mut commands: BTreeSet<String> =
            ["@connection", "multi", "exec"].map(str::to_owned).into_iter().collect();
        for source in [
            include_str!("connection.rs"),
            include_str!("leases.rs"),
            include_str!("link_process.rs"),
            include_str!("outgoing.rs"),
            include_str!("reconcile.rs"),
        ] {
            for part in source.split("cmd(\"").skip(1) {
                commands.extend(part.split('"').next().map(str::to_lowercase));
            }
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/guides/fleet.md");
        let page = fs::read_to_string(path).expect("a page of the book");
        let user = page.lines().find_map(|line| line.strip_prefix("user fleet on "));
        let rights = user.expect("a user").split(' ');
        let granted = rights.filter_map(|right| right.strip_prefix('+')).map(str::to_owned);
        assert_eq!(granted.collect::<BTreeSet<_>>(), commands);
    }

    #[test]
    fn the_page_states_how_often_hunts_exchange_findings() {
        crate::book::assert_said("guides/fleet.md", "exchange findings about once per second");
        assert_eq!(super::TICK.as_secs(), 1);
    }
}
