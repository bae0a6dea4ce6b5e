//! Single edits of a function: small changes that a wrong compiler could make.
//!
//! An edit is a value that names its place and its change, and can be applied again later. Edits that drop a flag or the like are among
//! them: nothing here knows which ones alter the behaviour.

mod attribute;
mod constant;
mod control;
mod memory;
mod operation;

use std::fmt;

use kvant_llvm::syntax::{
    BinaryOp, Body, CastOp, Flag, FloatPredicate, Function, Instruction, IntPredicate, Item, Local,
    LocalInfo, Module, Op, RmwOp, Type, Types,
};

use kvant_llvm::{Name, Names};

pub use attribute::Claim;
pub use constant::Arithmetic;

/// An edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The name of the function.
    pub function: Box<str>,
    /// The place in it.
    pub place: Place,
    /// The change.
    pub change: Change,
    /// The name of the value at the place, or the word of an instruction without one.
    pub label: Box<str>,
}

/// The place of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The function itself.
    Function,
    /// Its result.
    Result,
    /// A parameter, by its number.
    Parameter(u32),
    /// An instruction, by its number in the function.
    Instruction(u32),
}

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A flag is added.
    AddFlag(Flag),
    /// A flag is dropped.
    DropFlag(Flag),
    /// Another predicate of `icmp`.
    IntPredicate(IntPredicate, IntPredicate),
    /// Another predicate of `fcmp`.
    FloatPredicate(FloatPredicate, FloatPredicate),
    /// Another operation of two operands.
    Binary(BinaryOp, BinaryOp),
    /// Another conversion.
    Cast(CastOp, CastOp),
    /// Another operation of `atomicrmw`.
    Rmw(RmwOp, RmwOp),
    /// Another intrinsic, by the parts of the names that say what they do.
    Intrinsic(&'static str, &'static str),
    /// Both operands are swapped.
    SwapOperands,
    /// A constant operand, or one lane of it, is changed.
    Constant {
        /// The operand, by its number.
        operand: u32,
        /// The lane of a vector; none for all of the operand.
        lane: Option<u32>,
        /// The change of the number.
        by: Arithmetic,
        /// The kind, which depends on the instruction.
        kind: Kind,
    },
    /// The last index of `extractvalue` or `insertvalue` becomes this one.
    Field(u32),
    /// `freeze` becomes a copy.
    DropFreeze,
    /// The values of `select` are swapped.
    SwapArms,
    /// Two neighbouring values of `phi` are swapped, from this number on.
    SwapIncoming(u32),
    /// The targets of a conditional branch are swapped.
    SwapSuccessors,
    /// The target of this case of `switch` and the default one are swapped.
    SwapCase(u32),
    /// An attribute is added.
    Attribute(Claim),
    /// Metadata is added to a load.
    Metadata(Claim),
    /// A store is moved behind the next access to memory or call.
    StoreDown,
    /// A store is deleted.
    DeleteStore,
    /// A store is repeated at the end of its block.
    RepeatStore,
    /// A load is moved before the last access to memory or call that may write.
    LoadUp,
    /// A call is deleted. Its result becomes zero.
    DeleteCall,
    /// A call is repeated.
    RepeatCall,
    /// The alignment of an access becomes this one.
    Align(u64),
    /// Half of the bits are loaded or stored.
    Narrow,
}

/// Kinds of edits, to count them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    FlagAdded,
    FlagDropped,
    Predicate,
    Operation,
    Intrinsic,
    Operands,
    Constant,
    GepIndex,
    ElementIndex,
    Mask,
    Field,
    Freeze,
    Select,
    Phi,
    Branch,
    Case,
    FunctionAttribute,
    ParameterAttribute,
    ResultAttribute,
    Metadata,
    StoreMoved,
    StoreDeleted,
    StoreRepeated,
    LoadMoved,
    CallDeleted,
    CallRepeated,
    Alignment,
    Width,
}

