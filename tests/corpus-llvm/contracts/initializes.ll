; Bytes that `initializes` names are not seen before they are written, and are undef if they are not.
; @written() => i8 1
; @not_written() => undef
; @read_first() => poison
; @other_bytes() => i8 7

define void @writes(ptr initializes((0, 1)) %p) {
  store i8 1, ptr %p
  ret void
}

define void @nothing(ptr initializes((0, 1)) %p) {
  ret void
}

define i8 @reads(ptr initializes((0, 1)) %p) {
  %r = load i8, ptr %p
  store i8 1, ptr %p
  ret i8 %r
}

define i8 @reads_other(ptr initializes((1, 2)) %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @written() {
  %a = alloca [2 x i8]
  call void @writes(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @not_written() {
  %a = alloca [2 x i8]
  store i8 7, ptr %a
  call void @nothing(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @read_first() {
  %a = alloca [2 x i8]
  store i8 7, ptr %a
  %r = call i8 @reads(ptr %a)
  ret i8 %r
}

define i8 @other_bytes() {
  %a = alloca [2 x i8]
  store i8 7, ptr %a
  %r = call i8 @reads_other(ptr %a)
  ret i8 %r
}
