; An `sret` argument is dereferenceable, and stands at the call and at the function.
; @fits() => i8 1
; @small() => undefined: not-dereferenceable
; @differs() => undefined: bad-call
; @aligned() => i8 1
; @misaligned() => undefined: not-dereferenceable
; @renamed() => unsupported: instruction

define void @f(ptr sret(i8) %p) {
  store i8 1, ptr %p
  ret void
}

define void @g(ptr sret(i16) %p) {
  ret void
}

define i8 @fits() {
  %a = alloca i8
  call void @f(ptr sret(i8) %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @small() {
  %a = alloca i8
  call void @g(ptr sret(i16) %a)
  ret i8 0
}

define i8 @differs() {
  %a = alloca i8
  call void @f(ptr %a)
  ret i8 0
}

define void @wide(ptr sret(i32) %p) {
  store i8 1, ptr %p
  ret void
}

define i8 @aligned() {
  %a = alloca [4 x i8], align 4
  call void @wide(ptr sret(i32) %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @misaligned() {
  %a = alloca [4 x i8], align 2
  call void @wide(ptr sret(i32) %a)
  %r = load i8, ptr %a
  ret i8 %r
}

%a = type { i8 }
define void @h(ptr sret({ i8 }) %p) {
  ret void
}

define void @renamed() {
  %m = alloca i8
  call void @h(ptr sret(%a) %m)
  ret void
}
