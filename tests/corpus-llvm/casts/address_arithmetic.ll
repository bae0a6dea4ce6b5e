; Integers made of pointers are no operands of intrinsics, switches or indices.
; @min() => unspecified: address
; @min_number(i64 5) => i64 3
; @switch() => unspecified: address
; @switch_number(i64 5) => i64 0
; @index() => unspecified: address
; @length() => unspecified: address

@g = global i64 0
define i64 @min() {
  %a = ptrtoint ptr @g to i64
  %r = call i64 @llvm.umin.i64(i64 %a, i64 3)
  ret i64 %r
}

define i64 @min_number(i64 %a) {
  %r = call i64 @llvm.umin.i64(i64 %a, i64 3)
  ret i64 %r
}

define i64 @switch() {
  %a = ptrtoint ptr @g to i64
  switch i64 %a, label %other [ i64 1, label %one ]
one:
  ret i64 1
other:
  ret i64 0
}

define i64 @switch_number(i64 %a) {
  switch i64 %a, label %other [ i64 1, label %one ]
one:
  ret i64 1
other:
  ret i64 0
}

define i8 @index() {
  %a = ptrtoint ptr @g to i64
  %r = extractelement <2 x i8> zeroinitializer, i64 %a
  ret i8 %r
}

define void @length() {
  %a = ptrtoint ptr @g to i64
  call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 %a, i1 false)
  ret void
}
