//! Random, recorded, replayed and encoded values are equal.

use super::{encoded, random, recorded, replayed, simplest};
use crate::generator::Arbitrary;
use std::{
    any::type_name,
    borrow::Cow,
    cell::{Cell, OnceCell, RefCell},
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    ffi::{CStr, CString, OsStr, OsString},
    fmt::Debug,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    marker::PhantomData,
    mem::ManuallyDrop,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::{NonZero, Saturating, Wrapping},
    ops::{
        Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
    },
    path::{Path, PathBuf},
    pin::Pin,
    rc::Rc,
    sync::{Arc, Mutex, OnceLock, RwLock, atomic},
    task::Poll,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

fn debug<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

fn holds<T: Arbitrary + Debug>(natural: &T) {
    holds_by(natural, debug, true);
}

/// `show` prints equal values equally.
fn holds_by<T: Arbitrary>(natural: &T, show: impl Fn(&T) -> String, encodes: bool) {
    let name = type_name::<T>();
    assert_eq!(show(&simplest()), show(natural), "the simplest {name}");
    assert_eq!(encoded(natural).is_some(), encodes, "{name} is encoded");
    for case in 0..200 {
        let value: T = random(case);
        let expected = show(&value);
        let (again, tree) = recorded::<T>(case);
        assert_eq!(show(&again), expected, "{name} recorded, case {case}");
        assert_eq!(show(&replayed(tree)), expected, "{name} replayed, case {case}");
        if encodes {
            let tree = encoded(&value);
            let tree = tree.unwrap_or_else(|| panic!("{name} is not encoded: {expected}"));
            assert_eq!(show(&replayed(tree)), expected, "{name} encoded, case {case}");
        }
    }
}

#[test]
fn lists_round_trip() {
    holds(&Vec::<u8>::new());
    holds(&Vec::<Vec<String>>::new());
    holds(&Vec::<(u8, u8)>::new());
    holds(&VecDeque::<i16>::new());
    holds(&LinkedList::<char>::new());
    holds(&BinaryHeap::<u8>::new());
    holds(&Box::<[u8]>::from([]));
    holds(&Rc::<[u8]>::from([]));
    holds(&Arc::<[u8]>::from([]));
}

#[test]
fn sets_and_maps_round_trip() {
    holds(&BTreeSet::<u8>::new());
    holds(&BTreeMap::<u8, String>::new());
    holds(&BTreeMap::<bool, BTreeSet<bool>>::new());
    let sorted = |set: &HashSet<u8>| debug(&set.iter().collect::<BTreeSet<_>>());
    holds_by(&HashSet::new(), sorted, true);
    let sorted = |map: &HashMap<u8, String>| debug(&map.iter().collect::<BTreeMap<_, _>>());
    holds_by(&HashMap::new(), sorted, true);
}

#[test]
fn sets_and_maps_take_any_hasher() {
    #[derive(Default)]
    struct Own;

    impl BuildHasher for Own {
        type Hasher = DefaultHasher;

        fn build_hasher(&self) -> DefaultHasher {
            DefaultHasher::default()
        }
    }

    type Fixed = BuildHasherDefault<DefaultHasher>;
    let sorted = |set: &HashSet<u8, Fixed>| debug(&set.iter().collect::<BTreeSet<_>>());
    holds_by(&HashSet::default(), sorted, true);
    let sorted = |map: &HashMap<u8, bool, Fixed>| debug(&map.iter().collect::<BTreeMap<_, _>>());
    holds_by(&HashMap::default(), sorted, true);
    let sorted = |set: &HashSet<u8, Own>| debug(&set.iter().collect::<BTreeSet<_>>());
    holds_by(&HashSet::default(), sorted, true);
    let sorted = |map: &HashMap<u8, bool, Own>| debug(&map.iter().collect::<BTreeMap<_, _>>());
    holds_by(&HashMap::default(), sorted, true);
}

#[test]
fn pointers_round_trip() {
    holds(&Box::new(0u8));
    holds(&Rc::new((0u8, false)));
    holds(&Arc::new(Vec::<Box<u8>>::new()));
    holds::<Box<str>>(&"".into());
    holds::<Rc<str>>(&"".into());
    holds::<Arc<str>>(&"".into());
    holds::<Box<Path>>(&Path::new("").into());
    holds::<Rc<Path>>(&Path::new("").into());
    holds::<Arc<Path>>(&Path::new("").into());
    holds::<Box<OsStr>>(&OsStr::new("").into());
    holds::<Rc<OsStr>>(&OsStr::new("").into());
    holds::<Arc<OsStr>>(&OsStr::new("").into());
    holds::<Box<CStr>>(&c"".into());
    holds::<Rc<CStr>>(&c"".into());
    holds::<Arc<CStr>>(&c"".into());
    holds::<Pin<Box<u8>>>(&Box::pin(0));
}

#[test]
fn borrowed_and_owned_cows_round_trip() {
    holds::<Cow<'_, str>>(&Cow::Borrowed(""));
    holds::<Cow<'_, [u8]>>(&Cow::Owned(Vec::new()));
    holds::<Cow<'_, Path>>(&Cow::Borrowed(Path::new("")));
    let borrowed: Cow<'_, str> = Cow::Borrowed("hello");
    assert_eq!(replayed::<Cow<'_, str>>(encoded(&borrowed).unwrap()), borrowed);
}

#[test]
fn cells_round_trip_where_their_content_can_be_borrowed() {
    holds_by(&Cell::new(0u8), debug, false);
    holds(&RefCell::new(0u8));
    holds(&Mutex::new(0u8));
    holds(&RwLock::new(0u8));
    holds(&OnceCell::<u8>::new());
    holds(&OnceLock::<u8>::new());
}

#[test]
fn a_cell_in_use_is_not_encoded() {
    let cell = RefCell::new(1u8);
    let writing = cell.borrow_mut();
    assert!(encoded(&cell).is_none());
    drop(writing);
    let mutex = Mutex::new(1u8);
    let held = mutex.lock().unwrap();
    assert!(encoded(&mutex).is_none());
    drop(held);
    let lock = RwLock::new(1u8);
    let held = lock.write().unwrap();
    assert!(encoded(&lock).is_none());
    drop(held);
    assert!(encoded(&cell).is_some() && encoded(&mutex).is_some() && encoded(&lock).is_some());
}

#[test]
fn wrappers_round_trip() {
    holds(&Wrapping(0u8));
    holds(&Saturating(0i8));
    holds(&Reverse(String::new()));
    holds(&ManuallyDrop::new(0u8));
    holds(&PhantomData::<str>);
    holds(&PhantomData::<fn(Cell<u8>)>);
}

#[test]
fn numbers_round_trip() {
    holds(&NonZero::<u8>::MIN);
    holds(&NonZero::<u16>::MIN);
    holds(&NonZero::<u32>::MIN);
    holds(&NonZero::<u64>::MIN);
    holds(&NonZero::<usize>::MIN);
    holds(&NonZero::<u128>::MIN);
    holds(&NonZero::new(1i8).unwrap());
    holds(&NonZero::new(1i16).unwrap());
    holds(&NonZero::new(1i32).unwrap());
    holds(&NonZero::new(1i64).unwrap());
    holds(&NonZero::new(1isize).unwrap());
    holds(&NonZero::new(1i128).unwrap());
    holds(&atomic::AtomicBool::new(false));
    holds(&atomic::AtomicU8::new(0));
    holds(&atomic::AtomicI16::new(0));
    holds(&atomic::AtomicU32::new(0));
    holds(&atomic::AtomicI64::new(0));
    holds(&atomic::AtomicUsize::new(0));
    holds(&atomic::AtomicIsize::new(0));
    holds(&Ordering::Equal);
}

#[test]
fn times_round_trip() {
    holds(&Duration::ZERO);
    holds(&UNIX_EPOCH);
}

#[test]
fn the_furthest_times_round_trip() {
    let day = Duration::from_secs(24 * 60 * 60);
    let times = [
        UNIX_EPOCH - Duration::from_nanos(1),
        UNIX_EPOCH - day + Duration::from_nanos(1),
        UNIX_EPOCH + Duration::from_secs(u32::MAX.into()),
        UNIX_EPOCH - Duration::from_secs(1 << 32),
        SystemTime::now(),
    ];
    for time in times {
        assert_eq!(replayed::<SystemTime>(encoded(&time).unwrap()), time);
    }
    for duration in [day, day + Duration::from_nanos(1), Duration::from_secs(1), Duration::MAX] {
        assert_eq!(replayed::<Duration>(encoded(&duration).unwrap()), duration);
    }
}

#[test]
fn addresses_round_trip() {
    holds(&Ipv4Addr::UNSPECIFIED);
    holds(&Ipv6Addr::UNSPECIFIED);
    holds(&IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    holds(&SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0));
    holds(&SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 0, 0, 0));
    holds(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)));
}

#[test]
fn operating_system_strings_round_trip() {
    holds(&PathBuf::new());
    holds(&OsString::new());
    holds(&CString::default());
}

#[test]
fn every_spelling_of_a_path_round_trips() {
    for path in ["", "/", "//", "///", "a", "/a", "//a", "a/", "/a/", "a//b", "./..", "a/./b", "é"]
    {
        // As a string, because paths that are written differently can be equal.
        let again: PathBuf = replayed(encoded(&PathBuf::from(path)).unwrap());
        assert_eq!(again.to_str(), Some(path));
    }
}

#[test]
fn ranges_round_trip() {
    holds::<Range<u8>>(&(0..0));
    holds::<RangeInclusive<u8>>(&(0..=0));
    holds::<RangeFrom<u8>>(&(0..));
    holds::<RangeTo<u8>>(&(..0));
    holds::<RangeToInclusive<u8>>(&(..=0));
    holds::<RangeFull>(&(..));
    holds(&Bound::<u8>::Unbounded);
}

#[test]
fn equivalents_of_options_and_results_round_trip() {
    holds(&Poll::<u8>::Pending);
    holds(&ControlFlow::<u8>::Continue(()));
    holds(&ControlFlow::<u8, String>::Continue(String::new()));
}
