//! The end of what a process prints, read through a pipe: however much it prints, nothing is written to a disk.

use std::{
    io::{self, ErrorKind, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

/// Bytes of the end of the output that are kept.
const MAX_TAIL: usize = 64 << 10;

/// Bytes that one read takes at most: the capacity of a pipe on most systems.
const CHUNK: usize = 64 << 10;

/// The end of the output of a process.
#[derive(Debug)]
pub struct OutputTail {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when the output has ended.
    end: Receiver<()>,
}

impl OutputTail {
    /// Reads an output to its end, on another thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn read(mut output: impl Read + Send + 'static) -> io::Result<OutputTail> {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (ended, end) = mpsc::channel();
        let tail = Arc::clone(&bytes);
        let read = move || {
            let _ended = ended;
            let mut chunk = vec![0; CHUNK];
            loop {
                match output.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(length) => {
                        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                        tail.extend_from_slice(&chunk[..length]);
                        let excess = tail.len().saturating_sub(MAX_TAIL);
                        tail.drain(..excess);
                    }
                    Err(why) if why.kind() == ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        };
        thread::Builder::new().spawn(read)?;
        Ok(OutputTail { bytes, end })
    }

    /// Whether the output ends within this time. It does with the last process that has inherited it.
    pub fn ends_within(&self, time: Duration) -> bool {
        self.end.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Disconnected)
    }

    /// The end of what was read so far.
    pub fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
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
