//! Bodies of functions.

use super::Printer;
use crate::names::Name;
use crate::syntax::{
    Access, Body, Call, Instruction, Local, Op, Ordering, Type, Typed, Unwind, Value,
};

impl<'m> Printer<'m> {
    pub(super) fn body(&mut self, body: &'m Body) {
        self.constants = &body.constants;
        self.locals = &body.locals;
        let before = body
            .blocks
            .first()
            .map_or(0, |block| block.label.0 as usize);
        let parameters = body.locals.get(..before).unwrap_or_default();
        let numbers = parameters.iter().filter_map(|it| it.name.as_number());
        let first = numbers.max().map_or(0, |number| number + 1);
        for (n, block) in body.blocks.iter().enumerate() {
            let name = body.locals[block.label.0 as usize].name;
            // The number of the first block needs no label if it follows those of the parameters.
            let is_next = name.as_number() == Some(first);
            if n > 0 || !is_next {
                self.module.names.write_symbol(name, &mut self.out);
                self.put(":\n");
            }
            for instruction in body.instructions_of(block) {
                self.put("  ");
                self.instruction(instruction);
                self.put("\n");
            }
        }
        for order in &body.use_lists {
            self.put_name(*order);
            self.put("\n");
        }
        self.constants = &self.module.constants;
        self.locals = &[];
    }

    pub(super) fn instruction(&mut self, instruction: &Instruction) {
        if let Some(result) = instruction.result {
            self.local(result);
            self.put(" = ");
        }
        self.op(&instruction.op);
        for attachment in instruction.attachments.iter().flatten() {
            self.put(", ");
            self.attachment(attachment);
        }
    }

    fn label(&mut self, label: Local) {
        self.put("label ");
        self.local(label);
    }

    fn two(&mut self, ty: Type, [first, second]: [Value; 2]) {
        self.put(" ");
        self.ty(ty);
        self.put(" ");
        self.value(ty, first);
        self.put(", ");
        self.value(ty, second);
    }

    fn word_and_operands(&mut self, word: &str, operands: &[Typed]) {
        self.put(word);
        self.put(" ");
        self.typed_list(operands);
    }

