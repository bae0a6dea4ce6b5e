; Constructors run before any other function. They are not executed.
; @f() => unsupported: constant

@g = global i8 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define void @c() {
  store i8 1, ptr @g
  ret void
}

define i8 @f() {
  %r = load i8, ptr @g
  ret i8 %r
}
