//! The connection to the server, with a limit for every wait.

use crate::share::config::Config;
use redis::{Client, IntoConnectionInfo, Pipeline, Value};
use std::time::Duration;

/// Time limit of connecting, including TLS.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Time limit of a reply, besides the time that a read is meant to wait.
const REPLY_TIME: Duration = Duration::from_secs(10);
/// Characters of an error that are shown: the server chooses its text.
const MOST_SHOWN: usize = 200;

/// A connection to the server.
pub(super) struct Connection(redis::Connection);

/// An item of the news.
pub(super) struct Item {
    pub(super) id: String,
    fields: Vec<(String, Vec<u8>)>,
}

impl Item {
    /// A field as text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        str::from_utf8(self.bytes(name)?).ok()
    }

    pub(super) fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }
}

impl Connection {
    pub(super) fn open(config: &Config) -> Result<Connection, String> {
        let mut info = config.url.as_str().into_connection_info().map_err(explain)?;
        if let Some(password) = &config.password {
            let settings = info.redis_settings().clone().set_password(password);
            info = info.set_redis_settings(settings);
        }
        let client = Client::open(info).map_err(explain)?;
        let connection = client.get_connection_with_timeout(CONNECT_TIME).map_err(explain)?;
        connection.set_read_timeout(Some(REPLY_TIME)).map_err(explain)?;
        connection.set_write_timeout(Some(REPLY_TIME)).map_err(explain)?;
        Ok(Connection(connection))
    }

    /// Sends commands in one message, and returns a reply for each.
    pub(super) fn send(&mut self, commands: &Pipeline) -> Result<Vec<Value>, String> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let expected = commands.len();
        match commands.query(&mut self.0).map_err(explain)? {
            Value::Array(replies) if replies.len() == expected => Ok(replies),
            _ => Err("the server does not answer like Redis".to_owned()),
        }
    }

    /// Waits for news after an item.
    pub(super) fn news(
        &mut self,
        key: &str,
        after: &str,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Item>, String> {
        let mut command = redis::cmd("XREAD");
        command.arg("COUNT").arg(most);
        if wait > Duration::ZERO {
            command.arg("BLOCK").arg(wait.as_millis().max(1) as u64);
        }
        command.arg("STREAMS").arg(key).arg(after);
        let reply: Value = command.query(&mut self.0).map_err(explain)?;
        let mut items = Vec::new();
        // A list of streams, each a name and a list of items.
        for stream in list(&reply) {
            for item in list(list(stream).get(1).unwrap_or(&Value::Nil)) {
                items.extend(read_item(item));
            }
        }
        Ok(items)
    }
}

/// An item: its number, and a list of names and values.
fn read_item(value: &Value) -> Option<Item> {
    let [id, pairs] = list(value) else { return None };
    let mut fields = Vec::new();
    for pair in list(pairs).chunks_exact(2) {
        fields.push((text(&pair[0])?.to_owned(), bytes(&pair[1])?.to_owned()));
    }
    Some(Item { id: text(id)?.to_owned(), fields })
}

pub(super) fn list(value: &Value) -> &[Value] {
    if let Value::Array(values) = value { values } else { &[] }
}

pub(super) fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        Value::SimpleString(text) => Some(text.as_bytes()),
        _ => None,
    }
}

pub(super) fn text(value: &Value) -> Option<&str> {
    str::from_utf8(bytes(value)?).ok()
}

pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => text(value)?.parse().ok(),
    }
}

/// An error of the server or the network, in one line.
fn explain(why: redis::RedisError) -> String {
    let text: String = why.to_string().chars().take(MOST_SHOWN).collect();
    text.replace(['\n', '\r'], " ")
}
