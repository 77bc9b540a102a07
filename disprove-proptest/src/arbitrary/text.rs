//! Strings, paths and their relatives.

use super::{Arbitrary, SMapped, StrategyFor, any_with, arbitraries, mapped};
use crate::{
    collection::{SizeRange, VecStrategy, vec},
    path::PathParams,
    strategy::{MapInto, Strategy, statics},
    string::StringParam,
};
use std::{
    ffi::{CStr, CString, OsStr, OsString},
    ops::RangeInclusive,
    path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator},
    rc::Rc,
    sync::Arc,
};

type Bytes = VecStrategy<RangeInclusive<u8>>;

arbitraries! {
    [] String, &'static str, StringParam: pattern => pattern.into();
    [] OsString, MapInto<StrategyFor<String>, OsString>, StringParam:
        pattern => any_with::<String>(pattern).prop_map_into();
    [] CString, statics::Map<Bytes, fn(Vec<u8>) -> CString>, SizeRange:
        size => mapped(vec(1..=u8::MAX, size), |bytes| {
            CString::new(bytes).expect("no byte is 0")
        });
    [] PathBuf, SMapped<(bool, Vec<String>), PathBuf>, PathParams:
        params => mapped(
            any_with::<(bool, Vec<String>)>(((), (params.components(), params.component_regex()))),
            path,
        );
}

fn path((is_absolute, components): (bool, Vec<String>)) -> PathBuf {
    let mut path = PathBuf::new();
    if is_absolute {
        path.push(MAIN_SEPARATOR_STR);
    }
    for component in components {
        path.push(component.replace(is_separator, ""));
    }
    path
}

macro_rules! pointers {
    ($($pointer:ident<$type:ty>: $owned:ty;)*) => {
        arbitraries! {
            $(
                [] $pointer<$type>, MapInto<StrategyFor<$owned>, Self>, <$owned as Arbitrary>::Parameters:
                    arguments => any_with::<$owned>(arguments).prop_map_into();
            )*
        }
    };
}

pointers! {
    Box<str>: String;
    Rc<str>: String;
    Arc<str>: String;
    Box<OsStr>: OsString;
    Rc<OsStr>: OsString;
    Arc<OsStr>: OsString;
    Box<CStr>: CString;
    Rc<CStr>: CString;
    Arc<CStr>: CString;
    Box<Path>: PathBuf;
    Rc<Path>: PathBuf;
    Arc<Path>: PathBuf;
}
