//! The generator's features, each with one name and one switch.

kvant_generate::features! {
    WideInts "wide-ints" "128-bit integers",
    Floats "floats" "`f32` and `f64`",
    Chars "chars" "`char`",
    Tuples "tuples" "Tuples, in addition to the pairs of checked operations",
    Arrays "arrays" "Arrays and index projections",
    Structs "structs" "Structs, default and `repr(C)`",
    TupleStructs "tuple-structs" "Tuple structs",
    TransparentStructs "transparent-structs" "`repr(transparent)` structs",
    ZeroSized "zero-sized" "Zero-sized structs, and fields of type `()`",
    RecursiveTypes "recursive-types" "Structs that contain a pointer to their own type",
    Enums "enums" "Enums of every `repr`, and switches on their discriminants",
    SetDiscriminants "set-discriminants" "`SetDiscriminant`",
    Unions "unions" "Unions, with reads of a field other than the one written",
    RawPointers "raw-pointers" "Raw pointers, in addition to the one to the environment",
    References "references" "`&` and `&mut`, also as arguments and results",
    FnPointers "fn-pointers" "Function pointers, stored and called",
    Moves "moves" "`Move` operands where a `Copy` would do",
    Transmutes "transmutes" "Transmutes between types of the same size with a guaranteed layout",
    PointerCasts "pointer-casts" "Casts between raw pointers",
    PointerArithmetic "pointer-arithmetic" "Offsets and distances of pointers, in arrays and between fields",
    PointerComparisons "pointer-comparisons" "Comparisons of pointers into the same allocation",
    Division "division" "`/` and `%`",
    Checked "checked" "Operations with an overflow flag",
    Assumes "assumes" "`Assume` with a true condition",
    BitIntrinsics "bit-intrinsics" "Bit counts, byte swaps, bit reversals, rotations and unchecked shifts",
    IntegerIntrinsics "integer-intrinsics" "Wrapping, saturating, overflowing, unchecked and exact integer arithmetic",
    FloatIntrinsics "float-intrinsics" "Absolute values, rounding, `copysign` and `fma`",
    RuntimeFloats "runtime-floats" "Square roots, and `float_to_int_unchecked` of values in range",
    MemoryIntrinsics "memory-intrinsics" "Memory copies, fills and comparisons",
    BlackBox "black-box" "`black_box`",
    Switches "switches" "Switches; some arms run only in later executions, or never",
    Loops "loops" "Loops that iterate",
    LoopExits "loop-exits" "`break` and `continue`: exits and back edges from inside a loop body",
    Calls "calls" "Functions beside the entry function, called more than once",
    Recursion "recursion" "Recursive functions",
    Attributes "attributes" "`#[inline(never)]`, `#[inline(always)]` and `#[cold]`",
    ManyArguments "many-arguments" "Functions with more arguments than argument registers",
    Decoys "decoys" "Code in branches that are never taken",
    StorageMarkers "storage-markers" "`StorageLive` and `StorageDead`",
    StorageReuse "storage-reuse" "Locals whose storage ends and starts again",
    SiblingCopies "sibling-copies" "Copies between fields of one local, which `-Zlint-mir` cannot distinguish from overlapping ones",
    Idioms "idioms" "Trees of integer operations with related constants, in the shapes that peephole rules match",
    LoopTemplates "loop-templates" "Loops over arrays: element by element, stencils, reductions, searches",
    AliasShapes "alias-shapes" "Calls of one function with disjoint and with overlapping memory, stores of mixed widths, chains of copies",
    SwitchShapes "switch-shapes" "Branches for jump threading: repeated conditions, phis of constants, nested matches",
    Splices "splices" "Functions of other programs, from the folder of `--splice`",
}

impl Feature {
    /// Returns true if compile-time evaluation cannot evaluate programs with it.
    pub const fn is_beyond_const_eval(self) -> bool {
        matches!(self, Feature::PointerComparisons | Feature::RuntimeFloats)
    }
}
