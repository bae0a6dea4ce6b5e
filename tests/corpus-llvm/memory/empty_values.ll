; Loads and stores of values without scalars access nothing.
; @f() => i8 5

@g = global i8 5
define void @array(ptr %p) {
  store [0 x i8] zeroinitializer, ptr %p
  ret void
}

define void @struct(ptr %p) {
  store {} zeroinitializer, ptr %p
  ret void
}

define i8 @back(ptr %p) {
  %v = load [0 x i8], ptr %p
  store [0 x i8] %v, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @f() {
  call void @array(ptr @g)
  call void @struct(ptr @g)
  %r = call i8 @back(ptr @g)
  ret i8 %r
}
