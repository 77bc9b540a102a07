//! The properties: the engine agrees with the reference.

use super::{
    Bug, Function, Instruction, Memory, Module, Signature, Stop, Type, Value, engine, reference,
};
use disprove::prelude::*;

/// What the engine accepts is valid. What it refuses says nothing.
pub fn accepted_modules_are_valid(module: &Module, bug: Option<Bug>) {
    assume!(engine::validate(module, bug).is_ok());
    assert!(reference::is_valid(module), "an invalid module is accepted");
}

/// A function in a module that holds nothing else but a memory, and what it is called with. Its type is given, so that
/// it can be called at all.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Stub {
    pub locals: Vec<Type>,
    pub body: Vec<Instruction>,
    pub first: i32,
    pub second: f64,
}

impl Stub {
    /// What the function takes.
    pub const PARAMETERS: [Type; 2] = [Type::I32, Type::F64];

    pub fn module(&self) -> Module {
        let signature =
            Signature { parameters: Stub::PARAMETERS.to_vec(), results: vec![Type::I32] };
        let function =
            Function { signature: 0, locals: self.locals.clone(), body: self.body.clone() };
        Module {
            signatures: vec![signature],
            functions: vec![function],
            memories: vec![Memory { pages: 1, most: Some(2) }],
            globals: Vec::new(),
            exports: vec![0],
        }
    }

    pub fn arguments(&self) -> [Value; 2] {
        [Value::I32(self.first), Value::F64(self.second)]
    }
}

/// A function that may be run returns the same, or traps, in both.
pub fn results_agree(stub: &Stub, bug: Option<Bug>) {
    let (module, arguments) = (stub.module(), stub.arguments());
    assume!(engine::validate(&module, None).is_ok());
    let result = engine::invoke(&module, 0, &arguments, bug);
    let expected = reference::invoke(&module, 0, &arguments);
    assume!(result != Err(Stop::Exhausted));
    assume!(expected != Err(Stop::Exhausted));
    assert_eq!(result, expected);
}
