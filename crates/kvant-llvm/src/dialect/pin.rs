//! Modules that mean the same to every version: data layout, triple and alignments are explicit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Version;
use crate::layout::{DataLayout, Sizes};
use crate::names::{Name, Names};
use crate::syntax::{
    Attachment, Body, Const, Constants, Function, Item, Metadata, Module, Op, Part, Tailing, Value,
};

/// The target that a module is printed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The version. The module has to be in its dialect: see [`super::degrade`].
    pub version: Version,
    /// The triple.
    pub triple: String,
    /// The data layout.
    pub layout: String,
}

/// A module with an explicit target, explicit alignments of loads, stores, allocas and atomics, and numbers of locals without gaps.
///
/// Left out are debug information (records, calls of `llvm.dbg.*`, `!dbg` and nodes that only they reach), orders of uses, and
/// `ThinLTO` summaries. An alignment that is not known, that of a type with unknown contents, is left to the reader.
/// The error is about the data layout.
pub fn pin(module: &Module, pin: &Pin) -> Result<Module, String> {
    let layout = DataLayout::parse(&pin.layout)?;
    let needed = layout_version(&pin.layout);
    if pin.version.number() < needed {
        return Err(format!(
            "the data layout `{}` needs LLVM {needed}",
            pin.layout
        ));
    }
    let sizes = Sizes::new(&layout, module);
    let mut out = module.clone();
    let nodes = out.items.iter().filter_map(|item| match item {
        Item::Metadata(number, _, Metadata::Special(text)) => Some((*number, *text)),
        _ => None,
    });
    let is_debug = |text: &Name| module.names.get(*text).starts_with("!DI");
    let debug: FxHashSet<u32> = nodes.filter(|it| is_debug(&it.1)).map(|it| it.0).collect();
    let mut pinner = Pinner {
        debug,
        blocks: FxHashMap::default(),
        reached: Vec::new(),
    };
    out.items.retain_mut(|item| match item {
        Item::Triple(_) | Item::DataLayout(_) | Item::Text(_) => false,
        Item::NamedMetadata(name, nodes) => {
            pinner.leave_out(&module.names, nodes);
            module.names.get(*name) != "llvm.dbg.cu"
        }
        Item::Metadata(_, _, Metadata::Tuple(elements)) => {
            pinner.leave_out(&module.names, elements);
            true
        }
        Item::Function(function) => {
            pinner.function(module, &sizes, function);
            let name = module.names.get(function.name);
            function.body.is_some() || !name.starts_with("llvm.dbg.")
        }
        Item::Global(global) => {
            without_debug(&module.names, &mut global.tail);
            true
        }
        _ => true,
    });
    pinner.rename_blocks(&mut out);
    pinner.keep_reached(&mut out);
    let layout = Item::DataLayout(out.names.intern(&pin.layout));
    let triple = Item::Triple(out.names.intern(&pin.triple));
    let at = usize::from(matches!(out.items.first(), Some(Item::SourceFile(_))));
    out.items.splice(at..at, [layout, triple]);
    Ok(out)
}

struct Pinner {
    /// The nodes of debug information.
    debug: FxHashSet<u32>,
    /// The new name of each block that got one, by the function and the old name.
    blocks: FxHashMap<(Name, Name), Name>,
    /// Nodes that are used.
    reached: Vec<u32>,
}

/// True for a kind of metadata that is about debugging.
pub(crate) fn is_debug_kind(kind: &str) -> bool {
    matches!(kind, "dbg" | "DIAssignID" | "heapallocsite")
}

fn without_debug(names: &Names, tail: &mut Box<[Tailing]>) {
    let is_kept = |it: &Tailing| match it {
        Tailing::Attachment(attachment) => !is_debug_kind(names.get(attachment.kind)),
        _ => true,
    };
    if !tail.iter().all(is_kept) {
        *tail = tail.iter().filter(|it| is_kept(it)).cloned().collect();
    }
}

