@text = constant [4 x i8] c"abc\00"

define i8 @at(i64 %n) {
  %q = alloca [4 x i8], align 4
  store i16 7, ptr %q, align 4
  %e = getelementptr i8, ptr %q, i64 %n
  %r = load i8, ptr %e
  ret i8 %r
}

define ptr @local() {
  %l = alloca i32
  store i32 5, ptr %l
  ret ptr %l
}

define i32 @dangling() {
  %l = call ptr @local()
  %v = load i32, ptr %l
  ret i32 %v
}

define void @constant() {
  store i8 1, ptr @text
  ret void
}

define i32 @undefined(ptr %p) {
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  %d = udiv i32 100, %w
  ret i32 %d
}

define void @fill(ptr %p, ptr %to) {
  store i16 poison, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  store ptr %to, ptr %second
  ret void
}
