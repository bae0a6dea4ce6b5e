//! Random programs, which are meaningless but well formed.

use kvant_c::*;

const TARGET: CTarget = CTarget::X86_64;

/// Returns the program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    sample(seed).0
}

/// Returns the program of a seed, and expressions that can be inserted at [`HERE`] in its text.
pub(crate) fn sample(seed: u64) -> (Program, Vec<Expr>) {
    let mut maker = Maker {
        program: Program::default(),
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        types: Vec::new(),
        pool: Vec::new(),
        sites: 0,
    };
    maker.types();
    maker.declarations();
    maker.text();
    (maker.program, maker.pool)
}

/// The function that has the text.
pub(crate) const AT: FnId = FnId(1);
/// A statement of the text where everything is in scope.
pub(crate) const HERE: &str = "goto l0;";

struct Maker {
    program: Program,
    state: u64,
    /// Types of objects.
    types: Vec<Type>,
    /// Expressions of the function that can be used anywhere in it.
    pool: Vec<Expr>,
    sites: u32,
}

impl Maker {
    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % end
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn a_type(&mut self) -> Type {
        let types = std::mem::take(&mut self.types);
        let ty = self.pick(&types);
        self.types = types;
        ty
    }

    fn quals(&mut self, pointer: bool) -> Quals {
        let all = [Quals::CONST, Quals::VOLATILE, Quals::RESTRICT];
        let mut quals = Quals::NONE;
        for qual in &all[..2 + usize::from(pointer)] {
            if self.one_in(5) {
                quals = quals | *qual;
            }
        }
        quals
    }

    fn qualified(&mut self, ty: Type) -> Type {
        let types = &self.program.types;
        let pointee = types.pointee(ty);
        let restrict = pointee.is_some_and(|to| !matches!(types.kind(to), TypeKind::Function(_)));
        let quals = self.quals(restrict);
        self.program.types.qualified(ty, quals)
    }

    fn types(&mut self) {
        self.program.enums.push(Enumeration {
            name: "e0".to_owned(),
            constants: vec![("A0".to_owned(), 3), ("A1".to_owned(), i32::MIN)],
        });
        self.program.enums.push(Enumeration {
            name: "e1".to_owned(),
            constants: vec![("B0".to_owned(), 7)],
        });
        self.types.extend(IntKind::ALL.map(Types::int));
        self.types
            .extend([Types::BOOL, Types::FLOAT, Types::DOUBLE]);
        for n in 0..2 {
            let ty = self.program.types.make(TypeKind::Enum(EnumId(n)));
            self.types.push(ty);
        }
        for _ in 0..12 {
            let of = self.a_type();
            let ty = match self.below(5) {
                0 | 1 => {
                    let of = self.qualified(of);
                    self.program.types.pointer(of)
                }
                2 => {
                    let of = self.qualified(of);
                    let length = 1 + self.below(4) as u64;
                    self.program.types.array(of, length)
                }
                3 => self.function_pointer(),
                _ => self.record(),
            };
            self.types.push(ty);
        }
        for n in 0..self.below(4) {
            let ty = self.a_type();
            let name = format!("T{n}");
            self.program.typedefs.push(Typedef { name, ty });
        }
    }

    /// A type that can be passed to a function.
    fn passed(&mut self) -> Type {
        let ty = self.a_type();
        match self.program.types.kind(ty) {
            TypeKind::Array(..) => Types::INT,
            _ => ty,
        }
    }

    fn function_pointer(&mut self) -> Type {
        let signature = Signature {
            result: if self.one_in(3) {
                Types::VOID
            } else {
                self.passed()
            },
            parameters: (0..self.below(3)).map(|_| self.passed()).collect(),
            variadic: false,
        };
        let function = self.program.types.make(TypeKind::Function(signature));
        self.program.types.pointer(function)
    }

