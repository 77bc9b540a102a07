//! The study: how soon each bug is found.

use super::{Column, Pair, Published, bugs, holds};
use crate::{
    Options, drawn,
    findings::Findings,
    rematch::{Elsewhere, Mistake, Rematch, Way, geometric_mean},
    studies::Names,
    table::{NONE, count},
};
use disprove::{Failure, prelude::*};

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    rematch().findings(options)
}

/// What it is made of.
pub fn names() -> Names {
    rematch().names()
}

fn rematch() -> Rematch {
    let bugs = bugs();
    let mistakes = bugs.iter().zip(Published::ALL).enumerate().map(|(place, (bug, published))| {
        let (mean, found) = published.fuzzchick;
        Mistake {
            name: (place + 1).to_string(),
            about: bug.name.clone(),
            mutagen: published.mutagen[0],
            others: vec![format!("{found}/30 {}", count(mean.into()))],
        }
    });
    let mistakes = mistakes.collect();
    let ways = Column::ALL.map(|column| {
        let bugs = bugs.clone();
        Way {
            name: column.name(),
            limit: column.limit(),
            run: Box::new(move |place, seed, limit| {
                let check = column
                    .check()
                    .name("ifc-ssni")
                    .seed(seed)
                    .cases(limit)
                    .max_executions(limit)
                    .max_failures(1)
                    .reduce(false)
                    .database(Db::none());
                let report = drawn::run(check, |pair: Pair| holds(&pair, &bugs[place].rules));
                report.failures().first().map(Failure::found_at)
            }),
        }
    });
    let others = &["FuzzChick, found and mean of those"];
    Rematch { mistakes, others, ways: ways.into(), elsewhere: elsewhere(), runs: 30 }
}

/// What was published about all mistakes, and what is known about pairs made by hand.
fn elsewhere() -> Vec<Elsewhere> {
    let mean = |of: fn(&Published) -> u32| {
        let mean = geometric_mean(Published::ALL.iter().map(|bug| of(bug).into()));
        count(mean.round() as u64)
    };
    let by_fuzzchick: u32 = Published::ALL.iter().map(|bug| bug.fuzzchick.1).sum();
    let worst = Published::ALL.iter().map(|bug| bug.mutagen[2]).max().unwrap_or(0);
    vec![
        Elsewhere {
            who: "FuzzChick (published; means of runs that found it)",
            found: format!("{by_fuzzchick}/600"),
            geometric_mean: mean(|bug| bug.fuzzchick.0),
            worst: NONE.to_owned(),
        },
        Elsewhere {
            who: "MUTAGEN (published)",
            found: "600/600".to_owned(),
            geometric_mean: mean(|bug| bug.mutagen[0]),
            worst: count(worst.into()),
        },
        Elsewhere {
            who: "by hand, at random (measured by us elsewhere)",
            found: "600/600".to_owned(),
            geometric_mean: mean(|bug| bug.smart),
            worst: NONE.to_owned(),
        },
    ]
}
