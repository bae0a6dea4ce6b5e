; Functions on strings read up to the end of the string, and not beyond the memory.
; @length() => i64 5
; @open() => undefined: out-of-bounds
; @compare() => i1 true
; @copy() => i8 111
; @small() => undefined: out-of-bounds
; @onto_itself() => unsupported: library

@text = constant [6 x i8] c"hello\00"
@open_text = constant [2 x i8] c"ab"
declare i64 @strlen(ptr)
declare i32 @strcmp(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
define i64 @length() {
  %r = call i64 @strlen(ptr @text)
  ret i64 %r
}

define i64 @open() {
  %r = call i64 @strlen(ptr @open_text)
  ret i64 %r
}

define i1 @compare() {
  %c = call i32 @strcmp(ptr @text, ptr @text)
  %r = icmp eq i32 %c, 0
  ret i1 %r
}

define i8 @copy() {
  %p = alloca [6 x i8]
  %q = call ptr @strcpy(ptr %p, ptr @text)
  %a = getelementptr i8, ptr %p, i64 4
  %r = load i8, ptr %a
  ret i8 %r
}

define void @small() {
  %p = alloca [5 x i8]
  %q = call ptr @strcpy(ptr %p, ptr @text)
  ret void
}

define void @onto_itself() {
  %a = alloca [6 x i8]
  call ptr @strcpy(ptr %a, ptr @text)
  call ptr @strcpy(ptr %a, ptr %a)
  ret void
}
