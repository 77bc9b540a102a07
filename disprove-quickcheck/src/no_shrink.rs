//! `NoShrink`: a value that is not shrunk.

use crate::{Arbitrary, Gen};

/// A value without `shrink`. Reduction does not depend on it, so this changes nothing here.
///
/// In disprove: the type itself.
///
/// ```
/// use quickcheck::NoShrink;
///
/// quickcheck::quickcheck((|x| *x.as_ref() == x.into_inner()) as fn(NoShrink<u8>) -> bool);
/// ```
#[derive(Clone, Debug)]
pub struct NoShrink<A: Arbitrary> {
    inner: A,
}

impl<A: Arbitrary> NoShrink<A> {
    /// The value. In disprove: no wrapper is needed.
    ///
    /// ```
    /// use quickcheck::{Arbitrary, Gen, NoShrink};
    ///
    /// let value: u8 = NoShrink::arbitrary(&mut Gen::new(10)).into_inner();
    /// # let _ = value;
    /// ```
    pub fn into_inner(self) -> A {
        self.inner
    }
}

impl<A: Arbitrary> Arbitrary for NoShrink<A> {
    fn arbitrary(g: &mut Gen) -> Self {
        NoShrink { inner: A::arbitrary(g) }
    }
}

impl<A: Arbitrary> AsRef<A> for NoShrink<A> {
    fn as_ref(&self) -> &A {
        &self.inner
    }
}

impl<A: Arbitrary> AsMut<A> for NoShrink<A> {
    fn as_mut(&mut self) -> &mut A {
        &mut self.inner
    }
}
