//! Inputs that the search must find.

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{Leaf, Program};
use kvant_llvm_refine::{Found, Given, Kind, Options, Side, find};

/// The inputs that are found for `@f`.
fn search(text: &str, options: &Options) -> Found {
    let module = kvant_llvm::parse::module(text).unwrap();
    kvant_llvm::check::module(&module).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let side = Side {
        program: &program,
        function: "f",
    };
    find(side, options)
}

/// Functions all of whose blocks are reached, whatever the seed.
const FUNCTIONS: [&str; 11] = [
    // Memory is made as large as the accesses demand, on both sides of the pointer.
    "define i32 @f(ptr %p) {
            %q = getelementptr i8, ptr %p, i64 12
            %x = load i32, ptr %q, align 4
            %r = getelementptr i8, ptr %p, i64 -20
            store i32 %x, ptr %r, align 4
            ret i32 %x }",
    "define i64 @f(ptr dereferenceable(40) align 64 %p) {
            %q = getelementptr inbounds i64, ptr %p, i64 9
            %x = load i64, ptr %q, align 8
            ret i64 %x }",
    // A pointer in memory that is reached by a pointer in memory.
    "define i8 @f(ptr %p) {
            %at = getelementptr i8, ptr %p, i64 16
            %q = load ptr, ptr %at, align 8
            %r = load ptr, ptr %q, align 8
            %s = getelementptr i8, ptr %r, i64 3
            %x = load i8, ptr %s
            ret i8 %x }",
    // A number that is not in the code.
    "define i32 @f(i32 %x, i32 %y) {
            %a = mul i32 %y, 3
            %s = add i32 %x, %a
            %c = icmp eq i32 %s, 77777
            br i1 %c, label %yes, label %no
          yes:
            ret i32 1
          no:
            ret i32 0 }",
    "define i32 @f(i64 %x) {
            switch i64 %x, label %other [ i64 123456789 , label %a i64 -5, label %b ]
          a:
            ret i32 1
          b:
            ret i32 2
          other:
            ret i32 0 }",
    // A number in memory.
    "define i32 @f(ptr %p) {
            %q = getelementptr i8, ptr %p, i64 4
            %x = load i32, ptr %q
            %c = icmp ugt i32 %x, 4294967290
            br i1 %c, label %yes, label %no
          yes:
            ret i32 1
          no:
            ret i32 0 }",
    "define i32 @f(ptr %p, ptr %q) {
            %c = icmp eq ptr %p, %q
            br i1 %c, label %same, label %other
          same:
            %n = icmp eq ptr %p, null
            br i1 %n, label %null, label %other
          null:
            ret i32 1
          other:
            ret i32 0 }",
    "define i32 @f(ptr noalias %p, ptr noalias %q) {
            store i32 1, ptr %p
            store i32 2, ptr %q
            %x = load i32, ptr %p
            ret i32 %x }",
    // A loop that is endless for most numbers.
    "define i32 @f(i32 %n, ptr %p) {
          entry:
            br label %loop
          loop:
            %i = phi i32 [ 0, %entry ], [ %next, %loop ]
            %q = getelementptr inbounds i32, ptr %p, i32 %i
            store i32 %i, ptr %q
            %next = add nuw nsw i32 %i, 1
            %c = icmp eq i32 %next, %n
            br i1 %c, label %exit, label %loop
          exit:
            ret i32 %next }",
    "declare void @llvm.assume(i1)
         define i32 @f(i32 %x, i32 %y) {
            %c = icmp ult i32 %x, %y
            call void @llvm.assume(i1 %c)
            %d = icmp eq i32 %x, 1000
            br i1 %d, label %yes, label %no
          yes:
            ret i32 1
          no:
            ret i32 0 }",
    "define i1 @f(float %x) {
            %c = fcmp ogt float %x, 1024.0
            br i1 %c, label %yes, label %no
          yes:
            ret i1 true
          no:
            ret i1 false }",
];

#[test]
fn every_block_is_reached() {
    for function in FUNCTIONS {
        for seed in 0..20 {
            let options = Options {
                seed,
                ..Options::default()
            };
            let found = search(function, &options);
            let coverage = found.coverage;
            assert_eq!(
                coverage.reached, coverage.blocks,
                "{function}: seed {seed}, {:?}",
                found.stops
            );
            assert!(!found.inputs.is_empty() && found.inputs.len() <= 8);
        }
    }
}

