; Pointers are compared by their places in one object, and otherwise only for equality inside of objects.
; @order(i64 1, i64 2) => i1 true
; @order(i64 2, i64 1) => i1 false
; @order(i64 5, i64 1) => unspecified: address
; @equal(i64 5, i64 5) => i1 true
; @equal(i64 5, i64 4) => i1 false
; @objects(i64 0) => i1 false
; @objects(i64 4) => unspecified: address
; @objects_order() => unspecified: address
; @null() => i1 false
; @numbers(ptr 8, ptr 16) => i1 true
; @signed(ptr -1) => i1 true
; @signed(ptr 1) => i1 false

@a = global [4 x i8] zeroinitializer
@b = global [4 x i8] zeroinitializer
define i1 @order(i64 %n, i64 %m) {
  %p = getelementptr i8, ptr @a, i64 %n
  %q = getelementptr i8, ptr @a, i64 %m
  %r = icmp ult ptr %p, %q
  ret i1 %r
}

define i1 @equal(i64 %n, i64 %m) {
  %p = getelementptr i8, ptr @a, i64 %n
  %q = getelementptr i8, ptr @a, i64 %m
  %r = icmp eq ptr %p, %q
  ret i1 %r
}

define i1 @objects(i64 %n) {
  %p = getelementptr i8, ptr @a, i64 %n
  %r = icmp eq ptr %p, @b
  ret i1 %r
}

define i1 @objects_order() {
  %r = icmp ult ptr @a, @b
  ret i1 %r
}

define i1 @null() {
  %r = icmp eq ptr @a, null
  ret i1 %r
}

define i1 @numbers(ptr %p, ptr %q) {
  %r = icmp ult ptr %p, %q
  ret i1 %r
}

define i1 @signed(ptr %p) {
  %r = icmp slt ptr %p, null
  ret i1 %r
}
