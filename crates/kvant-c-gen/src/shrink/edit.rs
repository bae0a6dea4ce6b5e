//! Edits: the smallest steps of a pass. The edits of one pass can be applied together.

use std::collections::HashMap;

use kvant_c::{
    CTarget, EnumId, Expr, ExprKind, FnId, GlobalId, IntKind, Linkage, LocalId, Place, Program,
    RecordId, Stmt, TypeKind, Types,
};

use super::node::{change_nodes, place};
use super::renumber::change_types;
use super::retype::retype;
use super::{declaration, forward, inline, record_type, signature};

/// One edit.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Replaces a statement by these.
    Statements(Place, Vec<Stmt>),
    /// Changes the expression of this number.
    Node(usize, Act),
    /// Observes this after a statement, and nothing anywhere else.
    Observe(Place, Expr),
    /// Replaces a call by the body of the called function.
    Inline(Place),
    /// Replaces a variable by its value.
    Forward(Var, Expr),
    /// Replaces dereferences of a pointer by the object.
    Through(Var, Expr),
    /// Simplifies a variable.
    Variable(Var, Simplify),
    /// Removes a parameter; the variable is initialised with this instead.
    Parameter(FnId, u32, Option<Expr>),
    /// Makes the result of a function `void`.
    NoResult(FnId),
    /// Removes attributes and `static` of a function.
    Plain(FnId),
    /// Removes a field that is not used.
    Field(RecordId, u32),
    /// Replaces a record by its only field.
    Unwrap(RecordId),
    /// Removes `packed` and the alignment of a record.
    Layout(RecordId),
    /// Makes a bit-field an ordinary member.
    NoBits(RecordId, u32),
    /// Replaces an enumeration by integers.
    Enumeration(EnumId),
    /// Replaces an integer type by another one.
    Integer(IntKind, IntKind),
    /// Removes a typedef.
    Typedef(usize),
}

/// The change of an expression.
#[derive(Clone, Debug)]
pub enum Act {
    /// Becomes this expression.
    Become(Expr),
    /// Becomes one of its operands.
    Operand(usize),
    /// `a += b` becomes `a = b`.
    Assign,
    /// A call through a pointer becomes one by name.
    Call(FnId),
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Var {
    Global(GlobalId),
    Local(FnId, LocalId),
}

impl Var {
    /// True if an expression in `function` is this variable.
    pub(super) fn is(self, function: Option<FnId>, e: &Expr) -> bool {
        match (self, &e.kind) {
            (Var::Global(id), ExprKind::Global(named)) => id == *named,
            (Var::Local(of, id), ExprKind::Local(named)) => function == Some(of) && id == *named,
            _ => false,
        }
    }
}

/// The change of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Simplify {
    /// Removes qualifiers and alignment, and makes the linkage external.
    Plain,
    /// Makes it automatic.
    Automatic,
    /// Removes the initial value.
    Uninitialised,
    /// Sets the length of the array.
    Length(u64),
    /// Removes the initial value of this part.
    Item(usize),
    /// Leaves only this field or element.
    Part(u64),
    /// Leaves only the first element of the array, and its address where the array was a pointer.
    Element,
}

/// Applies edits to a program. `None` if its expressions are not well typed afterwards.
pub(super) fn apply(program: &Program, target: &CTarget, edits: &[&Edit]) -> Option<Program> {
    let mut program = program.clone();
    let mut acts: HashMap<usize, &Act> = HashMap::new();
    let mut statements: HashMap<Place, &[Stmt]> = HashMap::new();
    let mut others: Vec<&Edit> = Vec::new();
    for edit in edits {
        match edit {
            Edit::Node(number, act) => {
                acts.insert(*number, act);
            }
            Edit::Statements(place, new) => {
                statements.insert(*place, new);
            }
            other => others.push(other),
        }
    }
    if !acts.is_empty() {
        change_nodes(&mut program, &mut |number, e| {
            if let Some(act) = acts.get(&number) {
                change(e, act);
            }
        });
    }
    if !statements.is_empty() {
        replace(&mut program, &statements);
    }
    // From the last to the first, so that no edit moves the target of another one.
    for edit in others.into_iter().rev() {
        other(&mut program, target, edit)?;
    }
    retype(&mut program, target).then_some(program)
}

