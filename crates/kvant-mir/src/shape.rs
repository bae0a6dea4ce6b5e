//! The operations of a program as a list of words, without names, numbers and types.
//!
//! Two small programs that show one bug have most of their words in common. Copies, constants, jumps, returns, storage and
//! observations are in every program and have no words.

use std::collections::BTreeSet;

use crate::syntax::{
    AdtKind, Block, Callee, FnId, Function, Mutability, Operand, Place, Program, Projection,
    Rvalue, Statement, Terminator, Ty, TyKind,
};

/// The words of a program, each once, in order.
pub fn shape(program: &Program) -> Vec<String> {
    let mut words = BTreeSet::new();
    for (n, function) in program.functions.iter().enumerate() {
        let mut speaker = Speaker {
            program,
            function,
            id: FnId::new(n),
            words: &mut words,
        };
        speaker.body();
    }
    words.into_iter().collect()
}

struct Speaker<'a> {
    program: &'a Program,
    function: &'a Function,
    id: FnId,
    words: &'a mut BTreeSet<String>,
}

impl Speaker<'_> {
    fn say(&mut self, word: impl Into<String>) {
        self.words.insert(word.into());
    }

    fn body(&mut self) {
        let function = self.function;
        for (n, block) in function.blocks.iter().enumerate() {
            for statement in &block.statements {
                self.statement(statement);
            }
            if let Some(terminator) = &block.terminator {
                self.terminator(terminator);
            }
            let next = |block: Block| {
                let data = function.blocks.get(block.index());
                let terminator = data.and_then(|data| data.terminator.as_ref());
                terminator
                    .into_iter()
                    .flat_map(Terminator::successors)
                    .collect()
            };
            if reaches(Block::new(n), Block::new(n), next) {
                self.say("loop");
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.place(place);
                self.rvalue(rvalue);
            }
            Statement::StorageLive(_) | Statement::StorageDead(_) => {}
            Statement::SetDiscriminant(place, _) => {
                self.place(place);
                self.say("set discriminant");
            }
            Statement::Assume(operand) => {
                self.operand(operand);
                self.say("assume");
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(_) | Terminator::Return => {}
            Terminator::Unreachable => self.say("unreachable"),
            Terminator::Switch { scrutinee, .. } => {
                self.operand(scrutinee);
                self.say("switch");
            }
            Terminator::Call {
                destination,
                callee,
                arguments,
                ..
            } => {
                self.place(destination);
                for argument in arguments {
                    self.operand(argument);
                }
                self.callee(callee);
            }
        }
    }

    fn callee(&mut self, callee: &Callee) {
        match callee {
            Callee::Function(id) => {
                let program = self.program;
                match reaches(*id, self.id, |id| callees(program, id)) || *id == self.id {
                    true => self.say("recursive call"),
                    false => self.say("call"),
                }
            }
            Callee::Pointer(place) => {
                self.place(place);
                self.say("call through a pointer");
            }
            Callee::Intrinsic(intrinsic) => self.say(format!("intrinsic {intrinsic:?}")),
            Callee::Observe { .. } => {}
        }
    }

    fn rvalue(&mut self, rvalue: &Rvalue) {
        for operand in rvalue.operands() {
            self.operand(operand);
        }
        match rvalue {
            Rvalue::Use(_) => {}
            Rvalue::Unary(op, _) => self.say(format!("{op:?}")),
            Rvalue::Binary(op, ..) => self.say(format!("{op:?}")),
            Rvalue::Checked(op, ..) => self.say(format!("checked {op:?}")),
            Rvalue::Cast(operand, to) => {
                let from = self.operand_ty(operand).map_or("?", |ty| self.sort(ty));
                let to = self.sort(*to);
                self.say(format!("cast {from}-to-{to}"));
            }
            Rvalue::Transmute(..) => self.say("transmute"),
            Rvalue::RawRef(_, place) => {
                self.place(place);
                self.say("raw pointer");
            }
            Rvalue::Ref(mutability, place) => {
                self.place(place);
                self.say(match mutability {
                    Mutability::Const => "reference",
                    Mutability::Mut => "mutable reference",
                });
            }
            Rvalue::FnPointer(_) => self.say("function pointer"),
            Rvalue::Offset(..) => self.say("offset"),
            Rvalue::Discriminant(place) => {
                self.place(place);
                self.say("discriminant");
            }
            Rvalue::Aggregate(..) => self.say("aggregate"),
            Rvalue::Variant(..) => self.say("enum"),
            Rvalue::Union(..) => self.say("union"),
            Rvalue::Repeat(..) => self.say("repeat"),
        }
    }

    fn operand(&mut self, operand: &Operand) {
        if operand.is_move() {
            self.say("move");
        }
        if let Some(place) = operand.place() {
            self.place(place);
        }
    }

    fn place(&mut self, place: &Place) {
        let types = &self.program.types;
        let mut ty = self
            .function
            .locals
            .get(place.local.index())
            .map(|decl| decl.ty);
        for step in &place.projection {
            let is_union = ty.is_some_and(|ty| types.as_adt_of(ty, AdtKind::Union).is_some());
            self.words.insert(
                match step {
                    Projection::Deref => "deref",
                    Projection::Field(_) if is_union => "union field",
                    Projection::Field(_) => "field",
                    Projection::VariantField { .. } => "variant field",
                    Projection::Index(_) => "index",
                }
                .to_owned(),
            );
            ty = ty.and_then(|ty| types.step(ty, *step));
        }
    }

    fn operand_ty(&self, operand: &Operand) -> Option<Ty> {
        let types = &self.program.types;
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.function.place_ty(types, place),
            Operand::Const(constant) => constant.ty(types),
        }
    }

    /// The category of a type, in casts.
    fn sort(&self, ty: Ty) -> &'static str {
        match self.program.types.get(ty) {
            Some(TyKind::Int(_)) => "int",
            Some(TyKind::Float(_)) => "float",
            Some(TyKind::Bool) => "bool",
            Some(TyKind::Char) => "char",
            _ => "pointer",
        }
    }
}

