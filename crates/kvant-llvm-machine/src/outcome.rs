//! The reasons why a run stops.

use kvant_memory::rules;

/// The reason why a run stops before the first function returns: the program ends itself, or a step is refused. A refusal is one
/// of five kinds of answers about the module. A fault of the machine itself is none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ends itself. This is its behaviour, and not a refusal.
    Ended(Ended),
    /// The language says that anything may happen.
    Ub(Ub),
    /// The result depends on something that the language, or the state of its debate, leaves open.
    Unspecified(Unspecified),
    /// The module is malformed.
    IllFormed(Box<str>),
    /// The machine does not support this.
    Unsupported(Unsupported),
    /// The run exceeds one of its limits.
    Budget(Budget),
}

impl Stop {
    /// The name of the rule, feature or limit.
    pub fn rule(&self) -> &'static str {
        match self {
            Stop::Ended(ended) => ended.rule(),
            Stop::Ub(ub) => ub.rule(),
            Stop::Unspecified(unspecified) => unspecified.rule(),
            Stop::IllFormed(_) => "ill-formed",
            Stop::Unsupported(unsupported) => unsupported.rule(),
            Stop::Budget(budget) => budget.rule(),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Ended(ended) => ended.fmt(f),
            Stop::Ub(ub) => ub.fmt(f),
            Stop::Unspecified(unspecified) => unspecified.fmt(f),
            Stop::IllFormed(why) => f.write_str(why),
            Stop::Unsupported(unsupported) => unsupported.fmt(f),
            Stop::Budget(budget) => budget.fmt(f),
        }
    }
}

rules! {
    /// The rules of undefined behaviour.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Ub in Stop {
        /// A division or remainder by zero.
        DivisionByZero = "division-by-zero": "a division by zero",
        /// The divisor is poison, or undef.
        UndefinedDivisor = "undefined-divisor": "the divisor is poison or undef",
        /// The least number divided by -1.
        DivisionOverflow = "division-overflow": "a signed division overflows",
        /// A branch or switch on poison or undef.
        UndefinedBranch = "undefined-branch": "a branch depends on poison or undef",
        /// `indirectbr` to something that is not in its list.
        BadBranch = "bad-branch": "a branch leads to something that is no block of its list",
        /// `unreachable`.
        Unreachable = "unreachable": "`unreachable` is executed",
        /// Poison or undef where `noundef` forbids it.
        NoUndef = "noundef": "a value that must not be poison or undef is",
        /// A pointer that must be dereferenceable is not.
        NotDereferenceable = "not-dereferenceable": "a pointer that must be dereferenceable is not",
        /// `llvm.assume` of something that is not true.
        Assume = "assume": "an assumption is not true",
        /// An access through poison, undef or null.
        BadPointer = "bad-pointer": "memory is accessed through a pointer that is poison, undef or null",
        /// An access outside of an allocation.
        OutOfBounds = "out-of-bounds": "memory is accessed outside of the allocation",
        /// An access to an allocation that is dead.
        Dangling = "dangling": "memory is accessed after the end of its lifetime",
        /// An access that is not aligned.
        Misaligned = "misaligned": "memory is accessed with a wrong alignment",
        /// A write to a constant.
        ConstantWritten = "constant-written": "a constant is written",
        /// `memcpy` between ranges that overlap in part.
        OverlappingCopy = "overlapping-copy": "memcpy between ranges that overlap",
        /// A function with `nocreateundeforpoison` returns poison or undef.
        PoisonCreated = "poison-created": "the result is poison or undef although no argument is",
        /// Memory of a `noalias` argument is accessed otherwise.
        NoAlias = "noalias": "memory that is modified is accessed through a `noalias` argument and otherwise",
        /// An access through an argument that its attributes exclude.
        ReadOnly = "readonly": "memory is accessed through an argument in a way that its attributes exclude",
        /// A pointer is used after the end of a call that must not keep it.
        Captured = "captured": "memory is accessed through a pointer that a call must not keep",
        /// A write that `memory(…)` excludes.
        MemoryEffects = "memory-effects": "memory is written although the attributes of a function or call exclude it",
        /// Memory is freed in spite of `nofree`.
        NoFree = "nofree": "memory is freed although an attribute excludes it",
        /// A callee accesses memory of a caller that called it with `tail`.
        TailCall = "tail-call": "a function that was called with `tail` accesses an alloca of its caller",
        /// A function with `noreturn` returns.
        NoReturn = "noreturn": "a function that never returns returns",
        /// A function with `willreturn` does not return.
        WillReturn = "willreturn": "the program ends inside of a function that always returns",
        /// A function with `norecurse` is in a cycle of calls.
        NoRecurse = "norecurse": "a function that takes no part in recursion is called again",
        /// More lanes than a vector has.
        TooManyLanes = "too-many-lanes": "the vector length exceeds the number of lanes",
        /// `free` of something that is not the beginning of a block of the heap.
        BadFree = "bad-free": "memory is freed that is no live block of the heap",
        /// A call of something that is not a function of this type.
        BadCall = "bad-call": "the callee is no function of this type",
    }
}

