//! Intrinsics that need the machine. The others are in [`crate::pure`] and [`crate::float`].

macro_rules! intrinsics {
    ($($name:ident = $text:literal,)*) => {
        /// An intrinsic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Intrinsic { $($name,)* }

        impl Intrinsic {
            /// The intrinsic with this name, which may have types behind it: `llvm.umin.i32`.
            pub(crate) fn of(name: &str) -> Option<Intrinsic> {
                let name = name.strip_prefix("llvm.")?;
                // `memcpy.element.unordered.atomic`
                if name.contains(".element.") {
                    return None;
                }
                let matches = |text: &str| {
                    name.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                let all = [$(($text, Intrinsic::$name),)*];
                all.into_iter().filter(|(text, _)| matches(text)).max_by_key(|(text, _)| text.len()).map(|it| it.1)
            }
        }
    };
}

intrinsics! {
    Assume = "assume",
    MemCpy = "memcpy",
    MemMove = "memmove",
    MemSet = "memset",
    LifetimeStart = "lifetime.start",
    LifetimeEnd = "lifetime.end",
    PtrMask = "ptrmask",
    ThreadLocalAddress = "threadlocal.address",
    ObjectSize = "objectsize",
    StackSave = "stacksave",
    StackRestore = "stackrestore",
    VaStart = "va_start",
    VaCopy = "va_copy",
    VaEnd = "va_end",
}

impl Intrinsic {
    /// True for intrinsics on memory and pointers.
    pub(crate) fn is_of_memory(self) -> bool {
        self != Intrinsic::Assume
    }

    /// True for those that have a result.
    pub(crate) fn has_result(self) -> bool {
        use Intrinsic::{ObjectSize, PtrMask, StackSave, ThreadLocalAddress};
        matches!(self, PtrMask | ThreadLocalAddress | ObjectSize | StackSave)
    }
}
