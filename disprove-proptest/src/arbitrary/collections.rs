//! Collections, `Option` and `Result`.

use super::{Arbitrary, StrategyFor, any, any_with, arbitraries};
use crate::{
    collection::{
        BTreeMapStrategy, BTreeSetStrategy, BinaryHeapStrategy, HashMapStrategy, HashSetStrategy,
        LinkedListStrategy, SizeRange, VecDequeStrategy, VecStrategy, binary_heap, btree_map,
        btree_set, hash_map, hash_set, linked_list, vec, vec_deque,
    },
    option::{OptionStrategy, Probability, weighted},
    result::{MaybeOk, maybe_ok_weighted},
    strategy::{MapInto, Strategy},
};
use std::{
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    hash::Hash,
    ops::RangeInclusive,
    rc::Rc,
    sync::Arc,
};

macro_rules! collections {
    ($($type:ident, $strategy:ident, $make:ident $(, $bound:ident)*;)*) => {
        arbitraries! {
            $(
                [A: Arbitrary $(+ $bound)*] $type<A>, $strategy<A::Strategy>, (SizeRange, A::Parameters):
                    (size, element) => $make(any_with::<A>(element), size);
            )*
        }
    };
}

collections! {
    Vec, VecStrategy, vec;
    VecDeque, VecDequeStrategy, vec_deque;
    LinkedList, LinkedListStrategy, linked_list;
    BinaryHeap, BinaryHeapStrategy, binary_heap, Ord;
    BTreeSet, BTreeSetStrategy, btree_set, Ord;
    HashSet, HashSetStrategy, hash_set, Hash, Eq;
}

arbitraries! {
    [K: Arbitrary + Hash + Eq, V: Arbitrary] HashMap<K, V>, HashMapStrategy<K::Strategy, V::Strategy>,
        (SizeRange, K::Parameters, V::Parameters):
        (size, key, value) => hash_map(any_with::<K>(key), any_with::<V>(value), size);
    [K: Arbitrary + Ord, V: Arbitrary] BTreeMap<K, V>, BTreeMapStrategy<K::Strategy, V::Strategy>,
        (SizeRange, K::Parameters, V::Parameters):
        (size, key, value) => btree_map(any_with::<K>(key), any_with::<V>(value), size);
    [A: Arbitrary] Option<A>, OptionStrategy<A::Strategy>, (Probability, A::Parameters):
        (share, some) => weighted(share, any_with::<A>(some));
    [A: Arbitrary, B: Arbitrary] Result<A, B>, MaybeOk<A::Strategy, B::Strategy>,
        (Probability, A::Parameters, B::Parameters):
        (share, ok, err) => maybe_ok_weighted(share, any_with::<A>(ok), any_with::<B>(err));
    [A: Arbitrary] Box<[A]>, MapInto<StrategyFor<Vec<A>>, Self>, <Vec<A> as Arbitrary>::Parameters:
        arguments => any_with::<Vec<A>>(arguments).prop_map_into();
    [A: Arbitrary] Rc<[A]>, MapInto<StrategyFor<Vec<A>>, Self>, <Vec<A> as Arbitrary>::Parameters:
        arguments => any_with::<Vec<A>>(arguments).prop_map_into();
    [A: Arbitrary] Arc<[A]>, MapInto<StrategyFor<Vec<A>>, Self>, <Vec<A> as Arbitrary>::Parameters:
        arguments => any_with::<Vec<A>>(arguments).prop_map_into();
    [] SizeRange, MapInto<StrategyFor<RangeInclusive<usize>>, SizeRange>, ():
        () => any::<RangeInclusive<usize>>().prop_map_into();
    [] Probability, MapInto<RangeInclusive<f64>, Probability>, (): () => (0.0..=1.0).prop_map_into();
}
