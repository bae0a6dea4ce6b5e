//! Control flow: terminators, dominance and phis.

use super::exception::exceptions;
use super::{Checker, Fault, Rule, ensure};
use crate::graph::{Definitions, Graph};
use crate::syntax::{Body, Function, Instruction, Local, Op, Tail, Value};

impl<'m> Checker<'m> {
    pub(super) fn flow(&self, function: &'m Function, body: &'m Body) -> Result<(), Fault> {
        if body.blocks.is_empty() {
            let message = "a body has at least one block".to_owned();
            return Err(Checker::fault(self.shown('@', function.name), message));
        }
        let graph = Graph::of(body);
        let at = |block: usize, index: usize| {
            move |message| self.fault_at(function, body, block, index, message)
        };
        if !graph.predecessors(0).is_empty() {
            let message = "the first block has no predecessors".to_owned();
            return Err(at(0, usize::MAX)(message));
        }
        let definitions = Definitions::new(body.locals.len(), body.labelled(), &graph);
        let is_naked = self.has(&self.resolved(&function.attributes), "naked");
        for (b, block) in body.blocks.iter().enumerate() {
            let mut is_head = true;
            let instructions = body.instructions_of(block);
            for (n, instruction) in instructions.iter().enumerate() {
                let op = &instruction.op;
                if op.is_terminator() != (n + 1 == instructions.len()) {
                    return Err(at(b, n)("a block ends with its only terminator".into()));
                }
                let rule = match op {
                    Op::DebugRecord(..) => continue,
                    Op::Phi(_, _, incoming) if is_head => phi(&graph, b, incoming),
                    Op::Phi(..) => Err("a phi is behind another instruction".to_owned()),
                    _ => exceptions(body, &graph, b, std::mem::take(&mut is_head), op),
                };
                rule.map_err(at(b, n))?;
                must_tail(&instructions[n..]).map_err(at(b, n))?;
                let mut rule: Rule = Ok(());
                let mut visit = |value: Value, from: Option<Local>| {
                    let Value::Local(used) = value else { return };
                    let is_right = match from {
                        _ if definitions.place(used).is_none() => {
                            !is_naked || used.0 as usize >= function.parameters.len()
                        }
                        Some(from) => graph
                            .block_of(from)
                            .is_some_and(|from| definitions.reaches_phi(&graph, used, from, b)),
                        None => definitions.reaches(&graph, used, b, n),
                    };
                    if !is_right {
                        rule = Err(format!(
                            "`{}` cannot be used here: its definition does not dominate this use, \
                             or the function is `naked`",
                            self.shown('%', body.locals[used.0 as usize].name)
                        ));
                    }
                };
                match op {
                    Op::Phi(_, _, incoming) => {
                        for (value, from) in incoming {
                            visit(*value, Some(*from));
                        }
                    }
                    op => op.values(|_, value| visit(value, None)),
                }
                rule.map_err(at(b, n))?;
            }
        }
        Ok(())
    }
}

/// A `musttail` call, which is the first of these, is followed by `ret` of its result.
fn must_tail(instructions: &[Instruction]) -> Rule {
    let Some((call, behind)) = instructions.split_first() else {
        return Ok(());
    };
    match &call.op {
        Op::Call(call) if call.tail == Some(Tail::MustTail) => {}
        _ => return Ok(()),
    }
    let mut behind = behind.iter().map(|it| &it.op);
    let is_right = match behind.find(|it| !matches!(it, Op::DebugRecord(..))) {
        Some(Op::Ret(None)) => true,
        Some(Op::Ret(Some(returned))) => {
            matches!(returned.value, Value::Undef | Value::Poison)
                || call.result.map(Value::Local) == Some(returned.value)
        }
        _ => false,
    };
    ensure!(is_right, "`ret` of the result follows a `musttail` call");
    Ok(())
}

/// The blocks of a phi are the predecessors, and each has one value.
fn phi(graph: &Graph, block: usize, incoming: &[(Value, Local)]) -> Rule {
    let of = |it: &(Value, Local)| graph.block_of(it.1).map_or(u32::MAX, |it| it as u32);
    let before = graph.predecessors(block);
    if incoming.len() != before.len() {
        return Err("a phi has one value for each predecessor".into());
    }
    let mut all: Vec<(u32, Value)> = incoming.iter().map(|it| (of(it), it.0)).collect();
    let mut wanted = before.to_vec();
    all.sort_unstable_by_key(|it| it.0);
    wanted.sort_unstable();
    ensure!(
        all.iter().map(|it| it.0).eq(wanted),
        "a phi names a block that is no predecessor"
    );
    for pair in all.windows(2) {
        // Equal constants may have different indices.
        let differ = match (pair[0].1, pair[1].1) {
            (Value::Const(_), Value::Const(_)) => false,
            (a, b) => a != b,
        };
        ensure!(
            pair[0].0 != pair[1].0 || !differ,
            "a phi has two values for one predecessor"
        );
    }
    Ok(())
}
