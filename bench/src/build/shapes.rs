//! The ten shapes of property in the generated crates, written for each library as its users would.

use super::library::Library;

/// A kind of argument list and body. Properties of one shape differ in a constant only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Integer,
    Bytes,
    String,
    Tuple,
    Struct,
    Tree,
    Ranges,
    Regex,
    Assume,
    Machine,
}

/// Each shape with its number of properties among the hundred. State machines are fewer than the others, as in
/// most test suites.
pub const HUNDRED: [(Shape, u32); 10] = [
    (Shape::Integer, 11),
    (Shape::Bytes, 11),
    (Shape::String, 11),
    (Shape::Tuple, 11),
    (Shape::Struct, 11),
    (Shape::Tree, 10),
    (Shape::Ranges, 10),
    (Shape::Regex, 10),
    (Shape::Assume, 10),
    (Shape::Machine, 5),
];

impl Shape {
    /// A property of this shape with `number` in its name and `constant` in its body.
    pub fn property(self, library: Library, number: u32, constant: u32) -> String {
        let template = match (self, library) {
            (Shape::Machine, Library::Ours) => MACHINE_OURS.to_owned(),
            (Shape::Machine, Library::Proptest) => format!("{MACHINE}{MACHINE_PROPTEST}"),
            (Shape::Machine, Library::Quickcheck) => format!("{MACHINE}{MACHINE_QUICKCHECK}"),
            _ => self.function(library),
        };
        template.replace("$n", &number.to_string()).replace("$c", &constant.to_string())
    }

    fn function(self, library: Library) -> String {
        let (name, arguments, mut body) = self.parts(library);
        let first = match (self, library) {
            (Shape::Assume, Library::Ours) => "assume!(divisor != 0); ",
            (Shape::Assume, Library::Proptest) => "prop_assume!(divisor != 0); ",
            (Shape::Assume, Library::Quickcheck) => {
                "if divisor == 0 { return TestResult::discard(); } "
            }
            (Shape::Ranges, Library::Quickcheck) => "let (low, dice) = (low % 100, dice % 6 + 1); ",
            (Shape::Regex, Library::Quickcheck) => "let mail = mail.0; ",
            _ => "",
        };
        let proptest;
        if library == Library::Proptest {
            proptest = body.replace("assert", "prop_assert");
            body = &proptest;
        }
        let (attribute, result, last) = match (self, library) {
            (_, Library::Ours) => ("#[property] ", "", ""),
            (_, Library::Proptest) => ("#[test] ", "", ""),
            (Shape::Assume, Library::Quickcheck) => ("", " -> TestResult", " TestResult::passed()"),
            (_, Library::Quickcheck) => ("", " -> bool", " true"),
        };
        format!("{attribute}fn {name}_$n({arguments}){result} {{ {first}{body}{last} }}\n")
    }