fn change(e: &mut Expr, act: &Act) {
    match act {
        Act::Become(new) => *e = new.clone(),
        Act::Operand(n) => {
            let operand = e.operands().nth(*n).cloned();
            *e = operand.unwrap_or_else(|| e.clone());
        }
        Act::Assign => {
            if let ExprKind::AssignOp(_, a, b) = &e.kind {
                e.kind = ExprKind::Assign(a.clone(), b.clone());
            }
        }
        Act::Call(id) => {
            if let ExprKind::Call(callee, _) = &mut e.kind {
                callee.kind = ExprKind::Function(*id);
            }
        }
    }
}

fn replace(program: &mut Program, new: &HashMap<Place, &[Stmt]>) {
    for (f, function) in program.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let old = std::mem::take(&mut block.statements);
            for (n, statement) in old.into_iter().enumerate() {
                match new.get(&place(FnId(f as u32), b, n)) {
                    Some(new) => block.statements.extend_from_slice(new),
                    None => block.statements.push(statement),
                }
            }
        }
    }
}

fn other(program: &mut Program, target: &CTarget, edit: &Edit) -> Option<()> {
    match edit {
        Edit::Statements(..) | Edit::Node(..) => {}
        Edit::Observe(place, e) => observe(program, *place, e),
        Edit::Inline(place) => inline::inline(program, *place)?,
        Edit::Forward(var, with) => forward::forward(program, *var, with),
        Edit::Through(var, to) => forward::through(program, *var, to),
        Edit::Variable(var, less) => declaration::simplify_variable(program, *var, *less)?,
        Edit::Parameter(function, n, value) => {
            signature::drop_parameter(program, *function, *n, value.as_ref())?;
        }
        Edit::NoResult(function) => signature::drop_result(program, *function),
        Edit::Plain(function) => {
            let function = program.function_mut(*function);
            function.attributes.clear();
            function.linkage = Linkage::External;
        }
        Edit::Field(record, n) => record_type::drop_field(program, *record, *n),
        Edit::Unwrap(record) => record_type::unwrap(program, *record)?,
        Edit::Layout(record) => {
            let record = program.records.get_mut(record.index())?;
            record.packed = false;
            record.align = None;
        }
        Edit::NoBits(record, n) => {
            let record = program.records.get_mut(record.index())?;
            record.fields.get_mut(*n as usize)?.bits = None;
        }
        Edit::Enumeration(id) => drop_enumeration(program, *id),
        Edit::Integer(old, new) => {
            change_types(program, &|kind| match kind {
                TypeKind::Int(kind) if kind == *old => TypeKind::Int(*new),
                kind => kind,
            });
            fit_constants(program, target);
        }
        Edit::Typedef(n) => {
            program.typedefs.remove(*n);
        }
    }
    Some(())
}

/// Observes an expression after a statement and removes all other observations.
fn observe(program: &mut Program, at: Place, e: &Expr) {
    let block = program.function_mut(at.function).block_mut(at.block);
    block
        .statements
        .insert(at.statement as usize + 1, Stmt::Observe(0, e.clone()));
    for (f, function) in program.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let here = f == at.function.index() && b == at.block.index();
            let mut n = 0;
            block.statements.retain(|statement| {
                n += 1;
                !matches!(statement, Stmt::Observe(..)) || here && n == at.statement as usize + 2
            });
        }
    }
}

fn drop_enumeration(program: &mut Program, id: EnumId) {
    let list = program.enums[id.index()].clone();
    let integer = match list.is_signed() {
        true => IntKind::Int,
        false => IntKind::UInt,
    };
    change_types(program, &|kind| match kind {
        TypeKind::Enum(of) if of == id => TypeKind::Int(integer),
        kind => kind,
    });
    change_nodes(program, &mut |_, e| {
        if let ExprKind::EnumConst(of, n) = e.kind
            && of == id
        {
            let value = list
                .constants
                .get(n as usize)
                .map_or(0, |(_, value)| *value);
            *e = Expr::int(Types::INT, u128::from(value.cast_unsigned()));
        }
    });
}

/// Truncates constants to their types.
fn fit_constants(program: &mut Program, target: &CTarget) {
    let types = program.types.clone();
    change_nodes(program, &mut |_, e| {
        if let (ExprKind::Int(bits), TypeKind::Int(kind)) = (&mut e.kind, types.kind(e.ty)) {
            let width = target.int_bits(*kind);
            if width < 128 {
                *bits &= (1 << width) - 1;
            }
        }
    });
}