rules! {
    /// Results that are not specified.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unspecified in Stop {
        /// A result that depends on an address.
        Address = "address": "the result depends on an address",
        /// An operation that rounds, with `reassoc`, `contract`, `arcp` or `afn`.
        FastMath = "fast-math": "a fast-math flag allows other results",
        /// An `x86_fp80` whose leading bit contradicts its exponent.
        FloatEncoding = "float-encoding": "an operand is no valid encoding of a float",
        /// A function with `strictfp`, a mode for denormals, or fast-math attributes.
        FloatEnvironment = "float-environment": "attributes of the function change the results of floats",
        /// A value that does not fill its last byte, loaded from memory whose other bits are not zero.
        Padding = "padding": "the bits behind a value that does not fill its last byte are not zero",
        /// `llvm.objectsize` of a pointer whose object is not known.
        ObjectSize = "object-size": "the size of the object is not known",
        /// Null, casts and comparisons of pointers of other address spaces.
        AddressSpace = "address-space": "the result depends on an address space",
        /// An atomic access with an alignment below its size.
        AtomicAlignment = "atomic-alignment": "an atomic access is aligned less than its size",
        /// A result that the compiler decides about.
        CompileTime = "compile-time": "the result depends on what the compiler knows",
        /// Arithmetic on fixed-point numbers whose result does not fit.
        FixedPoint = "fixed-point": "the result of fixed-point arithmetic does not fit",
        /// Memory that an argument with `dereferenceable` points to is freed during the call.
        FreedDereferenceable = "freed-dereferenceable": "memory of an argument with `dereferenceable` is freed during the call",
        /// A sum of floats in an order that is not specified.
        FloatOrder = "float-order": "the order of additions of floats is not specified",
        /// Poison or undef in a lane of an intrinsic on vectors.
        Lanes = "lanes": "the effect of poison or undef in this lane is not specified",
        /// A function that was made for another `vscale`.
        VectorScale = "vscale": "`vscale` is outside of the range of the function",
        /// The result of `experimental.get.vector.length`.
        VectorLength = "vector-length": "the number of lanes is not specified",
        /// A result that is not the argument with `returned`.
        Returned = "returned": "the result is not the argument that it should be",
        /// Bytes of a pointer that are read or written as an integer, or copied in part.
        PointerAsInteger = "pointer-as-integer": "bytes of a pointer are used as an integer",
    }
}

rules! {
    /// Ends of a program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Ended in Stop {
        /// `exit`.
        Exit { code: u32 } = "exit": "the program exits with {code}",
        /// `abort`.
        Abort = "abort": "the program aborts",
        /// A call of an unknown function with `noreturn`.
        NoReturn { name: Box<str> } = "does-not-return": "{name} does not return",
        /// `llvm.trap` or `llvm.ubsantrap`.
        Trap = "trap": "the program traps",
    }
}

rules! {
    /// Features that the machine does not support.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unsupported in Stop {
        /// A type.
        Type { name: Box<str> } = "type": "values of the type {name}",
        /// An instruction.
        Instruction { name: Box<str> } = "instruction": "the instruction {name}",
        /// An intrinsic.
        Intrinsic { name: Box<str> } = "intrinsic": "the intrinsic {name}",
        /// A library function.
        Library { name: Box<str> } = "library": "the library function {name}",
        /// A function without a body.
        External { name: Box<str> } = "external": "the function {name}, which has no body",
        /// An attribute, an operand bundle or another property of a function or a call.
        Attribute { name: Box<str> } = "attribute": "the attribute {name}",
        /// A constant.
        Constant { name: Box<str> } = "constant": "the constant {name}",
        /// A value with too many scalars.
        Large = "large": "a value with more than 65,536 scalars",
    }
}

rules! {
    /// The limits of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Budget in Stop {
        /// More instructions than allowed.
        Steps { limit: u64 } = "budget-steps": "more than {limit} instructions",
        /// More nested calls than allowed.
        Depth { limit: u32 } = "budget-depth": "more than {limit} nested calls",
        /// More memory than allowed.
        Memory { limit: u64 } = "budget-memory": "more than {limit} bytes of memory",
    }
}
