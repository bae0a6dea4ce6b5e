//! Bodies that are opened, changed and closed.

use kvant_llvm::syntax::{Item, Local, Module, Op, Types, Value};
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::body::OpenBody;

use super::corpus_modules;

/// Changes the bodies of all functions.
fn change(module: &mut Module, mut change: impl FnMut(&mut OpenBody, &mut kvant_llvm::Names)) {
    for item in &mut module.items {
        if let Item::Function(function) = item
            && let Some(body) = &mut function.body
        {
            let mut open = OpenBody::open(body, function.parameters.len());
            change(&mut open, &mut module.names);
            *body = open.close().unwrap();
        }
    }
}

fn checked(text: &str, expected: &str, work: impl FnMut(&mut OpenBody, &mut kvant_llvm::Names)) {
    let mut module = parse::module(text).unwrap();
    change(&mut module, work);
    check::module(&module).unwrap();
    let printed = print::module(&module);
    assert_eq!(printed.trim(), expected.trim());
    assert_eq!(print::module(&parse::module(&printed).unwrap()), printed);
}

/// A body that is opened and closed is the same, and so is one whose blocks are split everywhere and merged again.
#[test]
fn nothing_is_lost() {
    for (path, module) in corpus_modules() {
        let path = path.display();
        let mut same = module.clone();
        change(&mut same, |_, _| {});
        assert_eq!(print::module(&same), renumbered(&module), "{path}");
        let mut split = module.clone();
        change(&mut split, |open, names| {
            for block in (0..open.blocks.len()).rev() {
                for at in (open.blocks[block].phis()..open.blocks[block].instructions.len()).rev() {
                    if is_movable(&open.blocks[block].instructions[at].op) {
                        open.split(names, block, at);
                    }
                }
            }
        });
        check::module(&split).unwrap_or_else(|fault| panic!("{path}: {fault}"));
        let [mut merged, mut again] = [module, split];
        change(&mut merged, |open, _| merge(open));
        change(&mut again, |open, _| merge(open));
        assert_eq!(print::module(&again), print::module(&merged), "{path}");
    }
}

/// The text with numbers of locals that have no gaps.
fn renumbered(module: &Module) -> String {
    let mut module = module.clone();
    for item in &mut module.items {
        if let Item::Function(function) = item
            && let Some(body) = &mut function.body
        {
            let mut order: Vec<usize> = (0..function.parameters.len()).collect();
            for (label, instructions) in body.labelled() {
                order.push(label.0 as usize);
                order.extend(
                    instructions
                        .iter()
                        .filter_map(|it| Some(it.result?.0 as usize)),
                );
            }
            let unnamed = order
                .iter()
                .filter(|n| body.locals[**n].name.as_number().is_some());
            let unnamed: Vec<usize> = unnamed.copied().collect();
            for (number, n) in (0..).zip(unnamed) {
                body.locals[n].name = kvant_llvm::Name::number(number).unwrap();
            }
        }
    }
    print::module(&module)
}

/// Merges each block with the next one, where that is possible.
fn merge(open: &mut OpenBody) {
    for block in (0..open.blocks.len()).rev() {
        let next = open.blocks.get(block + 1).map(|it| it.label);
        let last = open.blocks[block].terminator();
        if matches!(last, Some(Op::Br(to)) if Some(*to) == next) {
            open.merge(block);
        }
    }
}

/// True if a block can begin with an operation, and another one end before it.
fn is_movable(op: &Op) -> bool {
    !matches!(
        op,
        Op::LandingPad(_) | Op::CatchPad(..) | Op::CleanupPad(..) | Op::CatchSwitch(_) | Op::Ret(_)
    )
}

const LOOP: &str = "define i32 @f(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = add i32 %i, 1
  %2 = mul i32 %j, 12345678901
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  %3 = phi i32 [ %j, %loop ]
  ret i32 %3
}
";

/// An edge that goes away takes the values of phis with it.
#[test]
fn edges_and_phis() {
    let expected = "define i32 @f(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ]
  %j = add i32 %i, 1
  %1 = mul i32 %j, 12345678901
  %c = icmp ult i32 %j, %n
  br label %end
end:
  %2 = phi i32 [ %j, %loop ]
  ret i32 %2
}
";
    checked(LOOP, expected, |open, _| {
        let end = open.blocks[2].label;
        open.set_terminator(1, Op::Br(end));
    });
    let expected = "define i32 @f(i32 %n) {
  %j = add i32 0, 1
  %c = icmp ult i32 %j, %n
  ret i32 %j
}
";
    checked(LOOP, expected, |open, _| {
        let end = open.blocks[2].label;
        open.set_terminator(1, Op::Br(end));
        open.remove_single_phis();
        open.blocks[1].instructions.remove(1);
        assert!(open.merge(0) && open.merge(0) && !open.merge(0));
        assert_eq!(open.blocks.len(), 1);
    });
    let expected = "define i32 @f(i32 %n) {
  ret i32 %n
}
";
    checked(LOOP, expected, |open, _| {
        let value = kvant_llvm::syntax::Typed {
            ty: open.ty(Local(0)),
            value: Value::Local(Local(0)),
        };
        open.set_terminator(0, Op::Ret(Some(value)));
        open.remove_unreachable();
    });
}

