//! The code that fails at the top of each ladder.
//!
//! The conditions are nested so that each is a separate branch, in the source and in the compiled code. It is a macro
//! because the same code is compiled several times: with full `#[trace]`, without operands, and for other tools, which
//! add their own instrumentation.

/// The functions, with these attributes.
macro_rules! rungs {
    ($(#[$how:meta])*) => {
        /// Fails on what starts with "bug".
        $(#[$how])*
        pub fn bug(bytes: &[u8]) {
            if bytes.len() >= 3 {
                if bytes[0] == b'b' {
                    if bytes[1] == b'u' {
                        if bytes[2] == b'g' {
                            panic!("bug!");
                        }
                    }
                }
            }
        }

        /// Fails on what starts with "abcdef".
        $(#[$how])*
        pub fn abcdef(bytes: &[u8]) {
            if bytes.len() >= 6 {
                if bytes[0] == b'a' {
                    if bytes[1] == b'b' {
                        if bytes[2] == b'c' {
                            if bytes[3] == b'd' {
                                if bytes[4] == b'e' {
                                    if bytes[5] == b'f' {
                                        panic!("deep bug");
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        /// The same as one comparison.
        $(#[$how])*
        pub fn abcdef_at_once(bytes: &[u8]) {
            if bytes.starts_with(b"abcdef") {
                panic!("deep bug");
            }
        }

        /// Fails on one of all numbers.
        $(#[$how])*
        pub fn magic(number: u32) {
            if number == 0xDEAD_BEEF {
                panic!("magic");
            }
        }

        /// Fails on what starts with "FUZZ".
        $(#[$how])*
        pub fn fuzz(bytes: &[u8]) {
            if bytes.len() >= 4 {
                if bytes[0] == b'F' {
                    if bytes[1] == b'U' {
                        if bytes[2] == b'Z' {
                            if bytes[3] == b'Z' {
                                panic!("fuzzed");
                            }
                        }
                    }
                }
            }
        }
    };
}

pub(crate) use rungs;
