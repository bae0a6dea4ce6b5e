//! The parts of the generator's repertoire, each with one name and one switch.

kvant_generate::features! {
    WideInts "wide-ints" "Integers of 128 bits",
    Floats "floats" "`f32` and `f64`",
    Chars "chars" "`char`",
    Tuples "tuples" "Tuples, beyond the pairs of checked operations",
    Arrays "arrays" "Arrays, indexed",
    Structs "structs" "Structs, default and `repr(C)`",
    TupleStructs "tuple-structs" "Structs whose fields have numbers for names",
    TransparentStructs "transparent-structs" "Structs that are laid out as their one field",
    ZeroSized "zero-sized" "Structs without bytes, and fields of type `()`",
    RecursiveTypes "recursive-types" "Structs that contain a pointer to their own type",
    Enums "enums" "Enums of every `repr`, and matches on what they are",
    SetDiscriminants "set-discriminants" "`SetDiscriminant`",
    Unions "unions" "Unions, whose bytes are read as something else",
    RawPointers "raw-pointers" "Raw pointers, beyond the one to the environment",
    References "references" "`&` and `&mut`, also to and from functions",
    FnPointers "fn-pointers" "Function pointers, stored and called",
    Moves "moves" "Values that are moved where they could be copied",
    Transmutes "transmutes" "Transmutes between types of one size whose layout is promised",
    PointerCasts "pointer-casts" "Casts between raw pointers",
    PointerArithmetic "pointer-arithmetic" "Pointers that go through arrays and from field to field: offsets and distances",
    PointerComparisons "pointer-comparisons" "Comparisons of pointers into one thing",
    Division "division" "`/` and `%`",
    Checked "checked" "Operations with an overflow flag",
    Assumes "assumes" "`Assume` of what is true",
    BitIntrinsics "bit-intrinsics" "Intrinsics that count and turn bits",
    IntegerIntrinsics "integer-intrinsics" "Intrinsics that add, multiply and divide integers",
    FloatIntrinsics "float-intrinsics" "Intrinsics on floats, except for the next ones",
    RuntimeFloats "runtime-floats" "Square roots, and conversions of floats to integers that they fit",
    MemoryIntrinsics "memory-intrinsics" "Intrinsics that copy, fill and compare memory",
    BlackBox "black-box" "Values that the optimiser is asked to know nothing about",
    Switches "switches" "Switches, with arms that are not taken at first",
    Loops "loops" "Loops that iterate",
    LoopExits "loop-exits" "`break` and `continue`: ways out of a loop's middle",
    Calls "calls" "Functions beside the entry function, called more than once",
    Recursion "recursion" "Functions that call themselves",
    Attributes "attributes" "`#[inline(never)]`, `#[inline(always)]` and `#[cold]`",
    ManyArguments "many-arguments" "Functions with more arguments than there are registers for",
    Decoys "decoys" "Code in arms that are never taken",
    StorageMarkers "storage-markers" "`StorageLive` and `StorageDead`",
    StorageReuse "storage-reuse" "Locals whose storage ends and begins again",
    SiblingCopies "sibling-copies" "Copies between fields of one local, which `-Zlint-mir` does not tell from overlapping ones",
    Idioms "idioms" "Trees of integer operations over related constants, as peephole rules look for them",
    LoopTemplates "loop-templates" "Loops over arrays: element by element, stencils, reductions, searches",
    AliasShapes "alias-shapes" "One callee on disjoint and overlapping memory, stores of mixed widths, copies in chains",
    SwitchShapes "switch-shapes" "Branches that can be threaded: the same question twice, phis of constants, nested matches",
    Splices "splices" "Functions of other programs, from a folder",
}

impl Feature {
    /// Returns true if compile-time evaluation cannot evaluate programs with it.
    pub const fn is_beyond_const_eval(self) -> bool {
        matches!(self, Feature::PointerComparisons | Feature::RuntimeFloats)
    }
}