/// Blocks that only jump are skipped, unless a phi would have two values for one predecessor.
#[test]
fn skipped_blocks() {
    let text = "define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %x = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %x
}
";
    let expected = "define i32 @f(i1 %c) {
entry:
  br i1 %c, label %end, label %b
b:
  br label %end
end:
  %x = phi i32 [ 2, %b ], [ 1, %entry ]
  ret i32 %x
}
";
    checked(text, expected, |open, _| {
        assert!(open.skip(1) && !open.skip(2) && !open.skip(0) && !open.skip(3));
        open.remove_unreachable();
    });
}

/// Values that replace others may be replaced themselves, but not by each other.
#[test]
fn replacements_are_followed() {
    let text = "define i32 @f(i32 %a, i32 %b) {\n  %x = add i32 %a, 1\n  %y = add i32 %x, 2\n  \
        %z = add i32 %y, 3\n  ret i32 %z\n}\n";
    let expected =
        "define i32 @f(i32 %b) {\n  %z = add i32 7, 3\n  %new = add i32 %z, 1\n  ret i32 %new\n}\n";
    let mut module = parse::module(text).unwrap();
    let Item::Function(function) = &mut module.items[0] else {
        panic!()
    };
    let body = function.body.as_mut().unwrap();
    let mut open = OpenBody::open(body, 2);
    let local = |n: usize, open: &OpenBody| open.blocks[0].instructions[n].result.unwrap();
    let [x, y, z] = [0, 1, 2].map(|n| local(n, &open));
    let circle = [(x, Value::Local(y)), (y, Value::Local(x))];
    let before = open.clone();
    assert!(!open.replace_all(&circle.into_iter().collect()));
    assert_eq!(open, before);
    assert!(
        open.replace_all(
            &[(x, Value::Int(7)), (y, Value::Local(x))]
                .into_iter()
                .collect()
        )
    );
    open.blocks[0].instructions.drain(..2);
    assert_eq!(open.uses()[z.0 as usize], 1);
    let ty = open.ty(z);
    let new = open.local(&mut module.names, "new", ty);
    open.replace(z, Value::Local(new));
    let mut again = open.blocks[0].instructions[0].clone();
    again.result = Some(new);
    again.op.values_mut(&mut |_, value| {
        if *value == Value::Int(7) {
            *value = Value::Local(z);
        } else {
            *value = Value::Int(1);
        }
    });
    open.blocks[0].instructions.insert(1, again);
    assert!(open.clone().close().is_some());
    assert!(open.remove_parameters(&|n| n == 0));
    *body = open.clone().close().unwrap();
    let mut parameters = function.parameters.to_vec();
    parameters.remove(0);
    function.parameters = parameters.into();
    assert_eq!(print::module(&module).trim(), expected.trim());
    // A use without a definition is no body.
    open.blocks[0].instructions.remove(0);
    assert_eq!(open.close(), None);
    assert_eq!(Types::VOID, before.ty(Local(99)));
}

/// Definitions reach what they dominate.
#[test]
fn dominance() {
    let module = parse::module(LOOP).unwrap();
    let Item::Function(function) = &module.items[0] else {
        panic!()
    };
    let open = OpenBody::open(function.body.as_ref().unwrap(), 1);
    let graph = open.graph();
    let definitions = open.definitions(&graph);
    assert!(graph.dominates(0, 2) && graph.dominates(1, 2) && !graph.dominates(2, 1));
    assert_eq!(
        (graph.predecessors(1), graph.successors(1)),
        (&[0, 1][..], &[1, 2][..])
    );
    let j = open.blocks[1].instructions[1].result.unwrap();
    assert_eq!(definitions.place(j), Some((1, 1)));
    assert!(definitions.reaches(&graph, j, 2, 0) && definitions.reaches(&graph, j, 1, 2));
    assert!(!definitions.reaches(&graph, j, 1, 1) && definitions.reaches_phi(&graph, j, 1, 1));
    assert!(!definitions.reaches(&graph, j, 0, 0) && definitions.reaches(&graph, Local(0), 0, 0));
}