/// Leaves out debug records and calls, and metadata of instructions that is about debugging.
pub(crate) fn leave_out_debug(names: &Names, body: &mut Body) {
    let mut kept = Vec::with_capacity(body.instructions.len());
    for block in &mut body.blocks {
        let start = kept.len() as u32;
        for at in block.start..block.end {
            let mut instruction = body.instructions[at as usize].clone();
            let is_debug = match &instruction.op {
                Op::DebugRecord(..) => true,
                Op::Call(call) => match call.callee {
                    Value::Global(name) => names.get(name).starts_with("llvm.dbg."),
                    _ => false,
                },
                _ => false,
            };
            if is_debug {
                continue;
            }
            if let Some(attachments) = &mut instruction.attachments {
                let others = attachments.iter();
                let others = others.filter(|it| !is_debug_kind(names.get(it.kind)));
                *attachments = others.cloned().collect();
            }
            kept.push(instruction);
        }
        (block.start, block.end) = (start, kept.len() as u32);
    }
    body.instructions = kept;
}

impl Pinner {
    /// Leaves nodes of debug information out of a tuple, such as the places of a loop.
    fn leave_out(&self, names: &Names, elements: &mut Box<[Metadata]>) {
        let is_kept = |it: &Metadata| match it {
            Metadata::Node(number) => !self.debug.contains(number),
            Metadata::Special(text) => !names.get(*text).starts_with("!DI"),
            _ => true,
        };
        if !elements.iter().all(is_kept) {
            *elements = elements.iter().filter(|it| is_kept(it)).cloned().collect();
        }
    }

    fn function(&mut self, module: &Module, sizes: &Sizes<'_>, function: &mut Function) {
        let names = &module.names;
        let early = function.early.iter();
        let early = early.filter(|it| !is_debug_kind(names.get(it.kind)));
        function.early = early.cloned().collect();
        without_debug(names, &mut function.tail);
        let Some(body) = &mut function.body else {
            // Numbers of the parameters of a declaration must not skip, and say nothing.
            for parameter in &mut function.parameters {
                parameter.name = None;
            }
            return;
        };
        body.use_lists.clear();
        leave_out_debug(names, body);
        for instruction in &mut body.instructions {
            match &mut instruction.op {
                Op::Alloca(alloca) => {
                    let preferred = || Some(sizes.of(alloca.ty)?.align.preferred);
                    alloca.align = alloca.align.or_else(preferred);
                }
                op => {
                    let is_access = matches!(op, Op::Load(_) | Op::Store(_));
                    if let Some((ty, access)) = op.access_mut() {
                        let size = sizes.of(ty);
                        let align = match is_access {
                            true => size.map(|it| it.align.abi),
                            false => size.map(|it| it.store_bytes().next_power_of_two()),
                        };
                        access.align = access.align.or(align);
                    }
                }
            }
        }
        self.number(function);
    }

    /// Numbers the locals without a name: parameters, then blocks and results in order.
    fn number(&mut self, function: &mut Function) {
        let Some(body) = &mut function.body else {
            return;
        };
        let mut order = Vec::with_capacity(body.locals.len());
        order.extend(0..function.parameters.len());
        for block in &body.blocks {
            order.push(block.label.0 as usize);
            let results = body.instructions[block.start as usize..block.end as usize].iter();
            order.extend(results.filter_map(|it| it.result).map(|it| it.0 as usize));
        }
        let mut next = 0;
        for local in order {
            let old = body.locals[local].name;
            if old.as_number().is_none() {
                continue;
            }
            // There were as many numbers before.
            let new = Name::number(next).unwrap_or(old);
            next += 1;
            if new != old {
                body.locals[local].name = new;
                self.blocks.insert((function.name, old), new);
            }
        }
        for (parameter, local) in function.parameters.iter_mut().zip(&body.locals) {
            parameter.name = Some(local.name);
        }
    }

