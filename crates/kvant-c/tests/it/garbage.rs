//! The parser does not panic on any text, nor the checker on any program.

use kvant_c::{
    BlockId, CTarget, Expr, ExprKind, FnId, LabelId, LocalId, Program, Quals, Stmt, Type, TypeId,
    UnaryOp, canonical, check, parse, print,
};

use crate::random;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "-",
    "\"",
    "'",
    "0",
    "18446744073709551616",
    "int",
    "struct s",
    "/*",
    "#",
    "é",
    "typedef",
    "= {",
    "case",
    "sizeof",
    "1e999999",
];

#[test]
fn mutated_texts() {
    let mut numbers = Numbers(3);
    for seed in 0..30 {
        let program = canonical(random::program(seed));
        let text = print::program(&program, &print::Form::Readable, "");
        let begin = text.find("enum e0").unwrap();
        let own = &text[begin..];
        for _ in 0..40 {
            let mut text = own.to_owned();
            for _ in 0..=numbers.below(3) {
                let mut at = numbers.below(text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                let mut end = (at + numbers.below(12)).min(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.replace_range(at..end.max(at), PIECES[numbers.below(PIECES.len())]);
            }
            if let Ok(parsed) = parse::program(&text, &CTarget::X86_64) {
                let _ = check::program(&parsed.program, &CTarget::X86_64);
            }
        }
    }
}

#[test]
fn deep_texts() {
    let deep = |open: &str, middle: &str, close: &str| {
        let text = format!("{}{middle}{}", open.repeat(20_000), close.repeat(20_000));
        let _ = parse::program(&format!("int main(void) {{ {text} }}"), &CTarget::X86_64);
        let _ = parse::program(&text, &CTarget::X86_64);
        let _ = parse::program(&format!("int x = {text};"), &CTarget::X86_64);
    };
    deep("(", "1", ")");
    deep("{", "", "}");
    deep("-", "1", "");
    deep("!", "1", "");
    deep("1 + ", "1", "");
    deep("(", "1", " + 1)");
    deep("(", "1", " + 1 + 1 + 1)");
    deep("(", "1", ", 1, 1)");
    deep("", "\"\"", "[0]");
    deep("1 + (", "1", ")");
    deep("1, ", "1", "");
    deep("1 ? 1 : ", "1", "");
    deep("(int)", "1", "");
    deep("int (*x)(", "int", ")");
    deep("int *", "x", ";");
    deep("int ", "x", "[1]");
    deep("if (1) ", ";", "");
    deep("if (1) ; else ", ";", "");
    deep("sizeof ", "1", "");
    deep("struct { ", "int x;", " } x;");
    deep("(int[1]){", "1", "}");
    deep("({", "1", ";})");
    deep("x = ", "1", "");
}

/// A number that is seldom a valid index.
fn wild(numbers: &mut Numbers) -> u32 {
    [0, 1, 5, 17, 40, u32::MAX][numbers.below(6)]
}

fn spoil(program: &mut Program, numbers: &mut Numbers) {
    let n = wild(numbers);
    let ty = Type::plain(TypeId(n)).with([Quals::NONE, Quals::RESTRICT][numbers.below(2)]);
    let function = &mut program.functions[1];
    let block = numbers.below(function.blocks.len());
    let block = &mut function.blocks[block];
    match numbers.below(12) {
        0 => function.result = ty,
        1 => function.parameters = n,
        2 => function.locals.iter_mut().for_each(|local| local.ty = ty),
        3 => block.statements.push(Stmt::Block(BlockId(n))),
        4 => block.statements.push(Stmt::Declare(LocalId(n), None)),
        5 => block.statements.push(Stmt::Goto(LabelId(n))),
        6 => program.globals[0].ty = ty,
        7 => program.records.truncate(n as usize),
        8 => program.enums.truncate(n as usize),
        9 => {
            let kind = [
                ExprKind::Local(LocalId(n)),
                ExprKind::Function(FnId(n)),
                ExprKind::Int(1),
                ExprKind::SizeofType(ty),
            ][numbers.below(4)]
            .clone();
            block.statements.push(Stmt::Expr(Expr { kind, ty }));
        }
        10 => {
            for statement in &mut block.statements {
                if let Stmt::Expr(e) = statement {
                    e.ty = ty;
                }
            }
        }
        _ => {
            let mut e = Expr {
                kind: ExprKind::Int(1),
                ty,
            };
            for _ in 0..numbers.below(2000) {
                let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(e));
                e = Expr { kind, ty };
            }
            block.statements.push(Stmt::Expr(e));
        }
    }
}

#[test]
fn spoilt_programs() {
    let mut numbers = Numbers(5);
    let mut refused = 0;
    for seed in 0..30 {
        let program = canonical(random::program(seed));
        for _ in 0..40 {
            let mut program = program.clone();
            spoil(&mut program, &mut numbers);
            refused += u32::from(check::program(&program, &CTarget::X86_64).is_err());
        }
    }
    assert!(refused > 600, "{refused}");
}
