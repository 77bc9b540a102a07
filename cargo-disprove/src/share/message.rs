//! Messages between a hunt and its link, the process that talks to the server. One line of JSON each.

use serde_json::{Value, json};

/// What a hunt tells its link. Properties are numbers, in the order of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Order {
    /// Asks for the right to reduce a failure.
    Lease { property: usize, fault: String },
    /// Gives that right back; `is_done` if the reduced failure is saved.
    Release { property: usize, fault: String, is_done: bool },
    /// Counts time and discoveries of a property. Time is counted when a turn starts, and corrected when it ends.
    Turn { property: usize, seconds: f64, discoveries: u64 },
    /// A saved failure is reduced.
    Reduced { property: usize, name: String },
    /// A failure of the server is another form of one that is reduced.
    Redundant { property: usize, name: String },
    /// A failure of the server passes here.
    Passed { property: usize, name: String },
    /// Sends what is left, and ends.
    End,
}

/// What a link tells its hunt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ShareEvent {
    /// The connection was made or lost, and why.
    Connection { is_up: bool, why: String },
    /// The number of hunts that share.
    Hubs(usize),
    /// The names of some of them, and the seconds since each was last seen.
    Machines(Vec<(String, u64)>),
    /// Whether this hunt may reduce a failure.
    Lease { property: usize, fault: String, is_granted: bool },
    /// A failure of another hunt. It is not saved here.
    Failure { property: usize, token: String, is_reduced: bool, is_death: bool },
    /// Time and discoveries of other hunts since the last such message.
    Turn { property: usize, seconds: f64, discoveries: u64 },
    /// Corpus entries of other hunts that are saved now.
    Corpus { property: usize, count: u64 },
    /// Entries that were left out, and the reason for the first.
    LeftOut { count: u64, first: String },
    /// Everything is sent.
    Done,
}

impl Order {
    pub(crate) fn to_line(&self) -> String {
        let value = match self {
            Order::Lease { property, fault } => json!(["lease", property, fault]),
            Order::Release { property, fault, is_done } => {
                json!(["release", property, fault, is_done])
            }
            Order::Turn { property, seconds, discoveries } => {
                json!(["turn", property, seconds, discoveries])
            }
            Order::Reduced { property, name } => json!(["reduced", property, name]),
            Order::Redundant { property, name } => json!(["redundant", property, name]),
            Order::Passed { property, name } => json!(["passed", property, name]),
            Order::End => json!(["end"]),
        };
        format!("{value}\n")
    }

    #[cfg(any(test, feature = "share"))]
    pub(crate) fn from_line(line: &str) -> Option<Order> {
        let value: Value = serde_json::from_str(line).ok()?;
        let (property, name) = (|| number(&value, 1), || text(&value, 2));
        Some(match value[0].as_str()? {
            "lease" => Order::Lease { property: property()?, fault: name()? },
            "release" => Order::Release {
                property: property()?,
                fault: name()?,
                is_done: value[3].as_bool()?,
            },
            "turn" => Order::Turn {
                property: property()?,
                seconds: value[2].as_f64()?,
                discoveries: value[3].as_u64()?,
            },
            "reduced" => Order::Reduced { property: property()?, name: name()? },
            "redundant" => Order::Redundant { property: property()?, name: name()? },
            "passed" => Order::Passed { property: property()?, name: name()? },
            "end" => Order::End,
            _ => return None,
        })
    }
}

impl ShareEvent {
    #[cfg(any(test, feature = "share"))]
    pub(crate) fn to_line(&self) -> String {
        let value = match self {
            ShareEvent::Connection { is_up, why } => json!(["connection", is_up, why]),
            ShareEvent::Hubs(count) => json!(["hubs", count]),
            ShareEvent::Machines(machines) => json!(["machines", machines]),
            ShareEvent::Lease { property, fault, is_granted } => {
                json!(["lease", property, fault, is_granted])
            }
            ShareEvent::Failure { property, token, is_reduced, is_death } => {
                json!(["failure", property, token, is_reduced, is_death])
            }
            ShareEvent::Turn { property, seconds, discoveries } => {
                json!(["turn", property, seconds, discoveries])
            }
            ShareEvent::Corpus { property, count } => json!(["corpus", property, count]),
            ShareEvent::LeftOut { count, first } => json!(["left_out", count, first]),
            ShareEvent::Done => json!(["done"]),
        };
        format!("{value}\n")
    }

