; An unknown function does what its attributes allow, and a call of it must keep to them too.
; @returned(i8 5) => i8 5
; @noundef() => undefined: noundef
; @poison() => poison
; @undef() => undef
; @same() => i1 1
; @kept() => i8 7
; @by_value() => unsupported: attribute

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
