//! A machine returns to its marks.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{First, Leaf, Limits, Machine, Program};

const LOOP: &str = "
define i32 @f(i32 %n) {
entry:
  %sum = alloca i32
  store i32 0, ptr %sum
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i32, ptr %sum
  %new = add i32 %old, %i
  store i32 %new, ptr %sum
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %result = load i32, ptr %sum
  ret i32 %result
}";

#[test]
fn every_mark_leads_to_the_same_result() {
    let module = kvant_llvm::parse::module(LOOP).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut first = First::default();
    let mut machine = Machine::new(&program, Limits::default(), &mut first);
    machine.begin("f", &[Leaf::Int(10)]).unwrap();
    let mut marks = vec![machine.mark()];
    while machine.step().unwrap().is_none() {
        marks.push(machine.mark());
    }
    assert_eq!(marks.len(), 3 + 10 * 6 + 2);
    for mark in marks.iter().rev() {
        machine.undo(mark);
        assert_eq!(machine.run().unwrap(), [Leaf::Int(45)]);
    }
}
