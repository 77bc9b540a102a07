use disprove::prelude::*;

#[test]
fn it_works() {
    let a = 3;
    let b = when!(a < 4 && a > 1 || a == 7);
    assert!(b);
    assert!(!when!(a % 2 == 0));
}
