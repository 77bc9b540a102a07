//! The decoders of the protocol as functions of bytes, and valid data for them.

use super::{
    journal,
    protocol::{FailureReply, Job, Reply, Task},
};
use std::path::Path;

/// Whether bytes are a job.
pub(crate) fn decodes_job(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| Job::decode(Path::new(""), text).is_ok())
}

/// A job with an input.
pub(crate) fn encoded_job(number: u64, input: &str) -> String {
    let mut job = Job::new(Path::new(""), Task::Replay, "a::property");
    job.inputs.push(input.to_owned());
    job.faults.push((format!("a fault\t{number}"), "src/lib.rs:1:2".to_owned()));
    (job.seed, job.crashed_at, job.known) = (Some(number), number + 2, number % 2 == 0);
    job.encode()
}

/// Whether bytes are the line of a reply.
pub(crate) fn decodes_reply(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_ok_and(|line| Reply::decode(line.trim_end_matches('\n')).is_some())
}

/// The line of a reply with an input.
pub(crate) fn encoded_reply(number: u64, input: &str) -> String {
    let (token, message, location) = (input.to_owned(), "a\nb".to_owned(), String::new());
    let reply = match number % 4 {
        0 => Reply::Seed(number),
        1 => Reply::Failed { message, location },
        2 => Reply::Covered { all: 9, sites: vec![1, number as u32] },
        _ => Reply::Failure(FailureReply {
            number: number as _,
            token,
            message,
            location,
            flaky: true,
            saved: false,
            found_by: "mutate".to_owned(),
        }),
    };
    reply.encode()
}

/// Whether bytes are a journal with an input.
pub(crate) fn decodes_journal(bytes: &[u8]) -> bool {
    journal::decode(bytes).input.is_some()
}

/// A journal with the choices of a case.
pub(crate) fn encoded_journal(case: u64, choices: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in [journal::RECORDED_FLAGS, case, 0, 100] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    let part = (choices.len() as u64) << 32 | u64::from(case as u32);
    bytes.extend_from_slice(&part.to_le_bytes());
    bytes.extend_from_slice(choices);
    bytes
}
