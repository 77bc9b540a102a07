//! Leases: the right to reduce a failure, for a short time that is extended again and again.
//!
//! A hub that dies loses its leases within seconds, and another one takes over. A lease whose failure is reduced is kept
//! for a while under another name, so that nobody starts again before the news has arrived everywhere.

use super::{connection::text, schema::Keys};
use redis::{Pipeline, Value};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// How long a lease lasts.
const LEASE: Duration = Duration::from_secs(15);
/// The age at which a lease is extended.
const RENEWAL: Duration = Duration::from_secs(4);
/// The age at which a lease may be lost, by the clock of this machine.
const DOUBT: Duration = Duration::from_secs(12);
/// How long a failure that is reduced stays leased: longer than news take.
const DONE_TIME: Duration = Duration::from_secs(30);
/// The holder of a lease for a failure that is reduced.
const DONE: &str = "done";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Asked,
    Held(Instant),
    Released { is_done: bool, was_held: bool },
}

/// The leases of this hub, by the number of a property and the name of a failure.
#[derive(Default)]
pub(super) struct Leases(BTreeMap<(usize, String), State>);

/// What a reply of the server is about.
pub(super) struct LeaseReply {
    property: usize,
    fault: String,
}

impl Leases {
    pub(super) fn ask(&mut self, property: usize, fault: String) {
        self.0.insert((property, fault), State::Asked);
    }

    pub(super) fn release(&mut self, property: usize, fault: String, is_done: bool) {
        let key = (property, fault);
        let was_held = matches!(self.0.get(&key), Some(State::Held(_)));
        // A failure that was reduced at once had no lease yet.
        if is_done || self.0.contains_key(&key) {
            self.0.insert(key, State::Released { is_done, was_held });
        }
    }

    /// Asks again for everything: the server may have lost it.
    pub(super) fn ask_again(&mut self) {
        for state in self.0.values_mut() {
            if let State::Held(_) = state {
                *state = State::Asked;
            }
        }
    }

    /// Releases all leases, at the end of the hunt.
    pub(super) fn release_all(&mut self) {
        for state in self.0.values_mut() {
            if let State::Held(_) = state {
                *state = State::Released { is_done: false, was_held: true };
            }
        }
    }

    /// Adds commands to a transaction. Each returned reply belongs to the command before the given number.
    pub(super) fn commands(
        &mut self,
        keys: &Keys,
        names: &dyn Fn(usize) -> String,
        hub: &str,
        commands: &mut Pipeline,
    ) -> Vec<(usize, LeaseReply)> {
        let mut expected = Vec::new();
        for ((property, fault), state) in &mut self.0 {
            let key = keys.lease(&names(*property), fault);
            let milliseconds = |time: Duration| time.as_millis() as u64;
            match state {
                State::Held(since) if since.elapsed() < RENEWAL => continue,
                State::Held(since) if since.elapsed() < DOUBT => {
                    commands.cmd("PEXPIRE").arg(&key).arg(milliseconds(LEASE));
                }
                State::Asked | State::Held(_) => {
                    let lease = milliseconds(LEASE);
                    commands.cmd("SET").arg(&key).arg(hub).arg("NX").arg("PX").arg(lease);
                }
                State::Released { is_done: true, .. } => {
                    let time = milliseconds(DONE_TIME);
                    commands.cmd("SET").arg(&key).arg(DONE).arg("PX").arg(time);
                    continue;
                }
                State::Released { was_held: true, .. } => {
                    commands.cmd("DEL").arg(&key);
                    continue;
                }
                State::Released { .. } => continue,
            }
            commands.cmd("GET").arg(&key);
            let reply = LeaseReply { property: *property, fault: fault.clone() };
            expected.push((commands.len() - 1, reply));
        }
        expected
    }

