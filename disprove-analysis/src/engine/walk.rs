//! Walks a test: tracks what each variable holds, and collects assertions.

use std::collections::HashSet;

use super::{
    asserter::Helpers,
    claim::Pending,
    closure::Closure,
    judgment::{Mode, Tag},
    scope::{Known, Scope, State},
    term::{Symbol, Term, TermId, Terms},
};
use crate::{
    ir::{File, Language, Pattern, Span, Test, Verdict},
    lines::Lines,
};

/// Maximum nesting depth of expressions and statements. Deeper ones are skipped to bound stack use.
pub(super) const DEEPEST: u32 = 200;

/// Maximum number of followed calls of helpers and closures per test, so that nested helpers do not multiply.
pub(super) const MOST_CALLS: u32 = 200;

/// An assertion whose atoms have no labels yet.
#[derive(Clone, Debug)]
pub(super) struct PendingAssertion {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
    pub(super) tags: Vec<Tag>,
    pub(super) atoms: Vec<Pending>,
}

/// The state of a walk.
pub(super) struct Walk<'a> {
    pub(super) file: &'a File,
    pub(super) helpers: &'a Helpers<'a>,
    /// The name of the test.
    pub(super) test: &'a str,
    pub(super) text: &'a str,
    pub(super) lines: &'a Lines<'a>,
    pub(super) mode: Mode,
    pub(super) language: Language,
    /// The meaning of `return`; none inside closures and helpers.
    pub(super) verdict: Verdict,
    pub(super) terms: Terms,
    pub(super) scope: Scope,
    /// The names that count as generated arguments.
    pub(super) generated: HashSet<Symbol>,
    pub(super) handle: Option<Symbol>,
    pub(super) sites: u32,
    pub(super) closures: Vec<Closure<'a>>,
    /// For each open loop, the states at early ends of its iterations.
    pub(super) loops: Vec<Vec<State>>,
    pub(super) assertions: Vec<PendingAssertion>,
    /// The assertion being split: new atoms belong to it.
    pub(super) inside: Option<usize>,
    /// Tags for all new atoms.
    pub(super) tags: Vec<Tag>,
    pub(super) unseen: bool,
    /// Claims of the current assertion. Terms share parts, so one may be reached along exponentially many paths.
    pub(super) claimed: HashSet<(TermId, bool)>,
    /// Calls whose assertions were found in the helper they call.
    pub(super) asserted: HashSet<TermId>,
    /// The values returned so far by each open closure or helper.
    pub(super) returns: Vec<Vec<TermId>>,
    /// All reads, for blocks that must fail as a whole.
    pub(super) reads: Vec<TermId>,
    /// Dry run: only writes matter, nothing is recorded.
    pub(super) silent: bool,
    /// The number of enclosing blocks that must fail.
    pub(super) refusing: u32,
    /// The helpers and closures being followed.
    pub(super) following: Vec<&'a str>,
    pub(super) followed: u32,
    pub(super) prefix: String,
    pub(super) depth: u32,
    /// The number of enclosing closures: parameters are identified by depth, not by name.
    pub(super) nesting: u32,
    /// Something was called or indexed, which may panic.
    pub(super) calls: bool,
}

impl<'a> Walk<'a> {
    /// The state at the beginning of a test.
    pub(super) fn new(
        file: &'a File,
        helpers: &'a Helpers<'a>,
        test: &'a Test,
        lines: &'a Lines<'a>,
        mode: Mode,
    ) -> Self {
        let mut walk = Walk {
            file,
            helpers,
            test: &test.name,
            text: lines.text,
            lines,
            mode,
            language: test.language,
            verdict: test.verdict,
            terms: Terms::default(),
            scope: Scope::default(),
            generated: HashSet::new(),
            handle: None,
            sites: 0,
            closures: Vec::new(),
            loops: Vec::new(),
            assertions: Vec::new(),
            inside: None,
            tags: Vec::new(),
            unseen: false,
            claimed: HashSet::new(),
            asserted: HashSet::new(),
            returns: Vec::new(),
            reads: Vec::new(),
            silent: false,
            refusing: 0,
            following: Vec::new(),
            followed: 0,
            prefix: String::new(),
            depth: 0,
            nesting: 0,
            calls: false,
        };
        for name in &test.other {
            let value = walk.terms.constant(name);
            walk.declare(name, false, value);
        }
        for name in &test.generated {
            // The paper counts arguments only, and the state of a machine is not one.
            if is_state(name, test) && mode == Mode::Paper {
                let value = walk.terms.constant(name);
                walk.declare(name, false, value);
            } else if Some(name) != test.handle.as_ref() {
                walk.generate(name, test.mutable.contains(name));
            }
        }
        if let Some(name) = &test.handle {
            // Drawn values are generated; the handle counts only where draws derive from it.
            if mode == Mode::Paper {
                walk.generate(name, false);
            } else {
                let value = walk.terms.constant(name);
                walk.declare(name, false, value);
            }
            walk.handle = Some(walk.terms.symbol(name));
        }
        walk
    }

    fn generate(&mut self, name: &str, mutable: bool) {
        let symbol = self.terms.symbol(name);
        self.generated.insert(symbol);
        let value = self.terms.keep(Term::Generated(symbol, 0), Span::default());
        self.declare(name, mutable, value);
    }

