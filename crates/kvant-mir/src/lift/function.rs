//! Functions.

use std::collections::HashSet;

use super::Unliftable;
use super::body::Writer;
use super::graph::Graph;
use super::locals::{Census, Known, declare};
use super::structure::structure;
use super::tidy::tidy;
use crate::print::{self, Version};
use crate::syntax::{FnId, Function, Inline, Local, Program, Ty, TyKind};

/// The greatest number of blocks of a body: structuring recurses as deep as the body nests.
const MOST_BLOCKS: usize = 1500;

/// Names of the lifted text itself, beside keywords and names that no program may use.
const RESERVED: [&str; 4] = ["block", "part", "to", "value"];

/// A function in ordinary Rust.
pub(super) struct Lifted<'a> {
    program: &'a Program,
    function: &'a Function,
    names: Vec<String>,
    locals: Vec<Known>,
    is_pointed_to: bool,
    /// The lines of the body, indented once.
    body: String,
    does_unsafe_things: bool,
    callees: Vec<FnId>,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a Program,
        function: &'a Function,
        version: Version,
        is_pointed_to: bool,
        as_states: bool,
    ) -> Result<Lifted<'a>, Unliftable> {
        let fail = |reason| Unliftable {
            function: function.name.clone(),
            reason,
        };
        if function.blocks.len() > MOST_BLOCKS {
            return Err(fail("it has too many blocks"));
        }
        let graph = Graph::of(program, function).ok_or_else(|| fail("a block is not finished"))?;
        let census = Census::of(function, &graph);
        let folded = census.folded(function);
        let mut nodes = structure(function, &graph, &folded, as_states);
        let returns = !is_unit(program, function.return_ty()) && !census.is_borrowed(Local::RETURN);
        tidy(function, &mut nodes, returns);
        let locals = declare(program, function, &graph, &census, &folded, &mut nodes);
        let names = names(program, function);
        let writer = Writer::new(
            program, function, version, &locals, &names, &folded, &census,
        );
        let written = writer.write(&nodes).map_err(fail)?;
        Ok(Lifted {
            program,
            function,
            is_pointed_to,
            body: written.text,
            does_unsafe_things: written.is_unsafe,
            callees: written.callees,
            names,
            locals,
        })
    }

    /// True if the body needs `unsafe`, given the functions that are unsafe to call.
    pub(super) fn is_unsafe(&self, unsafe_to_call: &[bool]) -> bool {
        let calls_one = || self.callees.iter().any(|id| unsafe_to_call[id.index()]);
        self.does_unsafe_things || calls_one()
    }

    /// Appends the function. It has the same `inline` and `cold` attributes as in the fast form.
    pub(super) fn write(
        &self,
        is_entry: bool,
        is_unsafe: bool,
        unsafe_to_call: &[bool],
        out: &mut String,
    ) {
        out.push_str(match self.function.inline {
            Inline::Never => "#[inline(never)]\n",
            _ if is_entry => "#[inline(never)]\n",
            Inline::Always => "#[inline(always)]\n",
            Inline::Free => "",
        });
        if self.function.cold && !is_entry {
            out.push_str("#[cold]\n");
        }
        out.push_str(if is_unsafe { "unsafe fn " } else { "fn " });
        out.push_str(&self.function.name);
        out.push('(');
        for (n, local) in self.function.argument_locals().enumerate() {
            out.push_str(if n > 0 { ", " } else { "" });
            self.argument(local, out);
        }
        out.push(')');
        let result = self.function.return_ty();
        if !is_unit(self.program, result) {
            out.push_str(" -> ");
            print::ordinary_ty(&self.program.types, result, true, out);
        }
        out.push_str(" {\n");
        if !is_unsafe && self.is_unsafe(unsafe_to_call) {
            out.push_str("    unsafe {\n");
            for line in self.body.lines() {
                out.push_str("    ");
                out.push_str(line);
                out.push('\n');
            }
            out.push_str("    }\n");
        } else {
            out.push_str(&self.body);
        }
        out.push_str("}\n");
    }

    /// Writes an argument and its type. A reference that is only dereferenced needs no lifetime, because it is not stored.
    fn argument(&self, local: Local, out: &mut String) {
        let types = &self.program.types;
        let (known, ty) = (
            self.locals[local.index()],
            self.function.locals[local.index()].ty,
        );
        out.push_str(if known.is_mut { "mut " } else { "" });
        out.push_str(&self.names[local.index()]);
        out.push_str(": ");
        let is_simple = match types.get(ty) {
            Some(TyKind::Ref(_, to)) => !types.name(*to).contains('&'),
            _ => false,
        };
        let is_kept = !(is_simple && known.only_followed && !self.is_pointed_to);
        print::ordinary_ty(types, ty, is_kept, out);
    }
}

pub(super) fn is_unit(program: &Program, ty: Ty) -> bool {
    matches!(program.types.get(ty), Some(TyKind::Tuple(fields)) if fields.is_empty())
}

/// The names of locals: their own, unless something else has the same name.
fn names(program: &Program, function: &Function) -> Vec<String> {
    let functions = program.functions.iter().map(|f| f.name.as_str());
    let types = program.types.adts().iter().map(|def| def.name.as_str());
    let mut taken: HashSet<&str> = functions.chain(types).chain(RESERVED).collect();
    let mut names = vec![String::new(); function.locals.len()];
    for (n, decl) in function.locals.iter().enumerate() {
        if let Some(name) = &decl.name
            && taken.insert(name)
        {
            names[n].clone_from(name);
        }
    }
    for (n, name) in names
        .iter_mut()
        .enumerate()
        .filter(|each| each.1.is_empty())
    {
        *name = match n {
            0 => "ret".to_owned(),
            n => format!("x{n}"),
        };
        while taken.contains(name.as_str()) {
            name.push('_');
        }
    }
    names
}
