//! The macros of tests and strategies.

/// States tests: functions whose arguments are drawn from strategies, `in strategy`, or are of a type, `: Type`.
///
/// In disprove: `#[property]` on a function, with `#[draw(..)]` on arguments; `check(..).assert(..)` for closures.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest! {
///     #![proptest_config(ProptestConfig::with_cases(50))]
///
///     # /*
///     #[test]
///     # */
///     fn sums_are_small(a in 0..10, mut b in 0..10, _c: bool) {
///         b += 1;
///         prop_assert!(a + b <= 19);
///     }
/// }
/// # sums_are_small();
///
/// let limit = 9;
/// proptest!(|(n in 0..limit)| prop_assert!(n < limit));
/// ```
#[macro_export]
macro_rules! proptest {
    (
        #![proptest_config($config:expr)]
        $($(#[$meta:meta])* fn $name:ident($($arguments:tt)+) $body:block)*
    ) => {
        $(
            $(#[$meta])*
            fn $name() {
                $crate::__proptest_arguments! {
                    (@test $name [$($meta),*] ($config) $body) [()] [()] [] ($($arguments)+)
                }
            }
        )*
    };

    ($($(#[$meta:meta])* fn $name:ident($($arguments:tt)+) $body:block)*) => {
        $(
            $(#[$meta])*
            fn $name() {
                $crate::__proptest_arguments! {
                    (@test $name [$($meta),*] ($crate::test_runner::Config::default()) $body)
                    [()] [()] [] ($($arguments)+)
                }
            }
        )*
    };

    (|($($arguments:tt)+)| $body:expr) => {
        $crate::__proptest_arguments! {
            (@closure [] ($crate::test_runner::Config::default()) $body) [()] [()] [] ($($arguments)+)
        }
    };

    (move |($($arguments:tt)+)| $body:expr) => {
        $crate::__proptest_arguments! {
            (@closure [move] ($crate::test_runner::Config::default()) $body)
            [()] [()] [] ($($arguments)+)
        }
    };

    ($config:expr, |($($arguments:tt)+)| $body:expr) => {
        $crate::__proptest_arguments! {
            (@closure [] ($config) $body) [()] [()] [] ($($arguments)+)
        }
    };

    ($config:expr, move |($($arguments:tt)+)| $body:expr) => {
        $crate::__proptest_arguments! {
            (@closure [move] ($config) $body) [()] [()] [] ($($arguments)+)
        }
    };
}

/// Takes the arguments apart: patterns and strategies as nested pairs, and names.
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest_arguments {
    (
        (@test $name:ident [$($meta:meta),*] ($config:expr) $body:block)
        [$patterns:pat] [$strategies:expr] [$($names:expr,)*] ()
    ) => {{
        const TEST: $crate::__private::Test = $crate::__private::Test {
            marker: ::core::concat!(
                "\u{1}disprove:", ::core::module_path!(), "::", ::core::stringify!($name), "\u{1}"
            ),
            function: ::core::stringify!($name),
            module: ::core::module_path!(),
            package: ::core::option_env!("CARGO_PKG_NAME"),
            folder: ::core::option_env!("CARGO_MANIFEST_DIR"),
            file: ::core::file!(),
            arguments: &[$($names),*],
            attributes: &[$(::core::stringify!($meta)),*],
        };
        $crate::__private::run_test(
            &TEST,
            &$crate::test_runner::contextualize_config($config.clone()),
            &$strategies,
            |$patterns| {
                let (): () = $body;
                ::core::result::Result::Ok(())
            },
        )
    }};

    (
        (@closure [$($move:tt)?] ($config:expr) $body:expr)
        [$patterns:pat] [$strategies:expr] [$($names:expr,)*] ()
    ) => {
        $crate::__private::run_test(
            &$crate::__private::Test::here(&[$($names),*]),
            &$crate::__private::without_fork(
                $crate::test_runner::contextualize_config($config.__sugar_to_owned())
            ),
            &$strategies,
            $($move)? |$patterns| {
                let (): () = $body;
                ::core::result::Result::Ok(())
            },
        )
    };

    (
        (@compose [$($more:tt)*] $body:block)
        [$patterns:pat] [$strategies:expr] [$($names:expr,)*] ()
    ) => {
        $crate::strategy::Strategy::prop_map(
            $crate::__private::All($strategies),
            move |$patterns| $body
        )
    };

    (
        (@compose_first ($($second:tt)+) $body:block)
        [$patterns:pat] [$strategies:expr] [$($names:expr,)*] ()
    ) => {
        $crate::__proptest_arguments! {
            (@compose_second [$patterns] [$strategies] $body) [()] [()] [] ($($second)+)
        }
    };

    (
        (@compose_second [$first:pat] [$before:expr] $body:block)
        [$patterns:pat] [$strategies:expr] [$($names:expr,)*] ()
    ) => {
        $crate::strategy::Strategy::prop_map(
            $crate::strategy::Strategy::prop_flat_map(
                $crate::__private::All($before),
                move |$first| $crate::__private::All($strategies)
            ),
            move |$patterns| $body
        )
    };

    // `:` may not follow a pattern, so patterns with a type are taken apart.
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] ($pattern:pat in $strategy:expr $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, $pattern)] [($($s)*, $strategy)]
            [$($n)* ::core::stringify!($pattern),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] (($pattern:pat) : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, $pattern)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!($pattern),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] (_ : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, _)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* "_",] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] (ref mut $name:ident : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, ref mut $name)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!($name),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] (ref $name:ident : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, ref $name)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!($name),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] (mut $name:ident : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, mut $name)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!($name),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] ($name:ident : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, $name)] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!($name),] ($($($rest)*)?)
        }
    };
    ($call:tt [$($p:tt)*] [$($s:tt)*] [$($n:tt)*] ([$($pattern:tt)*] : $type:ty $(, $($rest:tt)*)?)) => {
        $crate::__proptest_arguments! {
            $call [($($p)*, [$($pattern)*])] [($($s)*, $crate::arbitrary::any::<$type>())]
            [$($n)* ::core::stringify!([$($pattern)*]),] ($($($rest)*)?)
        }
    };
    ($call:tt $p:tt $s:tt $n:tt ($($rest:tt)+)) => {
        ::core::compile_error!(::core::concat!(
            "expected arguments such as `x in 0..10` or `x: u8`, found `",
            ::core::stringify!($($rest)+),
            "`; put other patterns with a type in parentheses: `(Point { x, y }): Point`"
        ))
    };
}

