//! The parser, and its bug.

use super::program::{Exp, Function, Module, Operator, Program, Statement};
use std::iter::Peekable;
use std::str::SplitWhitespace;

/// The program a text says, or `None` if it is none.
pub fn parse(text: &str) -> Option<Program> {
    let mut words = Words(text.split_whitespace().peekable());
    let mut program = Program::default();
    while let Some(word) = words.0.next() {
        match word {
            "module" => program.modules.push(words.module()?),
            "fn" => program.functions.push(words.function()?),
            _ => return None,
        }
    }
    Some(program)
}

struct Words<'a>(Peekable<SplitWhitespace<'a>>);

impl Words<'_> {
    fn module(&mut self) -> Option<Module> {
        self.expect("imports")?;
        // A name has at most three letters, so no name is a keyword here.
        let imports = self.names_up_to("exports")?;
        Some(Module { imports, exports: self.names_up_to(";")? })
    }

    fn function(&mut self) -> Option<Function> {
        let mut function = Function { name: self.name()?, ..Function::default() };
        self.expect("(")?;
        while !self.ends_with(")") {
            function.arguments.push(self.expression()?);
            self.expect(",")?;
        }
        self.expect("{")?;
        while !self.ends_with("}") {
            function.body.push(self.statement()?);
            self.expect(";")?;
        }
        Some(function)
    }

    fn statement(&mut self) -> Option<Statement> {
        let keyword = self.0.next()?;
        if keyword == "return" {
            return Some(Statement::Return(self.expression()?));
        }
        let name = self.name()?;
        self.expect("=")?;
        let value = self.expression()?;
        match keyword {
            "let" => Some(Statement::Assign(name, value)),
            "alloc" => Some(Statement::Alloc(name, value)),
            _ => None,
        }
    }

    fn expression(&mut self) -> Option<Exp> {
        match self.0.next()? {
            "true" => Some(Exp::Bool(true)),
            "false" => Some(Exp::Bool(false)),
            "!" => Some(Exp::Not(Box::new(self.expression()?))),
            "(" => {
                let a = Box::new(self.expression()?);
                let sign = self.0.next()?;
                let operator = *Operator::ALL.iter().find(|operator| operator.sign() == sign)?;
                let b = Box::new(self.expression()?);
                self.expect(")")?;
                Some(match operator {
                    // The bug: operands are swapped, and `or` becomes `and`.
                    Operator::And | Operator::Or => Exp::Binary(Operator::And, b, a),
                    other => Exp::Binary(other, a, b),
                })
            }
            number => number.parse().ok().map(Exp::Int),
        }
    }

    fn names_up_to(&mut self, end: &str) -> Option<Vec<String>> {
        let mut names = Vec::new();
        while !self.ends_with(end) {
            names.push(self.name()?);
        }
        Some(names)
    }

    fn name(&mut self) -> Option<String> {
        self.0.next().map(str::to_owned)
    }

    /// Takes the next word if it is this one.
    fn ends_with(&mut self, end: &str) -> bool {
        self.0.next_if(|word| *word == end).is_some()
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.0.next_if(|next| *next == word).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn what_is_printed_comes_back_but_for_the_bug() {
        let text =
            "module imports a b exports c ;\nfn f ( ( 1 + ! true ) , ) {\n  let x = -2 ;\n}\n";
        assert_eq!(parse(text).expect("it is a program").to_string(), text);
        let swapped = parse("fn f ( ( 1 || 2 ) , ) { }").expect("it is a program");
        assert!(swapped.to_string().contains("( 2 && 1 )"), "{swapped}");
    }
}