    /// The name, the arguments and the body of a property that is a function.
    fn parts(self, library: Library) -> (&'static str, &'static str, &'static str) {
        let choose = |ours, proptest, quickcheck| match library {
            Library::Ours => ours,
            Library::Proptest => proptest,
            Library::Quickcheck => quickcheck,
        };
        match self {
            Shape::Integer => {
                ("integer", "x: u64", "assert_eq!(x.wrapping_add($c).wrapping_sub($c), x);")
            }
            Shape::Bytes => (
                "bytes",
                "list: Vec<u8>",
                "let mut twice = list.clone(); twice.reverse(); twice.push($c); assert_eq!(twice.len(), list.len() + 1);",
            ),
            Shape::String => {
                ("string", "text: String", "assert!(text.chars().count() < text.len() + $c);")
            }
            Shape::Tuple => (
                "tuple",
                "tuple: (u8, i32, bool)",
                "let (a, b, c) = tuple; assert!(i64::from(a) + i64::from(b) + $c > i64::from(b) - i64::from(c));",
            ),
            Shape::Struct => (
                "record",
                choose("account: Account", "account in account()", "account: Account"),
                "let mut other = account.clone(); other.balance = other.balance.wrapping_sub($c); assert_eq!(other == account, $c == 0);",
            ),
            Shape::Tree => (
                "tree",
                choose("tree: Tree", "tree in tree()", "tree: Tree"),
                "let before = size(&tree); assert_eq!(before + $c + 1, size(&Tree::Not(Box::new(tree))) + $c);",
            ),
            Shape::Ranges => (
                "ranges",
                choose(
                    "#[draw(0..100)] low: u32, #[draw(1..=6)] dice: u8",
                    "low in 0..100u32, dice in 1..=6u8",
                    "low: u32, dice: u8",
                ),
                "assert!(low + u32::from(dice) < 106 + $c);",
            ),
            Shape::Regex => (
                "regex",
                choose(
                    "#[draw(\"[a-z]{1,8}@[a-z]{1,8}\")] mail: String",
                    "mail in \"[a-z]{1,8}@[a-z]{1,8}\"",
                    "mail: Mail",
                ),
                "let (user, host) = mail.split_once('@').unwrap(); assert!(user.len() + host.len() < 17 + $c);",
            ),
            Shape::Assume => (
                "assume",
                "number: u32, divisor: u32",
                "assert!(u64::from(number % divisor) < u64::from(divisor) + $c);",
            ),
            Shape::Machine => unreachable!("a state machine is not one function"),
        }
    }
}

/// The declarations that the properties of all shapes share.
pub fn declarations(library: Library) -> String {
    let own = match library {
        Library::Ours => "",
        Library::Proptest => STRATEGIES,
        Library::Quickcheck => INSTANCES,
    };
    let derive = if library == Library::Ours { ", Arbitrary" } else { "" };
    format!("{}{own}", TYPES.replace("$derive", derive))
}

const TYPES: &str = "
#[derive(Debug, Clone, PartialEq$derive)]
struct Account { id: i32, balance: i32, owner: String, open: Option<bool> }

#[derive(Debug, Clone, PartialEq$derive)]
enum Tree { Leaf(i8), Not(Box<Tree>), And(Box<Tree>, Box<Tree>), Or(Box<Tree>, Box<Tree>) }

fn size(tree: &Tree) -> u64 {
    match tree {
        Tree::Leaf(_) => 1,
        Tree::Not(a) => 1 + size(a),
        Tree::And(a, b) | Tree::Or(a, b) => 1 + size(a) + size(b),
    }
}
";

const STRATEGIES: &str = "
prop_compose! {
    fn account()(id: i32, balance: i32, owner: String, open: Option<bool>) -> Account {
        Account { id, balance, owner, open }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    any::<i8>().prop_map(Tree::Leaf).prop_recursive(5, 32, 2, |inner| {
        let pair = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            inner.clone().prop_map(|a| Tree::Not(Box::new(a))),
            pair().prop_map(|(a, b)| Tree::And(a, b)),
            pair().prop_map(|(a, b)| Tree::Or(a, b)),
        ]
    })
}
";

const INSTANCES: &str = "
impl Arbitrary for Account {
    fn arbitrary(g: &mut Gen) -> Self {
        let (id, balance, owner, open) = Arbitrary::arbitrary(g);
        Account { id, balance, owner, open }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let fields = (self.id, self.balance, self.owner.clone(), self.open);
        Box::new(fields.shrink().map(|(id, balance, owner, open)| Account { id, balance, owner, open }))
    }
}