#[test]
fn an_object_is_no_larger_than_the_accesses_demand() {
    let text = "define i32 @f(ptr %p) {
        %q = getelementptr i8, ptr %p, i64 12
        %x = load i32, ptr %q, align 4
        ret i32 %x }";
    let found = search(text, &Options::default());
    let sizes = found.inputs.iter().flat_map(|it| &it.objects);
    assert!(sizes.clone().any(|it| it.size == 16 && it.align >= 4));
}

#[test]
fn inputs_are_of_all_kinds() {
    let text = "define i32 @f(i32 %x, i32 %y, i1 %c) {
        %z = freeze i32 %x
        %r = select i1 %c, i32 %z, i32 %y
        ret i32 %y }";
    let found = search(text, &Options::default());
    let of_kind = |kind| {
        let inputs = found.inputs.iter().filter(move |it| it.kind == kind);
        inputs.collect::<Vec<_>>()
    };
    assert_eq!(of_kind(Kind::Plain).len(), 6);
    assert_eq!(of_kind(Kind::Poison).len(), 1);
    assert_eq!(of_kind(Kind::Undef).len(), 1);
    let is_vague = |given: &Given| matches!(given, Given::Leaf(leaf) if !leaf.is_defined());
    for input in of_kind(Kind::Plain) {
        assert!(!input.arguments.iter().any(is_vague));
    }
    // An argument that must be defined is.
    let text = "define i32 @f(i32 noundef %x) { ret i32 %x }";
    let found = search(text, &Options::default());
    assert!(found.inputs.iter().all(|it| it.kind == Kind::Plain));
    let text = "define i1 @f(i1 noundef %x) { ret i1 %x }";
    assert_eq!(search(text, &Options::default()).inputs.len(), 2);
}

#[test]
fn the_same_seed_finds_the_same() {
    let text = "declare i32 @g(i32)
        define i32 @f(ptr %p, i32 %x) {
        %y = call i32 @g(i32 %x)
        store i32 %y, ptr %p
        ret i32 %y }";
    let options = Options::default();
    let [one, other] = [0, 1].map(|seed| Options { seed, ..options });
    let inputs = search(text, &one).inputs;
    assert_eq!(inputs, search(text, &one).inputs);
    assert_ne!(inputs, search(text, &other).inputs);
}

#[test]
fn a_function_without_parameters_is_run_once() {
    let found = search("define i32 @f() { ret i32 5 }", &Options::default());
    assert_eq!((found.inputs.len(), found.tried), (1, 1));
    let found = search("define i32 @f() { unreachable }", &Options::default());
    assert!(found.is_hopeless && found.inputs.is_empty());
    let found = search("define i32 @f(i32 %x) { unreachable }", &Options::default());
    assert!(!found.is_hopeless && found.inputs.is_empty());
    let zero = Given::Leaf(Leaf::Int(0));
    let text = "define i32 @f(i1 %x) { ret i32 0 }";
    let found = search(text, &Options::default());
    assert!(found.inputs.iter().any(|it| it.arguments[0] == zero));
}

/// The copy of a `byval` argument needs memory as an access does.
#[test]
fn memory_is_made_for_copies() {
    let text = "%t = type { i64, i64 }
        define internal i64 @g(ptr byval(%t) align 8 %p) { %r = load i64, ptr %p ret i64 %r }
        define i64 @f(ptr %q) { %r = call i64 @g(ptr byval(%t) align 8 %q) ret i64 %r }";
    let found = search(text, &Options::default());
    assert!(!found.inputs.is_empty(), "{:?}", found.stops);
}

/// Functions outside may have changed a variable before the call.
#[test]
fn variables_have_several_contents() {
    let text = "@g = global i32 3 define i32 @f() { %r = load i32, ptr @g ret i32 %r }";
    let found = search(text, &Options::default());
    assert!(found.inputs.iter().any(|it| it.seed >> 63 == 1));
    assert!(found.inputs.iter().any(|it| it.seed >> 63 == 0));
}
