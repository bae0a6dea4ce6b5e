//! The checker: constraints on programs, types and sizes.
//!
//! Compilers accept every program that it accepts, and no later step fails on one because of a missing index, a wrong type or
//! an exhausted stack. It does not check for undefined behaviour. No program makes it panic.
//!
//! The type of every expression is computed again and compared with the one that it carries.

mod expr;
mod init;
mod name;
mod program;
mod stmt;
mod ty;

pub(crate) use ty::depths;

use std::fmt;

use crate::{Block, BlockId, CTarget, FnId, Function, Place, Program, Type, TypeKind};

/// Maximal nesting of expressions and blocks, which bounds the recursion of everything that walks them.
pub const DEPTH: u32 = 200;
/// Maximal number of operators that follow each other without parentheses, `a + b - c`. Each is nested in the next one.
pub const CHAIN: u32 = 500;
/// Maximal nesting of types, and of records in each other.
pub const TYPE_DEPTH: u32 = 64;
/// Size of the largest object, in bytes.
pub const LARGEST: u64 = 16 << 20;
/// The largest alignment that may be requested.
pub const LARGEST_ALIGN: u32 = 4096;

/// The reason why a program is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The statement, if the error is at one.
    pub place: Option<Place>,
    /// Description of the error.
    pub message: String,
}

impl IllFormed {
    /// Returns the same error with the name of the function or variable that it is about.
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
    // The rest of the checks may rely on types.
    Checker::new(program, target).program(program)
}

/// An error that is not at one statement.
fn global<T>(message: impl Into<String>) -> Result<T> {
    Err(IllFormed {
        place: None,
        message: message.into(),
    })
}

/// The checker's state while it walks a program whose types and names are correct.
struct Checker {
    /// The program without the text of its functions. Types of intermediate results are added to it.
    program: Program,
    /// Number of types of the original program.
    types: usize,
    target: CTarget,
    function: Option<FnId>,
    place: Option<Place>,
    /// True for each local that is in scope here.
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

    /// Fails with the message if `so` is false.
    fn require(&self, so: bool, message: &str) -> Result {
        match so {
            true => Ok(()),
            false => self.wrong(message),
        }
    }

    /// Fails unless the type can be written in a program.
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
