//! Instructions.

use kvant_text::Result;

use super::Parser;
use super::attribute::Place;
use crate::lexer::Kind;
use crate::names::Name;
use crate::syntax::{
    Access, AddrSpace, Alloca, Argument, AtomicRmw, BinaryOp, Bundle, Call, CastOp, CatchSwitch,
    CmpXchg, Flag, Flags, FloatPredicate, Gep, IntPredicate, LandingPad, Load, Op, Ordering, RmwOp,
    Store, Switch, Tail, Type, TypeKind, Typed, Types, Unwind, Value,
};

impl Parser<'_> {
    /// An operation with its operands.
    #[allow(clippy::too_many_lines)] // It is one table.
    pub(super) fn operation(&mut self) -> Result<Op> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected("an instruction"));
        }
        if let Some(op) = BinaryOp::from_text(word) {
            self.advance();
            return self.binary(op);
        }
        if let Some(op) = CastOp::from_text(word) {
            self.advance();
            return self.cast(op);
        }
        if let Some(tail) = Tail::from_text(word) {
            self.advance();
            self.expect_word("call")?;
            return self.call(Some(tail));
        }
        let at = self.token.start;
        self.advance();
        match word {
            "ret" => self.ret(),
            "br" => self.br(),
            "call" => self.call(None),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "icmp" => {
                let flags = self.flags(&[Flag::SameSign]);
                let predicate = self.predicate(IntPredicate::from_text)?;
                let (ty, values) = self.two()?;
                Ok(Op::ICmp(predicate, flags, ty, values))
            }
            "fcmp" => {
                let flags = self.fast_flags();
                let predicate = self.predicate(FloatPredicate::from_text)?;
                let (ty, values) = self.two()?;
                Ok(Op::FCmp(predicate, flags, ty, values))
            }
            "phi" => self.phi(),
            "select" => {
                let flags = self.fast_flags();
                Ok(Op::Select(flags, self.operands()?))
            }
            "alloca" => self.alloca(),
            "switch" => self.switch(),
            "unreachable" => Ok(Op::Unreachable),
            "extractelement" => Ok(Op::ExtractElement(self.operands()?)),
            "insertelement" => Ok(Op::InsertElement(self.operands()?)),
            "shufflevector" => Ok(Op::ShuffleVector(self.operands()?)),
            "extractvalue" => {
                let value = self.typed()?;
                Ok(Op::ExtractValue(value, self.indices()?))
            }
            "insertvalue" => {
                let operands = self.operands()?;
                Ok(Op::InsertValue(operands, self.indices()?))
            }
            "freeze" => Ok(Op::Freeze(self.typed()?)),
            "fneg" => {
                let flags = self.fast_flags();
                Ok(Op::FNeg(flags, self.typed()?))
            }
            "atomicrmw" => self.atomic_rmw(),
            "cmpxchg" => self.cmpxchg(),
            "fence" => {
                let scope = self.scope()?;
                Ok(Op::Fence(scope, self.ordering()?))
            }
            "invoke" => {
                let call = self.callee_and_arguments(None, Flags::default())?;
                self.expect_word("to")?;
                let normal = self.label()?;
                self.expect_word("unwind")?;
                Ok(Op::Invoke(Box::new(call), [normal, self.label()?]))
            }
            "callbr" => {
                let call = self.callee_and_arguments(None, Flags::default())?;
                self.expect_word("to")?;
                let normal = self.label()?;
                self.expect(b'[')?;
                let others = self.list(b']', Parser::label)?;
                Ok(Op::CallBr(Box::new((call, normal, others))))
            }
            "indirectbr" => {
                let address = self.typed()?;
                self.expect(b',')?;
                self.expect(b'[')?;
                let labels = self.list(b']', Parser::label)?;
                Ok(Op::IndirectBr(Box::new((address, labels))))
            }
            "resume" => Ok(Op::Resume(self.typed()?)),
            "landingpad" => self.landing_pad(),
            "cleanupret" => {
                self.expect_word("from")?;
                let pad = self.pad()?;
                Ok(Op::CleanupRet(pad, self.unwind()?))
            }
            "catchret" => {
                self.expect_word("from")?;
                let pad = self.pad()?;
                self.expect_word("to")?;
                Ok(Op::CatchRet(pad, self.label()?))
            }
            "catchswitch" => {
                self.expect_word("within")?;
                let within = self.pad()?;
                self.expect(b'[')?;
                let handlers = self.list(b']', Parser::label)?;
                let unwind = self.unwind()?;
                Ok(Op::CatchSwitch(Box::new(CatchSwitch {
                    within,
                    handlers,
                    unwind,
                })))
            }
            "catchpad" => {
                let (within, arguments) = self.pad_arguments()?;
                Ok(Op::CatchPad(within, arguments))
            }
            "cleanuppad" => {
                let (within, arguments) = self.pad_arguments()?;
                Ok(Op::CleanupPad(within, arguments))
            }
            "va_arg" => {
                let list = self.typed()?;
                self.expect(b',')?;
                Ok(Op::VaArg(list, self.ty()?))
            }
            _ => Err(self.error_at(at, format!("there is no instruction `{word}`"))),
        }
    }

    /// `T a, b`.
    fn two(&mut self) -> Result<(Type, [Value; 2])> {
        let first = self.typed()?;
        self.expect(b',')?;
        let second = self.value(first.ty)?;
        Ok((first.ty, [first.value, second]))
    }

    /// `T a, U b, …`.
    fn operands<const N: usize>(&mut self) -> Result<Box<[Typed; N]>> {
        let none = Typed {
            ty: Types::VOID,
            value: Value::None,
        };
        let mut operands = [none; N];
        for (n, operand) in operands.iter_mut().enumerate() {
            if n > 0 {
                self.expect(b',')?;
            }
            *operand = self.typed()?;
        }
        Ok(Box::new(operands))
    }

    /// `, 0, 1`. A comma before metadata is not taken.
    fn indices(&mut self) -> Result<Box<[u32]>> {
        let mut indices = Vec::new();
        while self.comma_before(|kind| kind == Kind::Int) {
            self.advance();
            indices.push(self.u32()?);
        }
        match indices.is_empty() {
            true => Err(self.expected("`,` and an index")),
            false => Ok(indices.into()),
        }
    }

    /// True at a comma whose next token is of a kind. Neither is taken.
    fn comma_before(&self, is: impl Fn(Kind) -> bool) -> bool {
        self.is(b',') && is(self.lexer.clone().next().kind)
    }

    /// Takes a comma if this word follows it; the word is not taken.
    fn comma_then(&mut self, word: &str) -> bool {
        if !self.is(b',') {
            return false;
        }
        let next = self.lexer.clone().next();
        let is = &self.text[next.start..next.end] == word;
        if is {
            self.advance();
        }
        is
    }

    fn binary(&mut self, op: BinaryOp) -> Result<Op> {
        use BinaryOp::{
            AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub,
            UDiv, URem, Xor,
        };
        let flags = match op {
            Add | Sub | Mul | Shl => self.flags(&[Flag::Nuw, Flag::Nsw]),
            UDiv | SDiv | LShr | AShr => self.flags(&[Flag::Exact]),
            Or => self.flags(&[Flag::Disjoint]),
            FAdd | FSub | FMul | FDiv | FRem => self.fast_flags(),
            URem | SRem | And | Xor => Flags::default(),
        };
        let (ty, values) = self.two()?;
        Ok(Op::Binary(op, flags, ty, values))
    }

    fn cast(&mut self, op: CastOp) -> Result<Op> {
        let flags = match op {
            CastOp::Trunc => self.flags(&[Flag::Nuw, Flag::Nsw]),
            CastOp::ZExt => self.flags(&[Flag::Nneg]),
            CastOp::UiToFp => {
                let flags = self.flags(&[Flag::Nneg]);
                let flags = flags.and(self.fast_flags());
                flags.and(self.flags(&[Flag::Nneg]))
            }
            CastOp::SiToFp | CastOp::FpTrunc | CastOp::FpExt => self.fast_flags(),
            _ => Flags::default(),
        };
        let value = self.typed()?;
        self.expect_word("to")?;
        Ok(Op::Cast(op, flags, value, self.ty()?))
    }

    fn ret(&mut self) -> Result<Op> {
        let ty = self.ty_or_void()?;
        if ty == Types::VOID {
            return Ok(Op::Ret(None));
        }
        let value = self.value(ty)?;
        Ok(Op::Ret(Some(Typed { ty, value })))
    }

    fn br(&mut self) -> Result<Op> {
        if self.word() == "label" {
            return Ok(Op::Br(self.label()?));
        }
        let at = self.token.start;
        let condition = self.typed()?;
        if condition.ty != Types::I1 {
            return Err(self.error_at(at, "a condition is an `i1`"));
        }
        self.expect(b',')?;
        let yes = self.label()?;
        self.expect(b',')?;
        Ok(Op::CondBr(condition.value, [yes, self.label()?]))
    }

    fn switch(&mut self) -> Result<Op> {
        let value = self.typed()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.take(b']') {
            let at = self.token.start;
            let case = self.typed()?;
            if case.ty != value.ty {
                return Err(self.error_at(at, "a case has the type of the value"));
            }
            self.expect(b',')?;
            cases.push((case.value, self.label()?));
        }
        Ok(Op::Switch(Box::new(Switch {
            value,
            default,
            cases: cases.into(),
        })))
    }

    fn phi(&mut self) -> Result<Op> {
        let flags = self.fast_flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        // A block without predecessors has phis without values.
        while self.is(b'[') {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            incoming.push((value, self.bare_label()?));
            self.expect(b']')?;
            if !self.comma_before(|kind| kind == Kind::Mark(b'[')) {
                break;
            }
            self.advance();
        }
        Ok(Op::Phi(flags, ty, incoming.into()))
    }

    fn landing_pad(&mut self) -> Result<Op> {
        let ty = self.ty()?;
        let is_cleanup = self.take_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let is_filter = match self.word() {
                "catch" => false,
                "filter" => true,
                _ => break,
            };
            self.advance();
            clauses.push((is_filter, self.typed()?));
        }
        Ok(Op::LandingPad(Box::new(LandingPad {
            ty,
            is_cleanup,
            clauses: clauses.into(),
        })))
    }

    fn unwind(&mut self) -> Result<Unwind> {
        self.expect_word("unwind")?;
        if self.take_word("to") {
            self.expect_word("caller")?;
            return Ok(Unwind::Caller);
        }
        Ok(Unwind::Block(self.label()?))
    }

    fn pad_arguments(&mut self) -> Result<(Value, Box<[Typed]>)> {
        self.expect_word("within")?;
        let within = self.pad()?;
        self.expect(b'[')?;
        Ok((within, self.list(b']', Parser::typed)?))
    }

    fn call(&mut self, tail: Option<Tail>) -> Result<Op> {
        let flags = self.fast_flags();
        Ok(Op::Call(Box::new(self.callee_and_arguments(tail, flags)?)))
    }

    fn callee_and_arguments(&mut self, tail: Option<Tail>, flags: Flags) -> Result<Call> {
        let convention = self.convention()?;
        let result = self.attributes(Place::Result)?;
        let space = self.optional_addr_space()?;
        let ty = self.ty_or_void()?;
        let callee = self.value(Types::PTR)?;
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        let mut forwards = false;
        if !self.take(b')') {
            loop {
                if self.token.kind == Kind::Dots {
                    self.advance();
                    forwards = true;
                    break;
                }
                let ty = self.ty()?;
                let attributes = match ty == Types::METADATA {
                    true => Box::default(),
                    false => self.attributes(Place::Parameter)?,
                };
                let value = self.value(ty)?;
                arguments.push(Argument {
                    value: Typed { ty, value },
                    attributes,
                });
                if !self.take(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        let attributes = self.attributes(Place::Function)?;
        let mut bundles: Box<[Bundle]> = Box::default();
        if self.take(b'[') {
            bundles = self.list(b']', |parser| {
                let tag = parser.string()?;
                parser.expect(b'(')?;
                let operands = parser.list(b')', Parser::typed)?;
                Ok(Bundle { tag, operands })
            })?;
        }
        Ok(Call {
            tail,
            flags,
            convention,
            result,
            space,
            ty,
            callee,
            arguments: arguments.into(),
            forwards,
            attributes,
            bundles,
        })
    }

    fn alloca(&mut self) -> Result<Op> {
        let is_inalloca = self.take_word("inalloca");
        let is_swifterror = self.take_word("swifterror");
        let ty = self.ty()?;
        let mut alloca = Alloca {
            is_inalloca,
            is_swifterror,
            ty,
            count: None,
            align: None,
            space: AddrSpace::Default,
        };
        while self.comma_before(|kind| kind != Kind::Kind) {
            self.advance();
            match self.word() {
                "align" if alloca.align.is_none() => {
                    self.advance();
                    alloca.align = Some(self.alignment()?);
                }
                "addrspace" => {
                    alloca.space = self.optional_addr_space()?;
                    break;
                }
                _ if alloca.count.is_none() && alloca.align.is_none() => {
                    alloca.count = Some(self.typed()?);
                }
                _ => return Err(self.expected("metadata")),
            }
        }
        Ok(Op::Alloca(Box::new(alloca)))
    }

    /// `volatile`, where it may be.
    fn access(&mut self) -> Access {
        Access {
            is_volatile: self.take_word("volatile"),
            is_elementwise: self.take_word("elementwise"),
            atomic: None,
            align: None,
        }
    }

    /// `, align 4`, if it is there.
    fn comma_align(&mut self) -> Result<Option<u64>> {
        if !self.comma_then("align") {
            return Ok(None);
        }
        self.expect_word("align")?;
        Ok(Some(self.alignment()?))
    }

    fn load(&mut self) -> Result<Op> {
        let is_atomic = self.take_word("atomic");
        let mut access = self.access();
        let ty = self.ty()?;
        self.expect(b',')?;
        let pointer = self.pointer()?;
        if is_atomic {
            access.atomic = Some((self.scope()?, self.ordering()?));
        }
        access.align = self.comma_align()?;
        Ok(Op::Load(Box::new(Load {
            ty,
            pointer,
            access,
        })))
    }

    fn store(&mut self) -> Result<Op> {
        let is_atomic = self.take_word("atomic");
        let mut access = self.access();
        let value = self.typed()?;
        self.expect(b',')?;
        let pointer = self.pointer()?;
        if is_atomic {
            access.atomic = Some((self.scope()?, self.ordering()?));
        }
        access.align = self.comma_align()?;
        Ok(Op::Store(Box::new(Store {
            value,
            pointer,
            access,
        })))
    }

    fn pointer(&mut self) -> Result<Typed> {
        let at = self.token.start;
        let pointer = self.typed()?;
        match self.types.get(pointer.ty) {
            TypeKind::Ptr(_) => Ok(pointer),
            _ => Err(self.error_at(at, "an address is a pointer")),
        }
    }

    fn cmpxchg(&mut self) -> Result<Op> {
        let is_weak = self.take_word("weak");
        let mut access = self.access();
        let operands = *self.operands::<3>()?;
        access.atomic = Some((self.scope()?, self.ordering()?));
        let failure = self.ordering()?;
        access.align = self.comma_align()?;
        Ok(Op::CmpXchg(Box::new(CmpXchg {
            is_weak,
            operands,
            access,
            failure,
        })))
    }

    fn atomic_rmw(&mut self) -> Result<Op> {
        let mut access = self.access();
        let op = RmwOp::from_text(self.word());
        let op = op.ok_or_else(|| self.expected("an operation"))?;
        self.advance();
        let operands = *self.operands::<2>()?;
        access.atomic = Some((self.scope()?, self.ordering()?));
        access.align = self.comma_align()?;
        Ok(Op::AtomicRmw(Box::new(AtomicRmw {
            op,
            operands,
            access,
        })))
    }

    /// `syncscope("…")`, if it is there.
    fn scope(&mut self) -> Result<Option<Name>> {
        if !self.take_word("syncscope") {
            return Ok(None);
        }
        self.expect(b'(')?;
        let scope = self.string()?;
        self.expect(b')')?;
        Ok(Some(scope))
    }

    fn ordering(&mut self) -> Result<Ordering> {
        let ordering = Ordering::from_text(self.word());
        let ordering = ordering.ok_or_else(|| self.expected("an ordering"))?;
        self.advance();
        Ok(ordering)
    }

    fn gep(&mut self) -> Result<Op> {
        let flags = self.flags(&[Flag::InBounds, Flag::Nusw, Flag::Nuw]);
        let source = self.ty()?;
        self.expect(b',')?;
        let mut operands = vec![self.typed()?];
        while self.comma_before(|kind| kind != Kind::Kind) {
            self.advance();
            operands.push(self.typed()?);
        }
        Ok(Op::Gep(Box::new(Gep {
            flags,
            source,
            operands: operands.into(),
        })))
    }
}