    fn record(&mut self) -> Type {
        let n = self.program.records.len();
        let mut fields = Vec::new();
        for field in 0..=self.below(4) {
            let (ty, bits) = match self.below(4) {
                0 => (Types::INT, Some(1 + self.below(32) as u32)),
                1 => (Types::UINT, Some(1 + self.below(32) as u32)),
                _ => {
                    let ty = self.a_type();
                    (self.qualified(ty), None)
                }
            };
            if self.one_in(4) {
                let bits = Some(self.below(4) as u32);
                fields.push(Field {
                    name: None,
                    ty: Types::INT,
                    bits,
                });
            }
            let name = Some(format!("f{field}"));
            fields.push(Field { name, ty, bits });
        }
        let record = Record {
            name: format!("r{n}"),
            kind: self.pick(&[RecordKind::Struct, RecordKind::Union]),
            fields,
            packed: self.one_in(3),
            align: self.one_in(4).then_some(8),
        };
        self.program.records.push(record);
        self.program
            .types
            .make(TypeKind::Record(RecordId(n as u32)))
    }

    fn declarations(&mut self) {
        for n in 0..2 {
            let mut function = Function::new(format!("f{n}"), Types::VOID);
            function.result = if self.one_in(2) {
                Types::VOID
            } else {
                self.passed()
            };
            function.linkage = Linkage::Internal;
            let all = [
                Attribute::NoIpa,
                Attribute::Cold,
                Attribute::Inline,
                Attribute::NoInline,
            ];
            function.attributes.push(self.pick(&all));
            for n in 0..self.below(3) {
                let ty = self.passed();
                let ty = self.qualified(ty);
                function.locals.push(Local::automatic(format!("a{n}"), ty));
                function.parameters += 1;
            }
            self.program.functions.push(function);
        }
        let entry = Function::new(Program::ENTRY.to_owned(), Types::INT);
        self.program.functions.push(entry);
        for n in 0..6 {
            let ty = self.a_type();
            let ty = self.qualified(ty);
            let init = self.one_in(2).then(|| self.constant_init(ty)).flatten();
            let linkage = self.pick(&[Linkage::External, Linkage::Internal]);
            let align = self.one_in(5).then_some(32);
            let name = format!("g{n}");
            self.program.globals.push(Global {
                name,
                ty,
                linkage,
                init,
                align,
            });
        }
        // A variable whose initial value names a later variable.
        let to = self.program.globals[5].ty;
        let ty = self.program.types.pointer(to);
        let later = self
            .program
            .expr(&TARGET, AT, ExprKind::Global(GlobalId(5)))
            .unwrap();
        let address = self
            .program
            .expr(&TARGET, AT, ExprKind::AddrOf(Box::new(later)));
        if let Some(address) = address.ok().filter(|_| self.state.is_multiple_of(2)) {
            self.program.globals[2].ty = ty;
            self.program.globals[2].init = Some(Init::Expr(address));
        }
    }

    fn bits(&mut self, ty: Type) -> Option<u128> {
        let width = match self.program.types.kind(ty) {
            TypeKind::Bool => 1,
            TypeKind::Enum(_) => 32,
            TypeKind::Int(kind) => TARGET.int_bits(*kind),
            _ => return None,
        };
        let mask = u128::MAX >> (128 - width);
        let wide = u128::from(self.state) << 64 | u128::from(self.state.rotate_left(21));
        let near = [
            0,
            1,
            2,
            mask,
            mask >> 1,
            (mask >> 1) + 1,
            (mask >> 1) + 2,
            1 << 31 & mask,
            wide & mask,
        ];
        Some(self.pick(&near) & mask)
    }

    fn constant(&mut self, ty: Type) -> Option<Expr> {
        if let Some(bits) = self.bits(ty) {
            return Some(Expr::int(ty.unqualified(), bits));
        }
        match self.program.types.kind(ty) {
            TypeKind::Float(_) => {
                let all = [
                    0.0,
                    -0.0,
                    0.1,
                    -1.5,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    1e30,
                    5e-324,
                ];
                let mut value = self.pick(&all);
                if ty.id == Types::FLOAT.id {
                    value = f64::from(value as f32);
                }
                let (kind, ty) = (ExprKind::Float(value), ty.unqualified());
                Some(Expr { kind, ty })
            }
            TypeKind::Pointer(_) => Some(Expr::null(ty.unqualified())),
            _ => None,
        }
    }

