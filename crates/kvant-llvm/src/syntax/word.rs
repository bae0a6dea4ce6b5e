//! Enums of words, each with its spelling.

macro_rules! words {
    ($(#[$outer:meta])* pub enum $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum $name { $($variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The spelling in a module.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one with this spelling.
            pub fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// The linkage of a symbol.
    pub enum Linkage {
        Private = "private",
        Internal = "internal",
        AvailableExternally = "available_externally",
        Linkonce = "linkonce",
        LinkonceOdr = "linkonce_odr",
        Weak = "weak",
        WeakOdr = "weak_odr",
        Appending = "appending",
        Common = "common",
        ExternWeak = "extern_weak",
        External = "external",
    }
}

words! {
    /// The runtime preemption of a symbol.
    pub enum Preemption {
        DsoLocal = "dso_local",
        DsoPreemptable = "dso_preemptable",
    }
}

words! {
    /// The visibility of a symbol.
    pub enum Visibility {
        Default = "default",
        Hidden = "hidden",
        Protected = "protected",
    }
}

words! {
    /// The DLL storage class of a symbol.
    pub enum DllStorage {
        Import = "dllimport",
        Export = "dllexport",
    }
}

words! {
    /// The significance of the address of a symbol.
    pub enum UnnamedAddr {
        Global = "unnamed_addr",
        Local = "local_unnamed_addr",
    }
}

words! {
    /// The model of thread-local storage, if it is not the general one.
    pub enum TlsModel {
        LocalDynamic = "localdynamic",
        InitialExec = "initialexec",
        LocalExec = "localexec",
    }
}

words! {
    /// A float type.
    pub enum FloatKind {
        Half = "half",
        BFloat = "bfloat",
        Float = "float",
        Double = "double",
        X86Fp80 = "x86_fp80",
        Fp128 = "fp128",
        PpcFp128 = "ppc_fp128",
    }
}

words! {
    /// An instruction with two operands of one type.
    pub enum BinaryOp {
        Add = "add",
        FAdd = "fadd",
        Sub = "sub",
        FSub = "fsub",
        Mul = "mul",
        FMul = "fmul",
        UDiv = "udiv",
        SDiv = "sdiv",
        FDiv = "fdiv",
        URem = "urem",
        SRem = "srem",
        FRem = "frem",
        Shl = "shl",
        LShr = "lshr",
        AShr = "ashr",
        And = "and",
        Or = "or",
        Xor = "xor",
    }
}

words! {
    /// A conversion.
    pub enum CastOp {
        Trunc = "trunc",
        ZExt = "zext",
        SExt = "sext",
        FpTrunc = "fptrunc",
        FpExt = "fpext",
        UiToFp = "uitofp",
        SiToFp = "sitofp",
        FpToUi = "fptoui",
        FpToSi = "fptosi",
        IntToPtr = "inttoptr",
        PtrToAddr = "ptrtoaddr",
        PtrToInt = "ptrtoint",
        BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
}

words! {
    /// A comparison of integers or pointers.
    pub enum IntPredicate {
        Eq = "eq",
        Ne = "ne",
        Slt = "slt",
        Sgt = "sgt",
        Sle = "sle",
        Sge = "sge",
        Ult = "ult",
        Ugt = "ugt",
        Ule = "ule",
        Uge = "uge",
    }
}

words! {
    /// A comparison of floats.
    pub enum FloatPredicate {
        False = "false",
        Oeq = "oeq",
        Ogt = "ogt",
        Oge = "oge",
        Olt = "olt",
        Ole = "ole",
        One = "one",
        Ord = "ord",
        Uno = "uno",
        Ueq = "ueq",
        Ugt = "ugt",
        Uge = "uge",
        Ult = "ult",
        Ule = "ule",
        Une = "une",
        True = "true",
    }
}

words! {
    /// The ordering of an atomic operation.
    pub enum Ordering {
        Unordered = "unordered",
        Monotonic = "monotonic",
        Acquire = "acquire",
        Release = "release",
        AcqRel = "acq_rel",
        SeqCst = "seq_cst",
    }
}

words! {
    /// The operation of `atomicrmw`.
    pub enum RmwOp {
        Xchg = "xchg",
        Add = "add",
        Sub = "sub",
        And = "and",
        Nand = "nand",
        Or = "or",
        Xor = "xor",
        Max = "max",
        Min = "min",
        UMax = "umax",
        UMin = "umin",
        FAdd = "fadd",
        FSub = "fsub",
        FMax = "fmax",
        FMin = "fmin",
        FMaximum = "fmaximum",
        FMinimum = "fminimum",
        FMaximumNum = "fmaximumnum",
        FMinimumNum = "fminimumnum",
        UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap",
        USubCond = "usub_cond",
        USubSat = "usub_sat",
    }
}

words! {
    /// The marker of a call.
    pub enum Tail {
        Tail = "tail",
        MustTail = "musttail",
        NoTail = "notail",
    }
}

words! {
    /// A flag of an instruction or a constant expression.
    pub enum Flag {
        Nuw = "nuw",
        Nsw = "nsw",
        Exact = "exact",
        Disjoint = "disjoint",
        Nneg = "nneg",
        SameSign = "samesign",
        InBounds = "inbounds",
        Nusw = "nusw",
        Reassoc = "reassoc",
        Nnan = "nnan",
        Ninf = "ninf",
        Nsz = "nsz",
        Arcp = "arcp",
        Contract = "contract",
        Afn = "afn",
    }
}

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u16);

impl Flags {
    /// Every fast-math flag, written `fast`.
    pub const FAST: Flags = Flags(0x7f00);

    /// True if the flag is in the set.
    pub fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u16) != 0
    }

    /// The set with one more flag.
    #[must_use]
    pub fn with(self, flag: Flag) -> Flags {
        Flags(self.0 | 1 << flag as u16)
    }

    /// The set without a flag.
    #[must_use]
    pub fn without(self, flag: Flag) -> Flags {
        Flags(self.0 & !(1 << flag as u16))
    }

    /// The flags of both sets.
    #[must_use]
    pub fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// True if all of these flags are in the set.
    pub fn has_all(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// True if there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flags, in the order in which LLVM prints them.
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL
            .iter()
            .copied()
            .filter(move |flag| self.has(*flag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_is_every_fast_math_flag() {
        let fast = Flag::ALL.iter().skip_while(|flag| **flag != Flag::Reassoc);
        let fast = fast.fold(Flags::default(), |all, flag| all.with(*flag));
        assert_eq!(fast, Flags::FAST);
        assert!(fast.has_all(Flags::FAST) && !fast.has(Flag::Nusw));
        assert!(!fast.without(Flag::Afn).has_all(Flags::FAST));
    }

    #[test]
    fn spellings_lead_back() {
        for op in RmwOp::ALL {
            assert_eq!(RmwOp::from_text(op.text()), Some(*op));
        }
    }
}
