; An unknown function does what its attributes allow, and a call of it must keep to them too.
; @returned(i8 5) => i8 5
; @noundef() => undefined: noundef
; @poison() => poison
; @undef() => undef
; @same() => i1 1
; @kept() => i8 7
; @by_value() => unsupported: attribute
; @cast(<2 x i8> <i8 1, i8 2>) => unsupported: external
; @lost() => unsupported: external
; @new() => i1 true
; @apart() => undefined: noalias
; @nested() => i1 true
; @merged() => i1 true

declare i8 @same.value(i8 returned)
declare i8 @defined(i8 noundef)
declare i32 @pure(i8) memory(none)
declare void @reads(ptr captures(none)) memory(read)
declare void @copies(ptr byval(i8))
define i8 @returned(i8 %x) {
  %r = call i8 @same.value(i8 %x)
  ret i8 %r
}

define i8 @noundef() {
  %r = call i8 @defined(i8 poison)
  ret i8 %r
}

define i32 @poison() {
  %r = call i32 @pure(i8 poison)
  ret i32 %r
}

define i32 @undef() {
  %r = call i32 @pure(i8 undef)
  ret i32 %r
}

define i1 @same() {
  %a = call i32 @pure(i8 1)
  %b = call i32 @pure(i8 1)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}

define i8 @kept() {
  %p = alloca i8
  store i8 7, ptr %p
  call void @reads(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define void @by_value() {
  %p = alloca i8
  call void @copies(ptr byval(i8) %p)
  ret void
}

declare <1 x i16> @same.bits(<2 x i8> returned)
declare void @unknown(ptr)
declare noalias nonnull dereferenceable(4) ptr @fresh()
declare i32 @measure(ptr) memory(argmem: read)
define <1 x i16> @cast(<2 x i8> %x) {
  %r = call <1 x i16> @same.bits(<2 x i8> %x)
  ret <1 x i16> %r
}

define void @lost() {
  call void @unknown(ptr poison)
  ret void
}

define i1 @new() {
  %p = call ptr @fresh()
  store i32 1, ptr %p, align 1
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @unknown(ptr null)
  %next = add i32 %n, 1
  %more = icmp ult i32 %n, 100
  br i1 %more, label %loop, label %end

end:
  %v = load i32, ptr %p, align 1
  %r = icmp eq i32 %v, 1
  ret i1 %r
}

define i1 @apart() {
  %a = alloca [2 x i8]
  %q = getelementptr i8, ptr %a, i64 1
  store [2 x i8] zeroinitializer, ptr %a
  %r = call i1 @twice(ptr %a, ptr %q)
  ret i1 %r
}

define i1 @twice(ptr noalias %p, ptr noalias %q) {
  %m = call i32 @measure(ptr %p)
  store i8 1, ptr %q
  %n = call i32 @measure(ptr %p)
  %r = icmp eq i32 %m, %n
  ret i1 %r
}

define i1 @nested() {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %m = call i32 @measure(ptr %a)
  store i8 2, ptr %b
  %n = call i32 @measure(ptr %a)
  %r = icmp eq i32 %m, %n
  ret i1 %r
}

@one = private unnamed_addr constant [2 x i8] c"a\00"
@other = private unnamed_addr constant [2 x i8] c"a\00"
define i1 @merged() {
  %m = call i32 @measure(ptr @one)
  %n = call i32 @measure(ptr @other)
  %r = icmp eq i32 %m, %n
  ret i1 %r
}
