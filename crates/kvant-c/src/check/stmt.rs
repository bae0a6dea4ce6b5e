//! Statements, blocks and jumps.

use std::collections::HashSet;

use super::{Checker, DEPTH, Result};
use crate::{
    Block, BlockId, Expr, Function, Init, LabelId, LocalId, Place, Stmt, Storage, Type, TypeKind,
    Types,
};

/// The state of a walk through the blocks of a function.
struct Walk<'a> {
    function: &'a Function,
    seen: Vec<bool>,
    declared: Vec<bool>,
    placed: HashSet<LabelId>,
    /// The targets of jumps, and the place of each jump.
    wanted: Vec<(LabelId, Option<Place>)>,
}

/// The context of a block.
#[derive(Clone, Copy)]
struct Context {
    depth: u32,
    breaks: bool,
    continues: bool,
    /// In the block of a switch, the promoted type of its operand.
    switch: Option<Type>,
}

impl Context {
    fn inside(self) -> Context {
        Context {
            depth: self.depth + 1,
            switch: None,
            ..self
        }
    }

    fn in_loop(self) -> Context {
        Context {
            breaks: true,
            continues: true,
            ..self.inside()
        }
    }
}

impl Checker {
    /// Checks the text of a function.
    pub(super) fn body(&mut self, function: &Function) -> Result {
        let parameters = function.parameters as usize;
        let mut declared = vec![false; function.locals.len()];
        declared[..parameters].fill(true);
        self.in_scope.clone_from(&declared);
        let mut walk = Walk {
            function,
            seen: vec![false; function.blocks.len()],
            declared,
            placed: HashSet::new(),
            wanted: Vec::new(),
        };
        let outermost = Context {
            depth: 0,
            breaks: false,
            continues: false,
            switch: None,
        };
        self.block(&mut walk, Function::BODY, outermost)?;
        self.in_scope.clear();
        for (label, at) in &walk.wanted {
            if !walk.placed.contains(label) {
                self.place = *at;
                let name = &function.labels[label.index()];
                return self.wrong(format!("there is no label `{name}`"));
            }
        }
        Ok(())
    }

    fn block(&mut self, walk: &mut Walk<'_>, id: BlockId, context: Context) -> Result {
        let function = walk.function;
        let Some(block) = function.blocks.get(id.index()) else {
            return self.wrong("there is no such block");
        };
        let first_time = !std::mem::replace(&mut walk.seen[id.index()], true);
        self.require(first_time, "a block is used twice")?;
        self.require(context.depth < DEPTH, "blocks are nested too deeply")?;
        if let Some(ty) = context.switch {
            self.cases(block, ty)?;
        }
        let mut own = Vec::new();
        for (n, statement) in block.statements.iter().enumerate() {
            self.place_in(id, n);
            if let Stmt::Declare(local, init) = statement {
                self.declaration(walk, *local, init.as_ref())?;
                own.push(*local);
            } else {
                self.statement(walk, statement, context)?;
            }
        }
        for local in own {
            self.in_scope[local.index()] = false;
        }
        Ok(())
    }

    fn declaration(&mut self, walk: &mut Walk<'_>, id: LocalId, init: Option<&Init>) -> Result {
        let Some(local) = walk.function.locals.get(id.index()) else {
            return self.wrong("there is no such local");
        };
        let first_time = !std::mem::replace(&mut walk.declared[id.index()], true);
        self.require(first_time, "a local is declared twice")?;
        // The scope of a variable includes its own initial value.
        self.in_scope[id.index()] = true;
        match (&local.storage, init) {
            (Storage::Automatic, Some(init)) => self.init(local.ty, init),
            (Storage::Static(Some(init)), None) => self.static_init(local.ty, init),
            (Storage::Static(_), Some(_)) => {
                self.wrong("the initial value of a static local is not part of its declaration")
            }
            _ => Ok(()),
        }
    }

    fn statement(&mut self, walk: &mut Walk<'_>, statement: &Stmt, context: Context) -> Result {
        match statement {
            Stmt::Declare(..) => Ok(()),
            Stmt::Expr(e) => self.expr(e),
            Stmt::If(condition, then, otherwise) => {
                self.condition(condition)?;
                self.block(walk, *then, context.inside())?;
                match otherwise {
                    Some(otherwise) => self.block(walk, *otherwise, context.inside()),
                    None => Ok(()),
                }
            }
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
                self.condition(condition)?;
                self.block(walk, *body, context.in_loop())
            }
            Stmt::For(first, condition, step, body) => {
                for e in [first, step].into_iter().flatten() {
                    self.expr(e)?;
                }
                if let Some(condition) = condition {
                    self.condition(condition)?;
                }
                self.block(walk, *body, context.in_loop())
            }
            Stmt::Switch(on, body) => {
                let ty = self.switched(on)?;
                let inside = Context {
                    breaks: true,
                    switch: Some(ty),
                    ..context.inside()
                };
                self.block(walk, *body, inside)
            }
            Stmt::Case(_) | Stmt::Default => self.require(
                context.switch.is_some(),
                "a case label outside of the block of its `switch`",
            ),
            Stmt::Label(id) => {
                self.label(walk, *id)?;
                self.require(walk.placed.insert(*id), "a label is defined twice")
            }
            Stmt::Goto(id) => {
                walk.wanted.push((*id, self.place));
                self.label(walk, *id)
            }
            Stmt::Break => self.require(context.breaks, "`break` outside of a loop or `switch`"),
            Stmt::Continue => self.require(context.continues, "`continue` outside of a loop"),
            Stmt::Return(value) => self.returned(walk.function.result, value.as_ref()),
            Stmt::Block(body) => self.block(walk, *body, context.inside()),
            Stmt::Observe(_, e) => {
                self.expr(e)?;
                let ty = self.value_type(e)?;
                let number = self.program.types.is_arithmetic(ty);
                self.require(number, "only numbers can be observed")
            }
        }
    }

    fn label(&self, walk: &Walk<'_>, id: LabelId) -> Result {
        let known = id.index() < walk.function.labels.len();
        self.require(known, "there is no such label")
    }

    fn returned(&mut self, result: Type, value: Option<&Expr>) -> Result {
        match value {
            Some(e) => {
                self.expr(e)?;
                self.assignable(result, e)
            }
            None => self.require(
                result.id == Types::VOID.id,
                "`return` without a value in a non-void function",
            ),
        }
    }

    fn switched(&mut self, on: &Expr) -> Result<Type> {
        self.expr(on)?;
        match self.program.promoted(&self.target, on) {
            Ok(ty) if self.program.types.is_integer(ty) => Ok(ty),
            Ok(_) => self.wrong("the operand of `switch` must be an integer"),
            Err(why) => self.wrong(why.0),
        }
    }

    /// Checks the labels of a switch: no two have the same value, and one at most is the default.
    fn cases(&self, block: &Block, ty: Type) -> Result {
        let TypeKind::Int(kind) = self.program.types.kind(ty) else {
            return self.wrong("the operand of `switch` must be an integer");
        };
        let width = self.target.int_bits(*kind);
        let (mut values, mut defaults) = (HashSet::new(), 0);
        for statement in &block.statements {
            match statement {
                Stmt::Case(bits) => {
                    let fits = width == 128 || bits >> width == 0;
                    self.require(fits, "a case has more bits than its type")?;
                    self.require(values.insert(*bits), "two cases have the same value")?;
                }
                Stmt::Default => defaults += 1,
                _ => {}
            }
        }
        self.require(defaults <= 1, "a switch has two defaults")
    }
}
