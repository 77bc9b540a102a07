//! Async properties on tokio.

use disprove::prelude::*;
use std::{
    cell::Cell,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    runtime::{Builder, Runtime},
    sync::{mpsc, oneshot},
    task, time,
};

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

/// A counter that a task of its own holds: it must live as long as the case.
struct Counter {
    requests: mpsc::UnboundedSender<(u32, oneshot::Sender<u32>)>,
    model: u32,
}

#[property(runtime = "tokio", cases = 50)]
impl Counter {
    #[initial]
    async fn new() -> Self {
        let (requests, mut receive) = mpsc::unbounded_channel::<(u32, oneshot::Sender<u32>)>();
        task::spawn(async move {
            let mut count = 0;
            while let Some((n, reply)) = receive.recv().await {
                count += n;
                reply.send(count).expect("the caller waits");
            }
        });
        task::yield_now().await;
        // It panics if the clock is paused, as it would be after an earlier case on this runtime.
        time::pause();
        Counter { requests, model: 0 }
    }

    #[rule]
    async fn add(&mut self, #[draw(0..100)] n: u32) {
        assume!(n != 50);
        let (reply, received) = oneshot::channel();
        self.requests.send((n, reply)).expect("the task lives");
        self.model += n;
        assert_eq!(received.await, Ok(self.model));
    }

    #[rule]
    fn spawn(&mut self) {
        task::spawn(async {});
    }

    #[invariant]
    async fn the_task_lives(&self) {
        task::yield_now().await;
        assert!(!self.requests.is_closed());
    }
}

/// A cache whose entries are valid for a minute. Its `get` forgets to look at the clock after a `touch`.
#[derive(Default)]
struct Expiring {
    written: Option<time::Instant>,
    touched: bool,
}

#[property(runtime = "tokio-paused", cases = 500, seed = 3)]
#[should_panic(
    expected = "machine.put();\n    machine.touch();\n    machine.wait(60);\n    machine.get();"
)]
impl Expiring {
    #[rule]
    fn put(&mut self) {
        (self.written, self.touched) = (Some(time::Instant::now()), false);
    }

    #[rule]
    fn touch(&mut self) {
        self.touched = self.written.is_some();
    }

    #[rule]
    async fn wait(&mut self, #[draw(0..3_600)] seconds: u64) {
        time::sleep(Duration::from_secs(seconds)).await;
    }

    #[rule]
    async fn get(&mut self) {
        let valid = |written: time::Instant| written.elapsed() < Duration::from_secs(60);
        let found = self.written.filter(|written| self.touched || valid(*written));
        task::yield_now().await;
        assert!(found.is_none_or(valid), "an entry is too old");
    }
}

#[property(runtime = "tokio-paused", cases = 50)]
async fn a_paused_clock_jumps_over_sleep(#[draw(0..1_000_000)] seconds: u64) {
    let start = time::Instant::now();
    time::sleep(Duration::from_secs(seconds)).await;
    assert!((seconds..=seconds + 1).contains(&start.elapsed().as_secs()));
}

#[property(cases = 5)]
#[should_panic(expected = "there is no reactor running")]
async fn without_a_runtime_sleep_panics(milliseconds: u8) {
    time::sleep(Duration::from_millis(milliseconds.into())).await;
}

#[property(runtime = "tokio", cases = 5)]
async fn the_runtime_has_timers_and_sockets(_n: u8) {
    time::sleep(Duration::ZERO).await;
    tokio::net::UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
}

/// `pause` panics if the clock is paused.
#[property(runtime = "tokio", cases = 5)]
async fn the_clock_of_tokio_runs(_n: u8) {
    tokio::task::yield_now().await;
    time::pause();
}

/// Both branches are ready. With `biased`, the first one is polled first.
#[property(runtime = "tokio", cases = 5)]
async fn select_chooses_at_random_unless_it_is_biased(_n: u8) {
    let (mut random, mut biased) = ([0; 2], [0; 2]);
    for _ in 0..100 {
        tokio::select! {
            () = std::future::ready(()) => random[0] += 1,
            () = std::future::ready(()) => random[1] += 1,
        }
        tokio::select! {
            biased;
            () = std::future::ready(()) => biased[0] += 1,
            () = std::future::ready(()) => biased[1] += 1,
        }
    }
    assert!(random[0] > 0 && random[1] > 0, "{random:?}");
    assert_eq!(biased, [100, 0]);
}

#[property(runtime = "tokio-paused", cases = 5)]
#[should_panic(expected = "time is already frozen")]
async fn the_paused_clock_does_not_run(_n: u8) {
    tokio::task::yield_now().await;
    time::pause();
}