    fn constant_init(&mut self, ty: Type) -> Option<Init> {
        if let Some(e) = self.constant(ty) {
            return Some(Init::Expr(e));
        }
        let parts = match self.program.types.kind(ty) {
            TypeKind::Array(of, 4) if self.program.types.is_character(*of) => {
                let kind = ExprKind::Str(vec![b'?', 0, 200]);
                return self.program.expr(&TARGET, AT, kind).ok().map(Init::Expr);
            }
            TypeKind::Array(_, length) => *length,
            TypeKind::Record(id) => self.program.records[id.index()].fields.len() as u64,
            _ => return None,
        };
        let mut items = Vec::new();
        let mut part = parts::named_part(&self.program, ty, 0);
        let union = matches!(self.program.types.kind(ty), TypeKind::Record(id)
            if self.program.records[id.index()].kind == RecordKind::Union);
        while part < parts && (items.is_empty() || !union) {
            let skip = self.one_in(4);
            if skip {
                part = parts::named_part(&self.program, ty, part + 1);
            }
            let Some(of) = parts::part_type(&self.program, ty, part) else {
                break;
            };
            let value = self.constant_init(of)?;
            let designator = (skip || self.one_in(4)).then_some(part);
            items.push(InitItem { designator, value });
            part = parts::named_part(&self.program, ty, part + 1);
        }
        Some(Init::List(items))
    }

    fn make(&mut self, kind: ExprKind) {
        if let Ok(e) = self.program.expr(&TARGET, AT, kind) {
            self.keep(e);
        }
    }

    fn keep(&mut self, e: Expr) {
        if print::expr(&self.program, AT, &e).len() < 150 {
            self.pool.push(e);
        }
    }

    fn text(&mut self) {
        for n in 0..6u32 {
            self.make(ExprKind::Global(GlobalId(n)));
        }
        for n in 0..3u32 {
            self.make(ExprKind::Function(FnId(n)));
        }
        for n in 0..self.program.function(AT).parameters {
            self.make(ExprKind::Local(LocalId(n)));
        }
        self.make(ExprKind::EnumConst(EnumId(0), 1));
        self.make(ExprKind::Str(b"a\"\\\n9".to_vec()));
        let mut body = Vec::new();
        for n in 0..6 {
            let ty = self.a_type();
            let ty = self.qualified(ty);
            let init = self.constant_init(ty);
            let mut local = Local::automatic(format!("v{n}"), ty);
            let id = LocalId(self.program.function(AT).locals.len() as u32);
            let declare = match self.one_in(3) {
                true => {
                    local.storage = Storage::Static(init);
                    Stmt::Declare(id, None)
                }
                false => Stmt::Declare(id, init),
            };
            body.push(declare);
            self.program.function_mut(AT).locals.push(local);
            self.make(ExprKind::Local(id));
        }
        for _ in 0..400 {
            self.expression();
        }
        self.program.function_mut(AT).labels =
            vec!["unused".to_owned(), "l1".to_owned(), "l0".to_owned()];
        for _ in 0..12 {
            self.statement(&mut body, 0);
        }
        body.extend([
            Stmt::Goto(LabelId(2)),
            Stmt::Label(LabelId(1)),
            Stmt::Goto(LabelId(1)),
        ]);
        body.push(Stmt::Label(LabelId(2)));
        self.program
            .function_mut(AT)
            .block_mut(Function::BODY)
            .statements = body;
    }

    fn operand(&mut self) -> Expr {
        let n = self.below(self.pool.len());
        self.pool[n].clone()
    }

