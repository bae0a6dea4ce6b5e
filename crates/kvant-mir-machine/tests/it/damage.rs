//! Small random damage to programs. The results are rarely well formed, and often nearly so.

use kvant_generate::Rng;
use kvant_memory::Target;
use kvant_mir::*;

/// Damages a program in one place, and returns a description.
pub(crate) fn damage(program: &mut Program, random: &mut Rng) -> &'static str {
    match random.below(12) {
        0 => types(program, random),
        1 => signature(program, random),
        2 => start(program, random),
        3..6 => with_block(program, random, terminator),
        _ => with_block(program, random, statement),
    }
}

/// A random type, rarely one that does not exist.
fn any_ty(program: &Program, random: &mut Rng) -> Ty {
    match random.below(12) {
        0 => Ty::new(program.types.len() + random.below(2)),
        1 => Ty(u32::MAX),
        _ => Ty::new(random.below(program.types.len())),
    }
}

fn any_local(random: &mut Rng) -> Local {
    match random.below(20) {
        0 => Local(u32::MAX),
        _ => Local::new(random.below(8)),
    }
}

fn any_block(random: &mut Rng) -> Block {
    match random.below(20) {
        0 => Block(u32::MAX),
        _ => Block::new(random.below(5)),
    }
}

fn any_length(random: &mut Rng) -> u64 {
    [0, 1, 2, 3, 100, 1 << 17, 1 << 24, 1 << 40, u64::MAX][random.below(9)]
}

fn any_int(random: &mut Rng) -> IntTy {
    IntTy::ALL[random.below(12)]
}

/// A random constant, rarely one whose bits do not fit.
fn any_constant(random: &mut Rng) -> Constant {
    let int = any_int(random);
    match random.below(8) {
        0 => Constant::Unit,
        1 => Constant::Bool(random.one_in(2)),
        2 => Constant::Int(u128::from(random.bits()) << random.below(65), int),
        3 => Constant::int(-1, int, &Target::X86_64),
        _ => Constant::Int(random.below(4) as u128, int),
    }
}

fn any_projection(random: &mut Rng) -> Projection {
    match random.below(4) {
        0 => Projection::Deref,
        1 => Projection::Field(random.below(4) as u32),
        2 => Projection::VariantField {
            variant: random.below(3) as u32,
            field: random.below(2) as u32,
        },
        _ => Projection::Index(any_local(random)),
    }
}

fn any_operand(random: &mut Rng) -> Operand {
    match random.below(5) {
        0 | 1 => any_constant(random).into(),
        2 => Operand::Move(any_local(random).into()),
        _ => any_local(random).into(),
    }
}

fn any_mutability(random: &mut Rng) -> Mutability {
    [Mutability::Const, Mutability::Mut][random.below(2)]
}

fn any_repr(random: &mut Rng) -> Repr {
    match random.below(4) {
        0 => Repr::Rust,
        1 => Repr::C,
        2 => Repr::Transparent,
        _ => Repr::Int(any_int(random)),
    }
}

fn any_callee(random: &mut Rng) -> Callee {
    match random.below(4) {
        0 => Callee::Observe { site: 0 },
        1 => Callee::Pointer(any_local(random).into()),
        2 => Callee::Intrinsic(Intrinsic::ALL[random.below(Intrinsic::ALL.len())]),
        _ => Callee::Function(FnId::new(random.below(4))),
    }
}

fn types(program: &mut Program, random: &mut Rng) -> &'static str {
    let (a, b) = (any_ty(program, random), any_ty(program, random));
    let declared = program.types.adts().len();
    let new = match random.below(8) {
        0 => TyKind::Tuple([a, b].into()),
        1 => TyKind::Array(a, any_length(random)),
        2 => TyKind::RawPtr(any_mutability(random), a),
        3 => TyKind::Adt(AdtId::new(random.below(declared + 2))),
        4 | 5 => TyKind::Ref(any_mutability(random), a),
        6 => TyKind::FnPtr {
            arguments: [a].into(),
            result: b,
        },
        _ => TyKind::Int(any_int(random)),
    };
    let new = program.types.intern(new);
    let function = random.below(program.functions.len());
    let locals = &mut program.functions[function].locals;
    let local = random.below(locals.len());
    match random.below(4) {
        0 if declared > 0 => {
            let id = AdtId::new(random.below(declared));
            declaration(program.types.adt_mut(id), new, random)
        }
        1 | 2 if !locals.is_empty() => {
            locals[local].ty = if random.one_in(2) { new } else { a };
            "a local has another type"
        }
        _ if !locals.is_empty() => {
            locals[local].marked ^= true;
            "a local's mark is turned"
        }
        _ => "nothing",
    }
}