fn tree(g: &mut Gen, depth: u32) -> Tree {
    let kind = if depth == 0 { 0 } else { u8::arbitrary(g) % 4 };
    let mut child = || Box::new(tree(g, depth.saturating_sub(1)));
    match kind {
        1 => Tree::Not(child()),
        2 => Tree::And(child(), child()),
        3 => Tree::Or(child(), child()),
        _ => Tree::Leaf(i8::arbitrary(g)),
    }
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Self {
        tree(g, 5)
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        match self.clone() {
            Tree::Leaf(x) => Box::new(x.shrink().map(Tree::Leaf)),
            Tree::Not(a) => Box::new(std::iter::once((*a).clone()).chain(a.shrink().map(Tree::Not))),
            Tree::And(a, b) => {
                let children = [(*a).clone(), (*b).clone()];
                Box::new(children.into_iter().chain((a, b).shrink().map(|(a, b)| Tree::And(a, b))))
            }
            Tree::Or(a, b) => {
                let children = [(*a).clone(), (*b).clone()];
                Box::new(children.into_iter().chain((a, b).shrink().map(|(a, b)| Tree::Or(a, b))))
            }
        }
    }
}

#[derive(Debug, Clone)]
struct Mail(String);
impl Arbitrary for Mail {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut word = || {
            let length = usize::arbitrary(g) % 8 + 1;
            (0..length).map(|_| char::from(b'a' + u8::arbitrary(g) % 26)).collect::<String>()
        };
        let user = word();
        Mail(user + \"@\" + &word())
    }
}
";

const MACHINE_OURS: &str = "
#[derive(Default)]
struct Queue$n { real: std::collections::VecDeque<u8>, model: Vec<u8> }

#[property]
impl Queue$n {
    #[rule]
    fn push(&mut self, x: u8) {
        self.real.push_back(x ^ $c);
        self.model.push(x ^ $c);
    }
    #[rule(when = |queue| !queue.model.is_empty())]
    fn pop(&mut self) {
        assert_eq!(self.real.pop_front(), Some(self.model.remove(0)));
    }
    #[rule]
    fn shorten(&mut self, length: u8) {
        self.real.truncate(length as usize % 8);
        self.model.truncate(length as usize % 8);
    }
    #[invariant]
    fn lengths_agree(&self) {
        assert_eq!(self.real.len(), self.model.len());
    }
}
";

/// For libraries without state machines: a list of operations and a loop that executes it.
const MACHINE: &str = "
#[derive(Debug, Clone)]
enum Operation$n { Push(u8), Pop, Shorten(u8) }

fn execute_$n(operations: Vec<Operation$n>) {
    let (mut real, mut model) = (std::collections::VecDeque::new(), Vec::new());
    for operation in operations {
        match operation {
            Operation$n::Push(x) => {
                real.push_back(x ^ $c);
                model.push(x ^ $c);
            }
            Operation$n::Pop if model.is_empty() => {}
            Operation$n::Pop => assert_eq!(real.pop_front(), Some(model.remove(0))),
            Operation$n::Shorten(length) => {
                real.truncate(length as usize % 8);
                model.truncate(length as usize % 8);
            }
        }
        assert_eq!(real.len(), model.len());
    }
}
";

const MACHINE_PROPTEST: &str = "
fn operation_$n() -> impl Strategy<Value = Operation$n> {
    prop_oneof![
        any::<u8>().prop_map(Operation$n::Push),
        any::<u8>().prop_map(Operation$n::Shorten),
        Just(Operation$n::Pop),
    ]
}

proptest! {
    #[test]
    fn machine_$n(operations in proptest::collection::vec(operation_$n(), 0..50)) {
        execute_$n(operations);
    }
}
";

const MACHINE_QUICKCHECK: &str = "
impl Arbitrary for Operation$n {
    fn arbitrary(g: &mut Gen) -> Self {
        match u8::arbitrary(g) % 3 {
            0 => Operation$n::Push(u8::arbitrary(g)),
            1 => Operation$n::Shorten(u8::arbitrary(g)),
            _ => Operation$n::Pop,
        }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        match self {
            Operation$n::Push(x) => Box::new(x.shrink().map(Operation$n::Push)),
            Operation$n::Shorten(length) => Box::new(length.shrink().map(Operation$n::Shorten)),
            Operation$n::Pop => quickcheck::empty_shrinker(),
        }
    }
}

quickcheck! {
    fn machine_$n(operations: Vec<Operation$n>) -> bool {
        execute_$n(operations);
        true
    }
}
";
