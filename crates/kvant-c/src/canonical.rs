//! Canonical numbering, so that programs can be compared.
//!
//! A record comes after the records that it contains, typedefs come in the order in which they can be written. Locals, blocks
//! and labels are numbered in the order in which the text mentions them; those that it does not mention are dropped. Types are
//! numbered in the order of their first use.

use std::collections::HashMap;

use crate::print::completed_before;
use crate::{
    Block, BlockId, Expr, ExprKind, Function, Init, LabelId, LocalId, Program, RecordId, Stmt,
    Storage, Type, TypeId, TypeKind, Typedef, Types,
};

/// Returns the same program in canonical numbering. The parser's results are canonical, and printing and parsing one changes
/// nothing.
///
/// The table of types also has the types of the expressions' values, in which arrays and functions are pointers.
#[must_use]
pub fn canonical(mut program: Program) -> Program {
    let records = record_order(&program);
    let mut sorted = Vec::with_capacity(program.records.len());
    let mut places = vec![0; records.len()];
    for (new, &old) in records.iter().enumerate() {
        places[old] = new as u32;
        sorted.push(program.records[old].clone());
    }
    program.records = sorted;
    number(&mut program, places);
    let before = |typedef: &Typedef| completed_before(&program, typedef.ty);
    if !program.typedefs.is_sorted_by_key(before) {
        let mut typedefs = program.typedefs.clone();
        typedefs.sort_by_key(before);
        program.typedefs = typedefs;
        let unchanged = (0..program.records.len() as u32).collect();
        number(&mut program, unchanged);
    }
    program
}

/// Numbers everything but the records, whose new numbers are arguments.
fn number(program: &mut Program, records: Vec<u32>) {
    let old = std::mem::take(&mut program.types);
    let mut numbering = Numbering {
        old,
        new: Types::default(),
        known: HashMap::new(),
        records,
    };
    numbering.program(program);
}

/// Returns the records in an order in which each comes after those that it contains, or in their present order if a record
/// contains itself.
fn record_order(program: &Program) -> Vec<usize> {
    let mut order = Vec::with_capacity(program.records.len());
    let mut placed = vec![false; program.records.len()];
    let contained = |n: usize| {
        let fields = &program.records[n].fields;
        fields
            .iter()
            .filter_map(|field| contained_record(program, field.ty))
    };
    while order.len() < placed.len() {
        let ready = |&n: &usize| {
            !placed[n] && contained(n).all(|id| placed.get(id.index()) != Some(&false))
        };
        let next = (0..placed.len()).find(ready);
        let Some(n) = next.or_else(|| placed.iter().position(|done| !done)) else {
            break;
        };
        placed[n] = true;
        order.push(n);
    }
    order
}

fn contained_record(program: &Program, mut ty: Type) -> Option<RecordId> {
    loop {
        match program.types.get(ty)? {
            // A pointer to an array needs the element type to be complete as well.
            TypeKind::Array(of, _) => ty = *of,
            TypeKind::Record(id) => return Some(*id),
            TypeKind::Pointer(to) if completed_before(program, *to) > 0 => ty = *to,
            _ => return None,
        }
    }
}

struct Numbering {
    old: Types,
    new: Types,
    known: HashMap<TypeId, TypeId>,
    /// The new numbers of records.
    records: Vec<u32>,
}

impl Numbering {
    fn program(&mut self, program: &mut Program) {
        for record in &mut program.records {
            for field in &mut record.fields {
                self.ty(&mut field.ty);
            }
        }
        for typedef in &mut program.typedefs {
            self.ty(&mut typedef.ty);
        }
        for global in &mut program.globals {
            self.ty(&mut global.ty);
            if let Some(init) = &mut global.init {
                self.init(init, None);
            }
        }
        for function in &mut program.functions {
            self.function(function);
        }
        program.types = std::mem::take(&mut self.new);
    }

    fn ty(&mut self, ty: &mut Type) {
        ty.id = self.id(ty.id);
    }

