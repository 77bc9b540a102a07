//! The state of the validator: the types on the stack and the open blocks.

use super::super::Type;
use disprove::trace;

/// Why a module is refused: for people who read traces, as the property only asks whether.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    StackEmpty,
    TypeMismatch,
    NotEmptyAtEnd,
    UnknownLabel,
    UnknownLocal,
    UnknownGlobal,
    ImmutableGlobal,
    UnknownFunction,
    UnknownSignature,
    UnknownMemory,
    Alignment,
    ManyResults,
    ManyMemories,
    MemorySize,
}

/// A block that is open.
#[derive(Clone, Debug)]
struct Frame {
    /// What a branch to it needs on the stack.
    label: Option<Type>,
    /// What it leaves on the stack.
    result: Option<Type>,
    /// The stack below it.
    height: usize,
    /// Whether what follows is never executed. Then the stack holds whatever is asked for.
    unreachable: bool,
}

/// The state of a validation.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// `None` is a value of any type.
    values: Vec<Option<Type>>,
    open: Vec<Frame>,
}

#[trace]
impl Frames {
    pub fn push(&mut self, of: Type) {
        self.values.push(Some(of));
    }

    /// A value of a type that nobody knows, in code that is never executed.
    pub fn push_any(&mut self, of: Option<Type>) {
        self.values.push(of);
    }

    /// Takes a value of any type.
    pub fn pop_any(&mut self) -> Result<Option<Type>, Invalid> {
        let Some(frame) = self.open.last() else {
            return Err(Invalid::UnknownLabel);
        };
        if self.values.len() == frame.height {
            return if frame.unreachable { Ok(None) } else { Err(Invalid::StackEmpty) };
        }
        match self.values.pop() {
            Some(value) => Ok(value),
            None => Err(Invalid::StackEmpty),
        }
    }

    /// Takes a value of this type.
    pub fn pop(&mut self, expected: Type) -> Result<(), Invalid> {
        match self.pop_any()? {
            None => Ok(()),
            Some(found) if found == expected => Ok(()),
            Some(_) => Err(Invalid::TypeMismatch),
        }
    }

    pub fn open(&mut self, label: Option<Type>, result: Option<Type>) {
        let height = self.values.len();
        self.open.push(Frame { label, result, height, unreachable: false });
    }

    /// The innermost block ends, and has to leave its result on the stack and nothing else. Returns the result.
    pub fn close(&mut self, ignores_below: bool) -> Result<Option<Type>, Invalid> {
        let Some(frame) = self.open.last().cloned() else {
            return Err(Invalid::UnknownLabel);
        };
        if let Some(result) = frame.result {
            self.pop(result)?;
        }
        if self.values.len() != frame.height && !ignores_below {
            return Err(Invalid::NotEmptyAtEnd);
        }
        self.abandon();
        Ok(frame.result)
    }

    /// The innermost block ends, whatever it leaves.
    pub fn abandon(&mut self) {
        if let Some(frame) = self.open.pop() {
            self.values.truncate(frame.height);
        }
    }

    /// The types that a branch to this enclosing block needs.
    pub fn label(&self, depth: u32) -> Result<Option<Type>, Invalid> {
        let mut outwards = self.open.iter().rev();
        match outwards.nth(depth as usize) {
            Some(frame) => Ok(frame.label),
            None => Err(Invalid::UnknownLabel),
        }
    }

    /// What the whole function needs.
    pub fn outermost(&self) -> Result<Option<Type>, Invalid> {
        match self.open.first() {
            Some(frame) => Ok(frame.label),
            None => Err(Invalid::UnknownLabel),
        }
    }

    /// What follows in this block is never executed.
    pub fn stop(&mut self) {
        if let Some(frame) = self.open.last_mut() {
            frame.unreachable = true;
            self.values.truncate(frame.height);
        }
    }
}
