@g = global i32 0
@bytes = global [4 x i8] zeroinitializer

define i32 @right(i1 %c) {
  %x = zext i1 %c to i32
  ret i32 %x
}

define i32 @value(i1 noundef %c) {
  %x = sext i1 %c to i32
  %y = mul i32 %x, 3
  ret i32 %y
}

define void @memory() {
  store i8 1, ptr getelementptr (i8, ptr @bytes, i64 3)
  store i32 7, ptr @g
  ret void
}

define i8 @either(i1 noundef %c) {
  ret i8 2
}

define range(i8 0, 1) i8 @claim(i1 noundef %c) {
  %x = zext i1 %c to i8
  ret i8 %x
}

define i1 @undefined(i1 noundef %c) {
  call void @llvm.assume(i1 %c)
  ret i1 %c
}

define internal i1 @local(i1 %c) {
  %d = xor i1 %c, true
  ret i1 %d
}

declare void @llvm.assume(i1)
