//! Sequences of calls of a real crate with known bugs, reduced by the library and by delta debugging.

mod call;
mod corpus;
mod ddmin;
mod figures;
mod graphs;
mod model;
mod ours;
mod world;

use std::collections::BTreeMap;

pub const RUNS: usize = 200;

pub fn run(runs: usize) {
    world::install();
    let t = std::time::Instant::now();
    let starts = corpus::starts(runs, 6000);
    eprintln!("corpus {:?} {}", t.elapsed(), starts.len());
    let mut by: BTreeMap<String, Vec<(usize, ddmin::Reduced, ddmin::Reduced, u64)>> = BTreeMap::new();
    let t = std::time::Instant::now();
    for start in &starts {
        let ours = ours::reduce(start);
        let theirs = ddmin::ddmin(&start.calls, &start.error);
        by.entry(start.error.clone()).or_default().push((start.calls.len(), ours, theirs, start.seed));
    }
    eprintln!("reduced {:?}", t.elapsed());
    for (error, results) in &by {
        let n = results.len() as f64;
        let distinct = |f: &dyn Fn(&(usize, ddmin::Reduced, ddmin::Reduced, u64)) -> String| {
            let mut m: BTreeMap<String, usize> = BTreeMap::new();
            for r in results { *m.entry(f(r)).or_default() += 1; }
            m
        };
        println!("{error}: n {n} start {:.1} runs {:.0} vs {:.0}, size {:.2} vs {:.2}",
            results.iter().map(|r| r.0 as f64).sum::<f64>() / n,
            results.iter().map(|r| r.1.runs as f64).sum::<f64>() / n,
            results.iter().map(|r| r.2.runs as f64).sum::<f64>() / n,
            results.iter().map(|r| r.1.calls.len() as f64).sum::<f64>() / n,
            results.iter().map(|r| r.2.calls.len() as f64).sum::<f64>() / n);
        for (k, c) in distinct(&|r| format!("{:?}", r.1.calls)) { 
            let seed: Vec<_> = results.iter().filter(|r| format!("{:?}", r.1.calls) == k).map(|r| (r.3, r.1.runs)).take(3).collect();
            println!("   {c} {k} {seed:?}"); }
        println!("   ddmin distinct {} min {:?}", distinct(&|r| format!("{:?}", r.2.calls)).len(), results.iter().map(|r| r.2.calls.len()).min());
    }
    let all: Vec<_> = by.values().flatten().collect();
    println!("{} errors, {} starts, mean {:?}", by.len(), all.len(), figures::Mean::arithmetic(&all.iter().map(|r| r.0 as f64).collect::<Vec<_>>()));
    println!("runs {:?}", figures::Mean::geometric(&all.iter().map(|r| r.1.runs as f64 / r.2.runs as f64).collect::<Vec<_>>()));
    println!("size {:?}", figures::Mean::geometric(&all.iter().map(|r| r.1.calls.len() as f64 / r.2.calls.len() as f64).collect::<Vec<_>>()));
    println!("smaller {} larger {}", all.iter().filter(|r| r.1.calls.len() < r.2.calls.len()).count(), all.iter().filter(|r| r.1.calls.len() > r.2.calls.len()).count());
}