    fn expression(&mut self) {
        let ty = self.a_type();
        if self.one_in(4)
            && let Some(e) = self.constant(ty)
        {
            return self.keep(e);
        }
        let (a, b) = (Box::new(self.operand()), Box::new(self.operand()));
        let kind = match self.below(16) {
            0 => ExprKind::Unary(self.pick(&UnaryOp::ALL), a),
            1 => ExprKind::Deref(a),
            2 => ExprKind::AddrOf(a),
            3 => ExprKind::Member(a, self.below(4) as u32),
            4 => ExprKind::Arrow(a, self.below(4) as u32),
            5 => ExprKind::Index(a, b),
            6 | 7 => ExprKind::Binary(self.pick(&BinOp::ALL), a, b),
            8 => ExprKind::Logical(self.pick(&[LogicalOp::And, LogicalOp::Or]), a, b),
            9 => match self.one_in(2) {
                true => ExprKind::Assign(a, b),
                false => ExprKind::AssignOp(self.pick(&BinOp::ALL), a, b),
            },
            10 => {
                let all = [Step::PreInc, Step::PreDec, Step::PostInc, Step::PostDec];
                ExprKind::Step(self.pick(&all), a)
            }
            11 => ExprKind::Conditional(Box::new(self.operand()), a, b),
            12 => match self.below(4) {
                0 => ExprKind::Comma(a, b),
                1 => ExprKind::SizeofExpr(a),
                2 => ExprKind::SizeofType(ty),
                _ => ExprKind::AlignofType(ty),
            },
            13 => {
                let ty = if self.one_in(8) { Types::VOID } else { ty };
                if self.program.castable(ty, &a).is_ok() {
                    self.keep(a.cast(ty));
                }
                return;
            }
            14 => match self.below(3) {
                0 => ExprKind::Call(a, vec![]),
                1 => ExprKind::Call(a, vec![*b]),
                _ => ExprKind::Builtin(self.pick(&Builtin::ALL), vec![*a, *b]),
            },
            _ => {
                if let Some(init) = self.constant_init(ty) {
                    let kind = ExprKind::Compound(Box::new(init));
                    return self.keep(Expr { kind, ty });
                }
                ExprKind::StmtExpr(vec![*a, *b])
            }
        };
        self.make(kind);
    }

    fn scalar(&mut self) -> Expr {
        for _ in 0..50 {
            let e = self.operand();
            let ty = self.program.value_type(&e);
            if ty.is_ok_and(|ty| self.program.types.is_scalar(ty)) {
                return e;
            }
        }
        Expr::int(Types::INT, 1)
    }

    fn block(&mut self, depth: usize, cases: &[u128]) -> BlockId {
        let mut statements = Vec::new();
        for _ in 0..self.below(4) {
            self.statement(&mut statements, depth + 1);
        }
        for &case in cases {
            statements.push(Stmt::Case(case));
            self.statement(&mut statements, depth + 1);
        }
        let blocks = &mut self.program.function_mut(AT).blocks;
        blocks.push(Block {
            statements,
            open: false,
        });
        BlockId(blocks.len() as u32 - 1)
    }

    fn statement(&mut self, into: &mut Vec<Stmt>, depth: usize) {
        let choice = if depth > 3 { 0 } else { self.below(9) };
        let statement = match choice {
            0..=2 => Stmt::Expr(self.operand()),
            3 => {
                let e = self.scalar();
                let then = self.block(depth, &[]);
                let otherwise = self.one_in(2).then(|| self.block(depth, &[]));
                Stmt::If(e, then, otherwise)
            }
            4 => match self.one_in(2) {
                true => Stmt::While(self.scalar(), self.block(depth, &[])),
                false => Stmt::DoWhile(self.block(depth, &[]), self.scalar()),
            },
            5 => {
                let parts = [(); 3].map(|()| self.one_in(2).then(|| self.scalar()));
                let [first, condition, step] = parts;
                Stmt::For(first, condition, step, self.block(depth, &[]))
            }
            6 => {
                let on = self.scalar();
                let promoted = self.program.promoted(&TARGET, &on).unwrap();
                let Some(bits) = self.bits(promoted) else {
                    return into.push(Stmt::Block(self.block(depth, &[])));
                };
                Stmt::Switch(on, self.block(depth, &[bits]))
            }
            7 => Stmt::Block(self.block(depth, &[])),
            _ => {
                let e = self.scalar();
                let ty = self.program.value_type(&e).unwrap();
                if !self.program.types.is_arithmetic(ty) {
                    return;
                }
                self.sites += 1;
                Stmt::Observe(self.sites, e)
            }
        };
        into.push(statement);
    }
}