fn declaration(def: &mut AdtDef, ty: Ty, random: &mut Rng) -> &'static str {
    let n = random.below(def.variants.len());
    match (random.below(7), def.variants.get_mut(n)) {
        (0, _) => {
            def.kind = [AdtKind::Struct, AdtKind::Union, AdtKind::Enum][random.below(3)];
            "a declared type is of another kind"
        }
        (1, _) => {
            def.repr = any_repr(random);
            "a declared type has another representation"
        }
        (2, Some(_)) => {
            def.variants.remove(n);
            "a variant is missing"
        }
        (3, Some(variant)) => {
            let mut variant = variant.clone();
            variant.discriminant = [0, 1, -1, 255, i128::MAX, i128::MIN][random.below(6)];
            variant.name.push_str("again");
            def.variants.push(variant);
            "a variant more"
        }
        (4, Some(variant)) => {
            variant.fields.pop();
            "a field is missing"
        }
        (_, Some(variant)) => {
            let name = ["a", "b", "another", "0", "1"][random.below(5)].to_owned();
            variant.fields.push(Field { name, ty });
            "a field more"
        }
        (_, None) => "nothing",
    }
}

fn signature(program: &mut Program, random: &mut Rng) -> &'static str {
    let n = random.below(program.functions.len());
    let first = program.functions[0].clone();
    let function = &mut program.functions[n];
    match random.below(6) {
        0 => {
            function.arguments = [0, 1, 2, u32::MAX][random.below(4)];
            "a function takes another number of arguments"
        }
        1 => {
            function.locals.truncate(random.below(3));
            "a function lost locals"
        }
        2 => {
            function.blocks.truncate(random.below(3));
            "a function lost blocks"
        }
        3 => {
            function.locals.reverse();
            "the locals of a function are reversed"
        }
        4 => {
            function.name = first.name;
            "a function is called like another"
        }
        _ => {
            function.blocks = first.blocks;
            "a function has the body of another"
        }
    }
}

fn start(program: &mut Program, random: &mut Rng) -> &'static str {
    match random.below(5) {
        0 => {
            program.entry = FnId::new(random.below(4));
            "the entry is another"
        }
        1 => {
            program.arguments.pop();
            "an argument of the entry is missing"
        }
        2 => {
            program.arguments.push(any_constant(random));
            "the entry gets one more argument"
        }
        3 => {
            program.functions.rotate_left(1);
            "functions have other numbers"
        }
        _ => {
            if let Some(argument) = program.arguments.first_mut() {
                *argument = any_constant(random);
            }
            "an argument of the entry is another"
        }
    }
}

type Damage = fn(&mut BlockData, Ty, &mut Rng) -> &'static str;

/// Damages a block; `damage` gets a random type to use.
fn with_block(program: &mut Program, random: &mut Rng, damage: Damage) -> &'static str {
    let ty = any_ty(program, random);
    let n = random.below(program.functions.len());
    let blocks = &mut program.functions[n].blocks;
    let n = random.below(blocks.len());
    match blocks.get_mut(n) {
        Some(block) => damage(block, ty, random),
        None => "nothing",
    }
}

