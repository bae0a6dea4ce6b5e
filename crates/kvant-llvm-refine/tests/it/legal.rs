//! Transformations that LLVM does and that are right.
