//! For each bug, a smallest input that reveals it.

use super::{
    Address, Bug, Comparison, Conversion, Function, Instruction, Memory, Module, Operation,
    Signature, Stub, Type, Width,
};
use Instruction::{Binary, Compare, Drop, I32Const, I64Const};

/// An input of the property that a mistake breaks.
#[derive(Clone, Debug)]
pub enum Witness {
    Module(Module),
    Stub(Stub),
}

/// A module of one function without parameters, beside a memory.
fn function(results: &[Type], body: Vec<Instruction>) -> Module {
    Module {
        signatures: vec![Signature { parameters: Vec::new(), results: results.to_vec() }],
        functions: vec![Function { signature: 0, locals: Vec::new(), body }],
        memories: vec![Memory { pages: 0, most: None }],
        ..Module::default()
    }
}

fn stub(body: Vec<Instruction>) -> Witness {
    Witness::Stub(Stub { locals: vec![Type::I32], body, first: 0, second: 0.0 })
}

/// The input that shows it.
pub fn witness(bug: Bug) -> Witness {
    let returning = |body| Witness::Module(function(&[Type::I32], body));
    let silent = |body| Witness::Module(function(&[], body));
    match bug {
        Bug::ElseBranch => {
            let branches = (vec![I32Const(1)], vec![Instruction::F64Const(1.0)]);
            let choice = Instruction::If(Some(Type::I32), branches.0, branches.1);
            returning(vec![I32Const(0), choice])
        }
        Bug::StackBelow => silent(vec![Instruction::Block(None, vec![I32Const(1)])]),
        Bug::FunctionType => returning(Vec::new()),
        Bug::MemoryCount => {
            let memories = vec![Memory { pages: 0, most: None }; 2];
            Witness::Module(Module { memories, ..Module::default() })
        }
        Bug::FunctionIndex => Witness::Module(Module { exports: vec![0], ..Module::default() }),
        Bug::I64Eqz => returning(vec![I32Const(0), Instruction::I64Eqz]),
        Bug::I32Binary => {
            let wide = [I32Const(0), Instruction::Convert(Conversion::I64ExtendI32S)];
            let add = [Binary(Width::W32, Operation::Add), Drop];
            silent([wide.to_vec(), wide.to_vec(), add.to_vec()].concat())
        }
        Bug::MemoryIndex => {
            let module = function(&[Type::I32], vec![Instruction::MemorySize]);
            Witness::Module(Module { memories: Vec::new(), ..module })
        }
        Bug::I64Const => silent(vec![I64Const(0), Instruction::I32Eqz, Drop]),
        Bug::LoadAlignment => {
            let address = Address { offset: 0, alignment: 3 };
            returning(vec![I32Const(0), Instruction::I32Load(address)])
        }
        Bug::I32Sub => stub(vec![I32Const(0), I32Const(1), Binary(Width::W32, Operation::Sub)]),
        Bug::I32LtU => stub(vec![I32Const(0), I32Const(-1), Compare(Width::W32, Comparison::LtU)]),
        Bug::I32ShrU => stub(vec![I32Const(-1), I32Const(1), Binary(Width::W32, Operation::ShrU)]),
        Bug::LocalStart => stub(vec![Instruction::LocalGet(2)]),
        Bug::Load8Address => {
            let address = Address { offset: 1, alignment: 0 };
            stub(vec![I32Const(-1), Instruction::I32Load8S(address)])
        }
    }
}
