@g = global i32 0
@bytes = global [4 x i8] zeroinitializer

define i32 @right(i1 %c) {
  %x = select i1 %c, i32 1, i32 0
  ret i32 %x
}

define i32 @value(i1 noundef %c) {
  %x = zext i1 %c to i32
  %y = mul i32 %x, 3
  ret i32 %y
}

define void @memory() {
  store i32 7, ptr @g
  store i8 1, ptr getelementptr (i8, ptr @bytes, i64 2)
  ret void
}

define i8 @either(i1 noundef %c) {
  %x = freeze i2 poison
  %y = and i2 %x, 1
  %z = zext i2 %y to i8
  ret i8 %z
}

define i8 @claim(i1 noundef %c) {
  %x = zext i1 %c to i8
  ret i8 %x
}

define i1 @undefined(i1 noundef %c) {
  ret i1 %c
}

define internal i1 @local(i1 %c) {
  ret i1 %c
}
