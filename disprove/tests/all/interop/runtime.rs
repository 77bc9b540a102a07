//! Async properties on tokio.

use disprove::prelude::*;
use std::time::Duration;
use tokio::{sync::mpsc, task, time};

#[property(runtime = "tokio", cases = 50)]
async fn sent_messages_are_received(numbers: Vec<u8>) {
    let (send, mut receive) = mpsc::unbounded_channel();
    let copy = numbers.clone();
    task::spawn(async move { copy.into_iter().all(|number| send.send(number).is_ok()) });
    time::timeout(Duration::from_secs(60), async {
        for number in numbers {
            assert_eq!(receive.recv().await, Some(number));
        }
    })
    .await
    .expect("all messages arrive in time");
}

#[property(runtime = "tokio", cases = 50)]
#[should_panic(expected = "n: 7,")]
async fn a_failure_on_tokio_is_reduced(n: u32) {
    assert!(task::spawn(async move { n < 7 }).await.expect("the task does not panic"));
}
