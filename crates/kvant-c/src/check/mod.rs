//! The checker: which programs make sense at all.
//!
//! What it accepts, compilers accept, and nothing that is done with it afterwards fails for want of an index, a type or room
//! on the stack. It says nothing about undefined behaviour. No program makes it panic.
//!
//! The type of every expression is found out once more and compared with the one that it carries.

mod expr;
mod init;
mod name;
mod program;
mod stmt;
mod ty;

pub(crate) use ty::depths;

use std::fmt;

use crate::{Block, BlockId, CTarget, FnId, Function, Place, Program, Type, TypeKind};

/// How deep expressions and blocks may nest, so that the recursion of what walks them is bounded.
pub const DEPTH: u32 = 200;
/// How many operators may follow each other without parentheses, `a + b - c`. Each is nested in the next one.
pub const CHAIN: u32 = 500;
/// How deep types may nest, and records in each other.
pub const TYPE_DEPTH: u32 = 64;
/// The size that no object exceeds.
pub const LARGEST: u64 = 16 << 20;
/// The largest alignment that may be asked for.
pub const LARGEST_ALIGN: u32 = 4096;

/// Why a program makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// Where, if it is at one statement.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
}

impl IllFormed {
    /// The same, with the name of what it is about.
    fn about(self, name: &str) -> IllFormed {
        IllFormed {
            message: format!("`{name}`: {}", self.message),
            ..self
        }
    }
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IllFormed {}

type Result<T = ()> = std::result::Result<T, IllFormed>;

/// Checks a finished program.
pub fn program(program: &Program, target: &CTarget) -> Result {
    ty::table(program, target)?;
    name::all(program)?;
    // Only now can nothing go wrong with types.
    Checker::new(program, target).program(program)
}

/// An error that is not at one statement.
fn global<T>(message: impl Into<String>) -> Result<T> {
    Err(IllFormed {
        place: None,
        message: message.into(),
    })
}

/// A program whose types and names are fine, on the way through its text.
struct Checker {
    /// The program without the text of its functions. Types that are needed in between are added to it.
    program: Program,
    /// How many types there really are.
    types: usize,
    target: CTarget,
    function: Option<FnId>,
    place: Option<Place>,
    /// Which locals can be named here.
    in_scope: Vec<bool>,
}

impl Checker {
    fn new(program: &Program, target: &CTarget) -> Checker {
        let mut shell = Program {
            types: program.types.clone(),
            typedefs: Vec::new(),
            records: program.records.clone(),
            enums: program.enums.clone(),
            globals: program.globals.clone(),
            functions: Vec::with_capacity(program.functions.len()),
        };
        for function in &program.functions {
            shell.functions.push(Function {
                name: function.name.clone(),
                result: function.result,
                parameters: function.parameters,
                variadic: function.variadic,
                locals: function.locals.clone(),
                blocks: vec![Block::default()],
                labels: Vec::new(),
                linkage: function.linkage,
                attributes: Vec::new(),
            });
        }
        Checker {
            types: shell.types.len(),
            program: shell,
            target: *target,
            function: None,
            place: None,
            in_scope: Vec::new(),
        }
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(IllFormed {
            place: self.place,
            message: message.into(),
        })
    }

    /// Fails with the message if it is not so.
    fn require(&self, so: bool, message: &str) -> Result {
        match so {
            true => Ok(()),
            false => self.wrong(message),
        }
    }

    /// Fails unless a type is one that can be written here.
    fn written(&self, ty: Type) -> Result {
        match ty::written(&self.program, self.types, &self.target, ty) {
            Ok(()) => Ok(()),
            Err(message) => self.wrong(message),
        }
    }

    /// Fails unless there can be objects of this type.
    fn object(&self, ty: Type) -> Result {
        self.written(ty)?;
        self.require(
            self.program.is_object(ty),
            "there are no objects of this type",
        )
    }

    fn is_array(&self, ty: Type) -> bool {
        matches!(self.program.types.get(ty), Some(TypeKind::Array(..)))
    }

    fn place_in(&mut self, block: BlockId, statement: usize) {
        self.place = self.function.map(|function| Place {
            function,
            block,
            statement: statement as u32,
        });
    }
}