    #[allow(clippy::too_many_lines)] // It is one table.
    fn op(&mut self, op: &Op) {
        match op {
            Op::Ret(None) => self.put("ret void"),
            Op::Ret(Some(value)) => self.word_and_operands("ret", &[*value]),
            Op::Br(label) => {
                self.put("br ");
                self.label(*label);
            }
            Op::CondBr(condition, [yes, no]) => {
                self.put("br i1 ");
                self.value(crate::syntax::Types::I1, *condition);
                self.put(", ");
                self.label(*yes);
                self.put(", ");
                self.label(*no);
            }
            Op::Switch(switch) => {
                self.word_and_operands("switch", &[switch.value]);
                self.put(", ");
                self.label(switch.default);
                self.put(" [");
                for (value, label) in &switch.cases {
                    self.put("\n    ");
                    let ty = switch.value.ty;
                    self.typed(Typed { ty, value: *value });
                    self.put(", ");
                    self.label(*label);
                }
                self.put("\n  ]");
            }
            Op::IndirectBr(parts) => {
                self.word_and_operands("indirectbr", &[parts.0]);
                self.put(", ");
                self.labels(&parts.1);
            }
            Op::Invoke(call, [normal, unwind]) => {
                self.put("invoke");
                self.call(call);
                self.put(" to ");
                self.label(*normal);
                self.put(" unwind ");
                self.label(*unwind);
            }
            Op::CallBr(parts) => {
                self.put("callbr");
                self.call(&parts.0);
                self.put(" to ");
                self.label(parts.1);
                self.put(" ");
                self.labels(&parts.2);
            }
            Op::Resume(value) => self.word_and_operands("resume", &[*value]),
            Op::Unreachable => self.put("unreachable"),
            Op::CleanupRet(pad, unwind) => {
                self.put("cleanupret from ");
                self.token(*pad);
                self.unwind(*unwind);
            }
            Op::CatchRet(pad, label) => {
                self.put("catchret from ");
                self.token(*pad);
                self.put(" to ");
                self.label(*label);
            }
            Op::CatchSwitch(switch) => {
                self.put("catchswitch within ");
                self.token(switch.within);
                self.put(" ");
                self.labels(&switch.handlers);
                self.unwind(switch.unwind);
            }
            Op::CatchPad(within, arguments) => self.pad("catchpad", *within, arguments),
            Op::CleanupPad(within, arguments) => self.pad("cleanuppad", *within, arguments),
            Op::LandingPad(pad) => {
                self.put("landingpad ");
                self.ty(pad.ty);
                if pad.is_cleanup {
                    self.put(" cleanup");
                }
                for (is_filter, value) in &pad.clauses {
                    self.put(if *is_filter { " filter " } else { " catch " });
                    self.typed(*value);
                }
            }
            Op::FNeg(flags, value) => {
                self.put("fneg");
                self.flags(*flags);
                self.put(" ");
                self.typed(*value);
            }
            Op::Binary(op, flags, ty, values) => {
                self.put(op.text());
                self.flags(*flags);
                self.two(*ty, *values);
            }
            Op::Cast(op, flags, value, ty) => {
                self.put(op.text());
                self.flags(*flags);
                self.put(" ");
                self.typed(*value);
                self.put(" to ");
                self.ty(*ty);
            }
            Op::ICmp(predicate, flags, ty, values) => {
                self.put("icmp");
                self.flags(*flags);
                self.put(" ");
                self.put(predicate.text());
                self.two(*ty, *values);
            }
            Op::FCmp(predicate, flags, ty, values) => {
                self.put("fcmp");
                self.flags(*flags);
                self.put(" ");
                self.put(predicate.text());
                self.two(*ty, *values);
            }
            Op::Phi(flags, ty, incoming) => {
                self.put("phi");
                self.flags(*flags);
                self.put(" ");
                self.ty(*ty);
                self.put(" ");
                self.list(incoming, |printer, (value, label)| {
                    printer.put("[ ");
                    printer.value(*ty, *value);
                    printer.put(", ");
                    printer.local(*label);
                    printer.put(" ]");
                });
            }
            Op::Select(flags, operands) => {
                self.put("select");
                self.flags(*flags);
                self.put(" ");
                self.typed_list(&operands[..]);
            }
            Op::Freeze(value) => self.word_and_operands("freeze", &[*value]),
            Op::Call(call) => {
                if let Some(tail) = call.tail {
                    self.put(tail.text());
                    self.put(" ");
                }
                self.put("call");
                self.flags(call.flags);
                self.call(call);
            }
            Op::Alloca(alloca) => {
                self.put("alloca ");
                self.put(if alloca.is_inalloca { "inalloca " } else { "" });
                self.put(if alloca.is_swifterror {
                    "swifterror "
                } else {
                    ""
                });
                self.ty(alloca.ty);
                if let Some(count) = alloca.count {
                    self.put(", ");
                    self.typed(count);
                }
                self.align(alloca.align);
                if alloca.space != crate::syntax::AddrSpace::Default {
                    self.put(",");
                    self.space(alloca.space);
                }
            }
            Op::Load(load) => {
                self.put("load");
                self.before_access(&load.access);
                self.ty(load.ty);
                self.put(", ");
                self.typed(load.pointer);
                self.after_access(&load.access, None);
            }
            Op::Store(store) => {
                self.put("store");
                self.before_access(&store.access);
                self.typed_list(&[store.value, store.pointer]);
                self.after_access(&store.access, None);
            }
            Op::Fence(scope, ordering) => {
                self.put("fence");
                self.ordering(*scope, *ordering);
            }
            Op::CmpXchg(parts) => {
                self.put("cmpxchg ");
                self.put(if parts.is_weak { "weak " } else { "" });
                self.put(if parts.access.is_volatile {
                    "volatile "
                } else {
                    ""
                });
                self.typed_list(&parts.operands);
                self.after_access(&parts.access, Some(parts.failure));
            }
            Op::AtomicRmw(parts) => {
                self.put("atomicrmw ");
                self.put(if parts.access.is_volatile {
                    "volatile "
                } else {
                    ""
                });
                self.put(if parts.access.is_elementwise {
                    "elementwise "
                } else {
                    ""
                });
                self.put(parts.op.text());
                self.put(" ");
                self.typed_list(&parts.operands);
                self.after_access(&parts.access, None);
            }
            Op::Gep(gep) => {
                self.put("getelementptr");
                self.gep_flags(gep.flags);
                self.put(" ");
                self.ty(gep.source);
                self.put(", ");
                self.typed_list(&gep.operands);
            }
            Op::ExtractElement(operands) => {
                self.word_and_operands("extractelement", &operands[..]);
            }
            Op::InsertElement(operands) => {
                self.word_and_operands("insertelement", &operands[..]);
            }
            Op::ShuffleVector(operands) => {
                self.word_and_operands("shufflevector", &operands[..]);
            }
            Op::ExtractValue(value, indices) => {
                self.word_and_operands("extractvalue", &[*value]);
                self.indices(indices);
            }
            Op::InsertValue(operands, indices) => {
                self.word_and_operands("insertvalue", &operands[..]);
                self.indices(indices);
            }
            Op::VaArg(list, ty) => {
                self.word_and_operands("va_arg", &[*list]);
                self.put(", ");
                self.ty(*ty);
            }
            Op::DebugRecord(name, fields) => {
                self.put("#");
                self.put_name(*name);
                self.put("(");
                self.list(fields, Printer::metadata);
                self.put(")");
            }
        }
    }

