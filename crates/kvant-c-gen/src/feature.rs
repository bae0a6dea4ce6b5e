//! The generator's features, each with one name and one switch.

kvant_generate::features! {
    Structs "structs" "Structs, also nested",
    BitFields "bit-fields" "Bit-fields, also unnamed and of width zero",
    Packed "packed" "Packed structs",
    Unions "unions" "Unions, with reads of a member other than the one written",
    Arrays "arrays" "Arrays, also of arrays",
    Enums "enums" "Enumerations",
    Typedefs "typedefs" "`typedef`",
    Bools "bools" "`_Bool`",
    Floats "floats" "`float` and `double`",
    Pointers "pointers" "Pointers to variables, elements and members",
    DeepPointers "deep-pointers" "Pointers to pointers",
    PointerArithmetic "pointer-arithmetic" "Arithmetic on pointers into arrays, their differences and comparisons",
    FunctionPointers "function-pointers" "Pointers to functions, stored and called",
    Const "const" "`const` variables and pointers to const",
    Volatile "volatile" "`volatile` variables, in addition to those that hide values from the optimiser",
    Statics "statics" "Static variables of functions",
    Strings "strings" "String literals",
    Heap "heap" "`malloc`, `calloc`, `realloc` and `free`",
    MemoryFunctions "memory-functions" "`memcpy`, `memmove`, `memset` and `memcmp`",
    Division "division" "`/` and `%`",
    Casts "casts" "Casts between arithmetic types",
    Sizeof "sizeof" "`sizeof` and `_Alignof`",
    Conditionals "conditionals" "`?:`",
    Logical "logical" "`&&`, `||` and `!`",
    Commas "commas" "The comma operator",
    EmbeddedAssignments "embedded-assignments" "Assignments inside of expressions",
    CompoundAssignments "compound-assignments" "`+=` and the other compound assignments",
    Increments "increments" "`++` and `--`",
    NestedCalls "nested-calls" "Calls inside of expressions",
    Branches "branches" "`if` and `else`; some arms run only in later executions, or never",
    Switches "switches" "`switch`, also with fall-through",
    ForLoops "for-loops" "`for`",
    WhileLoops "while-loops" "`while` and `do`",
    LoopExits "loop-exits" "`break` and `continue`",
    Gotos "gotos" "`goto`, forward and backward",
    Calls "calls" "Functions beside the entry function, called more than once",
    Recursion "recursion" "Recursive functions",
    StructArguments "struct-arguments" "Structs passed and returned by value",
    Attributes "attributes" "`inline`, `noinline`, `noipa`, `always_inline`, `cold`",
    Idioms "idioms" "Trees of integer operations with related constants, in the shapes that peephole rules match",
    LoopTemplates "loop-templates" "Loops over arrays: element by element, stencils, reductions, searches",
    AliasShapes "alias-shapes" "Calls of one function with disjoint and with overlapping memory",
    Decoys "decoys" "Code in branches that are never taken",
    WideInts "wide-ints" "`__int128`",
    Builtins "builtins" "`__builtin_clz` and related builtins",
    OverflowBuiltins "overflow-builtins" "`__builtin_add_overflow` and related builtins",
    CompoundLiterals "compound-literals" "Compound literals `(T){…}`",
    Designators "designators" "Designated initialisers, `.f =` and `[n] =`",
    StatementExpressions "statement-expressions" "Statement expressions `({ … })`",
    Restrict "restrict" "`restrict` parameters",
    Variadic "variadic" "Variadic functions",
    PureFunctions "pure-functions" "Functions with the attribute `pure` or `const`",
}

impl Feature {
    /// True for extensions that tcc does not support.
    pub const fn is_beyond_tcc(self) -> bool {
        matches!(
            self,
            Feature::WideInts | Feature::Builtins | Feature::OverflowBuiltins | Feature::Variadic
        )
    }
}