    /// Reads a reply: whether this hub has the lease. `None` if nothing has changed.
    pub(super) fn read(
        &mut self,
        reply: LeaseReply,
        holder: &Value,
        hub: &str,
    ) -> Option<(usize, String, bool)> {
        let LeaseReply { property, fault } = reply;
        let key = (property, fault.clone());
        let was_held = matches!(self.0.get(&key)?, State::Held(_));
        let is_held = text(holder) == Some(hub);
        if is_held {
            self.0.insert(key, State::Held(Instant::now()));
        } else {
            self.0.remove(&key);
        }
        // A lease that was extended is not new.
        (!(was_held && is_held)).then_some((property, fault, is_held))
    }

    /// Forgets the released leases, once the server has confirmed it.
    pub(super) fn confirm(&mut self) {
        self.0.retain(|_, state| !matches!(state, State::Released { .. }));
    }
}

#[cfg(test)]
mod tests {
    use super::{Instant, Keys, LEASE, Leases, RENEWAL, State};
    use redis::{Pipeline, Value};

    /// The commands of one transaction, and what becomes of the lease if this is the holder.
    fn step(leases: &mut Leases, holder: &str) -> (String, Vec<(usize, String, bool)>) {
        let mut commands = Pipeline::new();
        let names = |_| "p".to_owned();
        let expected = leases.commands(&Keys::of("x"), &names, "me", &mut commands);
        let mut words = Vec::new();
        for command in commands.cmd_iter() {
            for argument in command.args_iter() {
                if let redis::Arg::Simple(bytes) = argument {
                    words.push(String::from_utf8_lossy(bytes).into_owned());
                }
            }
        }
        leases.confirm();
        let mut news = Vec::new();
        for (_, reply) in expected {
            news.extend(leases.read(reply, &Value::BulkString(holder.into()), "me"));
        }
        (words.join(" "), news)
    }

    #[test]
    fn the_page_states_how_long_a_lease_lasts() {
        let sentence = format!("the lease expires within {} seconds", LEASE.as_secs());
        crate::book::assert_said("guides/fleet.md", &sentence);
    }

    #[test]
    fn a_lease_is_granted_kept_and_given_back() {
        let mut leases = Leases::default();
        leases.ask(1, "f".to_owned());
        let (commands, news) = step(&mut leases, "me");
        assert_eq!(commands, "SET d:x:lease:p:f me NX PX 15000 GET d:x:lease:p:f");
        assert_eq!(news, [(1, "f".to_owned(), true)]);
        assert_eq!(step(&mut leases, "me"), (String::new(), Vec::new()), "it is fresh");
        let earlier = Instant::now().checked_sub(RENEWAL).expect("a clock with a past");
        leases.0.insert((1, "f".to_owned()), State::Held(earlier));
        let extended = "PEXPIRE d:x:lease:p:f 15000 GET d:x:lease:p:f".to_owned();
        assert_eq!(step(&mut leases, "me"), (extended, Vec::new()), "it is extended");
        leases.ask_again();
        assert!(step(&mut leases, "me").0.starts_with("SET d:x:lease:p:f me NX"));
        leases.release(1, "f".to_owned(), false);
        assert_eq!(step(&mut leases, "").0, "DEL d:x:lease:p:f");
        assert_eq!(step(&mut leases, "").0, "");
    }

    #[test]
    fn a_lease_of_another_hub_is_refused_and_not_deleted() {
        let mut leases = Leases::default();
        leases.ask(1, "f".to_owned());
        assert_eq!(step(&mut leases, "another").1, [(1, "f".to_owned(), false)]);
        leases.release(1, "f".to_owned(), false);
        assert_eq!(step(&mut leases, "another").0, "");
        leases.ask(1, "f".to_owned());
        leases.release(1, "f".to_owned(), false);
        assert_eq!(step(&mut leases, "another").0, "", "it was never granted");
        leases.ask(1, "f".to_owned());
        assert_eq!(step(&mut leases, "me").1, [(1, "f".to_owned(), true)], "it has expired");
    }

    #[test]
    fn a_reduced_failure_stays_leased_for_a_while() {
        let mut leases = Leases::default();
        leases.release(1, "f".to_owned(), true);
        assert_eq!(step(&mut leases, "").0, "SET d:x:lease:p:f done PX 30000");
        assert_eq!(step(&mut leases, "").0, "");
    }
}