impl Kind {
    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Kind::FlagAdded => "flag added",
            Kind::FlagDropped => "flag dropped",
            Kind::Predicate => "predicate",
            Kind::Operation => "operation",
            Kind::Intrinsic => "intrinsic",
            Kind::Operands => "operands swapped",
            Kind::Constant => "constant",
            Kind::GepIndex => "gep index",
            Kind::ElementIndex => "element index",
            Kind::Mask => "mask lane",
            Kind::Field => "field",
            Kind::Freeze => "freeze dropped",
            Kind::Select => "select arms swapped",
            Kind::Phi => "phi values swapped",
            Kind::Branch => "successors swapped",
            Kind::Case => "switch case",
            Kind::FunctionAttribute => "function attribute",
            Kind::ParameterAttribute => "parameter attribute",
            Kind::ResultAttribute => "result attribute",
            Kind::Metadata => "metadata",
            Kind::StoreMoved => "store moved",
            Kind::StoreDeleted => "store deleted",
            Kind::StoreRepeated => "store repeated",
            Kind::LoadMoved => "load moved",
            Kind::CallDeleted => "call deleted",
            Kind::CallRepeated => "call repeated",
            Kind::Alignment => "alignment",
            Kind::Width => "width",
        }
    }
}

impl Edit {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self.change {
            Change::AddFlag(_) => Kind::FlagAdded,
            Change::DropFlag(_) => Kind::FlagDropped,
            Change::IntPredicate(..) | Change::FloatPredicate(..) => Kind::Predicate,
            Change::Binary(..) | Change::Cast(..) | Change::Rmw(..) => Kind::Operation,
            Change::Intrinsic(..) => Kind::Intrinsic,
            Change::SwapOperands => Kind::Operands,
            Change::Constant { kind, .. } => kind,
            Change::Field(_) => Kind::Field,
            Change::DropFreeze => Kind::Freeze,
            Change::SwapArms => Kind::Select,
            Change::SwapIncoming(_) => Kind::Phi,
            Change::SwapSuccessors => Kind::Branch,
            Change::SwapCase(_) => Kind::Case,
            Change::Attribute(_) => match self.place {
                Place::Parameter(_) => Kind::ParameterAttribute,
                Place::Result => Kind::ResultAttribute,
                Place::Function | Place::Instruction(_) => Kind::FunctionAttribute,
            },
            Change::Metadata(_) => Kind::Metadata,
            Change::StoreDown => Kind::StoreMoved,
            Change::DeleteStore => Kind::StoreDeleted,
            Change::RepeatStore => Kind::StoreRepeated,
            Change::LoadUp => Kind::LoadMoved,
            Change::DeleteCall => Kind::CallDeleted,
            Change::RepeatCall => Kind::CallRepeated,
            Change::Align(_) => Kind::Alignment,
            Change::Narrow => Kind::Width,
        }
    }
}

/// `@f, %x: add → sub`.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.function)?;
        if !self.label.is_empty() {
            write!(f, ", {}", self.label)?;
        }
        write!(f, ": {}", self.change)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut other = |from: &str, to: &str| write!(f, "{from} → {to}");
        match self {
            Change::IntPredicate(from, to) => other(from.text(), to.text()),
            Change::FloatPredicate(from, to) => other(from.text(), to.text()),
            Change::Binary(from, to) => other(from.text(), to.text()),
            Change::Cast(from, to) => other(from.text(), to.text()),
            Change::Rmw(from, to) => other(from.text(), to.text()),
            Change::Intrinsic(from, to) => other(from, to),
            Change::AddFlag(flag) => write!(f, "{} added", flag.text()),
            Change::DropFlag(flag) => write!(f, "{} dropped", flag.text()),
            Change::SwapOperands => f.write_str("operands swapped"),
            Change::Constant {
                operand, lane, by, ..
            } => {
                write!(f, "operand {operand}")?;
                if let Some(lane) = lane {
                    write!(f, ", lane {lane}")?;
                }
                write!(f, ": {by}")
            }
            Change::Field(index) => write!(f, "last index → {index}"),
            Change::DropFreeze => f.write_str("freeze dropped"),
            Change::SwapArms => f.write_str("arms swapped"),
            Change::SwapIncoming(n) => write!(f, "values {n} and {} swapped", n + 1),
            Change::SwapSuccessors => f.write_str("successors swapped"),
            Change::SwapCase(n) => write!(f, "case {n} and default swapped"),
            Change::Attribute(claim) => write!(f, "{claim} added"),
            Change::Metadata(claim) => write!(f, "!{claim} added"),
            Change::StoreDown => f.write_str("moved down"),
            Change::DeleteStore | Change::DeleteCall => f.write_str("deleted"),
            Change::RepeatStore => f.write_str("repeated at the end of the block"),
            Change::LoadUp => f.write_str("moved up"),
            Change::RepeatCall => f.write_str("repeated"),
            Change::Align(bytes) => write!(f, "align {bytes}"),
            Change::Narrow => f.write_str("half of the bits"),
        }
    }
}