fn terminator(block: &mut BlockData, _: Ty, random: &mut Rng) -> &'static str {
    let replaced = match random.below(8) {
        0 => None,
        1 => Some(Terminator::Return),
        2 => Some(Terminator::Goto(any_block(random))),
        3 => Some(Terminator::Switch {
            scrutinee: any_operand(random),
            arms: vec![
                (random.below(3) as u128, any_block(random)),
                (1, any_block(random)),
            ],
            otherwise: any_block(random),
        }),
        4 => Some(Terminator::Call {
            destination: any_local(random).into(),
            callee: any_callee(random),
            arguments: (0..random.below(4)).map(|_| any_operand(random)).collect(),
            target: any_block(random),
        }),
        _ => {
            return match &mut block.terminator {
                Some(terminator) => parts_of_terminator(terminator, random),
                None => "nothing",
            };
        }
    };
    block.terminator = replaced;
    "a terminator is another"
}

fn parts_of_terminator(terminator: &mut Terminator, random: &mut Rng) -> &'static str {
    match terminator {
        Terminator::Goto(target) => {
            *target = any_block(random);
            "a jump goes elsewhere"
        }
        Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        } => match random.below(4) {
            0 => operand(scrutinee, random),
            1 => {
                arms.push((u128::from(random.bits()), any_block(random)));
                "a switch has one more arm"
            }
            2 => {
                arms.extend(arms.clone());
                "a switch has its arms twice"
            }
            _ => {
                *otherwise = any_block(random);
                "a switch goes elsewhere"
            }
        },
        Terminator::Call {
            destination,
            callee,
            arguments,
            target,
        } => match random.below(6) {
            0 => place(destination, random),
            1 => {
                *callee = any_callee(random);
                "a call calls something else"
            }
            2 => {
                arguments.pop();
                "an argument is missing"
            }
            3 => {
                arguments.push(any_operand(random));
                "an argument is too many"
            }
            4 => match arguments.first_mut() {
                Some(argument) => operand(argument, random),
                None => "nothing",
            },
            _ => {
                *target = any_block(random);
                "a call returns elsewhere"
            }
        },
        Terminator::Return | Terminator::Unreachable => {
            *terminator = Terminator::Unreachable;
            "a return is unreachable"
        }
    }
}

fn statement(block: &mut BlockData, ty: Ty, random: &mut Rng) -> &'static str {
    if block.statements.is_empty() {
        let local = any_local(random);
        block.statements.push(match random.below(3) {
            0 => Statement::StorageLive(local),
            1 => Statement::SetDiscriminant(local.into(), random.below(3) as u32),
            _ => Statement::StorageDead(local),
        });
        return "a statement more";
    }
    let n = random.below(block.statements.len());
    let copied = block.statements[n].clone();
    match random.below(10) {
        0 => {
            block.statements.remove(n);
            return "a statement is missing";
        }
        1 => {
            block.statements.push(copied);
            return "a statement is there twice";
        }
        _ => {}
    }
    match &mut block.statements[n] {
        Statement::StorageLive(local) | Statement::StorageDead(local) => {
            *local = any_local(random);
            "a storage marker is for another local"
        }
        Statement::Assign(to, _) if random.one_in(4) => place(to, random),
        Statement::Assign(_, value) => rvalue(value, ty, random),
        Statement::SetDiscriminant(to, _) if random.one_in(2) => place(to, random),
        Statement::SetDiscriminant(_, variant) => {
            *variant = [0, 1, 2, u32::MAX][random.below(4)];
            "a discriminant is set to another variant"
        }
        Statement::Assume(promise) => operand(promise, random),
    }
}

fn any_rvalue(ty: Ty, random: &mut Rng) -> Rvalue {
    let (x, y) = (any_operand(random), any_operand(random));
    match random.below(15) {
        9 => Rvalue::Ref(any_mutability(random), any_local(random).into()),
        10 => Rvalue::FnPointer(FnId::new(random.below(4))),
        11 => Rvalue::Offset(x, y),
        12 => Rvalue::Discriminant(any_local(random).into()),
        13 => Rvalue::Variant(ty, random.below(4) as u32, vec![x]),
        14 => Rvalue::Union(ty, random.below(3) as u32, x),
        0 => Rvalue::Use(x),
        1 => Rvalue::Unary([UnOp::Neg, UnOp::Not][random.below(2)], x),
        2 => Rvalue::Binary(BinOp::ALL[random.below(16)], x, y),
        3 => Rvalue::Checked(CheckedOp::ALL[random.below(3)], x, y),
        4 => Rvalue::Cast(x, ty),
        8 => Rvalue::Transmute(x, ty),
        5 => Rvalue::RawRef(Mutability::Mut, any_local(random).into()),
        6 => Rvalue::Aggregate(ty, vec![x, y]),
        _ => Rvalue::Repeat(x, any_length(random)),
    }
}

