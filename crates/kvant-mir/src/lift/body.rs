//! Bodies: blocks, loops and branches.

use super::function::is_unit;
use super::locals::{Census, Form, Known};
use super::place::has_variant_field;
use super::structure::Node;
use crate::print::{self, Version};
use crate::syntax::{
    BinOp, Block, FnId, Function, Local, Mutability, Operand, Program, Rvalue, Statement,
    Terminator, Ty, TyKind,
};

/// The text of a body, and facts about it.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) is_unsafe: bool,
    pub(super) callees: Vec<FnId>,
}

/// Writes one body.
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) version: Version,
    pub(super) locals: &'a [Known],
    pub(super) names: &'a [String],
    folded: &'a [Option<usize>],
    pub(super) census: &'a Census,
    /// The locals that were declared by their first assignment.
    pub(super) declared: Vec<bool>,
    /// The loops and labelled blocks around the current node, the innermost last.
    frames: Vec<Node>,
    depth: usize,
    pub(super) is_unsafe: bool,
    pub(super) callees: Vec<FnId>,
    /// The reason why the function cannot be lifted.
    pub(super) trouble: Option<&'static str>,
    out: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        program: &'a Program,
        function: &'a Function,
        version: Version,
        locals: &'a [Known],
        names: &'a [String],
        folded: &'a [Option<usize>],
        census: &'a Census,
    ) -> Writer<'a> {
        Writer {
            program,
            function,
            version,
            locals,
            names,
            folded,
            census,
            declared: vec![false; locals.len()],
            frames: Vec::new(),
            depth: 1,
            is_unsafe: false,
            callees: Vec::new(),
            trouble: None,
            out: String::new(),
        }
    }

    /// Writes a whole body.
    pub(super) fn write(mut self, nodes: &[Node]) -> Result<Written, &'static str> {
        match nodes.split_last() {
            Some((Node::Return, rest)) => {
                self.list(rest);
                if let Some(value) = self.return_value() {
                    self.line(&value);
                }
            }
            Some((Node::ReturnValue(made), rest)) => {
                self.list(rest);
                let value = self.made(made);
                self.line(&value);
            }
            _ => self.list(nodes),
        }
        match self.trouble {
            Some(reason) => Err(reason),
            None => Ok(Written {
                text: self.out,
                is_unsafe: self.is_unsafe,
                callees: self.callees,
            }),
        }
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A type in the declaration of a variable. References in function pointers need lifetimes.
    pub(super) fn ty(&self, ty: Ty) -> String {
        let mut text = String::new();
        print::ordinary_ty(&self.program.types, ty, false, &mut text);
        if text.contains("fn(") && text.contains('&') {
            text.clear();
            print::ordinary_ty(&self.program.types, ty, true, &mut text);
        }
        text
    }

    fn list(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn indented(&mut self, nodes: &[Node]) {
        self.depth += 1;
        self.list(nodes);
        self.depth -= 1;
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Statement(block, n) => {
                let function = self.function;
                self.statement(&function.blocks[block.index()].statements[*n]);
            }
            Node::Call(block) => self.call_of(*block),
            Node::Declare(local) => self.declare(*local),
            Node::Switch {
                block,
                arms,
                otherwise,
            } => self.switch(*block, arms, otherwise),
            Node::Loop(header, body) => self.repeat(*header, body),
            Node::Labelled(to, body) => {
                self.line(&format!("'b{}: {{", to.0));
                self.frames.push(Node::BreakTo(*to));
                self.indented(body);
                self.frames.pop();
                self.line("}");
            }
            Node::BreakTo(to) => self.line(&format!("break 'b{};", to.0)),
            Node::BreakLoop(header) => self.leave("break", *header),
            Node::Continue(header) => self.leave("continue", *header),
            Node::Return => match self.return_value() {
                Some(value) => self.line(&format!("return {value};")),
                None => self.line("return;"),
            },
            Node::ReturnValue(made) => {
                let value = self.made(made);
                self.line(&format!("return {value};"));
            }
            Node::Unreachable => {
                self.is_unsafe = true;
                self.line("std::hint::unreachable_unchecked();");
            }
            Node::States(states) => self.states(states),
            Node::Next(block) => self.line(&format!("block = {};", block.0)),
        }
    }

    fn return_value(&mut self) -> Option<String> {
        let ty = self.function.return_ty();
        let ret = Local::RETURN;
        (!is_unit(self.program, ty)).then(|| self.operand(&Operand::Move(ret.into())))
    }

    /// The value of an assignment or call.
    fn made(&mut self, made: &Node) -> String {
        let function = self.function;
        match made {
            Node::Statement(block, n) => match &function.blocks[block.index()].statements[*n] {
                Statement::Assign(_, value) => self.rvalue(value, function.return_ty()),
                _ => String::new(),
            },
            Node::Call(block) => match &function.blocks[block.index()].terminator {
                Some(Terminator::Call {
                    callee, arguments, ..
                }) => self.call(callee, arguments, function.return_ty()),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }

    fn declare(&mut self, local: Local) {
        let ty = self.function.locals[local.index()].ty;
        let (name, text) = (&self.names[local.index()], self.ty(ty));
        let known = self.locals[local.index()];
        let mutable = if known.is_mut { "mut " } else { "" };
        match known.form {
            Form::Later => self.line(&format!("let {mutable}{name}: {text};")),
            Form::Zero => {
                let zero = self.zero(ty);
                self.line(&format!("let {mutable}{name}: {text} = {zero};"));
            }
            Form::Memory => {
                self.line(&format!(
                    "let mut {name} = std::mem::MaybeUninit::<{text}>::uninit();"
                ));
                self.line(&format!("let {name} = {name}.as_mut_ptr();"));
            }
            Form::Absent | Form::Argument | Form::AtAssignment => {}
        }
    }

    /// The zero of a type that has one.
    fn zero(&mut self, ty: Ty) -> String {
        let text = match self.program.types.get(ty) {
            Some(TyKind::Int(_)) => "0",
            Some(TyKind::Float(_)) => "0.0",
            Some(TyKind::Bool) => "false",
            Some(TyKind::Char) => "'\\0'",
            Some(TyKind::RawPtr(Mutability::Const, _)) => "std::ptr::null()",
            Some(TyKind::RawPtr(Mutability::Mut, _)) => "std::ptr::null_mut()",
            _ => {
                self.is_unsafe = true;
                "std::mem::zeroed()"
            }
        };
        text.to_owned()
    }

    /// A `break` or `continue`, with a label unless the loop is the innermost frame.
    fn leave(&mut self, how: &str, header: Block) {
        match self.frames.last() == Some(&Node::BreakLoop(header)) {
            true => self.line(&format!("{how};")),
            false => self.line(&format!("{how} 'l{};", header.0)),
        }
    }

    fn repeat(&mut self, header: Block, body: &[Node]) {
        let label = match needs_label(body, header) {
            true => format!("'l{}: ", header.0),
            false => String::new(),
        };
        let mut rest = body;
        let mut opening = "loop".to_owned();
        if let Some((
            Node::Switch {
                block,
                arms,
                otherwise,
            },
            behind,
        )) = body.split_first()
            && let [(values, arm)] = arms.as_slice()
            && let Some(first) = self.condition(*block, values)
        {
            let leaves = |nodes: &[Node]| nodes == [Node::BreakLoop(header)];
            if leaves(arm) && otherwise.is_empty() {
                (opening, rest) = (format!("while {}", first.opposite), behind);
            } else if leaves(otherwise) && arm.is_empty() {
                (opening, rest) = (format!("while {}", first.text), behind);
            }
        }
        self.line(&format!("{label}{opening} {{"));
        self.frames.push(Node::BreakLoop(header));
        self.indented(rest);
        self.frames.pop();
        self.line("}");
    }

    fn switch(&mut self, block: Block, arms: &[(Vec<u128>, Vec<Node>)], otherwise: &[Node]) {
        if let [(values, arm)] = arms
            && let Some(condition) = self.condition(block, values)
        {
            let is_turned = condition.is_negative && !otherwise.is_empty();
            let (text, first, second) = match arm.is_empty() || is_turned {
                true => (condition.opposite, otherwise, arm.as_slice()),
                false => (condition.text, arm.as_slice(), otherwise),
            };
            self.line(&format!("if {text} {{"));
            self.indented(first);
            if !second.is_empty() {
                self.line("} else {");
                self.indented(second);
            }
            return self.line("}");
        }
        let (scrutinee, patterns) = self.scrutinee(block, arms);
        self.line(&format!("match {scrutinee} {{"));
        self.depth += 1;
        for (pattern, (_, arm)) in patterns.iter().zip(arms) {
            if !pattern.is_empty() {
                self.arm(pattern, arm);
            }
        }
        self.arm("_", otherwise);
        self.depth -= 1;
        self.line("}");
    }

    fn arm(&mut self, pattern: &str, body: &[Node]) {
        if body.is_empty() {
            return self.line(&format!("{pattern} => {{}}"));
        }
        self.line(&format!("{pattern} => {{"));
        self.indented(body);
        self.line("}");
    }

    fn states(&mut self, states: &[(Block, Vec<Node>)]) {
        self.line("let mut block = 0;");
        self.line("loop {");
        self.depth += 1;
        self.line("match block {");
        self.depth += 1;
        for (block, body) in states {
            self.arm(&block.0.to_string(), body);
        }
        self.is_unsafe = true;
        self.line("_ => std::hint::unreachable_unchecked(),");
        self.depth -= 1;
        self.line("}");
        self.depth -= 1;
        self.line("}");
    }

    /// The value that a switch tests: the rvalue that is folded into it, or its scrutinee.
    fn tested_value(&self, block: Block) -> Option<(Rvalue, Ty)> {
        let data = &self.function.blocks[block.index()];
        let Some(Terminator::Switch { scrutinee, .. }) = &data.terminator else {
            return None;
        };
        let ty = self.operand_ty(scrutinee)?;
        Some(match self.folded[block.index()] {
            Some(n) => match &data.statements[n] {
                Statement::Assign(_, value) => (value.clone(), ty),
                _ => return None,
            },
            None => (Rvalue::Use(scrutinee.clone()), ty),
        })
    }

    /// The text of the value that a switch tests, with a suffix where nothing else determines its type.
    fn tested_text(&mut self, tested: &Rvalue, ty: Ty) -> String {
        match tested {
            Rvalue::Use(x) => self.operand(x),
            _ => self.rvalue(tested, ty),
        }
    }

    /// The condition under which a switch takes the arm with these values, if an `if` can test it.
    fn condition(&mut self, block: Block, values: &[u128]) -> Option<Condition> {
        let ([bits], (tested, ty)) = (values, self.tested_value(block)?) else {
            return None;
        };
        if let Rvalue::Discriminant(_) = tested {
            return None;
        }
        let kind = self.program.types.get(ty)?;
        let is_float = match &tested {
            Rvalue::Binary(_, x, _) => {
                let ty = self.operand_ty(x);
                let kind = ty.and_then(|ty| self.program.types.get(ty));
                matches!(kind, Some(TyKind::Float(_)))
            }
            _ => false,
        };
        if *kind == TyKind::Bool {
            let text = self.tested_text(&tested, ty);
            let opposite = match &tested {
                Rvalue::Binary(op, x, y) if op.is_comparison() => match opposite(*op, is_float) {
                    Some(op) => self.rvalue(&Rvalue::Binary(op, x.clone(), y.clone()), ty),
                    None => format!("!({text})"),
                },
                Rvalue::Use(_) => format!("!{}", atom(text.clone())),
                _ => format!("!({text})"),
            };
            return Some(match bits {
                0 => Condition {
                    text: opposite,
                    opposite: text,
                    is_negative: true,
                },
                _ => Condition {
                    text,
                    opposite,
                    is_negative: false,
                },
            });
        }
        let value = match kind {
            TyKind::Int(int) => {
                let mut value = String::new();
                print::integer(*bits, *int, &mut value);
                value
            }
            _ => return None,
        };
        let text = match self.tested_text(&tested, ty) {
            text if matches!(tested, Rvalue::Use(_)) => text,
            text => format!("({text})"),
        };
        Some(Condition {
            opposite: format!("{text} != {value}"),
            text: format!("{text} == {value}"),
            is_negative: false,
        })
    }

    /// The scrutinee of a `match`, and a pattern for each arm; an empty one for an arm that no value leads to.
    fn scrutinee(
        &mut self,
        block: Block,
        arms: &[(Vec<u128>, Vec<Node>)],
    ) -> (String, Vec<String>) {
        let Some((tested, ty)) = self.tested_value(block) else {
            return ("()".to_owned(), Vec::new());
        };
        if let Rvalue::Discriminant(place) = &tested
            && let Some(enum_ty) = self.function.place_ty(&self.program.types, place)
            && !has_variant_field(place)
        {
            let scrutinee = self.place(place);
            let patterns = arms.iter().map(|(values, _)| {
                let patterns = values
                    .iter()
                    .filter_map(|bits| self.variant_with(enum_ty, *bits));
                patterns.collect::<Vec<_>>().join(" | ")
            });
            return (scrutinee, patterns.collect());
        }
        let patterns = arms.iter().map(|(values, _)| {
            let patterns = values.iter().map(|bits| self.pattern(*bits, ty));
            patterns.collect::<Vec<_>>().join(" | ")
        });
        let patterns = patterns.collect();
        (self.tested_text(&tested, ty), patterns)
    }

    fn pattern(&self, bits: u128, ty: Ty) -> String {
        let mut text = String::new();
        match self.program.types.get(ty) {
            Some(TyKind::Int(int)) => print::integer(bits, *int, &mut text),
            Some(TyKind::Char) => {
                let value = u32::try_from(bits).ok().and_then(char::from_u32);
                print::character(value.unwrap_or('\0'), &mut text);
            }
            _ => text.push_str(if bits == 0 { "false" } else { "true" }),
        }
        text
    }
}

/// True if some jump in a loop's body needs the loop's label.
fn needs_label(body: &[Node], header: Block) -> bool {
    body.iter().any(|node| match node {
        // Jumps out of an inner loop or labelled block need a label.
        Node::Loop(..) | Node::Labelled(..) => node
            .any(&|node| matches!(node, Node::BreakLoop(to) | Node::Continue(to) if *to == header)),
        _ => node
            .lists()
            .into_iter()
            .any(|list| needs_label(list, header)),
    })
}

/// A condition and its negation.
struct Condition {
    text: String,
    opposite: String,
    /// True if the condition is the negation of the tested value.
    is_negative: bool,
}

/// The comparison that is true where `op` is false. For floats only equality and inequality have one.
fn opposite(op: BinOp, is_float: bool) -> Option<BinOp> {
    Some(match op {
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        _ if is_float => return None,
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Gt => BinOp::Le,
        BinOp::Le => BinOp::Gt,
        _ => return None,
    })
}

/// An expression in parentheses, if a postfix operator after it would not apply to all of it.
pub(super) fn atom(text: String) -> String {
    let is_open = text.starts_with(['*', '-', '!', '&']) || text.starts_with("match ");
    match is_open {
        true => format!("({text})"),
        false => text,
    }
}