/// Edits of a function, some of which do not fit or give a module that is not well-formed.
pub fn proposals(module: &Module, function: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let Some(at) = place_of(module, function) else {
        return edits;
    };
    propose(module, at, &mut |place, label: String, change| {
        edits.push(Edit {
            function: function.into(),
            place,
            change,
            label: label.into(),
        });
    });
    edits
}

/// All edits of a function that give a well-formed module. Each is checked with the whole module, which should be small.
pub fn edits(module: &Module, function: &str) -> Vec<Edit> {
    let mut work = module.clone();
    let mut edits = proposals(module, function);
    let Some(at) = place_of(module, function) else {
        return edits;
    };
    let (before, count) = (work.items[at].clone(), work.items.len());
    edits.retain(|edit| {
        let is_made = change(&mut work, edit).is_some();
        let is_good =
            is_made && work.items[at] != before && kvant_llvm::check::module(&work).is_ok();
        work.items.truncate(count);
        work.items[at].clone_from(&before);
        is_good
    });
    edits
}

/// The place of a function among the items of a module.
fn place_of(module: &Module, function: &str) -> Option<usize> {
    let name = module.names.find(function);
    let is_wanted = |item: &Item| matches!(item, Item::Function(it) if Some(it.name) == name);
    module.items.iter().position(is_wanted)
}

/// The module after an edit. None if it does not fit.
pub fn apply(module: &Module, edit: &Edit) -> Option<Module> {
    let mut module = module.clone();
    change(&mut module, edit)?;
    Some(module)
}

/// Calls `add` with all edits that may be possible.
fn propose(module: &Module, at: usize, add: &mut dyn FnMut(Place, String, Change)) {
    let Item::Function(function) = &module.items[at] else {
        return;
    };
    let Some(body) = &function.body else { return };
    attribute::propose(module, function, add);
    for block in &body.blocks {
        for n in block.start..block.end {
            let Some(instruction) = body.instructions.get(n as usize) else {
                return;
            };
            let site = Site {
                module,
                body,
                block: block.start as usize..block.end as usize,
                at: n as usize,
                instruction,
            };
            let mut add = |change| add(Place::Instruction(n), site.label(), change);
            operation::propose(&site, &mut add);
            constant::propose(&site, &mut add);
            control::propose(&site, &mut add);
            memory::propose(&site, &mut add);
            attribute::propose_metadata(&site, &mut add);
        }
    }
}

/// An instruction in its surroundings.
struct Site<'m> {
    module: &'m Module,
    body: &'m Body,
    /// The instructions of its block.
    block: std::ops::Range<usize>,
    /// Its number.
    at: usize,
    instruction: &'m Instruction,
}

impl Site<'_> {
    fn label(&self) -> String {
        let names = &self.module.names;
        let local = |local: Local| self.body.locals.get(local.0 as usize);
        match self.instruction.result.and_then(local) {
            Some(info) => format!("%{}", names.symbol(info.name)),
            None => {
                let text = kvant_llvm::print::instruction(self.module, self.body, self.instruction);
                let word = text.split_whitespace().next().unwrap_or_default();
                format!("{word} {}", self.at)
            }
        }
    }
}