fn rvalue(rvalue: &mut Rvalue, ty: Ty, random: &mut Rng) -> &'static str {
    if random.one_in(3) {
        *rvalue = any_rvalue(ty, random);
        return "an rvalue is another";
    }
    match rvalue {
        Rvalue::Use(x) | Rvalue::Unary(_, x) => operand(x, random),
        Rvalue::Binary(op, x, y) => match random.below(3) {
            0 => {
                *op = BinOp::ALL[random.below(16)];
                "an operator is another"
            }
            1 => operand(x, random),
            _ => operand(y, random),
        },
        Rvalue::Checked(_, x, y) | Rvalue::Offset(x, y) => {
            operand(if random.one_in(2) { x } else { y }, random)
        }
        Rvalue::FnPointer(id) => {
            *id = FnId::new(random.below(4));
            "a function pointer is to another function"
        }
        Rvalue::Discriminant(of) => place(of, random),
        Rvalue::Union(of, field, x) => match random.below(3) {
            0 => operand(x, random),
            1 => {
                *of = ty;
                "a union is of another type"
            }
            _ => {
                *field = [0, 1, 2, u32::MAX][random.below(4)];
                "a union has another field"
            }
        },
        Rvalue::Variant(of, variant, parts) => match random.below(4) {
            0 => {
                *of = ty;
                "an enum is of another type"
            }
            1 => {
                *variant = [0, 1, 2, u32::MAX][random.below(4)];
                "an enum is of another variant"
            }
            2 => {
                parts.pop();
                "a variant lacks a part"
            }
            _ => match parts.first_mut() {
                Some(part) => operand(part, random),
                None => "nothing",
            },
        },
        Rvalue::Cast(x, to) | Rvalue::Transmute(x, to) => {
            if random.one_in(2) {
                return operand(x, random);
            }
            *to = ty;
            "a cast goes to another type"
        }
        Rvalue::RawRef(mutability, target) | Rvalue::Ref(mutability, target) => {
            if random.one_in(2) {
                return place(target, random);
            }
            *mutability = any_mutability(random);
            "a pointer has another mutability"
        }
        Rvalue::Aggregate(of, parts) => match random.below(4) {
            0 => {
                *of = ty;
                "an aggregate is of another type"
            }
            1 => {
                parts.pop();
                "an aggregate lacks a part"
            }
            2 => {
                parts.push(any_operand(random));
                "an aggregate has a part too many"
            }
            _ => match parts.first_mut() {
                Some(part) => operand(part, random),
                None => "nothing",
            },
        },
        Rvalue::Repeat(x, length) => {
            if random.one_in(2) {
                return operand(x, random);
            }
            *length = any_length(random);
            "a repeat has another length"
        }
    }
}

fn operand(operand: &mut Operand, random: &mut Rng) -> &'static str {
    match operand {
        Operand::Copy(target) | Operand::Move(target) if random.one_in(2) => place(target, random),
        Operand::Copy(target) if random.one_in(2) => {
            *operand = Operand::Move(target.clone());
            "an operand is moved"
        }
        _ => {
            *operand = any_operand(random);
            "an operand is another"
        }
    }
}

fn place(place: &mut Place, random: &mut Rng) -> &'static str {
    let steps = place.projection.len();
    match random.below(4) {
        0 => {
            place.local = any_local(random);
            "a path begins at another local"
        }
        1 => {
            let at = random.below(steps + 1);
            place.projection.insert(at, any_projection(random));
            "a path has one more step"
        }
        2 => {
            place.projection.pop();
            "a path lacks a step"
        }
        _ => {
            if steps > 0 {
                place.projection[random.below(steps)] = any_projection(random);
            }
            "a step of a path is another"
        }
    }
}
