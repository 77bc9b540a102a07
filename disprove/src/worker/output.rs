//! The end of what a process prints, read through a pipe: however much it prints, nothing is written to a disk.

use std::{
    io::{self, ErrorKind, Read},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// Bytes of the end of the output that are kept.
const MAX_TAIL: usize = 64 << 10;

/// Bytes that one read takes at most: the capacity of a pipe on most systems.
const CHUNK: usize = 64 << 10;

/// The end of the output of a process.
#[derive(Debug)]
pub struct OutputTail(Arc<Shared>);

/// What the thread that reads shares with the one that asks.
#[derive(Debug, Default)]
struct Shared {
    tail: Mutex<Tail>,
    /// Notified when the output has ended.
    end: Condvar,
}

#[derive(Debug, Default)]
struct Tail {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl OutputTail {
    /// Reads an output to its end, on another thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn read(mut output: impl Read + Send + 'static) -> io::Result<OutputTail> {
        let shared = Arc::new(Shared::default());
        let ours = Arc::clone(&shared);
        let read = move || {
            let mut chunk = vec![0; CHUNK];
            loop {
                let result = output.read(&mut chunk);
                let mut tail = shared.tail.lock().unwrap_or_else(PoisonError::into_inner);
                match result {
                    Ok(length @ 1..) => {
                        tail.bytes.extend_from_slice(&chunk[..length]);
                        let excess = tail.bytes.len().saturating_sub(MAX_TAIL);
                        tail.bytes.drain(..excess);
                    }
                    Err(why) if why.kind() == ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => {
                        tail.has_ended = true;
                        return shared.end.notify_all();
                    }
                }
            }
        };
        thread::Builder::new().spawn(read)?;
        Ok(OutputTail(ours))
    }

    /// Whether the output ends within this time. It does with the last process that has inherited it.
    pub fn ends_within(&self, time: Duration) -> bool {
        let tail = self.0.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.end.wait_timeout_while(tail, time, |tail| !tail.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }

    /// The end of what was read so far.
    pub fn text(&self) -> String {
        let tail = self.0.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail.bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_TAIL, OutputTail};
    use std::{
        io::{self, Read, Write},
        time::Duration,
    };

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn only_the_end_of_a_long_output_is_kept() {
        let output = io::repeat(b'x').take(10 << 20).chain(&b"the end"[..]);
        let tail = OutputTail::read(output).expect("a thread");
        assert!(tail.ends_within(LONG));
        let text = tail.text();
        assert_eq!(text.len(), MAX_TAIL);
        assert!(text.ends_with("xthe end"));
    }

    #[test]
    fn an_open_output_can_be_read_and_does_not_end() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        let tail = OutputTail::read(reader).expect("a thread");
        writer.write_all(b"hello").expect("written");
        assert!(!tail.ends_within(Duration::ZERO));
        drop(writer);
        assert!(tail.ends_within(LONG));
        assert_eq!(tail.text(), "hello");
    }
}