/// Rejects the input if a condition does not hold. Its branch distance guides the search, as that of `assume!(..)` in
/// disprove.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(a: u8, b: u8)| {
///     prop_assume!(b != 0);
///     prop_assert_eq!(a / b * b + a % b, a);
/// });
/// ```
#[macro_export]
macro_rules! prop_assume {
    ($condition:expr $(,)?) => {
        if !$crate::__private::held!($condition) {
            return ::core::result::Result::Err($crate::test_runner::TestCaseError::reject(
                ::core::stringify!($condition)
            ));
        }
    };
    ($condition:expr, $format:tt $(, $argument:expr)* $(,)?) => {
        if !$crate::__private::held!($condition) {
            return ::core::result::Result::Err($crate::test_runner::TestCaseError::reject(
                $crate::__private::format!($format $(, $argument)*)
            ));
        }
    };
}

/// Fails the case if a condition does not hold. In disprove: `assert!(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in 0..9)| prop_assert!(n < 9, "{n} is too large"));
/// ```
#[macro_export]
macro_rules! prop_assert {
    ($condition:expr $(,)?) => {
        if !$condition {
            return ::core::result::Result::Err($crate::test_runner::TestCaseError::fail(
                ::core::concat!("assertion failed: ", ::core::stringify!($condition))
            ));
        }
    };
    ($condition:expr, $($format:tt)*) => {
        if !$condition {
            return ::core::result::Result::Err($crate::test_runner::TestCaseError::fail(
                $crate::__private::format!($($format)*)
            ));
        }
    };
}

/// Fails the case if two values differ. In disprove: `assert_eq!(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in 0..9)| prop_assert_eq!(n + 1 - 1, n));
/// ```
#[macro_export]
macro_rules! prop_assert_eq {
    ($left:expr, $right:expr $(,)?) => {{
        let left = $left;
        let right = $right;
        $crate::prop_assert!(
            left == right,
            "assertion failed: `(left == right)`\n  left: `{:?}`,\n right: `{:?}`",
            left,
            right
        );
    }};
    ($left:expr, $right:expr, $format:tt $($arguments:tt)*) => {{
        let left = $left;
        let right = $right;
        $crate::prop_assert!(
            left == right,
            ::core::concat!(
                "assertion failed: `(left == right)`\n  left: `{:?}`,\n right: `{:?}`: ",
                $format
            ),
            left, right $($arguments)*
        );
    }};
}

