//! The generator's features, each with one name and one switch.

kvant_generate::features! {
    Structs "structs" "Structs, also inside of one another",
    BitFields "bit-fields" "Bit-fields, also without a name and of no width",
    Packed "packed" "Packed structs",
    Unions "unions" "Unions, whose bytes are read as something else",
    Arrays "arrays" "Arrays, also of arrays",
    Enums "enums" "Enumerations",
    Typedefs "typedefs" "`typedef`",
    Bools "bools" "`_Bool`",
    Floats "floats" "`float` and `double`",
    Pointers "pointers" "Pointers to variables, elements and members",
    DeepPointers "deep-pointers" "Pointers to pointers",
    PointerArithmetic "pointer-arithmetic" "Pointers that go through arrays, their differences and comparisons",
    FunctionPointers "function-pointers" "Pointers to functions, stored and called",
    Const "const" "`const` variables and pointers to const",
    Volatile "volatile" "`volatile` variables, beyond those that hide values",
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
    CompoundAssignments "compound-assignments" "`+=` and the like",
    Increments "increments" "`++` and `--`",
    NestedCalls "nested-calls" "Calls inside of expressions",
    Branches "branches" "`if` and `else`, with arms that are not taken at first",
    Switches "switches" "`switch`, also with ways from one case into the next",
    ForLoops "for-loops" "`for`",
    WhileLoops "while-loops" "`while` and `do`",
    LoopExits "loop-exits" "`break` and `continue`",
    Gotos "gotos" "`goto`, forward and backward",
    Calls "calls" "Functions, called more than once",
    Recursion "recursion" "Functions that call themselves",
    StructArguments "struct-arguments" "Structs as arguments and results",
    Attributes "attributes" "`inline`, `noinline`, `noipa`, `always_inline`, `cold`",
    Idioms "idioms" "Trees of integer operations over related constants, as peephole rules look for them",
    LoopTemplates "loop-templates" "Loops over arrays: element by element, stencils, reductions, searches",
    AliasShapes "alias-shapes" "One callee on separate and on overlapping memory",
    Decoys "decoys" "Code in arms that are never taken",
    WideInts "wide-ints" "`__int128`",
    Builtins "builtins" "`__builtin_clz` and its kin",
    OverflowBuiltins "overflow-builtins" "`__builtin_add_overflow` and its kin",
    CompoundLiterals "compound-literals" "`(T){…}`",
    Designators "designators" "Initial values with `.f =` and `[n] =`",
    StatementExpressions "statement-expressions" "`({ … })`",
    Restrict "restrict" "Parameters that are `restrict`, and rightly so",
    Variadic "variadic" "Functions that take any number of further arguments",
    PureFunctions "pure-functions" "Functions that are `pure` or `const`, and rightly so",
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
