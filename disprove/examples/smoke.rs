use disprove::prelude::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let c: u64 = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    match a[1].as_str() {
        "u64" => { check(any::<u64>()).seed(1).cases(c).run(|x| { std::hint::black_box(x); }); }
        "vec" => { check(vec(any::<u64>()).len(0..=100)).seed(1).cases(c).run(|x| { std::hint::black_box(&x); }); }
        "text" => { check(text().len(0..=64)).seed(1).cases(c).run(|x| { std::hint::black_box(&x); }); }
        "filter" => { check(vec(any::<i32>()).len(0..=20).filter(|v| v.len() >= 3 && v.iter().fold(0i32, |a, b| a.wrapping_add(*b)) & 1 == 0)).seed(1).cases(c).run(|x| { std::hint::black_box(&x); }); }
        _ => panic!(),
    }
    println!("{} {} ns/case", a[1], t.elapsed().as_nanos() as f64 / c as f64);
}