    /// Gives blocks their new numbers in `blockaddress`.
    fn rename_blocks(&self, module: &mut Module) {
        if self.blocks.is_empty() {
            return;
        }
        let rename = |constants: &mut Constants| {
            for constant in constants {
                if let Const::BlockAddress(function, block) = constant
                    && let Some(new) = self.blocks.get(&(*function, *block))
                {
                    *block = *new;
                }
            }
        };
        rename(&mut module.constants);
        for item in &mut module.items {
            if let Item::Function(function) = item
                && let Some(body) = &mut function.body
            {
                rename(&mut body.constants);
            }
        }
    }

    fn reach(&mut self, names: &Names, metadata: &Metadata) {
        match metadata {
            Metadata::Node(number) => self.reached.push(*number),
            Metadata::Tuple(elements) => {
                for element in elements {
                    self.reach(names, element);
                }
            }
            Metadata::Special(text) => self.reached.extend(nodes_in(names.get(*text))),
            Metadata::String(_) | Metadata::Value(_) | Metadata::Null => {}
        }
    }

    fn reach_from(&mut self, names: &Names, tail: &[Tailing]) {
        for property in tail {
            if let Tailing::Attachment(attachment) = property {
                self.reach(names, &attachment.node);
            }
        }
    }

    fn attachments(&mut self, names: &Names, attachments: &[Attachment]) {
        for attachment in attachments {
            self.reach(names, &attachment.node);
        }
    }

    /// Leaves out nodes that nothing refers to any more.
    fn keep_reached(&mut self, module: &mut Module) {
        let names = &module.names;
        for item in &mut module.items {
            match item {
                Item::NamedMetadata(_, nodes) => {
                    for node in nodes {
                        self.reach(names, node);
                    }
                }
                Item::Global(global) => self.reach_from(names, &global.tail),
                Item::Function(function) => {
                    self.attachments(names, &function.early);
                    self.reach_from(names, &function.tail);
                    let Some(body) = &mut function.body else {
                        continue;
                    };
                    for instruction in &mut body.instructions {
                        if let Some(attachments) = &instruction.attachments {
                            self.attachments(names, attachments);
                        }
                        let constants = &body.constants;
                        instruction.op.parts_mut(&mut |part| {
                            if let Part::Value(_, Value::Const(at)) = part
                                && let Const::Metadata(metadata) = &constants[*at as usize]
                            {
                                self.reach(names, metadata);
                            }
                        });
                    }
                }
                _ => {}
            }
        }
        let mut nodes = FxHashMap::default();
        for item in &module.items {
            if let Item::Metadata(number, _, node) = item {
                nodes.insert(*number, node);
            }
        }
        let mut all = FxHashSet::default();
        while let Some(number) = self.reached.pop() {
            if all.insert(number)
                && let Some(node) = nodes.get(&number)
            {
                self.reach(names, node);
            }
        }
        drop(nodes);
        module.items.retain(|item| match item {
            Item::Metadata(number, ..) => all.contains(number),
            _ => true,
        });
    }
}

/// The nodes that a text such as `!GenericDINode(operands: {!1, !2})` refers to.
pub(crate) fn nodes_in(text: &str) -> Vec<u32> {
    let outside_of_quotes = text.split('"').step_by(2);
    let marked = outside_of_quotes.flat_map(|text| text.split('!').skip(1));
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit());
        text[..end.unwrap_or(text.len())].parse().ok()
    };
    marked.filter_map(number).collect()
}

/// The first version that reads a data layout.
fn layout_version(text: &str) -> u8 {
    let version = |part: &str| {
        let head = part.split(':').next().unwrap_or(part);
        match head.strip_prefix('p') {
            _ if part == "ve" => 23,
            Some(head) if head.contains(['z', 'o']) && !head.contains('(') => 23,
            Some(head) if head.contains(['e', 'u', '(']) => 22,
            _ => 15,
        }
    };
    text.split('-').map(version).max().unwrap_or(15)
}
