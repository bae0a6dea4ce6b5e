//! A small builder of programs for tests.

use kvant_mir::*;

/// A function being written, at the end of its last block.
pub(crate) struct Body {
    pub(crate) function: Function,
    unit: Ty,
}

impl Body {
    pub(crate) fn new(types: &mut Types, name: &str, arguments: &[Ty], result: Ty) -> Body {
        let locals = std::iter::once(&result).chain(arguments);
        Body {
            function: Function {
                name: name.to_owned(),
                inline: Inline::Free,
                cold: false,
                arguments: arguments.len() as u32,
                locals: locals.map(|&ty| unnamed(ty)).collect(),
                blocks: vec![BlockData::default()],
            },
            unit: types.unit(),
        }
    }

    pub(crate) fn inline(mut self, inline: Inline) -> Body {
        self.function.inline = inline;
        self
    }

    pub(crate) fn local(&mut self, ty: Ty) -> Local {
        self.function.locals.push(unnamed(ty));
        Local::new(self.function.locals.len() - 1)
    }

    pub(crate) fn push(&mut self, statement: Statement) {
        let last = self.function.blocks.last_mut().unwrap();
        last.statements.push(statement);
    }

    pub(crate) fn set(&mut self, place: impl Into<Place>, rvalue: Rvalue) {
        self.push(Statement::Assign(place.into(), rvalue));
    }

    /// A new local with the value of `rvalue`.
    pub(crate) fn make(&mut self, ty: Ty, rvalue: Rvalue) -> Local {
        let local = self.local(ty);
        self.set(local, rvalue);
        local
    }

    /// The block that the next [`Body::end`] begins.
    pub(crate) fn next(&self) -> Block {
        Block::new(self.function.blocks.len())
    }

    /// Ends the block and begins the next one.
    pub(crate) fn end(&mut self, terminator: Terminator) {
        self.last(terminator);
        self.function.blocks.push(BlockData::default());
    }

    /// Ends the last block.
    pub(crate) fn last(&mut self, terminator: Terminator) {
        self.function.blocks.last_mut().unwrap().terminator = Some(terminator);
    }

    pub(crate) fn call(
        &mut self,
        place: impl Into<Place>,
        callee: Callee,
        arguments: Vec<Operand>,
    ) {
        let target = self.next();
        self.end(Terminator::Call {
            destination: place.into(),
            callee,
            arguments,
            target,
        });
    }

    pub(crate) fn observe(&mut self, site: u32, value: impl Into<Operand>) {
        let nothing = self.local(self.unit);
        self.call(nothing, Callee::Observe { site }, vec![value.into()]);
    }
}

fn unnamed(ty: Ty) -> LocalDecl {
    LocalDecl {
        ty,
        name: None,
        marked: false,
    }
}

pub(crate) fn int(value: i128, ty: IntTy) -> Constant {
    Constant::int(value, ty, &kvant_memory::Target::X86_64)
}

pub(crate) fn f32(value: f32) -> Constant {
    Constant::Float(value.to_bits().into(), FloatTy::F32)
}

pub(crate) fn f64(value: f64) -> Constant {
    Constant::Float(value.to_bits(), FloatTy::F64)
}

pub(crate) fn copy(place: impl Into<Operand>) -> Rvalue {
    Rvalue::Use(place.into())
}

pub(crate) fn field(place: impl Into<Place>, n: u32) -> Place {
    place.into().project(Projection::Field(n))
}

pub(crate) fn deref(local: Local) -> Place {
    Place::local(local).project(Projection::Deref)
}

pub(crate) fn index(place: impl Into<Place>, n: Local) -> Place {
    place.into().project(Projection::Index(n))
}
