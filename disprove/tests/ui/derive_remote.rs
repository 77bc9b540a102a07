use disprove::{prelude::*, remote};

mod other {
    pub struct Point {
        pub x: u8,
        pub y: u8,
    }

    pub enum Kind {
        File,
        Folder,
    }
}

#[derive(Arbitrary)]
#[disprove(remote = other::Point)]
struct MissingField {
    x: u8,
}

#[derive(Arbitrary)]
#[disprove(remote = other::Point)]
struct OtherType {
    x: u16,
    y: u8,
}

#[derive(Arbitrary)]
#[disprove(remote = other::Kind)]
enum MissingVariant {
    File,
}

#[derive(Arbitrary)]
#[disprove(remote = other::Kind)]
enum FurtherVariant {
    File,
    Folder,
    Link,
}

#[derive(Arbitrary)]
struct NoMirror;

fn main() {
    let _ = remote::<NoMirror>();
}