    fn id(&mut self, id: TypeId) -> TypeId {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let Some(kind) = self.old.get(Type::plain(id)) else {
            return id;
        };
        let mut kind = kind.clone();
        match &mut kind {
            TypeKind::Pointer(to) => self.ty(to),
            TypeKind::Array(of, _) => self.ty(of),
            TypeKind::Function(signature) => {
                self.ty(&mut signature.result);
                for parameter in &mut signature.parameters {
                    self.ty(parameter);
                }
            }
            TypeKind::Vector(of, _) => *of = self.id(*of),
            TypeKind::Record(record) => {
                if let Some(&place) = self.records.get(record.index()) {
                    *record = RecordId(place);
                }
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Enum(_)
            | TypeKind::VaList => {}
        }
        let new = self.new.make(kind).id;
        self.known.insert(id, new);
        new
    }

    fn function(&mut self, function: &mut Function) {
        let names = Names::of(function);
        self.ty(&mut function.result);
        let locals = std::mem::take(&mut function.locals);
        function.locals = names.locals.sorted(&locals);
        function.labels = names.labels.sorted(&function.labels);
        function.blocks = names.blocks.sorted(&function.blocks);
        function.attributes.sort_unstable();
        function.attributes.dedup();
        for local in &mut function.locals {
            self.ty(&mut local.ty);
            if let Storage::Static(Some(init)) = &mut local.storage {
                self.init(init, Some(&names));
            }
        }
        for block in &mut function.blocks {
            block.open = false;
            for statement in &mut block.statements {
                self.statement(statement, &names);
            }
        }
    }

    fn statement(&mut self, statement: &mut Stmt, names: &Names) {
        match statement {
            Stmt::Declare(local, init) => {
                local.0 = names.locals.place(local.0);
                if let Some(init) = init {
                    self.init(init, Some(names));
                }
            }
            Stmt::Expr(e) | Stmt::Observe(_, e) | Stmt::Return(Some(e)) => {
                self.expr(e, Some(names));
            }
            Stmt::If(e, then, otherwise) => {
                self.expr(e, Some(names));
                for block in [Some(then), otherwise.as_mut()].into_iter().flatten() {
                    block.0 = names.blocks.place(block.0);
                }
            }
            Stmt::While(e, body) | Stmt::DoWhile(body, e) | Stmt::Switch(e, body) => {
                self.expr(e, Some(names));
                body.0 = names.blocks.place(body.0);
            }
            Stmt::For(first, condition, step, body) => {
                for e in [first, condition, step].into_iter().flatten() {
                    self.expr(e, Some(names));
                }
                body.0 = names.blocks.place(body.0);
            }
            Stmt::Block(body) => body.0 = names.blocks.place(body.0),
            Stmt::Label(label) | Stmt::Goto(label) => label.0 = names.labels.place(label.0),
            Stmt::Case(_) | Stmt::Default | Stmt::Break | Stmt::Continue | Stmt::Return(None) => {}
        }
    }

    fn init(&mut self, init: &mut Init, names: Option<&Names>) {
        match init {
            Init::Expr(e) => self.expr(e, names),
            Init::List(items) => {
                for item in items {
                    self.init(&mut item.value, names);
                }
            }
        }
    }

    fn expr(&mut self, e: &mut Expr, names: Option<&Names>) {
        match &mut e.kind {
            ExprKind::Local(local) => {
                if let Some(names) = names {
                    local.0 = names.locals.place(local.0);
                }
            }
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => self.ty(ty),
            ExprKind::Compound(init) => self.init(init, names),
            _ => {
                for operand in e.operands_mut() {
                    self.expr(operand, names);
                }
            }
        }
        self.ty(&mut e.ty);
        match self.new.get(e.ty) {
            Some(TypeKind::Array(of, _)) => {
                let of = of.with(e.ty.quals);
                self.new.pointer(of);
            }
            Some(TypeKind::Function(_)) => {
                self.new.pointer(e.ty);
            }
            _ => {}
        }
    }
}

/// The new numbers of the parts of a function.
struct Names {
    locals: Places,
    blocks: Places,
    labels: Places,
}

impl Names {
    fn of(function: &Function) -> Names {
        let mut names = Names {
            locals: Places::default(),
            blocks: Places::default(),
            labels: Places::default(),
        };
        for n in 0..function.parameters {
            names.locals.mention(LocalId(n).0);
        }
        names.block(function, Function::BODY);
        names
    }

    fn block(&mut self, function: &Function, id: BlockId) {
        let known = self.blocks.places.contains_key(&id.0);
        let Some(block) = function.blocks.get(id.index()).filter(|_| !known) else {
            return;
        };
        self.blocks.mention(id.0);
        let Block { statements, .. } = block;
        for statement in statements {
            match statement {
                Stmt::Declare(local, _) => self.locals.mention(local.0),
                Stmt::Label(LabelId(label)) | Stmt::Goto(LabelId(label)) => {
                    self.labels.mention(*label);
                }
                _ => {}
            }
            for inner in statement.blocks() {
                self.block(function, inner);
            }
        }
    }
}

/// New numbers, in the order in which the old ones were mentioned.
#[derive(Default)]
struct Places {
    order: Vec<u32>,
    places: HashMap<u32, u32>,
}

impl Places {
    fn mention(&mut self, old: u32) {
        let next = self.order.len() as u32;
        self.places.entry(old).or_insert_with(|| {
            self.order.push(old);
            next
        });
    }

    /// Returns the new number, or one that nothing has if the old one was never mentioned.
    fn place(&self, old: u32) -> u32 {
        self.places.get(&old).copied().unwrap_or(u32::MAX)
    }

    fn sorted<T: Clone>(&self, all: &[T]) -> Vec<T> {
        let kept = self.order.iter().filter_map(|&old| all.get(old as usize));
        kept.cloned().collect()
    }
}