/// Fails the case if two values are equal. In disprove: `assert_ne!(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in 0..9)| prop_assert_ne!(n + 1, n));
/// ```
#[macro_export]
macro_rules! prop_assert_ne {
    ($left:expr, $right:expr $(,)?) => {{
        let left = $left;
        let right = $right;
        $crate::prop_assert!(
            left != right,
            "assertion failed: `(left != right)`\n  left: `{:?}`,\n right: `{:?}`",
            left,
            right
        );
    }};
    ($left:expr, $right:expr, $format:tt $($arguments:tt)*) => {{
        let left = $left;
        let right = $right;
        $crate::prop_assert!(
            left != right,
            ::core::concat!(
                "assertion failed: `(left != right)`\n  left: `{:?}`,\n right: `{:?}`: ",
                $format
            ),
            left, right $($arguments)*
        );
    }};
}

/// One of several strategies, uniformly or by weight. In disprove: `one_of!`.
///
/// ```
/// use proptest::prelude::*;
///
/// let small = prop_oneof![9 => 0..3u32, 1 => Just(7)];
/// proptest!(|(n in small)| prop_assert!(n < 3 || n == 7));
/// ```
#[macro_export]
macro_rules! prop_oneof {
    ($($item:expr),+ $(,)?) => {
        $crate::prop_oneof![$(1 => $item),+]
    };
    ($_weight:expr => $item:expr $(,)?) => {
        $item
    };
    // Ten at most; more are boxed. The braces take an attribute.
    (
        $w0:expr => $i0:expr, $w1:expr => $i1:expr, $w2:expr => $i2:expr, $w3:expr => $i3:expr,
        $w4:expr => $i4:expr, $w5:expr => $i5:expr, $w6:expr => $i6:expr, $w7:expr => $i7:expr,
        $w8:expr => $i8:expr, $w9:expr => $i9:expr, $($weight:expr => $item:expr),+ $(,)?
    ) => {
        $crate::strategy::Union::new_weighted($crate::__private::vec![
            ($w0, $crate::strategy::Strategy::boxed($i0)),
            ($w1, $crate::strategy::Strategy::boxed($i1)),
            ($w2, $crate::strategy::Strategy::boxed($i2)),
            ($w3, $crate::strategy::Strategy::boxed($i3)),
            ($w4, $crate::strategy::Strategy::boxed($i4)),
            ($w5, $crate::strategy::Strategy::boxed($i5)),
            ($w6, $crate::strategy::Strategy::boxed($i6)),
            ($w7, $crate::strategy::Strategy::boxed($i7)),
            ($w8, $crate::strategy::Strategy::boxed($i8)),
            ($w9, $crate::strategy::Strategy::boxed($i9)),
            $(($weight, $crate::strategy::Strategy::boxed($item))),+
        ])
    };
    ($($weight:expr => $item:expr),+ $(,)?) => {{
        #[allow(clippy::arc_with_non_send_sync)]
        $crate::strategy::TupleUnion::new(($(($weight, $crate::__private::Arc::new($item)),)+))
    }};
}

/// Defines a function that returns a strategy, made of others. In disprove: a function of `&mut Source`.
///
/// ```
/// use proptest::prelude::*;
///
/// prop_compose! {
///     fn pair(most: u32)(high in 1..=most)(low in 0..high, high in Just(high)) -> (u32, u32) {
///         (low, high)
///     }
/// }
///
/// proptest!(|((low, high) in pair(9))| prop_assert!(low < high));
/// ```
#[macro_export]
macro_rules! prop_compose {
    (
        $(#[$meta:meta])* $vis:vis $([$($modifier:tt)*])? fn $name:ident $parameters:tt
        ($($arguments:tt)+) -> $type:ty $body:block
    ) => {
        #[must_use = "strategies do nothing unless used"]
        $(#[$meta])*
        $vis $($($modifier)*)? fn $name $parameters
            -> impl $crate::strategy::Strategy<Value = $type>
        {
            $crate::__proptest_arguments! { (@compose [] $body) [()] [()] [] ($($arguments)+) }
        }
    };
    (
        $(#[$meta:meta])* $vis:vis $([$($modifier:tt)*])? fn $name:ident $parameters:tt
        ($($first:tt)+) ($($second:tt)+) -> $type:ty $body:block
    ) => {
        #[must_use = "strategies do nothing unless used"]
        $(#[$meta])*
        $vis $($($modifier)*)? fn $name $parameters
            -> impl $crate::strategy::Strategy<Value = $type>
        {
            $crate::__proptest_arguments! {
                (@compose_first ($($second)+) $body) [()] [()] [] ($($first)+)
            }
        }
    };
}