thread_local! {
    /// The tasks on this thread that have not ended.
    static TASKS: Cell<u32> = const { Cell::new(0) };
}

struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        TASKS.set(TASKS.get() - 1);
    }
}

#[property(runtime = "tokio", cases = 20)]
async fn tasks_run_on_the_thread_of_their_case_and_end_with_it(n: u8) {
    assert_eq!(TASKS.get(), 0, "a task of an earlier case lives");
    task::spawn(async move {
        TASKS.set(TASKS.get() + 1);
        let _running = Running;
        std::future::pending::<u8>().await.wrapping_add(n)
    });
    task::yield_now().await;
    assert_eq!(TASKS.get(), 1, "the task runs while the property waits");
}

/// A task that answers each request with the next number: like a pool, it needs the runtime that spawned it.
fn counting() -> mpsc::UnboundedSender<oneshot::Sender<u32>> {
    let (requests, mut receive) = mpsc::unbounded_channel::<oneshot::Sender<u32>>();
    task::spawn(async move {
        let mut count = 0;
        while let Some(reply) = receive.recv().await {
            count += 1;
            let _ = reply.send(count);
        }
    });
    requests
}

static POOL: LazyLock<mpsc::UnboundedSender<oneshot::Sender<u32>>> = LazyLock::new(counting);

#[property(runtime = "tokio", cases = 5)]
async fn a_task_behind_a_static_ends_with_the_first_case(_n: u64) {
    static FIRST: AtomicBool = AtomicBool::new(true);
    let (reply, received) = oneshot::channel();
    let answer = match POOL.send(reply) {
        Ok(()) => received.await.ok(),
        Err(_) => None,
    };
    assert_eq!(answer, FIRST.swap(false, Relaxed).then_some(1));
}

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().build().expect("a runtime"));

static KEPT: LazyLock<mpsc::UnboundedSender<oneshot::Sender<u32>>> = LazyLock::new(counting);

#[property(cases = 5)]
fn a_static_runtime_keeps_its_tasks_between_cases(_n: u64) {
    static CASES: AtomicU32 = AtomicU32::new(0);
    let (reply, received) = oneshot::channel();
    let answer = RUNTIME.block_on(async {
        KEPT.send(reply).expect("the task lives");
        received.await
    });
    assert_eq!(answer, Ok(CASES.fetch_add(1, Relaxed) + 1));
}

/// An answer over a real socket, from another thread, after a real while.
async fn answered_later() -> u8 {
    let socket = tokio::net::UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let address = socket.local_addr().expect("an address");
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        let other = std::net::UdpSocket::bind("127.0.0.1:0").expect("a socket");
        other.send_to(&[7], address).expect("it is sent");
    });
    let mut answer = [0];
    socket.recv_from(&mut answer).await.expect("it is received");
    answer[0]
}

#[property(runtime = "tokio-paused", cases = 2)]
async fn sockets_work_with_a_paused_clock(_n: u8) {
    assert_eq!(answered_later().await, 7);
}

#[property(runtime = "tokio-paused", cases = 2)]
async fn a_timeout_around_a_socket_ends_at_once_with_a_paused_clock(_n: u8) {
    let began = std::time::Instant::now();
    assert!(time::timeout(Duration::from_secs(3_600), answered_later()).await.is_err());
    assert!(began.elapsed() < Duration::from_secs(60), "no real time");
}

#[property(runtime = "tokio", cases = 2)]
async fn a_timeout_around_a_socket_waits_for_the_answer_with_a_running_clock(_n: u8) {
    assert_eq!(time::timeout(Duration::from_secs(3_600), answered_later()).await, Ok(7));
}

#[property(runtime = "tokio-paused", cases = 2)]
async fn the_paused_clock_waits_for_blocking_tasks(_n: u8) {
    let blocking = task::spawn_blocking(|| {
        std::thread::sleep(Duration::from_millis(50));
        7
    });
    let done = time::timeout(Duration::from_secs(3_600), blocking).await;
    assert_eq!(done.expect("in time").expect("no panic"), 7);
}

#[property(runtime = "tokio", cases = 2)]
async fn the_runtime_has_one_thread(_n: u8) {
    let flavor = tokio::runtime::Handle::current().runtime_flavor();
    assert_eq!(flavor, tokio::runtime::RuntimeFlavor::CurrentThread);
    let this = std::thread::current().id();
    let other = task::spawn(async { std::thread::current().id() }).await;
    assert_eq!(other.expect("no panic"), this);
    let blocking = task::spawn_blocking(|| std::thread::current().id()).await;
    assert_ne!(blocking.expect("no panic"), this);
}