/// Everything that a change needs.
struct Work<'m> {
    names: &'m mut Names,
    types: &'m mut Types,
    function: &'m mut Function,
}

/// An instruction that is to be changed.
struct Spot<'m> {
    names: &'m mut Names,
    types: &'m mut Types,
    body: &'m mut Body,
    at: usize,
}

impl Spot<'_> {
    fn op(&mut self) -> Option<&mut Op> {
        let instruction = self.body.instructions.get_mut(self.at)?;
        Some(&mut instruction.op)
    }

    /// The instructions of the block.
    fn block(&self) -> Option<std::ops::Range<usize>> {
        let blocks = self.body.blocks.iter();
        let mut blocks = blocks.map(|it| it.start as usize..it.end as usize);
        blocks.find(|it| it.contains(&self.at))
    }

    /// A new local.
    fn local(&mut self, ty: Type) -> Local {
        let local = Local(self.body.locals.len() as u32);
        let name = self.names.intern(&format!("edit.{}", local.0));
        self.body.locals.push(LocalInfo { name, ty });
        local
    }

    /// Inserts an instruction before one that is in the same block.
    fn insert(&mut self, at: usize, instruction: Instruction) {
        for block in &mut self.body.blocks {
            block.start += u32::from(block.start as usize > at);
            block.end += u32::from(block.end as usize > at);
        }
        self.body.instructions.insert(at, instruction);
    }

    /// Removes the instruction.
    fn remove(&mut self) {
        for block in &mut self.body.blocks {
            block.start -= u32::from(block.start as usize > self.at);
            block.end -= u32::from(block.end as usize > self.at);
        }
        self.body.instructions.remove(self.at);
    }
}

/// Applies an edit. None if it does not fit.
fn change(module: &mut Module, edit: &Edit) -> Option<()> {
    let name = module.names.find(&edit.function)?;
    let function = module.items.iter_mut().find_map(|item| match item {
        Item::Function(it) if it.name == name => Some(&mut **it),
        _ => None,
    })?;
    let work = Work {
        names: &mut module.names,
        types: &mut module.types,
        function,
    };
    let Place::Instruction(at) = edit.place else {
        return attribute::apply(work, edit.place, edit.change);
    };
    let Work {
        names,
        types,
        function,
    } = work;
    let spot = Spot {
        names,
        types,
        body: function.body.as_mut()?,
        at: at as usize,
    };
    match edit.change {
        Change::AddFlag(_)
        | Change::DropFlag(_)
        | Change::IntPredicate(..)
        | Change::FloatPredicate(..)
        | Change::Binary(..)
        | Change::Cast(..)
        | Change::Rmw(..)
        | Change::SwapOperands => operation::apply(spot, edit.change),
        Change::Intrinsic(from, to) => {
            let [old, new] = operation::intrinsic(spot, from, to)?;
            declare(module, old, new);
            Some(())
        }
        Change::Constant {
            operand, lane, by, ..
        } => constant::apply(spot, operand, lane, by),
        Change::Field(_)
        | Change::DropFreeze
        | Change::SwapArms
        | Change::SwapIncoming(_)
        | Change::SwapSuccessors
        | Change::SwapCase(_) => control::apply(spot, edit.change),
        Change::Attribute(_) => None,
        Change::Metadata(claim) => attribute::apply_metadata(spot, claim),
        Change::StoreDown
        | Change::DeleteStore
        | Change::RepeatStore
        | Change::LoadUp
        | Change::DeleteCall
        | Change::RepeatCall
        | Change::Align(_)
        | Change::Narrow => memory::apply(spot, edit.change),
    }
}

/// Declares an intrinsic like another one, unless it is declared.
fn declare(module: &mut Module, old: Name, new: Name) {
    let find = |name: Name| {
        module.items.iter().find_map(|item| match item {
            Item::Function(it) if it.name == name => Some(&**it),
            _ => None,
        })
    };
    if let (Some(known), None) = (find(old), find(new)) {
        let mut added = known.clone();
        added.name = new;
        module.items.push(Item::Function(Box::new(added)));
    }
}
