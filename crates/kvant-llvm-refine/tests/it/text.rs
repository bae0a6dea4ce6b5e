//! Inputs as text.

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Kind, Options, Side, find, text};

#[test]
fn arguments_are_cut_at_commas_outside_of_brackets() {
    let parts = text::cut("5, alloc(16, align 8), <1, 2>");
    assert_eq!(parts, ["5", "alloc(16, align 8)", "<1, 2>"]);
}

/// Inputs with memory, pointers in memory, poison and undef survive, with their kinds.
#[test]
fn inputs_are_read_as_they_are_written() {
    let module = "define i32 @f(i32 %x, ptr %p, <2 x float> %v, { i8, i200 } %s) {
        %q = load ptr, ptr %p
        %r = getelementptr i8, ptr %p, i64 12
        %a = load i32, ptr %q
        %b = load i32, ptr %r
        %c = icmp ult i32 %a, %b
        %d = select i1 %c, i32 %x, i32 %a
        ret i32 %d
    }";
    let module = kvant_llvm::parse::module(module).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let side = Side {
        program: &program,
        function: "f",
    };
    let options = Options {
        inputs: 32,
        ..Options::default()
    };
    let found = find(side, &options);
    let kinds = |kind| found.inputs.iter().filter(|it| it.kind == kind).count();
    assert!(kinds(Kind::Plain) > 8 && kinds(Kind::Poison) > 0 && kinds(Kind::Undef) > 0);
    for input in &found.inputs {
        let written = text::write(side, input).arguments;
        let read = text::read(side, &written).unwrap();
        assert_eq!(read.kind, input.kind, "{written}");
        assert_eq!(text::write(side, &read).arguments, written);
        assert_eq!(read.arguments.len(), input.arguments.len());
    }
    for (wrong, why) in [
        ("1", "expected 4 arguments, found 1"),
        (
            "x, null, zeroinitializer, zeroinitializer",
            "the argument `x`: expected a value of type i32, found `x`",
        ),
    ] {
        assert_eq!(text::read(side, wrong).unwrap_err(), why);
    }
}