    fn indices(&mut self, indices: &[u32]) {
        for index in indices {
            self.put(", ");
            self.number(index);
        }
    }

    fn token(&mut self, value: Value) {
        self.value(crate::syntax::Types::TOKEN, value);
    }

    fn labels(&mut self, labels: &[Local]) {
        self.put("[");
        self.list(labels, |printer, label| printer.label(*label));
        self.put("]");
    }

    fn unwind(&mut self, unwind: Unwind) {
        self.put(" unwind ");
        match unwind {
            Unwind::Caller => self.put("to caller"),
            Unwind::Block(label) => self.label(label),
        }
    }

    fn pad(&mut self, word: &str, within: Value, arguments: &[Typed]) {
        self.put(word);
        self.put(" within ");
        self.token(within);
        self.put(" [");
        self.typed_list(arguments);
        self.put("]");
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            self.put(", align ");
            self.number(align);
        }
    }

    fn before_access(&mut self, access: &Access) {
        self.put(if access.atomic.is_some() {
            " atomic "
        } else {
            " "
        });
        self.put(if access.is_volatile { "volatile " } else { "" });
        self.put(if access.is_elementwise {
            "elementwise "
        } else {
            ""
        });
    }

    fn after_access(&mut self, access: &Access, failure: Option<Ordering>) {
        if let Some((scope, ordering)) = access.atomic {
            self.ordering(scope, ordering);
        }
        if let Some(failure) = failure {
            self.put(" ");
            self.put(failure.text());
        }
        self.align(access.align);
    }

    fn ordering(&mut self, scope: Option<Name>, ordering: Ordering) {
        if let Some(scope) = scope {
            self.put(" syncscope(");
            self.quoted(scope);
            self.put(")");
        }
        self.put(" ");
        self.put(ordering.text());
    }

    /// Everything behind `call`.
    fn call(&mut self, call: &Call) {
        if let Some(convention) = call.convention {
            self.put(" ");
            self.put_name(convention);
        }
        self.attributes(&call.result);
        self.space(call.space);
        self.put(" ");
        self.ty(call.ty);
        self.put(" ");
        self.value(crate::syntax::Types::PTR, call.callee);
        self.put("(");
        self.list(&call.arguments, |printer, argument| {
            printer.ty(argument.value.ty);
            printer.attributes(&argument.attributes);
            printer.put(" ");
            printer.value(argument.value.ty, argument.value.value);
        });
        if call.forwards {
            self.put(if call.arguments.is_empty() {
                "..."
            } else {
                ", ..."
            });
        }
        self.put(")");
        self.attributes(&call.attributes);
        if !call.bundles.is_empty() {
            self.put(" [ ");
            self.list(&call.bundles, |printer, bundle| {
                printer.quoted(bundle.tag);
                printer.put("(");
                printer.typed_list(&bundle.operands);
                printer.put(")");
            });
            self.put(" ]");
        }
    }
}
