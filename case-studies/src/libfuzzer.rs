//! libFuzzer with the mutator of the library, beside libFuzzer alone and the library's own hunt.

use crate::{
    Options,
    contest::{Contender, Contest, hold},
    findings::Findings,
    ladder::{self, LADDERS},
    parser,
    rival::{FuzzTarget, Inputs, Rival},
    yaml,
};

/// Executions of everybody, on the ladders and the parser.
const LIMIT: u64 = 1_000_000;

/// Executions of everybody on YAML, as in the study of that name. They are slower.
const YAML_LIMIT: u64 = 200_000;

/// The fuzz target of the parser.
const PARSER: FuzzTarget = FuzzTarget { name: "expressions", longest: parser::LONGEST };

/// Every problem with all who look for its failure.
pub fn contests() -> Vec<Contest> {
    let mut all = Vec::new();
    for ladder in LADDERS {
        let target = FuzzTarget { name: ladder.name, longest: ladder.inputs.longest() };
        let inputs = match ladder.inputs {
            ladder::Inputs::List(_) => Inputs::Lists,
            ladder::Inputs::Piece(_) | ladder::Inputs::Number => Inputs::Pieces,
        };
        all.push(contest(ladder.name, target, inputs, LIMIT));
    }
    all.push(contest("parser, bytes", PARSER, Inputs::Pieces, LIMIT));
    let mut expressions = contest("parser, expressions", PARSER, Inputs::Expressions, LIMIT);
    // libFuzzer alone knows no expressions.
    expressions.contenders.remove(1);
    all.push(expressions);
    for (name, _) in yaml::READERS {
        let target = FuzzTarget { name, longest: yaml::LONGEST };
        all.push(contest(name, target, Inputs::Texts, YAML_LIMIT));
    }
    all
}

fn contest(name: &'static str, target: FuzzTarget, inputs: Inputs, limit: u64) -> Contest {
    let contenders = [Rival::Structured(inputs), Rival::LibFuzzer, Rival::Hunt(inputs)];
    let contenders = contenders.map(|rival| Contender::other(rival, limit, target)).into();
    Contest { name, published: &[], contenders }
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let title = "libFuzzer with our mutator, within 1,000,000 executions, for YAML within 200,000";
    let mut findings = hold(options, title, &contests(), 20);
    findings.tables[0].remark(
        "libFuzzer alone makes bytes. With our mutator it makes the inputs of the properties: byte strings of up to 64, for FUZZ lists of up to 8, for \
         YAML texts of up to 32 characters, and expressions of a derived generator. `hunt` has the same inputs: it is the search of `cargo disprove \
         hunt` for one property, in one process and from an empty corpus, with all dependencies instrumented. Each sees the coverage and the \
         comparisons of the code under test by the compiler's probes. libFuzzer alone is built with the flags of cargo-fuzz; the other two are built by \
         the tool, which also keeps comparisons of short memory as calls.",
    );
    findings
}