    /// Creates a variable.
    pub(super) fn declare(&mut self, name: &str, mutable: bool, value: TermId) {
        let symbol = self.terms.symbol(name);
        let read_as = if self.prefix.is_empty() {
            symbol
        } else {
            let full = format!("{}{name}", self.prefix);
            self.terms.symbol(&full)
        };
        self.scope.declare(symbol, Known { read_as, mutable }, value);
    }

    /// Writes a name in scope, or creates it.
    pub(super) fn assign(&mut self, name: &str, value: TermId) {
        let symbol = self.terms.symbol(name);
        match self.scope.find(symbol) {
            Some(variable) => {
                self.scope.untie(variable);
                self.scope.write(variable, value);
            }
            None => self.declare(name, true, value),
        }
    }

    /// The value of a name, if it is bound.
    pub(super) fn read(&mut self, name: &str, origin: Span) -> Option<TermId> {
        let symbol = self.terms.symbol(name);
        let variable = self.scope.find(symbol)?;
        let value = self.scope.value(variable)?;
        let value = match self.mode {
            Mode::Refined => value,
            Mode::Paper => {
                let read_as = self.scope.known(variable).read_as;
                self.terms.keep(Term::Read(read_as, value), origin)
            }
        };
        self.reads.push(value);
        Some(value)
    }

    /// A field, an element or a payload. Parts of known groups are resolved.
    pub(super) fn part(&mut self, of: TermId, path: &str, origin: Span) -> TermId {
        if self.mode == Mode::Refined {
            match self.terms.get(of) {
                Term::Wrap(name, inner) if path == PAYLOAD => {
                    if matches!(self.terms.name(*name), "Some" | "Ok" | "Err") {
                        return *inner;
                    }
                }
                Term::Group(members) => {
                    if let Some(member) = path.parse().ok().and_then(|at: usize| members.get(at)) {
                        return *member;
                    }
                }
                _ => {}
            }
        }
        let path = self.terms.symbol(path);
        self.terms.keep(Term::Part(of, path), origin)
    }

    /// The path to a part, counted from the end.
    fn path_from_the_end(&self, of: TermId, back: usize) -> String {
        match self.terms.get(of) {
            Term::Group(members) if members.len() >= back => (members.len() - back).to_string(),
            _ => format!("-{back}"),
        }
    }

    /// The rest of a value without some parts at both ends.
    fn rest(&mut self, of: TermId, before: usize, after: usize) -> TermId {
        let origin = self.terms.origin(of);
        match self.terms.get(of) {
            Term::Group(members) if members.len() >= before + after => {
                let rest = members[before..members.len() - after].to_vec();
                self.terms.group(rest, origin)
            }
            _ => self.part(of, "..", origin),
        }
    }

    /// Binds the names of a pattern to parts of a value.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: TermId, fresh: bool) {
        let origin = self.terms.origin(value);
        match pattern {
            Pattern::Wild | Pattern::Constant(_) => {}
            Pattern::Name { name, mutable } if fresh => self.declare(name, *mutable, value),
            Pattern::Name { name, .. } => self.assign(name, value),
            Pattern::At(name, inner) => {
                if fresh {
                    self.declare(name, false, value);
                } else {
                    self.assign(name, value);
                }
                self.bind(inner, value, fresh);
            }
            Pattern::Parts(variant, parts) => {
                let payload = variant.is_some() && parts.len() == 1;
                let rest = parts.iter().position(|part| matches!(part, Pattern::Rest(_)));
                for (at, part) in parts.iter().enumerate() {
                    let path = match variant {
                        _ if payload => PAYLOAD.to_owned(),
                        None if rest.is_some_and(|rest| rest < at) => {
                            self.path_from_the_end(value, parts.len() - at)
                        }
                        None => at.to_string(),
                        Some(variant) => format!("{variant} {at}"),
                    };
                    let inner = match part {
                        Pattern::Rest(_) => self.rest(value, at, parts.len() - at - 1),
                        _ => self.part(value, &path, origin),
                    };
                    self.bind(part, inner, fresh);
                }
            }
            Pattern::Rest(inner) => self.bind(inner, value, fresh),
            Pattern::Either(all) => {
                // Every alternative binds the same names: one of the values.
                let names = pattern.names();
                let opened = self.scope.open();
                let mut found: Vec<Vec<TermId>> = vec![Vec::new(); names.len()];
                for each in all {
                    self.bind(each, value, true);
                    for (name, values) in names.iter().zip(&mut found) {
                        let symbol = self.terms.symbol(name);
                        let variable = self.scope.find(symbol);
                        values.extend(variable.and_then(|it| self.scope.value(it)));
                    }
                    self.scope.close(opened);
                }
                for (name, values) in names.into_iter().zip(found) {
                    if values.is_empty() {
                        continue;
                    }
                    let value = self.terms.join(values);
                    if fresh {
                        self.declare(name, false, value);
                    } else {
                        self.assign(name, value);
                    }
                }
            }
        }
    }

    /// A number unique to this position.
    pub(super) fn site(&mut self) -> TermId {
        self.sites += 1;
        let text = format!("#{}", self.sites);
        self.terms.constant(&text)
    }

    /// Whether names created in a block go out of scope after it.
    pub(super) fn has_block_scope(&self) -> bool {
        self.language == Language::Rust
    }
}

/// The path to the only part of a variant: `Some(x)`, `r.unwrap()`.
pub(super) const PAYLOAD: &str = "payload";

/// Whether the name is the state shared by the rules of a Python state machine.
fn is_state(name: &str, test: &Test) -> bool {
    test.language == Language::Python && test.stateful && name == "self"
}