/// The functions that a function calls by name.
fn callees(program: &Program, id: FnId) -> Vec<FnId> {
    let blocks = program
        .functions
        .get(id.index())
        .into_iter()
        .flat_map(|f| &f.blocks);
    let called = blocks.filter_map(|block| match &block.terminator {
        Some(Terminator::Call {
            callee: Callee::Function(id),
            ..
        }) => Some(*id),
        _ => None,
    });
    called.collect()
}

/// True if `next` leads from `from` to `to` in at least one step.
fn reaches<T: Copy + Ord>(from: T, to: T, next: impl Fn(T) -> Vec<T>) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = next(from);
    while let Some(each) = todo.pop() {
        if each == to {
            return true;
        }
        if seen.insert(each) {
            todo.extend(next(each));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let program = parse::program(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(shape(&program.program), expected);
    }

    #[test]
    fn copies_constants_and_jumps_have_no_words() {
        check(
            r"
fn entry(x: u8) {
    mir! {
        let unit: ();
        let y: u8;
        {
            StorageLive(y);
            y = x;
            y = 3_u8;
            Goto(next)
        }
        next = { StorageDead(y); Call(unit = kvant::observe_u8(0_u32, x), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_u8))) }",
            &[],
        );
    }

    #[test]
    fn operations_places_and_casts() {
        check(
            r"
#[repr(C)]
union U { a: u32, b: f32 }
enum E { A, B(u8) }
fn entry(x: u32) {
    mir! {
        let y: u32;
        let f: f32;
        let u: U;
        let e: E;
        let tag: isize;
        let pair: (u32, bool);
        let array: [u32; 2];
        let i: usize;
        let p: *mut u32;
        let r: &'static mut u32;
        let c: u8;
        {
            y = x / 3_u32;
            y = -5_i32 as u32;
            f = y as f32;
            pair = Checked(x * y);
            y = pair.0;
            u = U { a: x };
            f = u.b;
            e = E::B(1_u8);
            tag = Discriminant(e);
            c = Field::<u8>(Variant(e, 1), 0);
            array = [x; 2];
            i = 1_usize;
            p = addr_of_mut!(array[i]);
            r = &mut y;
            *r = *p;
            Assume(true);
            Call(y = core::intrinsics::bswap(y), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_u32))) }",
            &[
                "Div",
                "assume",
                "cast int-to-float",
                "cast int-to-int",
                "checked Mul",
                "deref",
                "discriminant",
                "enum",
                "field",
                "index",
                "intrinsic Bswap",
                "mutable reference",
                "raw pointer",
                "repeat",
                "union",
                "union field",
                "variant field",
            ],
        );
    }

    #[test]
    fn loops_and_calls() {
        let with = |call: &str, back: &str| {
            format!(
                r"
fn even(n: u32) -> u32 {{
    mir! {{
        {{ match n {{ 0 => end, _ => more }} }}
        more = {{ Call(RET = {call}(n), ReturnTo(out), UnwindUnreachable()) }}
        end = {{ RET = 1_u32; Goto(out) }}
        out = {{ Return() }}
    }}
}}
fn odd(n: u32) -> u32 {{
    mir! {{
        {{ Call(RET = {back}(n), ReturnTo(out), UnwindUnreachable()) }}
        out = {{ Return() }}
    }}
}}
fn last(n: u32) -> u32 {{
    mir! {{
        {{ RET = n; Goto(around) }}
        around = {{ match n {{ 1 => around, _ => out }} }}
        out = {{ Return() }}
    }}
}}
fn entry(x: u32) {{ mir! {{ {{ Return() }} }} }}
fn main() {{ kvant::run(|| entry(kvant::hide(3_u32))) }}"
            )
        };
        check(&with("odd", "even"), &["loop", "recursive call", "switch"]);
        check(
            &with("even", "last"),
            &["call", "loop", "recursive call", "switch"],
        );
        check(&with("odd", "last"), &["call", "loop", "switch"]);
    }
}