    pub(crate) fn from_line(line: &str) -> Option<ShareEvent> {
        let value: Value = serde_json::from_str(line).ok()?;
        Some(match value[0].as_str()? {
            "connection" => {
                ShareEvent::Connection { is_up: value[1].as_bool()?, why: text(&value, 2)? }
            }
            "hubs" => ShareEvent::Hubs(number(&value, 1)?),
            "machines" => {
                let mut machines = Vec::new();
                for machine in value[1].as_array()? {
                    machines.push((text(machine, 0)?, machine[1].as_u64()?));
                }
                ShareEvent::Machines(machines)
            }
            "lease" => ShareEvent::Lease {
                property: number(&value, 1)?,
                fault: text(&value, 2)?,
                is_granted: value[3].as_bool()?,
            },
            "failure" => ShareEvent::Failure {
                property: number(&value, 1)?,
                token: text(&value, 2)?,
                is_reduced: value[3].as_bool()?,
                is_death: value[4].as_bool()?,
            },
            "turn" => ShareEvent::Turn {
                property: number(&value, 1)?,
                seconds: value[2].as_f64()?,
                discoveries: value[3].as_u64()?,
            },
            "corpus" => {
                ShareEvent::Corpus { property: number(&value, 1)?, count: value[2].as_u64()? }
            }
            "left_out" => {
                ShareEvent::LeftOut { count: value[1].as_u64()?, first: text(&value, 2)? }
            }
            "done" => ShareEvent::Done,
            _ => return None,
        })
    }
}

fn number(value: &Value, at: usize) -> Option<usize> {
    usize::try_from(value[at].as_u64()?).ok()
}

fn text(value: &Value, at: usize) -> Option<String> {
    value[at].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Order, ShareEvent};

    #[test]
    fn messages_survive_their_lines() {
        let name = || "a\nb \"c\"".to_owned();
        for order in [
            Order::Lease { property: 1, fault: name() },
            Order::Release { property: 2, fault: name(), is_done: true },
            Order::Turn { property: 3, seconds: -0.5, discoveries: 7 },
            Order::Reduced { property: 4, name: name() },
            Order::Redundant { property: 5, name: name() },
            Order::Passed { property: 6, name: name() },
            Order::End,
        ] {
            let line = order.to_line();
            assert_eq!(line.matches('\n').count(), 1, "{line}");
            assert_eq!(Order::from_line(&line), Some(order));
        }
        for news in [
            ShareEvent::Connection { is_up: false, why: name() },
            ShareEvent::Hubs(4),
            ShareEvent::Machines(vec![("a:1:2:3".to_owned(), 4), (String::new(), 0)]),
            ShareEvent::Lease { property: 1, fault: name(), is_granted: true },
            ShareEvent::Failure { property: 2, token: name(), is_reduced: false, is_death: true },
            ShareEvent::Turn { property: 3, seconds: 1.5, discoveries: 2 },
            ShareEvent::Corpus { property: 3, count: 9 },
            ShareEvent::LeftOut { count: 3, first: name() },
            ShareEvent::Done,
        ] {
            let line = news.to_line();
            assert_eq!(line.matches('\n').count(), 1, "{line}");
            assert_eq!(ShareEvent::from_line(&line), Some(news));
        }
        for bad in ["", "[]", "{}", "[\"lease\"]", "[\"turn\",-1,1,1]", "[\"what\"]"] {
            assert_eq!((Order::from_line(bad), ShareEvent::from_line(bad)), (None, None), "{bad}");
        }
    }
}