#[property(cases = 2)]
#[should_panic(expected = "there is no reactor running")]
async fn without_a_runtime_a_socket_panics(_n: u8) {
    let _ = tokio::net::UdpSocket::bind("127.0.0.1:0").await;
}

#[property(runtime = "tokio-paused", cases = 5)]
async fn timeouts_and_intervals_take_virtual_time(_n: u8) {
    let hour = Duration::from_secs(3_600);
    let (start, began) = (time::Instant::now(), std::time::Instant::now());
    assert!(time::timeout(hour, std::future::pending::<()>()).await.is_err());
    let mut interval = time::interval(hour);
    for _ in 0..3 {
        interval.tick().await;
    }
    assert_eq!(start.elapsed().as_secs() / 3_600, 3);
    assert!(began.elapsed() < hour, "no real time");
}

#[property(runtime = "tokio-paused", cases = 2)]
async fn real_clocks_ignore_the_paused_clock(_n: u8) {
    let (start, began) = (time::Instant::now(), std::time::Instant::now());
    std::thread::sleep(Duration::from_millis(20));
    assert!(start.elapsed().is_zero() && began.elapsed() >= Duration::from_millis(20));
    time::sleep(Duration::from_secs(3_600)).await;
    assert!(began.elapsed() < Duration::from_secs(3_600), "no real time");
}

#[property(runtime = "tokio-paused", cases = 20)]
async fn channels_and_tasks_work_with_a_paused_clock(numbers: Vec<u8>) {
    let sum = std::sync::Arc::new(tokio::sync::Mutex::new(0_u64));
    let (send, mut receive) = mpsc::unbounded_channel();
    let copy = (numbers.clone(), sum.clone());
    let task = task::spawn(async move {
        for number in copy.0 {
            *copy.1.lock().await += u64::from(number);
            send.send(number).expect("it is received");
        }
    });
    for number in &numbers {
        assert_eq!(receive.recv().await, Some(*number));
    }
    task.await.expect("no panic");
    assert_eq!(*sum.lock().await, numbers.iter().map(|n| u64::from(*n)).sum::<u64>());
}

/// The order in which the tasks of each case ended.
static ORDERS: Mutex<Vec<Vec<usize>>> = Mutex::new(Vec::new());

/// Tasks that wait for each other.
#[property(runtime = "tokio", cases = 50, seed = 1, test = false)]
async fn tasks_take_turns(#[draw(vec(0..8u8).len(..20))] turns: Vec<u8>) {
    let ended = Arc::new(tokio::sync::Mutex::new(Vec::new()));
    let tasks = turns.into_iter().enumerate().map(|(number, turns)| {
        let ended = ended.clone();
        task::spawn(async move {
            for _ in 0..turns {
                let _held = ended.lock().await;
                task::yield_now().await;
            }
            ended.lock().await.push(number);
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("no panic");
    }
    let order = ended.lock().await.clone();
    ORDERS.lock().expect("no panic").push(order);
}

#[test]
fn the_same_input_runs_its_tasks_in_the_same_order() {
    let orders = || {
        tasks_take_turns();
        std::mem::take(&mut *ORDERS.lock().expect("no panic"))
    };
    let first = orders();
    assert!(first.len() == 50 && first.iter().any(|order| !order.is_sorted()), "{first:?}");
    assert_eq!(orders(), first);
}

#[property(runtime = "tokio-paused", cases = 50)]
async fn drawn_delays_order_tasks(#[draw(vec(0..100u64).len(..8))] delays: Vec<u64>) {
    let (send, mut receive) = mpsc::unbounded_channel();
    for delay in &delays {
        let (send, delay) = (send.clone(), *delay);
        task::spawn(async move {
            time::sleep(Duration::from_millis(delay)).await;
            send.send(delay).expect("it is received");
        });
    }
    let mut sorted = delays;
    sorted.sort_unstable();
    for delay in sorted {
        assert_eq!(receive.recv().await, Some(delay));
    }
}

#[test]
#[should_panic(expected = "requires the `current_thread` Tokio runtime")]
fn the_clock_of_several_threads_cannot_be_paused() {
    let runtime = Builder::new_multi_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async { time::pause() });
}

static THREADS: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).build().expect("a runtime"));

#[property(cases = 5)]
fn a_static_runtime_may_have_several_threads(_n: u64) {
    let this = std::thread::current().id();
    let other = THREADS.block_on(async {
        task::spawn(async { std::thread::current().id() }).await.expect("no panic")
    });
    assert_ne!(this, other);
}
