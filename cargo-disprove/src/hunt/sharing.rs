//! The shared part of a hunt: its link, its leases, and failures that other machines have found or reduce.

use super::{Arguments, UnreducedFailure};
use crate::{
    error::{CommandError, usage},
    project::{Property, needed_database, workspace},
    share::{Config, Link, Order, Repository, default_project},
};
use disprove::__private::entry_name;
use std::{
    collections::{BTreeMap, VecDeque},
    fs, process,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Time between two attempts to take over a failure that another machine reduces.
const TAKE_OVER_INTERVAL: Duration = Duration::from_secs(3);
/// Time without a connection after which this machine reduces what others were reducing.
pub(super) const ALONE_AFTER: Duration = Duration::from_secs(15);

/// What a hunt shares with others.
pub(super) struct Sharing {
    pub(super) link: Link,
    /// The server, without a password.
    pub(super) url: String,
    /// Whether there is a connection, and since when. `None` before the first attempt.
    pub(super) connection: Option<(bool, Instant)>,
    /// Hunts that share, this one included.
    pub(super) hubs: usize,
    /// The names of some of them and the seconds since each was last seen, if a dashboard shows them.
    pub(super) machines: Vec<(String, u64)>,
    pub(super) leases: BTreeMap<(usize, String), Lease>,
    /// Failures of other machines to try here, with the numbers of their properties.
    pub(super) foreign: VecDeque<(usize, ForeignFailure)>,
    /// Failures that other machines reduce.
    pub(super) elsewhere: Vec<Elsewhere>,
    /// Entries of the server that were left out.
    pub(super) left_out: u64,
    /// The tests were built again, so they may not be those of the commit.
    pub(super) is_rebuilt: bool,
    /// So that hunts which start together begin with different properties.
    pub(super) offset: usize,
}

/// The right to reduce a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lease {
    Asked,
    /// By the worker with this number, once it has started.
    Held(Option<u64>),
    /// Another machine has it.
    Refused,
}

/// Whether to ask for the lease of a failure that another machine reduces, this long after the last time: it may have expired.
pub(super) fn may_take_over(lease: Option<Lease>, waited: Duration) -> bool {
    waited >= TAKE_OVER_INTERVAL && matches!(lease, None | Some(Lease::Refused))
}

/// A failure of another machine.
#[derive(Clone, Debug)]
pub(super) struct ForeignFailure {
    pub(super) token: String,
    pub(super) is_reduced: bool,
    pub(super) is_death: bool,
}

/// A failure that another machine reduces.
pub(super) struct Elsewhere {
    pub(super) number: usize,
    pub(super) failure: UnreducedFailure,
    /// When it was last asked for.
    pub(super) asked: Instant,
}

impl Sharing {
    /// Starts to share, if a server is given.
    pub(super) fn start(
        arguments: &Arguments,
        properties: &[Property],
    ) -> Result<Option<Sharing>, CommandError> {
        let Some(first) = properties.first() else { return Ok(None) };
        let workspace = workspace(first).to_owned();
        let Some(server) = arguments.sharing.server(&workspace)? else { return Ok(None) };
        if !cfg!(feature = "share") {
            return Err(usage(
                "this build of cargo-disprove cannot share hunts: install it with the feature `share`",
            ));
        }
        if arguments.minimize {
            return Ok(None);
        }
        needed_database(&workspace, &first.binary.folder)?;
        let repository = Repository::of(&workspace);
        let commit = repository.clean_head().map(str::to_owned);
        let hub = hub_name(commit.as_deref());
        let project = arguments.sharing.share_project.clone();
        let config = Config {
            url: server.url.clone(),
            password: server.password,
            project: project.unwrap_or_else(|| default_project(&workspace)),
            hub: hub.clone(),
            workspace,
            package: first.binary.folder.clone(),
            properties: properties.iter().map(|property| property.key.clone()).collect(),
            commit,
            wants_machines: arguments.serve.is_some(),
        };
        let link = Link::start(config)
            .map_err(|why| usage(format!("cannot start the process that shares: {why}")))?;
        Ok(Some(Sharing {
            link,
            url: server.url,
            connection: None,
            hubs: 1,
            machines: Vec::new(),
            leases: BTreeMap::new(),
            foreign: VecDeque::new(),
            elsewhere: Vec::new(),
            left_out: 0,
            is_rebuilt: false,
            offset: usize::from_str_radix(&entry_name(&hub)[..8], 16).unwrap_or(0),
        }))
    }

    pub(super) fn is_connected(&self) -> bool {
        self.connection.is_some_and(|(is_up, _)| is_up)
    }

    /// Asks for the right to reduce a failure.
    pub(super) fn ask(&mut self, property: usize, fault: String) {
        self.link.send(&Order::Lease { property, fault: fault.clone() });
        self.leases.insert((property, fault), Lease::Asked);
    }

    /// The number of failures of a property that other machines reduce, or have found and that were not tried here yet.
    pub(super) fn failures_of(&self, number: usize) -> usize {
        let untried = self.foreign.iter().filter(|(property, _)| *property == number).count();
        untried + self.elsewhere_of(number).count()
    }

    /// The failures of a property that other machines reduce.
    pub(super) fn elsewhere_of(&self, number: usize) -> impl Iterator<Item = &UnreducedFailure> {
        let own = self.elsewhere.iter().filter(move |elsewhere| elsewhere.number == number);
        own.map(|elsewhere| &elsewhere.failure)
    }
}

/// A name for this hunt that no other has: the machine, the process, a random part, and the commit.
fn hub_name(commit: Option<&str>) -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '.';
    let host: String = host.trim().chars().filter(is_plain).take(40).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let random = entry_name(&format!("{host} {} {now}", process::id()));
    let build = commit.map_or("changed", |commit| &commit[..commit.len().min(10)]);
    format!("{host}:{}:{}:{build}", process::id(), &random[..8])
}

#[cfg(test)]
mod tests {
    use super::{Lease, TAKE_OVER_INTERVAL, fs, hub_name, may_take_over, process};

    #[test]
    fn a_refused_lease_is_asked_for_again() {
        for lease in [None, Some(Lease::Refused)] {
            assert!(may_take_over(lease, TAKE_OVER_INTERVAL));
            assert!(!may_take_over(lease, TAKE_OVER_INTERVAL / 2));
        }
        for lease in [Lease::Asked, Lease::Held(None), Lease::Held(Some(1))] {
            assert!(!may_take_over(Some(lease), TAKE_OVER_INTERVAL));
        }
    }

    #[test]
    fn the_name_of_a_hunt_contains_its_machine_process_and_commit() {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host = host.trim().replace('_', "");
        for (commit, expected) in [(Some("0123456789abcdef"), "0123456789"), (None, "changed")] {
            let name = hub_name(commit);
            let [machine, id, _, build] = name.split(':').collect::<Vec<_>>()[..] else {
                panic!("{name}")
            };
            assert!(host.starts_with(machine) && machine.is_empty() == host.is_empty(), "{name}");
            assert_eq!((id, build), (&*process::id().to_string(), expected));
        }
    }
}
